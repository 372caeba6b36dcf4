"""Read seats, cards and deals from the values of tags."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from kranalyze.bridge import BRIDGE_REFUSAL, has_bridge_hand
from kranalyze.cards import (
    Deck,
    card_letters,
    pack_mask,
    parse_card,
    parse_hand,
    split_hand_into_cards,
    suit_letter,
)
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, Goal

T = TypeVar("T")

#: A function that stores an error. It takes a message, and the index of the wrong character in the tag's
#: value.
Fail = Callable[[str, int], object]

_WORD = re.compile(r"\S+")
_BETWEEN = re.compile(r"[^\s|][^|]*")

#: Stands for a card game that is not known. Its pack has all 32 cards. Its only contract allows a trump and a
#: called card.
ANY = Game("", "", 32, 0, (Contract("", "", None, Goal("dealt"), 0, "K", trump=True, party="called"),), "")


def _tried(read: Callable[..., T]) -> Callable[..., T | None]:
    """Return a function that calls ``read``, and returns None if ``read`` raises a ValueError.

    The function caches its results.
    """

    @lru_cache(maxsize=65536)
    def read_or_none(*text: str) -> T | None:
        try:
            return read(*text)
        except ValueError:
            return None

    return read_or_none


#: Convert a text to a seat, a card or a hand. ``card_of`` and ``hand_of`` also take the deck. These functions
#: return None if the text cannot be read.
seat_of, card_of, hand_of = _tried(Seat.parse), _tried(parse_card), _tried(parse_hand)


def read_deal(value: str, deck: Deck, game: Game, fail: Fail) -> Deal | None:
    """Return the deal that the value of a tag describes. Return None if the deal has an error.

    It is also an error if the cards or the sizes of the hands do not fit the card game. Call ``fail`` for
    each error.
    """
    head, colon, body = value.partition(":")
    if not colon:
        fail('a deal begins with a seat and a colon, as in "N:..."', 0)
        return None
    errors: list[tuple[str, int]] = []
    first, count = seat_of(head), game.seats
    if first is None:
        errors.append((f"unknown seat {head!r}: N, E, S or W", 0))
        first = Seat.N
    if has_bridge_hand(value):
        fail(BRIDGE_REFUSAL, 0)
        return None
    hand = _BETWEEN if "|" in body else _WORD  # hands with blanks in them are separated by bars
    words = [(m.start() + len(head) + 1, m[0].rstrip()) for m in hand.finditer(body)]
    if first >= count:
        errors.append((f"a deal of {count} hands has no {first.title}", 0))
    if len(words) != count:
        of_game = "" if game is ANY else f" of {game.id}"
        errors.append((f"a deal{of_game} has {count} hands, here are {len(words)}", 0))
        count = 4
    hands: list[int | None] = [0, 0, 0, 0]
    sizes: dict[Seat, tuple[int, int]] = {}
    strange = ~pack_mask(game.pack)
    for i, (at, word) in enumerate(words[:count]):
        seat = Seat((first + i) % count)
        if word in ("-", "–"):
            hands[seat] = None
            continue
        before = len(errors)
        mask = hand_of(word, deck)
        if mask is None or mask & strange or any(mask & (held or 0) for held in hands):
            mask = 0
            for c, spot in listed_cards(word, at, deck, lambda message, spot: errors.append((message, spot))):
                holds = f"{seat.title} holds {card_letters(c, deck)}"
                owner = next((s for s in Seat if (hands[s] or 0) >> c & 1), None)
                if strange >> c & 1:
                    errors.append((f"{holds}, which is not in the {game.pack} cards of {game.id}", spot))
                elif owner is not None or mask >> c & 1:
                    how = "twice" if owner is None else f"by {owner.title} too"
                    errors.append((f"{holds}, which is held {how}", spot))
                mask |= 1 << c if owner is None else 0
        hands[seat] = mask
        if len(errors) == before and game is not ANY:
            sizes[seat] = (at, mask.bit_count())
    least, allowed = (1, f"1 to {game.size}") if game.endings else (game.size, f"{game.size}")
    for seat, (at, size) in sizes.items():
        if not least <= size <= game.size:
            cards = f"{size} card{'' if size == 1 else 's'}"
            errors.append((f"{seat.title} has {cards}, {game.id} has {allowed}", at))
    if game.endings and len({size for _, size in sizes.values()}) > 1:
        listed = ", ".join(f"{seat.title} {size}" for seat, (_, size) in sizes.items())
        errors.append((f"hands of unequal size: {listed}", min(at for at, _ in sizes.values())))
    for message, at in errors:
        fail(message, at)
    return None if errors else Deal((hands[0], hands[1], hands[2], hands[3]))


def listed_cards(word: str, at: int, deck: Deck, fail: Fail) -> list[tuple[int, int]]:
    """Return the cards of a hand as pairs: a card, and where the card begins in the tag's value.

    Args:
        word: text of the hand.
        at: where the hand begins in the tag's value, as the index of a character.
        deck: the deck whose card letters the hand uses.
        fail: function that stores an error. It is called for each part of the text that is not a card.
    """
    cards: list[tuple[int, int]] = []
    try:
        for suit, rank, place in split_hand_into_cards(word, deck):
            name = suit_letter(suit, deck) + rank
            if (c := card_of(name, deck)) is None:
                fail(f"unknown card {name!r}", at + place)
            else:
                cards.append((c, at + place))
    except ValueError as error:
        fail(str(error), at)
    return cards


def score_text(score: Sequence[int], seats: int) -> str:
    """Return the value of a Score tag, such as ``N:30 E:-10``. ``score`` has the amount of each seat."""
    return " ".join(f"{Seat(i).name}:{amount}" for i, amount in enumerate(score[:seats]))
