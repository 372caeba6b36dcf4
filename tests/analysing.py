"""Analyse records as objects, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from kranalyze.analysis import analyze_records
from kranalyze.analysis.game import Analysed
from kranalyze.kpn import Record


def analysed(records: Sequence[Record], best: bool = True) -> list[Analysed]:
    """Return records as analysed games."""
    return list(analyze_records(records, best=best).analysed)
