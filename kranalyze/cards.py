"""Cards, suits, packs and orders of rank, in French and German notation.

A card is a number, ``suit * 8 + rank``: suits S H D C (leaves, hearts, bells, acorns), ranks in the
natural pack order 7 8 9 T J Q K A. A set of cards is a 32-bit mask of those numbers.
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

#: Packs by number of cards: the ranks that stay in.
PACK_RANKS: dict[int, str] = {20: "TJQKA", 24: "9TJQKA", 32: RANKS}

#: Orders of rank, high to low (RULINGS: common play rules).
ORDERS: dict[str, str] = {"K": "AKQJT987", "T": "ATKQJ987", "Z": "TKQJA987"}

#: German letters of the four suits in the places of S H D C, the first one is written.
GERMAN_SUITS = ("LGB", "H", "S", "E")
GERMAN_RANKS = "789TUOKA"

#: The suits in English.
SUIT_NAMES: dict[Deck, tuple[str, str, str, str]] = {
    "french": ("spades", "hearts", "diamonds", "clubs"), "german": ("leaves", "hearts", "bells", "acorns"),
}  # fmt: skip

#: What a rank may be written as.
_READ_RANKS: dict[Deck, dict[str, int]] = {
    "french": {**{letter: rank for rank, letter in enumerate(RANKS)}, "10": 3},
    "german": {**{letter: rank for rank, letter in enumerate(GERMAN_RANKS)}, "10": 3, "X": 3, "Z": 3},
}


def card(suit: int, rank: int) -> int:
    """The card of a suit (0-3, S H D C) and a natural rank (0-7, 7 to A)."""
    return suit * 8 + rank


#: Numbers of cards begin at 0 and end before this one.
_CARDS = 32


def _no_card(number: object) -> str:
    return f"{number} is no card: cards are numbers from 0 to {_CARDS - 1}"


class Card(int):
    """A card as users get it: its number, which people see as a card and data as letters.

    >>> card = Card(parse_card("SA"))
    >>> card, str(card), card == 7
    (♠A, 'SA', True)
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Card:
        """The card of a number.

        Raises:
            ValueError: the number is not from 0 to 31.
        """
        if not 0 <= number < _CARDS:
            raise ValueError(_no_card(number))
        return int.__new__(cls, number)

    def __repr__(self) -> str:
        return SUIT_SYMBOLS[self >> 3] + RANKS[self & 7]

    def __str__(self) -> str:
        return card_name(self)


def suit_of(card_: int) -> int:
    """Suit of a card, 0-3 for S H D C."""
    return card_ >> 3


def rank_of(card_: int) -> int:
    """Natural rank of a card, 0-7 for 7 8 9 T J Q K A."""
    return card_ & 7


def cards_of(mask: int) -> Iterator[int]:
    """The cards of a mask, lowest number first.

    Raises:
        ValueError: a negative number, which is no mask.
    """
    if mask < 0:
        raise ValueError(f"{mask} is no mask of cards")
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(cards: Iterable[int]) -> int:
    """The mask of some cards.

    Raises:
        ValueError: a number is none of a card.
    """
    mask = 0
    for c in cards:
        if not 0 <= c < _CARDS:
            raise ValueError(_no_card(c))
        mask |= 1 << c
    return mask


@cache
def ranks_mask(ranks: str) -> int:
    """All cards of the named ranks (French letters), in every suit."""
    return mask_of(card(s, RANKS.index(r)) for s in range(4) for r in ranks)


@cache
def pack_mask(pack: int) -> int:
    """All cards of the pack with 20, 24 or 32 cards.

    Raises:
        ValueError: there is no pack of so many.
    """
    if pack not in PACK_RANKS:
        raise ValueError(f"no pack has {pack} cards: 20, 24 or 32")
    return ranks_mask(PACK_RANKS[pack])


def suit_mask(suit: int) -> int:
    """All eight cards of a suit."""
    return 0xFF << (8 * suit)


