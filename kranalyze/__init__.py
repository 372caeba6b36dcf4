"""kranalyze: double-dummy solver and hand-record analyser for Königrufen and its relatives.

>>> import kranalyze
>>> deal = kranalyze.Deal.parse("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ")
>>> kranalyze.solve(deal, game="graden", contract="koenigmord", declarer="S").makeable
True
"""

from __future__ import annotations

from kranalyze import forked as _forked  # noqa: F401  (it has to know of every fork)

TYPE_CHECKING = False  # typing's, which takes longer to import than all that is here
if TYPE_CHECKING:
    from typing import Any

    from kranalyze.analysis.board import Position
    from kranalyze.answers.answer import Answer, solve
    from kranalyze.answers.tables import table
    from kranalyze.batches import batch
    from kranalyze.cards import Card
    from kranalyze.deal import Deal, Seat
    from kranalyze.games import GAMES
    from kranalyze.hand import exact_odds
    from kranalyze.known import knowledge
    from kranalyze.known.advice import advise
    from kranalyze.kpn import KpnError, read_kpn

#: Version of the program, asked for when first used.
__version__: str

#: Where the public names live; they are imported when first used, so that starting costs nothing. None of
#: them may be the name of a module: importing that would put the module in its place.
_HOMES = {
    "Card": "kranalyze.cards",
    "Position": "kranalyze.analysis.board",
    "Answer": "kranalyze.answers.answer",
    "solve": "kranalyze.answers.answer",
    "GAMES": "kranalyze.games",
    "Deal": "kranalyze.deal",
    "Seat": "kranalyze.deal",
    "advise": "kranalyze.known.advice",
    "batch": "kranalyze.batches",
    "KpnError": "kranalyze.kpn",
    "exact_odds": "kranalyze.hand.exact",
    "knowledge": "kranalyze.known",
    "read_kpn": "kranalyze.kpn",
    "table": "kranalyze.answers.tables",
}

__all__ = [
    "GAMES",
    "Answer",
    "Card",
    "Deal",
    "KpnError",
    "Position",
    "Seat",
    "advise",
    "batch",
    "exact_odds",
    "knowledge",
    "read_kpn",
    "solve",
    "table",
]


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    if name == "__version__":
        return _version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _version() -> str:
    from importlib import metadata

    try:
        return metadata.version("kranalyze")
    except metadata.PackageNotFoundError:  # run from a tree that is not installed
        return "0+unknown"
