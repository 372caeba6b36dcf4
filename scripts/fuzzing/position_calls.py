"""Draw random tasks and positions, and arguments for the core's checked functions that take such values."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from typing import Any

from values import edge

from kranalyze.cards import mask_of
from kranalyze.core import positionborder
from kranalyze.core.memory import Context, TranspositionTable
from kranalyze.core.questionborder import questions
from kranalyze.core.task import CorePosition, Task, searches
from kranalyze.games import GAMES

Args = list[Any]


@cache
def context() -> Any:
    return Context()


@cache
def shelf() -> Any:
    return TranspositionTable(10)


@cache
def tasks() -> list[Task]:
    """Return all tasks of all games."""
    found: dict[Task, None] = {}
    for game in GAMES.values():
        for question in questions(game, selfish=True):
            for search in searches(game, question, True):
                found[search.task] = None
    return list(found)


def task(rng: random.Random) -> Task:
    """Draw a task of a game. At times a few of its bytes are changed."""
    data = bytearray(rng.choice(tasks()).pack())
    if rng.random() < 0.3:
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(len(data))] = rng.choice((0, 1, 2, 3, 4, 7, 8, 15, 30, 60, 127, 200, 255))
    fields: list[Any] = [*data[:-16], tuple(data[-16:-8]), tuple(data[-8:])]
    return Task(*fields)


def hands(rng: random.Random, size: int | None = None) -> tuple[int, int, int, int]:
    """Draw a deal of short hands. At times the deal is impossible, for example with a card in two hands."""
    size = rng.choice((1, 2, 2, 3, 3, 4)) if size is None else size
    cards = (
        rng.sample(range(32), 32)
        if rng.random() < 0.5
        else rng.sample([c for c in range(32) if c & 7 > 1], 24)
    )
    n, e, s, w = (mask_of(cards[i * size : (i + 1) * size]) for i in range(4))
    if rng.random() < 0.1:
        n = rng.choice((0, e, n | e, 0xFCFCFCFC, 0xFFFFFFFF, rng.getrandbits(32)))
    if rng.random() < 0.1:
        w = 0
    return n, e, s, w


def position(rng: random.Random, drawn: Task) -> CorePosition:
    """Draw a position after some legal cards. At times a few of its bytes are changed."""
    try:
        at = positionborder.start_position(drawn, hands(rng))
        for _ in range(rng.randrange(6)):
            legal = positionborder.legal_cards(drawn, at)
            at = positionborder.play(drawn, at, rng.choice([c for c in range(32) if legal >> c & 1]))
    except (ValueError, IndexError):
        at = positionborder.start_position(rng.choice(tasks()), hands(rng))
    data = bytearray(at.pack())
    if rng.random() < 0.4:
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(16, len(data))] = rng.choice((0, 1, 2, 3, 4, 8, 15, 31, 32, 90, 200, 255))
    changed = CorePosition.unpack(data)
    if rng.random() < 0.1:
        return changed._replace(played=tuple(rng.randrange(300) for _ in range(rng.randrange(7))))
    return changed


def solve_positions(rng: random.Random) -> Args:
    drawn = [task(rng) for _ in range(rng.randrange(4))]
    return [context(), tuple((asked, position(rng, asked)) for asked in drawn), rng.random() < 0.7]


def start(rng: random.Random) -> Args:
    return [task(rng), hands(rng, rng.randrange(9))]


def play(rng: random.Random) -> Args:
    drawn, at = moves(rng)
    legal = 0
    with suppress(ValueError):
        legal = positionborder.legal_cards(drawn, at)
    cards = [c for c in range(32) if legal >> c & 1] or [rng.randrange(-1, 34)]
    return [drawn, at, rng.choice((*cards, edge(rng))), rng.choice((0, 0, rng.randrange(17), edge(rng)))]


def moves(rng: random.Random) -> Args:
    drawn = task(rng)
    return [drawn, position(rng, drawn)]


def line(rng: random.Random) -> Args:
    return [context(), *moves(rng)]


def perft(rng: random.Random) -> Args:
    return [*moves(rng), rng.randrange(-1, 5)]


def fits(rng: random.Random) -> Args:
    return [task(rng)]