@cache
def strength(order: str) -> tuple[int, ...]:
    """For each natural rank its strength, 0 lowest to 7 highest, in the order ``K``, ``T`` or ``Z``."""
    return tuple(7 - ORDERS[order].index(r) for r in RANKS)


def suit_letter(suit: int, deck: Deck = "french") -> str:
    """The letter a suit is written with."""
    return SUITS[suit] if deck == "french" else GERMAN_SUITS[suit][0]


def suit_text(suit: int, deck: Deck = "french") -> str:
    """A suit as people see it: a symbol, in a German deck the letter."""
    return SUIT_SYMBOLS[suit] if deck == "french" else suit_letter(suit, deck)


def rank_letter(rank: int, deck: Deck = "french") -> str:
    """The letter a natural rank is written with."""
    return RANKS[rank] if deck == "french" else GERMAN_RANKS[rank]


def card_name(card_: int, deck: Deck = "french") -> str:
    """Suit letter, then rank.

    Raises:
        ValueError: the number is none of a card.

    >>> card_name(15), card_name(15, "german"), card_name(16 + 5, "german")
    ('HA', 'HA', 'SO')
    """
    if not 0 <= card_ < _CARDS:
        raise ValueError(_no_card(card_))
    return suit_letter(suit_of(card_), deck) + rank_letter(rank_of(card_), deck)


def parse_suit(text: str, deck: Deck = "french") -> int:
    """Suit of a letter, either case.

    Raises:
        ValueError: the letter names no suit of this deck.
    """
    letter = text.strip().upper()
    for suit, letters in enumerate(SUITS if deck == "french" else GERMAN_SUITS):
        if letter in tuple(letters):
            return suit
    raise ValueError(f"unknown suit {text!r}")


def parse_rank(text: str, deck: Deck = "french") -> int:
    """Natural rank of a letter (``10`` is T; X and Z too in a German deck).

    Raises:
        ValueError: the text names no rank of this deck.
    """
    if deck not in _READ_RANKS:
        raise ValueError(f"unknown deck {deck!r}: french or german")
    rank = _READ_RANKS[deck].get(text.strip().upper())
    if rank is None:
        raise ValueError(f"unknown rank {text!r}")
    return rank


def parse_card(text: str, deck: Deck = "french") -> int:
    """A card such as ``SA``, ``h10``, ``D9``.

    Raises:
        ValueError: the text is no card of this deck.

    >>> card_name(parse_card("h10")), card_name(parse_card("GX", "german"))
    ('HT', 'ST')
    """
    body = text.strip()
    try:
        return card(parse_suit(body[:1], deck), parse_rank(body[1:], deck))
    except ValueError:
        raise ValueError(f"unknown card {text!r}") from None


def card_of(given: str | int) -> int:
    """A card given as text or as its number.

    Raises:
        ValueError: the text is no card, the number none from 0 to 31.
    """
    number = parse_card(given) if isinstance(given, str) else given
    if not isinstance(number, int) or not 0 <= number < _CARDS:
        raise ValueError(_no_card(number))
    return number


def list_of_cards(given: str | Iterable[str | int]) -> list[int]:
    """Cards in their order: ``"SA, HT"``, or each as text or as its number; a ValueError as of ``card_of``.

    >>> list_of_cards("SA, h10") == list_of_cards(["SA", 11])
    True
    """
    if not isinstance(given, str | Iterable):
        raise ValueError(f"cards, 'SA HT' or a list, are expected, not {given!r}")
    return [*map(card_of, given.replace(",", " ").split() if isinstance(given, str) else given)]


def suits_text(mask: int, deck: Deck = "french", order: str = "K") -> list[str]:
    """The ranks of a hand suit by suit, high to low."""
    ranks = [(r, rank_letter(r, deck)) for r in map(RANKS.index, ORDERS[order])]
    return ["".join(letter for r, letter in ranks if mask >> card(s, r) & 1) for s in range(4)]


