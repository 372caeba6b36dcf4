"""Cards, suits, packs and orders of ranks, in French and German notation.

Users see a ``Card``, which is a ``str``. Inside the program a card is a number: ``suit * 8 + rank``. The
suits are S H D C (in a German deck leaves, hearts, bells, acorns), with the numbers 0 to 3. The natural ranks
are 7 8 9 T J Q K A, with the numbers 0 to 7. A set of cards is a 32-bit mask: card n is in the set if bit n
is set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import accumulate
from typing import Literal

Deck = Literal["french", "german"]

SUITS = "SHDC"
RANKS = "789TJQKA"
SUIT_SYMBOLS = "♠♥♦♣"

#: The ranks in each pack. The key is the number of cards in the pack.
PACK_RANKS: dict[int, str] = {20: "TJQKA", 24: "9TJQKA", 32: RANKS}

#: The orders of ranks. The key is the name of an order, the value has its ranks from high to low (RULINGS:
#: common play rules).
ORDERS: dict[str, str] = {"K": "AKQJT987", "T": "ATKQJ987", "Z": "TKQJA987"}

#: German letters of the suits S, H, D and C. Each text has the letters of one suit. The program reads all
#: letters of a text, and writes the first one.
GERMAN_SUITS = ("LGB", "H", "S", "E")
GERMAN_RANKS = "789TUOKA"

#: English names of the suits S H D C in each deck.
SUIT_NAMES: dict[Deck, tuple[str, str, str, str]] = {
    "french": ("spades", "hearts", "diamonds", "clubs"), "german": ("leaves", "hearts", "bells", "acorns"),
}  # fmt: skip

#: Accepted spellings of ranks in each deck. The value of a spelling is the number of its natural rank.
_READ_RANKS: dict[Deck, dict[str, int]] = {
    "french": {**{letter: rank for rank, letter in enumerate(RANKS)}, "10": 3},
    "german": {**{letter: rank for rank, letter in enumerate(GERMAN_RANKS)}, "10": 3, "X": 3, "Z": 3},
}


def card(suit: int, rank: int) -> int:
    """Return the number of a card from its suit (0-3: S H D C) and natural rank (0-7: 7 8 9 T J Q K A)."""
    return suit * 8 + rank


#: Number of different cards. Cards are numbered from 0.
_CARDS = 32


def _no_card(number: object) -> str:
    return f"{number} is no card: cards are numbers from 0 to {_CARDS - 1}"


class Card(str):
    """A card as users see it: a ``str`` with the letters of suit and rank, as in KPN and in columns.

    Equal cards are the same object. Cards are ordered by suit (S H D C), then by rank (7 8 9 T J Q K A).

    Attributes:
        number: ``suit * 8 + rank``. This is also the index of the card's bit in a mask.

    >>> card = Card("h10")
    >>> card, str(card), card.suit, card.rank, card == "HT"
    (♥T, 'HT', 'H', 'T', True)
    >>> f"{card:>4}", card < Card("HK"), {card: 10}["HT"]
    ('  HT', True, 10)
    """

    __slots__ = ("number",)

    number: int

    def __new__(cls, card: str | int) -> Card:
        """Return the card that a text (``SA``, ``h10``, ``♠A``) or a number from 0 to 31 stands for.

        Raises:
            ValueError: the text is not a card, or the number is not from 0 to 31.
        """
        return _CARD_OF_TEXT.get(card) or CARDS[card_of(card)]

    @property
    def suit(self) -> str:
        """The suit: ``S``, ``H``, ``D`` or ``C``."""
        return SUITS[self.number >> 3]

    @property
    def rank(self) -> str:
        """The rank: ``7``, ``8``, ``9``, ``T``, ``J``, ``Q``, ``K`` or ``A``."""
        return RANKS[self.number & 7]

    def text(self, deck: Deck = "french") -> str:
        """Return the card as text, in the letters of a deck: first the suit, then the rank.

        >>> Card("SQ").text("german")
        'LO'
        """
        return card_letters(self.number, deck)

    def __repr__(self) -> str:
        return SUIT_SYMBOLS[self.number >> 3] + RANKS[self.number & 7]

    def __lt__(self, other: str) -> bool:
        return self.number < _number_to_compare(other)

    def __le__(self, other: str) -> bool:
        return self.number <= _number_to_compare(other)

    def __gt__(self, other: str) -> bool:
        return self.number > _number_to_compare(other)

    def __ge__(self, other: str) -> bool:
        return self.number >= _number_to_compare(other)

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (str(self),)


def _number_to_compare(other: object) -> int:
    """Return the number of a card. The comparison operators of ``Card`` compare cards by this number.

    Raises:
        TypeError: the value is not a card.
    """
    card_ = _CARD_OF_TEXT.get(other)
    if card_ is None:
        raise TypeError(f"a card cannot be compared with {other!r}")
    return card_.number


def _new_card(number: int) -> Card:
    """Make the object for a card. This function is called once for each card."""
    card_ = str.__new__(Card, SUITS[number >> 3] + RANKS[number & 7])
    card_.number = number
    return card_


#: All cards. The index of a card is its number.
CARDS = tuple(map(_new_card, range(_CARDS)))

#: The card for each text like ``SA`` or ``♠A`` (the ``repr`` of the card). A ``Card`` is also a text like
#: ``SA``, so it can serve as a key.
_CARD_OF_TEXT: dict[object, Card] = {text: card_ for card_ in CARDS for text in (str(card_), repr(card_))}


def named_cards(mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask as ``Card`` objects, in ascending order of their numbers.

    >>> named_cards(0b101 << 5)
    (♠Q, ♠A)
    """
    return tuple(CARDS[number] for number in cards_of(mask))


