"""Recognize bridge hands and bridge deals, so that callers reject them: kranalyze does not solve bridge."""

from __future__ import annotations

#: The error message for a bridge hand or a bridge deal. ``texts/problems.toml`` also has it in German.
BRIDGE_REFUSAL = "this is bridge, with hands of 13 cards; kranalyze solves games of 20 to 32 cards"

_RANKS = frozenset("AKQJT98765432")
_LOW_RANKS = frozenset("65432")


def is_bridge_hand(text: str) -> bool:
    """Return whether a text is a hand of 13 cards with at least one rank from 2 to 6, which only bridge has.

    >>> is_bridge_hand("A8654.KQ5.T.QJT6"), is_bridge_hand("AKQJT9.AKQJ9.AK."), is_bridge_hand("A654.KQ5.T.")
    (True, False, False)
    """
    ranks = text.upper().replace("10", "T").replace("-", "")
    if ranks.count(".") != 3 or len(ranks) != 3 + 13:
        return False
    letters = set(ranks) - {"."}
    return letters <= _RANKS and not letters.isdisjoint(_LOW_RANKS)


def has_bridge_hand(text: str) -> bool:
    """Return whether the text of a deal has a bridge hand.

    >>> has_bridge_hand("N:- A8654.KQ5.T.QJT6 - -")
    True
    """
    return not _LOW_RANKS.isdisjoint(text) and any(map(is_bridge_hand, text.partition(":")[2].split()))
