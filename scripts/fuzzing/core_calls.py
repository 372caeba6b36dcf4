"""Call every function at the border of the core, mostly with valid and sometimes with invalid arguments."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from inspect import isfunction
from typing import Any

from knowledge_calls import know, know_draw, know_holding, know_layouts, know_places, viewpoint
from log_calls import scan_games, scanned_games
from moment_calls import (
    first_moment,
    moment_after,
    moment_measure,
    moment_played,
    moment_spoken,
    moment_worths,
    open_record,
    position_under,
    restored_moment,
)
from values import EDGES, buffer, edge, meddled, odd

from kranalyze._core import lib
from kranalyze.cards import mask_of
from kranalyze.core import (
    dealborder,
    knowledgeborder,
    layoutborder,
    momentborder,
    positionborder,
    scanborder,
    viewpointborder,
)
from kranalyze.core.dealscan import scan_game
from kranalyze.core.memory import Context, Shelf, status_text
from kranalyze.core.questionborder import questions
from kranalyze.core.structs import pack_struct
from kranalyze.core.task import GOALS, NO_TRUMP, NONE, CorePosition, Task, row_of, searches
from kranalyze.games import GAMES

Args = list[Any]


@cache
def tasks() -> list[Task]:
    """Every task that some game has."""
    found: dict[Task, None] = {}
    for game in GAMES.values():
        for question in questions(game, selfish=True):
            for search in searches(game, question, True):
                found[search.task] = None
    return list(found)


#: Goals that count the tricks of a lone leader.
LEADERS = (GOALS["sweep"], GOALS["last"])


@cache
def sweeps() -> list[Task]:
    """The tasks of one seat that leads, without trumps, and has to take the tricks."""
    no_trump = [task for task in tasks() if task.trump == NO_TRUMP and task.goal in LEADERS]
    return [task for task in no_trump if task.takers in (0, 1 << task.leader)]


@cache
def rows() -> list[bytes]:
    """Every row of the tables of some games."""
    return [row_of(game, q) for game in GAMES.values() for q in questions(game, selfish=True)]


def task(rng: random.Random) -> Task:
    """A task of a game, at times with a few bytes of it changed."""
    data = bytearray(rng.choice(tasks()).pack())
    if rng.random() < 0.3:
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(len(data))] = rng.choice((0, 1, 2, 3, 4, 7, 8, 15, 30, 60, 127, 200, 255))
    fields: list[Any] = [*data[:-16], tuple(data[-16:-8]), tuple(data[-8:])]
    return Task(*fields)


def hands(rng: random.Random, size: int | None = None) -> tuple[int, int, int, int]:
    """A deal of short hands, at times with what cannot be."""
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
    """The position after some legal cards, at times with a few bytes of it changed."""
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


def columns(rng: random.Random, count: int, size: int | None = None) -> tuple[Any, ...]:
    deals = [hands(rng, size) for _ in range(count)]
    return tuple(array("I", [deal[i] for deal in deals]) for i in range(4))


def solve_batch(rng: random.Random) -> Args:
    some = [task(rng) for _ in range(rng.choice((1, 2, 5)))]
    deals, size = rng.randrange(5), rng.choice((1, 2, 3))
    width = sum(drawn.width for drawn in some) + rng.randrange(2)
    slots, at = array("I"), 0
    for one in some:
        slots.append(at)
        at += one.width
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


@cache
def context() -> Any:
    return Context()


@cache
def shelf() -> Any:
    return Shelf(10)


def solve_positions(rng: random.Random) -> Args:
    drawn = [task(rng) for _ in range(rng.randrange(4))]
    return [context(), tuple((asked, position(rng, asked)) for asked in drawn), rng.random() < 0.7]


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


def strengths(rng: random.Random) -> bytes:
    orders = (0, 1, 2, 3, 4, 5, 6, 7), (0, 1, 2, 6, 3, 4, 5, 7)
    return bytes(rng.choice(orders)) + bytes(rng.choice(orders))


def six(rng: random.Random) -> tuple[int, ...]:
    """Four hands of six."""
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


def hidden(rng: random.Random, may: int, room: list[int]) -> bytes:
    """``kr_hidden``: any of some cards may lie in three places."""
    masks = [may & (0xFFFFFFFF if rng.random() < 0.8 else rng.getrandbits(32)) for _ in range(3)]
    return pack_struct("kr_hidden", may=masks, room=room)


def hidden_count(rng: random.Random) -> Args:
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


def new_shelf(rng: random.Random) -> Args:
    return [rng.choice((*range(-1, 12), 29, 64, 1 << 40))]


def new_context(rng: random.Random) -> Args:
    return [] if rng.random() < 0.5 else [False]


def nodes(rng: random.Random) -> Args:
    return [rng.choice((context(), shelf(), odd(rng)))]


def some_status(rng: random.Random) -> Args:
    return [edge(rng)]


#: The modules at the border, every public function of which is called.
BORDERS = (
    positionborder, dealborder, layoutborder, knowledgeborder, viewpointborder, scanborder, momentborder,
)  # fmt: skip

#: What else takes anything from callers.
OTHERS: dict[str, Callable[..., Any]] = {
    "Shelf": Shelf, "Context": Context, "OpenRecord": momentborder.OpenRecord, "status_text": status_text,
    "scan_games": scan_games,
}  # fmt: skip


#: How the arguments of each function are made; a function that is missing here is a finding (see core_call).
MAKERS: dict[str, Callable[[random.Random], Args]] = {
    "solve_batch": solve_batch, "solve_positions": solve_positions, "apply_rows": apply_rows,
    "misfits": misfits, "tally": tally,
    "list_cards": list_cards, "write_layout_counts": layout_columns, "write_deals_of_cards": fill,
    "count_layouts": count_layouts, "scan_kpn": scan_kpn, "start_position": start,
    "play": play, "legal_cards": moves,
    "hidden_count": hidden_count, "core_knowledge": know, "write_layouts": know_layouts,
    "write_drawn_numbers": know_draw,
    "count_places": know_places, "first_layout_with": know_holding, "core_viewpoint": viewpoint,
    "write_sums": look, "perft": perft,
    "is_decided": moves, "core_best_line": line, "write_strategy_wins": plan,
    "scan_games": scanned_games,
    "walk_fits": fits, "guards_fit": fits,
    "OpenRecord": open_record, "first_moment": first_moment, "moment_after": moment_after,
    "moment_after_words": moment_spoken, "moment_after_card": moment_played, "moment_measure": moment_measure,
    "moment_worths": moment_worths, "moment_from_bytes": restored_moment,
    "core_position_for_task": position_under, "recorded_words": first_moment,
    "Shelf": new_shelf, "Context": new_context, "searched_positions": nodes, "status_text": some_status,
}  # fmt: skip

#: Arguments whose size is the work that is asked for: no number beyond what ends soon.
_WORK = {"perft": {2}, "Shelf": {0}, "write_strategy_wins": {6, 7}}


def spoiled(rng: random.Random, name: str, args: Args) -> Args:
    """The arguments with one or two of them replaced, left out or doubled."""
    spoilt = list(args)
    for _ in range(rng.choice((1, 1, 2))):
        if not spoilt:
            break
        at = rng.randrange(len(spoilt))
        one = spoilt[at]
        if at in _WORK.get(name, ()):
            continue
        if isinstance(one, int):
            spoilt[at] = rng.choice(EDGES) if rng.random() < 0.8 else odd(rng)
        elif isinstance(one, tuple) and rng.random() < 0.7 and one:
            inner = list(one)
            inner[rng.randrange(len(inner))] = odd(rng)
            spoilt[at] = tuple(inner)
        elif isinstance(one, array) and len(one) and rng.random() < 0.6:
            changed = array(one.typecode, one)
            top = 8 * changed.itemsize - (0 if changed.typecode.isupper() else 1)
            changed[rng.randrange(len(changed))] = rng.choice(
                (0, 1, (1 << top) - 1, (1 << top) - 2, 1 << top - 1)
            )
            spoilt[at] = changed
        elif rng.random() < 0.1:
            del spoilt[at]
        else:
            spoilt[at] = odd(rng)
    return spoilt


def core_call(rng: random.Random) -> None:
    """One call of one function."""
    offered = OTHERS | {
        name: value for border in BORDERS for name, value in vars(border).items()
        if isfunction(value) and value.__module__ == border.__name__ and not name.startswith("_")
    }  # fmt: skip
    # Other functions of the border call these.
    for name in ("task_struct", "tasks_struct", "position_struct", "knowledge_struct"):
        offered.pop(name, None)
    assert offered.keys() == MAKERS.keys(), f"no calls are made of {offered.keys() ^ MAKERS.keys()}"
    name = rng.choice(list(MAKERS))
    args = MAKERS[name](rng)
    if rng.random() < 0.6:
        args = spoiled(rng, name, args)
    call = offered[name]
    if rng.random() < 0.15:
        inner = [value for arg in args for value in (arg if isinstance(arg, tuple) else (arg,))]
        with meddled(rng, inner):
            for _ in range(3):
                call(*args)
    else:
        call(*args)
