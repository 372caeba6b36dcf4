"""Find pairs of names that may mean the same player. Such names differ in case, blanks or one letter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from kranalyze.kpn import KpnError, Record

#: Two names are similar if they differ in one letter (changed, added or left out), and both have at least
#: this number of letters. Shorter names are similar only if they are equal apart from case and blanks.
#: Short names of different players often differ in one letter.
_SHORTEST = 4


@dataclass(slots=True, eq=False, repr=False)
class _Name:
    """How many games have a player's name, and the file, line and record of the first of these games."""

    games: int = 0
    file: str = ""
    line: int = 1
    record: int | None = None


class PlayerNames:
    """Counts in how many games each name of a player occurs, and finds similar names."""

    def __init__(self, names: dict[str, _Name] | None = None) -> None:
        self._names = names or {}

    def count_game_of_each_player(self, record: Record) -> None:
        """Count a game for each name of a player in a record."""
        for name in record.names:
            if name is None:
                continue
            known = self._names.setdefault(name, _Name(0, record.file, record.line, record.index))
            known.games += 1

    def warnings_about_similar_names(self) -> Iterator[KpnError]:
        """Yield a warning for each pair of similar names.

        The warning points to the first game that has the rarer of the two names.

        >>> names = PlayerNames({"Gustl": _Name(7), "gustl ": _Name(1, "log.kpn", 4)})
        >>> print(next(names.warnings_about_similar_names()))
        log.kpn:4:1: warning: player 'gustl ' (1 game) may be 'Gustl' (7 games)
        """
        alike = defaultdict[str, list[str]](list)
        for name in self._names:
            for key in _similarity_keys(name):
                alike[key].append(name)
        pairs = {
            tuple(sorted((one, other), key=lambda name: (self._names[name].games, name)))
            for names in alike.values()
            for number, one in enumerate(names)
            for other in names[:number]
            if _are_alike(one, other)
        }
        for rare, usual in sorted(pairs):
            place = self._names[rare]
            counts = [f"{name!r} ({_games(self._names[name].games)})" for name in (rare, usual)]
            message = f"player {counts[0]} may be {counts[1]}"
            yield KpnError(place.file, place.line, 1, "warning", message, place.record)


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def _folded(name: str) -> str:
    """Return a name in lower case and without blanks (folded)."""
    return "".join(name.split()).casefold()


def _similarity_keys(name: str) -> set[str]:
    """Return the keys of a name. Two similar names always have at least one key in common.

    The first key is the name in lower case without blanks. Each other key is the first key without one of its
    letters. A short name has only the first key.
    """
    folded = _folded(name)
    if len(folded) < _SHORTEST:
        return {folded}
    return {folded} | {folded[:at] + folded[at + 1 :] for at in range(len(folded))}


def _are_alike(one: str, other: str) -> bool:
    """Return whether two names, once folded, are equal or differ by one changed, added or missing letter."""
    short, long = sorted((_folded(one), _folded(other)), key=len)
    if short == long:
        return True
    if len(long) - len(short) > 1 or len(short) < _SHORTEST:
        return False
    at = 0
    while at < len(short) and short[at] == long[at]:
        at += 1
    rest = short[at:] if len(short) < len(long) else short[at + 1 :]
    return rest == long[at + 1 :]
