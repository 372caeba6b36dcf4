"""From the auctions of four perfect bidders to sums: what they end in, who declares, what each is paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kranalyze.answers.par import Par, pars
from kranalyze.deal import Seat
from kranalyze.games import Game
from kranalyze.survey.sums import fitted

if TYPE_CHECKING:
    import polars as pl

#: Places in the auction, left of the dealer first.
PLACES = ("first", "second", "third", "last")


def par_sums(
    game: Game,
    deals: pl.DataFrame,
    rules: Mapping[str, str],
    groupings: Sequence[tuple[str, ...]],
    written: str | None,
) -> Iterator[pl.DataFrame]:
    """The sums of some deals whose dealer is known; only of all hands, whatever the groupings.

    Args:
        deals: columns ``n e s w`` and ``forehand``.
    """
    import polars as pl

    found = pars(deals.select("n", "e", "s", "w"), game=game, rules=rules, workers=1)
    forehands = deals["forehand"].to_list()
    rows = [row for index, of_deal in found for row in _rows(of_deal, forehands[index])]
    if not rows or () not in groupings:
        return
    kinds = {
        "figure": pl.String(), "who": pl.String(), "contract": pl.String(), "amount": pl.Int32(),
        "hit": pl.Int64(), "paid": pl.Int64(),
    }  # fmt: skip
    frame = pl.DataFrame(rows, schema=kinds, orient="row")
    hits, paid = pl.col("hit").sum(), pl.col("paid")
    sums = frame.group_by("figure", "who", "contract", "amount").agg(
        units=pl.len(), count=hits, total=pl.when(paid.count() > 0).then(paid.sum()),
        deals=pl.len(), kk=pl.len(), km=hits, mm=hits,
    )  # fmt: skip
    yield fitted(
        sums.with_columns(
            pl.lit(game.id).alias("game"),
            pl.lit(written, pl.String).alias("rules"),
            pl.lit(list(groupings).index(())).alias("grouping"),
        )
    )


#: Figure, who, contract, amount, whether it is counted, what is paid.
_Row = tuple[str, str, str | None, int | None, int, int | None]


def _rows(of_deal: Sequence[Par], forehand: int) -> Iterator[_Row]:
    """What a deal counts for, by the auction of its dealer."""
    dealer = Seat((forehand + 3) % 4)
    par = next(p for p in of_deal if p.dealer == dealer)
    amount = None if par.declarer is None else par.payoff[par.declarer]
    yield "units", "par", None, None, 1, None
    yield "par", "par", par.contract, amount, 1, None
    for place, name in enumerate(PLACES):
        seat = (forehand + place) % 4
        yield "par_seat", name, None, None, int(seat in (par.declarer, par.second)), par.payoff[seat]
