"""A table of one deal as a compact grid for people: contracts down, declarers across."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kranalyze.cards import SUITS, Deck
from kranalyze.deal import Seat
from kranalyze.games.base import Game
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
    said = {f"{_NOT_BIDDABLE} cannot be bid": _NOT_BIDDABLE in marks}
    said["N E S W: with which partner it can be made"] = called
    said["* by calling a Ten"] = called and "*" in marks
    said["= alone"] = called and "=" in marks
    return ", ".join(text for text, there in said.items() if there)


def grid(rows: Iterable[Row], game: Game, deck: Deck = "french") -> str:
    """The rows of one deal, a line per contract and a column per declarer.

    A cell says yes or no, names the choices (trump, partner) that make the contract, or gives the best
    value with its choice. A contract in which another than the declarer leads has a line per leader, one
    with a second bidder a line per second, and one without declarers a column per leader.
    """
    lines: dict[str, dict[Seat, list[Row]]] = {}
    for row in rows:
        contract = game.contract(row["contract"])
        label = contract.name
        if row["second"]:
            label += f" with {Seat[row['second']].title}"
        elif row["declarer"] is None:
            label += f", {_trump(row, deck) or 'no trump'}" if contract.trump else ""
        elif contract.leads != "declarer" and contract.bidders != "forehand":
            label += f", {row['leader']} leads"
        across = Seat[row["declarer"] or row["leader"]]
        lines.setdefault(label, {}).setdefault(across, []).append(row)
    seats = list(Seat)[: game.seats]
    table = [["", *(seat.title for seat in seats)]]
    for label, cells in lines.items():
        table.append([label, *(_cell(cells.get(seat, []), game, deck) for seat in seats)])
    return "\n".join(aligned(table, "<" * (len(seats) + 1)))


def _trump(row: Row, deck: Deck) -> str:
    return suit_text(SUITS.index(row["trump"]), deck) if row["trump"] else ""


def _cell(rows: Sequence[Row], game: Game, deck: Deck) -> str:
    biddable = [row for row in rows if row["biddable"]]
    if not biddable:
        return _NOT_BIDDABLE if rows else ""
    contract = game.contract(rows[0]["contract"])
    made_or_lost, goal = contract.makeable_at is not None, contract.goal

    def choice(row: Row) -> str:
        """What was chosen in a row: trump, partner, and a star for the order of a called Ten."""
        if contract.party != "called":
            return _trump(row, deck) if made_or_lost else ""
        ten = "*" if contract.order == "KT" and row["order"] == "T" else ""
        return _trump(row, deck) + (row["partner"] or "=") + ten

    if not made_or_lost and biddable[0]["value"] is None:
        paid = (biddable[0][f"payoff_{seat.name.lower()}"] for seat in list(Seat)[: game.seats])
        return " ".join(f"{amount:+d}" for amount in paid)
    if not made_or_lost or not goal.yes_or_no:
        best = max(biddable, key=lambda row: row["value"])
        value = f"{best['value']:{'+' if goal.signed else ''}d}"
        if goal.last_names_partner:
            value = {1: "five", 3: "six"}.get(best["value"], "no")
        elif made_or_lost:
            value = f"{'yes' if best['makeable'] else 'no'} {value}"
        return f"{value} {choice(best)}".rstrip()
    made = [row for row in biddable if row["makeable"]]
    choices = [text for text in dict.fromkeys(map(choice, made)) if text]
    if not choices:
        return "yes" if made else "no"
    if len(choices) > _SHOWN:
        choices = [*choices[: _SHOWN - 1], f"+{len(choices) - _SHOWN + 1}"]
    return " ".join(choices)
