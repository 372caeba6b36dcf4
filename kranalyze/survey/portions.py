"""Where deals and records come from, cut into pieces of one game and one set of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice
from typing import Any, TypeAlias

import polars as pl

from kranalyze.analysis import outcomes_of
from kranalyze.answers.tables import GivenDeals, alike, deal_frame
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import deals
from kranalyze.frozen import frozen
from kranalyze.games import GAMES, Game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.kpn import KpnError, Outcome, Record
from kranalyze.read import all_known, cut
from kranalyze.read.columns import frame_of
from kranalyze.read.scanning import with_deal

#: Deals dealt, and records taken, at a time.
_DEALT, _RECORDS = 1 << 13, 64

#: So many files are named.
_NAMED = 8

#: Is told what is wrong.
Report: TypeAlias = Callable[[Iterable[KpnError]], object]


@frozen
class Portion:
    """Some deals of one game and one set of rules, and the records that were played on deals.

    Attributes:
        written: rule options that differ from their defaults, as in a Rules tag.
        deals: columns ``n e s w talon``, ``forehand`` (number of the seat, null if not known), and, of
            files, where they stand: ``file line``.
        records: to be analysed as they were played; their deals stand in ``deals`` as well.
    """

    game: str
    written: str | None
    deals: pl.DataFrame
    records: tuple[Record, ...] = ()


@dataclass(slots=True)
class Files:
    """Deals and records of files, errors reported as they come.

    Attributes:
        game: of all of them, if one is taken for it.
        rules: rule options over those of the deals.
        dealer: of deals that name none.
        board: only the deals of this name.
    """

    files: Sequence[str]
    game: str | None
    rules: Mapping[str, str]
    dealer: Seat | None
    report: Report
    board: str | None = None
    _names: dict[str, None] = field(default_factory=dict)
    _said: list[str] = field(default_factory=list)

    def pieces(self) -> Iterator[Portion]:
        """The deals of all files in their order; those with an unknown hand are reported and left out."""
        for piece in (piece for file in self.files for piece in cut(file, None, self.game, self.rules)):
            self._names[piece.file] = None
            if piece.logged:
                known = known_records(self._heard(piece.outcomes()), self.report, self.board)
                yield from record_pieces(known, self.dealer)
            else:
                columns = all_known(piece.columns())
                self.report(columns.problems)
                frame = columns.frame if self.board is None else columns.frame.filter(board=self.board)
                yield from frame_pieces(frame, self.rules, self.dealer)

    def _heard(self, outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
        """The same, once what stands before the first record of a file is noted."""
        for outcome in outcomes:
            record = outcome.record
            lines = [] if record is None else [c.text.strip() for block in record.preamble for c in block]
            if record is not None and record.index == 0 and lines:
                self._said.append(f"{record.file} says: {' '.join(' '.join(lines).split())}")
            yield outcome

    def told(self) -> str:
        """What people are told: the names of the files, and what they say of themselves."""
        listed = ", ".join(list(self._names)[:_NAMED])
        if len(self._names) > _NAMED:
            listed += f" and {len(self._names) - _NAMED} more"
        return "\n".join([f"From {listed}." if listed else "", *self._said[:_NAMED]]).strip()


def random_pieces(game: Game, count: int, seed: int, rules: Mapping[str, str]) -> Iterator[Portion]:
    """Random deals; the dealer goes round, North first, as in ``kranalyze deal``."""
    for start in range(0, count, _DEALT):
        frame = deals(min(_DEALT, count - start), game=game, seed=seed, first=start)
        yield from frame_pieces(frame.with_columns(rules=pl.lit(None, pl.String)), rules)


def frame_pieces(
    frame: pl.DataFrame, rules: Mapping[str, str], dealer: Seat | None = None
) -> Iterator[Portion]:
    """Columns of deals as ``read`` has them, all hands known; ``rules`` and ``dealer`` as in ``Files``."""
    seats = pl.Enum([seat.name for seat in Seat])
    given = None if dealer is None else dealer.name
    named = pl.col("dealer").cast(seats, strict=False).fill_null(pl.lit(given, seats))
    for part in alike(frame.with_columns(dealer=named.to_physical())):
        game = GAMES[part["game"][0]]
        written = rules_text(game.under({**written_rules(part["rules"][0]), **rules}))
        forehand = (pl.col("dealer") + 1).cast(pl.Int32) % game.seats
        yield Portion(game.id, written, part.with_columns(forehand=forehand))


def record_pieces(records: Iterable[Record], dealer: Seat | None = None) -> Iterator[Portion]:
    """Records, whose deals are all known; those with a contract are analysed as well."""
    for (name, written), some in groupby(records, lambda r: (r.game, rules_text(r.game_row))):
        usual = None if dealer is None else (dealer + 1) % GAMES[name].seats
        while part := list(islice(some, _RECORDS)):
            forehands = [usual if record.forehand is None else record.forehand for record in part]
            deals = frame_of(part).with_columns(pl.Series("forehand", forehands, pl.Int32))
            played = tuple(record for record in part if record.contract is not None)
            yield Portion(name, written, deals, played)


def known_records(outcomes: Iterable[Outcome], report: Report, board: str | None = None) -> Iterator[Record]:
    """The records whose hands are all known, of one board if it is named; what is wrong is reported."""
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
    given: GivenDeals | Record | Iterable[Deal | str | Record], game: str | Game | None,
    dealer: Seat | int | str | None, rules: Mapping[str, str], report: Report,
) -> Iterator[Portion]:  # fmt: skip
    """What ``stats`` takes, but for files; see ``Files``."""
    seat = None if dealer is None else Seat.parse(dealer)
    listed: Any = [given] if isinstance(given, Record) else given
    records: list[Record] = []
    if isinstance(listed, Iterable) and not isinstance(listed, str) and not hasattr(listed, "columns"):
        mixed = list(listed)
        records = [one for one in mixed if isinstance(one, Record)]
        listed = [one for one in mixed if not isinstance(one, Record)]
    yield from frame_pieces(deal_frame(listed, game), rules, seat)
    yield from record_pieces(known_records(outcomes_of(records, None, rules), report), seat)