def hand_text(mask: int, deck: Deck = "french", order: str = "K") -> str:
    """A hand as ``spades.hearts.diamonds.clubs``, high to low, a void empty."""
    return ".".join(suits_text(mask, deck, order))


@lru_cache(maxsize=65536)
def _suit_bits(text: str, deck: Deck) -> int | None:
    """The ranks of one suit as bits; None if one is unknown or stands twice."""
    known = _READ_RANKS.get(deck, {})
    ranks = [known.get(letter.upper()) for letter in _RANK.findall(text)]
    if None in ranks or len(set(ranks)) < len(ranks):
        return None
    return sum(1 << rank for rank in ranks if rank is not None)


def parse_hand(text: str, deck: Deck = "french") -> int:
    """The mask of a hand: ``AK.T..QJ``, ``SA SK HT CQ CJ``, or ``♠AK ♥T ♣QJ``; ``-`` or ``–`` for a void.

    Raises:
        ValueError: not four suits, an unknown rank, or a card twice.

    >>> parse_hand("AK.T.-.QJ") == parse_hand("SA SK, H10 CQ CJ") == parse_hand("♠ A K ♥ T ♦ – ♣ Q J")
    True
    """
    suits = text.split(".")
    if len(suits) == 4:
        s, h, d, c = (_suit_bits(suit, deck) for suit in suits)
        if s is not None and h is not None and d is not None and c is not None:
            return s | h << 8 | d << 16 | c << 24
    mask = 0
    for suit, letter, _ in spelled(text, deck):
        bit = 1 << card(suit, parse_rank(letter, deck))
        if mask & bit:
            raise ValueError(f"card {suit_letter(suit, deck)}{letter.upper()} twice in hand {text!r}")
        mask |= bit
    return mask


def hand_mask(hand: str | int, deck: Deck = "french") -> int:
    """A hand, or some cards, given as text or as a mask.

    Raises:
        ValueError: the text is no hand, the number no mask of 32 cards.
    """
    if isinstance(hand, str):
        return parse_hand(hand, deck)
    if isinstance(hand, bool) or not isinstance(hand, int) or not 0 <= hand < 1 << 32:
        raise ValueError(f"{hand} is no mask of 32 cards")
    return hand


def spelled(text: str, deck: Deck = "french") -> list[tuple[int, str, int]]:
    """The cards of a hand as they are written: suit, what should be a rank, and its place in the text.

    Raises:
        ValueError: neither four suits divided by dots nor cards with their suits before them.
    """
    if "." in text or not _MARK[deck].match(text.lstrip()):
        suits = text.split(".")
        if len(suits) != 4:
            raise ValueError(f"a hand has four suits divided by dots, {text.strip()!r} has {len(suits)}")
        begins = accumulate((len(part) + 1 for part in suits), initial=0)
        parts = [(s, p, at) for s, (p, at) in enumerate(zip(suits, begins, strict=False))]
    else:
        marks = list(_MARK[deck].finditer(text))
        ends = [*(m.start() for m in marks[1:]), len(text)]
        suits_of = (_MARKS[deck][m[0].upper()] for m in marks)
        parts = [(s, text[m.end() : e], m.end()) for s, m, e in zip(suits_of, marks, ends, strict=True)]
    return [
        (suit, m[0], at + m.start())
        for suit, part, at in parts
        if part.strip() not in ("-", "–")
        for m in _RANK.finditer(part)
    ]


#: The ranks of a suit as they are written, and what may stand before them.
_RANK = re.compile(r"10|[^\s,\ufe0f]")
_MARKS = {
    deck: {m: s for s in range(4) for m in SUIT_SYMBOLS[s] + "♤♡♢♧"[s] + letters[s]}
    for deck, letters in (("french", SUITS), ("german", GERMAN_SUITS))
}
_MARK = {deck: re.compile(f"[{''.join(marks)}]", re.IGNORECASE) for deck, marks in _MARKS.items()}
