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

from importlib import import_module as _module
from typing import TYPE_CHECKING

from kranalyze import display as _display
from kranalyze import forked as _forked  # noqa: F401  (it has to know of every fork)

if TYPE_CHECKING:
    from typing import Any

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

#: Version of the program, asked for when first used.
__version__: str

#: Where the public names live; they are imported when first used, so that starting costs nothing. None of
#: them may be the name of a module: importing that would put the module in its place.
_HOMES = {
    name: home
    for home, names in {
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
    }.items()
    for name in names.split()
}

__all__ = [
    "GAMES", "Advice", "Analysis", "Answer", "ArgumentError", "BatchResult", "Card", "Deal", "Knowledge",
    "KpnError", "KpnFile", "Odds", "Position", "Record", "Seat", "advise", "analyze", "annotate", "batch",
    "book", "deals", "exact_odds", "knowledge", "odds", "par", "parse_kpn", "read_kpn", "solve", "stats",
    "table", "write_kpn",
]  # fmt: skip


_display.render_with(lambda: _module("kranalyze.show.objects"))


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(_module(_HOMES[name]), name)
    if name == "__version__":
        from kranalyze.version import version

        return version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
