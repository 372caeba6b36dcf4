"""Tables: all questions of many deals as rows. The schema and its meaning stand here, and only here."""

from __future__ import annotations

import json
import os
from array import array
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.cards import SUITS, card_name
from kranalyze.core import UNKNOWN, Reached, Solved, list_cards, reached, solve_columns, status_text
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, get_game, questions
from kranalyze.games.settlement import contract_value, vector
from kranalyze.tasks import Search, Task, row_of, searches
from kranalyze.turns import Turns

if TYPE_CHECKING:
    import polars as pl

#: Version of the table's columns and their meaning.
FORMAT_VERSION = "1"

_TEXT = pa.dictionary(pa.int8(), pa.string())
_SEATS = ["N", "E", "S", "W"]
_CARDS = [card_name(c) for c in range(32)]
_CARD_LIST = pa.list_(pa.dictionary(pa.int8(), pa.string()))

#: The columns in their order: name, type, meaning.
COLUMNS: tuple[tuple[str, pa.DataType, str], ...] = (
    (
        "file",
        pa.dictionary(pa.int32(), pa.string()),
        "file the deal comes from, null for a deal given in place",
    ),
    ("deal", pa.uint32(), "index of the deal in its file, from 0"),
    ("board", pa.string(), "Board of the record, or null"),
    ("game", _TEXT, "id of the game"),
    ("contract", _TEXT, "id of the contract"),
    ("declarer", _TEXT, "seat of the declarer, null where nobody is"),
    ("second", _TEXT, "seat of the second Bettler or Plauderer, or null"),
    ("leader", _TEXT, "seat that leads to trick 1"),
    ("trump", _TEXT, "trump suit S H D C, null without trump"),
    ("partner", _TEXT, "seat of the partner, null: the declarer plays alone"),
    ("order", _TEXT, "order of rank, K or T, null where the game has but one"),
    ("calls", _CARD_LIST, "cards whose calling leads to this row, null where nothing is called"),
    ("discard", _CARD_LIST, "cards best laid away, null where nothing is"),
    ("biddable", pa.bool_(), "whether the declarer holds what the contract needs"),
    ("makeable", pa.bool_(), "whether the declarer's side can force it, null if not biddable"),
    ("value", pa.int16(), "what the declarer's side can force, in the contract's own measure"),
    *((f"guarantee_{s.lower()}", pa.int16(), f"most that {s} can force against all others") for s in _SEATS),
    *((f"payoff_{s.lower()}", pa.int16(), f"settlement of {s} under best play") for s in _SEATS),
)

#: Deals solved and assembled at a time.
BATCH = 1024


