"""``kranalyze games`` and ``page``: games, contracts and options; the table for a browser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck
from kranalyze.cli import options
from kranalyze.cli.common import Tally, say, valid
from kranalyze.cli.sinks import RowPrinter, write_page
from kranalyze.games import GAMES, get_game
from kranalyze.games.base import MOST, Game
from kranalyze.show.aligned import aligned, filled
from kranalyze.show.text import order_text

if TYPE_CHECKING:
    from kranalyze.kpn import Record

_PARTY = {
    "alone": "alone", "called": "with the holder of a called card", "opposite": "with the player opposite"
}  # fmt: skip
_NEEDS = {"marriage": "K+Q of a suit", "suit": "all cards of a suit", "trumps": "all trumps"}


@options.command(
    """Examples:
  kranalyze games                  all games in short
  kranalyze games graden           its contracts and rule options
  kranalyze games --json           one line per game
  kranalyze games --format csv     one line per contract
""",
    click.Argument(["game"], required=False), *options.formats("text", "json", "csv"),
)
def games(tally: Tally, game: str | None, form: str | None) -> None:
    """List games, contracts, values and rule options.

    GAME: one game in detail; without it all of them.
    """
    chosen = list(GAMES.values()) if game is None else [valid(get_game, game)]
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
    table = [("id", "name", "value", "high to low", "trump", "who plays", "needs")]
    for c in game.contracts:
        value = "" if c.stake == "none" else f"{c.value}"
        value += f", with a second {c.second}" if c.second else ""
        orders = " or ".join(order_text(order, game.pack) for order in c.order)
        who = "each for himself" if c.goal.each_for_himself else _PARTY[c.party]
        needs = _NEEDS.get(c.requires or "", "")
        table.append((c.id, c.name, value, orders, "yes" if c.trump else "no", who, needs))
    lines += aligned(table, "<" * len(table[0]), "  ")
    if game.options:
        lines += ["", "Rule options (--rule NAME=VALUE), the default first"]
        for option in game.options:
            values = " | ".join(option.values) or f"a whole number from 1 to {MOST:,}, {option.initial}"
            lines.append(filled(f"  {option.name} = {values}: {option.meaning}", "      "))
    return "\n".join(lines)


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


@options.command(
    """Examples:
  kranalyze page -o table.html                       an empty table: deals are made by clicks
  kranalyze page "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T" -o deal.html
  kranalyze page lessons.kpn -o lessons.html --lang de --deck german

The page is one file with the solver in it and asks nothing of any network. What is set up there stands in
its address, after #, and can be sent as a link to the same file.
""",
    click.Argument(["deal"], required=False),
    options.output_to("OUT.html", "Where to write (default: table.html).", default="table.html"),
    options.language, options.game, options.rules, options.deck("as in the record"),
)  # fmt: skip
def page(
    tally: Tally, deal: str | None, output: str, lang: str | None, game: str | None, rules: dict[str, str],
    deck: Deck | None,
) -> None:  # fmt: skip
    """Write a page to solve and play deals on.

    DEAL: records, deals, or a deal given in place; without it the table is empty.
    """
    cases: Sequence[Record] = ()
    if deal is not None:
        from kranalyze.read import read_deals

        cases, problems = read_deals(deal, game, rules)
        tally.report(problems)
        tally.done += len(cases)
    if deal is None or cases:
        from kranalyze.show.pages.records import case_row
        from kranalyze.show.pages.table import deals_page

        write_page(output, deals_page([case_row(case) for case in cases], deal or "", lang, deck))
