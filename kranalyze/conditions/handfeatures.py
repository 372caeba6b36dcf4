"""List the features of a hand: name, meaning, and the function that computes the feature from masks."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise

import polars as pl

from kranalyze.cards import ORDERS, RANKS, SUIT_NAMES, card_of, mask_of_cards_with_ranks, suit_mask
from kranalyze.games import Game

#: Function that computes a feature. Its arguments are a column of masks of hands (UInt32) and the game.
Compute = Callable[[pl.Expr, Game], pl.Expr]

#: Type of features that are numbers. It is signed, because differences of features may be negative.
NUMBER = pl.Int16

#: Names of the ranks in the plural, by letter.
_RANK_NAMES = {
    "A": "Aces", "T": "Tens", "K": "Kings", "Q": "Queens", "J": "Jacks", "9": "Nines", "8": "Eights",
    "7": "Sevens",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Feature:
    """A feature of a hand.

    Attributes:
        name: name of the column.
        meaning: meaning of the feature, for FORMAT.md and the metadata of Parquet.
        compute: function that computes the feature from a column of masks.
        card: the card (0-31), if the feature is a flag that tells whether the hand holds it. None: the values
            are numbers.
    """

    name: str
    meaning: str
    compute: Compute
    card: int | None = None

    @property
    def is_flag(self) -> bool:
        """Whether the values are booleans. If not, they are numbers."""
        return self.card is not None

    def of_hand(self, mask: pl.Expr, game: Game) -> pl.Expr:
        """Return the values of the feature for a column of hands (masks). A hand that is null gives null."""
        computed = self.compute(mask, game)
        return computed if self.is_flag else computed.cast(NUMBER)


def _held(mask: pl.Expr, cards: int) -> pl.Expr:
    """Return for each hand the mask of the cards that it has in common with the mask ``cards``."""
    return mask & pl.lit(cards, pl.UInt32)


def _count(mask: pl.Expr, cards: int) -> pl.Expr:
    """Return for each hand the number of cards that it has in common with the mask ``cards``."""
    return _held(mask, cards).bitwise_count_ones()


def _number_of(cards: int) -> Compute:
    """Return the function that counts how many cards of the mask ``cards`` a hand holds."""
    return lambda mask, _: _count(mask, cards)


def _holds(card: int) -> Compute:
    """Return the function that finds out whether a hand holds a card."""
    return lambda mask, _: _held(mask, 1 << card) != 0


def _moved(mask: pl.Expr, ranks: int) -> pl.Expr:
    """Move the cards of each mask up by ``ranks`` ranks. A negative number moves them down."""
    factor = pl.lit(1 << abs(ranks), pl.UInt32)
    return mask * factor if ranks > 0 else mask // factor


def _pairs(high: str, low: str) -> Compute:
    """Return the function that counts the suits in which a hand holds both the rank ``high`` and ``low``."""
    steps = RANKS.index(high) - RANKS.index(low)
    return lambda mask, _: (
        _moved(_held(mask, mask_of_cards_with_ranks(low)), steps) & mask
    ).bitwise_count_ones()


def _sum(numbers: Iterable[pl.Expr]) -> pl.Expr:
    """Return the sum of columns. Where a number is null, the sum is null (`sum_horizontal` skips nulls)."""
    return reduce(operator.add, numbers)


def _suit_lengths(mask: pl.Expr) -> list[pl.Expr]:
    """Return for each suit a column: the number of cards of the suit in each hand."""
    return [_count(mask, suit_mask(suit)) for suit in range(4)]


def _suits_of_length(length: int) -> Compute:
    """Return the function that counts the suits of which a hand holds ``length`` cards."""
    return lambda mask, _: _sum((cards == length).cast(NUMBER) for cards in _suit_lengths(mask))


def _tops(order: str) -> Compute:
    """Return the function that counts the top cards of a hand: cards that no unseen card of their suit beats.

    In each suit the top cards are all cards above the highest card that the hand does not hold. ``order`` is
    the order of rank (a key of ``ORDERS``).
    """

    def compute(mask: pl.Expr, _: Game) -> pl.Expr:
        ranks = [RANKS.index(letter) for letter in ORDERS[order]]
        run = _held(mask, mask_of_cards_with_ranks(ORDERS[order][0]))
        tops = run
        for higher, rank in pairwise(ranks):
            run = _moved(run, rank - higher) & mask
            tops = tops | run
        return tops.bitwise_count_ones()

    return compute


def _points(mask: pl.Expr, game: Game) -> pl.Expr:
    """Return the card points of each hand."""
    ranks_by_worth = dict[int, str]()
    for letter, worth in zip(RANKS, game.points, strict=True):
        ranks_by_worth[worth] = ranks_by_worth.get(worth, "") + letter
    return _sum(
        _count(mask, mask_of_cards_with_ranks(ranks)) * worth for worth, ranks in ranks_by_worth.items()
    )


def _listed() -> Iterator[Feature]:
    """Yield all features in the order of their columns."""
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


#: All features of a hand, in the order of their columns.
HAND_FEATURES: tuple[Feature, ...] = tuple(_listed())

#: The features by name.
FEATURES_BY_NAME: dict[str, Feature] = {feature.name: feature for feature in HAND_FEATURES}
