"""Helpers for tests of batches: inputs, rows to compare, and workers that die."""

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
    """Random deals of Graden."""
    return random_deals(GAMES["graden"], count, seed=seed)


def log(path: Path, count: int, seed: int = 1) -> Path:
    """A file of records that hold deals only."""
    with path.open("w") as out:
        for board, row in enumerate(deals(count, seed).iter_rows(), 1):
            out.write(f'[Board "{board}"]\n[Game "graden"]\n[Deal "{deal_text(row)}"]\n\n')
    return path


def deal_text(masks: Row) -> str:
    """Four masks as in a Deal tag."""
    from kranalyze.deal import Deal

    return Deal(masks[:4]).text()


def rows(result: BatchResult, table: str = "table") -> list[Row]:
    """All rows of a table, in their order."""
    return result.scan(table).collect().rows()


def dying_once(job: Job, stop: Stop | None = None) -> Shard:
    """A worker's job that is killed at its third shard, but only at the first attempt."""
    if job.piece.start.game == 2 * job.piece.records:
        flag = Path(job.folder) / "died"
        try:
            flag.touch(exist_ok=False)
        except FileExistsError:
            return make_shard(job)
        os.kill(os.getpid(), signal.SIGKILL)
    return make_shard(job)


def dying(job: Job, stop: Stop | None = None) -> Shard:
    """The work of a worker that is killed by everything."""
    os.kill(os.getpid(), signal.SIGKILL)
    return make_shard(job)


def writing_elsewhere(job: Job, stop: Stop | None = None) -> Shard:
    """The work of a worker for whom the directory is another one."""
    from dataclasses import replace

    elsewhere = Path(job.folder) / "elsewhere"
    for folder in ("table", "shards"):
        (elsewhere / folder).mkdir(parents=True, exist_ok=True)
    return make_shard(replace(job, folder=str(elsewhere)))
