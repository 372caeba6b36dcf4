"""Let the core find what each card of a record cost its player, and what each deal was worth.

The records must already be judged. To judge a record means to check the record, and to find its contract,
tricks and settlement.
"""

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

#: How many numbers a column has in each row, by the name of the column. For example, a row of ``cost`` has a
#: number for each seat. Columns that are not listed have one number in each row.
_WIDTHS = {
    **dict.fromkeys(("choice", "worth"), lib.KR_HAND),
    **dict.fromkeys(("laid", "tricks", "points", "guarantee", "payoff", "cost"), lib.KR_SEATS),
}


def _columns_of(struct: str) -> tuple[tuple[str, str, int], ...]:
    """Describe the columns to which a struct of solver/evaluate.h points.

    Return for each column its name, the type letter of its numbers, and how many numbers a row has.
    """
    columns = []
    for name, field in ffi.typeof(struct).fields:
        if field.type.kind == "pointer" and field.type.item.cname in LETTERS:
            columns.append((name, LETTERS[field.type.item.cname], _WIDTHS.get(name, 1)))
    return tuple(columns)


#: Columns that have a row for each card of the records. Each item is the name of a column, its type letter in
#: Python's module ``struct``, and how many numbers a row has.
BY_CARD = _columns_of("kr_card_columns")
#: Columns that have a row for each record. The items are as in ``BY_CARD``.
BY_GAME = _columns_of("kr_game_columns")


#: A column of settlements has this number in place of a missing settlement.
NO_SETTLEMENT: int = lib.KR_NO_AMOUNT


class EvaluatedState(IntEnum):
    """Whether a record was evaluated, or the reason why it was not (``enum kr_evaluated``)."""

    INCOMPLETE = lib.KR_INCOMPLETE
    HAND_UNKNOWN = lib.KR_HAND_UNKNOWN
    DISCARD_UNKNOWN = lib.KR_DISCARD_UNKNOWN
    EVALUATED = lib.KR_EVALUATED
    NOT_SOLVED = lib.KR_NOT_SOLVED


class Evaluated(NamedTuple):
    """Evaluated records as columns. solver/evaluate.h explains each column.

    Attributes:
        games: how many records were evaluated.
        cards: how many rows ``by_card`` has: the number of cards of all records that could be evaluated.
        by_game: the columns ``BY_GAME`` by name, with a row for each record.
        by_card: the columns ``BY_CARD`` by name, with a row for each card.
        positions: for each card the position before the card (``kr_position``). None: the caller did not
            request positions.
        tasks: for each card the task (``kr_task``: contract and goal as numbers) that the core solved to find
            the value of the card. None: the caller did not request tasks.
    """

    games: int
    cards: int
    by_game: dict[str, Buffer]
    by_card: dict[str, Buffer]
    positions: Any = None
    tasks: Any = None

    def packed_tasks_and_positions(self) -> list[tuple[bytes, bytes]]:
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
        positions: whether the result contains ``positions`` and ``tasks``.

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
    """Allocate memory for columns.

    Return two dicts. The first one maps the name of a column to its buffer. The second one maps the name to
    a C pointer to this buffer.
    """
    fields = dict(ffi.typeof(struct).fields)
    buffers: dict[str, Buffer] = {}
    pointers: dict[str, Any] = {}
    for name, code, width in columns:
        buffers[name] = bytearray(calcsize(code) * width * rows)
        pointers[name] = ffi.from_buffer(f"{fields[name].type.item.cname}[]", buffers[name])
    return buffers, pointers