@dataclass(frozen=True, slots=True)
class Problem:
    """A deal that could not be solved."""

    file: str | None
    deal: int
    message: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows of some deals, and the deals that have none because they could not be solved."""

    table: pa.Table
    problems: tuple[Problem, ...]
    deals: int


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
        self.game = get_game(game) if isinstance(game, str) else game
        self.rules = self.game.rules(rules)
        chosen = None
        if contracts is not None:
            named = [self.game.contract(c) if isinstance(c, str) else c for c in contracts]
            chosen = [c for c in self.game.contracts if c in named]
            selfish = selfish or any(c.goal.kind == "most" for c in chosen)
        seats = None
        if declarers is not None:
            given = {Seat.parse(d) if isinstance(d, str) else Seat(d) for d in declarers}
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
            "declarer": codes((seat(q.declarer) for q in qs), _SEATS),
            "second": codes((seat(q.second) for q in qs), _SEATS),
            "leader": codes((q.leader.name for q in qs), _SEATS),
            "trump": codes((None if q.trump is None else SUITS[q.trump] for q in qs), list(SUITS)),
            "partner": codes((seat(q.partner) for q in qs), _SEATS),
            "order": codes((q.order if game.orders else None for q in qs), ["K", "T"]),
        }
        slot, number = pa.int32(), pa.int16()
        found = self._found

        def slots(role: str, seat: int = 0) -> pa.Array:
            return pa.array([f.get((role, seat), (None, 1))[0] for f in found], slot)

        def scales(role: str, seat: int = 0) -> pa.Array:
            return pa.array([f.get((role, seat), (None, 1))[1] for f in found], number)

        self.value_slot, self.stake_slot = slots("value"), slots("stake")
        self.given = pa.array([1 if q.contract.goal.kind == "dealt" else None for q in qs], number)
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
        self.shares = [
            pa.array([vector(game, q)[s] if s < game.seats else None for q in qs], number) for s in range(4)
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
        self.called = pa.array([q.callable is not None for q in qs])

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

        Args:
            deals: columns ``n e s w`` (uint32), and where known ``talon file deal board``.
        """
        count = deals.num_rows
        hands = tuple(_buffer(deals, name) for name in "nesw")
        n, e, s, w = hands
        talon = _buffer(deals, "talon") if self.game.talon and "talon" in deals.column_names else None
        found = reached((n, e, s, w), count, self.rows)
        solved = solve_columns(
            (n, e, s, w), talon, count, self.tasks, self.slots, self.rows_of, len(self.rows), found.flags
        )
        return self._assemble(deals, found, solved)

    def _assemble(self, deals: pa.Table, found: Reached, solved: Solved) -> Batch:
        which = _ints(pa.int32(), found.which, found.count)
        deal = _ints(pa.int32(), found.deal, found.count)
        values = _ints(pa.int16(), solved.values, len(solved.values))
        values = pc.if_else(pc.equal(values, UNKNOWN), pa.scalar(None, pa.int16()), values)
        flags = _ints(pa.uint8(), found.flags, len(found.flags))
        flags = flags.take(pc.add(pc.multiply(deal, len(self.rows)), which))
        biddable = pc.greater_equal(flags, pa.scalar(3, pa.uint8()))
        # Another row may have asked the same of a deal: what is not biddable stays unanswered.
        base = pc.if_else(biddable, pc.multiply(deal, solved.width), pa.scalar(None, pa.int32()))

        def at(slots: pa.Array) -> pa.Array:
            return values.take(pc.add(base, slots.take(which)))

        value = at(self.value_slot)
        if self.given.null_count < len(self.given):
            dealt = pc.if_else(biddable, self.given.take(which), pa.scalar(None, pa.int16()))
            value = pc.coalesce(value, dealt)
        judged = pc.coalesce(value, at(self.judged_slot))
        makeable = pc.greater_equal(judged, self.threshold.take(which))
        fixed = self.fixed.take(which)
        amount = pc.if_else(makeable, fixed, pc.negate(fixed))
        if self.factor.null_count < len(self.factor):
            factor, divisor = self.factor.take(which), self.divisor.take(which)
            amount = pc.coalesce(amount, pc.divide(pc.multiply(value, factor), divisor))
        if self.stake_slot.null_count < len(self.stake_slot):
            amount = pc.coalesce(amount, at(self.stake_slot))
        columns: dict[str, Any] = {
            "file": _origin(deals, "file", deal, COLUMNS[0][1]),
            "deal": _origin(deals, "deal", deal, pa.uint32()),
            "board": _origin(deals, "board", deal, pa.string()),
            **{name: codes.take(which) for name, codes in self.text.items()},
            "calls": _lists(found, self.called.take(which)),
            "discard": self._discards(solved, base, which),
            "biddable": biddable,
            "makeable": makeable,
            "value": value,
        }
        for s, name in enumerate("nesw"):
            settled = pc.multiply(amount, self.shares[s].take(which))
            columns[f"payoff_{name}"] = _over(at, self.payoff_slot[s], self.payoff_scale[s], which, settled)
            columns[f"guarantee_{name}"] = _over(
                at, self.guarantee_slot[s], self.guarantee_scale[s], which, settled
            )
        table = pa.Table.from_arrays([columns[f.name] for f in self.schema], schema=self.schema)
        problems = _problems(deals, solved.status)
        if problems:
            bad = pa.array([status != 0 for status in solved.status])
            table = table.filter(pc.invert(bad.take(deal)))
        return Batch(table, problems, deals.num_rows)

    def _discards(self, solved: Solved, base: pa.Array, which: pa.Array) -> pa.Array:
        if solved.discard is None:
            return pa.nulls(len(which), _CARD_LIST)
        masks = _ints(pa.uint32(), solved.discard, len(solved.discard))
        masks = pc.fill_null(masks.take(pc.add(base, self.value_slot.take(which))), 0)
        ends, cards = list_cards(masks.buffers()[1], len(masks))
        return _card_lists(ends, cards, len(masks), pc.not_equal(masks, pa.scalar(0, pa.uint32())))


