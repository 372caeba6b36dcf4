"""Solve or analyse any number of records as a batch, which writes its results to files and can be resumed.

A batch consists of shards. A shard has the results for some consecutive records. ``batch`` runs a batch.
``simulate_shards`` simulates games and writes them as shards. ``read_batch`` reads the result of a finished
batch. The module ``engines`` has the pools of workers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.lazy import importer, modules_by_public_name

if TYPE_CHECKING:
    from kranalyze.batches.run import SHARD_SIZE, SINGLE_DUMMY_SHARD_SIZE, BatchResult, batch, read_batch
    from kranalyze.batches.simulated import simulate_shards
    from kranalyze.batches.store import Shard
    from kranalyze.batches.work import BatchError

__all__ = [
    "SHARD_SIZE", "SINGLE_DUMMY_SHARD_SIZE", "BatchError", "BatchResult", "Shard", "batch", "read_batch",
    "simulate_shards",
]  # fmt: skip

#: Each public name, with the module that defines it.
HOMES = modules_by_public_name({
    "kranalyze.batches.run": "SHARD_SIZE SINGLE_DUMMY_SHARD_SIZE BatchResult batch read_batch",
    "kranalyze.batches.simulated": "simulate_shards",
    "kranalyze.batches.store": "Shard",
    "kranalyze.batches.work": "BatchError",
})  # fmt: skip

__getattr__ = importer(__name__, HOMES)
