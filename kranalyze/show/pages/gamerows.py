"""Encode the rules of games for the page: bytes for the core, and the bytes that each rule option changes.

The bytes of a game are its ``kr_game_row``, the struct with its rules (solver/rules.h).
"""

from __future__ import annotations

from base64 import b64encode
from itertools import pairwise
from typing import Any

from kranalyze.core.rules import game_row
from kranalyze.games import Game
from kranalyze.games.base import MOST, Option


def default_rules_as_base64(game: Game) -> str:
    """Return the bytes of a game under its default rules, in base 64."""
    return b64encode(game_row(game)).decode()


def option_bytes(game: Game, option: Option) -> dict[str, Any]:
    """Return the changes that a rule option makes to the bytes of its game.

    Returns:
        A dict. For an option with named values it has the key ``puts``: for each value the bytes that depend
        on the option, as pairs of index and byte. For a numeric option it has the keys ``at`` (index of the
        first byte of its 32-bit number) and ``most`` (largest allowed number).
    """
    if not option.values:
        return {"at": _number_place(game, option), "most": MOST}
    rows = [game_row(option.set_value(game, value)) for value in option.values]
    places = [at for at in range(len(rows[0])) if len({row[at] for row in rows}) > 1]
    return {"puts": [[[at, row[at]] for at in places] for row in rows]}


def _number_place(game: Game, option: Option) -> int:
    """Return the index of the first byte of the number that a numeric option sets."""
    numbers = (1, 0x0A0B0C, MOST)  # the bytes that differ between these values hold the number
    rows = [game_row(option.set_value(game, str(number))) for number in numbers]
    changed = [at for at in range(len(rows[0])) if any(a[at] != b[at] for a, b in pairwise(rows))]
    place = changed[0]
    for row, number in zip(rows, numbers, strict=True):
        if row[place : place + 4] != number.to_bytes(4, "little"):
            raise ValueError(f"option {option.name} of {game.id} sets more than one number")
    return place
