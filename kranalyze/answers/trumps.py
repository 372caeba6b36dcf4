"""Which rows come into question where forehand has named a trump that is not known (bauernschnapsen)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.cards import suit_mask
from kranalyze.games import Game
from kranalyze.games.questions import supposing

if TYPE_CHECKING:
    import polars as pl


def in_question(rows: pl.DataFrame, game: Game, held: pl.DataFrame) -> pl.DataFrame:
    """The rows whose trump forehand may name, and where the other side bids is supposed to have named.

    Args:
        rows: of one forehand a deal, ``deal contract trump forced`` as in `Settled.frame`; with those of the
            contract that forehand plays if nobody bids where the other side's are among them.
        held: ``deal`` and ``held``, forehand's hand.
    """
    import polars as pl

    if not game.bidding.trump:
        return rows
    rows = rows.join(held, on="deal", how="left")
    holds = [(pl.col("trump") == suit) & (pl.col("held") & suit_mask(suit) != 0) for suit in range(4)]
    rows = rows.filter(pl.any_horizontal(pl.col("trump").is_null(), *holds))
    best = rows.filter(pl.col("contract") == 0).sort("forced", "trump", descending=[True, False])
    best = best.unique("deal", keep="first", maintain_order=True)
    rows = rows.join(best.select("deal", supposed="trump"), on="deal", how="left")
    return rows.filter(~pl.col("contract").is_in(kontra(game)) | (pl.col("trump") == pl.col("supposed")))


def kontra(game: Game) -> list[int]:
    """The contracts, as numbers in the game's list, whose trump is supposed."""
    return [i for i, contract in enumerate(game.contracts) if supposing(game, contract)]
