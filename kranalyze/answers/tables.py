"""Tables: all questions of many deals as rows."""

from kranalyze.answers.gathering import Batch, Problem
from kranalyze.answers.given import deal_table
from kranalyze.answers.plan import Plan
from kranalyze.answers.running import BATCH, batches, plans_of, sliced, solved, table
from kranalyze.answers.tablecolumns import COLUMNS, FORMAT_VERSION

__all__ = [
    "BATCH",
    "COLUMNS",
    "FORMAT_VERSION",
    "Batch",
    "Plan",
    "Problem",
    "batches",
    "deal_table",
    "plans_of",
    "sliced",
    "solved",
    "table",
]
