"""Single dummy: what a seat knows, its possible layouts, and what to play on that (RULINGS: single dummy)."""

from kranalyze.known.facts import CannotBeError
from kranalyze.known.layouts import Knowledge, knowledge

__all__ = ["CannotBeError", "Knowledge", "knowledge"]
