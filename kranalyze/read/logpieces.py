"""The games of a log in pieces: the ordinary ones as columns, all others as the reader has them."""

from __future__ import annotations

import mmap
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kranalyze.bundled import find
from kranalyze.core.ordinary import Ordinary, Rules, rules_of
from kranalyze.files import name_text
from kranalyze.games import GAMES, Game
from kranalyze.kpn import Outcome
from kranalyze.read.scanning import walked

#: Records that the reader reads for one piece at most.
_OTHERS = 64


@dataclass(frozen=True, slots=True)
class LogPiece:
    """Games that follow one another in a file.

    Attributes:
        file: name of the file.
        ordinary: those that are ordinary.
        others: what the reader says of the others, comments after the last game apart.
    """

    file: str
    ordinary: Ordinary
    others: list[Outcome] = field(default_factory=list)


def log_pieces(
    source: str, game: str | None, rules: Mapping[str, str], room: Callable[[], int] = lambda: 1024
) -> Iterator[LogPiece]:
    """The games of a log by its name, piece by piece; nothing wrong is left out, as by ``read.logs.scan``.

    Args:
        source: the user's file, ``-``, or a bundled log.
        game: taken for the game of every record, whatever its tag says.
        rules: rule options over those of the records.
        room: ordinary games of the next piece at most.

    Raises:
        OSError: the file cannot be read.
    """
    known = _rules(rules)
    ids = [row.id for row in known.games]
    piece: list[Outcome] = []
    name = name_text(source)
    for part in walked(_data(source), name, game, rules, None, ids, lambda: Ordinary(known, room()), _OTHERS):
        if isinstance(part, Outcome):
            piece.append(part)
        else:
            yield LogPiece(name, part, piece)
            piece = []
    if piece:
        yield LogPiece(name, Ordinary(known, 0), piece)


def _rules(given: Mapping[str, str]) -> Rules:
    """The games by some options; those that know one of them not are left to the reader."""
    found = list[Game]()
    for game in GAMES.values():
        try:
            found.append(game.under(given))
        except ValueError:
            continue
    return rules_of(tuple(found))


def _data(source: str) -> bytes:
    """All bytes of a log; those of a file are not copied into memory."""
    if source == "-":
        return sys.stdin.buffer.read()
    path = Path(source)
    bundled = None if path.exists() else find(source)
    with (path if bundled is None else bundled).open("rb") as file:
        try:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)  # type: ignore[return-value]
        except (OSError, ValueError):  # a pipe, an empty file
            return file.read()