def _buffer(deals: pa.Table, name: str) -> Any:
    """The memory of a UInt32 column; a column that is missing is empty hands."""
    if name not in deals.column_names:
        return array("I", bytes(4 * deals.num_rows))
    column = deals.column(name).combine_chunks()
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks else pa.array([], pa.uint32())
    column = pc.fill_null(column.cast(pa.uint32()), 0)
    data = column.buffers()[1]
    if data is None:
        return array("I")
    return data.slice(4 * column.offset, 4 * len(column))


def _ints(kind: pa.DataType, data: Any, count: int) -> pa.Array:
    return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(data)])


def _origin(deals: pa.Table, name: str, deal: pa.Array, kind: pa.DataType) -> pa.Array:
    """A fact of each row's deal; null (for the index its place) where the deals do not say."""
    if name not in deals.column_names:
        return deal.cast(kind) if name == "deal" else pa.nulls(len(deal), kind)
    column = deals.column(name).combine_chunks()
    if column.null_count == len(column):
        return pa.nulls(len(deal), kind)
    if isinstance(column, pa.ChunkedArray):
        column = column.chunk(0) if column.num_chunks else pa.array([], column.type)
    if pa.types.is_dictionary(kind):
        column = column.cast(pa.string()).dictionary_encode()
    return column.take(deal).cast(kind)


def _over(at: Any, slots: pa.Array, scales: pa.Array, which: pa.Array, settled: pa.Array) -> pa.Array:
    """What a search of its own says, elsewhere what is settled between two sides."""
    if slots.null_count == len(slots):
        return settled
    return pc.coalesce(pc.multiply(at(slots), scales.take(which)), settled)


def _lists(found: Reached, valid: pa.Array) -> pa.Array:
    return _card_lists(found.ends, found.calls, found.count, valid)


def _card_lists(ends: array[int], cards: bytearray, count: int, valid: pa.Array) -> pa.Array:
    used = ends[count - 1] if count else 0
    codes = _ints(pa.int8(), bytes(cards[:used]), used)
    names = pa.DictionaryArray.from_arrays(codes, pa.array(_CARDS, pa.string()))
    offsets = array("i", [0])
    offsets.extend(ends[:count])
    valid = pc.fill_null(valid, False)
    bits = pa.concat_arrays([valid]).buffers()[1]
    return pa.Array.from_buffers(_CARD_LIST, count, [bits, pa.py_buffer(offsets)], children=[names])


def _problems(deals: pa.Table, status: bytearray) -> tuple[Problem, ...]:
    if not any(status):
        return ()
    files = deals.column("file").to_pylist() if "file" in deals.column_names else [None] * deals.num_rows
    places = deals.column("deal").to_pylist() if "deal" in deals.column_names else range(deals.num_rows)
    return tuple(Problem(files[i], places[i], status_text(code)) for i, code in enumerate(status) if code)


