"""Draw arguments for the checked functions of the core that count and search layouts."""

from __future__ import annotations

import random
from array import array
from functools import cache
from typing import Any

from position_calls import context, hands, shelf, task, tasks
from values import buffer, edge

from kranalyze._core import lib
from kranalyze.cards import mask_of
from kranalyze.core import positionborder
from kranalyze.core.structs import pack_struct
from kranalyze.core.task import GOALS, NO_TRUMP, NONE, Task

Args = list[Any]

#: Goals of tasks in which the leader can play alone and must win tricks.
LEADERS = (GOALS["sweep"], GOALS["last"])


@cache
def sweeps() -> list[Task]:
    """Return the tasks without trumps in which the leader must win tricks and has no partner."""
    no_trump = [task for task in tasks() if task.trump == NO_TRUMP and task.goal in LEADERS]
    return [task for task in no_trump if task.takers in (0, 1 << task.leader)]


def strengths(rng: random.Random) -> bytes:
    orders = (0, 1, 2, 3, 4, 5, 6, 7), (0, 1, 2, 6, 3, 4, 5, 7)
    return bytes(rng.choice(orders)) + bytes(rng.choice(orders))


def six(rng: random.Random) -> tuple[int, ...]:
    """Draw four hands of six cards each."""
    cards = rng.sample([c for c in range(32) if c & 7 > 1], 24)
    return tuple(mask_of(cards[6 * i : 6 * i + 6]) for i in range(4))


def layout_columns(rng: random.Random) -> Args:
    mine, *others = six(rng)
    count = rng.randrange(4)
    return [
        shelf(), strengths(rng), mine, rng.getrandbits(32), count,
        tuple(array("I", [hand] * count) for hand in others), buffer(rng, "Q", lib.KR_LAYOUT_COUNTS),
    ]  # fmt: skip


def fill(rng: random.Random) -> Args:
    places = [rng.choice((0, 1, 2, 3, 6, 8)) for _ in range(5)]
    cards = rng.sample(range(32), min(32, sum(places)))
    count = rng.randrange(6)
    given = tuple(0 if rng.random() < 0.9 else rng.getrandbits(32) for _ in range(5))
    first = rng.choice((0, 0, 1, 5, edge(rng)))
    return [
        bytes(places),
        given,
        mask_of(cards),
        first,
        count,
        tuple(buffer(rng, "I", count) for _ in range(5)),
        *rng.choice(((), (None,), (edge(rng),))),
    ]


def count_layouts(rng: random.Random) -> Args:
    size = rng.choice((1, 2, 3, 6))
    pool = rng.sample([c for c in range(32) if c & 7 > 1], 4 * size)
    mine, rest = mask_of(pool[:size]), mask_of(pool[size:])
    lone = rng.choice(sweeps())._replace(leader=0, declarer=0, side=1, takers=1)
    sought = lone if lone.goal == 0 else lone._replace(seek=0)
    return [sought if rng.random() < 0.8 else task(rng), mine, (0, 0, 0), rest]


def hidden(rng: random.Random, may: int, room: list[int]) -> bytes:
    """Return the bytes of a ``kr_hidden``: the cards of the mask ``may`` are hidden in three places.

    Usually each card may lie in any of these places. At times a place admits only a random part of the cards.
    """
    masks = [may & (0xFFFFFFFF if rng.random() < 0.8 else rng.getrandbits(32)) for _ in range(3)]
    return pack_struct("kr_hidden", may=masks, room=room)


def count_hidden_layouts(rng: random.Random) -> Args:
    room = [rng.randrange(9) for _ in range(3)]
    cards = rng.sample(range(32), min(32, sum(room) + rng.choice((0, 0, 0, 1))))
    return [hidden(rng, mask_of(cards), room)]


def look(rng: random.Random) -> Args:
    drawn, size = task(rng), rng.choice((1, 2, 3))
    deal = hands(rng, size)
    leader = drawn.leader & 3
    others = [(leader + i) % 4 for i in (1, 2, 3)]
    n, e, s, w = (deal[leader] if s == leader else 0 for s in range(4))
    at = positionborder.start_position(rng.choice(tasks()), (n, e, s, w))._replace(leader=leader)
    may = deal[others[0]] | deal[others[1]] | deal[others[2]]
    looking = pack_struct(
        "kr_looking", hidden=hidden(rng, may, [size] * 3), split=rng.choice((0, 0, 1 << rng.randrange(32))),
        seat=others, laid=rng.choice((NONE, NONE, NONE, rng.randrange(5))), task=drawn.pack() * 3,
        position=at.pack() * 3,
        settles=[[rng.choice((v, -v, 1 << 30, -(1 << 31))) for v in range(2 * lib.KR_SETTLED)]] * 3,
    )  # fmt: skip
    count = rng.randrange(4)
    numbers = rng.choice((None, array("Q", [rng.randrange(20) for _ in range(count)])))
    looked = bytearray(rng.choice((b"\0", b"\0", b"\x7f")) * 1000)
    return [context(), rng.choice((None, shelf())), looking, rng.randrange(3), count, numbers, looked]


def plan(rng: random.Random) -> Args:
    size, count = rng.choice((1, 2, 3)), rng.randrange(6)
    drawn, own = task(rng), rng.randrange(4)
    deal = hands(rng, size)
    n, e, s, w = (deal[s] if s == own else 0 for s in range(4))
    at = positionborder.start_position(rng.choice(tasks()), (n, e, s, w))
    lying = [None if s == own else array("I", [deal[s]] * count) for s in range(4)]
    if rng.random() < 0.3:
        lying = [None if rng.random() < 0.3 else buffer(rng, "I", count) for _ in range(4)]
    return [
        context(), drawn, at, count, tuple(lying), rng.choice((0xFFFFFFFF, deal[own], 0)),
        rng.choice((0, 10, 10_000)), rng.choice((0, 64, 1 << 16)),
        rng.choice((None, bytearray(1), bytearray(b"x"))), buffer(rng, "q", 8),
    ]  # fmt: skip
