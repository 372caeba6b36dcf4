"""Draw extreme values for arguments, and change buffers during a call."""

from __future__ import annotations

import random
import threading
from array import array
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

#: Numbers near the limits of integer types, and small numbers.
EDGES = (
    -1, 0, 1, 2, 3, 4, 5, 7, 8, 31, 32, 255, 256, 0xFCFCFCFC, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32,
    (1 << 60) + 1, 1 << 61, 1 << 62, (1 << 63) - 1, 1 << 63, (1 << 64) - 1, 1 << 64, -(1 << 31), -(1 << 63),
)  # fmt: skip

TEXTS = (
    "",
    "x",
    "N",
    "S",
    "Z",
    "-",
    "H",
    "none",
    "bettler",
    "graden",
    "unit",
    "\0",
    "\ud800",
    "ß",
    "9" * 30,
    "10",
)


def odd(rng: random.Random) -> Any:
    """Draw a value of any type."""
    kind = rng.randrange(12)
    if kind < 4:
        return rng.choice(EDGES)
    if kind == 4:
        return rng.choice(TEXTS)
    if kind == 5:
        return rng.choice((0.5, -1.0, 1e300, float("nan"), float("inf"), True, 1j))
    if kind == 6:
        return rng.choice((None, object(), [], (), {}, set(), range(3), Ellipsis, type, len))
    if kind == 7:
        return rng.randbytes(rng.choice((0, 1, 4, 16, 36, 40, 100)))
    if kind == 8:
        return [odd(rng) for _ in range(rng.randrange(4))]
    if kind == 9:
        return tuple(odd(rng) for _ in range(rng.randrange(6)))
    return buffer(rng, rng.choice("bBhHiIqQd"), rng.randrange(9))


def edge(rng: random.Random) -> int:
    """Draw an integer, mostly one of ``EDGES``."""
    return rng.choice(EDGES) if rng.random() < 0.7 else rng.getrandbits(rng.choice((3, 8, 32, 64)))


def buffer(rng: random.Random, code: str, count: int, fill: str = "") -> Any:
    """Draw an array of random bits, or of zeros if ``fill`` is "0".

    At times the buffer is too short, read-only, not contiguous or not aligned.
    """
    plain = array(code, [0]) * count
    if fill != "0" and code not in "fd":
        plain = array(code, rng.randbytes(plain.itemsize * count))
    if rng.random() < 0.9:
        return plain
    kind = rng.randrange(5)
    if kind == 0:
        return plain[: count // 2]
    if kind == 1:
        return bytes(plain)
    if kind == 2:
        return memoryview(plain)[::2]
    if kind == 3:
        return memoryview(bytearray(plain.tobytes() + b"123456789"))[1:]
    return memoryview(bytearray(plain.tobytes()))


@contextmanager
def meddled(rng: random.Random, values: list[Any]) -> Iterator[None]:
    """During a ``with`` block, let another thread write to the writable buffers among ``values``."""
    views = []
    for value in values:
        try:
            view = memoryview(value).cast("B")
        except TypeError:
            continue
        if not view.readonly and len(view):
            views.append(view)
    over = threading.Event()
    noise = rng.randbytes(64)

    def meddle() -> None:
        state = 1
        while not over.is_set():
            for view in views:
                state = (state * 1103515245 + 12345) & 0x7FFFFFFF
                at = state % len(view)
                part = min(len(view) - at, state % 13)
                view[at : at + part] = noise[:part]

    thread = threading.Thread(target=meddle, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        for view in views:
            view.release()
