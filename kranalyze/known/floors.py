"""The floor of a card: what one plan wins against opponents who see all cards (RULINGS: single dummy)."""

from __future__ import annotations

from kranalyze.known.layouts import Knowledge
from kranalyze.known.view import View


def floors(known: Knowledge, seen: View) -> dict[int, float]:
    """The floor of each card; empty where the rulings define none, or it is not known."""
    return {}
