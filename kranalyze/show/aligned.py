"""Fit text to a screen: columns within its width, and no control characters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextvars import ContextVar

#: Number of characters in a line of the screen. None: lines may have any length.
SCREEN: ContextVar[int | None] = ContextVar("SCREEN", default=None)

#: Least number of characters to which a name is shortened.
_NAME = 8

#: Least number of characters to which a title is shortened.
_TITLE = 5

#: Most characters in a line of a paragraph.
_LINE = 100

_GAP = "  "

#: Pattern of control characters except tab and newline, marks of the writing direction, and surrogates.
_STEERING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def shorten(text: str, width: int) -> str:
    """Shorten a text to a number of characters.

    >>> shorten("Durchmarsch der Letzten", 12)
    'Durchmarsch…'
    """
    return text if len(text) <= width else text[: max(0, width - 1)].rstrip() + "…"


def paragraph(text: str) -> str:
    """Break a text into lines that fit the screen. A line has at most 100 characters."""
    from textwrap import fill

    return fill(text, min(SCREEN.get() or _LINE, _LINE))


def wrap_sentence(text: str, indent: str = "") -> str:
    """Break a sentence into lines that fit the screen. All lines but the first begin with ``indent``."""
    width = SCREEN.get()
    if width is None:
        return text
    from textwrap import fill

    return fill(text, width, subsequent_indent=indent)


def fit_columns(rows: Sequence[Sequence[str]], align: str, indent: str = "") -> list[str]:
    """Format rows of cells as lines with aligned columns.

    If the screen is too narrow, titles and names are shortened. Numbers are never shortened. If the lines are
    still too long, the last columns are left out, and a final line names them.

    Args:
        rows: rows of cells. The first row has the titles.
        align: a character for each column: ``<`` (left) for names, ``>`` (right) for numbers.
        indent: text at the beginning of each line.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    limit = SCREEN.get()
    if limit is not None:
        widths = _fitting(rows, align, widths, limit - len(indent))
    lines = []
    for row in rows:
        cells = (f"{shorten(cell, w):{side}{w}}" for cell, side, w in zip(row, align, widths, strict=False))
        lines.append((indent + _GAP.join(cells)).rstrip())
    left_out = [title for title in rows[0][len(widths) :] if title]
    if left_out:
        lines += wrap_sentence(f"{indent}(too narrow for: {', '.join(left_out)})", f"{indent}  ").splitlines()
    return lines


def _fitting(rows: Sequence[Sequence[str]], align: str, widths: list[int], limit: int) -> list[int]:
    """Return the widths of the columns that fit into a limit. The last columns are left out if necessary.

    Args:
        rows: rows of cells.
        align: as for ``fit_columns``.
        widths: the full widths of the columns.
        limit: most characters in a line.
    """
    least = []
    for column, side, width in zip(zip(*rows, strict=True), align, widths, strict=True):
        number = max(map(len, column[1:]), default=0) if side == ">" else 0
        least.append(min(width, max(number, _NAME if side == "<" else _TITLE)))
    least[0] = min(widths[0], max(least[0], limit // 2))  # keep more of the first column: it names the row

    def total(widths: Sequence[int]) -> int:
        """Return the length of a line."""
        return sum(widths) + len(_GAP) * (len(widths) - 1)

    while len(least) > 1 and total(least) > limit:
        least.pop()
    widths = widths[: len(least)]
    while total(widths) > limit and widths != least:
        widest = max((i for i, w in enumerate(widths) if w > least[i]), key=lambda i: widths[i])
        widths[widest] -= 1
    return widths


def printable(text: str) -> str:
    r"""Replace the control characters of a text by escapes.

    >>> print(printable("\x1b[2J\x9b and \udcff"))
    \x1b[2J\x9b and \xff
    """
    return _STEERING.sub(_written_out, text)


def one_line(text: str) -> str:
    r"""Replace the control characters of a name by escapes, newlines too.

    >>> print(one_line("a\nb"))
    a\nb
    """
    return printable(text).replace("\n", "\\n")


def _written_out(match: re.Match[str]) -> str:
    """Return the escape for a control character."""
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:  # a byte that is not UTF-8
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
