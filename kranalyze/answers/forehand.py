"""Drop the rows with trumps that forehand would not name, in games where forehand names trump.

A row is a contract on a deal, with a trump and the settlement that the declarer can force (``forced``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.cards import suit_mask
from kranalyze.games import Game
from kranalyze.games.question import contract_deciding_trump

if TYPE_CHECKING:
    import polars as pl


def keep_trumps_forehand_can_name(
    rows: pl.DataFrame, game: Game, forehand_hands: pl.DataFrame
) -> pl.DataFrame:
    """Return the rows whose trump forehand can name, and the rows without a trump, in the same order.

    Forehand can name a suit of which it holds a card. Some contracts are bid by forehand's opponents, and
    played in the trump that forehand has named. Rows of such a contract are returned for a single trump: the
    trump that is best for the contract that forehand plays if nobody bids.

    Args:
        rows: a frame with the columns ``deal contract trump forced``, as `SettledRows.frame_of_solved_deals`
            returns them. All rows of a deal have the same forehand. If a deal has contracts that forehand's
            opponents bid, the deal must also have rows with the contract that forehand plays if nobody bids.
        game: the game of all rows.
        forehand_hands: a frame with the columns ``deal`` and ``held`` (mask of forehand's hand).
    """
    import polars as pl

    if not game.bidding.trump:
        return rows
    rows = rows.join(forehand_hands, on="deal", how="left", maintain_order="left")
    holds = [(pl.col("trump") == suit) & (pl.col("held") & suit_mask(suit) != 0) for suit in range(4)]
    rows = rows.filter(pl.any_horizontal(pl.col("trump").is_null(), *holds))
    rows = rows.join(find_trump_of_best_contract(rows), on="deal", how="left", maintain_order="left")
    is_own = ~pl.col("contract").is_in(contracts_against_forehands_trump(game))
    return rows.filter(is_own | (pl.col("trump") == pl.col("supposed")))


def find_trump_of_best_contract(rows: pl.DataFrame) -> pl.DataFrame:
    """Return for each deal the trump that is best for the contract that forehand plays if nobody bids.

    If several trumps are equally good, return the first of them in the order S H D C.

    Args:
        rows: as for `keep_trumps_forehand_can_name`, but only with trumps that forehand can name.

    Returns:
        A frame with the columns ``deal`` and ``supposed`` (the trump).
    """
    import polars as pl

    best = rows.filter(pl.col("contract") == 0, pl.col("forced").is_not_null())
    best = best.sort("forced", "trump", descending=[True, False])
    best = best.unique("deal", keep="first", maintain_order=True)
    return best.select("deal", supposed="trump")


def contracts_against_forehands_trump(game: Game) -> list[int]:
    """Return the indexes of the contracts that forehand's opponents bid after forehand has named trump."""
    return [i for i, contract in enumerate(game.contracts) if contract_deciding_trump(game, contract)]
