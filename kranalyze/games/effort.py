"""The time that careful players take for the goals of contracts, for estimates."""

from __future__ import annotations

from kranalyze.games.base import Game, Goal

#: Milliseconds of one processor core that a careful player takes for a layout at a turn, by kind of goal.
#: Measured with hands of six cards on a machine of 2024.
_LOOK_MILLISECONDS = {
    "sweep": 0.001, "exactly": 0.001, "last": 0.0018, "race": 0.02, "stakes": 0.011, "dealt": 0.0,
}  # fmt: skip

#: Milliseconds for all other kinds of goals. In these contracts points are counted.
_POINTS_MILLISECONDS = 0.005

#: Factor for contracts that count points in a game with a talon: the declarer also chooses a discard.
_WITH_TALON = 4.0


def look_milliseconds(game: Game, goal: Goal) -> float:
    """Estimate the milliseconds of one processor core that a careful player takes for a layout at a turn.

    The estimate holds for hands of six cards.
    """
    if goal.kind in _LOOK_MILLISECONDS:
        return _LOOK_MILLISECONDS[goal.kind]
    return _POINTS_MILLISECONDS * (_WITH_TALON if game.talon else 1.0)
