"""Split deals and records from any source into portions.

All deals of a portion have the same card game and the same rule options.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any, NamedTuple, TypeAlias

import polars as pl

from kranalyze.analysis import read_log
from kranalyze.answers.tables import GivenDeals, deal_frame, split_where_rules_change
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import numbered_deals
from kranalyze.games import GAMES, Game, get_game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.kpn import KpnError, Outcome, Record
from kranalyze.read import input_pieces, keep_known_deals
from kranalyze.read.columns import deal_columns_of_records
from kranalyze.read.lacking import problems_or_missing_deal

#: Number of random deals in a portion.
_DEALT = 1 << 13

#: Number of records in a portion.
_RECORDS = 64

#: Maximum number of file names that a text lists.
_NAMED = 8

#: Type of a function that is called with errors and warnings.
Report: TypeAlias = Callable[[Iterable[KpnError]], object]


class Portion(NamedTuple):
    """Deals with the same card game and rules, and the records of the deals that were played.

    Attributes:
        game: id of the game.
        written: rule options that differ from their defaults, as text. None: no option differs.
        deals: columns ``n e s w talon`` and ``forehand`` (number of the seat; null: unknown). Deals of files
            also have the columns ``file line``.
        records: logged games to analyse. ``deals`` includes the deals of these games.
    """

    game: str
    written: str | None
    deals: pl.DataFrame
    records: tuple[Record, ...] = ()


@dataclass(slots=True)
class Files:
    """Reads deals and records from files.

    Attributes:
        files: names of the files, as in the FILE arguments of the commands.
        game: id of the card game of all deals. None: each deal has the game that it names.
        rules: rule options. They override the rule options of the deals.
        dealer: dealer of the deals that name no dealer.
        report: function that is called with errors and warnings.
        board: name of the board whose deals are used. None: all deals are used.
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
        """Yield the portions of all files in order. Report and leave out deals with an unknown hand."""
        for piece in (
            piece for file in self.files for piece in input_pieces(file, None, self.game, self.rules)
        ):
            self._names[piece.file] = None
            if piece.has_records:
                outcomes = self._keep_opening_comments(piece.outcomes())
                known = records_with_known_hands(outcomes, self.report, self.board)
                yield from record_pieces(known, self.dealer)
            else:
                columns = keep_known_deals(piece.columns())
                self.report(columns.problems)
                frame = columns.frame if self.board is None else columns.frame.filter(board=self.board)
                yield from frame_pieces(frame, self.rules, self.dealer)

    def _keep_opening_comments(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """Yield the outcomes unchanged. Store the comments before the first record of each file."""
        for outcome in outcomes:
            record = outcome.record
            lines: list[str] = []
            if record is not None:
                lines = [comment.text.strip() for block in record.preamble for comment in block]
            if record is not None and record.index == 0 and lines:
                self._file_notes.append(f"{record.file} says: {' '.join(' '.join(lines).split())}")
            yield outcome

    def file_names_and_comments(self) -> str:
        """Return a text that names the files read so far, and quotes the comments before the records."""
        listed = ", ".join(list(self._names)[:_NAMED])
        if len(self._names) > _NAMED:
            listed += f" and {len(self._names) - _NAMED} more"
        return "\n".join([f"From {listed}." if listed else "", *self._file_notes[:_NAMED]]).strip()


def random_pieces(game: Game, count: int, seed: int, rules: Mapping[str, str]) -> Iterator[Portion]:
    """Yield portions of random deals. North deals first, then East and so on, as in ``kranalyze deal``."""
    for start in range(0, count, _DEALT):
        frame = numbered_deals(get_game(game), min(_DEALT, count - start), seed, start, {})
        yield from frame_pieces(frame.with_columns(rules=pl.lit(None, pl.String)), rules)


def frame_pieces(
    frame: pl.DataFrame, rules: Mapping[str, str], dealer: Seat | None = None
) -> Iterator[Portion]:
    """Yield the portions of a frame of deals. All hands must be known.

    Args:
        frame: the deals, with the columns of ``read.Columns.frame``.
        rules: rule options. They override the rule options of the deals.
        dealer: dealer of the deals that name no dealer.
    """
    seats = pl.Enum([seat.name for seat in Seat])
    default_dealer = None if dealer is None else dealer.name
    known_dealer = pl.col("dealer").cast(seats, strict=False).fill_null(pl.lit(default_dealer, seats))
    for part in split_where_rules_change(frame.with_columns(dealer=known_dealer.to_physical())):
        game = GAMES[part["game"][0]]
        written = rules_text(game.under({**written_rules(part["rules"][0]), **rules}))
        forehand = (pl.col("dealer") + 1).cast(pl.Int32) % game.seats
        yield Portion(game.id, written, part.with_columns(forehand=forehand))


def record_pieces(records: Iterable[Record], dealer: Seat | None = None) -> Iterator[Portion]:
    """Yield the portions of records whose hands are known. A record without a contract adds only a deal."""
    for (name, written), same_rules in groupby(records, lambda r: (r.game, rules_text(r.game_row))):
        usual = None if dealer is None else (dealer + 1) % GAMES[name].seats
        while part := list(islice(same_rules, _RECORDS)):
            forehands = [usual if record.forehand is None else record.forehand for record in part]
            deals = deal_columns_of_records(part).with_columns(pl.Series("forehand", forehands, pl.Int32))
            played = tuple(record for record in part if record.contract is not None)
            yield Portion(name, written, deals, played)


def records_with_known_hands(
    outcomes: Iterable[Outcome], report: Report, board: str | None = None
) -> Iterator[Record]:
    """Yield the records whose hands are all known. Report errors, and records with an unknown hand.

    Args:
        outcomes: the results of reading records: records with warnings, or errors.
        report: function that is called with errors and warnings.
        board: yield only records with this board. None: all records.
    """
    for outcome in outcomes:
        record = outcome.record
        report(problems_or_missing_deal(outcome))
        if record is None or record.deal is None or board not in (None, record.board):
            continue
        if record.deal.complete:
            yield record
        else:
            message = "a hand of the deal is not known"
            report([KpnError(record.file, record.line, 1, "error", message, record.index)])


def argument_pieces(
    source: GivenDeals | Record | Iterable[Deal | str | Record], game: str | Game | None,
    dealer: Seat | str | int | None, rules: Mapping[str, str], report: Report,
) -> Iterator[Portion]:  # fmt: skip
    """Yield the portions of deals and records that a caller passes to ``stats`` as Python objects."""
    seat = None if dealer is None else Seat.parse(dealer)
    listed: Any = [source] if isinstance(source, Record) else source
    records: list[Record] = []
    if isinstance(listed, Iterable) and not isinstance(listed, str) and not hasattr(listed, "columns"):
        items = list(listed)
        records = [item for item in items if isinstance(item, Record)]
        listed = [item for item in items if not isinstance(item, Record)]
    yield from frame_pieces(deal_frame(listed, game), rules, seat)
    yield from record_pieces(records_with_known_hands(read_log(records, None, rules), report), seat)
