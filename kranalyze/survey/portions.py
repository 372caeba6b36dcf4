"""Where deals and records come from, cut into pieces of one game and one set of rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any

from kranalyze.answers.given import GivenDeals, deal_frame
from kranalyze.deal import Deal, Seat
from kranalyze.frozen import frozen
from kranalyze.games import GAMES, Game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.kpn import Record

if TYPE_CHECKING:
    import polars as pl

#: Deals dealt, and records taken, at a time.
_DEALT, _RECORDS = 1 << 13, 64


#: Columns of a piece: the hands, forehand (number of the seat, or null), a number that tells deals apart.
DEAL_COLUMNS = ("n", "e", "s", "w", "talon", "forehand", "number")


@frozen
class Portion:
    """Some deals of one game and one set of rules, and the records that were played on deals.

    Attributes:
        written: rule options that differ from their defaults, as in a Rules tag.
        deals: columns ``DEAL_COLUMNS``.
        records: to be analysed as they were played; their deals stand in ``deals`` as well.
    """

    game: str
    written: str | None
    deals: pl.DataFrame
    records: tuple[Record, ...] = ()


def forehand_of(dealer: int, game: Game) -> int:
    """The number of the seat left of the dealer."""
    return (dealer + 1) % game.seats


def random_pieces(game: Game, count: int, seed: int, rules: Mapping[str, str]) -> Iterator[Portion]:
    """Random deals; the dealer goes round, North first, as in ``kranalyze deal``."""
    import polars as pl

    from kranalyze.dealing import random_deals

    written = rules_text(game, game.rules(rules))
    for start in range(0, count, _DEALT):
        deals = random_deals(game, min(_DEALT, count - start), seed=seed, start=start)
        number = pl.int_range(start, start + pl.len(), dtype=pl.Int64)
        forehand = ((number % game.seats + 1) % game.seats).cast(pl.Int32)
        deals = deals.with_columns(forehand=forehand, number=number)
        yield Portion(game.id, written, deals.select(DEAL_COLUMNS))


def frame_pieces(
    frame: pl.DataFrame, rules: Mapping[str, str], dealer: Seat | None = None, start: int = 0
) -> Iterator[Portion]:
    """Columns of deals as ``dealfiles`` reads them, all hands known.

    Args:
        rules: rule options over those of the deals.
        dealer: of deals that name none.
        start: number of the first.
    """
    import polars as pl

    seats = {seat.name: int(seat) for seat in Seat}
    given = None if dealer is None else int(dealer)
    number = pl.int_range(start, start + pl.len(), dtype=pl.Int64)
    seat = pl.col("dealer").replace_strict(seats, default=None, return_dtype=pl.Int32)
    seat = seat.fill_null(pl.lit(given, pl.Int32))
    frame = frame.with_columns(number=number, seat=seat).with_columns(run=pl.struct("game", "rules").rle_id())
    for part in frame.partition_by("run", maintain_order=True):
        game = GAMES[part["game"][0]]
        written = rules_text(game, game.rules({**written_rules(part["rules"][0]), **rules}))
        deals = part.with_columns(forehand=((pl.col("seat") + 1) % game.seats).cast(pl.Int32))
        yield Portion(game.id, written, deals.select(DEAL_COLUMNS))


def record_pieces(records: Iterable[Record], dealer: Seat | None = None, start: int = 0) -> Iterator[Portion]:
    """Records, whose deals are all known; those with a contract are analysed as well."""
    numbered = enumerate(records, start)
    for (game, written), some in groupby(numbered, key=lambda one: _key(one[1])):
        while part := list(islice(some, _RECORDS)):
            yield _piece(game, written, part, dealer)


def _key(record: Record) -> tuple[str, str | None]:
    return record.game, rules_text(record.game_row, record.rules)


def _piece(game: str, written: str | None, part: list[tuple[int, Record]], dealer: Seat | None) -> Portion:
    import polars as pl

    rows: list[tuple[Any, ...]] = []
    for number, record in part:
        assert record.deal is not None
        seat = record.forehand
        if seat is None and dealer is not None:
            seat = Seat(forehand_of(dealer, record.game_row))
        talon = record.talon if record.talon is not None else record.deal.talon
        rows.append((*record.deal.masks, talon, None if seat is None else int(seat), number))
    kinds = [*[pl.UInt32] * 5, pl.Int32, pl.Int64]
    deals = pl.DataFrame(rows, schema=dict(zip(DEAL_COLUMNS, kinds, strict=True)), orient="row")
    return Portion(game, written, deals, tuple(r for _, r in part if r.contract is not None))


def given_pieces(
    deals: GivenDeals | Record | Iterable[Deal | str | Record],
    game: str | Game | None = None,
    dealer: Seat | int | str | None = None,
) -> Iterator[Portion]:
    """What ``stats`` takes, but for files."""
    seat = None if dealer is None else Seat.parse(dealer)
    given: Any = [deals] if isinstance(deals, Record) else deals
    records: list[Record] = []
    if isinstance(given, Iterable) and not isinstance(given, str) and not hasattr(given, "columns"):
        listed = list(given)
        records = [one for one in listed if isinstance(one, Record)]
        given = [one for one in listed if not isinstance(one, Record)]
    for record in records:
        if record.deal is None or not record.deal.complete:
            raise ValueError(f"record {record.index} of {record.file}: a hand of the deal is not known")
    frame = deal_frame(given, game)
    yield from frame_pieces(frame, {}, seat)
    yield from record_pieces(records, seat, frame.height)
