"""Results of threads are passed on in order, by one thread at a time, and none is lost."""

from __future__ import annotations

import random
import threading
import time

import polars as pl
import pyarrow as pa
import pytest

from kranalyze.answers.tables import deal_frame, make_plans, solve_batches
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.parallel import run_in_order, thread_pool


def test_results_are_handed_on_in_order_by_one_thread_at_a_time() -> None:
    taken: list[int] = []
    inside = threading.Lock()
    here = list[bool]()

    def take(number: int) -> None:
        assert inside.acquire(blocking=False), "two at once"
        time.sleep(rng.random() / 2000)
        taken.append(number)
        here.append(threading.current_thread() is threading.main_thread())
        inside.release()

    rng = random.Random(1)
    pauses = [rng.random() / 1000 for _ in range(300)]

    def work(number: int) -> int:
        time.sleep(pauses[number])
        return number

    for number, result in run_in_order(work, range(300), thread_pool(8), take, lambda number: -number):
        assert number == -result
        assert taken[: number + 1] == list(range(number + 1)), "before it is read"
    assert taken == list(range(300))
    assert sum(here) < 150, "the workers do it"


def test_nothing_is_handed_on_after_a_failure() -> None:
    taken: list[int] = []

    def take(number: int) -> None:
        if number == 1:
            raise OSError("the disk is full")
        taken.append(number)

    with pytest.raises(OSError, match="full"):
        list(run_in_order(int, range(50), thread_pool(3), take))
    assert taken == [0]


def test_who_goes_waits_for_what_is_being_handed_on() -> None:
    begun, ended = threading.Event(), list[int]()

    def take(number: int) -> None:
        if number == 1:
            begun.set()
            time.sleep(0.05)
        ended.append(number)

    found = run_in_order(int, range(50), thread_pool(2), take)
    assert next(found) == (0, 0)
    begun.wait()
    found.close()
    then = list(ended)
    assert then[:2] == [0, 1]
    time.sleep(0.05)
    assert ended == then


@pytest.mark.parametrize("workers", [1, 3])
def test_rows_taken_by_workers_are_the_rows_of_the_batches(workers: int) -> None:
    deals = deal_frame(random_deals(GAMES["graden"], 60, seed=4))
    plans = make_plans(deals, ["bettler", "zehnermord"])
    expected = pl.from_arrow(pa.concat_tables([b.table for b in solve_batches(deals, plans, 1)]))
    rows: list[pa.Table] = []
    batches = list(solve_batches(deals, plans, workers, rows.append, 7))
    assert [b.deals for b in batches] == [7] * 8 + [4]
    assert all(b.table.num_rows == 0 for b in batches)
    assert pl.DataFrame(pl.from_arrow(pa.concat_tables(rows))).equals(pl.DataFrame(expected))


def test_a_failure_to_take_rows_is_raised() -> None:
    def take(rows: pa.Table) -> None:
        raise OSError("the disk is full")

    deals = deal_frame(random_deals(GAMES["graden"], 50, seed=4))
    plans = make_plans(deals, ["zehnermord"])
    with pytest.raises(OSError, match="full"):
        list(solve_batches(deals, plans, 2, take, 5))
