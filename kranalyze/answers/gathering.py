"""The core's buffers as Arrow, without a copy; the columns of a table and their values, not row by row."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.cards import card_name
from kranalyze.core.calls import list_cards
from kranalyze.frozen import frozen

if TYPE_CHECKING:
    from kranalyze.answers.plan import Plan
    from kranalyze.answers.settle import Settled


#: Version of the table's columns and their meaning.
FORMAT_VERSION = "1"

TEXT = pa.dictionary(pa.int8(), pa.string())
_FILE = pa.dictionary(pa.int32(), pa.string())
SEATS = ["N", "E", "S", "W"]
CARDS = [card_name(c) for c in range(32)]
CARD_LIST = pa.list_(pa.dictionary(pa.int8(), pa.string()))

#: The columns in their order: name, type, meaning.
COLUMNS: tuple[tuple[str, pa.DataType, str], ...] = (
    ("file", _FILE, "file the deal comes from, null for a deal given in place"),
    ("deal", pa.uint32(), "index of the deal in its file, from 0"),
    ("board", pa.string(), "Board of the record, or null"),
    ("game", TEXT, "id of the game"),
    ("contract", TEXT, "id of the contract"),
    ("declarer", TEXT, "seat of the declarer, null where nobody is"),
    ("second", TEXT, "seat of the second Bettler or Plauderer, or null"),
    ("leader", TEXT, "seat that leads to trick 1"),
    ("trump", TEXT, "trump suit S H D C, null without trump"),
    ("partner", TEXT, "seat of the partner, null: the declarer plays alone"),
    ("order", TEXT, "order of rank, K or T, null where the game has but one"),
    ("calls", CARD_LIST, "cards whose calling leads to this row, null where nothing is called"),
    ("discard", CARD_LIST, "cards best laid away, null where nothing is"),
    ("biddable", pa.bool_(), "whether the declarer holds what the contract needs"),
    ("makeable", pa.bool_(), "whether the declarer's side can force it, null if not biddable"),
    ("value", pa.int16(), "what the declarer's side can force, in the contract's own measure"),
    *((f"guarantee_{s.lower()}", pa.int32(), f"most that {s} can force against all others") for s in SEATS),
    *((f"payoff_{s.lower()}", pa.int32(), f"settlement of {s} under best play") for s in SEATS),
)


#: Types by their letters in `array`.
_KINDS = {"b": pa.int8(), "B": pa.uint8(), "h": pa.int16(), "i": pa.int32(), "I": pa.uint32()}


def described(columns: Iterable[tuple[str, pa.DataType, str]], metadata: Mapping[Any, Any]) -> pa.Schema:
    """A schema of columns: name, type, meaning, which is among their metadata."""
    fields = [pa.field(name, kind, metadata={b"meaning": text.encode()}) for name, kind, text in columns]
    return pa.schema(fields, metadata=metadata)


def numbers(code: str, data: Any, count: int) -> pa.Array:
    """Numbers of a buffer, their type by its letter."""
    return ints(_KINDS[code], data, count)


def ints(kind: pa.DataType, data: Any, count: int) -> pa.Array:
    """Numbers of a buffer of a type."""
    return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(data)])


@frozen
class Problem:
    """A deal that could not be solved."""

    file: str | None
    deal: int
    message: str


@frozen
class Batch:
    """Rows of some deals, and the deals that have none because they could not be solved."""

    table: pa.Table
    problems: tuple[Problem, ...]
    deals: int


def assembled(plan: Plan, deals: pa.Table, settled: Settled) -> Batch:
    """The rows that deals reach, with what was found of them.

    Args:
        deals: as `Plan.solve` was given them.
    """
    which, deal, masks = settled.which, settled.deal, settled.discards()
    called = pa.array([q.callable is not None for q in plan.questions], pa.bool_())
    away = pa.nulls(len(which), CARD_LIST)
    if masks is not None:
        listed = list_cards(masks.buffers()[1], len(masks))
        away = _card_lists(*listed, pc.not_equal(masks, pa.scalar(0, pa.uint32())))
    columns: dict[str, Any] = {
        **{name: _origin(deals, name, deal, kind) for name, kind, _ in COLUMNS[:3]},
        **{name: codes.take(which) for name, codes in plan.text.items()},
        "calls": _card_lists(settled.found.ends, settled.found.calls, called.take(which)),
        "discard": away,
        "biddable": settled.biddable,
        "makeable": settled.makeable,
        "value": settled.value,
        **{f"payoff_{name}": settled.payoff(s) for s, name in enumerate("nesw")},
        **{f"guarantee_{name}": settled.guarantee(s) for s, name in enumerate("nesw")},
    }
    table = pa.Table.from_arrays([columns[f.name] for f in plan.schema], schema=plan.schema)
    if settled.bad:
        table = table.filter(pc.invert(pc.is_in(deal, value_set=pa.array(list(settled.bad), pa.int32()))))
    facts = {i: deals.slice(i, 1).to_pylist()[0] for i in sorted(settled.bad)}
    problems = (Problem(row.get("file"), row.get("deal", i), settled.bad[i]) for i, row in facts.items())
    return Batch(table, tuple(problems), deals.num_rows)


def _origin(deals: pa.Table, name: str, deal: pa.Array, kind: pa.DataType) -> pa.Array:
    """A fact of each row's deal; null (for the index its place) where the deals do not say."""
    if name not in deals.column_names:
        return deal.cast(kind) if name == "deal" else pa.nulls(len(deal), kind)
    column = deals.column(name).combine_chunks()
    if column.null_count == len(column):
        return pa.nulls(len(deal), kind)
    if pa.types.is_dictionary(kind):
        column = column.cast(pa.string()).dictionary_encode()
    return column.take(deal).cast(kind)


def card_lists(ends: Any, cards: Any, count: int) -> tuple[pa.Array, pa.Array]:
    """Lists of cards by where each ends: where they begin, and the last one ends; the cards as numbers."""
    offsets = ints(pa.int32(), b"\0\0\0\0" + bytes(memoryview(ends).cast("B")[: 4 * count]), count + 1)
    used = offsets[count].as_py()
    return offsets, ints(pa.int8(), bytes(memoryview(cards)[:used]), used)


def _card_lists(ends: array[int], cards: bytearray, valid: pa.Array) -> pa.Array:
    """Cards of rows by their names, null where ``valid`` says so."""
    offsets, codes = card_lists(ends, cards, len(valid))
    names = pa.DictionaryArray.from_arrays(codes, pa.array(CARDS, pa.string()))
    bits = pa.concat_arrays([valid]).buffers()[1]
    return pa.Array.from_buffers(CARD_LIST, len(valid), [bits, offsets.buffers()[1]], children=[names])
