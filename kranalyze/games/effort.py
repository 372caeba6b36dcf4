"""The time that careful players take for the goals of contracts, for estimates."""

from __future__ import annotations

from kranalyze.games.base import Contract, Game, Goal

#: Milliseconds of one processor core that a careful player takes for a layout at a turn, by kind of goal.
#: Measured with hands of six cards on a machine of 2024.
_LOOK_MILLISECONDS = {
    "sweep": 0.001, "exactly": 0.001, "last": 0.0018, "race": 0.02, "stakes": 0.011, "dealt": 0.0,
}  # fmt: skip

#: Milliseconds for all other kinds of goals. In these contracts points are counted.
_POINTS_MILLISECONDS = 0.005

#: Factor for contracts that count points in a game with a talon: the declarer also chooses a discard.
_WITH_TALON = 4.0


def milliseconds_per_layout(game: Game, goal: Goal) -> float:
    """Estimate the milliseconds of one processor core that a careful player takes for a layout at a turn.

    The estimate holds for hands of six cards.
    """
    if goal.kind in _LOOK_MILLISECONDS:
        return _LOOK_MILLISECONDS[goal.kind]
    return _POINTS_MILLISECONDS * (_WITH_TALON if game.talon else 1.0)


#: Milliseconds of one processor core to judge a hand in the auction, whatever the number of layouts.
_HAND_MILLISECONDS = 3.0

#: Milliseconds of one processor core to judge a contract in a layout during the auction, by kind of goal. All
#: trumps and called cards are judged together.
_JUDGING_MILLISECONDS = {"points": 0.45, "race": 0.17}

#: Milliseconds for all other kinds of goals, and for a contract that two seats play.
_JUDGING_OTHERS, _JUDGING_TWO = 0.03, 0.2

#: Factor for judging a hand in a game with a talon: the best discard is judged, too.
_TALON_JUDGING = 2.3


def judging_milliseconds(game: Game, contract: Contract | None, look: int, is_double: bool) -> float:
    """Estimate the milliseconds of one processor core in which a careful player judges a hand in the auction.

    Args:
        game: the game.
        contract: the judged contract. None: all contracts of the game.
        look: number of layouts that the player samples.
        is_double: whether two seats play the contract, each against all others.
    """
    if is_double:
        return _HAND_MILLISECONDS + look * _JUDGING_TWO
    if game.book is not None:
        return _HAND_MILLISECONDS
    contracts = game.contracts if contract is None else (contract,)
    rates = sum(_JUDGING_MILLISECONDS.get(row.goal.kind, _JUDGING_OTHERS) for row in contracts)
    return _HAND_MILLISECONDS + look * rates * (_TALON_JUDGING if game.talon else 1.0)
