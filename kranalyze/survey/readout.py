"""Bidding statistics in words and columns for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kranalyze.games import GAMES, Game
from kranalyze.show.aligned import aligned
from kranalyze.survey.figurecolumns import FEATURES

if TYPE_CHECKING:
    import polars as pl

Row = dict[str, Any]

#: Whose figures stand side by side, and the titles of their columns.
_WHOSE = {"some": "some seat", "first": "first bidder", "seat": "each seat"}


class Figures:
    """The figures of one game and one set of rules, to be asked for.

    Attributes:
        by: the features by which the rows are grouped, () for those of all hands.
    """

    def __init__(self, rows: Sequence[Row], by: Sequence[str] = ()) -> None:
        self.game: Game = GAMES[rows[0]["game"]]
        self.rules: str | None = rows[0]["rules"]
        self.by = tuple(by)
        self.rows = rows
        self._found: dict[tuple[Any, ...], Row] = {}
        for row in rows:
            values = tuple(row[name] for name in self.by)
            self._found[row["figure"], row["who"], row["contract"], row["amount"], values] = row

    def get(self, figure: str, who: str, contract: str | None, *values: Any) -> Row | None:
        """One figure, None if there is none."""
        return self._found.get((figure, who, contract, None, values))

    def units(self, who: str, *values: Any) -> int:
        """How many deals or hands there are."""
        row = self.get("units", who, None, *values)
        return 0 if row is None else int(row["count"])

    def contracts(self, figure: str = "makeable") -> list[str]:
        """The contracts of which there is a figure, in the order of the game."""
        have = {row["contract"] for row in self.rows if row["figure"] == figure}
        return [c.id for c in self.game.contracts if c.id in have]

    def name(self, contract: str | None) -> str:
        """A contract for people."""
        return "none" if contract is None else self.game.contract(contract).name

    def groups(self, figure: str = "units") -> list[tuple[Any, ...]]:
        """The values of the features, in order, null first."""
        found = {tuple(row[name] for name in self.by) for row in self.rows if row["figure"] == figure}
        return sorted(found, key=lambda values: [-1 if x is None else x for x in values])

    def best(self, figure: str, who: str, *values: Any) -> Counter[str | None]:
        """How often each contract is the best, whatever it pays."""
        return self._tally("contract", figure, who, values)

    def amounts(self, who: str, *values: Any) -> dict[int, int]:
        """How often the best contract pays its declarer what; 0 where none pays anything."""
        counts = self._tally("amount", "best_settlement", who, values)
        return {amount: counts[amount or None] for amount in sorted(x or 0 for x in counts)}

    def _tally(self, column: str, figure: str, who: str, values: tuple[Any, ...]) -> Counter[Any]:
        counts = Counter[Any]()
        for row in self.rows:
            same = tuple(row[name] for name in self.by) == values
            if same and row["figure"] == figure and row["who"] == who:
                counts[row[column]] += row["count"]
        return counts


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


def stats_text(figures: pl.DataFrame, by: Sequence[str]) -> str:
    """All tables of some figures (of one set of features)."""
    parts = []
    for one in by_game(figures, by):
        rules = f" ({one.rules})" if one.rules else ""
        parts.append(f"{one.game.name}{rules}: {_units(one)}")
        if by:
            parts += [_grouped(one, "seat"), _grouped(one, "first"), _logged_grouped(one)]
        else:
            parts += [_makeable(one), _places(one), _best(one), _amounts(one), *_par(one), _logged(one)]
    return "\n\n".join(text for text in parts if text)


def _units(one: Figures) -> str:
    if one.by:
        hands = sum(one.units("seat", *values) for values in one.groups())
        return f"{hands:,} hands by {', '.join(FEATURES[name] for name in one.by)}"
    deals = one.units("some")
    return f"{deals:,} deal{'s' if deals != 1 else ''}"


def _indented(head: str, titles: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """A table under its head, nothing if it has no rows."""
    align = "<" * left + ">" * (len(titles) - left)
    return "\n".join([head, *aligned([titles, *rows], align, "  ")]) if rows else ""


def _share(row: Row | None) -> str:
    return "" if row is None else percent(row["share"])


def _interval(row: Row | None) -> str:
    return "" if row is None or row["low"] is None else f"{percent(row['low'])}–{percent(row['high'])}"


def _mean(row: Row | None) -> str:
    return "" if row is None or row["mean"] is None else f"{row['mean']:+.1f}"


def _makeable(one: Figures) -> str:
    contracts = one.contracts()
    needs = any(one.game.contract(c).requires for c in contracts)
    titles = ["contract", "some seat", "95%", "first bidder", "each seat", *(["may bid"] * needs), "mean"]
    rows = []
    for contract in contracts:
        some, first, seat = (one.get("makeable", who, contract) for who in _WHOSE)
        may = [_share(one.get("biddable", "seat", contract)) or "100%"] if needs else []
        mean = _mean(one.get("settlement", "seat", contract))
        shares = [_share(some), _interval(some), _share(first), _share(seat)]
        rows.append([one.name(contract), *shares, *may, mean])
    text = "Can be made, share of deals (each seat: of hands); mean: what it pays each seat that may bid it"
    return _indented(f"{text}, in {one.game.unit}", titles, rows)


def _places(one: Figures) -> str:
    """By seat, by pair and by where the partner sits."""
    names = ["N", "E", "S", "W", "NS", "EW", "left", "opposite", "right", "alone"]
    contracts = one.contracts()
    have = [who for who in names if any(one.get("makeable", who, c) for c in contracts)]
    titles = {"NS": "N or S", "EW": "E or W", "left": "partner left"}
    rows = [[one.name(c), *(_share(one.get("makeable", who, c)) for who in have)] for c in contracts if have]
    return _indented("By seat and partnership", ["contract", *(titles.get(w, w) for w in have)], rows)


def _best(one: Figures) -> str:
    units = {who: one.units(who) for who in _WHOSE if one.units(who)}
    found = [(one.best(f, who), units[who]) for f in ("best_rank", "best_settlement") for who in units]
    rows = []
    for contract in (None, *(c.id for c in one.game.contracts)):
        if any(counts[contract] for counts, _ in found):
            rows.append([one.name(contract), *(percent(counts[contract] / n) for counts, n in found)])
    titles = ["contract", *(_WHOSE[who] for who in units), *(f"pays: {_WHOSE[who]}" for who in units)]
    return _indented("Best contract that can be made: the highest, and that which pays most", titles, rows)


def _amounts(one: Figures) -> str:
    units = {who: one.units(who) for who in _WHOSE if one.units(who)}
    found = {who: one.amounts(who) for who in units}
    rows = []
    for amount in sorted(set().union(*found.values())):
        shares = (percent(found[who].get(amount, 0) / n) for who, n in units.items())
        rows.append([f"{amount:+d}" if amount else "0", *shares])
    titles = [one.game.unit, *(_WHOSE[who] for who in units)]
    return _indented("What the best contract pays its declarer", titles, rows)


def _par(one: Figures) -> Iterator[str]:
    """What four perfect bidders end in, and what each place in the auction is worth."""
    deals, counts = one.units("par"), one.best("par", "par")
    if not deals:
        return
    rows = [
        [contract.name, f"{counts[contract.id]:,}", percent(counts[contract.id] / deals)]
        for contract in one.game.contracts
        if counts[contract.id]
    ]
    head = f"What four perfect bidders end in, deals of {deals:,}"
    yield _indented(head, ["contract", "deals", "share"], rows)
    found = {place: one.get("par_seat", place, None) for place in ("first", "second", "third", "last")}
    rows = [[place, _share(row), _mean(row)] for place, row in found.items()]
    head = f"What a place in that auction is worth, in {one.game.unit}"
    yield _indented(head, ["bidder", "declares", "paid on average"], rows)


#: Columns of the table of logged games: figure and title.
_LOGGED = {
    "bid": "bid in", "played": "played", "made": "made", "should": "makeable", "gift": "gift",
    "lost": "lost", "passed": "passed up", "left_play": "left in play",
    "gained_play": "gained in play", "left_bidding": "left in bidding",
}  # fmt: skip


def _logged_rows(one: Figures, *values: Any) -> Iterator[list[str]]:
    """The contracts that were bid or played, or could have been."""
    for contract in one.contracts("played"):
        found = [one.get(figure, "declarer", contract, *values) for figure in _LOGGED]
        counts = [row and (row["count"] if row["total"] is None else row["total"]) for row in found]
        if any(counts):
            yield [one.name(contract), *("" if count is None else str(count) for count in counts)]


def _logged(one: Figures) -> str:
    records = max((row["units"] for row in one.rows if row["figure"] == "played"), default=0)
    unit = one.game.unit
    head = f"As played, number of games of {records:,}; left and gained: {unit} of the declarer in all"
    return _indented(head, ["contract", *_LOGGED.values()], list(_logged_rows(one)))


def _grouped(one: Figures, who: str) -> str:
    contracts = one.contracts()
    title = {"seat": "each seat that may bid it", "first": "the first bidder"}[who]
    titles = [*(FEATURES[name] for name in one.by), "hands", *(one.name(c) for c in contracts)]
    rows = []
    for values in one.groups():
        if hands := one.units(who, *values):
            shares = (_share(one.get("makeable", who, c, *values)) for c in contracts)
            rows.append([*map(str, values), f"{hands:,}", *shares])
    return _indented(f"Can be made by {title}, share of hands", titles, rows, 0)


def _logged_grouped(one: Figures) -> str:
    rows = [
        [*("" if value is None else str(value) for value in values), *row]
        for values in one.groups("played")
        for row in _logged_rows(one, *values)
    ]
    titles = [*(FEATURES[name] for name in one.by), "contract", *_LOGGED.values()]
    return _indented("As played, number of games by the declarer's hand", titles, rows, len(one.by) + 1)
