"""kranalyze: double-dummy solver and hand-record analyser for Königrufen and its relatives.

- One deal: ``solve`` proves whether a contract can be made, a ``Position`` is played on card by card,
  ``knowledge`` and ``advise`` say what a seat can know.
- Many: ``deals`` deals at random, ``table`` answers every question of each deal, ``par`` bids them, ``stats``
  counts, ``batch`` goes on where it was stopped.
- A hand: ``odds``, ``exact_odds``, ``book``.
- Logs: ``read_kpn``, ``parse_kpn``, ``write_kpn``, ``analyze``, ``annotate``.

Many rows come as polars frames. What cannot be is a ``ValueError`` that says what (``ArgumentError`` and
``KpnError`` are such), a file that cannot be read an ``OSError``.

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

    from kranalyze.analysis import Analysis
    from kranalyze.analysis.board import Position
    from kranalyze.analysis.study import analyze, annotate
    from kranalyze.answers.answer import Answer, solve
    from kranalyze.answers.partable import par
    from kranalyze.answers.tables import table
    from kranalyze.arguments import ArgumentError
    from kranalyze.batches import BatchResult, batch
    from kranalyze.cards import Card
    from kranalyze.deal import Deal, Seat
    from kranalyze.dealing import deals
    from kranalyze.games import GAMES
    from kranalyze.hand import Odds, odds
    from kranalyze.hand.book import book
    from kranalyze.hand.exact import exact_odds
    from kranalyze.known import Knowledge, knowledge
    from kranalyze.known.advice import Advice, advise
    from kranalyze.kpn import KpnError, KpnFile, Record, parse_kpn, read_kpn, write_kpn
    from kranalyze.survey.counting import stats

#: Version of the program, asked for when first used.
__version__: str

#: Where the public names live; they are imported when first used, so that starting costs nothing. None of
#: them may be the name of a module: importing that would put the module in its place.
_HOMES = {
    "GAMES": "kranalyze.games",
    "Advice": "kranalyze.known.advice",
    "Analysis": "kranalyze.analysis",
    "Answer": "kranalyze.answers.answer",
    "ArgumentError": "kranalyze.arguments",
    "BatchResult": "kranalyze.batches",
    "Card": "kranalyze.cards",
    "Deal": "kranalyze.deal",
    "Knowledge": "kranalyze.known",
    "KpnError": "kranalyze.kpn",
    "KpnFile": "kranalyze.kpn",
    "Odds": "kranalyze.hand",
    "Position": "kranalyze.analysis.board",
    "Record": "kranalyze.kpn",
    "Seat": "kranalyze.deal",
    "advise": "kranalyze.known.advice",
    "analyze": "kranalyze.analysis.study",
    "annotate": "kranalyze.analysis.study",
    "batch": "kranalyze.batches",
    "book": "kranalyze.hand.book",
    "deals": "kranalyze.dealing",
    "exact_odds": "kranalyze.hand.exact",
    "knowledge": "kranalyze.known",
    "odds": "kranalyze.hand",
    "par": "kranalyze.answers.partable",
    "parse_kpn": "kranalyze.kpn",
    "read_kpn": "kranalyze.kpn",
    "solve": "kranalyze.answers.answer",
    "stats": "kranalyze.survey.counting",
    "table": "kranalyze.answers.tables",
    "write_kpn": "kranalyze.kpn",
}

__all__ = [
    "GAMES",
    "Advice",
    "Analysis",
    "Answer",
    "ArgumentError",
    "BatchResult",
    "Card",
    "Deal",
    "Knowledge",
    "KpnError",
    "KpnFile",
    "Odds",
    "Position",
    "Record",
    "Seat",
    "advise",
    "analyze",
    "annotate",
    "batch",
    "book",
    "deals",
    "exact_odds",
    "knowledge",
    "odds",
    "par",
    "parse_kpn",
    "read_kpn",
    "solve",
    "stats",
    "table",
    "write_kpn",
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