def suit_of(card_: int) -> int:
    """Return the suit of a card, 0-3 for S H D C."""
    return card_ >> 3


def rank_of(card_: int) -> int:
    """Return the natural rank of a card, 0-7 for 7 8 9 T J Q K A."""
    return card_ & 7


def cards_of(mask: int) -> Iterator[int]:
    """Yield the numbers of the cards in a mask, in ascending order.

    Raises:
        ValueError: the mask is negative.
    """
    if mask < 0:
        raise ValueError(f"{mask} is no mask of cards")
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterable[int]) -> int:
    """Return the mask of cards, from their numbers.

    Raises:
        ValueError: a number is not the number of a card.
    """
    mask = 0
    for c in cards:
        if not 0 <= c < _CARDS:
            raise ValueError(_no_card(c))
        mask |= 1 << c
    return mask


@cache
def mask_of_cards_with_ranks(ranks: str) -> int:
    """Return the mask of all cards with certain ranks. ``ranks`` are the French letters of the ranks."""
    return mask_of(card(s, RANKS.index(r)) for s in range(4) for r in ranks)


@cache
def pack_mask(pack: int) -> int:
    """Return the mask of all cards in the pack of 20, 24 or 32 cards.

    Raises:
        ValueError: there is no such pack.
    """
    if pack not in PACK_RANKS:
        raise ValueError(f"no pack has {pack} cards: 20, 24 or 32")
    return mask_of_cards_with_ranks(PACK_RANKS[pack])


def suit_mask(suit: int) -> int:
    """Return the mask of the eight cards of a suit."""
    return 0xFF << (8 * suit)


@cache
def strength(order: str) -> tuple[int, ...]:
    """Return the strength of each natural rank in an order (K, T or Z), from 0 (lowest) to 7 (highest)."""
    return tuple(7 - ORDERS[order].index(r) for r in RANKS)


def suit_letter(suit: int | str, deck: Deck = "french") -> str:
    """Return the letter of a suit in a deck. ``suit`` is a number or a French letter."""
    number = SUITS.index(suit) if isinstance(suit, str) else suit
    return SUITS[number] if deck == "french" else GERMAN_SUITS[number][0]


def number_of_suit(letter: str | None) -> int | None:
    """Return the number of a suit (0-3) from its letter S, H, D or C. Return None for None."""
    return None if letter is None else SUITS.index(letter)


def letter_of_suit(number: int | None) -> str | None:
    """Return the letter of a suit from its number. If the number is None or negative, return None."""
    return None if number is None or number < 0 else SUITS[number]


def suit_text(suit: int | str, deck: Deck = "french") -> str:
    """Return the text of a suit for people: a symbol for the French deck, a letter for the German deck."""
    number = SUITS.index(suit) if isinstance(suit, str) else suit
    return SUIT_SYMBOLS[number] if deck == "french" else suit_letter(number, deck)


def rank_letter(rank: int, deck: Deck = "french") -> str:
    """Return the letter of a natural rank in a deck."""
    return RANKS[rank] if deck == "french" else GERMAN_RANKS[rank]


