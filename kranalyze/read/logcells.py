"""Convert cells of logged games to and from the texts of a CSV file.

Texts that KPN cannot hold are rejected with a ValueError.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from kranalyze.cards import hand_text
from kranalyze.kpn.items import KNOWN_TAGS
from kranalyze.read.columns import LOGGED, MASKS, cards_cell
from kranalyze.read.limits import check_length, check_list, clean_text_for_kpn

if TYPE_CHECKING:
    import pyarrow as pa

#: In these columns a cell is a list that has a text or null for each card played.
AT_CARDS = ("marks", "notes")

#: In these columns a cell is a list whose elements KPN separates by blanks. The value for a column is the
#: word that error messages use for an element.
_WORDS = {"auction": "call", "face_down": "card", "play": "card"}

#: A pattern that matches any text that KPN reads as a single call or card. Such a text has no blank, and none
#: of the characters ``! ? = $ ; { [``. It does not begin with ``%``, because ``%`` can begin a comment.
_WORD = re.compile(r"[^\s\ufeff\[{;%!?=$][^\s\ufeff\[{;!?=$]*")
_MARK = re.compile(r"[!?]{1,2}|\$[0-9]+")
_TAG_NAME = re.compile(r"[A-Za-z0-9_]+")


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of a JSON object, as a list of pairs.

    Unlike a dict, the list keeps repeated keys.
    """


def csv_cells(table: pa.Table) -> Iterator[list[Any]]:
    """Convert the rows of a table of games (see ``log_schema``) to texts for a CSV."""
    for row in table.to_pylist():
        cells = ((value, _CELLS.get(name)) for name, value in row.items())
        yield [value if value is None or form is None else form[0](value) for value, form in cells]


def read_cell(name: str, value: Any) -> Any:
    """Convert a cell of a table of games to its value. An empty text becomes None.

    A cell of a column of masks is returned unchanged, because ``read_column`` converts it.

    Args:
        name: name of the column.
        value: the cell.

    Raises:
        ValueError: the text of the cell cannot be converted, or KPN cannot hold the value.
    """
    if isinstance(value, str) and name not in MASKS and name != "discard":
        if value == "":
            return None
        if name in _CELLS and name not in _JSON:
            check_length(len(value))
        value = _CELLS[name][1](value) if name in _CELLS else clean_text_for_kpn(value)
    if isinstance(value, list):
        check_list(len(value))
        if None in value and name not in AT_CARDS:
            raise ValueError("there is null in the list")
        if name == "tags":
            return _tags_outside_kpn(value)
        return [_list_element_as_text(name, element) for element in value]
    if isinstance(value, str):
        refuse_copy_sign(value)
    return value


def refuse_copy_sign(text: str) -> None:
    """Raise a ValueError if a text is ``#``. In KPN the sign ``#`` copies a value from the previous game."""
    if text == "#":
        raise ValueError("# copies from the game before in KPN alone, rows of tables do not")


def _list_element_as_text(column: str, value: Any) -> str | None:
    """Check and convert an element of a list in a column."""
    if value is None:
        return None
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    if column == "notes":
        return clean_text_for_kpn(value)
    check_length(len(value))
    if column == "marks":
        if not all(map(_MARK.fullmatch, value.split())):
            raise ValueError(f"{value!r} is no mark: !, ?, two of them, or $ and a number")
        return value
    refuse_copy_sign(value)
    if column in _WORDS and _WORD.fullmatch(value) is None:
        raise ValueError(f"{value!r} is not one {_WORDS[column]}")
    if column == "announce" and (";" in value or not value.strip()):
        raise ValueError(f"{value!r} is not one announcement")
    return value


def _tags_outside_kpn(pairs: list[dict[str, Any]]) -> list[dict[str, str]]:
    """Check and convert the tags that KPN does not define. Drop tags without a value."""
    names = set[str]()
    kept = list[dict[str, str]]()
    for pair in pairs:
        name, value = pair["key"], pair["value"]
        if name is None or _TAG_NAME.fullmatch(name) is None:
            raise ValueError(f"{name!r} is no name of a tag: letters, digits and _")
        if name in KNOWN_TAGS:
            raise ValueError(f"{name} is no other tag: KPN knows it")
        if name in names:
            raise ValueError(f"the tag {name} is given twice")
        if isinstance(value, bool) or not isinstance(value, str | int | float | None):
            raise ValueError(f"the value of {name} is no text")
        names.add(name)
        if value is not None:
            text = clean_text_for_kpn(str(value))
            refuse_copy_sign(text)
            kept.append({"key": name, "value": text})
    return kept


def _split_words(text: str, separator: str | None = None) -> list[str]:
    """Split a text at each ``separator``. If ``separator`` is None, split the text at blanks.

    The text ``-`` stands for an empty list.
    """
    return [] if text == "-" else [word.strip() for word in text.split(separator)]


def _json(text: str, kind: type) -> Any:
    """Convert a JSON text to a value of the type ``kind``. Raise a ValueError if this is not possible."""
    shown = repr(text) if len(text) <= 40 else f"{text[:40]!r}..."
    try:
        value = json.loads(text, object_pairs_hook=_Pairs)
    except (ValueError, RecursionError):
        raise ValueError(f"not JSON: {shown}") from None
    if type(value) is not kind:
        raise ValueError(f"not a {'list' if kind is list else 'map'} in JSON: {shown}")
    return value


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


#: Columns of lists, masks or truth values, each with two functions. The first function converts a value to
#: the text of a CSV cell. The second function converts the text to the value, but returns the text of a mask
#: unchanged. All other columns have plain texts or numbers, and need no functions.
_CELLS: dict[str, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    **dict.fromkeys("nesw", (lambda mask: hand_text(mask) if mask else "", str)),
    **dict.fromkeys(("talon", "discard"), (cards_cell, str)),
    **dict.fromkeys(("auction", "face_down", "play"), (lambda words: " ".join(words) or "-", _split_words)),
    "announce": ("; ".join, lambda text: _split_words(text, ";")),
    "finished": (lambda yes: "true" if yes else "false", lambda t: t.lower() not in ("false", "0", "no")),
    **dict.fromkeys(AT_CARDS, (_dumped, lambda text: _json(text, list))),
    "tags": (
        lambda pairs: _dumped(dict(pairs)),
        lambda text: [{"key": tag, "value": value} for tag, value in _json(text, _Pairs)],
    ),
}

#: The columns whose cells in a CSV are JSON texts.
_JSON = tuple(name for name in _CELLS if name in AT_CARDS or LOGGED[name] == "pairs")
