"""Bidding statistics counted in plain Python from the rows of ``kranalyze.table``, for the tests."""
# mypy: no-strict-optional

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import polars as pl

from kranalyze import table
from kranalyze.cards import hand_text
from kranalyze.games import GAMES
from oracle.trumps import KONTRA, held_suits, supposed_trump
from plain_features import plain_columns

SEATS = "NESW"

#: The key of a figure: its name, whose figure it is, contract, amount, and values of the features.
Key = tuple[str, str, str | None, int | None, tuple[int, ...]]


def features(hand: int) -> dict[str, int]:
    """Return the features of a hand, computed from its text."""
    suits = hand_text(hand).split(".")
    return {
        "aces": sum("A" in suit for suit in suits),
        "tens": sum("T" in suit for suit in suits),
        "longest": max(map(len, suits)),
        "marriages": sum("K" in suit and "Q" in suit for suit in suits),
        "voids": suits.count(""),
    }


def in_question(rows: list[dict[str, Any]], forehand: int) -> list[dict[str, Any]]:
    """Return the rows of a deal of Bauernschnapsen. Leave out rows whose trump forehand's hand rules out."""
    rufer = {"SHDC".index(row["trump"]): row["value"] for row in rows if row["contract"] == "rufer"}
    supposed = supposed_trump(forehand, rufer)
    return [
        row
        for row in rows
        if row["trump"] is None
        or "SHDC".index(row["trump"]) in ([supposed] if row["contract"] in KONTRA else held_suits(forehand))
    ]


