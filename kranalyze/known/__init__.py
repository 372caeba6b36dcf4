"""Single dummy: the knowledge of a seat, its possible layouts, and advice (RULINGS: single dummy).

A layout is a way in which the cards that a seat does not see can lie. It is possible if the seat cannot
exclude it.
"""

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

