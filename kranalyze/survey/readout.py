"""Bidding statistics in words and columns for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from kranalyze.games import GAMES, Game
from kranalyze.show.aligned import aligned
from kranalyze.survey.features import FEATURES

if TYPE_CHECKING:
    import polars as pl

Row = dict[str, Any]


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

    def groups(self) -> list[tuple[int, ...]]:
        """The values of the features, in order."""
        found = {tuple(row[name] for name in self.by) for row in self.rows if row["figure"] == "units"}
        return sorted(found)

    def best(self, figure: str, who: str, *values: Any) -> dict[str | None, int]:
        """How often each contract is the best, whatever it pays."""
        counts: dict[str | None, int] = {}
        for row in self._of(figure, who, values):
            counts[row["contract"]] = counts.get(row["contract"], 0) + row["count"]
        return counts

    def amounts(self, who: str, *values: Any) -> dict[int, int]:
        """How often the best contract pays its declarer what; 0 where none pays anything."""
        counts: dict[int, int] = {}
        for row in self._of("best_settlement", who, values):
            counts[row["amount"] or 0] = counts.get(row["amount"] or 0, 0) + row["count"]
        return dict(sorted(counts.items()))

    def _of(self, figure: str, who: str, values: tuple[Any, ...]) -> Iterable[Row]:
        for row in self.rows:
            same = tuple(row[name] for name in self.by) == values
            if same and row["figure"] == figure and row["who"] == who:
                yield row


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
            parts += [_grouped(one, who) for who in ("seat", "first") if _has(one, who)]
        else:
            parts += [text for text in (_makeable(one), _places(one), _best(one), _amounts(one)) if text]
        parts += [text for text in (_par(one), _logged(one)) if text and not by]
        if by:
            parts += [text for text in (_logged_grouped(one),) if text]
    return "\n\n".join(parts)


def _has(one: Figures, who: str) -> bool:
    return any(one.units(who, *values) for values in one.groups())


def _units(one: Figures) -> str:
    if one.by:
        hands = sum(one.units("seat", *values) for values in one.groups())
        return f"{hands:,} hands by {', '.join(FEATURES[name] for name in one.by)}"
    deals = one.units("some")
    return f"{deals:,} deal{'s' if deals != 1 else ''}"


def _indented(head: str, rows: Sequence[Sequence[str]], left: int = 1) -> str:
    return "\n".join([head, *aligned(rows, "<" * left + ">" * (len(rows[0]) - left), "  ")])


def _share(row: Row | None, interval: bool = False) -> str:
    if row is None or row["share"] is None:
        return ""
    text = percent(row["share"])
    if interval and row["low"] is not None:
        text += f" ({percent(row['low'])}–{percent(row['high'])})"
    return text


def _mean(row: Row | None) -> str:
    return "" if row is None or row["mean"] is None else f"{row['mean']:+.1f}"


def _makeable(one: Figures) -> str:
    contracts = one.contracts()
    needs = any(one.game.contract(c).requires for c in contracts)
    rows = [["contract", "some seat", "95%", "first bidder", "each seat", *(["may bid"] * needs), "mean"]]
    for contract in contracts:
        some = one.get("makeable", "some", contract)
        may = [_share(one.get("biddable", "seat", contract)) or "100%"] if needs else []
        interval = ""
        if some is not None and some["low"] is not None:
            interval = f"{percent(some['low'])}–{percent(some['high'])}"
        rows.append(
            [
                one.name(contract),
                _share(some),
                interval,
                _share(one.get("makeable", "first", contract)),
                _share(one.get("makeable", "seat", contract)),
                *may,
                _mean(one.get("settlement", "seat", contract)),
            ]
        )
    text = "Can be made, share of deals (each seat: of hands); mean: what it pays each seat that may bid it"
    text += f", in {one.game.unit}"
    return _indented(text, rows) if contracts else ""


def _places(one: Figures) -> str:
    """By seat, by pair and by where the partner sits."""
    names = ["N", "E", "S", "W", "NS", "EW", "left", "opposite", "right", "alone"]
    contracts = one.contracts()
    have = [who for who in names if any(one.get("makeable", who, c) for c in contracts)]
    if not have:
        return ""
    titles = {"NS": "N or S", "EW": "E or W", "left": "partner left", "alone": "alone"}
    rows = [["contract", *(titles.get(who, who) for who in have)]]
    for contract in contracts:
        rows.append([one.name(contract), *(_share(one.get("makeable", who, contract)) for who in have)])
    return _indented("By seat and partnership", rows)


def _best(one: Figures) -> str:
    whose = [who for who in ("some", "first", "seat") if one.units(who)]
    order = [None, *(c.id for c in one.game.contracts)]
    titles = {"some": "some seat", "first": "first bidder", "seat": "each seat"}
    highest = [one.best("best_rank", who) for who in whose]
    paying = [one.best("best_settlement", who) for who in whose]
    if not whose:
        return ""
    rows = [["contract", *(titles[who] for who in whose), *(f"pays: {titles[who]}" for who in whose)]]
    for contract in order:
        counts = [found.get(contract, 0) for found in (*highest, *paying)]
        if any(counts):
            units = [one.units(who) for who in (*whose, *whose)]
            shares = [percent(c / n) if n else "" for c, n in zip(counts, units, strict=True)]
            rows.append([one.name(contract), *shares])
    return _indented("Best contract that can be made: the highest, and that which pays most", rows)


def _amounts(one: Figures) -> str:
    whose = [who for who in ("some", "first", "seat") if one.units(who)]
    found = {who: one.amounts(who) for who in whose}
    amounts = sorted(set().union(*found.values())) if found else []
    if not amounts:
        return ""
    titles = {"some": "some seat", "first": "first bidder", "seat": "each seat"}
    rows = [[one.game.unit, *(titles[who] for who in whose)]]
    for amount in amounts:
        shares = [percent(found[who].get(amount, 0) / one.units(who)) for who in whose]
        rows.append([f"{amount:+d}" if amount else "0", *shares])
    return _indented("What the best contract pays its declarer", rows)


def _par(one: Figures) -> str:
    """What four perfect bidders end in, and what each place in the auction is worth."""
    deals = one.units("par")
    if not deals:
        return ""
    counts = one.best("par", "par")
    rows = [["contract", "deals", "share"]]
    for contract in one.game.contracts:
        if counts.get(contract.id):
            count = counts[contract.id]
            rows.append([contract.name, f"{count:,}", percent(count / deals)])
    seats = [["bidder", "declares", "paid on average"]]
    for place in ("first", "second", "third", "last"):
        row = one.get("par_seat", place, None)
        seats.append([place, _share(row), _mean(row)])
    reached = _indented(f"What four perfect bidders end in, deals of {deals:,}", rows)
    return reached + "\n\n" + _indented(f"What a place in that auction is worth, in {one.game.unit}", seats)


#: Columns of the table of logged games: figure and title.
_LOGGED = (
    ("bid", "bid in"), ("played", "played"), ("made", "made"), ("should", "makeable"), ("gift", "gift"),
    ("lost", "lost"), ("passed", "passed up"), ("left_play", "left in play"),
    ("gained_play", "gained in play"), ("left_bidding", "left in bidding"),
)  # fmt: skip


def _logged_cells(one: Figures, contract: str, values: tuple[Any, ...] = ()) -> list[str]:
    cells = []
    for figure, _ in _LOGGED:
        row = one.get(figure, "declarer", contract, *values)
        if row is None:
            cells.append("")
        elif row["total"] is not None:
            cells.append(str(row["total"]))
        else:
            cells.append(f"{row['count']}")
    return cells


def _logged(one: Figures) -> str:
    rows = [["contract", *(title for _, title in _LOGGED)]]
    played = [one.get("played", "declarer", c) for c in one.contracts("played")]
    records = max((row["units"] for row in played if row is not None), default=0)
    for contract in one.contracts("played"):
        cells = _logged_cells(one, contract)
        if any(cell not in ("", "0") for cell in cells):
            rows.append([one.name(contract), *cells])
    if len(rows) == 1:
        return ""
    unit = one.game.unit
    head = f"As played, number of games of {records:,}; left and gained: {unit} of the declarer in all"
    return _indented(head, rows)


def _grouped(one: Figures, who: str) -> str:
    contracts = one.contracts()
    title = {"seat": "each seat that may bid it", "first": "the first bidder"}[who]
    rows = [[*(FEATURES[name] for name in one.by), "hands", *(one.name(c) for c in contracts)]]
    for values in one.groups():
        if one.units(who, *values):
            shares = (_share(one.get("makeable", who, c, *values)) for c in contracts)
            rows.append([*map(str, values), f"{one.units(who, *values):,}", *shares])
    return _indented(f"Can be made by {title}, share of hands", rows, 0)


def _logged_grouped(one: Figures) -> str:
    values = sorted(
        {tuple(row[name] for name in one.by) for row in one.rows if row["figure"] == "played"},
        key=lambda v: tuple(-1 if x is None else x for x in v),
    )
    rows = [[*(FEATURES[name] for name in one.by), "contract", *(title for _, title in _LOGGED)]]
    for group in values:
        for contract in one.contracts("played"):
            cells = _logged_cells(one, contract, group)
            if any(cell not in ("", "0") for cell in cells):
                shown = ["" if v is None else str(v) for v in group]
                rows.append([*shown, one.name(contract), *cells])
    if len(rows) == 1:
        return ""
    return _indented("As played, number of games by the declarer's hand", rows, len(one.by) + 1)
