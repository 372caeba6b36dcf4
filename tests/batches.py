"""Helpers for tests of batches: make inputs, return rows to compare, and replace workers by failing ones."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import polars as pl

from kranalyze.batches import BatchResult, Shard
from kranalyze.batches.work import Job, make_shard
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.parallel import Stop

DATA = Path(__file__).parent / "data"

Row = tuple[Any, ...]


def deals(count: int, seed: int = 1) -> pl.DataFrame:
    """Return random deals of Graden."""
    return random_deals(GAMES["graden"], count, seed=seed)


def log(path: Path, count: int, seed: int = 1) -> Path:
    """Write a file whose records have only a deal, and return its path."""
    with path.open("w") as out:
        for board, row in enumerate(deals(count, seed).iter_rows(), 1):
            out.write(f'[Board "{board}"]\n[Game "graden"]\n[Deal "{deal_text(row)}"]\n\n')
    return path


def deal_text(masks: Row) -> str:
    """Return the first four masks of a row as the value of a Deal tag."""
    from kranalyze.deal import Deal

    return Deal(masks[:4]).text()


def rows(result: BatchResult, table: str = "table") -> list[Row]:
    """Return all rows of a table of a batch, in the order of the table."""
    return result.scan(table).collect().rows()


def dying_once(job: Job, stop: Stop | None = None) -> Shard:
    """Make a shard as a worker does. At the third shard, kill the process, but only at the first attempt."""
    if job.piece.start.game == 2 * job.piece.records:
        flag = Path(job.folder) / "died"
        try:
            flag.touch(exist_ok=False)
        except FileExistsError:
            return make_shard(job)
        os.kill(os.getpid(), signal.SIGKILL)
    return make_shard(job)


def dying(job: Job, stop: Stop | None = None) -> Shard:
    """Kill the process of the worker at every shard."""
    os.kill(os.getpid(), signal.SIGKILL)
    return make_shard(job)


def writing_elsewhere(job: Job, stop: Stop | None = None) -> Shard:
    """Make a shard as a worker does, but write it to another directory than that of the batch.

    This is what happens on a machine without the shared storage of the batch.
    """
    from dataclasses import replace

    elsewhere = Path(job.folder) / "elsewhere"
    for folder in ("table", "shards"):
        (elsewhere / folder).mkdir(parents=True, exist_ok=True)
    return make_shard(replace(job, folder=str(elsewhere)))
