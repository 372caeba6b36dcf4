"""Calls from many threads share the cores: a thread waits while all cores are busy."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import kranalyze
from kranalyze import cores
from kranalyze.answers import answer

DEAL = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"


def solved(_: int = 0) -> int | None:
    return kranalyze.solve(DEAL, contract="koenigmord", declarer="S").value


def test_threads_wait_for_a_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "_places", threading.BoundedSemaphore(2))
    solve_questions = answer.solve_questions
    at_work, most = list[int](), list[int]()

    def watched(*args: object) -> object:
        at_work.append(1)
        most.append(len(at_work))
        time.sleep(0.02)
        try:
            return solve_questions(*args)  # type: ignore[arg-type]
        finally:
            at_work.pop()

    monkeypatch.setattr(answer, "solve_questions", watched)
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(solved, range(16))) == {1}
    assert max(most) == 2


def test_the_main_thread_never_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The main thread computes without one of the places that stand for free cores (``cores._places``).

    Ctrl-C interrupts only the main thread. So Ctrl-C never stops a call that has taken a place, and no place
    is lost.
    """
    monkeypatch.setattr(cores, "_places", threading.BoundedSemaphore(1))
    with cores._places:
        assert solved() == 1


def test_a_place_is_returned_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "_places", threading.BoundedSemaphore(1))
    with ThreadPoolExecutor(2) as pool:
        wrong = pool.submit(kranalyze.solve, DEAL, contract="koenigmord", declarer="S", contra=9)
        assert isinstance(wrong.exception(), ValueError)
        assert pool.submit(solved).result(30) == 1
