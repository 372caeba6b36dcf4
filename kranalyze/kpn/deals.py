"""Seats, cards and deals as tags have them: read, each with its place, and written in another deck."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from kranalyze.cards import (
    Deck,
    card_name,
    cards_of,
    hand_text,
    pack_mask,
    parse_card,
    parse_hand,
    parse_suit,
    spelled,
    suit_letter,
)
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game

#: Takes the place in the value, from 0, and the message.
Fail = Callable[[int, str], object]

_WORD = re.compile(r"\S+")
_EACH = re.compile(r"()(\S+)")
_BETWEEN = re.compile(r"[^\s|][^|]*")


@lru_cache(maxsize=1024)
def seat_of(text: str) -> Seat | None:
    """The seat of a letter or a word, None if it names none."""
    try:
        return Seat.parse(text)
    except ValueError:
        return None


@lru_cache(maxsize=65536)
def card_of(text: str, deck: Deck) -> int | None:
    """The card that a text names, None if it names none."""
    try:
        return parse_card(text, deck)
    except ValueError:
        return None


def read_deal(value: str, deck: Deck, game: Game | None, fail: Fail) -> Deal | None:
    """The deal of a tag value, checked against the pack of the game; None after calling ``fail``."""
    head, colon, body = value.partition(":")
    if not colon:
        fail(0, 'a deal begins with a seat and a colon, as in "N:..."')
        return None
    wrong: list[tuple[int, str]] = []
    first = seat_of(head)
    if first is None:
        wrong.append((0, f"unknown seat {head!r}: N, E, S or W"))
        first = Seat.N
    hand = _BETWEEN if "|" in body else _WORD  # hands with blanks in them have a bar between them
    words = [(m.start() + len(head) + 1, m[0].rstrip()) for m in hand.finditer(body)]
    count = 4 if game is None else game.seats
    if first >= count:
        wrong.append((0, f"a deal of {count} hands has no {first.title}"))
    if len(words) != count:
        of_game = "a deal" if game is None else f"a deal of {game.id}"
        wrong.append((0, f"{of_game} has {count} hands, here are {len(words)}"))
        count = 4
    hands: list[int | None] = [0, 0, 0, 0]
    sizes: dict[Seat, tuple[int, int]] = {}
    strange = 0 if game is None else ~pack_mask(game.pack)
    for i, (at, word) in enumerate(words[:count]):
        seat = Seat((first + i) % count)
        if word in ("-", "–"):
            hands[seat] = None
            continue
        before = len(wrong)
        try:
            mask = parse_hand(word, deck)
        except ValueError:
            mask = -1
        if mask < 0 or mask & strange or any(mask & (held or 0) for held in hands):
            mask = 0
            for spot, c in _spelled(word, at, deck, wrong):
                name = card_name(c, deck)
                owners = [s for s in Seat if (hands[s] or 0) >> c & 1]
                if game is not None and strange >> c & 1:
                    of_pack = f"{seat.title} holds {name}, which is not in the {game.pack} cards of {game.id}"
                    wrong.append((spot, of_pack))
                elif owners or mask >> c & 1:
                    again = f"by {owners[0].title} too" if owners else "twice"
                    wrong.append((spot, f"{seat.title} holds {name}, which is held {again}"))
                if not owners:
                    mask |= 1 << c
        hands[seat] = mask
        if len(wrong) == before:
            sizes[seat] = (at, mask.bit_count())
    if game is not None:
        allowed = f"1 to {game.size}" if game.endings else f"{game.size}"
        for seat, (at, size) in sizes.items():
            if not (1 if game.endings else game.size) <= size <= game.size:
                cards = f"{size} card{'' if size == 1 else 's'}"
                wrong.append((at, f"{seat.title} has {cards}, {game.id} has {allowed}"))
        if game.endings and len({size for _, size in sizes.values()}) > 1:
            listed = ", ".join(f"{seat.title} {size}" for seat, (_, size) in sizes.items())
            wrong.append((min(at for at, _ in sizes.values()), f"hands of unequal size: {listed}"))
    for at, message in wrong:
        fail(at, message)
    return None if wrong else Deal((hands[0], hands[1], hands[2], hands[3]))


def _spelled(word: str, at: int, deck: Deck, wrong: list[tuple[int, str]]) -> list[tuple[int, int]]:
    """The cards of a hand with their places, after noting those that are none."""
    found: list[tuple[int, int]] = []
    try:
        for suit, rank, place in spelled(word, deck):
            name = suit_letter(suit, deck) + rank
            if (c := card_of(name, deck)) is None:
                wrong.append((at + place, f"unknown card {name!r}"))
            else:
                found.append((at + place, c))
    except ValueError as error:
        wrong.append((at, str(error)))
    return found


def read_cards(value: str, deck: Deck, fail: Fail = lambda at, message: None) -> list[tuple[int, int]]:
    """The cards of ``"SA HT C9"``, each with its place; ``fail`` hears of unknown ones and doubles."""
    found: list[tuple[int, int]] = []
    for m in _WORD.finditer(value):
        c = card_of(m[0], deck)
        if c is None:
            fail(m.start(), f"unknown card {m[0]!r}")
        elif any(c == other for _, other in found):
            fail(m.start(), f"card {card_name(c, deck)} stands twice")
        else:
            found.append((m.start(), c))
    return found


def cards_text(mask: int, deck: Deck = "french") -> str:
    """The cards of a mask as ``"SA HT C9"``, suits in order, high to low."""
    return " ".join(card_name(c, deck) for c in sorted(cards_of(mask), key=lambda c: (c >> 3, -(c & 7))))


def _card(text: str, old: Deck, new: Deck) -> str:
    return card_name(parse_card(text, old), new)


def _suit(text: str, old: Deck, new: Deck) -> str:
    return suit_letter(parse_suit(text, old), new)


#: What of a value is in the letters of a deck: the second group, what stands before it, and how it is read.
_LETTERS: dict[str, tuple[re.Pattern[str], Callable[[str, Deck, Deck], str]]] = {
    "Deal": (re.compile(r"(^[^:]*:)?(\S+)"), lambda text, old, new: hand_text(parse_hand(text, old), new)),
    "Talon": (_EACH, _card),
    "Discard": (_EACH, _card),
    "Called": (_EACH, _card),
    "FaceDown": (re.compile(r"(:)(\S+)"), _card),
    "Trump": (_EACH, _suit),
    "Announce": (re.compile(r"((?<=[24]0)\s+)([^\s;]+)"), _suit),
    "Auction": (re.compile(r"(:)(\S+)"), _suit),
    "Play": (_EACH, _card),
}


@lru_cache(maxsize=4096)
def respelled(name: str, value: str, old: Deck, new: Deck) -> str:
    """The value of a tag, or what stands in a section, in the letters of another deck.

    What cannot be read stays as it is.
    """
    if name not in _LETTERS:
        return value
    pattern, spell = _LETTERS[name]

    def again(m: re.Match[str]) -> str:
        try:
            return (m[1] or "") + spell(m[2], old, new)
        except ValueError:
            return m[0]

    return pattern.sub(again, value)


def deck_of(tags: Mapping[str, str]) -> Deck:
    """The deck that tags say, French if they say none."""
    return "german" if tags.get("Deck", "").strip().lower() == "german" else "french"
