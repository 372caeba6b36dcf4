"""From logged games to sums: what was bid and made, what should have been, what was left on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kranalyze.analysis.game import Analysed
from kranalyze.kpn import Record
from kranalyze.survey.features import features_of
from kranalyze.survey.makeable import Grouping
from kranalyze.survey.sums import fitted

if TYPE_CHECKING:
    import polars as pl


def logged_sums(
    games: Sequence[Analysed], groupings: Sequence[Grouping], contracts: Sequence[str], written: str | None
) -> Iterator[pl.DataFrame]:
    """The sums of some games of one game and one set of rules.

    Args:
        contracts: those that are counted.
    """
    import polars as pl

    rows = [row for game in games for row in _rows(game, contracts)]
    if not rows:
        return
    texts = dict.fromkeys(("game", "figure", "contract"), pl.String())
    kinds = {**texts, "hand": pl.UInt32(), "hit": pl.Boolean(), "amount": pl.Int64()}
    frame = pl.DataFrame(rows, schema=kinds, orient="row")
    frame = frame.with_columns(features_of(pl.col("hand")))
    for number, grouping in enumerate(groupings):
        hits, amounts = pl.col("hit").cast(pl.Int64).sum(), pl.col("amount")
        sums = frame.group_by("game", "figure", "contract", *grouping).agg(
            units=pl.len(),
            count=hits,
            total=pl.when(amounts.count() > 0).then(amounts.sum()),
            deals=pl.len(),
            kk=pl.len(),
            km=hits,
            mm=hits,
        )
        yield fitted(
            sums.with_columns(
                pl.lit("declarer").alias("who"),
                pl.lit(number).alias("grouping"),
                pl.lit(written, pl.String).alias("rules"),
            )
        )


def _rows(game: Analysed, contracts: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    record = game.record
    hand = _declarers_hand(record)
    for figure, contract, hit, amount in _figures(game, contracts):
        yield record.game, figure, contract, hand, hit, amount


def _figures(game: Analysed, contracts: Sequence[str]) -> Iterator[tuple[str, str | None, bool, int | None]]:
    """The figures that a game counts in: figure, contract, whether it is counted, amount."""
    record = game.record
    said = {call.call for call in record.auction}
    if record.auction:
        yield from (("bid", contract, contract in said, None) for contract in contracts)
    yield from (("played", contract, contract == record.contract, None) for contract in contracts)
    higher = {one.contract.id for one in game.passed if one is not None}
    yield from (("passed", contract, contract in higher, None) for contract in contracts)
    if record.contract not in contracts or record.declarer is None:
        return
    if game.made is not None:
        yield "made", record.contract, game.made, None
    if game.makeable is not None:
        yield "should", record.contract, game.makeable, None
    if game.verdict is not None:
        yield "gift", record.contract, game.verdict == "gift", None
        yield "lost", record.contract, game.verdict == "lost", None
    forced = game.guarantee[record.declarer]
    if forced is not None and record.settlement is not None:
        less = forced - record.settlement[record.declarer]
        yield "left_play", record.contract, less > 0, max(0, less)
        yield "gained_play", record.contract, less < 0, max(0, -less)
    if forced is not None:
        more = 0 if game.best is None else max(0, game.best.payoff - forced)
        yield "left_bidding", record.contract, more > 0, more


def _declarers_hand(record: Record) -> int | None:
    """The cards dealt to the declarer, None where nobody declares."""
    if record.deal is None or record.declarer is None:
        return None
    return record.deal.hands[record.declarer]
