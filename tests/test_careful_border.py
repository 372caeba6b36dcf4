"""The core refuses wrong numbers for careful players, or returns the result of the game."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from array import array
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from careful_games import begun
from kpn_games import random_game
from kranalyze._core import ffi
from kranalyze.core.careful import STATES, play_careful, records_of
from kranalyze.core.judging import JudgedRecords
from kranalyze.games import GAMES


def meddle(rng: random.Random, struct: Any) -> Any:
    """Return a copy of an array of one struct, with a few bytes changed."""
    copy = ffi.new(ffi.typeof(struct), len(struct))
    ffi.memmove(copy, struct, ffi.sizeof(struct))
    data = ffi.buffer(copy)
    for _ in range(rng.choice((0, 1, 1, 3))):
        # Often change the first 200 bytes: the numbers that matter stand before the lists of calls and cards.
        place = rng.randrange(min(len(data), rng.choice((200, len(data)))))
        data[place] = bytes([rng.choice((0, 1, 2, 3, 4, 7, 31, 127, 128, 255, rng.randrange(256)))])
    return copy


@pytest.mark.parametrize("count", [150, pytest.param(6000, marks=pytest.mark.long)])
def test_spoilt_numbers_end_no_process(count: int) -> None:
    rng, states = random.Random(f"spoilt {count}"), Counter[str]()
    for _ in range(count):
        record = random_game(rng, rng.choice(list(GAMES)), rare=False)
        if record.question is None:
            continue
        record = replace(record, play=record.play[: rng.randrange(len(record.play) + 1)])
        given = records_of([begun(record)])
        spoilt = JudgedRecords(
            meddle(rng, given.rows) if rng.random() < 0.3 else given.rows,
            meddle(rng, given.records) if rng.random() < 0.3 else given.records, given.words,
            meddle(rng, given.facts), ffi.NULL, ffi.NULL,
        )  # fmt: skip
        options: dict[str, Any] = {}
        if rng.random() < 0.3:
            options["hands"] = tuple(array("I", [rng.getrandbits(32)]) for _ in range(4))
        if rng.random() < 0.1:
            options["discard"] = array("I", [rng.getrandbits(32)])
        try:
            games = play_careful(spoilt, 1, look=2, workers=1, **options)
        except ValueError:
            states["refused"] += 1
            continue
        states[STATES[games.columns["state"][0]]] += 1
    assert min(states["refused"], states["played"]) > count // 20 and len(states) > 3
