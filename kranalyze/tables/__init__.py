"""Tables: all questions of many deals as rows."""

from kranalyze.tables.plan import Plan
from kranalyze.tables.rows import Batch, Problem
from kranalyze.tables.running import BATCH, batches, deal_table, default_workers, sliced, table
from kranalyze.tables.schema import COLUMNS, FORMAT_VERSION

__all__ = [
    "BATCH",
    "COLUMNS",
    "FORMAT_VERSION",
    "Batch",
    "Plan",
    "Problem",
    "batches",
    "deal_table",
    "default_workers",
    "sliced",
    "table",
]