class Plain:
    """A counter that adds up units, count and total of every figure, deal by deal."""

    #: Function that returns whether a hand is counted, given the columns that its seat sees. None: every hand
    #: is counted.
    where: Callable[[dict[str, Any]], bool] | None = None

    #: Function that returns the groups of a hand, given the columns that its seat sees. None: the groups are
    #: the features named in ``by``.
    groups: Callable[[dict[str, Any]], tuple[Any, ...]] | None = None

    def __init__(self, game: str, by: Sequence[str] = (), **rules: str) -> None:
        self.game, self.by, self.rules = GAMES[game], by, rules
        self.units: dict[Key, int] = defaultdict(int)
        self.count: dict[Key, int] = defaultdict(int)
        self.total: dict[Key, int] = defaultdict(int)
        self.paid: set[Key] = set()

    def add(self, deals: pl.DataFrame, dealers: Iterable[str | None]) -> None:
        rows = table(deals, game=self.game, rules=self.rules).to_dicts()
        for number, (deal, dealer) in enumerate(zip(deals.to_dicts(), dealers, strict=True)):
            mine = [row for row in rows if row["deal"] == number]
            self._deal(mine, [deal[s] for s in "nesw"], dealer)

    def _may(self, row: dict[str, Any], forehand: str | None) -> bool:
        contract = self.game.contract(row["contract"])
        if contract.bidders == "any" and contract.leads == "declarer":
            return True
        if forehand is None:
            return False
        apart = (SEATS.index(row["declarer"]) - SEATS.index(forehand)) % 4
        who = {
            "any": True, "forehand": apart == 0, "not_forehand": apart != 0,
            "forehand_side": apart in (0, 2), "other_side": apart in (1, 3),
        }[contract.bidders]  # fmt: skip
        return who and (contract.leads == "declarer" or row["leader"] == forehand)

    def _deal(self, rows: list[dict[str, Any]], hands: list[int], dealer: str | None) -> None:
        forehand = None
        if dealer is not None:
            forehand = SEATS[(SEATS.index(dealer) + 1) % self.game.seats]
        allowed = [row for row in rows if self._may(row, forehand)]
        if self.game.id == "bauernschnapsen" and forehand is not None:
            allowed = in_question(allowed, hands[SEATS.index(forehand)])
        by_seat: dict[str, dict[str, list[dict[str, Any]]]] = defaultdict(lambda: defaultdict(list))
        for row in allowed:
            by_seat[row["declarer"]][row["contract"]].append(row)
        seen = {s: plain_columns(hands, self.game.id, self.game.seats, dealer, s) for s in by_seat}
        for seat in list(by_seat):
            if self.where is not None and not self.where(seen[seat]):
                del by_seat[seat]
                allowed = [row for row in allowed if row["declarer"] != seat]
        values: dict[str, tuple[Any, ...]] = {}
        for seat in by_seat:
            if self.groups is not None:
                values[seat] = self.groups(seen[seat])
            else:
                values[seat] = tuple(features(hands[SEATS.index(seat)])[f] for f in self.by)
        for seat, contracts in by_seat.items():
            who = ["seat", *(["first"] if seat == forehand else [])]
            for contract, some in contracts.items():
                row = self.game.contract(contract)  # type: ignore[assignment]
                made = any(r["makeable"] for r in some)
                for w in who:
                    self._say("makeable", w, contract, values[seat], made)
                    if row.requires:  # type: ignore[attr-defined]
                        self._say("biddable", w, contract, values[seat], any(r["biddable"] for r in some))
                    self._pay(w, contract, values[seat], some, seat)
                if row.party == "called":  # type: ignore[attr-defined]
                    places = ["alone", "left", "opposite", "right"]
                    for apart, place in enumerate(places):
                        if apart == 0 and self.game.under(self.rules).in_force.get("call_own") == "no":
                            continue
                        at = [r for r in some if self._apart(seat, r["partner"]) == apart]
                        self._say("makeable", place, contract, values[seat], any(r["makeable"] for r in at))
                if not self.by:
                    self._say("makeable", seat, contract, (), made)
            for w in who:
                self._best(w, values[seat], [r for some in contracts.values() for r in some])
        if not self.by and by_seat:
            self._some(by_seat)
            self._best("some", (), allowed)

    def _some(self, by_seat: dict[str, dict[str, list[dict[str, Any]]]]) -> None:
        for contract in self.game.contracts:
            holders = [s for s in by_seat if contract.id in by_seat[s]]
            if not holders:
                continue
            made = {s for s in holders if any(r["makeable"] for r in by_seat[s][contract.id])}
            self._say("makeable", "some", contract.id, (), bool(made))
            if contract.requires:
                can = any(r["biddable"] for s in holders for r in by_seat[s][contract.id])
                self._say("biddable", "some", contract.id, (), can)
            for pair in ("NS", "EW") if self.game.seats == 4 else ():
                if set(pair) & set(holders):
                    self._say("makeable", pair, contract.id, (), bool(set(pair) & made))

    def _apart(self, seat: str, partner: str | None) -> int:
        return 0 if partner is None else (SEATS.index(partner) - SEATS.index(seat)) % 4

    def _say(self, figure: str, who: str, contract: str | None, values: tuple[int, ...], hit: bool) -> None:
        key = (figure, who, contract, None, values)
        self.units[key] += 1
        self.count[key] += hit

    def _amount(self, row: dict[str, Any]) -> int | None:
        seat = row["declarer"].lower()
        paid = row[f"payoff_{seat}"]
        return row[f"guarantee_{seat}"] if paid is None else paid  # type: ignore[no-any-return]

    def _pay(
        self, who: str, contract: str, values: tuple[int, ...], some: list[dict[str, Any]], seat: str
    ) -> None:
        amounts = [a for a in map(self._amount, some) if a is not None]
        if amounts:
            key = ("settlement", who, contract, None, values)
            self.units[key] += 1
            self.count[key] += max(amounts) > 0
            self.total[key] += max(amounts)

    def _best(self, who: str, values: tuple[int, ...], rows: list[dict[str, Any]]) -> None:
        self._say("units", who, None, values, True)
        ranks = {c.id: c.rank for c in self.game.contracts}
        made = [r for r in rows if r["makeable"] and ranks[r["contract"]] is not None]
        top = max(made, key=lambda r: ranks[r["contract"]], default=None)
        self.count["best_rank", who, None if top is None else top["contract"], None, values] += 1
        paying = [r for r in made if (self._amount(r) or 0) > 0]
        best = max(paying, key=lambda r: (self._amount(r), -ranks[r["contract"]]), default=None)
        key = (None, None) if best is None else (best["contract"], self._amount(best))
        self.count["best_settlement", who, *key, values] += 1

    def expected(self) -> dict[Key, tuple[int, int, int | None]]:
        """Return units, count and total of every figure that was counted."""
        found: dict[Key, tuple[int, int, int | None]] = {}
        for key, count in self.count.items():
            figure, who, _, _, values = key
            units = self.units[key]
            if figure.startswith("best"):
                units = self.units["units", who, None, None, values]
            found[key] = units, count, self.total[key] if figure == "settlement" else None
        return found


def found(figures: pl.DataFrame, by: Sequence[str] = ()) -> dict[Key, tuple[int, int, int | None]]:
    """Return units, count and total of every figure in a table of figures."""
    result = {}
    for row in figures.to_dicts():
        key = (row["figure"], row["who"], row["contract"], row["amount"], tuple(row[f] for f in by))
        assert key not in result, key
        result[key] = row["units"], row["count"], row["total"]
    return result
