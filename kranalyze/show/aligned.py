"""Fit text to the width of the screen, and replace its control characters."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from contextvars import ContextVar
from itertools import accumulate
from operator import gt

#: Number of characters in a line of the screen. None: lines may have any length.
SCREEN: ContextVar[int | None] = ContextVar("SCREEN", default=None)

#: A column of texts is not made narrower than this many characters, unless the screen is extremely narrow.
_TEXT = 34

#: Maximum number of characters in a line of a paragraph.
_LINE = 100

_GAP = "  "

#: Pattern of three kinds of characters: control characters (but not tab and newline), marks of the writing
#: direction, and surrogates.
_STEERING = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f]|[\u202a-\u202e]|[\u2066-\u2069]|[\ud800-\udfff]"
)


def shorten(text: str, width: int) -> str:
    """Shorten a text to at most ``width`` characters. A shortened text ends with an ellipsis.

    >>> shorten("Durchmarsch der Letzten", 12)
    'Durchmarsch…'
    """
    return text if len(text) <= width else text[: max(0, width - 1)].rstrip() + "…"


def wrap_text(text: str) -> str:
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


def wrap_long_lines(text: str) -> str:
    """Break lines that are wider than the screen. A continuation is indented by two more blanks."""
    width = SCREEN.get()
    if width is None:
        return text
    lines = []
    for line in text.split("\n"):
        blanks = len(line) - len(line.lstrip())
        lines.append(line if len(line) <= width else wrap_sentence(line, " " * (blanks + 2)))
    return "\n".join(lines)


def fit_columns(rows: Sequence[Sequence[str]], align: str, indent: str = "", keys: int = 1) -> list[str]:
    """Format rows of cells as lines with aligned columns.

    If the screen is too narrow, titles are broken at blanks and long texts are shortened. Numbers are never
    shortened. If the lines are still too long, the table is folded: the last columns follow in further tables
    below. Each further table repeats the columns at the left that name the rows.

    Args:
        rows: rows of cells. The first row has the titles.
        align: a character for each column: ``<`` (left) for names, ``>`` (right) for numbers. A ``|`` between
            two characters marks a good place to fold the table. If possible, a further table begins with the
            column after the ``|``.
        indent: text at the beginning of each line.
        keys: how many columns at the left name the rows.
    """
    columns = [*zip(*rows, strict=True)]
    parts = align.split("|")
    preferred = {*accumulate(map(len, parts[:-1]))}
    align = "".join(parts)
    widths = [max(map(len, column)) for column in columns]
    limit = SCREEN.get()
    if limit is None or _line_length(widths) <= limit - len(indent):
        return _lines(columns, align, widths, indent)
    lines = list[str]()
    least = _least_widths(columns, align, limit - len(indent))
    for folded in _divide_columns_into_tables(least, keys, preferred, limit - len(indent)):
        if lines:
            lines.append("")
        fitting = _fitting([widths[i] for i in folded], [least[i] for i in folded], limit - len(indent))
        sides = "".join(align[i] for i in folded)
        lines += _lines([columns[i] for i in folded], sides, fitting, indent)
    return lines


def _line_length(widths: Sequence[int]) -> int:
    """Return the number of characters in a line whose columns have these widths. Gaps count, too."""
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _lines(columns: Sequence[Sequence[str]], align: str, widths: Sequence[int], indent: str) -> list[str]:
    """Format columns as lines. A title that is wider than its column takes several lines."""
    titles = [_broken_title(column[0], width) for column, width in zip(columns, widths, strict=True)]
    height = max(map(len, titles))
    cells = [
        [""] * (height - len(title)) + title + [*column[1:]]
        for column, title in zip(columns, titles, strict=True)
    ]
    lines = []
    for row in zip(*cells, strict=True):
        shown = (f"{shorten(cell, w):{side}{w}}" for cell, side, w in zip(row, align, widths, strict=True))
        lines.append((indent + _GAP.join(shown)).rstrip())
    return lines


def _broken_title(title: str, width: int) -> list[str]:
    """Break a title at its blanks into lines of at most ``width`` characters. A long word stays whole."""
    if len(title) <= width:
        return [title]
    from textwrap import wrap

    return wrap(title, width, break_long_words=False, break_on_hyphens=False)


def _least_widths(columns: Sequence[Sequence[str]], align: str, limit: int) -> list[int]:
    """Return the least width of each column, in characters.

    The least width has room for the longest word of the title and for all numbers. Longer texts may be
    shortened to ``_TEXT`` characters. In the first column, which names the rows, texts may be shortened to
    half a line if half a line is longer. The first column and any one other column always fit in a line
    together.
    """
    least = list[int]()
    for i, (column, side) in enumerate(zip(columns, align, strict=True)):
        word = max(map(len, column[0].split()), default=0)
        cell = max(map(len, column[1:]), default=0)
        if side == "<":
            cell = min(cell, max(_TEXT, limit // 2) if i == 0 else _TEXT)
            room = limit if i == 0 else limit - len(_GAP) - least[0]
            least.append(max(1, min(max(word, cell), room)))
        else:
            least.append(max(word, cell))
    numbers = (width for width, side in zip(least[1:], align[1:], strict=True) if side == ">")
    least[0] = max(1, min(least[0], limit - len(_GAP) - max(numbers, default=0)))
    return least


def _divide_columns_into_tables(
    least_widths: Sequence[int], key_columns: int, preferred_starts: Set[int], line_width: int
) -> list[list[int]]:
    """Divide columns into tables that fit a line. Return for each table the indexes of its columns.

    Args:
        least_widths: least width of each column, in characters.
        key_columns: how many of the first columns name the rows. Each table repeats these columns.
        preferred_starts: indexes of the columns with which a new table should begin, if possible.
        line_width: maximum number of characters in a line.
    """
    named = [*range(key_columns)]
    folds = [named]
    for i in range(key_columns, len(least_widths)):
        last = folds[-1]
        widths = [least_widths[j] for j in (*last, i)]
        if len(last) > key_columns and _line_length(widths) > line_width:
            begin = max((j for j in [*last[key_columns + 1 :], i] if j in preferred_starts), default=i)
            folds[-1] = [j for j in last if j < begin]
            folds.append(named + [j for j in last[key_columns:] if j >= begin])
        folds[-1] = [*folds[-1], i]
    return folds


def _fitting(widths: list[int], least: Sequence[int], limit: int) -> list[int]:
    """Narrow the widest columns until a line fits ``limit``, or until each column has its least width."""
    while _line_length(widths) > limit and any(map(gt, widths, least)):
        widest = max((i for i, w in enumerate(widths) if w > least[i]), key=lambda i: widths[i])
        widths[widest] -= 1
    return widths


def printable(text: str) -> str:
    r"""Replace the control characters of a text by escapes. Keep tabs and newlines.

    >>> print(printable("\x1b[2J\x9b and \udcff"))
    \x1b[2J\x9b and \xff
    """
    return _STEERING.sub(_control_character_escape, text)


def escape_control_characters(text: str) -> str:
    r"""Replace the control characters of a name by escapes, including newlines.

    >>> print(escape_control_characters("a\nb"))
    a\nb
    """
    return printable(text).replace("\n", "\\n")


def _control_character_escape(match: re.Match[str]) -> str:
    r"""Return the escape for a control character, for example ``\x1b``."""
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:  # such a surrogate stands for a byte that is not UTF-8
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
