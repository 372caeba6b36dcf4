"""The core withstands wrong calls: huge sizes, wrong indexes, buffers that another thread changes."""

from __future__ import annotations

import random
import threading
from array import array
from collections.abc import Callable
from typing import Any

import pytest

from kranalyze._core import lib
from kranalyze.core import dealborder, layoutborder, positionborder, resultborder, scanborder
from kranalyze.core.calls import encode_card_pack
from kranalyze.core.dealscan import scan_game
from kranalyze.core.memory import Context, TranspositionTable
from kranalyze.core.questionborder import questions
from kranalyze.core.task import CorePosition, packed_question_conditions, searches
from kranalyze.games import GAMES

HUGE = 1 << 62
GRADEN = GAMES["graden"]
QUESTIONS = [q for q in questions(GRADEN) if q.contract.id == "bettler" and q.second is None]
TASKS = [searches(GRADEN, q, False)[0].task for q in QUESTIONS[:4]]
PACK = encode_card_pack(GRADEN)


def some(code: str, count: int = 1, value: int = 0) -> array[int]:
    return array(code, [value]) * count


def hands(count: int = 1) -> Any:
    """Return columns that hold the same deal ``count`` times. Each seat has the six top cards of a suit."""
    return tuple(array("I", [0xFC << 8 * suit]) * count for suit in range(4))


def solve(slot: Any, deals: int = 1, width: int = 4, rows: int = 0, **given: Any) -> None:
    room = max(deals, 1) if deals < HUGE else 1
    dealborder.solve_batch(
        Context(), b"".join(t.pack() for t in TASKS), deals, hands(room), None, slot, width,
        given.get("values", some("h", room * 4)), rows, given.get("row_of"), given.get("row_end"),
        given.get("flags"), None, some("B", room),
    )  # fmt: skip


def scan(
    text: bytes = b'[Game "graden"]\n', at: int = 0, line: int = 1, index: int = 0, forced: int = -1,
    row: int = 0, room: int = 2, games: bytes = scan_game(GRADEN), ends: Any = None,
) -> Any:  # fmt: skip
    columns = (*(some("I", 2) for _ in range(7)), some("b", 2), some("b", 2))
    return scanborder.scan_kpn(
        text, at, line, index, games, forced, row, room, columns, ends or some("i", 2),
        bytearray(2 * lib.KR_SCAN_BOARD),
    )  # fmt: skip


def tally(
    rows: int = 1, deals: int = 1, groups: int = 1, contracts: int = 4, asked: bytes = bytes((3, 0, 0, 31)),
    which: int = 0, group: Any = None, sums: int = 4, best: int = 1,
) -> int:  # fmt: skip
    columns = (some("i"), some("i", 1, which), some("B", 1, 1), some("B", 1, 1), some("i", 1, 40))
    return dealborder.tally_contracts_and_count_best(
        rows, columns, asked, deals, some("B", 1), group, groups, contracts, 15, bytes((0, 2, 15, 0)),
        some("q", lib.KR_TALLY_SUMS * sums), some("Q", lib.KR_TALLY_BEST * best),
    )  # fmt: skip


def values(
    deals: int = 1, questions: int = 1, rows: int = 1, width: int = 1, discards: Any = None
) -> resultborder.ValueColumns:
    return resultborder.declarer_side_values(
        (deals, questions, rows, width), some("i"), some("i"), some("B"), some("h"), some("I"), some("I"),
        some("h"), discards,
    )  # fmt: skip


def payments(rows: int = 1, columns: int = 1, amounts: int = 1) -> resultborder.PaymentColumns:
    return resultborder.payment_columns(
        (1, 1, rows, 1), some("i"), some("i"), some("B"), some("h"), columns, some("I"), some("i"), amounts,
        some("i"), some("i"),
    )  # fmt: skip


def fill(
    count: int = 1, seed: int | None = 1, places: bytes = bytes((1, 0, 0, 0, 0)), given: Any = (0,) * 5,
    columns: Any = None,
) -> None:  # fmt: skip
    """Write deals of a single card. With the default arguments North gets the card."""
    layoutborder.write_deals_of_cards(places, given, 1, 0, count, FIVE if columns is None else columns, seed)


def changed(games: bytes, at: int, value: int) -> bytes:
    data = bytearray(games)
    data[at] = value
    return bytes(data)


def plan(columns: Any = None, memory: int = 1 << 16, won: Any = None) -> int:
    """Count what North's strategies win in two equal layouts. Return the mask of the legal cards."""
    columns = columns or (None, *(some("I", 2, 0xFC << shift) for shift in (8, 16, 24)))
    sweep = TASKS[0]._replace(goal=lib.KR_SWEEP, side=1, takers=1)
    at = START._replace(hands=(START.hands[0], 0, 0, 0))
    return layoutborder.write_strategy_win_counts(
        Context(), sweep, at, 2, columns, 0xFFFFFFFF, 1000, memory, None, won or some("q", 8)
    )  # fmt: skip


