"""Split deals and records of any source into portions with one game and one set of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeAlias

import polars as pl

from kranalyze.analysis import outcomes_of
from kranalyze.answers.tables import GivenDeals, deal_frame, split_by_rules
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import deals
from kranalyze.games import GAMES, Game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.kpn import KpnError, Outcome, Record
from kranalyze.read import all_known, cut
from kranalyze.read.columns import frame_of
from kranalyze.read.lacking import with_deal

#: Number of random deals in a portion.
_DEALT = 1 << 13

#: Number of records in a portion.
_RECORDS = 64

#: Number of file names that are listed, at most.
_NAMED = 8

#: Function that receives errors and warnings.
Report: TypeAlias = Callable[[Iterable[KpnError]], object]


class Portion(NamedTuple):
    """Deals with one game and one set of rules, and the records of those deals that were played.

    Attributes:
        written: rule options that differ from their defaults, in the form of a Rules tag.
        deals: columns ``n e s w talon`` and ``forehand`` (number of the seat, null if not known). Deals of
            files also have the columns ``file line``.
        records: games to be analysed. Their deals are among ``deals`` as well.
    """

    game: str
    written: str | None
    deals: pl.DataFrame
    records: tuple[Record, ...] = ()


@dataclass(slots=True)
class Files:
    """Deals and records of files. ``report`` receives errors and warnings.

    Attributes:
        game: game that overrides the game of the files; None keeps it.
        rules: rule options. They override those of the deals.
        dealer: dealer of the deals that name none.
        board: only deals with this name; None for all.
    """

    files: Sequence[str]
    game: str | None
    rules: Mapping[str, str]
    dealer: Seat | None
    report: Report
    board: str | None = None
    _names: dict[str, None] = field(default_factory=dict)
    _file_notes: list[str] = field(default_factory=list)

    def pieces(self) -> Iterator[Portion]:
        """Yield the deals of all files in order. Deals with an unknown hand are left out and reported."""
        for piece in (piece for file in self.files for piece in cut(file, None, self.game, self.rules)):
            self._names[piece.file] = None
            if piece.logged:
                known = known_records(self._with_notes(piece.outcomes()), self.report, self.board)
                yield from record_pieces(known, self.dealer)
            else:
                columns = all_known(piece.columns())
                self.report(columns.problems)
                frame = columns.frame if self.board is None else columns.frame.filter(board=self.board)
                yield from frame_pieces(frame, self.rules, self.dealer)

    def _with_notes(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """Yield the outcomes. Store the comments before the first record of each file."""
        for outcome in outcomes:
            record = outcome.record
            lines: list[str] = []
            if record is not None:
                lines = [comment.text.strip() for block in record.preamble for comment in block]
            if record is not None and record.index == 0 and lines:
                self._file_notes.append(f"{record.file} says: {' '.join(' '.join(lines).split())}")
            yield outcome

    def told(self) -> str:
        """Return a text that names the files and quotes the comments at their beginning."""
        listed = ", ".join(list(self._names)[:_NAMED])
        if len(self._names) > _NAMED:
            listed += f" and {len(self._names) - _NAMED} more"
        return "\n".join([f"From {listed}." if listed else "", *self._file_notes[:_NAMED]]).strip()


def random_pieces(game: Game, count: int, seed: int, rules: Mapping[str, str]) -> Iterator[Portion]:
    """Yield portions of random deals. The dealer goes round from North, as in ``kranalyze deal``."""
    for start in range(0, count, _DEALT):
        frame = deals(min(_DEALT, count - start), game=game, seed=seed, first=start)
        yield from frame_pieces(frame.with_columns(rules=pl.lit(None, pl.String)), rules)


def frame_pieces(
    frame: pl.DataFrame, rules: Mapping[str, str], dealer: Seat | None = None
) -> Iterator[Portion]:
    """Yield portions of a frame with the columns of ``read``. All hands must be known.

    ``rules`` and ``dealer`` are those of ``Files``.
    """
    seats = pl.Enum([seat.name for seat in Seat])
    default_dealer = None if dealer is None else dealer.name
    known_dealer = pl.col("dealer").cast(seats, strict=False).fill_null(pl.lit(default_dealer, seats))
    for part in split_by_rules(frame.with_columns(dealer=known_dealer.to_physical())):
        game = GAMES[part["game"][0]]
        written = rules_text(game.under({**written_rules(part["rules"][0]), **rules}))
        forehand = (pl.col("dealer") + 1).cast(pl.Int32) % game.seats
        yield Portion(game.id, written, part.with_columns(forehand=forehand))


def record_pieces(records: Iterable[Record], dealer: Seat | None = None) -> Iterator[Portion]:
    """Yield portions of records with known deals. Records with a contract will be analysed, too."""
    for (name, written), same_rules in groupby(records, lambda r: (r.game, rules_text(r.game_row))):
        usual = None if dealer is None else (dealer + 1) % GAMES[name].seats
        while part := list(islice(same_rules, _RECORDS)):
            forehands = [usual if record.forehand is None else record.forehand for record in part]
            deals = frame_of(part).with_columns(pl.Series("forehand", forehands, pl.Int32))
            played = tuple(record for record in part if record.contract is not None)
            yield Portion(name, written, deals, played)


def known_records(outcomes: Iterable[Outcome], report: Report, board: str | None = None) -> Iterator[Record]:
    """Yield the records with known deals; with ``board`` only those of this board.

    Report errors, and records with an unknown hand.
    """
    for outcome in outcomes:
        record = outcome.record
        report(with_deal(outcome))
        if record is None or record.deal is None or board not in (None, record.board):
            continue
        if record.deal.complete:
            yield record
        else:
            message = "a hand of the deal is not known"
            report([KpnError(record.file, record.line, 1, "error", message, record.index)])


def given_pieces(
    source: GivenDeals | Record | Iterable[Deal | str | Record], game: str | Game | None,
    dealer: Seat | str | int | None, rules: Mapping[str, str], report: Report,
) -> Iterator[Portion]:  # fmt: skip
    """Yield portions of deals and records passed to ``stats``. ``Files`` handles files instead."""
    seat = None if dealer is None else Seat.parse(dealer)
    listed: Any = [source] if isinstance(source, Record) else source
    records: list[Record] = []
    if isinstance(listed, Iterable) and not isinstance(listed, str) and not hasattr(listed, "columns"):
        items = list(listed)
        records = [item for item in items if isinstance(item, Record)]
        listed = [item for item in items if not isinstance(item, Record)]
    yield from frame_pieces(deal_frame(listed, game), rules, seat)
    yield from record_pieces(known_records(outcomes_of(records, None, rules), report), seat)
