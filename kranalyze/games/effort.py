"""Estimate how long careful players take to choose a card or a call.

A careful player samples layouts (arrangements of the cards that it does not see), and solves each layout. The
time depends on the goal of the contract. All times are milliseconds of one processor core.
"""

from __future__ import annotations

from kranalyze.games.base import Contract, Game, Goal

#: How many milliseconds a careful player takes for each sampled layout when it chooses a card. The key is the
#: kind of the contract's goal. The times were measured with hands of six cards on a machine of 2024.
_LOOK_MILLISECONDS = {
    "sweep": 0.001, "exactly": 0.001, "last": 0.0018, "race": 0.02, "stakes": 0.011, "dealt": 0.0,
}  # fmt: skip

#: How many milliseconds a careful player takes for each sampled layout if the kind of the goal is not in
#: ``_LOOK_MILLISECONDS``. Most contracts with such a goal count points.
_POINTS_MILLISECONDS = 0.005

#: In a game with a talon, ``_POINTS_MILLISECONDS`` is multiplied by this factor, because the declarer also
#: chooses a discard.
_WITH_TALON = 4.0


def careful_milliseconds_per_layout(game: Game, goal: Goal) -> float:
    """Estimate how many milliseconds a careful player takes for each sampled layout when it chooses a card.

    The estimate holds for hands of six cards.
    """
    if goal.kind in _LOOK_MILLISECONDS:
        return _LOOK_MILLISECONDS[goal.kind]
    return _POINTS_MILLISECONDS * (_WITH_TALON if game.talon else 1.0)


#: Milliseconds that a careful player takes to judge its hand in the auction, without the time for the sampled
#: layouts.
_HAND_MILLISECONDS = 3.0

#: Milliseconds to judge a contract in one layout during the auction, with all possible trumps and called
#: cards. The key is the kind of the contract's goal.
_JUDGING_MILLISECONDS = {"points": 0.45, "race": 0.17}

#: Milliseconds to judge a contract in one layout during the auction. ``_JUDGING_OTHERS`` is for goals whose
#: kind is not in ``_JUDGING_MILLISECONDS``. ``_JUDGING_TWO`` is for contracts that two seats play, each
#: alone.
_JUDGING_OTHERS, _JUDGING_TWO = 0.03, 0.2

#: In a game with a talon, judging a layout takes longer by this factor, because the player also looks for the
#: best discard.
_TALON_JUDGING = 2.3


def judging_milliseconds(game: Game, contract: Contract | None, look: int, is_double: bool) -> float:
    """Estimate how many milliseconds a careful player takes to judge its hand in the auction.

    Args:
        game: the game.
        contract: the contract to judge. None: all contracts of the game.
        look: how many layouts the player samples.
        is_double: whether two seats play the contract, each alone against all others.
    """
    if is_double:
        return _HAND_MILLISECONDS + look * _JUDGING_TWO
    if game.book is not None:
        return _HAND_MILLISECONDS
    contracts = game.contracts if contract is None else (contract,)
    rates = sum(_JUDGING_MILLISECONDS.get(row.goal.kind, _JUDGING_OTHERS) for row in contracts)
    return _HAND_MILLISECONDS + look * rates * (_TALON_JUDGING if game.talon else 1.0)
