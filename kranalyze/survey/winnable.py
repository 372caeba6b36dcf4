"""Choose deals by the contracts that seats can make."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import polars as pl

from kranalyze.answers.plan import Plan
from kranalyze.conditions.viewpoints import forehand_of_dealer
from kranalyze.deal import Seat
from kranalyze.games import Game
from kranalyze.games.question import contract_deciding_trump
from kranalyze.survey.makeable import solve_biddable_rows

#: Number of deals that are solved at a time.
_SOLVED = 1 << 12


def choose_makeable(
    game: Game, wanted: Iterable[tuple[Seat, str]]
) -> Callable[[pl.DataFrame], pl.Series]:
    """Return a function that takes a frame of deals and chooses deals by makeable contracts.

    The function returns for each deal whether all seats in ``wanted`` can make their contracts. The contracts
    are played with open cards, and with the best called card and trump that the auction allows.

    Args:
        game: the game of the deals.
        wanted: pairs of a seat and the id or name of its contract.

    Raises:
        ValueError: a contract is unknown, a contract can be neither made nor lost, or a seat does not play in
            the game.
    """
    pairs = [(seat, game.contract(name)) for seat, name in wanted]
    for seat, contract in pairs:
        if seat >= game.seats:
            raise ValueError(f"{seat.title} has no hand in {game.id}")
        if contract.makeable_at is None:
            raise ValueError(f"{contract.name} is neither made nor lost")
    contracts = list(dict.fromkeys(contract for _, contract in pairs))
    supposed = [
        found for contract in contracts if (found := contract_deciding_trump(game, contract)) is not None
    ]
    plan = Plan(game, [*contracts, *supposed], None, game.in_force)
    ids = {contract.id: number for number, contract in enumerate(game.contracts)}

    def choose(deals: pl.DataFrame) -> pl.Series:
        """Return for each deal whether all seats in ``wanted`` can make their contracts."""
        return pl.concat(chosen(part) for part in deals.iter_slices(_SOLVED))

    def chosen(deals: pl.DataFrame) -> pl.Series:
        """Return what ``choose`` returns, for at most ``_SOLVED`` deals."""
        forehand = forehand_of_dealer(game).alias("forehand")
        rows, _ = solve_biddable_rows(plan, contracts, deals.with_columns(forehand))
        wins = [
            pl.col("makeable") & (pl.col("contract") == ids[contract.id]) & (pl.col("declarer") == seat)
            for seat, contract in pairs
        ]
        by_deal = rows.group_by("deal").agg(fits=pl.all_horizontal(win.any() for win in wins))
        return deals.select(deal=pl.int_range(pl.len(), dtype=pl.UInt32)).join(
            by_deal, on="deal", how="left", maintain_order="left"
        )["fits"].fill_null(False)

    return choose
