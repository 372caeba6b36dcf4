"""Estimate the time that careful players need. It depends on the goals of contracts.

A careful player samples layouts of the unseen cards, and solves each layout. Times are milliseconds of one
processor core.
"""

from __future__ import annotations

from kranalyze.games.base import Contract, Game, Goal

#: Milliseconds per sampled layout at a turn, for some kinds of goals. Measured with hands of six cards on a
#: machine of 2024.
_LOOK_MILLISECONDS = {
    "sweep": 0.001, "exactly": 0.001, "last": 0.0018, "race": 0.02, "stakes": 0.011, "dealt": 0.0,
}  # fmt: skip

#: Milliseconds per layout for all other kinds of goals. In contracts with these goals points are counted.
_POINTS_MILLISECONDS = 0.005

#: Factor by which a contract that counts points takes longer in a game with a talon. There the declarer also
#: chooses a discard.
_WITH_TALON = 4.0


def milliseconds_per_layout(game: Game, goal: Goal) -> float:
    """Estimate the milliseconds that a careful player needs per sampled layout at a turn.

    The estimate holds for hands of six cards.
    """
    if goal.kind in _LOOK_MILLISECONDS:
        return _LOOK_MILLISECONDS[goal.kind]
    return _POINTS_MILLISECONDS * (_WITH_TALON if game.talon else 1.0)


#: Milliseconds to judge a hand in the auction, besides the time per layout.
_HAND_MILLISECONDS = 3.0

#: Milliseconds to judge a contract in a layout during the auction, for some kinds of goals. This includes all
#: trumps and called cards.
_JUDGING_MILLISECONDS = {"points": 0.45, "race": 0.17}

#: Milliseconds to judge a contract with any other kind of goal; and a contract that two seats play.
_JUDGING_OTHERS, _JUDGING_TWO = 0.03, 0.2

#: Factor by which judging a hand takes longer in a game with a talon. There the best discard is searched for.
_TALON_JUDGING = 2.3


def judging_milliseconds(game: Game, contract: Contract | None, look: int, is_double: bool) -> float:
    """Estimate the milliseconds that a careful player needs to judge a hand in the auction.

    Args:
        game: the game.
        contract: the contract to judge. None: all contracts of the game.
        look: number of layouts that the player samples.
        is_double: whether two seats play the contract, each alone against all others.
    """
    if is_double:
        return _HAND_MILLISECONDS + look * _JUDGING_TWO
    if game.book is not None:
        return _HAND_MILLISECONDS
    contracts = game.contracts if contract is None else (contract,)
    rates = sum(_JUDGING_MILLISECONDS.get(row.goal.kind, _JUDGING_OTHERS) for row in contracts)
    return _HAND_MILLISECONDS + look * rates * (_TALON_JUDGING if game.talon else 1.0)
