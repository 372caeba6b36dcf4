"""The questions of a table and where their answers go: all that does not depend on the deals."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.answers.rows import Batch, assembled
from kranalyze.answers.schema import COLUMNS, FORMAT_VERSION, SEATS
from kranalyze.cards import SUITS
from kranalyze.core.calls import misfits, reached, solve_columns
from kranalyze.core.task import Search, Task, row_of, searches
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, get_game, questions
from kranalyze.games.settlement import contract_value, vector


class Plan:
    """The questions of a table and all that does not depend on the deals.

    Attributes:
        game: the game of all deals.
        rules: all options in force.
        questions: in the order of the rows of a deal.
        schema: of the table, with metadata.
    """

    def __init__(
        self,
        game: str | Game,
        contracts: Iterable[str | Contract] | None = None,
        declarers: Iterable[Seat | int | str] | None = None,
        rules: Mapping[str, str] | None = None,
        selfish: bool = False,
    ) -> None:
        """Lay out the rows.

        Raises:
            ValueError: an unknown game, contract, seat or rule option.
        """
        self.game = get_game(game).under(rules)
        self.rules = self.game.in_force
        chosen = None
        if contracts is not None:
            named = [self.game.contract(c) for c in contracts]
            chosen = [c for c in self.game.contracts if c in named]
            selfish = selfish or any(c.goal.kind == "most" for c in chosen)
        seats = None
        if declarers is not None:
            given = {Seat.parse(d) for d in declarers}
            seats = [s for s in Seat if s in given]
        self.questions = questions(self.game, self.rules, chosen, seats, selfish)
        self.rows = [row_of(self.game, q) for q in self.questions]
        self._lay_slots(selfish)
        self._constants()
        self.schema = self._schema()

    def _lay_slots(self, selfish: bool) -> None:
        """Where each search's result goes; what several questions ask alike is solved once."""
        self.tasks: list[Task] = []
        self.slots: list[int] = []
        self.rows_of: list[list[int]] = []
        self._found: list[dict[tuple[str, int], tuple[int, int]]] = []
        known: dict[Task, int] = {}
        width = 0
        for i, question in enumerate(self.questions):
            places: dict[tuple[str, int], tuple[int, int]] = {}
            for search in searches(self.game, question, self.rules, selfish):
                number = known.setdefault(search.task, len(self.tasks))
                if number == len(self.tasks):
                    self.tasks.append(search.task)
                    self.slots.append(width)
                    self.rows_of.append([])
                    width += search.width
                self.rows_of[number].append(i)
                self._place(places, search, self.slots[number])
            self._found.append(places)

    @staticmethod
    def _place(places: dict[tuple[str, int], tuple[int, int]], search: Search, slot: int) -> None:
        if search.role == "payoff":
            for seat in range(4):
                places["payoff", seat] = (slot + seat, search.scale)
        elif search.role == "guarantee":
            places["guarantee", search.task.seek] = (slot, search.scale)
        else:
            places[search.role, 0] = (slot, 1)

    def _constants(self) -> None:
        """One array per fact of a question, to be taken by the number of the question."""
        qs, game = self.questions, self.game

        def codes(values: Iterable[str | None], names: Sequence[str]) -> pa.Array:
            indices = [None if v is None else names.index(v) for v in values]
            return pa.DictionaryArray.from_arrays(pa.array(indices, pa.int8()), pa.array(names, pa.string()))

        def seat(value: Seat | None) -> str | None:
            return None if value is None else value.name

        self.text = {
            "game": codes((game.id for _ in qs), [game.id]),
            "contract": codes((q.contract.id for q in qs), [c.id for c in game.contracts]),
            "declarer": codes((seat(q.declarer) for q in qs), SEATS),
            "second": codes((seat(q.second) for q in qs), SEATS),
            "leader": codes((q.leader.name for q in qs), SEATS),
            "trump": codes((None if q.trump is None else SUITS[q.trump] for q in qs), list(SUITS)),
            "partner": codes((seat(q.partner) for q in qs), SEATS),
            "order": codes((q.order if game.orders else None for q in qs), ["K", "T"]),
        }
        # Amounts have 32 bits, as the product of a value and a unit may have.
        slot, number = pa.int32(), pa.int32()
        found = self._found

        def slots(role: str, seat: int = 0) -> pa.Array:
            return pa.array([f.get((role, seat), (None, 1))[0] for f in found], slot)

        def scales(role: str, seat: int = 0) -> pa.Array:
            return pa.array([f.get((role, seat), (None, 1))[1] for f in found], number)

        self.value_slot, self.stake_slot = slots("value"), slots("stake")
        self.given = pa.array([1 if q.contract.goal.kind == "dealt" else None for q in qs], pa.int16())
        # A double contract is judged by its first declarer's guarantee.
        self.judged_slot = pa.array(
            [
                f.get(
                    ("value", 0),
                    f.get(("guarantee", q.declarer if q.declarer is not None else -1), (None, 1)),
                )[0]
                for q, f in zip(qs, found, strict=True)
            ],
            slot,
        )
        self.threshold = pa.array([q.contract.makeable_at for q in qs], number)
        worth = [contract_value(q.contract, self.rules) for q in qs]
        fixed = [q.contract.stake == "fixed" and q.second is None for q in qs]
        by_value = [q.contract.stake == "value" for q in qs]
        self.fixed = pa.array([v if f else None for v, f in zip(worth, fixed, strict=True)], number)
        self.factor = pa.array([v if f else None for v, f in zip(worth, by_value, strict=True)], number)
        self.divisor = pa.array([q.contract.per for q in qs], number)
        shares = [vector(game, q) for q in qs]
        self.shares = [
            pa.array([v[s] if s < game.seats else None for v in shares], number) for s in range(4)
        ]
        self.payoff_slot = [slots("payoff", s) for s in range(4)]
        self.payoff_scale = [scales("payoff", s) for s in range(4)]
        self.guarantee_slot, self.guarantee_scale = [], []
        for s in range(4):
            last = [q.contract.goal.kind == "last" and q.declarer == s for q in qs]
            places = [
                f["value", 0][0] if x else f.get(("guarantee", s), (None, 1))[0]
                for f, x in zip(found, last, strict=True)
            ]
            scale = [
                q.contract.value if x else f.get(("guarantee", s), (None, 1))[1]
                for q, f, x in zip(qs, found, last, strict=True)
            ]
            self.guarantee_slot.append(pa.array(places, slot))
            self.guarantee_scale.append(pa.array(scale, number))
        self.called = pa.array([q.callable is not None for q in qs], pa.bool_())

    def _schema(self) -> pa.Schema:
        from kranalyze import __version__

        fields = [pa.field(n, t, metadata={b"meaning": m.encode()}) for n, t, m in COLUMNS]
        return pa.schema(
            fields,
            metadata={
                "kranalyze.format": FORMAT_VERSION,
                "kranalyze.version": __version__,
                "kranalyze.game": self.game.id,
                "kranalyze.rules": json.dumps(self.rules, sort_keys=True),
            },
        )

    def solve(self, deals: pa.Table) -> Batch:
        """The rows of some deals.

        A deal that is none of the game's spoils nothing: it has no rows, and its problem says why.

        Args:
            deals: columns ``n e s w`` (uint32), and where known ``talon file deal board``.
        """
        count, width = deals.num_rows, len(self.rows)
        n, e, s, w = (_buffer(deals, name) for name in "nesw")
        talon = _buffer(deals, "talon") if "talon" in deals.column_names else None
        bad = {i: self._misfit(deals, i) for i in misfits((n, e, s, w), talon, count, self.game)}
        found = reached((n, e, s, w), count, self.rows)
        for i in bad:
            found.flags[i * width : (i + 1) * width] = bytes(width)  # nothing is asked of it
        solved = solve_columns(
            (n, e, s, w), talon, count, self.tasks, self.slots, self.rows_of, width, found.flags
        )
        return assembled(self, deals, found, solved, bad)

    def _misfit(self, deals: pa.Table, place: int) -> str:
        """Why a deal is none of the game's."""
        game = self.game
        given = set(deals.column_names)
        names = (*"nesw", "talon")
        n, e, s, w, talon = (deals.column(c)[place].as_py() if c in given else 0 for c in names)
        if None in (n, e, s, w):
            return "a hand of the deal is not known"
        try:
            Deal((n, e, s, w), talon or 0).check(game.pack, game.size, game.seats, game.talon, game.endings)
        except ValueError as error:
            return str(error)
        return "the deal does not fit the game"


def _buffer(deals: pa.Table, name: str) -> Any:
    """The memory of a UInt32 column; a column that is missing is empty hands."""
    if name not in deals.column_names:
        return array("I", [0]) * deals.num_rows
    column = deals.column(name).combine_chunks()
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks else pa.array([], pa.uint32())
    column = pc.fill_null(column.cast(pa.uint32()), 0)
    data = column.buffers()[1]
    if data is None:
        return array("I")
    return data.slice(4 * column.offset, 4 * len(column))
