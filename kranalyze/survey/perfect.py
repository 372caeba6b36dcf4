"""From the auctions of four perfect bidders to sums: what they end in, who declares, what each is paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from kranalyze.answers.par import Par, pars
from kranalyze.deal import Seat
from kranalyze.games import Game
from kranalyze.survey.sums import summed

if TYPE_CHECKING:
    import polars as pl

#: Places in the auction, left of the dealer first.
PLACES = ("first", "second", "third", "last")


def par_sums(game: Game, deals: pl.DataFrame, rules: Mapping[str, str]) -> pl.DataFrame:
    """The sums of some deals whose dealer is known, to be fitted.

    Args:
        deals: columns ``n e s w`` and ``forehand``.
    """
    import polars as pl

    found = pars(deals.select("n", "e", "s", "w"), game=game, rules=rules, workers=1)
    forehands = deals["forehand"].to_list()
    rows = [(index, *row) for index, of_deal in found for row in _rows(of_deal, forehands[index])]
    kinds = {
        "deal": pl.UInt32, "figure": pl.String, "who": pl.String, "contract": pl.String, "amount": pl.Int32,
        "hit": pl.Boolean, "paid": pl.Int64,
    }  # fmt: skip
    frame = pl.DataFrame(rows, schema=kinds, orient="row")
    keys = ["figure", "who", "contract", "amount"]
    return summed(frame, keys, pl.col("hit"), pl.col("paid"))


#: Figure, who, contract, amount, whether it is counted, what is paid.
_Row = tuple[str, str, str | None, int | None, bool, int | None]


def _rows(of_deal: Sequence[Par], forehand: int) -> Iterator[_Row]:
    """What a deal counts for, by the auction of its dealer."""
    par = next(p for p in of_deal if p.dealer == Seat((forehand + 3) % 4))
    amount = None if par.declarer is None else par.payoff[par.declarer]
    yield "units", "par", None, None, True, None
    yield "par", "par", par.contract, amount, True, None
    for place, name in enumerate(PLACES):
        seat = (forehand + place) % 4
        yield "par_seat", name, None, None, seat in (par.declarer, par.second), par.payoff[seat]
