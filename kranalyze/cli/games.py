"""``kranalyze games``: the games, contracts, values and options that are known."""

from __future__ import annotations

from typing import Any

import click

from kranalyze.cli import options
from kranalyze.cli.common import say, wrong_usage
from kranalyze.cli.sinks import RowPrinter
from kranalyze.games import GAMES, get_game
from kranalyze.games.base import MOST, Contract, Game
from kranalyze.show.aligned import aligned, filled
from kranalyze.show.text import order_text

_PARTY = {
    "alone": "alone", "called": "with the holder of a called card", "opposite": "with the player opposite"
}  # fmt: skip
_NEEDS = {"marriage": "K+Q of a suit", "suit": "all cards of a suit", "trumps": "all trumps"}


@click.command(
    epilog="""\b
Examples:
  kranalyze games                  all games in short
  kranalyze games graden           its contracts and rule options
  kranalyze games --json           one line per game
  kranalyze games --format csv     one line per contract
""",
)
@click.argument("game", required=False)
@options.formats("text", "json", "csv", short=True)
def games(game: str | None, form: str | None) -> None:
    """List games, contracts, values and rule options.

    GAME: one game in detail; without it all of them.
    """
    with wrong_usage():
        chosen = list(GAMES.values()) if game is None else [get_game(game)]
    rows = RowPrinter(form)
    if form == "json":
        rows.take(map(_as_json, chosen))
    elif form == "csv":
        for row in map(_as_json, chosen):
            head = {key: row[key] for key in ("game", "cards", "seats", "hand", "talon", "unit")}
            rows.take({**head, **contract} for contract in row["contracts"])
    elif game is None:
        for one in chosen:
            count = len(one.contracts)
            contracts = "1 contract" if count == 1 else f"{count} contracts"
            say(filled(f"{one.id:16}{one.name}: {_pack(one)}, {contracts}", " " * 16))
        say("\nkranalyze games GAME lists the contracts and the rule options of one of them.")
    else:
        say(_detail(chosen[0]))


def _pack(game: Game) -> str:
    talon = f" and a talon of {game.talon}" if game.talon else ""
    return f"{game.pack} cards, {game.seats} hands of {game.size}{talon}"


def _detail(game: Game) -> str:
    endings = ", or any smaller equal number" if game.endings else ""
    lines = [f"{game.id}: {game.name}", f"{_pack(game)}{endings}; settled in {game.unit}", "", "Contracts"]
    table: list[tuple[str, ...]] = [("id", "name", "value", "high to low", "trump", "who plays", "needs")]
    table += [_contract_cells(game, contract) for contract in game.contracts]
    lines += aligned(table, "<" * len(table[0]), "  ")
    if game.options:
        lines += ["", "Rule options (--rule NAME=VALUE), the default first"]
        for option in game.options:
            values = " | ".join(option.values) or f"a whole number from 1 to {MOST:,}, {option.initial}"
            lines.append(filled(f"  {option.name} = {values}: {option.meaning}", "      "))
    return "\n".join(lines)


def _contract_cells(game: Game, contract: Contract) -> tuple[str, ...]:
    orders = " or ".join(order_text(order, game.pack) for order in contract.order)
    value = "" if contract.stake == "none" else str(contract.value)
    return (
        contract.id,
        contract.name,
        f"{value}, with a second {contract.second}" if contract.second else value,
        orders,
        "yes" if contract.trump else "no",
        "each for himself" if contract.goal.each_for_himself else _PARTY[contract.party],
        _NEEDS.get(contract.requires or "", ""),
    )


def _as_json(game: Game) -> dict[str, Any]:
    contracts = [
        {
            "contract": c.id, "name": c.name, "rank": c.rank, "value": None if c.stake == "none" else c.value,
            "second": c.second or None, "order": list(c.order) if game.orders else None, "trump": c.trump,
            "party": c.party, "requires": c.requires,
        }
        for c in game.contracts
    ]  # fmt: skip
    given = [
        {"option": o.name, "default": o.initial, "values": list(o.values) or None, "meaning": o.meaning}
        for o in game.options
    ]
    return {
        "game": game.id, "name": game.name, "cards": game.pack, "seats": game.seats, "hand": game.size,
        "talon": game.talon, "unit": game.unit, "contracts": contracts, "options": given,
    }  # fmt: skip
