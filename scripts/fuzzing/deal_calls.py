"""Draw arguments for the checked functions of the core that take columns of deals or texts with deals."""

from __future__ import annotations

import random
from array import array
from functools import cache
from typing import Any

from position_calls import context, hands, task
from values import buffer, edge

from kranalyze._core import lib
from kranalyze.core.dealscan import scan_game
from kranalyze.core.questionborder import questions
from kranalyze.core.structs import pack_struct
from kranalyze.core.task import Task, packed_question_conditions
from kranalyze.games import GAMES

Args = list[Any]


@cache
def rows() -> list[bytes]:
    """Return the bytes of the ``kr_row`` of every question of every game."""
    return [
        packed_question_conditions(game, question)
        for game in GAMES.values()
        for question in questions(game, selfish=True)
    ]


def columns(rng: random.Random, count: int, size: int | None = None) -> tuple[Any, ...]:
    deals = [hands(rng, size) for _ in range(count)]
    return tuple(array("I", [deal[i] for deal in deals]) for i in range(4))


def solve_batch(rng: random.Random) -> Args:
    some = [task(rng) for _ in range(rng.choice((1, 2, 5)))]
    deals, size = rng.randrange(5), rng.choice((1, 2, 3))
    width = sum(drawn.numbers_in_result for drawn in some) + rng.randrange(2)
    slots, at = array("I"), 0
    for one in some:
        slots.append(at)
        at += one.numbers_in_result
    asked = rng.choice((0, 0, 2))
    talon = array(
        "I", [rng.getrandbits(32) & rng.getrandbits(32) & rng.getrandbits(32) for _ in range(deals)]
    )
    return [
        context(), b"".join(map(Task.pack, some)), deals, columns(rng, deals, size),
        rng.choice((None, talon)), slots, width,
        buffer(rng, "h", deals * width), asked,
        array("I", [rng.randrange(2) for _ in some]) if asked else None,
        array("I", range(1, len(some) + 1)) if asked else None,
        array("B", [rng.randrange(4) for _ in range(2 * deals)]) if asked else None,
        rng.choice((None, buffer(rng, "I", deals * width))), buffer(rng, "B", deals),
    ]  # fmt: skip


def apply_rows(rng: random.Random) -> Args:
    count, some = rng.randrange(5), rng.sample(rows(), rng.randrange(5))
    if rng.random() < 0.2:
        some.append(rng.randbytes(24))
    cells = count * len(some)
    return [
        count, columns(rng, count, rng.randrange(9)), b"".join(some), buffer(rng, "B", cells),
        buffer(rng, "i", cells), buffer(rng, "i", cells), buffer(rng, "I", cells),
    ]  # fmt: skip


def misfits(rng: random.Random) -> Args:
    count = rng.randrange(5)
    pack = pack_struct(
        "kr_pack", cards=rng.choice((0xFCFCFCFC, 0xFFFFFFFF)), size=rng.randrange(10), seats=rng.randrange(6),
        endings=1,
    )  # fmt: skip
    talon = rng.choice((None, buffer(rng, "I", count)))
    return [count, columns(rng, count), talon, pack, buffer(rng, "B", count)]


def tally(rng: random.Random) -> Args:
    rows, deals, asked = rng.randrange(12), rng.randrange(5), rng.randrange(1, 6)
    contracts, groups, figures = rng.randrange(17), rng.randrange(1, 4), rng.randrange(4)
    some = array("i", sorted(rng.randrange(max(deals, 1)) for _ in range(rows)))
    which = array("i", [rng.randrange(asked) for _ in range(rows)])
    group = array("I", [rng.randrange(groups) for _ in range(4 * deals)])
    questions = b"".join(
        bytes((rng.randrange(max(contracts, 1)), rng.randrange(4), rng.randrange(4), rng.randrange(32)))
        for _ in range(asked)
    )
    counted = bytes(rng.choice((0, 1, 2, 3, 4, 6, 8, 15)) for _ in range(4 * figures))
    truths = (bytearray(rng.choice((0, 1)) for _ in range(rows)) for _ in range(2))
    return [
        rows, (some, which, *truths, buffer(rng, "i", rows)), questions, deals,
        bytearray(rng.randrange(6) for _ in range(deals)), rng.choice((None, group)), groups, contracts,
        rng.getrandbits(32), counted, bytearray(8 * lib.KR_TALLY_SUMS * groups * figures * contracts),
        bytearray(8 * lib.KR_TALLY_BEST * deals),
    ]  # fmt: skip


