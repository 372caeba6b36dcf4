"""What statistics are made from: random deals, or files of deals and records, and what is told of them."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from kranalyze.deal import Seat
from kranalyze.files import name_text
from kranalyze.games import Game
from kranalyze.kpn import KpnError, Record
from kranalyze.read import open_deals
from kranalyze.read.sources import IN_PLACE, format_of, is_in_place, unreadable
from kranalyze.survey.portions import Portion, frame_pieces, random_pieces, record_pieces

if TYPE_CHECKING:
    from kranalyze.kpn import Outcome

#: So many files are named.
_NAMED = 8

#: File, line and index of a deal.
Place = tuple[str | None, int, int]


class Source(Protocol):
    """Where deals come from."""

    def pieces(self) -> Iterator[Portion]:
        """The deals."""

    def place(self, number: int) -> Place:
        """Where a deal stands, by its number in the pieces."""

    def told(self) -> str:
        """What people are told of it; of files what they say of themselves."""


class Randomly:
    """Random deals of a game."""

    def __init__(self, game: Game, count: int, seed: int, rules: Mapping[str, str]) -> None:
        self.game, self.count, self.seed, self.rules = game, count, seed, rules

    def pieces(self) -> Iterator[Portion]:
        """The deals."""
        return random_pieces(self.game, self.count, self.seed, self.rules)

    def place(self, number: int) -> Place:
        """The number in the series."""
        return None, 1, number

    def told(self) -> str:
        """Game and seed: the same figures come again."""
        return (
            f"{self.count:,} random deals of {self.game.name}, seed {self.seed}; the dealer goes round, "
            "North first."
        )


class Files:
    """Deals and records of files, errors reported as they come."""

    def __init__(
        self,
        files: Sequence[str],
        game: str | None,
        rules: Mapping[str, str],
        dealer: Seat | None,
        report: Callable[[Iterable[KpnError]], None],
        board: str | None = None,
    ) -> None:
        self.board = board
        self.files, self.game, self.rules, self.dealer, self.report = files, game, rules, dealer, report
        self._starts: list[int] = []
        self._names: list[str] = []
        self._lines, self._indices = array("I"), array("I")
        self._said: list[str] = []

    def pieces(self) -> Iterator[Portion]:
        """The deals of all files in their order; those with an unknown hand are reported and left out."""
        from kranalyze.read.logs import scan

        for file in self.files:
            if not is_in_place(file) and file != "-" and format_of(file) == "kpn":
                try:
                    yield from self._records(scan(file, self.game, self.rules), name_text(file))
                except OSError as error:
                    self.report([unreadable(file, error)])
            else:
                yield from self._opened(file)

    def _opened(self, file: str) -> Iterator[Portion]:
        import polars as pl

        from kranalyze.kpn import iter_kpn

        deals = open_deals(file, self.game, self.rules)
        if deals.form == "kpn":
            yield from self._records(
                iter_kpn(deals.data, deals.name, deals.game, deals.rules, deals.start), deals.name
            )
            return
        columns = deals.frame()
        self.report(columns.problems)
        unknown = pl.any_horizontal(pl.col("n", "e", "s", "w").is_null())
        for name, line, index in columns.frame.filter(unknown).select("file", "line", "deal").iter_rows():
            self._lacking(name, line, index)
        frame = columns.frame.filter(~unknown)
        if self.board is not None:
            frame = frame.filter(board=self.board)
        start = self._begin(deals.name)
        self._lines.extend(frame["line"].to_list())
        self._indices.extend(frame["deal"].to_list())
        yield from frame_pieces(frame, self.rules, self.dealer, start)

    def _records(self, outcomes: Iterable[Outcome], file: str) -> Iterator[Portion]:
        some = False

        def known() -> Iterator[Record]:
            nonlocal some
            for outcome in outcomes:
                record = outcome.record
                some = some or record is not None or bool(outcome.problems)
                self.report(outcome.problems)
                if record is None:
                    continue
                if record.index == 0:
                    self._introduced(record)
                if self.board not in (None, record.board):
                    continue
                if record.deal is None:
                    self._lacking(record.file, record.line, record.index, "the game has no Deal")
                elif not record.deal.complete:
                    self._lacking(record.file, record.line, record.index)
                else:
                    self._lines.append(record.line)
                    self._indices.append(record.index)
                    yield record

        yield from record_pieces(known(), self.dealer, self._begin(file))
        if not some:
            self.report([KpnError(file, 1, 1, "error", "there is no game in the file")])

    def _begin(self, file: str) -> int:
        """A new file; the number of its first deal."""
        self._starts.append(len(self._lines))
        self._names.append(file)
        return len(self._lines)

    def _lacking(
        self, file: str | None, line: int, index: int, message: str = "a hand of the deal is not known"
    ) -> None:
        self.report([KpnError(file or IN_PLACE, line, 1, "error", message, index)])

    def _introduced(self, record: Record) -> None:
        """What a file says of itself before its first game."""
        lines = [comment.text.strip() for block in record.preamble for comment in block]
        if lines:
            self._said.append(f"{record.file} says: {' '.join(' '.join(lines).split())}")

    def place(self, number: int) -> Place:
        """File, line and index."""
        file = bisect_right(self._starts, number) - 1
        return self._names[file], self._lines[number], self._indices[number]

    def told(self) -> str:
        """The names of the files, and what they say of themselves."""
        names = list(dict.fromkeys(self._names))
        listed = ", ".join(names[:_NAMED])
        if len(names) > _NAMED:
            listed += f" and {len(names) - _NAMED} more"
        return "\n".join([f"From {listed}." if listed else "", *self._said[:_NAMED]]).strip()
