"""What texts and lists of tables may hold: what KPN holds, and no more of it."""

from __future__ import annotations

import re

from kranalyze.kpn.lexer import LARGEST_TAG

#: The longest text, in characters, as in KPN; and the longest list, a few times what any game has.
LARGEST_TEXT = LARGEST_TAG
LARGEST_LIST = 1_000

#: What a CSV cannot tell from the space after its commas: no text of a table begins or ends with it.
TABLE_SPACE = " \t"

#: What no value of a tag can hold, and lone surrogates, which are no text.
_REFUSED = re.compile("[\n\r\0\ud800-\udfff]")


def check_text(text: str, in_lists: bool = False) -> None:
    """Raise a ValueError for a text that KPN cannot hold; in lists as text line breaks are blanks."""
    check_length(len(text))
    if in_lists or (refused := _REFUSED.search(text)) is None:
        return
    raise ValueError(refusal(refused[0]))


def refusal(character: str) -> str:
    """Why a text that has a character is refused."""
    kinds = {"\n": "a line break", "\r": "a line break", "\0": "a null character"}
    return f"a text of a table cannot have {kinds.get(character, 'half a character')}"


def check_length(characters: int) -> None:
    """Raise a ValueError for a text that is too long."""
    if characters > LARGEST_TEXT:
        raise ValueError(too_long(characters))


def too_long(characters: int) -> str:
    """What is wrong with a text of so many characters."""
    return f"the value has {characters:,} characters, more than {LARGEST_TEXT:,}"


def check_list(elements: int) -> None:
    """Raise a ValueError for a list that is too long."""
    if elements > LARGEST_LIST:
        raise ValueError(too_many(elements))


def too_many(elements: int) -> str:
    """What is wrong with a list of so many elements."""
    return f"the list has {elements:,} elements, more than {LARGEST_LIST:,}"
