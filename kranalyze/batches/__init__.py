"""Batches: any number of records, solved or analysed shard by shard, stopped and resumed at will.

``batch`` runs one, ``read_batch`` finds the result of a finished one; ``engines`` says who does the work.
"""

from kranalyze.batches.run import SHARD_SIZES, BatchResult, batch, read_batch
from kranalyze.batches.store import Shard
from kranalyze.batches.work import BatchError

__all__ = ["SHARD_SIZES", "BatchError", "BatchResult", "Shard", "batch", "read_batch"]
