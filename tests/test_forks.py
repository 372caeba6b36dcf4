"""Processes that were forked: what would wait for ever is refused."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import kranalyze
from running import TOPS

#: A child that is forked after polars has worked; a clock of its own ends it if it hangs.
CHILD = f"""
import os, signal
import polars as pl
import kranalyze
pl.DataFrame({{"a": range(100_000)}}).sort("a").group_by("a").len()
child = os.fork()
if not child:
    signal.alarm(20)
    try:
        kranalyze.table("{TOPS}")
    except RuntimeError as error:
        print(error, flush=True)
    os._exit(0)
print(os.waitpid(child, 0)[1])
"""


def test_a_forked_child_is_told_so_instead_of_waiting() -> None:
    done = subprocess.run([sys.executable, "-P", "-c", CHILD], capture_output=True, text=True, check=True)
    message, status = done.stdout.splitlines()
    assert message.startswith("this process was forked from one in which polars was loaded")
    assert status == "0"


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
