"""Texts from files as people may be shown them: what would steer a terminal is written out."""

from __future__ import annotations

import re

#: Control characters but tab and newline, what turns the direction of writing, and bytes that are no text.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")

def printable(text: str) -> str:
    r"""A text of any lines without control characters.

    >>> print(printable("\x1b[2J\x9b and \udcff"))
    \x1b[2J\x9b and \xff
    """
    return _STEERING.sub(_written_out, text)


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
