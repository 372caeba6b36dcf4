"""The Deal tag and single cards: fast where all is well, exact about the place where it is not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from kranalyze.cards import (
    Deck,
    card,
    card_name,
    cards_of,
    pack_mask,
    parse_card,
    parse_hand,
    parse_rank,
    spelled,
    suit_letter,
)
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game

#: Takes the place in the value, from 0, and the message.
Fail = Callable[[int, str], object]

_WORD = re.compile(r"\S+")
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
            for spot, c in list(_cards(word, at, deck, wrong)):
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
        wrong += _wrong_sizes(sizes, game)
    for at, message in wrong:
        fail(at, message)
    return None if wrong else Deal((hands[0], hands[1], hands[2], hands[3]))


def _cards(word: str, at: int, deck: Deck, wrong: list[tuple[int, str]]) -> Iterator[tuple[int, int]]:
    try:
        written = spelled(word, deck)
    except ValueError as error:
        wrong.append((at, str(error)))
        return
    for suit, rank, place in written:
        try:
            yield at + place, card(suit, parse_rank(rank, deck))
        except ValueError:
            wrong.append((at + place, f"unknown card {suit_letter(suit, deck) + rank!r}"))


def _wrong_sizes(sizes: dict[Seat, tuple[int, int]], game: Game) -> Iterator[tuple[int, str]]:
    allowed = f"1 to {game.size}" if game.endings else f"{game.size}"
    for seat, (at, size) in sizes.items():
        if not (1 if game.endings else game.size) <= size <= game.size:
            yield at, f"{seat.title} has {size} card{'' if size == 1 else 's'}, {game.id} has {allowed}"
    if game.endings and len({size for _, size in sizes.values()}) > 1:
        listed = ", ".join(f"{seat.title} {size}" for seat, (_, size) in sizes.items())
        yield min(at for at, _ in sizes.values()), f"hands of unequal size: {listed}"


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
