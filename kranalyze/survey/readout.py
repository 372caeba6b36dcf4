"""Bidding statistics in words and columns for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import polars as pl

from kranalyze.games import GAMES, Contract
from kranalyze.show.aligned import aligned
from kranalyze.survey.figurecolumns import FEATURES, SCHEMA

Row: TypeAlias = Mapping[str, Any]

#: A column of a table: its title, figure and whose it is, what is ``said`` of it, and what where it is not.
Column: TypeAlias = tuple[str, str, str, str, str]

#: Titles and rows.
Table: TypeAlias = tuple[list[str], list[list[str]]]

#: Whose figures stand side by side, and the titles of their columns.
_WHOSE = {"some": "some seat", "first": "first bidder", "seat": "each seat"}

#: Seats, pairs, and where the partner sits, and the titles of their columns.
PLACES = {
    "N": "N", "E": "E", "S": "S", "W": "W", "NS": "N or S", "EW": "E or W", "left": "partner left",
    "opposite": "opposite", "right": "right", "alone": "alone",
}  # fmt: skip

#: What can be made, and what it pays.
_MAKEABLE: tuple[Column, ...] = (
    ("some seat", "makeable", "some", "share", ""),
    ("95%", "makeable", "some", "interval", ""),
    ("first bidder", "makeable", "first", "share", ""),
    ("each seat", "makeable", "seat", "share", ""),
    ("may bid", "biddable", "seat", "share", "100%"),
    ("mean", "settlement", "seat", "mean", ""),
)

#: Figures of logged games, and the titles of their columns.
LOGGED = {
    "bid": "bid in", "played": "played", "made": "made", "should": "makeable", "gift": "gift",
    "lost": "lost", "passed": "passed up", "left_play": "left in play",
    "gained_play": "gained in play", "left_bidding": "left in bidding",
}  # fmt: skip
_LOGGED: list[Column] = [(title, figure, "declarer", "d", "") for figure, title in LOGGED.items()]

#: What stands for a figure that there is not.
_NOTHING: Row = dict.fromkeys(SCHEMA.names)


class Figures:
    """The figures of one game and one set of rules, to be asked for.

    Attributes:
        by: the features by which the rows are grouped, () for those of all hands.
    """

    def __init__(self, rows: Sequence[Row], by: Sequence[str] = ()) -> None:
        self.game = GAMES[rows[0]["game"]]
        self.rules: str | None = rows[0]["rules"]
        self.by = tuple(by)
        self.rows = rows
        names = ("figure", "who", "contract", "amount", *by)
        self._found = {tuple(row[name] for name in names): row for row in rows}

    def get(self, figure: str, who: str, contract: str | None = None, *values: Any) -> Row:
        """One figure, by the values of the features; every column is None where there is none."""
        return self._found.get((figure, who, contract, None, *values), _NOTHING)

    def units(self, who: str, *values: Any) -> int:
        """How many deals or hands there are."""
        return self.get("units", who, None, *values)["count"] or 0

    def contracts(self, figure: str = "makeable") -> list[Contract]:
        """The contracts of which there is a figure, in the order of the game."""
        have = {row["contract"] for row in self.rows if row["figure"] == figure}
        return [contract for contract in self.game.contracts if contract.id in have]

    def groups(self, figure: str = "units") -> list[tuple[Any, ...]]:
        """The values of the features, in order, null first."""
        found = {tuple(row[name] for name in self.by) for row in self.rows if row["figure"] == figure}
        return sorted(found, key=lambda values: [-1 if x is None else x for x in values])

    def best(self, column: str, figure: str, who: str) -> Counter[Any]:
        """How often which contract is the best, or what amount it pays; None: none can be made."""
        counts = Counter[Any]()
        for row in self.rows:
            if row["figure"] == figure and row["who"] == who:
                counts[row[column]] += row["count"]
        return counts

    def shares(self, column: str, *asked: tuple[str, str]) -> list[tuple[str, list[float]]]:
        """The contracts or amounts that are ever the best, each with its share of the figures asked for."""
        found = [(self.best(column, *one), self.units(one[1])) for one in asked]
        names = {None: "none"} | {contract.id: contract.name for contract in self.game.contracts}
        if column == "amount":
            amounts = sorted({amount for counts, _ in found for amount in counts}, key=lambda paid: paid or 0)
            names = {amount: f"{amount:+d}" if amount else "0" for amount in amounts}
        shares = [(name, [counts[value] / units for counts, units in found]) for value, name in names.items()]
        return [(name, some) for name, some in shares if any(some)]

    def ends(self) -> list[tuple[str, int]]:
        """The contracts that four perfect bidders end in, and how often."""
        counts = self.best("contract", "par", "par")
        return [(one.name, counts[one.id]) for one in self.game.contracts if counts[one.id]]

    def table(self, columns: Sequence[Column], figure: str = "makeable", *values: Any) -> Table:
        """The contracts of which there is a figure, each with its name and the cells of the columns."""
        rows = [
            [one.name]
            + [said(self.get(of, who, one.id, *values), what) or less for _, of, who, what, less in columns]
            for one in self.contracts(figure)
        ]
        return ["contract", *(title for title, *_ in columns)], rows if columns else []

    def logged(self, columns: Sequence[Column], *values: Any) -> Table:
        """The contracts that were bid or played, or could have been."""
        titles, rows = self.table(columns, "played", *values)
        return titles, [row for row in rows if set(row[1:]) - {"", "0"}]

    def places(self, titles: Mapping[str, str]) -> list[Column]:
        """Columns of what can be made by seat, by pair and by where the partner sits, of those there are."""
        have = {row["who"] for row in self.rows if row["figure"] == "makeable"}
        return [(title, "makeable", who, "share", "") for who, title in titles.items() if who in have]

    def by_features(self, who: str) -> Table:
        """Titles and rows of a table of what can be made by hands of some features."""
        contracts, rows = self.contracts(), []
        for values in self.groups():
            if hands := self.units(who, *values):
                shares = (self.get("makeable", who, one.id, *values)["share"] for one in contracts)
                rows.append([*map(str, values), f"{hands:,}", *map(percent, shares)])
        return [*(FEATURES[name] for name in self.by), "hands", *(one.name for one in contracts)], rows


def by_game(figures: pl.DataFrame, by: Sequence[str] = ()) -> list[Figures]:
    """Figures of one set of features, game by game."""
    return [Figures(one.to_dicts(), by) for one in figures.partition_by("game", "rules", maintain_order=True)]


def percent(share: float | None) -> str:
    """A share for people: two digits that mean something, never rounded to all or nothing.

    >>> percent(0.374), percent(0.0031), percent(0.00004), percent(0.0), percent(1.0), percent(0.99999)
    ('37.4%', '0.31%', '<0.01%', '0%', '100%', '>99.9%')
    """
    if share is None:
        return ""
    if 0 < share < 0.0001:
        return "<0.01%"
    if 0.999 < share < 1:
        return ">99.9%"
    return f"{share:.{0 if share in (0, 1) else 2 if share < 0.01 else 1}%}"


def said(row: Row, what: str) -> str:
    """What is told of a figure: its ``share``, the ``interval`` of it, the ``mean`` paid, or a number.

    For a number ``what`` is the format of the count, of figures that add up amounts of their sum.
    """
    if what == "share":
        return percent(row["share"])
    if what == "interval":
        return "" if row["low"] is None else f"{percent(row['low'])}–{percent(row['high'])}"
    if what == "mean":
        return "" if row["mean"] is None else f"{row['mean']:+.1f}"
    number = row["count"] if row["total"] is None else row["total"]
    return "" if number is None else format(number, what)


def stats_text(figures: pl.DataFrame, by: Sequence[str], told: str, undealt: int) -> str:
    """All tables of figures, where their deals come from, and how many of these name no dealer."""
    parts = []
    for one in by_game(figures, by):
        units = f"{one.units('some'):,} deal{'s' if one.units('some') != 1 else ''}"
        if by:
            hands = sum(one.units("seat", *values) for values in one.groups())
            units = f"{hands:,} hands by {', '.join(FEATURES[name] for name in by)}"
        rules = f" ({one.rules})" if one.rules else ""
        parts.append(f"{one.game.name}{rules}: {units}")
        for head, left, (titles, rows) in _tables_by_features(one) if by else _tables(one):
            if rows:
                align = "<" * left + ">" * (len(titles) - left)
                parts.append("\n".join([head, *aligned([titles, *rows], align, "  ")]))
    lines = ["\n\n".join(parts), "", told]
    if undealt:
        some, says = ("1 deal names", "it says") if undealt == 1 else (f"{undealt} deals name", "they say")
        lines.append(f"{some} no dealer: {says} nothing of the first bidder (give --dealer).")
    about = "95% intervals hold for deals drawn at random (Wilson)."
    return "\n".join([*lines, f"Shares are of play with all hands open; {about}", ""])


def _tables(one: Figures) -> Iterator[tuple[str, int, Table]]:
    """The tables of all hands: the head of each, how many columns are of names, and the table."""
    unit = one.game.unit
    needing = any(contract.requires for contract in one.contracts())
    columns = [column for column in _MAKEABLE if needing or column[1] != "biddable"]
    head = "Can be made, share of deals (each seat: of hands); mean: what it pays each seat that may bid it"
    yield f"{head}, in {unit}", 1, one.table(columns)
    yield "By seat and partnership", 1, one.table(one.places(PLACES))

    whose = {who: title for who, title in _WHOSE.items() if one.units(who)}
    asked = [(figure, who) for figure in ("best_rank", "best_settlement") for who in whose]
    rows = [[name, *map(percent, shares)] for name, shares in one.shares("contract", *asked)]
    head = "Best contract that can be made: the highest, and that which pays most"
    yield head, 1, (["contract", *whose.values(), *(f"pays: {title}" for title in whose.values())], rows)

    paid = one.shares("amount", *(("best_settlement", who) for who in whose))
    rows = [[amount, *map(percent, shares)] for amount, shares in paid]
    yield "What the best contract pays its declarer", 1, ([unit, *whose.values()], rows)

    if deals := one.units("par"):
        rows = [[name, f"{count:,}", percent(count / deals)] for name, count in one.ends()]
        head = f"What four perfect bidders end in, deals of {deals:,}"
        yield head, 1, (["contract", "deals", "share"], rows)
        seats = [(place, one.get("par_seat", place)) for place in ("first", "second", "third", "last")]
        rows = [[place, said(row, "share"), said(row, "mean")] for place, row in seats]
        head = f"What a place in that auction is worth, in {unit}"
        yield head, 1, (["bidder", "declares", "paid on average"], rows)

    records = max((row["units"] for row in one.rows if row["figure"] == "played"), default=0)
    head = f"As played, number of games of {records:,}; left and gained: {unit} of the declarer in all"
    yield head, 1, one.logged(_LOGGED)


def _tables_by_features(one: Figures) -> Iterator[tuple[str, int, Table]]:
    """The tables of hands by their features."""
    yield "Can be made by each seat that may bid it, share of hands", 0, one.by_features("seat")
    yield "Can be made by the first bidder, share of hands", 0, one.by_features("first")
    rows = [
        [*("" if value is None else str(value) for value in values), *row]
        for values in one.groups("played")
        for row in one.logged(_LOGGED, *values)[1]
    ]
    titles = [*(FEATURES[name] for name in one.by), "contract", *LOGGED.values()]
    yield "As played, number of games by the declarer's hand", len(one.by) + 1, (titles, rows)
