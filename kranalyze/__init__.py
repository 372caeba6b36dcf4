"""kranalyze: double-dummy solver and hand-record analyser for Königrufen and its relatives.

- One deal: ``solve`` proves whether a contract can be made. A ``Position`` is played on card by card.
  ``knowledge`` and ``advise`` say what a seat can know.
- Many deals: ``deals`` deals at random, ``table`` answers every question of each deal, ``par``
  finds the auction of perfect bidders, ``stats`` counts results, ``batch`` resumes where it was stopped.
- A hand: ``odds``, ``exact_odds``, ``book``.
- Logs: ``read_kpn``, ``parse_kpn``, ``write_kpn``, ``analyze``, ``annotate``.

Functions that return many rows return polars frames. A wrong value raises a ``ValueError`` with the reason;
``ArgumentError`` and ``KpnError`` are kinds of it. An unreadable file raises an ``OSError``.

>>> import kranalyze
>>> deal = kranalyze.Deal.parse("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ")
>>> kranalyze.solve(deal, game="graden", contract="koenigmord", declarer="S").makeable
True
"""

from __future__ import annotations

from importlib import import_module as _module
from typing import TYPE_CHECKING

from kranalyze import display as _display
from kranalyze import forked as _forked  # noqa: F401  (registers a hook that notices every fork)
from kranalyze import lazy as _lazy
from kranalyze import version as _version

if TYPE_CHECKING:
    from kranalyze.analysis import Analysis, analyze, annotate
    from kranalyze.analysis.board import Position
    from kranalyze.answers.answer import Answer, solve
    from kranalyze.answers.par import par
    from kranalyze.answers.tables import table
    from kranalyze.arguments import ArgumentError
    from kranalyze.batches import BatchResult, batch
    from kranalyze.cards import Card
    from kranalyze.deal import Deal, Seat
    from kranalyze.dealing import deals
    from kranalyze.games import GAMES
    from kranalyze.hand import Odds, exact_odds, odds
    from kranalyze.hand.book import book
    from kranalyze.known import Knowledge, knowledge
    from kranalyze.known.advice import Advice, advise
    from kranalyze.kpn import KpnError, KpnFile, Record, parse_kpn, read_kpn, write_kpn
    from kranalyze.survey.counting import stats

#: Version of the program.
__version__ = _version.VERSION

#: Module of each public name. A name is imported when first used, so that ``import kranalyze`` stays fast.
#: No public name may be the name of a module: importing the module would replace the function.
_HOMES = _lazy.modules_by_name({
    "kranalyze.analysis": "Analysis analyze annotate",
    "kranalyze.analysis.board": "Position",
    "kranalyze.answers.answer": "Answer solve",
    "kranalyze.answers.par": "par",
    "kranalyze.answers.tables": "table",
    "kranalyze.arguments": "ArgumentError",
    "kranalyze.batches": "BatchResult batch",
    "kranalyze.cards": "Card",
    "kranalyze.deal": "Deal Seat",
    "kranalyze.dealing": "deals",
    "kranalyze.games": "GAMES",
    "kranalyze.hand": "Odds exact_odds odds",
    "kranalyze.hand.book": "book",
    "kranalyze.known": "Knowledge knowledge",
    "kranalyze.known.advice": "Advice advise",
    "kranalyze.kpn": "KpnError KpnFile Record parse_kpn read_kpn write_kpn",
    "kranalyze.survey.counting": "stats",
})  # fmt: skip

__getattr__ = _lazy.importer(__name__, _HOMES)

__all__ = [
    "GAMES", "Advice", "Analysis", "Answer", "ArgumentError", "BatchResult", "Card", "Deal", "Knowledge",
    "KpnError", "KpnFile", "Odds", "Position", "Record", "Seat", "advise", "analyze", "annotate", "batch",
    "book", "deals", "exact_odds", "knowledge", "odds", "par", "parse_kpn", "read_kpn", "solve", "stats",
    "table", "write_kpn",
]  # fmt: skip


_display.render_with(lambda: _module("kranalyze.show.objects"))


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