def card_letters(card_: int, deck: Deck = "french") -> str:
    """Return the letters of a card in a deck: first the suit, then the rank.

    Raises:
        ValueError: the number is not the number of a card.

    >>> card_letters(15), card_letters(15, "german"), card_letters(16 + 5, "german")
    ('HA', 'HA', 'SO')
    """
    if not 0 <= card_ < _CARDS:
        raise ValueError(_no_card(card_))
    return suit_letter(suit_of(card_), deck) + rank_letter(rank_of(card_), deck)


def parse_suit(text: str, deck: Deck = "french") -> int:
    """Return the number of the suit that a letter stands for. Upper and lower case are accepted.

    Raises:
        ValueError: the deck has no suit with this letter.
    """
    letter = text.strip().upper()
    for suit, letters in enumerate(SUITS if deck == "french" else GERMAN_SUITS):
        if letter in tuple(letters):
            return suit
    raise ValueError(f"unknown suit {text!r}")


class UnknownRankError(ValueError):
    """Raised if a text is not a rank of a deck.

    Attributes:
        other: the other deck, if the text is a rank of the other deck. None: neither deck has such a rank.
    """

    def __init__(self, text: str, deck: Deck) -> None:
        self.other: Deck | None = "german" if deck == "french" else "french"
        rank = (GERMAN_RANKS if deck == "french" else RANKS).find(text.strip().upper() or " ")
        meaning = ""
        if rank < 0:
            self.other = None
        else:
            meaning = f" in {deck.title()} letters, {self.other.title()} for {rank_letter(rank, deck)}"
        super().__init__(f"unknown rank {text!r}{meaning}")


def parse_rank(text: str, deck: Deck = "french") -> int:
    """Return the natural rank that a text stands for. ``10`` means T. In a German deck X and Z mean T, too.

    Raises:
        UnknownRankError: the text is not a rank of this deck.
        ValueError: the deck is unknown.
    """
    if deck not in _READ_RANKS:
        raise ValueError(f"unknown deck {deck!r}: french or german")
    letter = text.strip().upper()
    rank = _READ_RANKS[deck].get(letter)
    if rank is None:
        raise UnknownRankError(text, deck)
    return rank


def parse_card(text: str, deck: Deck = "french") -> int:
    """Return the number of the card that a text such as ``SA``, ``h10`` or ``D9`` stands for.

    Raises:
        ValueError: the text is not a card of this deck.

    >>> card_letters(parse_card("h10")), card_letters(parse_card("GX", "german"))
    ('HT', 'ST')
    """
    body = text.strip()
    try:
        return card(parse_suit(body[:1], deck), parse_rank(body[1:], deck))
    except ValueError:
        raise ValueError(f"unknown card {text!r}") from None


def card_of(value: str | int) -> int:
    """Return the number of a card. ``value`` is the text or the number of the card.

    Raises:
        ValueError: the text is not a card, or the number is not from 0 to 31.
    """
    if isinstance(value, str):
        card_ = _CARD_OF_TEXT.get(value)
        return parse_card(value) if card_ is None else card_.number
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < _CARDS:
        raise ValueError(_no_card(value))
    return value


def list_of_cards(cards: str | Iterable[str | int]) -> list[int]:
    """Return the numbers of cards. ``cards`` is a text like ``"SA, HT"``, or a list of texts and numbers.

    Raises:
        ValueError: a text or a number is not a card.

    >>> list_of_cards("SA, h10") == list_of_cards(["SA", 11])
    True
    """
    if not isinstance(cards, str | Iterable):
        raise ValueError(f"cards, 'SA HT' or a list, are expected, not {cards!r}")
    return [*map(card_of, cards.replace(",", " ").split() if isinstance(cards, str) else cards)]


def suits_text(mask: int, deck: Deck = "french", order: str = "K") -> list[str]:
    """Return four texts, one for each suit: the ranks that a hand has in the suit, from high to low."""
    ranks = [(r, rank_letter(r, deck)) for r in map(RANKS.index, ORDERS[order])]
    return ["".join(letter for r, letter in ranks if mask >> card(s, r) & 1) for s in range(4)]


def hand_text(mask: int, deck: Deck = "french", order: str = "K") -> str:
    """Return a hand as a text ``spades.hearts.diamonds.clubs``, ranks from high to low. A void is empty."""
    return ".".join(suits_text(mask, deck, order))


