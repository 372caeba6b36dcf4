"""Format bidding statistics as tables for people.

A figure says on how many deals, hands or records (the units) something is true, for example that a contract
can be made. The figure has this number and its share of all units. The column ``who`` names the seats or
bidders that the figure is about. FORMAT.md, section "Statistics", explains all names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import polars as pl

from kranalyze.conditions.handvalues import differ_between_hands
from kranalyze.conditions.sql import SqlExpression
from kranalyze.games import GAMES, Contract
from kranalyze.show.aligned import fit_columns, wrap_sentence
from kranalyze.survey.figurecolumns import SCHEMA, title_of_group_column, value_text

#: A figure of the statistics: a mapping with a value for each column of ``SCHEMA``.
FigureRow: TypeAlias = Mapping[str, Any]

#: A column of a table, as five texts. The first is the title of the column. The next two are the name of the
#: figure, and the seats or bidders that it is about (``who``). The fourth is the form of the cells (``form``
#: of ``cell_text``). The last is the text of cells without a figure.
FigureColumn: TypeAlias = tuple[str, str, str, str, str]

#: A table: the titles of its columns, and its rows of cells.
Table: TypeAlias = tuple[list[str], list[list[str]]]

#: Titles of the columns for the main values of ``who`` (the seats or bidders that a figure is about).
_WHOSE = {"some": "some seat", "first": "first bidder", "seat": "each seat"}

#: Titles of the columns for the values of ``who`` that ``_WHOSE`` lacks. These values are single seats, pairs
#: of seats, and places of the partner.
PLACES = {
    "N": "N", "E": "E", "S": "S", "W": "W", "NS": "N or S", "EW": "E or W", "left": "partner left",
    "opposite": "opposite", "right": "right", "alone": "alone",
}  # fmt: skip

#: Titles of the columns for figures of logged games, by the name of the figure.
LOGGED_TITLES = {
    "bid": "bid in", "played": "played", "made": "made", "should": "makeable", "gift": "gift",
    "lost": "lost", "passed": "passed up", "left_play": "left in play",
    "gained_play": "gained in play", "left_bidding": "left in bidding",
}  # fmt: skip
_LOGGED: list[FigureColumn] = [
    (title, figure, "declarer", "d", "") for figure, title in LOGGED_TITLES.items()
]

#: The row that stands for a figure which does not exist. All values are None.
_NOTHING: FigureRow = dict.fromkeys(SCHEMA.names)


class Figures:
    """The figures of a card game under one set of rules.

    Attributes:
        game: the card game.
        rules: rule options that differ from their defaults, as text. None: no option differs.
        by: features of hands by which the figures are grouped. Empty: the figures are not grouped.
        rows: the figures, each as a mapping from column names to values.
    """

    def __init__(self, rows: Sequence[FigureRow], by: Sequence[str] = ()) -> None:
        self.game = GAMES[rows[0]["game"]]
        self.rules: str | None = rows[0]["rules"]
        self.by = tuple(by)
        self.rows = rows
        names = ("figure", "who", "contract", "amount", *by)
        self._rows_by_key = {tuple(row[name] for name in names): row for row in rows}

    def row_or_empty(self, figure: str, who: str, contract: str | None = None, *values: Any) -> FigureRow:
        """Return a figure. If there is no such figure, return a row in which all values are None.

        Args:
            figure: name of the figure.
            who: name of the seats or bidders that the figure is about.
            contract: id of the contract that the figure is about. None: the figure has no contract.
            values: a value for each feature by which the figures are grouped.
        """
        return self._rows_by_key.get((figure, who, contract, None, *values), _NOTHING)

    def count_deals_or_hands(self, who: str, *values: Any) -> int:
        """Return how many deals or hands were counted for the figures about the seats ``who``.

        ``values`` names a group: a value for each feature by which the figures are grouped.
        """
        return self.row_or_empty("units", who, None, *values)["count"] or 0

    def count_hands_in_all_groups(self, who: str = "seat") -> int:
        """Return how many hands there are in all groups together.

        ``who`` says which hands: ``seat`` for the hands of all seats, ``first`` for those of first bidders.
        """
        return sum(self.count_deals_or_hands(who, *values) for values in (self.groups() if self.by else [()]))

    def column_titles_by_who(self) -> dict[str, str]:
        """Return the main values of ``who`` (``some``, ``first``, ``seat``) with the titles of their columns.

        Leave out a value if its column would be empty or equal to another column. This happens if only one
        hand of each deal is counted: because of a condition, or because only forehand may bid the contracts.
        """
        hands = self.count_hands_in_all_groups()
        of_first = self.count_hands_in_all_groups("first")
        names = ["some", "first", "seat"]
        if hands and hands == of_first:
            names = ["first"]
        elif hands and not self.by and hands == self.count_deals_or_hands("some"):
            names = ["seat", "first"] if of_first else ["seat"]
        return {who: _WHOSE[who] for who in names}

    def contracts(self, figure: str = "makeable") -> list[Contract]:
        """Return the contracts for which the named figure exists, in the order of ``game.contracts``."""
        ids = {row["contract"] for row in self.rows if row["figure"] == figure}
        return [contract for contract in self.game.contracts if contract.id in ids]

    def groups(self, figure: str = "units") -> list[tuple[Any, ...]]:
        """Return the groups of hands for which the named figure exists, sorted.

        A group is a tuple with a value for each feature in ``by``. The value None comes first.
        """
        groups = {tuple(row[name] for name in self.by) for row in self.rows if row["figure"] == figure}
        return sorted(groups, key=lambda values: [(x is not None, 0 if x is None else x) for x in values])

    def best(self, column: str, figure: str, who: str) -> Counter[Any]:
        """Return how often each contract is the best contract, or how often each payment is the best payment.

        If ``column`` is ``contract``, contracts are counted. If it is ``amount``, payments are counted. The
        key None counts the deals or hands on which no contract can be made.
        """
        counts = Counter[Any]()
        for row in self.rows:
            if row["figure"] == figure and row["who"] == who:
                counts[row[column]] += row["count"]
        return counts

    def shares_among_best_contracts(
        self, column: str, *kinds: tuple[str, str]
    ) -> list[tuple[str, list[float]]]:
        """Return the name of each contract (or payment), and how often it is the best contract (or payment).

        The name ``none`` (or ``0``) stands for deals or hands on which no contract can be made. Leave out
        contracts (or payments) that are never the best.

        Args:
            column: ``contract`` for contracts, ``amount`` for payments.
            kinds: pairs of a figure's name and a ``who``. Each pair gives a contract (or payment) a share
                (0 to 1) of the deals or hands.
        """
        counts_and_units = [
            (self.best(column, figure, who), self.count_deals_or_hands(who)) for figure, who in kinds
        ]
        names = {None: "none"} | {contract.id: contract.name for contract in self.game.contracts}
        if column == "amount":
            values = {amount for counts, _ in counts_and_units for amount in counts}
            amounts = sorted(values, key=lambda amount: amount or 0)
            names = {amount: f"{amount:+d}" if amount else "0" for amount in amounts}
        shares = []
        for value, name in names.items():
            of_kinds = [counts[value] / units for counts, units in counts_and_units]
            if any(of_kinds):
                shares.append((name, of_kinds))
        return shares

    def par_contract_counts(self) -> list[tuple[str, int]]:
        """Return each contract that four perfect bidders reach, and on how many deals they reach it."""
        counts = self.best("contract", "par", "par")
        return [(row.name, counts[row.id]) for row in self.game.contracts if counts[row.id]]

    def contract_table(
        self, columns: Sequence[FigureColumn], figure: str = "makeable", *values: Any
    ) -> Table:
        """Return a table with a row for each contract for which the figure named ``figure`` exists.

        Args:
            columns: the columns after the first column, which has the name of the contract.
            figure: name of a figure. Contracts without this figure get no row.
            values: a value for each feature by which the figures are grouped.
        """
        rows = []
        for contract in self.contracts(figure):
            cells = [contract.name]
            for _, column_figure, who, form, empty in columns:
                cells.append(
                    cell_text(self.row_or_empty(column_figure, who, contract.id, *values), form) or empty
                )
            rows.append(cells)
        return ["contract", *(title for title, *_ in columns)], rows if columns else []

    def table_of_logged_contracts(self, columns: Sequence[FigureColumn], *values: Any) -> Table:
        """Return a table about the contracts that were bid, played or passed up in logged games."""
        titles, rows = self.contract_table(columns, "played", *values)
        return titles, [row for row in rows if set(row[1:]) - {"", "0"}]

    def makeable_share_columns(self, titles: Mapping[str, str]) -> list[FigureColumn]:
        """Return columns that show how often contracts can be made.

        ``titles`` maps values of ``who`` to the titles of their columns. A value has no column if the
        statistics lack figures about makeable contracts for this value.
        """
        known = {row["who"] for row in self.rows if row["figure"] == "makeable"}
        return [(title, "makeable", who, "share", "") for who, title in titles.items() if who in known]

    def makeable_shares_by_group(self, who: str) -> Table:
        """Return a table that shows how often each contract can be made in each group of hands.

        The table has a row for each group and a column for each contract. ``who`` names the seats.
        """
        contracts = self.contracts()
        rows = []
        for values in self.groups():
            if hands := self.count_deals_or_hands(who, *values):
                shares = (self.row_or_empty("makeable", who, c.id, *values)["share"] for c in contracts)
                rows.append([*map(value_text, values), f"{hands:,}", *map(percent, shares)])
        titles = [
            *(title_of_group_column(name) for name in self.by),
            "hands",
            *(contract.name for contract in contracts),
        ]
        return titles, rows


def split_by_game_and_rules(figures: pl.DataFrame, grouped_by: Sequence[str] = ()) -> list[Figures]:
    """Split a table of figures into one ``Figures`` for each card game and each set of rules.

    Args:
        figures: the figures of all games.
        grouped_by: the features of hands by which the figures are grouped.
    """
    parts = figures.partition_by("game", "rules", maintain_order=True)
    return [Figures(part.to_dicts(), grouped_by) for part in parts]


def percent(share: float | None) -> str:
    """Format a share in per cent. Only the shares 0 and 1 become 0% and 100%. None becomes an empty text.

    >>> percent(0.374), percent(0.0031), percent(0.00004), percent(0.0), percent(1.0), percent(0.99999)
    ('37.4%', '0.31%', '<0.01%', '0%', '100%', '>99.9%')
    """
    if share is None:
        return ""
    if 0 < share < 0.0001:
        return "<0.01%"
    if 0.999 < share < 1:
        return ">99.9%"
    if share in (0, 1):
        return f"{share:.0%}"
    return f"{share:.2%}" if share < 0.01 else f"{share:.1%}"


def cell_text(row: FigureRow, form: str) -> str:
    """Format one of a figure's numbers as the text of a table cell.

    Args:
        row: the figure.
        form: which number to show. ``share``, ``interval`` or ``mean``: the number of this name. Any other
            text is a format specification of Python, such as ``d``: it formats the figure's total or, if
            there is no total, its count.
    """
    if form == "share":
        return percent(row["share"])
    if form == "interval":
        return "" if row["low"] is None else f"{percent(row['low'])}–{percent(row['high'])}"
    if form == "mean":
        return "" if row["mean"] is None else f"{row['mean']:+.1f}"
    number = row["count"] if row["total"] is None else row["total"]
    return "" if number is None else format(number, form)


def stats_text(
    figures: pl.DataFrame, by: Sequence[str], source: str, deals_without_dealer: int,
    where: SqlExpression | None = None,
) -> str:  # fmt: skip
    """Format bidding statistics: all tables, and their source.

    Args:
        figures: the figures.
        by: names of the columns by which the figures are grouped.
        source: text about the source of the deals.
        deals_without_dealer: how many deals name no dealer.
        where: condition that the counted deals or hands fulfil. None: no condition.
    """
    parts = []
    for game_figures in split_by_game_and_rules(figures, by):
        deals = game_figures.count_deals_or_hands("some")
        units = "1 deal" if deals == 1 else f"{deals:,} deals"
        if by:
            features = ", ".join(title_of_group_column(name) for name in by)
            units = f"{game_figures.count_hands_in_all_groups():,} hands by {features}"
        rules = f" ({game_figures.rules})" if game_figures.rules else ""
        if where is not None:
            hands = game_figures.count_hands_in_all_groups()
            if differ_between_hands(where) and not by:
                units = f"{hands:,} hand{'s' * (hands != 1)} of {units}"
            units += f", where {where.shown}"
        parts.append(f"{game_figures.game.name}{rules}: {units}")
        tables = _tables_by_features(game_figures) if by else _ungrouped_tables(game_figures)
        for head, left, (titles, rows) in tables:
            if rows:
                align = "<" * left + ">" * (len(titles) - left)
                table = fit_columns([titles, *rows], align, "  ", keys=max(left, len(by)))
                parts.append("\n".join([wrap_sentence(head), *table]))
    lines = ["\n\n".join(parts), "", source]
    if deals_without_dealer:
        subject = "1 deal names no dealer: it says"
        if deals_without_dealer > 1:
            subject = f"{deals_without_dealer} deals name no dealer: they say"
        lines.append(f"{subject} nothing of the first bidder (give --dealer).")
    about = "95% intervals hold for deals drawn at random (Wilson)."
    return "\n".join([*lines, wrap_sentence(f"Shares are of play with all hands open; {about}"), ""])


def _ungrouped_tables(figures: Figures) -> Iterator[tuple[str, int, Table]]:
    """Yield the tables of figures that are not grouped by features of hands.

    Yield three values for each table. The first is its heading. The second says how many of its columns, from
    the left, are aligned to the left. The third is the table itself.
    """
    unit = figures.game.unit
    counts_deals = "some" in figures.column_titles_by_who()
    share = "share of deals (each seat: of hands)" if counts_deals else "share of hands"
    head = f"Can be made, {share}; mean: what it pays each seat that may bid it"
    yield f"{head}, in {unit}", 1, figures.contract_table(_makeable_columns(figures))
    yield "By seat and partnership", 1, figures.contract_table(figures.makeable_share_columns(PLACES))

    titles = figures.column_titles_by_who()
    whose = {who: title for who, title in titles.items() if figures.count_deals_or_hands(who)}
    kinds = [(figure, who) for figure in ("best_rank", "best_settlement") for who in whose]
    rows = [
        [name, *map(percent, shares)]
        for name, shares in figures.shares_among_best_contracts("contract", *kinds)
    ]
    head = "Best contract that can be made: highest, and the one that pays most (of equal ones the lowest)"
    yield head, 1, (["contract", *whose.values(), *(f"pays: {title}" for title in whose.values())], rows)

    paid = figures.shares_among_best_contracts("amount", *(("best_settlement", who) for who in whose))
    rows = [[amount, *map(percent, shares)] for amount, shares in paid]
    yield "What the best contract pays its declarer", 1, ([unit, *whose.values()], rows)

    if deals := figures.count_deals_or_hands("par"):
        rows = [[name, f"{count:,}", percent(count / deals)] for name, count in figures.par_contract_counts()]
        head = f"What four perfect bidders end in, deals of {deals:,}"
        yield head, 1, (["contract", "deals", "share"], rows)
        seats = [
            (place, figures.row_or_empty("par_seat", place)) for place in ("first", "second", "third", "last")
        ]
        rows = [[place, cell_text(row, "share"), cell_text(row, "mean")] for place, row in seats]
        head = f"What a place in that auction is worth, in {unit}"
        yield head, 1, (["bidder", "declares", "paid on average"], rows)

    records = max((row["units"] for row in figures.rows if row["figure"] == "played"), default=0)
    head = f"As played, number of games of {records:,}; left and gained: {unit} of the declarer in all"
    yield head, 1, figures.table_of_logged_contracts(_LOGGED)


def _makeable_columns(figures: Figures) -> list[FigureColumn]:
    """Return the columns of the table that shows how often each contract can be made."""
    whose = figures.column_titles_by_who().items()
    columns: list[FigureColumn] = [(title, "makeable", who, "share", "") for who, title in whose]
    columns.insert(1, ("95%", "makeable", columns[0][2], "interval", ""))
    if any(contract.requires for contract in figures.contracts()):
        columns.append(("may bid", "biddable", "seat", "share", "100%"))
    return [*columns, ("mean", "settlement", "seat", "mean", "")]


def _tables_by_features(figures: Figures) -> Iterator[tuple[str, int, Table]]:
    """Yield the tables of figures that are grouped by features of hands.

    Yield three values for each table. The first is its heading. The second says how many of its columns, from
    the left, are aligned to the left. The third is the table itself.
    """
    whose = figures.column_titles_by_who()
    if "seat" in whose:
        shares = figures.makeable_shares_by_group("seat")
        yield "Can be made by each seat that may bid it, share of hands", 0, shares
    yield "Can be made by the first bidder, share of hands", 0, figures.makeable_shares_by_group("first")
    rows = [
        [*map(value_text, values), *row]
        for values in figures.groups("played")
        for row in figures.table_of_logged_contracts(_LOGGED, *values)[1]
    ]
    titles = [*(title_of_group_column(name) for name in figures.by), "contract", *LOGGED_TITLES.values()]
    yield "As played, number of games by the declarer's hand", len(figures.by) + 1, (titles, rows)
