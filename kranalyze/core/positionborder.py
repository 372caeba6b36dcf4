"""The functions of the core for tasks and positions: whatever is handed over, no call crashes.

The modules whose names end in ``border`` check arguments: types, sizes of buffers, numbers out of range. The
core itself checks what tasks, positions and rows say. The GIL is released during calls.

What does not fit raises a ValueError, a wrong type a TypeError, a buffer that cannot be written a
BufferError, and a number that no C type holds an OverflowError.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from kranalyze._core import ffi, lib
from kranalyze.cards import cards_of
from kranalyze.core.memory import (
    Context,
    array_type,
    ended,
    masks_of,
    size_of,
    status_text,
    struct_of,
    structs_of,
)
from kranalyze.core.structs import Layout
from kranalyze.core.task import CorePosition, Task
from kranalyze.frozen import frozen

#: The functions of the build that this machine runs fastest, and the name of the build.
engine = lib.kr_choose_engine(-1)
ENGINE: str = ffi.string(engine.name).decode()

_ACT = Layout("kr_act")
_BATCH, _POSITION = ffi.typeof("kr_positions *"), ffi.typeof("kr_position *")
_BYTES, _VALUES, _WORDS = array_type("uint8_t"), array_type("int16_t"), array_type("uint32_t")
_POSITIONS, _TASKS = array_type("kr_position"), array_type("kr_task")
_SEATS, _HAND = lib.KR_SEATS, lib.KR_HAND


def _packed(value: Task | CorePosition, kind: type) -> bytes:
    if not isinstance(value, kind):
        raise TypeError(f"a {kind.__name__} is needed, not a {type(value).__name__}")
    return value.pack()


def task_struct(task: Task) -> Any:
    """Return the struct of a task, checked."""
    return _checked_task(_packed(task, Task))


@lru_cache(maxsize=4096)
def _checked_task(data: bytes) -> Any:
    task = struct_of(data, "kr_task")
    ended(lib.kr_check_task(task))
    return task


@lru_cache(maxsize=64)
def tasks_struct(data: bytes) -> Any:
    """Return the structs of packed tasks, checked."""
    packed = structs_of(data, "kr_task")
    if not 0 < len(packed) <= lib.KR_MAX_TASKS or ffi.sizeof(packed) != len(data):
        raise ValueError(f"tasks: {len(data)} bytes are not 1 to {lib.KR_MAX_TASKS} tasks")
    tasks = ffi.new(_TASKS, len(packed))
    ffi.memmove(tasks, packed, ffi.sizeof(tasks))
    for number in range(len(tasks)):
        if lib.kr_check_task(tasks + number):
            raise ValueError(f"task {number}: {status_text(lib.KR_BAD_TASK)}")
    return tasks


def position_struct(position: CorePosition) -> Any:
    """Return the struct of a position; the core checks what it says."""
    struct = ffi.new(_POSITION)
    ffi.buffer(struct)[:] = _packed(position, CorePosition)
    return struct


def start(task: Task, hands: Sequence[int]) -> CorePosition:
    """Return the position before the first card."""
    position = ffi.new(_POSITION)
    lib.kr_start(task_struct(task), masks_of(hands, _SEATS), position)
    return CorePosition.unpack(ffi.buffer(position))


def play(task: Task, position: CorePosition, card: int, announce: int = 0) -> CorePosition:
    """Return the position after a card."""
    struct = position_struct(position)
    ended(lib.kr_play(task_struct(task), struct, card, announce))
    return CorePosition.unpack(ffi.buffer(struct))


def moves(task: Task, position: CorePosition) -> int:
    """Return the mask of the legal cards of the seat to play."""
    legal = ffi.new("uint32_t *")
    ended(lib.kr_moves(task_struct(task), position_struct(position), legal))
    mask: int = legal[0]
    return mask


def decided(task: Task, position: CorePosition) -> bool:
    """Return whether play stops: a race is won, a contract that stops at its points is made or lost."""
    return bool(lib.kr_decided(task_struct(task), position_struct(position)))


def perft(task: Task, position: CorePosition, depth: int) -> int:
    """Return the number of sequences of so many legal cards."""
    count = ffi.new("uint64_t *")
    ended(lib.kr_perft(task_struct(task), position_struct(position), size_of(depth), count))
    return int(count[0])


def line(context: Context, task: Task, position: CorePosition) -> list[tuple[int, ...]]:
    """Return best play to the end, the numbers of ``kr_act`` for each act."""
    acts, count = ffi.new("kr_act[]", lib.KR_ACTS), ffi.new("size_t *")
    with context as at:
        ended(engine.line(at, task_struct(task), position_struct(position), acts, count))
    return list(_ACT.iter_unpack(ffi.buffer(acts, count[0] * _ACT.size)))


@frozen
class Worth:
    """What a position is worth: its value (four for selfish play), and that of each legal card."""

    value: int
    vector: tuple[int, ...]
    cards: dict[int, int]


def solve_positions(
    context: Context, pairs: Iterable[tuple[Task, CorePosition]], cards: bool = True
) -> list[Worth]:
    """Return the worth of positions, each under its task (``kr_positions``).

    Raises:
        ValueError: a task or a position that cannot be; it says which.
    """
    numbers: dict[bytes, int] = {}
    which, packed = list[int](), list[bytes]()
    for task, position in pairs:
        if not (isinstance(task, Task) and isinstance(position, CorePosition)):
            raise TypeError(f"not a task and a position: {type(task).__name__}, {type(position).__name__}")
        which.append(numbers.setdefault(task.pack(), len(numbers)))
        packed.append(position.pack())
    count = len(which)
    if not count:
        return []
    checked, at = tasks_struct(b"".join(numbers)), ffi.from_buffer(_POSITIONS, b"".join(packed))
    task_of, values, status = ffi.new(_WORDS, which), ffi.new(_VALUES, _SEATS * count), ffi.new(_BYTES, count)
    legal = ffi.new(_WORDS, count) if cards else ffi.NULL
    worth = ffi.new(_VALUES, _HAND * count) if cards else ffi.NULL
    batch = ffi.new(_BATCH, (count, len(numbers), checked, task_of, at, values, legal, worth, status))
    with context as address:
        ended(engine.solve_positions(address, batch))
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


def guards_fit(task: Task) -> bool:
    """Return whether ``count_layouts`` answers a task: no trumps, the leader takes all, or all but one."""
    return bool(lib.kr_guards_fit(task_struct(task)))


def walk_fits(task: Task) -> bool:
    """Return whether ``layout_columns`` answers a task: the leader takes none, or with a partner all."""
    return bool(lib.kr_walk_fits(task_struct(task)))


def nodes(context: Context) -> int:
    """Return how many positions a context has searched so far."""
    with context as at:
        return int(lib.kr_ctx_nodes(at))
