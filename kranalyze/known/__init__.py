"""Single dummy: what a seat knows, its possible layouts, and advice (RULINGS: single dummy)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.lazy import importer, modules_by_name

if TYPE_CHECKING:
    from kranalyze.known.layouts import Knowledge, knowledge
    from kranalyze.known.refusals import CannotBeError

__all__ = ["CannotBeError", "Knowledge", "knowledge"]

#: Module of each public name.
HOMES = modules_by_name({
    "kranalyze.known.layouts": "Knowledge knowledge",
    "kranalyze.known.refusals": "CannotBeError",
})

__getattr__ = importer(__name__, HOMES)

