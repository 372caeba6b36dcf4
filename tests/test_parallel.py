"""Parallel work returns results in order, begins few pieces ahead, and ends immediately when stopped."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from kranalyze import parallel
from kranalyze.parallel import Pace, Pool, WorkersDied, run, thread_pool


def slowly(number: int) -> int:
    time.sleep(random.Random(number).random() / 500)
    return number * number


@pytest.mark.parametrize("pool", [thread_pool(1), thread_pool(3)])
def test_results_come_in_order_and_few_are_ahead(pool: Pool) -> None:
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for number in range(100):
            taken = number
            yield number

    for i, (item, result) in enumerate(run(slowly, items(), pool)):
        assert (item, result) == (i, i * i)
        assert taken <= i + 4 * pool.width() + 1
    assert taken == 99


def test_others_are_not_held_up_by_one_that_takes_long() -> None:
    hold, begun = threading.Event(), list[int]()

    def work(number: int) -> int:
        begun.append(number)
        if number == 0:
            assert hold.wait(60)
            time.sleep(0.1)  # longer than the other pieces take
            begun.append(-len(begun))
        if number == 7:
            hold.set()
        return number

    assert [item for item, _ in run(work, range(20), thread_pool(2))] == list(range(20))
    assert -min(begun) <= 9, "not all are ahead"


def test_without_order_what_is_done_first_comes_first() -> None:
    hold = threading.Event()

    def work(number: int) -> int:
        if number == 0:
            assert hold.wait(60)
        return number

    found = []
    for item, _ in run(work, range(9), thread_pool(2), ordered=False):
        found.append(item)
        if len(found) == 4:
            hold.set()
    assert sorted(found) == list(range(9))
    assert 0 not in found[:4]


def test_an_executor_that_was_lent_stays_its_owners() -> None:
    with ThreadPoolExecutor(2) as pool:
        lent = Pool(lambda: pool, lambda: 2)
        assert [r for _, r in run(slowly, range(20), lent)] == [i * i for i in range(20)]
        assert pool.submit(int).result() == 0


def test_what_a_lent_executor_has_not_begun_is_taken_back() -> None:
    hold, begun = threading.Event(), list[int]()

    def work(number: int) -> int:
        begun.append(number)
        if number == 1:
            hold.wait(60)
        return number

    with ThreadPoolExecutor(1) as pool:
        for _ in run(work, range(100), Pool(lambda: pool, lambda: 1)):
            break
        hold.set()
    assert begun in ([0], [0, 1])


@pytest.mark.parametrize("how", ["the work fails", "the items fail", "the reader goes"])
def test_what_has_not_begun_never_begins_and_what_is_under_way_is_not_waited_for(how: str) -> None:
    stop, begun, hold = threading.Event(), list[int](), threading.Event()

    def items() -> Iterator[int]:
        yield from range(4)
        if how == "the items fail":
            raise ValueError("bad")
        yield from range(4, 1000)

    def work(number: int) -> int:
        begun.append(number)
        if number == 1 and how == "the work fails":
            raise ValueError("bad")
        if number == 2:
            hold.wait(60)
        return number

    before = time.monotonic()
    try:
        for item, _ in run(work, items(), thread_pool(2, stop)):
            if how == "the reader goes" and item == 1:
                break
    except ValueError:
        pass
    assert time.monotonic() - before < 30
    assert stop.is_set()
    hold.set()
    assert len(begun) < 10


class Mortal(Executor):
    """An executor that breaks at its first piece of work, if ``breaks`` is true."""

    def __init__(self, breaks: bool) -> None:
        self.breaks, self.pool = breaks, ThreadPoolExecutor(1)

    def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
        if self.breaks is None:
            raise BrokenExecutor("gone")
        if self.breaks:
            self.breaks = None  # type: ignore[assignment]
            future: Future[Any] = Future()
            future.set_exception(BrokenExecutor("gone"))
            return future
        return self.pool.submit(fn, *args)


def test_work_whose_worker_died_is_done_again_in_its_place() -> None:
    started, closed = list[Mortal](), list[Executor]()

    def start() -> Executor:
        started.append(Mortal(len(started) < 2))
        return started[-1]

    pool = Pool(start, lambda: 2, close=closed.append)
    assert [r for _, r in run(slowly, range(10), pool, attempts=3)] == [i * i for i in range(10)]
    assert closed == started and len(started) == 3
    with pytest.raises(WorkersDied) as died:
        list(run(slowly, range(10), Pool(lambda: Mortal(True), lambda: 2), attempts=2))
    assert died.value.args == (0,)
    with pytest.raises(BrokenExecutor, match="gone"):
        list(run(slowly, range(10), Pool(lambda: Mortal(True), lambda: 1)))


class Hasty(Executor):
    """An executor that breaks at its first piece of work, and does every other piece immediately."""

    def __init__(self) -> None:
        self.given = 0

    def submit(self, fn: Any, /, *args: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.given += 1
        if self.given == 1:
            future.set_exception(BrokenExecutor("gone"))
        else:
            future.set_result(fn(*args))
        return future


def test_what_is_behind_work_that_is_done_again_waits_for_it() -> None:
    hasty = Hasty()
    pool = Pool(lambda: hasty, lambda: 4)
    assert [r for _, r in run(lambda n: n * n, range(10), pool, attempts=2)] == [i * i for i in range(10)]


def test_ctrl_c_is_heard_while_all_threads_are_deaf() -> None:
    code = (
        "import ctypes, os, signal, threading, time\n"
        "from kranalyze.parallel import run, thread_pool\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    list(run(lambda _: ctypes.CDLL(None).sleep(60), range(9), thread_pool(2)))\n"
        "except KeyboardInterrupt:\n"
        "    os._exit(7)\n"
    )
    before = time.monotonic()
    done = subprocess.run([sys.executable, "-P", "-c", code], timeout=60, check=False)
    assert done.returncode == 7
    assert time.monotonic() - before < 30


def test_pieces_take_about_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = 0.0
    monkeypatch.setattr(parallel, "perf_counter", lambda: clock)
    pace = Pace(4, 1000, 0.25)
    sizes = []
    for at, size in pace.cut_starts_and_lengths(10_000):
        sizes.append(size)
        with pace.timed(size):
            clock += size * (0.001 if at < 5000 else 0.1)
    assert sizes[:2] == [4, 64] and set(sizes[2:9]) <= {249, 250}
    assert sizes[-2] == 2 and sum(sizes) == 10_000
    assert [size for _, size in Pace(100, 100).cut_starts_and_lengths(250)] == [100, 100, 50]
    assert [size for _, size in Pace(100, 100).cut_starts_and_lengths(250, workers=2, least=20)] == [
        62,
        47,
        35,
        26,
        20,
        20,
        20,
        20,
    ]


def test_pieces_of_a_given_size_stay_so() -> None:
    pace = Pace(7, 7, float("inf"))
    with pace.timed(7):
        time.sleep(0.01)
    assert [size for _, size in pace.cut_starts_and_lengths(20, 2, 7)] == [7, 7, 6]
