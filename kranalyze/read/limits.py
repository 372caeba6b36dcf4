"""Check texts and lists in tables against the limits of KPN."""

from __future__ import annotations

import re

from kranalyze.kpn.lexer import LARGEST_TAG

#: Largest number of characters of a text. KPN has the same limit.
LARGEST_TEXT = LARGEST_TAG
#: Largest number of elements of a list. No game needs so many.
LARGEST_LIST = 1_000

#: Characters that are stripped from both ends of a text in a table. A CSV may have blanks after commas.
TABLE_SPACE = " \t"

#: Pattern of a line break. Values in KPN cannot have line breaks.
LINE_BREAK = r"\r\n|\r|\n"
_LINE_BREAK = re.compile(LINE_BREAK)

#: Characters that no value of a tag can hold: null characters and lone surrogates.
_REFUSED = re.compile("[\0\ud800-\udfff]")


def clean_text_for_kpn(text: str) -> str:
    """Convert a text to a form that KPN can hold. Line breaks become blanks.

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
    """Return the message for a text that is too long: it has this number of characters."""
    return f"the value has {characters:,} characters, more than {LARGEST_TEXT:,}"


def check_list(elements: int) -> None:
    """Raise a ValueError if a list with this number of elements is too long."""
    if elements > LARGEST_LIST:
        raise ValueError(too_many(elements))


def too_many(elements: int) -> str:
    """Return the message for a list that is too long: it has this number of elements."""
    return f"the list has {elements:,} elements, more than {LARGEST_LIST:,}"
