"""Batches: solve or analyse any number of records in shards. A stopped batch can be resumed.

``batch`` runs a batch, and ``simulate_shards`` simulates games. ``read_batch`` reads the result of a finished
batch. The module ``engines`` has the pools of workers.
"""

from kranalyze.batches.run import SHARD_SIZES, BatchResult, batch, read_batch
from kranalyze.batches.simulated import simulate_shards
from kranalyze.batches.store import Shard
from kranalyze.batches.work import BatchError

__all__ = ["SHARD_SIZES", "BatchError", "BatchResult", "Shard", "batch", "read_batch", "simulate_shards"]
