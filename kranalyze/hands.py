"""Classes for users: ``Hand``, a set of cards, and ``CardTable``, a dict from cards to values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from kranalyze.cards import (
    CARDS,
    SUITS,
    Card,
    Deck,
    card_of,
    hand_mask,
    hand_text,
    list_of_cards,
    mask_of,
    mask_of_cards_with_ranks,
    parse_rank,
    parse_suit,
    suit_mask,
    suits_text,
)

#: The type of the values in a ``CardTable``, for example float.
V = TypeVar("V")


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Hand(Set[Card]):
    """The cards of a hand, or any other set of cards. A ``Hand`` behaves like a ``frozenset`` of cards.

    A loop over a hand yields its cards suit by suit, from high to low (A K Q J T 9 8 7).

    Attributes:
        mask: the cards as an integer, as in the columns of tables. The number of a card's bit is
            ``suit * 8 + rank``. The suits S H D C and the ranks 7 8 9 T J Q K A are counted from 0.

    >>> hand = Hand("AKQ.AK.A.")
    >>> hand, len(hand), "SA" in hand, list(hand)[:3]
    (Hand('AKQ.AK.A.'), 6, True, [♠A, ♠K, ♠Q])
    >>> hand.aces, hand.suits["H"], str(hand - {"SA"})
    (3, 'AK', 'KQ.AK.A.')
    """

    mask: int

    def __init__(self, cards: Hand | str | int | Iterable[Card | str | int] = ()) -> None:
        """Make a hand from a text (``AKQ.AK.A.``, ``SA HT``), from cards, or from a mask.

        Raises:
            ValueError: the text is not a hand, a card is unknown, or the number is not a mask of 32 cards.
        """
        object.__setattr__(self, "mask", mask_of_hand(cards))

    def __contains__(self, card: object) -> bool:
        if not isinstance(card, str):
            return False
        try:
            return bool(self.mask >> card_of(card) & 1)
        except ValueError:
            return False

    def __iter__(self) -> Iterator[Card]:
        for suit in range(4):
            for number in range(8 * suit + 7, 8 * suit - 1, -1):
                if self.mask >> number & 1:
                    yield CARDS[number]

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __str__(self) -> str:
        return hand_text(self.mask)

    def __format__(self, spec: str) -> str:
        return format(hand_text(self.mask), spec)

    def __repr__(self) -> str:
        return f"Hand({hand_text(self.mask)!r})"

    def text(self, deck: Deck = "french", order: str = "K") -> str:
        """Return the hand as a text ``spades.hearts.diamonds.clubs`` with each suit from high to low.

        Args:
            deck: deck whose letters are used: ``"french"`` or ``"german"``.
            order: order of ranks: ``"K"`` (A K Q J T ...) or ``"T"`` (A T K Q J ...).
        """
        return hand_text(self.mask, deck, order)

    @property
    def suits(self) -> dict[str, str]:
        """For each suit letter (S H D C), a text with the ranks of the cards in this suit, from high to low.

        A suit without cards has an empty text.
        """
        return dict(zip(SUITS, suits_text(self.mask), strict=True))

    @property
    def lengths(self) -> dict[str, int]:
        """For each suit letter (S H D C), how many cards the hand has in this suit."""
        return {letter: (self.mask & suit_mask(suit)).bit_count() for suit, letter in enumerate(SUITS)}

    def of_suit(self, suit: str) -> Hand:
        """Return the cards of one suit as a hand.

        Raises:
            ValueError: there is no suit with this letter.

        >>> Hand("AKQ.AK.A.").of_suit("H")
        Hand('.AK..')
        """
        return Hand(self.mask & suit_mask(parse_suit(suit)))

    def count(self, ranks: str) -> int:
        """Return how many cards of certain ranks the hand holds.

        For example, ``"KQ"`` counts its Kings and Queens.

        Raises:
            ValueError: a letter is not a rank.
        """
        for rank in ranks:
            parse_rank(rank)
        return (self.mask & mask_of_cards_with_ranks(ranks.upper())).bit_count()

    @property
    def aces(self) -> int:
        """How many Aces the hand holds."""
        return self.count("A")

    @property
    def tens(self) -> int:
        """How many Tens the hand holds."""
        return self.count("T")

    @property
    def longest(self) -> int:
        """How many cards the longest suit of the hand has."""
        return max(self.lengths.values())

    @property
    def marriages(self) -> int:
        """In how many suits the hand holds both King and Queen."""
        return sum("KQ" in ranks for ranks in self.suits.values())

    @property
    def voids(self) -> int:
        """In how many suits the hand has no card."""
        return sum(length == 0 for length in self.lengths.values())


def mask_of_hand(cards: Hand | str | int | Iterable[Card | str | int]) -> int:
    """Return the mask of a hand. ``cards`` is a ``Hand``, a text, a collection of cards, or a mask.

    Raises:
        ValueError: the text is not a hand, a card is unknown, or the number is not a mask of 32 cards.
    """
    if isinstance(cards, Hand):
        return cards.mask
    if isinstance(cards, str | int) or not isinstance(cards, Iterable):
        return hand_mask(cards)
    return mask_of(list_of_cards(cards))


class CardTable(dict[Card, V]):
    """A dict from cards to values. A card can be looked up by any of its spellings, for example ``"SA"``.

    >>> amounts = CardTable({Card("HT"): 40})
    >>> amounts["HT"], amounts["h10"], amounts[Card("HT")], "HT" in amounts
    (40, 40, 40, True)
    """

    if TYPE_CHECKING:  # tell type checkers that a card can also be looked up by its text or number

        def __getitem__(self, card: str | int) -> V: ...

    def __missing__(self, card: str | int) -> V:
        """Return the value of a card that was looked up by a text or a number instead of a ``Card``.

        Raises:
            KeyError: the card is not in the table, or the text is not a card.
        """
        try:
            number = card_of(card)
        except ValueError:
            raise KeyError(card) from None
        if CARDS[number] in self:
            return self[CARDS[number]]
        raise KeyError(card)
