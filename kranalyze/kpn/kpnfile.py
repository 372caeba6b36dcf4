"""Read a whole KPN file or text: its games without errors, its games with errors, and all problems."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass

from kranalyze.arguments import Expected, checked
from kranalyze.bundled import open_own_or_bundled
from kranalyze.files import name_text, standard_stream
from kranalyze.games import Game
from kranalyze.kpn.items import Comment
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.outcome import Broken, Outcome, Start
from kranalyze.kpn.reader import Reader
from kranalyze.kpn.record import Record
from kranalyze.texts.problems import problem_text


@dataclass(frozen=True, slots=True, repr=False)
class KpnFile:
    """The content of a KPN file.

    Attributes:
        name: name of the file, as passed by the caller.
        records: the games without errors. They may have warnings.
        problems: all errors and warnings, in the order in which they occur in the text.
        broken: the games with errors. Each item keeps the text of its game.
        trailing: blocks of comments after the last game.

    >>> file = parse_kpn('[Game "graden"] [Deal "N:AK"]', "typed.kpn")
    >>> len(file.records), str(file.errors[0])
    (0, 'typed.kpn:1:24: error: a deal of graden has 4 hands, here are 1')
    """

    name: str
    records: tuple[Record, ...] = ()
    problems: tuple[KpnError, ...] = ()
    broken: tuple[Broken, ...] = ()
    trailing: tuple[tuple[Comment, ...], ...] = ()

    def __repr__(self) -> str:
        return f"<KpnFile {self.name}: {len(self.records)} records, {len(self.problems)} problems>"

    @property
    def errors(self) -> tuple[KpnError, ...]:
        """The problems that are errors. An error concerns a game in ``broken``, or the whole file."""
        return tuple(p for p in self.problems if p.severity == "error")


@checked(path=Expected.FILE, game=Expected.GAME, rules=Expected.RULES, playing_order_allowed=Expected.FLAG)
def read_kpn(
    path: str | os.PathLike[str], game: str | Game | None = None, rules: Mapping[str, str] | None = None,
    playing_order_allowed: bool = False,
) -> KpnFile:  # fmt: skip
    """Read a KPN file, and collect all errors in it. The name ``-`` stands for standard input.

    Args:
        path: the file. If there is no such file, the bundled file with this name is read.
        game: id of a card game. If it is given, all records are read as records of this game, whatever their
            tags say.
        rules: rule options. They have precedence over the rule options of the records.
        playing_order_allowed: whether the cards of a trick may be written in the order of play. Every game is
            first read with one column of cards for each seat. If the game then breaks the rules, it is read
            again, with the cards in the order of play. The second reading counts only if the game obeys the
            rules in this reading.

    Raises:
        OSError: the file cannot be read.
        ValueError: the game is unknown.

    >>> file = read_kpn("lessons.kpn")
    >>> len(file.records), file.records[0].contract, file.problems
    (10, 'koenigmord', ())
    """
    name = name_text(path)
    from_stdin = os.fspath(path) == "-"
    with (
        nullcontext(standard_stream("stdin"))
        if from_stdin
        else open_own_or_bundled(path) as source
    ):
        reader = Reader(source, name, _id(game), rules, Start(), playing_order_allowed)
        return collect_games(name, reader.outcomes())


@checked(
    text=Expected.TEXT_OR_BYTES, name=Expected.TEXT, game=Expected.GAME, rules=Expected.RULES,
    playing_order_allowed=Expected.FLAG,
)  # fmt: skip
def parse_kpn(
    text: str | bytes, name: str = "<string>", game: str | Game | None = None,
    rules: Mapping[str, str] | None = None, playing_order_allowed: bool = False,
) -> KpnFile:  # fmt: skip
    """Read KPN from a text. ``read_kpn`` explains the other arguments.

    >>> file = parse_kpn('[Game "graden"] [Deal "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"]')
    >>> file.errors, file.records[0].deal.size
    ((), 6)
    """
    return collect_games(
        name, Reader(text, name, _id(game), rules, Start(), playing_order_allowed).outcomes()
    )


def _id(game: str | Game | None) -> str | None:
    return game.id if isinstance(game, Game) else game


def collect_games(name: str, outcomes: Iterable[Outcome]) -> KpnFile:
    """Return a ``KpnFile`` with the results of reading all games of a file."""
    games = list(outcomes)
    records = tuple(game.record for game in games if game.record is not None)
    broken = tuple(game.broken for game in games if game.broken is not None)
    problems = tuple(problem for game in games for problem in game.problems)
    if not records and not broken and not problems:
        problems = (KpnError(name, 1, 1, "error", problem_text("no_games", {})),)
    return KpnFile(name, records, problems, broken, games[-1].trailing if games else ())
