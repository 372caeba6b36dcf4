"""Questions, the searches that answer them, and where the results go: what does not depend on the deals."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kranalyze.answers.settle import Settled, Terms
from kranalyze.cards import SUITS
from kranalyze.core.calls import misfits, reached, solve_columns
from kranalyze.core.task import Search, Task, cheapest, row_of, searches
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, Question, get_game, questions

if TYPE_CHECKING:
    import pyarrow as pa
    from typing_extensions import Buffer

    from kranalyze.answers.gathering import Batch
    from kranalyze.core.calls import Hands, Solved


class Plan:
    """Questions and the searches that answer them, each asked once.

    Attributes:
        game: the game of all deals.
        rules: all options in force.
        questions: in the order of the rows of a deal.
        tasks, slots, rows_of: what is searched for, where its result goes, and for which questions.
        terms: what the results come to.
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
            selfish = selfish or any(c.goal.each_for_himself for c in chosen)
        seats = None
        if declarers is not None:
            given = {Seat.parse(d) for d in declarers}
            seats = [s for s in Seat if s in given]
        self._lay(questions(self.game, chosen, seats, selfish), selfish)

    @classmethod
    def of(
        cls,
        game: Game,
        asked: Iterable[Question],
        *,
        selfish: bool = False,
        contra: int = 0,
        paid: bool = False,
        few: bool = False,
    ) -> Plan:
        """A plan of any questions of a game whose rules are in force.

        Args:
            selfish: with the searches of many parties that cost a thousand times more.
            contra: number of Contra calls.
            paid: only what the declarer can force is asked, by the cheapest search; what he loses may be
                told as 0.
            few: answers come as plain lists, which for a few rows is quicker than to load Arrow.
        """
        plan = cls.__new__(cls)
        plan.game, plan.rules = game, game.in_force
        plan._lay(asked, selfish, contra, paid, few)
        return plan

    def _lay(
        self,
        asked: Iterable[Question],
        selfish: bool,
        contra: int = 0,
        paid: bool = False,
        few: bool = False,
    ) -> None:
        """Where each search's result goes; what several questions ask alike is solved once."""
        self.questions = list(asked)
        self.rows = [row_of(self.game, q) for q in self.questions]
        self.tasks: list[Task] = []
        self.slots: list[int] = []
        self.rows_of: list[list[int]] = []
        found: list[dict[tuple[str, int], tuple[int, int]]] = []
        known: dict[Task, int] = {}
        width = 0
        for i, question in enumerate(self.questions):
            places: dict[tuple[str, int], tuple[int, int]] = {}
            todo = searches(self.game, question, selfish)
            for search in cheapest(question, todo) if paid else todo:
                number = known.setdefault(search.task, len(self.tasks))
                if number == len(self.tasks):
                    self.tasks.append(search.task)
                    self.slots.append(width)
                    self.rows_of.append([])
                    width += search.width
                self.rows_of[number].append(i)
                self._place(places, search, self.slots[number])
            found.append(places)
        self.terms = Terms(self.game, self.questions, found, contra, few)

    @staticmethod
    def _place(places: dict[tuple[str, int], tuple[int, int]], search: Search, slot: int) -> None:
        if search.role == "payoff":
            for seat in range(4):
                places["payoff", seat] = (slot + seat, search.scale)
        elif search.role == "guarantee":
            places["guarantee", search.task.seek] = (slot, search.scale)
        else:
            places[search.role, 0] = (slot, 1)

    @cached_property
    def text(self) -> dict[str, pa.Array]:
        """The names in the rows of each question, by column."""
        import pyarrow as pa

        from kranalyze.answers.tablecolumns import SEATS

        qs, game = self.questions, self.game

        def codes(values: Iterable[str | None], names: Sequence[str]) -> pa.Array:
            indices = [None if v is None else names.index(v) for v in values]
            return pa.DictionaryArray.from_arrays(pa.array(indices, pa.int8()), pa.array(names, pa.string()))

        def seat(value: Seat | None) -> str | None:
            return None if value is None else value.name

        return {
            "game": codes((game.id for _ in qs), [game.id]),
            "contract": codes((q.contract.id for q in qs), [c.id for c in game.contracts]),
            "declarer": codes((seat(q.declarer) for q in qs), SEATS),
            "second": codes((seat(q.second) for q in qs), SEATS),
            "leader": codes((q.leader.name for q in qs), SEATS),
            "trump": codes((None if q.trump is None else SUITS[q.trump] for q in qs), list(SUITS)),
            "partner": codes((seat(q.partner) for q in qs), SEATS),
            "order": codes((q.order if game.orders else None for q in qs), ["K", "T"]),
        }

    @cached_property
    def called(self) -> pa.Array:
        """Whether a card is called in each question."""
        import pyarrow as pa

        return pa.array([q.callable is not None for q in self.questions], pa.bool_())

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns of a table, with metadata."""
        import json

        import pyarrow as pa

        from kranalyze import __version__
        from kranalyze.answers.tablecolumns import COLUMNS, FORMAT_VERSION

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

        Args:
            deals: columns ``n e s w`` (uint32), and where known ``talon file deal board``.
        """
        from kranalyze.answers.gathering import assembled

        return assembled(self, deals, self.answers(deals))

    def answers(self, deals: pa.Table) -> Settled:
        """The same as settlements; a deal that is none of the game's spoils nothing, it is among the bad."""
        count = deals.num_rows
        n, e, s, w = (_buffer(deals, name) for name in "nesw")
        talon = _buffer(deals, "talon") if "talon" in deals.column_names else None
        bad = {i: self._misfit(deals, i) for i in misfits((n, e, s, w), talon, count, self.game)}
        return self.settled((n, e, s, w), talon, count, bad)

    def settled(
        self,
        hands: Hands,
        talon: Buffer | None,
        count: int,
        bad: Mapping[int, str] | None = None,
        wanted: Buffer | None = None,
        solved: Solved | None = None,
    ) -> Settled:
        """The answers to some deals, given as UInt32 columns.

        Args:
            bad: places of deals of which nothing is asked, and why.
            wanted: by deal and question a mask of the flags (``Reached``): 0 where it is not asked.
            solved: the values, if they are known already.
        """
        found, width = reached(hands, count, self.rows), len(self.rows)
        for i in bad or ():
            found.flags[i * width : (i + 1) * width] = bytes(width)
        if wanted is not None:
            both = int.from_bytes(found.flags, "little") & int.from_bytes(memoryview(wanted), "little")
            found.flags[:] = both.to_bytes(len(found.flags), "little")
        if solved is None:
            solved = solve_columns(
                hands, talon, count, self.tasks, self.slots, self.rows_of, width, found.flags
            )
        return Settled(self.terms, found, solved, bad)

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
    import pyarrow as pa

    column = deals.column(name).combine_chunks()
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks else pa.array([], pa.uint32())
    column = column.cast(pa.uint32()).fill_null(0)
    data = column.buffers()[1]
    if data is None:
        return array("I")
    return data.slice(4 * column.offset, 4 * len(column))
