"""Batches: solve or analyse any number of records shard by shard, with stops and resumes.

``batch`` runs a batch, ``simulate_shards`` simulates games, and ``read_batch`` reads a finished one. The
module ``engines`` has the pools of workers.
"""

from kranalyze.batches.run import SHARD_SIZES, BatchResult, batch, read_batch
from kranalyze.batches.simulated import simulate_shards
from kranalyze.batches.store import Shard
from kranalyze.batches.work import BatchError

__all__ = ["SHARD_SIZES", "BatchError", "BatchResult", "Shard", "batch", "read_batch", "simulate_shards"]
