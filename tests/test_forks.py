"""Forked processes refuse calls that would wait for ever."""

from __future__ import annotations

import inspect
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import kranalyze
from kranalyze.bundled import bundled_directory
from running import TOPS

LOG = bundled_directory() / "simulated-log.kpn"

#: A call of each public function; ``record`` is a game of a log and ``folder`` an empty directory.
CALLS = {
    "advise": "kranalyze.advise(record, after=4, games=2)",
    "advise_call": "kranalyze.advise_call(record, calls=0, games=1, look=1)",
    "analyze": "kranalyze.analyze([record])",
    "annotate": "kranalyze.annotate([record])",
    "batch": f"kranalyze.batch({TOPS!r}, folder)",
    "book": "kranalyze.book('AKQ.AKQ..')",
    "deals": "kranalyze.deals(2)",
    "count_sweep_layouts": "kranalyze.count_sweep_layouts('AKQ.AKQ..', 'koenigmord')",
    "knowledge": "kranalyze.knowledge(record, 20)",
    "new_record": f"kranalyze.new_record({TOPS!r}, contract='bettler', declarer='N', play='S9')",
    "odds": "kranalyze.odds('AKQ.AKQ..', games=2)",
    "par": f"kranalyze.par({TOPS!r})",
    "parse_kpn": f"kranalyze.parse_kpn(open({str(LOG)!r}, 'rb').read())",
    "read_kpn": f"kranalyze.read_kpn({str(LOG)!r})",
    "records": f"next(kranalyze.records({str(LOG)!r}))",
    "simulate": "next(kranalyze.simulate(1))",
    "solve": f"kranalyze.solve({TOPS!r}, contract='bettler', declarer='N')",
    "stats": f"kranalyze.stats({TOPS!r})",
    "feature": "kranalyze.feature('s_aces')",
    "features": f"kranalyze.features({TOPS!r})",
    "table": f"kranalyze.table({TOPS!r})",
    "write_kpn": "kranalyze.write_kpn([record], folder + '/x.kpn')",
}

#: Public functions that work without polars and without threads.
PLAIN = [
    "count_sweep_layouts",
    "knowledge",
    "new_record",
    "parse_kpn",
    "read_kpn",
    "records",
    "solve",
    "write_kpn",
]

#: A script that uses polars, forks a child, and runs a call in the child. An alarm ends a child that hangs.
CHILD = f"""
import os, signal, sys
import polars as pl
import kranalyze
pl.DataFrame({{"a": range(100_000)}}).sort("a").group_by("a").len()
folder, before, call = sys.argv[1:]
exec(before)
record = kranalyze.read_kpn({str(LOG)!r}).records[0]
child = os.fork()
if not child:
    signal.alarm(20)
    try:
        exec(call)
        print("done", flush=True)
    except RuntimeError as error:
        print(error, flush=True)
    os._exit(0)
print(os.waitpid(child, 0)[1])
"""


def forked_child(folder: Path, call: str, before: str = "") -> str:
    """Return the outcome of a call in a child process: ``done``, or the error's text."""
    command = [sys.executable, "-P", "-W", "ignore", "-c", CHILD, str(folder), before, call]
    output: str = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    *answer, status = output.splitlines()
    assert status == "0", f"{call}: ended by signal {status}"
    return str(answer[0])


def test_every_public_function_is_called_here() -> None:
    public = (name for name in kranalyze.__all__ if inspect.isfunction(getattr(kranalyze, name)))
    assert set(CALLS) == set(public)


@pytest.mark.parametrize("name", CALLS)
def test_a_forked_child_is_told_so_instead_of_waiting(tmp_path: Path, name: str) -> None:
    answer = forked_child(tmp_path, CALLS[name])
    if name in PLAIN:
        assert answer == "done"
    else:
        assert answer.startswith("this process was forked from one in which polars was loaded")


@pytest.mark.parametrize("name", ["book", "odds"])
def test_a_book_that_was_read_before_is_of_no_use_either(tmp_path: Path, name: str) -> None:
    answer = forked_child(tmp_path, CALLS[name], before="kranalyze.book()")
    assert answer.startswith("this process was forked from one in which polars was loaded")


def test_the_tables_of_a_batch_are_not_scanned_in_a_child(tmp_path: Path) -> None:
    made = f"batch = kranalyze.batch({TOPS!r}, folder)"
    answer = forked_child(tmp_path, "batch.scan('table').collect()", before=made)
    assert answer.startswith("this process was forked from one in which polars was loaded")


def test_a_batch_takes_no_pool_that_forks(tmp_path: Path) -> None:
    with (
        ProcessPoolExecutor(1, get_context("fork")) as pool,
        pytest.raises(ValueError, match=r"get_context\('spawn'\)"),
    ):
        kranalyze.batch(TOPS, tmp_path / "out", executor=pool)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("way", ["spawn", "forkserver"])
def test_a_batch_takes_other_pools(tmp_path: Path, way: str) -> None:
    with ProcessPoolExecutor(1, get_context(way)) as pool:
        assert kranalyze.batch(TOPS, tmp_path / "out", executor=pool).done == 1
