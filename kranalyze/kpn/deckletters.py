"""Convert values of tags from the card letters of one deck (French or German) to the letters of another."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from kranalyze.cards import Deck, card_letters, hand_text, parse_card, parse_hand, parse_suit, suit_letter

#: Tags and sections whose values contain letters of a deck. Each has a pattern and two functions. The second
#: group of the pattern matches the letters. The first function converts letters to a number. The second
#: function converts a number to letters.
_LETTERS: dict[str, tuple[str, Callable[[str, Deck], int], Callable[[int, Deck], str]]] = {
    "Deal": (r"(^[^:]*:)?(\S+)", parse_hand, hand_text),
    **dict.fromkeys(("Talon", "Discard", "Called", "Play"), (r"()(\S+)", parse_card, card_letters)),
    "FaceDown": (r"(:)(\S+)", parse_card, card_letters),
    "Trump": (r"()(\S+)", parse_suit, suit_letter),
    "Announce": (r"((?<=[24]0)\s+)([^\s;]+)", parse_suit, suit_letter),
    "Auction": (r"(:)(\S+)", parse_suit, suit_letter),
}


@lru_cache(maxsize=4096)
def respell(name: str, value: str, old: Deck, new: Deck) -> str:
    """Return a text with its card letters converted to the letters of another deck.

    The text is the value of the tag ``name``, or an entry of the section ``name``. Parts of the text that
    cannot be read stay unchanged.
    """
    if name not in _LETTERS:
        return value
    pattern, read, written = _LETTERS[name]

    def rewritten(m: re.Match[str]) -> str:
        """Return a part of the value in the letters of the new deck.

        If the part cannot be read, return it unchanged.
        """
        try:
            return (m[1] or "") + written(read(m[2], old), new)
        except ValueError:
            return m[0]

    return re.sub(pattern, rewritten, value)


def deck_of(tags: Mapping[str, str]) -> Deck:
    """Return the deck that the tag Deck names. If the tag is missing or wrong, return the French deck."""
    return "german" if tags.get("Deck", "").strip().lower() == "german" else "french"