START = positionborder.start_position(TASKS[0], (0xFC, 0xFC00, 0xFC0000, 0xFC000000))
ROW = packed_question_conditions(GRADEN, QUESTIONS[0])
FIVE: Any = tuple(some("I") for _ in range(5))
SEATS = 16 + 4 + 1  # offset of the number of seats in ``kr_scan_game``

REFUSED: dict[str, Callable[[], object]] = {
    "list_cards wraps": lambda: dealborder.list_cards(HUGE, some("I"), some("i"), bytearray(32)),
    "list_cards wraps twice": lambda: dealborder.list_cards(1 << 59, some("I"), some("i"), bytearray(32)),
    "list_cards negative": lambda: dealborder.list_cards(-1, some("I"), some("i"), bytearray(32)),
    "list_cards beyond int32": lambda: dealborder.list_cards(1 << 27, some("I"), some("i"), bytearray(32)),
    "card flags wrap": lambda: dealborder.write_card_flags(HUGE, some("I"), bytearray(128)),
    "card flags short": lambda: dealborder.write_card_flags(33, some("I", 33), bytearray(255)),
    "card flags of few masks": lambda: dealborder.write_card_flags(2, some("I"), bytearray(128)),
    "flag bytes negative": lambda: dealborder.flag_column_bytes(-1),
    "half bytes wrap": lambda: dealborder.pack_half_bytes(HUGE, some("h"), 0, bytearray(4)),
    "half bytes short": lambda: dealborder.pack_half_bytes(5, some("h", 5), 0, bytearray(2)),
    "half bytes of few numbers": lambda: dealborder.pack_half_bytes(2, some("h"), 0, bytearray(4)),
    "half bytes from a large number": lambda: dealborder.pack_half_bytes(1, some("h"), 1 << 15, bytearray(4)),
    "apply_rows wraps": lambda: dealborder.apply_rows(
        HUGE, hands(), ROW * 4, some("B"), some("i"), some("i"), some("I")
    ),
    "apply_rows short": lambda: dealborder.apply_rows(
        2, hands(2), ROW, some("B", 2), some("i", 2), some("i", 2), some("I", 1)
    ),
    "tally rows": lambda: tally(rows=2),
    "tally rows wrap": lambda: tally(rows=HUGE),
    "tally deals": lambda: tally(deals=2),
    "tally deals wrap": lambda: tally(deals=HUGE),
    "tally groups": lambda: tally(groups=2),
    "tally groups wrap": lambda: tally(groups=HUGE),
    "tally contracts": lambda: tally(contracts=17, sums=17),
    "tally asks nothing": lambda: tally(asked=b""),
    "tally of no seats": lambda: tally(group=some("I", 3)),
    "tally sums": lambda: tally(sums=3),
    "tally best": lambda: tally(best=0),
    "declarer_side_values deals": lambda: values(deals=HUGE),
    "declarer_side_values deals short": lambda: values(deals=2),
    "declarer_side_values questions": lambda: values(questions=2),
    "declarer_side_values rows": lambda: values(rows=2),
    "declarer_side_values rows wrap": lambda: values(rows=HUGE),
    "declarer_side_values width": lambda: values(width=2),
    "declarer_side_values negative": lambda: values(width=-1),
    "declarer_side_values discards": lambda: values(discards=some("I", 0)),
    "payment_columns rows wrap": lambda: payments(rows=HUGE),
    "payment_columns columns": lambda: payments(columns=2),
    "payment_columns columns wrap": lambda: payments(columns=HUGE),
    "payment_columns amounts": lambda: payments(amounts=2),
    "payment_columns amounts wrap": lambda: payments(amounts=HUGE),
    "fill wraps": lambda: layoutborder.write_deals_of_cards(
        bytes([7, 7, 6, 6, 6]), (0,) * 5, 0xFFFFFFFF, 0, HUGE, FIVE
    ),
    "fill too many": lambda: layoutborder.write_deals_of_cards(
        bytes([10, 6, 6, 5, 5]), (0,) * 5, 0xFFFFFFFF, 0, HUGE, FIVE
    ),
    "fill cut off": lambda: layoutborder.write_deals_of_cards(
        bytes([1, 0, 0, 0, 0]), (1 << 32, 0, 0, 0, 0), 1, 0, 1, FIVE
    ),
    "fill before the first": lambda: layoutborder.write_deals_of_cards(
        bytes([1, 0, 0, 0, 0]), (0,) * 5, 1, -1, 1, FIVE
    ),
    "fill before the first seed": lambda: fill(seed=-1),
    "fill beyond the last seed": lambda: fill(seed=1 << 64),
    "fill at random too many": lambda: fill(places=bytes(5)),
    "fill at random too few": lambda: fill(places=bytes((1, 1, 0, 0, 0))),
    "fill at random what is given": lambda: fill(given=(1, 0, 0, 0, 0)),
    "fill at random short": lambda: fill(2),
    "fill at random wraps": lambda: fill(HUGE),
    "fill at random negative": lambda: fill(-1),
    "solve_batch deals": lambda: solve(some("I", 4), deals=HUGE),
    "solve_batch width": lambda: solve(some("I", 4), width=HUGE, deals=4),
    "solve_batch rows": lambda: solve(some("I", 4), rows=HUGE, deals=4),
    "solve_batch slot": lambda: solve(some("I", 4, (1 << 32) - 1)),
    "solve_batch row": lambda: solve(
        some("I", 4), rows=1, row_of=some("I", 1, 7), row_end=some("I", 4, 1), flags=some("B")
    ),
    "solve_batch row_end": lambda: solve(
        some("I", 4), rows=1, row_of=some("I", 1), row_end=some("I", 4, (1 << 32) - 1), flags=some("B")
    ),
    "solve_positions too many tasks": lambda: positionborder.solve_positions(
        Context(), [(TASKS[0]._replace(need=n & 255, low=n >> 8), START) for n in range(1025)]
    ),
    "solve_positions task": lambda: positionborder.solve_positions(
        Context(), [(TASKS[0]._replace(goal=8), START)]
    ),
    "task beyond a byte": lambda: positionborder.legal_cards(TASKS[0]._replace(goal=256), START),
    "position beyond a byte": lambda: positionborder.legal_cards(TASKS[0], START._replace(leader=256)),
    "position of five hands": lambda: positionborder.legal_cards(
        TASKS[0], START._replace(hands=(1, 2, 4, 8, 16))
    ),
    "shelf too small": lambda: TranspositionTable(3),
    "shelf too large": lambda: TranspositionTable(29),
    "perft depth": lambda: positionborder.perft(TASKS[0], START, -1),
    "plan columns": lambda: plan(columns=(None, some("I"), some("I"), some("I"))),
    "plan won": lambda: plan(won=some("q", 7)),
    "plan memory": lambda: plan(memory=-1),
    "layout_columns": lambda: layoutborder.write_counts_of_makeable_layouts(
        TranspositionTable(4),
        bytes(range(8)) * 2,
        0xFC,
        0,
        HUGE,
        (some("I"),) * 3,
        some("Q", lib.KR_LAYOUT_COUNTS),
    ),
    "misfits": lambda: dealborder.count_misfits(HUGE, hands(), None, PACK, some("B")),
    "misfits pack": lambda: dealborder.count_misfits(1, hands(), None, PACK[:-1], some("B")),
    "start": lambda: positionborder.start_position(TASKS[0], (1 << 32, 0, 0, 0)),
    "scan at": lambda: scan(at=99),
    "scan row": lambda: scan(row=3),
    "scan room": lambda: scan(room=HUGE),
    "scan forced": lambda: scan(forced=1),
    "scan line": lambda: scan(line=1 << 32),
    "scan ends": lambda: scan(row=1, ends=array("i", [1 << 30, 0])),
    "scan ends before": lambda: scan(row=1, ends=array("i", [-1, 0])),
    "scan 32 seats": lambda: scan(games=changed(scan_game(GRADEN), SEATS, 32)),
    "scan no seats": lambda: scan(games=changed(scan_game(GRADEN), SEATS, 0)),
    "scan endless id": lambda: scan(games=b"x" * 16 + scan_game(GRADEN)[16:]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_fit_is_refused(name: str) -> None:
    with pytest.raises(ValueError):
        REFUSED[name]()


def test_the_same_calls_with_what_fits() -> None:
    assert plan() == 0xFC
    solve(array("I", range(4)))
    scan()
    scan(row=1, ends=array("i", [64, 0]))
    dealborder.list_cards(1, some("I", 1, 0xFFFFFFFF), some("i"), bytearray(32))
    for seed in (None, 0, (1 << 64) - 1):
        fill(seed=seed)
        assert [column[0] for column in FIVE] == [1, 0, 0, 0, 0]
    assert dealborder.count_misfits(1, hands(), None, PACK, some("B")) == 0
    # Nine codes: three for all seats of the deal, three for forehand (North), three for the single seats.
    assert tally() == 9
    assert values(discards=some("I")).bounds == (0, 0)
    assert payments().stride >= 1
    # A row is not counted if it has a question, contract or group that does not exist.
    assert tally(which=1) == tally(which=-1) == tally(contracts=3) == tally(group=some("I", 4, 1)) == 0


def meddled(buffer: array[int], values: tuple[int, int], call: Callable[[], object]) -> None:
    """Call a function eight times while another thread keeps changing a buffer.

    The thread fills the whole buffer with one value, then with the other, again and again. The calls may
    raise ValueError. They must not crash.
    """
    done = threading.Event()
    good, bad = (array(buffer.typecode, [value]) * len(buffer) for value in values)
    view, kept = memoryview(buffer), array(buffer.typecode, buffer)

    def meddle() -> None:
        while not done.is_set():
            view[:] = memoryview(bad)
            view[:] = memoryview(good)

    thread = threading.Thread(target=meddle)
    thread.start()
    try:
        for _ in range(8):
            try:
                call()
            except ValueError:
                continue
    finally:
        done.set()
        thread.join()
        view[:] = memoryview(kept)


def test_a_slot_that_another_thread_changes() -> None:
    slot = some("I", len(TASKS))
    meddled(slot, (0, (1 << 32) - 1), lambda: solve(slot, deals=300, values=some("h", 1200)))


def test_rows_that_another_thread_changes() -> None:
    row_of, row_end = some("I", 4), array("I", [1, 2, 3, 4])
    for buffer, values in ((row_of, (0, (1 << 32) - 1)), (row_end, (4, (1 << 32) - 1))):
        meddled(buffer, values, lambda: solve(
            array("I", range(4)), 300, 4, 1, values=some("h", 1200), row_of=row_of, row_end=row_end,
            flags=some("B", 300, 3),
        ))  # fmt: skip


def test_positions_of_any_numbers() -> None:
    """The core gets copies of positions with random numbers. It rejects the impossible positions.

    No number in a position makes the core read or write outside its memory.
    """
    rng, context = random.Random(1), Context()
    size, refused = len(START.pack()), 0
    for turn in range(4000):
        data = bytearray(START.pack() if turn % 2 else rng.randbytes(size))
        for _ in range(rng.randrange(4)):
            data[rng.randrange(size)] = rng.choice((0, 1, 4, 31, 32, 127, 255, rng.randrange(256)))
        position = CorePosition.unpack(data)
        if rng.random() < 0.2:
            position = position._replace(played=tuple(rng.randrange(256) for _ in range(rng.randrange(9))))
        try:
            positionborder.solve_positions(context, [(rng.choice(TASKS), position)])
        except ValueError:
            refused += 1
    assert 2000 < refused < 4000


def test_layouts_that_another_thread_changes() -> None:
    others = tuple(column for column in hands(500)[1:])

    def call() -> None:
        layoutborder.write_counts_of_makeable_layouts(
            TranspositionTable(12), bytes([0, 1, 2, 3, 4, 5, 6, 7]) * 2, 0xFC, 0, 500, others,
            some("Q", lib.KR_LAYOUT_COUNTS),
        )  # fmt: skip

    call()
    for i, column in enumerate(others):
        meddled(column, (0xFC << 8 * (i + 1), 0xFFFFFFFF), call)


def test_a_task_of_another_game_may_ask_for_more() -> None:
    """A task of a goal with more than two parties writes four values, from its slot on.

    The buffer must have room for all four.
    """
    vector = TASKS[0]._replace(goal=7, declarer=0xFF)
    for slot in (1, (1 << 32) - 3, (1 << 32) - 1):
        with pytest.raises(ValueError, match="the buffers do not fit"):
            dealborder.solve_batch(
                Context(), vector.pack(), 1, hands(), None, some("I", 1, slot), 4, some("h", 4), 0,
                None, None, None, None, some("B"),
            )  # fmt: skip


@pytest.mark.parametrize("count", [4, 6])
def test_another_number_of_hands_or_columns_is_refused(count: int) -> None:
    """The types of the arguments allow any number of hands or columns. The call accepts exactly five."""
    for given in ({"given": (0,) * count}, {"columns": (some("I"),) * count}):
        with pytest.raises(TypeError, match="length 5"):
            fill(**given)


def test_columns_come_in_a_tuple() -> None:
    """Columns must be in a tuple or a list. Other sequences are rejected.

    Another sequence may create its items on access. Such items would be freed before the core reads them.
    """
    made: Any = array("I", [1 << 20]) * 5
    four: Any = array("I", made[:4])
    out = some("B")
    calls: list[Callable[[], Any]] = [
        lambda: dealborder.count_misfits(1, four, None, PACK, out),
        lambda: dealborder.apply_rows(1, four, b"", out, out, out, out),
        lambda: dealborder.tally_contracts_and_count_best(
            1, made, bytes(4), 1, out, None, 1, 1, 0, b"", bytearray(), bytearray(120)
        ),
        lambda: layoutborder.write_deals_of_cards(bytes(5), (0, 0, 0, 0, 0), 0, 0, 1, made),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="neither a tuple nor a list"):
            call()
