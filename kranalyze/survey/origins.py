"""What statistics are made from: random deals, or files of deals and records, and what is told of them."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from kranalyze.deal import Seat
from kranalyze.games import Game
from kranalyze.kpn import KpnError, Record
from kranalyze.read import all_known, cut
from kranalyze.read.scanning import with_deal
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
        for file in self.files:
            for piece in cut(file, None, self.game, self.rules):
                start = self._begin(piece.file)
                if piece.logged:
                    yield from record_pieces(self._known(piece.outcomes()), self.dealer, start)
                    continue
                columns = all_known(piece.columns())
                self.report(columns.problems)
                frame = columns.frame if self.board is None else columns.frame.filter(board=self.board)
                self._lines.extend(frame["line"].to_list())
                self._indices.extend(frame["deal"].to_list())
                yield from frame_pieces(frame, self.rules, self.dealer, start)

    def _known(self, outcomes: Iterable[Outcome]) -> Iterator[Record]:
        """The records whose hands are all known."""
        for outcome in outcomes:
            record = outcome.record
            self.report(with_deal(outcome))
            if record is None:
                continue
            if record.index == 0:
                self._introduced(record)
            if self.board not in (None, record.board):
                continue
            if record.deal is not None and not record.deal.complete:
                message = "a hand of the deal is not known"
                self.report([KpnError(record.file, record.line, 1, "error", message, record.index)])
            elif record.deal is not None:
                self._lines.append(record.line)
                self._indices.append(record.index)
                yield record

    def _begin(self, file: str) -> int:
        """A new file; the number of its first deal."""
        self._starts.append(len(self._lines))
        self._names.append(file)
        return len(self._lines)

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
