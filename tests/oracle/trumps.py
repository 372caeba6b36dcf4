"""Find the possible trumps if a question of Bauernschnapsen names no trump (RULINGS)."""

from __future__ import annotations

from collections.abc import Mapping

#: The contracts whose declarer is an opponent of forehand. Forehand names the trump; the declarer does not.
KONTRA = ("kontraschnapser", "kontrabauernschnapser")


def held_suits(hand: int) -> list[int]:
    """Return the suits that a hand holds, in the order S H D C. Forehand can name no other suit."""
    return [suit for suit in range(4) if hand >> 8 * suit & 0xFF]


def supposed_trump(forehand: int, rufer: Mapping[int, int]) -> int:
    """Return the trump of forehand's best Rufer. Of equal trumps, return the first in the order S H D C.

    Args:
        forehand: forehand's hand.
        rufer: value of forehand's Rufer, by trump.
    """
    suits = held_suits(forehand)
    best = max(rufer[suit] for suit in suits)
    return next(suit for suit in suits if rufer[suit] == best)
