"""Describe the aim of a contract for a sentence on the page.

The description has the key of a text, the numbers in the text, and the players with this aim.
"""

from __future__ import annotations

from typing import Any

from kranalyze.games.base import Contract


def aim_of(contract: Contract) -> list[Any] | None:
    """Return the aim of a contract as three values. Return None if no card is played in the contract.

    The first value is the key of a text, without the ``_`` that ends this key in words.json. The second value
    has the numbers in the text. The third value is a word that says which players have the aim. ``each``
    means every player. ``alone`` means the declarer. ``called`` means the declarer and the holder of the
    called card. ``opposite`` means the declarer and the player opposite.
    """
    goal = contract.goal
    if goal.decided_without_play:
        return None
    keys = {
        "sweep": "aimAllTricks", "points": "aimPoints", "tricks": "aimTricks", "race": "aimRace",
        "last": "aimButLast", "most": "aimNotMost", "exactly": "aimExactly",
    }  # fmt: skip
    key = keys[goal.kind]
    if goal.takers == "others":
        key = "aimNoTrick"
    elif goal.margin:
        key = "aimMorePoints"
    elif goal.kind == "sweep" and goal.need:
        key = "aimFirstTricks" if goal.tricks else "aimAllTricksAndPoints"
    points = contract.makeable_at if goal.kind == "points" else goal.need
    numbers = {"n": goal.tricks, "points": points}
    if goal.each_for_himself:
        return [key, numbers, "each"]
    is_lone = goal.takers != "side" or goal.last_winner_becomes_partner
    return [key, numbers, "alone" if is_lone else contract.party]
