"""Define the features of a hand, such as its number of Aces, and the functions that compute them.

A hand is a bit mask of cards: bit ``suit * 8 + rank`` is set if the hand holds the card.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

import polars as pl

from kranalyze.cards import ORDERS, RANKS, SUIT_NAMES, card_of, mask_of_cards_with_ranks, suit_mask
from kranalyze.games import Game

#: A function that computes a feature of many hands. Its arguments are a column of hands (UInt32 masks) and
#: the game, which defines how many points a card counts.
Compute = Callable[[pl.Expr, Game], pl.Expr]

#: Column type of features that are numbers. The type is signed because conditions may subtract features.
NUMBER = pl.Int16

#: English plural of each rank, by the letter of the rank.
_RANK_NAMES = {
    "A": "Aces", "T": "Tens", "K": "Kings", "Q": "Queens", "J": "Jacks", "9": "Nines", "8": "Eights",
    "7": "Sevens",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of a hand.

    Attributes:
        name: name of the feature, which is also the name of its column.
        meaning: meaning of the feature in words, as FORMAT.md and the metadata of Parquet files show it.
        compute: function that computes the feature from a column of masks.
        card: number of a card (0-31), if the feature is whether the hand holds this card. None: the feature
            is a number.
    """

    name: str
    meaning: str
    compute: Compute
    card: int | None = None

    @property
    def is_flag(self) -> bool:
        """True: the feature is whether the hand holds a certain card. False: the feature is a number."""
        return self.card is not None

    def of_hand(self, mask: pl.Expr, game: Game) -> pl.Expr:
        """Return the feature of each hand of a column of masks. The feature of a null hand is null."""
        computed = self.compute(mask, game)
        return computed if self.is_flag else computed.cast(NUMBER)


def _held_cards_mask(mask: pl.Expr, cards: int) -> pl.Expr:
    """Return for each hand of a column the mask of the cards that are in the hand and in ``cards``."""
    return mask & pl.lit(cards, pl.UInt32)


def _count(mask: pl.Expr, cards: int) -> pl.Expr:
    """Return for each hand of a column how many cards of the mask ``cards`` the hand holds."""
    return _held_cards_mask(mask, cards).bitwise_count_ones()


def _number_of(cards: int) -> Compute:
    """Return a function that counts the cards of the mask ``cards`` in each hand."""
    return lambda mask, _: _count(mask, cards)


def _holds(card: int) -> Compute:
    """Return a function that computes for each hand whether the hand holds the card ``card`` (0-31)."""
    return lambda mask, _: _held_cards_mask(mask, 1 << card) != 0


def _moved(mask: pl.Expr, ranks: int) -> pl.Expr:
    """Return the masks with each card replaced by the card that is ``ranks`` ranks higher in the same suit.

    If ``ranks`` is negative, the new card is lower.
    """
    factor = pl.lit(1 << abs(ranks), pl.UInt32)
    return mask * factor if ranks > 0 else mask // factor


def _pairs(high: str, low: str) -> Compute:
    """Return a function that counts the suits in which a hand holds both of two ranks, such as K and Q.

    Args:
        high: letter of the higher rank.
        low: letter of the lower rank.
    """
    steps = RANKS.index(high) - RANKS.index(low)
    return lambda mask, _: (
        _moved(_held_cards_mask(mask, mask_of_cards_with_ranks(low)), steps) & mask
    ).bitwise_count_ones()


def _sum(numbers: Iterable[pl.Expr]) -> pl.Expr:
    """Return the sum of columns, row by row. The sum of a row is null if one of its numbers is null.

    Polars' ``sum_horizontal`` is not used because it would skip nulls.
    """
    return reduce(operator.add, numbers)


def _suit_lengths(mask: pl.Expr) -> list[pl.Expr]:
    """Return four columns, one for each suit. A column has the number of cards of the suit in each hand."""
    return [_count(mask, suit_mask(suit)) for suit in range(4)]


def _suits_of_length(length: int) -> Compute:
    """Return a function that counts the suits of which a hand holds exactly ``length`` cards."""
    return lambda mask, _: _sum((cards == length).cast(NUMBER) for cards in _suit_lengths(mask))


def _tops(order: str) -> Compute:
    """Return a function that counts the top cards of each hand.

    A top card is higher than every card of its suit that the hand does not hold. For example, in the order
    A K Q J T a hand with A K J of a suit has two top cards in this suit.

    Args:
        order: name of the order of ranks, a key of ``ORDERS``.
    """

    def compute(mask: pl.Expr, _: Game) -> pl.Expr:
        ranks = [RANKS.index(letter) for letter in ORDERS[order]]
        run = _held_cards_mask(mask, mask_of_cards_with_ranks(ORDERS[order][0]))
        tops = run
        for higher, rank in pairwise(ranks):
            run = _moved(run, rank - higher) & mask
            tops = tops | run
        return tops.bitwise_count_ones()

    return compute


def _points(mask: pl.Expr, game: Game) -> pl.Expr:
    """Return for each hand of a column the sum of the points that its cards count in the game."""
    ranks_by_worth = dict[int, str]()
    for letter, worth in zip(RANKS, game.points, strict=True):
        ranks_by_worth[worth] = ranks_by_worth.get(worth, "") + letter
    return _sum(
        _count(mask, mask_of_cards_with_ranks(ranks)) * worth for worth, ranks in ranks_by_worth.items()
    )


def _all_features() -> Iterator[Feature]:
    """Yield all features of a hand, in the order in which tables show their columns."""
    for letter, plural in _RANK_NAMES.items():
        yield Feature(plural.lower(), f"number of {plural}", _number_of(mask_of_cards_with_ranks(letter)))
    for suit, plural in enumerate(SUIT_NAMES["french"]):
        yield Feature(plural, f"number of {plural}", _number_of(suit_mask(suit)))
    yield Feature(
        "longest", "number of cards of the longest suit", lambda m, _: pl.max_horizontal(_suit_lengths(m))
    )
    yield Feature(
        "shortest", "number of cards of the shortest suit, 0 with a void",
        lambda m, _: pl.min_horizontal(_suit_lengths(m)),
    )  # fmt: skip
    yield Feature("voids", "number of suits without a card", _suits_of_length(0))
    yield Feature("singletons", "number of suits with exactly one card", _suits_of_length(1))
    yield Feature("marriages", "number of suits with King and Queen", _pairs("K", "Q"))
    yield Feature("ace_king", "number of suits with Ace and King", _pairs("A", "K"))
    yield Feature("ace_ten", "number of suits with Ace and Ten", _pairs("A", "T"))
    for order in "KT":
        ranks = " ".join(ORDERS[order])
        meaning = f"number of cards that no unseen card of their suit beats, in the order {ranks}"
        yield Feature(f"tops_{order.lower()}", meaning, _tops(order))
    yield Feature("points", "card points of the hand in its game", _points)
    for suit_letter in "SHDC":
        for rank in reversed(RANKS):
            name = suit_letter + rank
            yield Feature(name, f"whether the hand holds {name}", _holds(card_of(name)), card_of(name))


#: All features of a hand, in the order in which tables show their columns.
HAND_FEATURES: tuple[Feature, ...] = tuple(_all_features())

#: All features of a hand, by the name of the feature.
FEATURES_BY_NAME: dict[str, Feature] = {feature.name: feature for feature in HAND_FEATURES}
