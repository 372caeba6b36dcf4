"""Single dummy: what a seat can know, the layouts that it cannot exclude, and advice (RULINGS: single dummy).

A layout is an arrangement of the cards that the seat does not see.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.lazy import importer, modules_by_public_name

if TYPE_CHECKING:
    from kranalyze.known.layouts import Knowledge, knowledge
    from kranalyze.known.refusals import CannotBeError

__all__ = ["CannotBeError", "Knowledge", "knowledge"]

#: For each public name of this package the module that defines it.
HOMES = modules_by_public_name({
    "kranalyze.known.layouts": "Knowledge knowledge",
    "kranalyze.known.refusals": "CannotBeError",
})

__getattr__ = importer(__name__, HOMES)

