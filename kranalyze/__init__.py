"""kranalyze: double-dummy solver and hand-record analyser for Königrufen and its relatives.

>>> import kranalyze
>>> deal = kranalyze.Deal.parse("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ")
>>> kranalyze.solve(deal, game="graden", contract="koenigmord", declarer="S").makeable
True
"""

from __future__ import annotations

from importlib import import_module, metadata
from typing import TYPE_CHECKING, Any

from kranalyze.deal import Deal, Seat

if TYPE_CHECKING:
    from kranalyze.answer import Answer, solve
    from kranalyze.games import GAMES
    from kranalyze.kpn import KpnError, read_kpn
    from kranalyze.tables import table

try:
    __version__ = metadata.version("kranalyze")
except metadata.PackageNotFoundError:  # run from a tree that is not installed
    __version__ = "0+unknown"

#: Where the public names live; they are imported when first used, so that starting costs nothing.
_HOMES = {
    "Answer": "kranalyze.answer",
    "solve": "kranalyze.answer",
    "GAMES": "kranalyze.games",
    "KpnError": "kranalyze.kpn",
    "read_kpn": "kranalyze.kpn",
    "table": "kranalyze.tables",
}

__all__ = ["GAMES", "Answer", "Deal", "KpnError", "Seat", "read_kpn", "solve", "table"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
