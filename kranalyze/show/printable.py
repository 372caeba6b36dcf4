"""Texts from files as people may be shown them: what would steer a terminal is written out."""

from __future__ import annotations

import re

from click import style

#: Control characters but tab and newline, what turns the direction of writing, and bytes that are no text.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


#: Red suits, and bad cards: behind a rank.
_RED = re.compile("[♥♦]")
_MARKS = re.compile(r"(?<=[AKQJTOU7-9])\?{1,2}(?!\?)")


def printable(text: str) -> str:
    r"""A text of any lines without control characters.

    >>> print(printable("\x1b[2J\x9b and \udcff"))
    \x1b[2J\x9b and \xff
    """
    return _STEERING.sub(_written_out, text)


def painted(text: str) -> str:
    """The same for a terminal: hearts and diamonds red, the marks ``?`` and ``??`` of cards in colours."""
    text = _RED.sub(lambda m: style(m[0], fg="red"), text)
    return _MARKS.sub(lambda m: style(m[0], fg="yellow" if m[0] == "?" else "red", bold=True), text)


def one_line(text: str) -> str:
    r"""The same of a name, which has no lines.

    >>> print(one_line("a\nb"))
    a\nb
    """
    return printable(text).replace("\n", "\\n")


def _written_out(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:  # a byte that was no UTF-8
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
