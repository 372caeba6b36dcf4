"""From values to rows: every column of the reached questions, gathered at once and not row by row."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.answers.schema import CARD_LIST, CARDS, COLUMNS
from kranalyze.core.calls import UNKNOWN, Reached, Solved, list_cards, status_text

if TYPE_CHECKING:
    from kranalyze.answers.plan import Plan


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


def assembled(
    plan: Plan, deals: pa.Table, found: Reached, solved: Solved, bad: Mapping[int, str]
) -> Batch:
    """The rows that deals reach, with what was found of them.

    Args:
        deals: as `Plan.solve` was given them.
        found: the reached rows.
        solved: the values, in the plan's slots.
        bad: places of the deals that have no rows, and why.
    """
    which = _ints(pa.int32(), found.which, found.count)
    deal = _ints(pa.int32(), found.deal, found.count)
    values = _ints(pa.int16(), solved.values, len(solved.values))
    values = pc.if_else(pc.equal(values, UNKNOWN), pa.scalar(None, pa.int16()), values)
    flags = _ints(pa.uint8(), found.flags, len(found.flags))
    flags = flags.take(pc.add(pc.multiply(deal, len(plan.rows)), which))
    biddable = pc.greater_equal(flags, pa.scalar(3, pa.uint8()))
    # Another row may have asked the same of a deal: what is not biddable stays unanswered.
    base = pc.if_else(biddable, pc.multiply(deal, solved.width), pa.scalar(None, pa.int32()))

    def at(slots: pa.Array) -> pa.Array:
        return values.take(pc.add(base, slots.take(which)))

    value = at(plan.value_slot)
    if plan.given.null_count < len(plan.given):
        dealt = pc.if_else(biddable, plan.given.take(which), pa.scalar(None, pa.int16()))
        value = pc.coalesce(value, dealt)
    judged = pc.coalesce(value, at(plan.judged_slot))
    makeable = pc.greater_equal(judged, plan.threshold.take(which))
    fixed = plan.fixed.take(which)
    amount = pc.if_else(makeable, fixed, pc.negate(fixed))
    if plan.factor.null_count < len(plan.factor):
        factor, divisor = plan.factor.take(which), plan.divisor.take(which)
        amount = pc.coalesce(amount, pc.divide(pc.multiply(value, factor), divisor))
    if plan.stake_slot.null_count < len(plan.stake_slot):
        amount = pc.coalesce(amount, at(plan.stake_slot))
    columns: dict[str, Any] = {
        "file": _origin(deals, "file", deal, COLUMNS[0][1]),
        "deal": _origin(deals, "deal", deal, pa.uint32()),
        "board": _origin(deals, "board", deal, pa.string()),
        **{name: codes.take(which) for name, codes in plan.text.items()},
        "calls": _lists(found, plan.called.take(which)),
        "discard": _discards(plan, solved, base, which),
        "biddable": biddable,
        "makeable": makeable,
        "value": value,
    }
    for s, name in enumerate("nesw"):
        settled = pc.multiply(amount, plan.shares[s].take(which))
        columns[f"payoff_{name}"] = _over(at, plan.payoff_slot[s], plan.payoff_scale[s], which, settled)
        columns[f"guarantee_{name}"] = _over(
            at, plan.guarantee_slot[s], plan.guarantee_scale[s], which, settled
        )
    table = pa.Table.from_arrays([columns[f.name] for f in plan.schema], schema=plan.schema)
    if any(solved.status):
        bad = {**{i: status_text(status) for i, status in enumerate(solved.status) if status}, **bad}
    if bad:
        table = table.filter(pc.invert(pc.is_in(deal, value_set=pa.array(list(bad), pa.int32()))))
    return Batch(table, _problems(deals, bad), deals.num_rows)


def _discards(plan: Plan, solved: Solved, base: pa.Array, which: pa.Array) -> pa.Array:
    if solved.discard is None:
        return pa.nulls(len(which), CARD_LIST)
    masks = _ints(pa.uint32(), solved.discard, len(solved.discard))
    masks = pc.fill_null(masks.take(pc.add(base, plan.value_slot.take(which))), 0)
    ends, cards = list_cards(masks.buffers()[1], len(masks))
    return _card_lists(ends, cards, len(masks), pc.not_equal(masks, pa.scalar(0, pa.uint32())))


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
    names = pa.DictionaryArray.from_arrays(codes, pa.array(CARDS, pa.string()))
    offsets = array("i", [0])
    offsets.extend(ends[:count])
    valid = pc.fill_null(valid, False)
    bits = pa.concat_arrays([valid]).buffers()[1]
    return pa.Array.from_buffers(CARD_LIST, count, [bits, pa.py_buffer(offsets)], children=[names])


def _problems(deals: pa.Table, bad: Mapping[int, str]) -> tuple[Problem, ...]:
    def fact(name: str, place: int, without: Any) -> Any:
        return deals.column(name)[place].as_py() if name in deals.column_names else without

    return tuple(Problem(fact("file", i, None), fact("deal", i, i), bad[i]) for i in sorted(bad))
