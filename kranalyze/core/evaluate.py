"""Evaluate judged records in the core: costs of cards and values of deals, returned as columns."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from struct import calcsize
from typing import TYPE_CHECKING, Any, NamedTuple

from kranalyze._core import ffi, lib
from kranalyze.core.calls import lent_context
from kranalyze.core.judging import JudgedRecords
from kranalyze.core.positionborder import engine
from kranalyze.core.structs import LETTERS

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: How many numbers a row has in a column, by the column's name. In all other columns a row has one number.
_WIDTHS = {
    **dict.fromkeys(("choice", "worth"), lib.KR_HAND),
    **dict.fromkeys(("laid", "tricks", "points", "guarantee", "payoff", "cost"), lib.KR_SEATS),
}


def _columns_of(struct: str) -> tuple[tuple[str, str, int], ...]:
    """Return for each column of a struct (solver/evaluate.h) its name, type letter and numbers per row."""
    columns = []
    for name, field in ffi.typeof(struct).fields:
        if field.type.kind == "pointer" and field.type.item.cname in LETTERS:
            columns.append((name, LETTERS[field.type.item.cname], _WIDTHS.get(name, 1)))
    return tuple(columns)


#: The columns with a row for each card: name, type letter in ``struct``, how many numbers a row has.
BY_CARD = _columns_of("kr_card_columns")
#: The columns with a row for each record: name, type letter in ``struct``, how many numbers a row has.
BY_GAME = _columns_of("kr_game_columns")


#: Marks a missing settlement in a column of settlements.
NO_SETTLEMENT: int = lib.KR_NO_AMOUNT


class EvaluatedState(IntEnum):
    """Result of the attempt to evaluate a record: done, or the reason why not (``enum kr_evaluated``)."""

    INCOMPLETE = lib.KR_INCOMPLETE
    HAND_UNKNOWN = lib.KR_HAND_UNKNOWN
    DISCARD_UNKNOWN = lib.KR_DISCARD_UNKNOWN
    EVALUATED = lib.KR_EVALUATED
    NOT_SOLVED = lib.KR_NOT_SOLVED


class Evaluated(NamedTuple):
    """Evaluated records as columns. solver/evaluate.h explains each column.

    Attributes:
        games: number of records.
        cards: number of cards in all records.
        by_game: the columns ``BY_GAME`` by name, with a row for each record.
        by_card: the columns ``BY_CARD`` by name, with a row for each card.
        positions: for each card the position before the card (``kr_position``). None: not requested.
        tasks: for each card the task by which the card was judged (``kr_task``). None: not requested.
    """

    games: int
    cards: int
    by_game: dict[str, Buffer]
    by_card: dict[str, Buffer]
    positions: Any = None
    tasks: Any = None

    def packed(self) -> list[tuple[bytes, bytes]]:
        """Return for each card the bytes of its task and the bytes of its position."""
        tasks, positions = bytes(ffi.buffer(self.tasks)), bytes(ffi.buffer(self.positions))
        task, position = ffi.sizeof("kr_task"), ffi.sizeof("kr_position")
        return [
            (tasks[task * card : task * (card + 1)], positions[position * card : position * (card + 1)])
            for card in range(self.cards)
        ]


def evaluate(
    judged: JudgedRecords, record_indexes: Sequence[int] | None = None, *, positions: bool = False
) -> Evaluated:
    """Evaluate judged records. The GIL is released while the core searches.

    Args:
        judged: judged records. The records to evaluate must have no errors.
        record_indexes: indexes of the records to evaluate. None: all records.
        positions: whether to return the position and the task of each card too.

    Raises:
        ValueError: a record has invalid numbers.
    """
    from kranalyze.core.structcolumns import Structs

    cards_of_games = Structs(judged.facts).numbers("cards").to_pylist()
    places = range(len(judged.records)) if record_indexes is None else record_indexes
    cards, games = sum(cards_of_games[place] for place in places), len(places)
    by_card, card_pointers = _allocated("kr_card_columns", BY_CARD, cards)
    by_game, game_pointers = _allocated("kr_game_columns", BY_GAME, games)
    position = ffi.new("kr_position[]", cards) if positions else ffi.NULL
    task = ffi.new("kr_task[]", cards) if positions else ffi.NULL
    listing = ffi.NULL if record_indexes is None else ffi.new("uint32_t[]", list(record_indexes))
    evaluating = ffi.new("kr_evaluating *", {
        "games": len(judged.rows), "records": len(judged.records), "words": len(judged.words),
        "game": judged.rows, "record": judged.records, "word": judged.words, "facts": judged.facts,
        "rows": games, "listed": listing, "by_game": game_pointers,
        "by_card": {"room": cards, "position": position, "task": task, **card_pointers},
    })  # fmt: skip
    bad = ffi.new("size_t *")
    with lent_context() as context, context as address:
        status = engine.evaluate(address, evaluating, bad)
    if status:
        raise ValueError(f"record {places[bad[0]]}: {ffi.string(lib.kr_status_text(status)).decode()}")
    used = memoryview(by_game["card_end"]).cast("I")[games - 1] if games else 0
    kept = (position, task) if positions else (None, None)
    return Evaluated(games, used, by_game, by_card, *kept)


def _allocated(
    struct: str, columns: Sequence[tuple[str, str, int]], rows: int
) -> tuple[dict[str, Buffer], dict[str, Any]]:
    """Allocate memory for columns. Return the buffers by column name, and pointers to the buffers by name."""
    fields = dict(ffi.typeof(struct).fields)
    buffers: dict[str, Buffer] = {}
    pointers: dict[str, Any] = {}
    for name, code, width in columns:
        buffers[name] = bytearray(calcsize(code) * width * rows)
        pointers[name] = ffi.from_buffer(f"{fields[name].type.item.cname}[]", buffers[name])
    return buffers, pointers
