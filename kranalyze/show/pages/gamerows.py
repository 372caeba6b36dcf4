"""Encode the rules of games as bytes, for the page with the card table.

The bytes of a game are a ``kr_game_row``, the struct with the game's rules that the C core reads
(solver/rules.h). The page changes some of these bytes when the user changes a rule option.
"""

from __future__ import annotations

from base64 import b64encode
from itertools import pairwise
from typing import Any

from kranalyze.core.rules import game_row
from kranalyze.games import Game
from kranalyze.games.base import MOST, Option


def default_game_row_as_base64(game: Game) -> str:
    """Return the bytes of a game under its default rules, in base 64."""
    return b64encode(game_row(game)).decode()


def option_byte_changes(game: Game, option: Option) -> dict[str, Any]:
    """Return the changes that a rule option makes to the bytes of its game.

    Returns:
        A dict. For an option with named values, the dict has the key ``puts``. The value at this key has a
        list for each value of the option. Such a list has the bytes to set, as pairs of an index and a byte.
        For a numeric option, the dict has two keys. ``at`` is the index of the first of the four bytes of the
        number. ``most`` is the largest allowed number.
    """
    if not option.values:
        return {"at": _byte_offset_of_number(game, option), "most": MOST}
    rows = [game_row(option.set_value(game, value)) for value in option.values]
    places = [at for at in range(len(rows[0])) if len({row[at] for row in rows}) > 1]
    return {"puts": [[[at, row[at]] for at in places] for row in rows]}


def _byte_offset_of_number(game: Game, option: Option) -> int:
    """Return the index at which the number of a numeric rule option begins, among the bytes of a game."""
    # The lowest bytes of these numbers differ, and the lowest byte of a number comes first. So the first byte
    # of the game that changes is the first byte of the number.
    numbers = (1, 0x0A0B0C, MOST)
    rows = [game_row(option.set_value(game, str(number))) for number in numbers]
    changed = [at for at in range(len(rows[0])) if any(a[at] != b[at] for a, b in pairwise(rows))]
    place = changed[0]
    for row, number in zip(rows, numbers, strict=True):
        if row[place : place + 4] != number.to_bytes(4, "little"):
            raise ValueError(f"option {option.name} of {game.id} sets more than one number")
    return place
