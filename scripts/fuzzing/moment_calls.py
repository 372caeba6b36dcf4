"""Draw arguments for the checked functions of the core that follow a record card by card."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from typing import Any

from knowledge_calls import cards_face_down, words

from kranalyze import read_kpn
from kranalyze._core import ffi
from kranalyze.core import momentborder
from kranalyze.core.facts import packed_facts
from kranalyze.core.memory import Context
from kranalyze.core.rules import game_row
from kranalyze.core.task import Task
from kranalyze.kpn import Record
from kranalyze.kpn.recordfacts import fact_numbers

Args = list[Any]


@cache
def _records() -> list[Record]:
    records = (*read_kpn("simulated-log.kpn").records, *read_kpn("lessons.kpn").records)
    return [record for record in records if record.question is not None]


def open_record(rng: random.Random) -> Args:
    """Draw the arguments of ``OpenRecord``. In some calls a few bytes of its rules or facts are changed."""
    record = rng.choice(_records())
    row, facts = bytearray(game_row(record.game_row)), bytearray(packed_facts(fact_numbers(record)))
    if rng.random() < 0.3:
        spoilt = rng.choice((row, facts))
        for _ in range(rng.randrange(1, 6)):
            spoilt[rng.randrange(len(spoilt))] = rng.choice((0, 1, 3, 4, 127, 128, 255, rng.randrange(256)))
    return [bytes(row), bytes(facts), words(rng), cards_face_down(rng)]


def opened(rng: random.Random) -> Any:
    with suppress(ValueError):
        return momentborder.OpenRecord(*open_record(rng))
    return None


def _moment(rng: random.Random, record: Any) -> Any:
    """Draw a moment (the state before a card) of a record. In some calls a few of its bytes are changed."""
    with suppress(ValueError, TypeError):
        moment = momentborder.moment_after(record, rng.randrange(24))
        if rng.random() < 0.3:
            data = ffi.buffer(moment)
            for _ in range(rng.randrange(1, 4)):
                data[rng.randrange(len(data))] = bytes([rng.choice((0, 1, 4, 255, rng.randrange(256)))])
        return moment
    return None


def _words(rng: random.Random) -> Any:
    words = ffi.new("kr_words *")
    ffi.buffer(words)[:] = bytes(rng.choice((0, 0, 1, 4, 255)) for _ in range(ffi.sizeof(words[0])))
    return words


def first_moment(rng: random.Random) -> Args:
    return [opened(rng)]


def moment_after(rng: random.Random) -> Args:
    return [opened(rng), rng.randrange(40)]


def moment_spoken(rng: random.Random) -> Args:
    record = opened(rng)
    return [record, _moment(rng, record), _words(rng)]


def moment_played(rng: random.Random) -> Args:
    return [*moment_spoken(rng), rng.randrange(40)]


def measure_for_settlements(rng: random.Random) -> Args:
    record = opened(rng)
    return [record, _moment(rng, record)]


def _task(moment: Any) -> Any:
    with suppress(ValueError):
        return None if moment is None else Task.unpack(ffi.buffer(ffi.addressof(moment, "task")))
    return None


def card_values_and_best_announcements(rng: random.Random) -> Args:
    moment = _moment(rng, opened(rng))
    return [Context(), moment, _task(moment)]


def position_under(rng: random.Random) -> Args:
    record = opened(rng)
    return [record, _task(_moment(rng, record)), rng.randrange(40)]


def restored_moment(rng: random.Random) -> Args:
    return [rng.randbytes(ffi.sizeof("kr_moment"))]
