"""Convert the columns of the core's evaluation to rows, by game, so that tests can compare them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from kranalyze._core import lib
from kranalyze.core.evaluate import BY_CARD, BY_GAME, Evaluated

#: A row, as a dict from the names of the columns to the values.
Row: TypeAlias = dict[str, Any]

# columns


def rows_of(kinds: Sequence[tuple[str, str, int]], buffers: Mapping[str, Any], count: int) -> list[Row]:
    """Return a dictionary for each row of the columns. ``kinds`` is ``BY_GAME`` or ``BY_CARD``."""
    rows: list[Row] = [{} for _ in range(count)]
    for name, code, width in kinds:
        values = array(code, bytes(buffers[name]))
        if name in ("choice", "worth"):
            ends = [0, *array("I", bytes(buffers["choice_end"]))]
            for i, row in enumerate(rows):
                row[name] = values[ends[i] : ends[i + 1]].tolist()
            continue
        for i, row in enumerate(rows):
            row[name] = values[i] if width == 1 else tuple(values[i * width : (i + 1) * width])
    return rows


def by_game(evaluated: Evaluated) -> list[tuple[Row, list[Row]]]:
    """Return the row of each game, together with the rows of its cards."""
    games = rows_of(BY_GAME, evaluated.by_game, evaluated.games)
    cards = rows_of(BY_CARD, evaluated.by_card, evaluated.cards)
    ends = [0, *(game["card_end"] for game in games)]
    return [(game, cards[ends[i] : ends[i + 1]]) for i, game in enumerate(games)]


def unless_empty(amount: int, nothing: int = lib.KR_NO_AMOUNT) -> int | None:
    """Return a number of a column. Return None if it equals ``nothing``, the mark of a missing number."""
    return None if amount == nothing else amount
