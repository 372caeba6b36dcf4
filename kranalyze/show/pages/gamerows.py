"""The rows of games as JSON, so that the page reads records by the same rules."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from kranalyze.cards import PACK_RANKS
from kranalyze.games import Contract, Game, Goal
from kranalyze.games.base import MOST, Option
from kranalyze.show.pages.frame import german

#: What follows from the fields of a goal.
_GOAL_PROPERTIES = (
    "as_dealt", "last_names_partner", "each_for_himself", "announced", "played_on", "ends_early",
)  # fmt: skip


def game_row(game: Game) -> dict[str, Any]:
    """The fields of a game under their names in Python, with its contracts and rule options."""
    row = {name: value for name, value in asdict(game).items() if name not in ("contracts", "options")}
    return row | {
        "name": german(game.name), "ranks": PACK_RANKS[game.pack], "most_contra": game.most_contra,
        "contracts": [_contract_row(contract) for contract in game.contracts],
        "options": [_option_row(game, option) for option in game.options],
    }  # fmt: skip


def _contract_row(contract: Contract) -> dict[str, Any]:
    settles = contract.settles
    return asdict(contract) | {
        "name": german(contract.name), "names": [contract.id, contract.name, *contract.aliases],
        "goal": _goal_row(contract.goal), "settles": None if settles is None else _goal_row(settles),
    }  # fmt: skip


def _goal_row(goal: Goal) -> dict[str, Any]:
    return asdict(goal) | {name: getattr(goal, name) for name in _GOAL_PROPERTIES}


def _option_row(game: Game, option: Option) -> dict[str, Any]:
    """An option: for each of its values, the fields that depend on it, as [contract, field, value].

    A numeric option has no values. It names the field, and the greatest number allowed.
    """
    facts: dict[str, Any] = {"name": option.name, "values": list(option.values), "initial": option.initial}
    if not option.values:
        contract, _, name = option.sets.rpartition(".")
        return facts | {"sets": [contract, name], "most": MOST}
    rows = [_fields(option.put(game, value)) for value in option.values]
    governed = [path for path in rows[0] if any(row[path] != rows[0][path] for row in rows)]
    return facts | {"fields": [[[*path, row[path]] for path in governed] for row in rows]}


def _fields(game: Game) -> dict[tuple[str, str], Any]:
    """Every field of a game by contract and name; the contract is empty for a field of the game itself."""
    row = asdict(game) | {"most_contra": game.most_contra}
    fields = {("", name): value for name, value in row.items() if name not in ("contracts", "options")}
    for contract in game.contracts:
        for name, value in _contract_row(contract).items():
            fields[contract.id, name] = value
    return fields
