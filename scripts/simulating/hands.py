"""How a simulated player judges a hand: sure tricks, the danger in a beggar's hand, the best trump."""

from __future__ import annotations

from functools import cache, lru_cache

from kranalyze.cards import ORDERS, PACK_RANKS, RANKS, card, cards_of, rank_of, suit_of

#: Suits in Anrufen's order, the lowest first: C S D H.
SUIT_RANK = {3: 0, 0: 1, 2: 2, 1: 3}


@cache
def ranked(pack: int, order: str) -> list[int]:
    """Natural ranks of a pack, the highest of an order first."""
    return [RANKS.index(r) for r in ORDERS[order] if r in PACK_RANKS[pack]]


@lru_cache(maxsize=100_000)
def tricks(hand: int, pack: int, order: str) -> float:
    """Tricks a hand can count on: cards that nothing beats, and a part of those that one card beats."""
    ranks = ranked(pack, order)
    total = 0.0
    for suit in range(4):
        held = [bool(hand >> card(suit, r) & 1) for r in ranks]
        length, missing, sure = sum(held), 0, 0
        for mine in held:
            if not mine:
                missing += 1
            elif missing == 0:
                sure += 1
            elif missing == 1:
                total += 0.4
        # Who has led out the others' cards wins with small ones too.
        total += length if sure and len(ranks) - length <= sure else sure
    return total


def danger(hand: int, pack: int, order: str) -> float:
    """How likely a hand is to take a trick it does not want: cards too high for their place in a suit."""
    ranks = ranked(pack, order)[::-1]
    total = 0.0
    for suit in range(4):
        places = [i for i, r in enumerate(ranks) if hand >> card(suit, r) & 1]
        total += sum(max(0, place - (2 * i + 1)) for i, place in enumerate(places))
    return total


def couples(hand: int) -> list[int]:
    """Suits of which a hand has King and Queen."""
    return [s for s in range(4) if all(hand >> card(s, RANKS.index(r)) & 1 for r in "KQ")]


def best_trump(hand: int, pack: int, order: str, suits: tuple[int, ...] = (0, 1, 2, 3)) -> int:
    """The trump suit a hand would name: long and high, with King and Queen if it can be."""
    ranks = ranked(pack, order)

    def worth(suit: int) -> float:
        mine = [i for i, r in enumerate(ranks) if hand >> card(suit, r) & 1]
        return 2 * len(mine) + sum(1 - i / len(ranks) for i in mine) + 1.5 * (suit in couples(hand))

    return max(suits, key=worth)


def strength(hand: int, trump: int, pack: int, order: str = "T") -> float:
    """What a hand is worth in a game for points with a trump: tricks, trumps and marriages."""
    length = sum(suit_of(c) == trump for c in cards_of(hand))
    married = sum(1.2 if s == trump else 0.6 for s in couples(hand))
    return tricks(hand, pack, order) + 0.5 * length + married


def to_call(hand: int, pack: int, order: str, suit: int | None = None, tens: bool = True) -> int:
    """The card to call: the highest that is missing where that helps most, in a suit if one is given."""
    ranks = ranked(pack, order)
    missing = [
        card(s, r)
        for s in ([suit] if suit is not None else range(4))
        for r in ranks
        if not hand >> card(s, r) & 1 and (tens or RANKS[r] != "T")
    ]
    return max(missing, key=lambda c: (tricks(hand | 1 << c, pack, order), -ranks.index(rank_of(c)), -c))
