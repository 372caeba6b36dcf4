"""Bidding statistics in words and columns for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from kranalyze.games import GAMES, Contract
from kranalyze.show.aligned import aligned
from kranalyze.survey.figurecolumns import FEATURES, SCHEMA

if TYPE_CHECKING:
    import polars as pl

Row: TypeAlias = Mapping[str, Any]

#: A column of a table: its title, figure and whose it is, and what is said of a row.
Column: TypeAlias = tuple[str, str, str, Callable[[Row], str]]

#: Whose figures stand side by side, and the titles of their columns.
_WHOSE = {"some": "some seat", "first": "first bidder", "seat": "each seat"}

#: Seats, pairs, and where the partner sits, and the titles of their columns.
PLACES = {
    "N": "N", "E": "E", "S": "S", "W": "W", "NS": "N or S", "EW": "E or W", "left": "partner left",
    "opposite": "opposite", "right": "right", "alone": "alone",
}  # fmt: skip

#: What stands for a figure that there is not.
_NOTHING: Row = dict.fromkeys(SCHEMA.names)

#: Figures of logged games, and the titles of their columns.
LOGGED = {
    "bid": "bid in", "played": "played", "made": "made", "should": "makeable", "gift": "gift",
    "lost": "lost", "passed": "passed up", "left_play": "left in play",
    "gained_play": "gained in play", "left_bidding": "left in bidding",
}  # fmt: skip


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

    def table(self, columns: Sequence[Column], figure: str = "makeable", *values: Any) -> list[list[str]]:
        """The contracts of which there is a figure, each with its name and the cells of the columns."""
        return [
            [one.name, *(say(self.get(of, who, one.id, *values)) for _, of, who, say in columns)]
            for one in self.contracts(figure)
        ]

    def places(self, titles: Mapping[str, str]) -> list[Column]:
        """Columns of what can be made by seat, by pair and by where the partner sits, of those there are."""
        have = {row["who"] for row in self.rows if row["figure"] == "makeable"}
        return [(title, "makeable", who, share) for who, title in titles.items() if who in have]

    def by_features(self, who: str) -> tuple[list[str], list[list[str]]]:
        """Titles and rows of a table of what can be made by hands of some features."""
        contracts, rows = self.contracts(), []
        for values in self.groups():
            if hands := self.units(who, *values):
                shares = (share(self.get("makeable", who, one.id, *values)) for one in contracts)
                rows.append([*map(str, values), f"{hands:,}", *shares])
        return [*(FEATURES[name] for name in self.by), "hands", *(one.name for one in contracts)], rows


def by_game(figures: pl.DataFrame, by: Sequence[str] = ()) -> list[Figures]:
    """Figures of one set of features, game by game."""
    parts = figures.partition_by("game", "rules", maintain_order=True)
    return [Figures(part.to_dicts(), by) for part in parts]


def percent(share: float | None) -> str:
    """A share for people: two digits that mean something, never rounded to all or nothing.

    >>> percent(0.374), percent(0.0031), percent(0.00004), percent(0.0), percent(1.0), percent(0.99999)
    ('37.4%', '0.31%', '<0.01%', '0%', '100%', '>99.9%')
    """
    if share is None:
        return ""
    if share in (0, 1):
        return f"{share:.0%}"
    if share < 0.0001:
        return "<0.01%"
    if share > 0.999:
        return ">99.9%"
    return f"{share:.2%}" if share < 0.01 else f"{share:.1%}"


def share(row: Row) -> str:
    """The share of a figure."""
    return percent(row["share"])


def may_bid(row: Row) -> str:
    """The share of the hands that may bid a contract; all of them if it needs nothing."""
    return share(row) or "100%"


def mean(row: Row) -> str:
    """What is paid on average."""
    return "" if row["mean"] is None else f"{row['mean']:+.1f}"


def _interval(row: Row) -> str:
    return "" if row["low"] is None else f"{percent(row['low'])}–{percent(row['high'])}"


def _counted(row: Row) -> str:
    """How many there were, of figures that add up amounts their sum."""
    number = row["count"] if row["total"] is None else row["total"]
    return "" if number is None else str(number)


def stats_text(figures: pl.DataFrame, by: Sequence[str]) -> str:
    """All tables of some figures (of one set of features)."""
    parts = []
    for one in by_game(figures, by):
        units = f"{one.units('some'):,} deal{'s' if one.units('some') != 1 else ''}"
        if by:
            hands = sum(one.units("seat", *values) for values in one.groups())
            units = f"{hands:,} hands by {', '.join(FEATURES[name] for name in by)}"
        rules = f" ({one.rules})" if one.rules else ""
        parts.append(f"{one.game.name}{rules}: {units}")
        for head, left, titles, rows in _tables_by_features(one) if by else _tables(one):
            if rows:
                align = "<" * left + ">" * (len(titles) - left)
                parts.append("\n".join([head, *aligned([titles, *rows], align, "  ")]))
    return "\n\n".join(parts)


#: A table: its head, how many columns are of names, their titles, its rows.
_Table: TypeAlias = tuple[str, int, Sequence[str], Sequence[Sequence[str]]]


def _tables(one: Figures) -> Iterator[_Table]:
    """The tables of all hands."""
    unit = one.game.unit
    columns: list[Column] = [
        ("some seat", "makeable", "some", share), ("95%", "makeable", "some", _interval),
        ("first bidder", "makeable", "first", share), ("each seat", "makeable", "seat", share),
    ]  # fmt: skip
    if any(contract.requires for contract in one.contracts()):
        columns.append(("may bid", "biddable", "seat", may_bid))
    columns.append(("mean", "settlement", "seat", mean))
    head = "Can be made, share of deals (each seat: of hands); mean: what it pays each seat that may bid it"
    yield f"{head}, in {unit}", 1, _titles(columns), one.table(columns)

    columns = one.places(PLACES)
    yield "By seat and partnership", 1, _titles(columns), one.table(columns) if columns else []

    whose = {who: title for who, title in _WHOSE.items() if one.units(who)}
    asked = [(figure, who) for figure in ("best_rank", "best_settlement") for who in whose]
    rows = [[name, *map(percent, shares)] for name, shares in one.shares("contract", *asked)]
    head = "Best contract that can be made: the highest, and that which pays most"
    yield head, 1, ["contract", *whose.values(), *(f"pays: {title}" for title in whose.values())], rows

    paid = one.shares("amount", *(("best_settlement", who) for who in whose))
    rows = [[amount, *map(percent, shares)] for amount, shares in paid]
    yield "What the best contract pays its declarer", 1, [unit, *whose.values()], rows

    if deals := one.units("par"):
        counts = one.best("contract", "par", "par")
        found = [(contract.name, counts[contract.id]) for contract in one.game.contracts]
        rows = [[name, f"{count:,}", percent(count / deals)] for name, count in found if count]
        yield f"What four perfect bidders end in, deals of {deals:,}", 1, ["contract", "deals", "share"], rows
        seats = [(place, one.get("par_seat", place)) for place in ("first", "second", "third", "last")]
        rows = [[place, share(row), mean(row)] for place, row in seats]
        head = f"What a place in that auction is worth, in {unit}"
        yield head, 1, ["bidder", "declares", "paid on average"], rows

    records = max((row["units"] for row in one.rows if row["figure"] == "played"), default=0)
    head = f"As played, number of games of {records:,}; left and gained: {unit} of the declarer in all"
    yield head, 1, ["contract", *LOGGED.values()], _logged(one)


def _tables_by_features(one: Figures) -> Iterator[_Table]:
    """The tables of hands by their features."""
    yield "Can be made by each seat that may bid it, share of hands", 0, *one.by_features("seat")
    yield "Can be made by the first bidder, share of hands", 0, *one.by_features("first")
    rows = [
        [*("" if value is None else str(value) for value in values), *row]
        for values in one.groups("played")
        for row in _logged(one, *values)
    ]
    titles = [*(FEATURES[name] for name in one.by), "contract", *LOGGED.values()]
    yield "As played, number of games by the declarer's hand", len(one.by) + 1, titles, rows


def _titles(columns: Sequence[Column]) -> list[str]:
    return ["contract", *(title for title, *_ in columns)]


def _logged(one: Figures, *values: Any) -> list[list[str]]:
    """The contracts that were bid or played, or could have been."""
    columns: list[Column] = [(title, figure, "declarer", _counted) for figure, title in LOGGED.items()]
    return [row for row in one.table(columns, "played", *values) if set(row[1:]) - {"", "0"}]
