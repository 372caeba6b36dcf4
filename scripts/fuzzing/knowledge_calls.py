"""Draw arguments from bundled records, for the core's checked functions about the knowledge of a seat."""

from __future__ import annotations

import random
from array import array
from contextlib import suppress
from functools import cache
from typing import Any

from values import buffer, edge

from kranalyze import read_kpn
from kranalyze.core import knowledgeborder
from kranalyze.core.facts import packed_facts
from kranalyze.core.judging import WordNumbers
from kranalyze.core.rules import game_row
from kranalyze.kpn import Record
from kranalyze.kpn.recordfacts import fact_numbers

Args = list[Any]


def words(rng: random.Random) -> list[WordNumbers]:
    """Draw a list of announcements of trick 1, as numbers. Often the list is empty."""
    return [
        (rng.randrange(4), rng.randrange(5), rng.randrange(-1, 4), rng.randrange(5), 20, False)
        for _ in range(rng.choice((0, 0, 1, 3)))
    ]


def cards_face_down(rng: random.Random) -> list[int]:
    """Draw for each seat the number of the card that it laid face down. -1: the seat laid no card."""
    return [rng.choice((-1, -1, rng.randrange(32))) for _ in range(4)]


@cache
def _records() -> list[Record]:
    return list(read_kpn("simulated-log.kpn").records) + list(read_kpn("single-dummy.kpn").records)


def know(rng: random.Random) -> Args:
    record = rng.choice(_records())
    row, facts = bytearray(game_row(record.game_row)), bytearray(packed_facts(fact_numbers(record)))
    if rng.random() < 0.3:
        spoilt = rng.choice((row, facts))
        for _ in range(rng.randrange(1, 6)):
            spoilt[rng.randrange(len(spoilt))] = rng.choice((0, 1, 3, 4, 127, 128, 255, rng.randrange(256)))
    shown = rng.choice((None, None, rng.getrandbits(32)))
    return [bytes(row), bytes(facts), rng.randrange(4), rng.randrange(len(record.play) + 1), shown]


def known(rng: random.Random) -> Any:
    """Return the knowledge of a seat in a bundled record. Return None if the core rejects the arguments."""
    with suppress(ValueError):
        return knowledgeborder.core_knowledge(*know(rng))
    return None


def know_layouts(rng: random.Random) -> Args:
    count = rng.randrange(4)
    numbers = array("Q", [rng.choice((0, 1, 5, 1000)) for _ in range(count)])
    return [known(rng), numbers, count, tuple(buffer(rng, "I", count) for _ in range(3))]


def know_draw(rng: random.Random) -> Args:
    count = rng.randrange(4)
    return [known(rng), rng.randrange(9), rng.choice((0, 7, edge(rng))), count, buffer(rng, "Q", count)]


def know_places(rng: random.Random) -> Args:
    return [known(rng)]


def know_holding(rng: random.Random) -> Args:
    return [known(rng), rng.randrange(33), rng.randrange(4)]


def viewpoint(rng: random.Random) -> Args:
    """Draw the arguments of a search over layouts. In some calls the facts and the knowledge do not match."""
    row, facts, seat, after, shown = know(rng)
    situation = None
    with suppress(ValueError):
        situation = knowledgeborder.core_knowledge(row, facts, seat, after, shown)
    if rng.random() < 0.2:
        row, facts, *_ = know(rng)
    return [row, facts, words(rng), cards_face_down(rng), situation]