def list_cards(rng: random.Random) -> Args:
    count = rng.randrange(5)
    return [count, buffer(rng, "I", count), buffer(rng, "i", count), bytearray(32 * count)]


def _results(rng: random.Random) -> Args:
    """Draw sizes and buffers of these sizes.

    The buffers have the deal of each row, the question of each row, flags, and results.
    """
    deals, questions, count, width = (rng.randrange(5) for _ in range(4))
    deal = array("i", [rng.randrange(max(deals, 1)) for _ in range(count)])
    which = array("i", [rng.randrange(max(questions, 1)) for _ in range(count)])
    flags = bytearray(rng.randrange(4) for _ in range(deals * questions))
    results = array("h", [rng.choice((lib.KR_UNKNOWN, -9, 0, 1, 70)) for _ in range(deals * width)])
    return [(deals, questions, count, width), deal, which, flags, results]


def _places(rng: random.Random, count: int) -> array[int]:
    return array("I", [rng.choice((0, 1, 2, 5, 1 << 31)) for _ in range(count)])


def declarer_side_values(rng: random.Random) -> Args:
    rows = _results(rng)
    deals, questions, _, width = rows[0]
    discards = rng.choice((None, buffer(rng, "I", deals * width)))
    places = (_places(rng, questions), _places(rng, questions))
    return [*rows, *places, buffer(rng, "h", questions), discards]


def payment_columns(rng: random.Random) -> Args:
    rows, columns, amounts = _results(rng), rng.randrange(4), rng.randrange(100)
    questions = rows[0][1]
    zero = array("i", [rng.choice((0, 9, 50, -1, (1 << 31) - 1)) for _ in range(questions)])
    return [
        *rows, columns, _places(rng, columns * questions), buffer(rng, "i", columns * questions), amounts,
        buffer(rng, "i", amounts), zero,
    ]  # fmt: skip


def flag_bytes(rng: random.Random) -> Args:
    return [edge(rng)]


def card_flags(rng: random.Random) -> Args:
    count = rng.choice((*range(5), 31, 32, 33))
    return [count, buffer(rng, "I", count), bytearray(32 * 4 * -(-count // 32))]


def half_bytes(rng: random.Random) -> Args:
    count = rng.randrange(10)
    numbers = buffer(rng, "h", count)
    return [count, numbers, rng.choice((0, -1, 7, -(1 << 15), (1 << 15) - 1)), bytearray(-(-count // 2))]


_WORDS = (
    b'[Game "graden"]\n', b'[Deal "N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"]\n', b'[Board "1"]\n',
    b'[Dealer "S"]\n', b'[Game "whist"]\n', b'[Deal "E:A... .A.. ..A. ...A"]\n', b'[Talon "SA HA DA"]\n',
    b"{", b"}", b"x", b"\n", b"\n\n",
    b'[Game "anrufen3"]\n', b'[Board "' + b"b" * 70 + b'"]\n', b"\xff", b"\0",
)  # fmt: skip


def scan_kpn(rng: random.Random) -> Args:
    text = b"".join(rng.choice(_WORDS) for _ in range(rng.randrange(20)))
    room, row = rng.randrange(4), 0
    if room and rng.random() < 0.3:
        row = rng.randrange(room + 1)
    games = bytearray(b"".join(scan_game(game) for game in GAMES.values()))
    if rng.random() < 0.2:
        games[rng.randrange(len(games))] = rng.randrange(256)
    ends = array("i", [rng.choice((0, 1, 64, 10**9, -1)) if rng.random() < 0.3 else 0 for _ in range(room)])
    return [
        bytearray(text), rng.choice((0, 0, 0, len(text), edge(rng))), 1, 0, bytes(games),
        rng.choice((-1, -1, 0, 3)),
        row, room, (*(buffer(rng, "I", room) for _ in range(7)), *(buffer(rng, "b", room) for _ in range(2))),
        ends, bytearray(lib.KR_SCAN_BOARD * room),
    ]  # fmt: skip
