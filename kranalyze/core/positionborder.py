"""Call the core's functions for tasks and positions, with checked arguments.

Modules whose names end in ``border`` check arguments: types, sizes of buffers, ranges of numbers. The core
itself checks the contents of tasks, positions and rows of rules (``kr_game_row``). So no argument can make a
call crash. Calls release the GIL.

A wrong value raises a ValueError, a wrong type a TypeError, a read-only buffer a BufferError. A number that
fits no C type raises an OverflowError.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kranalyze._core import ffi, lib
from kranalyze.cards import cards_of
from kranalyze.core.memory import (
    Context,
    c_array_type,
    check_size_t,
    copy_as_struct,
    make_checked_mask_array,
    raise_for_status,
    status_text,
    structs_of,
)
from kranalyze.core.structs import Layout
from kranalyze.core.task import CorePosition, Task

#: The core's functions, in the fastest build that this machine can run.
engine = lib.kr_choose_engine(-1)
#: The name of the fastest build of the core that this machine can run.
ENGINE: str = ffi.string(engine.name).decode()

_ACT = Layout("kr_act")
_BATCH, _POSITION = ffi.typeof("kr_positions *"), ffi.typeof("kr_position *")
_BYTES, _VALUES, _WORDS = c_array_type("uint8_t"), c_array_type("int16_t"), c_array_type("uint32_t")
_POSITIONS, _TASKS = c_array_type("kr_position"), c_array_type("kr_task")
_SEATS, _HAND = lib.KR_SEATS, lib.KR_HAND


def _packed(value: Task | CorePosition, kind: type) -> bytes:
    """Check the type of a task or position, and return its bytes."""
    if not isinstance(value, kind):
        raise TypeError(f"a {kind.__name__} is needed, not a {type(value).__name__}")
    return value.pack()


def task_struct(task: Task) -> Any:
    """Check a task and return its struct."""
    return _checked_task(_packed(task, Task))


@lru_cache(maxsize=4096)
def _checked_task(data: bytes) -> Any:
    """Check the bytes of a task, and return its struct."""
    task = copy_as_struct(data, "kr_task")
    raise_for_status(lib.kr_check_task(task))
    return task


@lru_cache(maxsize=64)
def make_task_array(packed_tasks: bytes) -> Any:
    """Check tasks that are given as bytes, and return an array of their structs.

    There must be at least 1 and at most KR_MAX_TASKS tasks.
    """
    packed = structs_of(packed_tasks, "kr_task")
    if not 0 < len(packed) <= lib.KR_MAX_TASKS or ffi.sizeof(packed) != len(packed_tasks):
        raise ValueError(f"tasks: {len(packed_tasks)} bytes are not 1 to {lib.KR_MAX_TASKS} tasks")
    tasks = ffi.new(_TASKS, len(packed))
    ffi.memmove(tasks, packed, ffi.sizeof(tasks))
    for number in range(len(tasks)):
        if lib.kr_check_task(tasks + number):
            raise ValueError(f"task {number}: {status_text(lib.KR_BAD_TASK)}")
    return tasks


def position_struct(position: CorePosition) -> Any:
    """Return the struct of a position. The core checks the contents of the position later."""
    struct = ffi.new(_POSITION)
    ffi.buffer(struct)[:] = _packed(position, CorePosition)
    return struct


def start_position(task: Task, hands: Sequence[int]) -> CorePosition:
    """Return the position before the first card. ``hands`` are masks, in the order N E S W."""
    position = ffi.new(_POSITION)
    lib.kr_start(task_struct(task), make_checked_mask_array(hands, _SEATS), position)
    return CorePosition.unpack(ffi.buffer(position))


def play(task: Task, position: CorePosition, card: int, announce: int = 0) -> CorePosition:
    """Return the position after the seat to play has made announcements and played a card.

    Args:
        task: the contract as numbers of the core.
        position: the position before the card.
        card: a legal card (0-31).
        announce: what the seat announces, as bits of ``enum kr_announcement`` for the seat's own side.
    """
    struct = position_struct(position)
    raise_for_status(lib.kr_play(task_struct(task), struct, card, announce))
    return CorePosition.unpack(ffi.buffer(struct))


def legal_cards(task: Task, position: CorePosition) -> int:
    """Return the mask of the legal cards of the seat to play."""
    legal = ffi.new("uint32_t *")
    raise_for_status(lib.kr_moves(task_struct(task), position_struct(position), legal))
    mask: int = legal[0]
    return mask


def play_stops_early(task: Task, position: CorePosition) -> bool:
    """Return whether play stops in a position because the result is decided.

    Play stops early only in a race, or if the task has the flag ``KR_STOP``. A race stops when a side has
    enough points to win.
    With the flag ``KR_STOP``, play stops in three cases: the declarer's side has enough points, the last
    trick that counts is finished, or a seat that is not among the task's ``takers`` has taken a trick.
    """
    return bool(lib.kr_decided(task_struct(task), position_struct(position)))


def perft(task: Task, position: CorePosition, depth: int) -> int:
    """Return how many sequences of ``depth`` legal cards can be played from a position on."""
    count = ffi.new("uint64_t *")
    raise_for_status(lib.kr_perft(task_struct(task), position_struct(position), check_size_t(depth), count))
    return int(count[0])


def best_line_as_acts(context: Context, task: Task, position: CorePosition) -> list[tuple[int, ...]]:
    """Return a line of best play to the end of the game.

    The line is a list of acts. An act is a card with the announcements (if any) that its player makes. Each
    act is a tuple of the numbers of ``kr_act``.
    """
    acts, count = ffi.new("kr_act[]", lib.KR_ACTS), ffi.new("size_t *")
    with context as at:
        raise_for_status(engine.line(at, task_struct(task), position_struct(position), acts, count))
    return list(_ACT.iter_unpack(ffi.buffer(acts, count[0] * _ACT.size)))


class Worth(NamedTuple):
    """The value of a position and of its legal cards."""

    value: int  # value of the position for the declarer's side
    vector: tuple[int, ...]  # value for each seat, if every seat plays for itself; else only item 0 is used
    cards: dict[int, int]  # for each legal card the value after the card is played; empty if not requested


def solve_positions(
    context: Context, pairs: Iterable[tuple[Task, CorePosition]], cards: bool = True
) -> list[Worth]:
    """Solve positions with their tasks (``kr_positions``), and return a ``Worth`` for each position.

    Args:
        context: the context for the searches.
        pairs: each pair is a task and a position.
        cards: whether to compute also the value of each legal card.

    Raises:
        ValueError: a task or a position is impossible. If a position cannot be solved, the message names the
            index of its pair.
    """
    numbers: dict[bytes, int] = {}
    task_numbers, packed = list[int](), list[bytes]()
    for task, position in pairs:
        if not (isinstance(task, Task) and isinstance(position, CorePosition)):
            raise TypeError(f"not a task and a position: {type(task).__name__}, {type(position).__name__}")
        task_numbers.append(numbers.setdefault(task.pack(), len(numbers)))
        packed.append(position.pack())
    count = len(task_numbers)
    if not count:
        return []
    checked, at = make_task_array(b"".join(numbers)), ffi.from_buffer(_POSITIONS, b"".join(packed))
    task_of, values = ffi.new(_WORDS, task_numbers), ffi.new(_VALUES, _SEATS * count)
    status = ffi.new(_BYTES, count)
    legal = ffi.new(_WORDS, count) if cards else ffi.NULL
    worth = ffi.new(_VALUES, _HAND * count) if cards else ffi.NULL
    batch = ffi.new(_BATCH, (count, len(numbers), checked, task_of, at, values, legal, worth, status))
    with context as address:
        raise_for_status(engine.solve_positions(address, batch))
    for number, bad in enumerate(ffi.buffer(status)[:]):
        if bad:
            raise ValueError(f"position {number} cannot be solved: {status_text(bad)}")
    vectors = ffi.unpack(values, _SEATS * count)
    masks = ffi.unpack(legal, count) if cards else [0] * count
    after = ffi.unpack(worth, _HAND * count) if cards else []
    return [
        Worth(
            vectors[_SEATS * i],
            tuple(vectors[_SEATS * i : _SEATS * (i + 1)]),
            dict(zip(cards_of(mask), after[_HAND * i : _HAND * (i + 1)], strict=False)),
        )
        for i, mask in enumerate(masks)
    ]


def can_count_sweep_layouts(task: Task) -> bool:
    """Return whether ``count_all_tricks_and_all_but_last`` can count the layouts of a task.

    It can do so only if the task has no trump and the leader plays alone. The leader's goal must be to win
    all tricks, or all tricks but the last.
    """
    return bool(lib.kr_guards_fit(task_struct(task)))


def can_count_makeable_layouts(task: Task) -> bool:
    """Return whether ``write_counts_of_makeable_layouts`` can count the layouts of a task.

    It can do so only for two kinds of tasks. In tasks of the first kind, the leader plays alone and the goal
    is to take no trick. In tasks of the second kind, the leader and a partner must take all tricks.
    """
    return bool(lib.kr_walk_fits(task_struct(task)))


def searched_positions(context: Context) -> int:
    """Return how many positions the core has searched with a context since the context was made."""
    with context as at:
        return int(lib.kr_ctx_nodes(at))
