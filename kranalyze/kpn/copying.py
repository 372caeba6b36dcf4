"""Values that come from elsewhere: from the game before (``#``), from the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kranalyze.cards import Deck, card_name, hand_text, parse_hand, parse_suit, suit_letter
from kranalyze.kpn.deals import card_of
from kranalyze.kpn.items import Comment, Item, Section, Tag
from kranalyze.kpn.lexer import Block

_WORD = re.compile(r"\S+")


def copied(name: str, value: str, old: Deck, new: Deck) -> str:
    """The value of a tag of the game before as it is written in the deck of this one."""
    if old == new:
        return value
    if name == "Deal":
        head, colon, body = value.partition(":")
        return head + colon + _WORD.sub(lambda m: _hand(m[0], old, new), body)
    if name in ("Talon", "Discard", "Called"):
        return _WORD.sub(lambda m: _card(m[0], old, new), value)
    if name == "FaceDown":
        return re.sub(r"(?<=:)\S+", lambda m: _card(m[0], old, new), value)
    if name == "Trump":
        return _WORD.sub(lambda m: _suit(m[0], old, new), value)
    if name == "Announce":
        return re.sub(r"(?<=[24]0)(\s+)([^\s;]+)", lambda m: m[1] + _suit(m[2], old, new), value)
    return value


def _hand(text: str, old: Deck, new: Deck) -> str:
    try:
        return hand_text(parse_hand(text, old), new)
    except ValueError:
        return text


def _card(text: str, old: Deck, new: Deck) -> str:
    card = card_of(text, old)
    return text if card is None else card_name(card, new)


def _suit(text: str, old: Deck, new: Deck) -> str:
    try:
        return suit_letter(parse_suit(text, old), new)
    except ValueError:
        return text


def with_values(items: Sequence[Item], tags: Mapping[str, str]) -> list[Item]:
    """The items of a game with ``#`` replaced by the values that it copies."""
    found: list[Item] = []
    for item in items:
        if isinstance(item, Tag | Section) and item.name != "Note" and item.value == "#":
            found.append(replace(item, value=tags[item.name]))
        else:
            found.append(item)
    return found


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
