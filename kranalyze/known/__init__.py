"""Single dummy: the knowledge of a seat, its possible layouts, and advice (RULINGS: single dummy)."""

from kranalyze.known.layouts import Knowledge, knowledge
from kranalyze.known.refusals import CannotBeError

__all__ = ["CannotBeError", "Knowledge", "knowledge"]
