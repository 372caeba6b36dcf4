"""A table of one deal as a compact grid for people: contracts down, declarers across."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kranalyze.cards import SUITS, Deck
from kranalyze.deal import Seat
from kranalyze.games.base import Contract, Game
from kranalyze.show.aligned import aligned
from kranalyze.show.text import suit_text

#: A row of a table, by column.
Row = Mapping[str, Any]

#: Choices shown in one cell; of more the last ones are only counted.
_SHOWN = 6

_NOT_BIDDABLE = "·"


def legend(grids: Iterable[str], called: bool) -> str:
    """What the marks mean that occur in some grids, empty if there are none.

    Args:
        grids: texts of ``grid``.
        called: whether there are contracts with a called partner.
    """
    marks = {mark for text in grids for mark in f"{_NOT_BIDDABLE}*=" if mark in text}
    parts = [f"{_NOT_BIDDABLE} cannot be bid"] if _NOT_BIDDABLE in marks else []
    if called:
        parts.append("N E S W: with which partner it can be made")
        parts += ["* by calling a Ten"] if "*" in marks else []
        parts += ["= alone"] if "=" in marks else []
    return ", ".join(parts)


def grid(rows: Iterable[Row], game: Game, deck: Deck = "french") -> str:
    """The rows of one deal, a line per contract and a column per declarer.

    A cell says yes or no, names the choices (trump, partner) that make the contract, or gives the best
    value with its choice. A contract in which another than the declarer leads has a line per leader, one
    with a second bidder a line per second, and one without declarers a column per leader.
    """
    lines: dict[str, dict[Seat, list[Row]]] = {}
    for row in rows:
        contract = game.contract(row["contract"])
        across = Seat[row["declarer"] or row["leader"]]
        lines.setdefault(_label(row, contract, deck), {}).setdefault(across, []).append(row)
    seats = list(Seat)[: game.seats]
    table = [["", *(seat.title for seat in seats)]]
    for label, cells in lines.items():
        table.append([label, *(_cell(cells.get(seat, []), game, deck) for seat in seats)])
    return "\n".join(aligned(table, "<" * (len(seats) + 1)))


def _label(row: Row, contract: Contract, deck: Deck) -> str:
    if row["second"]:
        return f"{contract.name} with {Seat[row['second']].title}"
    if row["declarer"] is None:
        if not contract.trump:
            return contract.name
        return f"{contract.name}, {_trump(row, deck) or 'no trump'}"
    if contract.leads != "declarer" and contract.bidders != "forehand":
        return f"{contract.name}, {row['leader']} leads"
    return contract.name


def _trump(row: Row, deck: Deck) -> str:
    return suit_text(SUITS.index(row["trump"]), deck) if row["trump"] else ""


def _cell(rows: Sequence[Row], game: Game, deck: Deck) -> str:
    if not rows:
        return ""
    rows = [row for row in rows if row["biddable"]]
    if not rows:
        return _NOT_BIDDABLE
    contract = game.contract(rows[0]["contract"])
    if contract.makeable_at is None and rows[0]["value"] is None:
        return " ".join(f"{rows[0][f'payoff_{seat.name.lower()}']:+d}" for seat in list(Seat)[: game.seats])
    if contract.makeable_at is None or not contract.goal.yes_or_no:
        best = max(rows, key=lambda row: row["value"])
        return f"{_value(best, contract)} {_choice(best, contract, deck)}".rstrip()
    made = [row for row in rows if row["makeable"]]
    if not made:
        return "no"
    choices = list(dict.fromkeys(filter(None, (_choice(row, contract, deck) for row in made))))
    if not choices:
        return "yes"
    if len(choices) > _SHOWN:
        choices = [*choices[: _SHOWN - 1], f"+{len(choices) - _SHOWN + 1}"]
    return " ".join(choices)


def _value(row: Row, contract: Contract) -> str:
    """A graded value, after the yes or no that it means."""
    if contract.goal.last_names_partner:
        return {1: "five", 3: "six"}.get(row["value"], "no")
    sign = "+" if contract.goal.signed else ""
    value = format(row["value"], f"{sign}d")
    if contract.makeable_at is None:
        return value
    return f"{'yes' if row['makeable'] else 'no'} {value}"


def _choice(row: Row, contract: Contract, deck: Deck) -> str:
    """What was chosen in a row: trump, partner, and a star for the order of a called Ten."""
    if contract.party != "called":
        return _trump(row, deck) if contract.makeable_at is not None else ""
    ten = "*" if contract.order == "KT" and row["order"] == "T" else ""
    return _trump(row, deck) + (row["partner"] or "=") + ten
