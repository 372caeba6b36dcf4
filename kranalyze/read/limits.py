"""Check texts and lists from tables against the maximum sizes that KPN allows."""

from __future__ import annotations

import re

from kranalyze.kpn.lexer import LARGEST_TAG

#: Maximum number of characters in a text. KPN has the same limit.
LARGEST_TEXT = LARGEST_TAG
#: Maximum number of elements in a list. No game needs so many elements.
LARGEST_LIST = 1_000

#: These characters are removed from both ends of a text in a table. For example, a CSV file may have blanks
#: after its commas.
TABLE_SPACE = " \t"

#: A pattern that matches a line break. Values in KPN cannot have line breaks.
LINE_BREAK = r"\r\n|\r|\n"
_LINE_BREAK = re.compile(LINE_BREAK)

#: A pattern that matches characters forbidden in values of tags: null characters and lone surrogates.
_REFUSED = re.compile("[\0\ud800-\udfff]")


def clean_text_for_kpn(text: str) -> str:
    """Convert a text to a form that KPN allows: replace line breaks by blanks.

    Raises:
        ValueError: the text is too long, or has a null character or a lone surrogate.
    """
    check_length(len(text))
    if (refused := _REFUSED.search(text)) is not None:
        refusal = "a null character" if refused[0] == "\0" else "half a character"
        raise ValueError(f"a text of a table cannot have {refusal}")
    return _LINE_BREAK.sub(" ", text)


def check_length(characters: int) -> None:
    """Raise a ValueError if a text with this number of characters is too long."""
    if characters > LARGEST_TEXT:
        raise ValueError(too_long(characters))


def too_long(characters: int) -> str:
    """Return the error message for a text that is too long, given its number of characters."""
    return f"the value has {characters:,} characters, more than {LARGEST_TEXT:,}"


def check_list(elements: int) -> None:
    """Raise a ValueError if a list with this number of elements is too long."""
    if elements > LARGEST_LIST:
        raise ValueError(too_many(elements))


def too_many(elements: int) -> str:
    """Return the error message for a list that is too long, given its number of elements."""
    return f"the list has {elements:,} elements, more than {LARGEST_LIST:,}"
