"""A card judged on what its player could know (RULINGS: single dummy): figures, and the verdict in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from kranalyze.cards import Deck
from kranalyze.frozen import frozen
from kranalyze.show.text import card_text, listed

Verdict = Literal["mistake", "unlucky", "lucky"]


@frozen
class Single:
    """What the player of a card could know of it.

    Attributes:
        layouts, looked_at: possible layouts, and how many were looked at.
        card: the one played.
        shares: of every card of the player the share of the layouts that his side wins after it.
        means: of every card the mean of the settlements that he can force after it.
        best: the cards with the greatest mean.
        cost: mean of the best card less that of the card played.
        low, high: 95% interval of the cost; equal to it when all layouts were looked at.
        verdict: ``mistake`` it cost something on what the player could know; ``unlucky`` it cost something
            with all cards open, but was right on what he knew; ``lucky`` a mistake that cost nothing as the
            cards lay; None: neither, or samples leave it open.
        better: the best card with all cards open, None if that is the one played.
    """

    layouts: int
    looked_at: int
    card: int
    shares: Mapping[int, float]
    means: Mapping[int, float]
    best: tuple[int, ...]
    cost: float
    low: float
    high: float
    verdict: Verdict | None
    better: int | None = None


def verdict_text(single: Single, who: str, amount: str, deck: Deck) -> str:
    """The verdict in words, empty if there is none.

    Args:
        who: the player.
        amount: what the card cost with all cards open, in words.
    """
    card = card_text(single.card, deck)
    share = f"{single.shares[single.card]:.0%}"
    best = listed((card_text(c, deck) for c in single.best), "or")
    against = f"{share} against {single.shares[single.best[0]]:.0%} for {best}"
    if single.verdict == "unlucky":
        other = single.better
        right = ""
        if other is not None:
            right = f": {share} against {single.shares[other]:.0%} for {card_text(other, deck)}"
        return f"{card} cost {who} {amount}, but on what {who} could know it was right{right}"
    if single.verdict == "mistake":
        return f"On what {who} could know {card} was a mistake: {against}"
    if single.verdict == "lucky":
        lay = f"{card} cost {who} nothing as the cards lay"
        return f"{lay}, but on what {who} could know it was a mistake: {against}"
    return ""
