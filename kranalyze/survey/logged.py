"""From logged games to sums: what was bid and made, what should have been, what was left on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kranalyze.analysis.game import Analysed
from kranalyze.kpn import Record
from kranalyze.survey.figurecolumns import features_of
from kranalyze.survey.makeable import Grouping
from kranalyze.survey.sums import fitted, summed

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

    rows = [
        (game.record.game, deal, _declarers_hand(game.record), *figure)
        for deal, game in enumerate(games)
        for figure in _figures(game, contracts)
    ]
    kinds = {
        "game": pl.String, "deal": pl.UInt32, "hand": pl.UInt32, "figure": pl.String, "contract": pl.String,
        "hit": pl.Boolean, "amount": pl.Int64,
    }  # fmt: skip
    frame = pl.DataFrame(rows, schema=kinds, orient="row").with_columns(features_of(pl.col("hand")))
    for number, grouping in enumerate(groupings):
        keys = ["game", "figure", "contract", *grouping]
        sums = summed(frame, keys, pl.col("hit"), pl.col("amount"))
        yield fitted(sums, who="declarer", grouping=number, rules=written)


def _figures(game: Analysed, contracts: Sequence[str]) -> Iterator[tuple[str, str | None, bool, int | None]]:
    """The figures that a game counts in: figure, contract, whether it is counted, amount."""
    record = game.record
    said = {call.call for call in record.auction}
    higher = {one.contract.id for one in game.passed if one is not None}
    for contract in contracts:
        if said:
            yield "bid", contract, contract in said, None
        yield "played", contract, contract == record.contract, None
        yield "passed", contract, contract in higher, None
    if record.contract not in contracts or record.declarer is None:
        return
    if game.made is not None:
        yield "made", record.contract, game.made, None
    if game.makeable is not None:
        yield "should", record.contract, game.makeable, None
    for verdict in ("gift", "lost") if game.verdict is not None else ():
        yield verdict, record.contract, game.verdict == verdict, None
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
