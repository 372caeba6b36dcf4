"""What ``#`` copies from the game before, its cards rewritten if the decks differ."""

from __future__ import annotations

import re

from kranalyze.cards import Deck, card_name, hand_text, parse_hand, parse_suit, suit_letter
from kranalyze.kpn.deals import card_of

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
