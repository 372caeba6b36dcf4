"""The possible trumps of a question of Bauernschnapsen that leaves the trump open, from RULINGS."""

from __future__ import annotations

from collections.abc import Mapping

#: The contracts that are played in the trump of the other side's forehand.
KONTRA = ("kontraschnapser", "kontrabauernschnapser")


def held_suits(hand: int) -> list[int]:
    """The suits that a hand holds, in the order S H D C: forehand can name no other."""
    return [suit for suit in range(4) if hand >> 8 * suit & 0xFF]


def supposed_trump(forehand: int, rufer: Mapping[int, int]) -> int:
    """The trump of forehand's best Rufer, of equal ones the first.

    Args:
        forehand: forehand's hand.
        rufer: by trump what forehand's Rufer is worth.
    """
    suits = held_suits(forehand)
    best = max(rufer[suit] for suit in suits)
    return next(suit for suit in suits if rufer[suit] == best)
