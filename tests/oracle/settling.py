"""Compute sides, card points and settlements from the rulings, independent of the games' rows of data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kranalyze.cards import RANKS, cards_of, mask_of, rank_of, suit_of
from oracle.search import Vector

#: v of each contract: what a payer owes a receiver. The v of Graden's contracts are in ``graden.CLAUSES``.
#: The stakes of Rußbach are computed in the module ``stakes``, the 1 to 3 points of a Rufer in ``bauern``.
STAKES: dict[str, dict[str, int]] = {
    "anrufen": {"simple": 1, "hundred": 2, "no_tricks": 2, "all_tricks": 2, "all_hundred": 3},
    "bauernschnapsen": {
        "bettler": 5,
        "schnapser": 6,
        "gang": 9,
        "zehnerloch": 10,
        "bauernschnapser": 12,
        "kontraschnapser": 12,
        "herrengang": 18,
        "kontrabauernschnapser": 24,
        "herrenschnapser": 24,
    },
}


def card_points(cards: Iterable[int]) -> int:
    """Return the points of cards: Aces and Tens count 10 each.

    The points are those of all games except Bauernschnapsen and whist.
    """
    return sum(10 for card in cards if RANKS[rank_of(card)] in "AT")


def bauern_points(cards: Iterable[int]) -> int:
    """Return the points of cards in Bauernschnapsen: A 11, T 10, K 4, Q 3, J 2."""
    return sum({"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}[RANKS[rank_of(card)]] for card in cards)


def marriages(hand: int, trump: int | None) -> dict[int, int]:
    """Return the suits of which a hand has King and Queen, with their points: 40 in trumps, else 20."""
    found: dict[int, int] = {}
    for suit in range(4):
        ranks = {RANKS[rank_of(card)] for card in cards_of(hand) if suit_of(card) == suit}
        if {"K", "Q"} <= ranks:
            found[suit] = 40 if suit == trump else 20
    return found


def registers(card: int, hand: int, trump: int | None) -> int:
    """Return the points of the marriage that a player registers by leading a card; 0 if he registers none.

    A King or Queen registers a marriage if the hand holds both King and Queen of this suit.
    """
    if RANKS[rank_of(card)] not in "KQ":
        return 0
    return marriages(hand, trump).get(suit_of(card), 0)


def one_suit(hand: int, count: int) -> bool:
    """Return whether a hand consists of ``count`` cards of one suit."""
    return hand.bit_count() == count and len({suit_of(card) for card in cards_of(hand)}) == 1


def held(cards: int, ranks: str) -> int:
    """Return the mask of those of the given cards that have one of the given ranks."""
    return mask_of(card for card in cards_of(cards) if RANKS[rank_of(card)] in ranks)


def settlement(side: Sequence[int], amount: int, seats: Sequence[int] = (0, 1, 2, 3)) -> Vector:
    """Return the settlement N E S W if a side is paid an amount.

    Two against two: each member of the side gets the amount, and each other player pays it. A lone player
    gets the amount from each other player. A seat without a player (West in a game of three) has 0.
    """
    against = [s for s in seats if s not in side]
    pays = [0, 0, 0, 0]
    for seat in against:
        pays[seat] = -amount
    for seat in side:
        pays[seat] = amount * len(against) // len(side)
    n, e, s, w = pays
    return n, e, s, w