@lru_cache(maxsize=65536)
def _rank_mask_of_suit(text: str, deck: Deck) -> int | None:
    """Return a mask of the ranks in one suit. Natural rank n has bit n.

    Return None if a rank is unknown or occurs twice.
    """
    rank_numbers = _READ_RANKS.get(deck, {})
    ranks = [rank_numbers.get(letter.upper()) for letter in _RANK.findall(text)]
    if None in ranks or len(set(ranks)) < len(ranks):
        return None
    return sum(1 << rank for rank in ranks if rank is not None)


def parse_hand(text: str, deck: Deck = "french") -> int:
    """Return the mask of a hand that is written like ``AK.T..QJ``, ``SA SK HT CQ CJ`` or ``♠AK ♥T ♣QJ``.

    A void may be written as ``-`` or ``–``.

    Raises:
        ValueError: the text does not have four suits, has an unknown rank or the same card twice, or is a
            bridge hand.

    >>> parse_hand("AK.T.-.QJ") == parse_hand("SA SK, H10 CQ CJ") == parse_hand("♠ A K ♥ T ♦ – ♣ Q J")
    True
    """
    suits = text.split(".")
    if len(suits) == 4:
        s, h, d, c = (_rank_mask_of_suit(suit, deck) for suit in suits)
        if s is not None and h is not None and d is not None and c is not None:
            return s | h << 8 | d << 16 | c << 24
        from kranalyze.bridge import BRIDGE_REFUSAL, is_bridge_hand

        if is_bridge_hand(text):
            raise ValueError(BRIDGE_REFUSAL)
    mask = 0
    for suit, letter, _ in split_hand_into_cards(text, deck):
        bit = 1 << card(suit, parse_rank(letter, deck))
        if mask & bit:
            raise ValueError(f"card {suit_letter(suit, deck)}{letter.upper()} twice in hand {text!r}")
        mask |= bit
    return mask


def hand_mask(hand: str | int, deck: Deck = "french") -> int:
    """Return the mask of a hand or of other cards. A text is parsed, a mask is returned unchanged.

    Raises:
        ValueError: the text is not a hand, or the number is not a mask of 32 cards.
    """
    if isinstance(hand, str):
        return parse_hand(hand, deck)
    if isinstance(hand, bool) or not isinstance(hand, int) or not 0 <= hand < 1 << 32:
        raise ValueError(f"{hand} is no mask of 32 cards")
    return hand


def split_hand_into_cards(text: str, deck: Deck = "french") -> list[tuple[int, str, int]]:
    """Split the text of a hand into cards.

    Return for each card three values: the suit, the text of the rank, and the index of this text in ``text``.

    Raises:
        ValueError: the text has neither four suits with dots between them, nor a suit at its beginning.
    """
    if "." in text or not re.match(_MARK[deck], text.lstrip()):
        suits = text.split(".")
        if len(suits) != 4:
            raise ValueError(f"a hand has four suits divided by dots, {text.strip()!r} has {len(suits)}")
        begins = accumulate((len(part) + 1 for part in suits), initial=0)
        parts = [(s, p, at) for s, (p, at) in enumerate(zip(suits, begins, strict=False))]
    else:
        marks = list(re.finditer(_MARK[deck], text))
        ends = [*(m.start() for m in marks[1:]), len(text)]
        suits_of = (_MARKS[deck][m[0].upper()] for m in marks)
        parts = [
            (s, text[m.end() : end], m.end()) for s, m, end in zip(suits_of, marks, ends, strict=True)
        ]
    return [
        (suit, m[0], at + m.start())
        for suit, part, at in parts
        if part.strip() not in ("-", "–")
        for m in _RANK.finditer(part)
    ]


#: ``_RANK`` is the pattern of a rank. ``_MARKS`` has for each deck a dict from marks to suits. A mark is the
#: letter or the symbol of a suit. ``_MARK`` has for each deck the pattern of a mark.
_RANK = re.compile(r"10|[^\s,\ufe0f]")
_MARKS = {
    deck: {m: s for s in range(4) for m in SUIT_SYMBOLS[s] + "♤♡♢♧"[s] + letters[s]}
    for deck, letters in (("french", SUITS), ("german", GERMAN_SUITS))
}
_MARK = {deck: f"(?i)[{''.join(marks)}]" for deck, marks in _MARKS.items()}
