"""What texts and lists of tables may hold: what KPN holds, and no more of it."""

from __future__ import annotations

import re

from kranalyze.kpn.lexer import LARGEST_TAG

#: The longest text, in characters, as in KPN; and the longest list, a few times what any game has.
LARGEST_TEXT = LARGEST_TAG
LARGEST_LIST = 1_000

#: What a CSV cannot tell from the space after its commas: no text of a table begins or ends with it.
TABLE_SPACE = " \t"

#: Line breaks, which KPN has none of within a value.
LINE_BREAK = r"\r\n|\r|\n"
_LINE_BREAK = re.compile(LINE_BREAK)

#: What no value of a tag can hold: null characters, and lone surrogates, which are no text.
_REFUSED = re.compile("[\0\ud800-\udfff]")


def read_text(text: str) -> str:
    """A text as KPN holds it: each line break is a blank.

    Raises:
        ValueError: it is too long, or has a null character or half a character.
    """
    check_length(len(text))
    if (refused := _REFUSED.search(text)) is not None:
        what = "a null character" if refused[0] == "\0" else "half a character"
        raise ValueError(f"a text of a table cannot have {what}")
    return _LINE_BREAK.sub(" ", text)


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
