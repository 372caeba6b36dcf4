"""What threads finish is handed on in order, by one of them at a time, and never lost."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import polars as pl
import pyarrow as pa
import pytest

from kranalyze.answers.plan import Plan
from kranalyze.answers.tables import batches, deal_frame
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.parallel import Turns


def test_results_are_handed_on_in_order_by_one_thread_at_a_time() -> None:
    taken: list[int] = []
    inside = threading.Lock()
    threads = set()  # type: ignore[var-annotated]

    def take(number: int) -> None:
        assert inside.acquire(blocking=False), "two at once"
        time.sleep(rng.random() / 2000)
        taken.append(number)
        threads.add(threading.get_ident())
        inside.release()

    rng = random.Random(1)
    turns = Turns(take)
    pauses = [rng.random() / 1000 for _ in range(300)]

    def work(number: int) -> None:
        time.sleep(pauses[number])
        turns.bring(number, number)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(300)))
    turns.wait(299)
    assert taken == list(range(300))
    assert threading.get_ident() not in threads


def test_nothing_is_handed_on_after_a_failure() -> None:
    taken: list[str] = []

    def take(text: str) -> None:
        if text == "bad":
            raise OSError("the disk is full")
        taken.append(text)

    turns = Turns(take)
    turns.bring(1, "bad")
    assert taken == []
    with pytest.raises(OSError, match="full"):
        turns.bring(0, "good")
    turns.bring(2, "late")
    turns.wait(2)
    assert taken == ["good"]


def test_stop_waits_for_what_is_being_handed_on() -> None:
    begun, ended = threading.Event(), threading.Event()

    def take(_: int) -> None:
        begun.set()
        time.sleep(0.05)
        ended.set()

    turns = Turns(take)
    worker = threading.Thread(target=turns.bring, args=(0, 0))
    worker.start()
    begun.wait()
    turns.stop()
    assert ended.is_set()
    turns.bring(1, 1)
    worker.join()


@pytest.mark.parametrize("workers", [1, 3])
def test_rows_taken_by_workers_are_the_rows_of_the_batches(workers: int) -> None:
    frame = random_deals(GAMES["graden"], 60, seed=4)
    plan = Plan("graden", ["bettler", "zehnermord"])
    deals = deal_frame(frame).to_arrow()
    expected = pl.from_arrow(pa.concat_tables([b.table for b in batches([(plan, deals)], 1)]))
    rows: list[pa.Table] = []
    solved = list(batches([(plan, deals)], workers, rows.append, 7))
    assert [b.deals for b in solved] == [7] * 8 + [4]
    assert all(b.table.num_rows == 0 for b in solved)
    assert pl.DataFrame(pl.from_arrow(pa.concat_tables(rows))).equals(pl.DataFrame(expected))


def test_a_failure_to_take_rows_is_raised() -> None:
    def take(rows: pa.Table) -> None:
        raise OSError("the disk is full")

    plan = Plan("graden", ["zehnermord"])
    deals = deal_frame(random_deals(GAMES["graden"], 50, seed=4)).to_arrow()
    with pytest.raises(OSError, match="full"):
        list(batches([(plan, deals)], 2, take, 5))
