"""The Deal tag and single cards: fast where all is well, exact about the place where it is not."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from kranalyze.cards import (
    Deck,
    card,
    card_name,
    cards_of,
    pack_mask,
    parse_card,
    parse_rank,
    rank_letter,
    spelled,
    suit_bits,
    suit_letter,
)
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game

#: Takes the place in the value, from 0, and the message.
Fail = Callable[[int, str], None]

SEATS = {name: seat for seat in Seat for name in (seat.name, seat.name.lower(), seat.title)}

_WORD = re.compile(r"\S+")
_BETWEEN = re.compile(r"[^\s|][^|]*")
#: The cards of each pack.
PACKS = {pack: pack_mask(pack) for pack in (20, 24, 32)}


def seat_of(text: str) -> Seat | None:
    """The seat of a letter or a word, None if it names none."""
    found = SEATS.get(text)
    if found is None:
        try:
            found = Seat.parse(text)
        except ValueError:
            return None
    return found


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
    first = SEATS.get(head)
    words = body.split()
    hands: list[int | None] = [0, 0, 0, 0]
    count = 4 if game is None else game.seats
    if first is None or not colon or len(words) != count or first >= count:
        return _explain(value, deck, game, fail)
    seen = 0
    sizes = set()
    for i, word in enumerate(words):
        seat = (first + i) % count
        if word in ("-", "–"):
            hands[seat] = None
            continue
        suits = word.split(".")
        if len(suits) != 4:
            return _explain(value, deck, game, fail)
        s, h, d, c = (suit_bits(text, deck) for text in suits)
        mask = s | h << 8 | d << 16 | c << 24
        if mask < 0 or mask & seen:
            return _explain(value, deck, game, fail)
        seen |= mask
        sizes.add(mask.bit_count())
        hands[seat] = mask
    if game is not None and (
        seen & ~PACKS[game.pack]
        or len(sizes) > 1
        or not all(size == game.size or (game.endings and 1 <= size < game.size) for size in sizes)
    ):
        return _explain(value, deck, game, fail)
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def _explain(value: str, deck: Deck, game: Game | None, fail: Fail) -> Deal | None:
    """Read a deal slowly and name everything that is wrong with it; the deal if nothing is."""
    problems = 0

    def wrong(at: int, message: str) -> None:
        nonlocal problems
        problems += 1
        fail(at, message)

    head, colon, body = value.partition(":")
    first = seat_of(head) if colon else None
    start = len(head) + 1
    if not colon:
        wrong(0, 'a deal begins with a seat and a colon, as in "N:..."')
        return None
    if first is None:
        wrong(0, f"unknown seat {head!r}: N, E, S or W")
        first = Seat.N
    hand = _BETWEEN if "|" in body else _WORD  # hands with blanks in them have a bar between them
    words = [(m.start() + start, m[0].rstrip()) for m in hand.finditer(body)]
    count = 4 if game is None else game.seats
    if first >= count:
        wrong(0, f"a deal of {count} hands has no {first.title}")
    if len(words) != count:
        of_game = "a deal" if game is None else f"a deal of {game.id}"
        wrong(0, f"{of_game} has {count} hands, here are {len(words)}")
        count = 4
    hands: list[int | None] = [0, 0, 0, 0]
    owner: dict[int, Seat] = {}
    sizes: dict[Seat, tuple[int, int]] = {}
    for i, (at, word) in enumerate(words[:count]):
        seat = Seat((first + i) % count)
        if word in ("-", "–"):
            hands[seat] = None
            continue
        before = problems
        mask = 0
        for spot, c in _cards(word, at, deck, wrong):
            name = card_name(c, deck)
            if game is not None and not PACKS[game.pack] >> c & 1:
                wrong(spot, f"{seat.title} holds {name}, which is not in the {game.pack} cards of {game.id}")
            elif c in owner:
                again = "twice" if owner[c] == seat else f"by {owner[c].title} too"
                wrong(spot, f"{seat.title} holds {name}, which is held {again}")
            owner.setdefault(c, seat)
            mask |= 1 << c
        hands[seat] = mask
        if problems == before:
            sizes[seat] = (at, mask.bit_count())
    if game is not None:
        _explain_sizes(sizes, game, wrong)
    if problems:
        return None
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def _explain_sizes(sizes: dict[Seat, tuple[int, int]], game: Game, wrong: Fail) -> None:
    """Hands too long, too short, or of unequal size."""
    if game.endings:
        for seat, (at, size) in sizes.items():
            if not 1 <= size <= game.size:
                wrong(at, f"{seat.title} has {_count(size)}, {game.id} has 1 to {game.size}")
        if len({size for _, size in sizes.values()}) > 1:
            listed = ", ".join(f"{seat.title} {size}" for seat, (_, size) in sizes.items())
            wrong(min(at for at, _ in sizes.values()), f"hands of unequal size: {listed}")
        return
    for seat, (at, size) in sizes.items():
        if size != game.size:
            wrong(at, f"{seat.title} has {_count(size)}, {game.id} has {game.size}")


def _count(size: int) -> str:
    return "1 card" if size == 1 else f"{size} cards"


def _cards(word: str, at: int, deck: Deck, wrong: Fail) -> list[tuple[int, int]]:
    """The cards of a hand with their places."""
    try:
        written = spelled(word, deck)
    except ValueError as error:
        wrong(at, str(error))
        return []
    found = []
    for suit, rank, place in written:
        try:
            found.append((at + place, card(suit, parse_rank(rank, deck))))
        except ValueError:
            wrong(at + place, f"unknown card {suit_letter(suit, deck) + rank!r}")
    return found


def read_cards(value: str, deck: Deck, fail: Fail) -> list[tuple[int, int]]:
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


def cards_text(mask: int, deck: Deck) -> str:
    """The cards of a mask as ``"SA HT C9"``, suits in order, high to low."""
    ordered = sorted(cards_of(mask), key=lambda c: (c >> 3, -(c & 7)))
    return " ".join(suit_letter(c >> 3, deck) + rank_letter(c & 7, deck) for c in ordered)