def default_workers() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def batches(
    plan: Plan,
    deals: Iterable[pa.Table],
    workers: int | None = None,
    executor: Executor | None = None,
    take: Callable[[pa.Table], object] | None = None,
) -> Generator[Batch]:
    """Solve tables of deals in their order, some at a time; memory stays bounded by a few batches.

    Args:
        deals: tables of about ``BATCH`` deals each.
        workers: threads, default all cores; ignored with an executor.
        take: is given the rows in their order, by one worker at a time, to encode and write them; the
            batches come without rows then.
    """
    own = executor is None
    count = workers or default_workers()
    pool = executor or ThreadPoolExecutor(count)
    turns = None if take is None else Turns(take)
    waiting: list[Future[Batch]] = []
    first = 0

    def solve(number: int, table: pa.Table) -> Batch:
        batch = plan.solve(table)
        if turns is None:
            return batch
        turns.bring(number, batch.table)
        return replace(batch, table=plan.schema.empty_table())

    def oldest() -> Batch:
        nonlocal first
        batch = waiting.pop(0).result()
        if turns is not None:
            turns.wait(first)
        first += 1
        return batch

    try:
        for number, table in enumerate(deals):
            waiting.append(pool.submit(solve, number, table))
            if len(waiting) > 2 * count:
                yield oldest()
        while waiting:
            yield oldest()
    finally:
        if turns is not None:
            turns.stop()
        for future in waiting:
            future.cancel()
        if own:
            pool.shutdown(cancel_futures=True)


def deal_table(deals: pl.DataFrame | Deal | str | Iterable[Deal | str]) -> pa.Table:
    """Deals in any form as a table of columns.

    Raises:
        ValueError: a text that is no deal, or a hand that is not known.
    """
    if hasattr(deals, "to_arrow"):
        table: pa.Table = deals.to_arrow()
        return table
    listed = [deals] if isinstance(deals, (Deal, str)) else list(deals)
    parsed = [Deal.parse(d) if isinstance(d, str) else d for d in listed]
    columns = {name: pa.array([d.masks[i] for d in parsed], pa.uint32()) for i, name in enumerate("nesw")}
    if any(d.talon for d in parsed):
        columns["talon"] = pa.array([d.talon for d in parsed], pa.uint32())
    return pa.table(columns)


def sliced(deals: pa.Table, size: int = BATCH) -> Iterator[pa.Table]:
    """A table of deals cut into batches."""
    for start in range(0, deals.num_rows, size):
        yield deals.slice(start, size)


def table(
    deals: pl.DataFrame | Deal | str | Iterable[Deal | str],
    *,
    game: str | Game = "graden",
    contracts: Iterable[str | Contract] | None = None,
    declarers: Iterable[Seat | int | str] | None = None,
    workers: int | None = None,
    rules: Mapping[str, str] | None = None,
    selfish: bool = False,
) -> pl.DataFrame:
    """All questions of each deal: what could be made, and what everybody would pay.

    Args:
        deals: a frame with UInt32 columns ``n e s w`` (and ``talon``), or deals.
        game: id or name.
        contracts, declarers: only these; default all.
        workers: threads, default all cores.
        rules: rule options over their defaults.
        selfish: also Schurln and the double contracts, and the payoffs of ``*_letzten``.

    Returns:
        One row per question that a deal reaches; ``COLUMNS`` says what each column means.

    Raises:
        ValueError: an unknown name, or a deal that does not fit the game.

    >>> rows = table("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contracts=["koenigmord"])
    >>> rows.select("declarer", "makeable", "payoff_s").rows()
    [('N', False, 70), ('E', False, 70), ('S', True, 210), ('W', True, -70)]
    """
    import polars as pl

    plan = Plan(game, contracts, declarers, rules, selfish)
    solved = list(batches(plan, sliced(deal_table(deals)), workers))
    for batch in solved:
        for problem in batch.problems:
            raise ValueError(f"deal {problem.deal}: {problem.message}")
    frame = pl.from_arrow(pa.concat_tables([b.table for b in solved] or [plan.schema.empty_table()]))
    assert isinstance(frame, pl.DataFrame)
    return frame
