"""Values that come from elsewhere: from the game before (``#``), from the command line, from a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from kranalyze.cards import Deck, card_name, hand_text, parse_card, parse_hand, parse_suit, suit_letter
from kranalyze.kpn.items import Comment, Tag
from kranalyze.kpn.lexer import Block

_WORD = re.compile(r"()(\S+)")


def _card(text: str, old: Deck, new: Deck) -> str:
    return card_name(parse_card(text, old), new)


def _suit(text: str, old: Deck, new: Deck) -> str:
    return suit_letter(parse_suit(text, old), new)


#: What of a value is in the letters of a deck: the second group, what stands before it, and how it is read.
_LETTERS: dict[str, tuple[re.Pattern[str], Callable[[str, Deck, Deck], str]]] = {
    "Deal": (re.compile(r"(^[^:]*:)?(\S+)"), lambda text, old, new: hand_text(parse_hand(text, old), new)),
    "Talon": (_WORD, _card),
    "Discard": (_WORD, _card),
    "Called": (_WORD, _card),
    "FaceDown": (re.compile(r"(:)(\S+)"), _card),
    "Trump": (_WORD, _suit),
    "Announce": (re.compile(r"((?<=[24]0)\s+)([^\s;]+)"), _suit),
    "Auction": (re.compile(r"(:)(\S+)"), _suit),
    "Play": (_WORD, _card),
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


def put_tag(block: Block, tags: dict[str, str], name: str, value: str, after: str) -> None:
    """Set the value of a tag; a new one comes after another, or first."""
    tags[name] = value
    place = 0
    for i, item in enumerate(block.items):
        if isinstance(item, Tag) and item.name == name:
            block.items[i] = Tag(name, value)
            return
        first_comments = place == 0 and isinstance(item, Comment)
        if first_comments or (isinstance(item, Tag) and item.name == after):
            place = i + 1
    while place < len(block.items) and isinstance(item := block.items[place], Comment) and not item.own_line:
        place += 1
    block.items.insert(place, Tag(name, value))
