"""kranalyze: double-dummy solver and hand-record analyser for Königrufen and its relatives.

- One deal: ``solve`` proves whether a contract can be made. ``Position`` plays a deal card by card.
  ``knowledge`` says what a seat can know. ``advise`` recommends a card, and ``advise_call`` a bid or pass.
- Many deals: ``deals`` makes random deals. ``table`` solves every contract for every declarer on each deal.
  ``par`` finds the auction of perfect bidders. ``stats`` counts results. ``batch`` writes the table of many
  deals to files, and resumes an interrupted run. ``features`` computes facts about hands, for example
  the number of Aces in a hand, or the place of its seat in the auction.
- A single hand: ``odds`` finds how often each contract can be made. ``count_sweep_layouts`` counts the
  arrangements of the other cards in which the hand takes all tricks. ``book`` looks up the odds of hands.
- Simulated games: ``simulate`` lets careful players bid and play.
- Logs of games: ``records``, ``read_kpn`` and ``parse_kpn`` read logs. ``new_record`` makes a record, and
  ``write_kpn`` writes records. ``analyze`` finds what each card cost, and ``annotate`` notes the costs.

Functions that return many rows return polars frames. A wrong value raises a ``ValueError`` with the reason.
``ArgumentError`` and ``KpnError`` are subclasses of ``ValueError``. An unreadable file raises an ``OSError``.

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
    from kranalyze.answers.answer import Answer, OtherAction, Trick, solve
    from kranalyze.answers.featureframes import feature, features
    from kranalyze.answers.par import par
    from kranalyze.answers.tables import table
    from kranalyze.arguments import ArgumentError
    from kranalyze.batches import BatchResult, batch
    from kranalyze.cards import Card
    from kranalyze.deal import Deal, Seat
    from kranalyze.games import GAMES, Contract, Game, Question
    from kranalyze.hand import Odds, count_sweep_layouts, odds
    from kranalyze.hand.book import book
    from kranalyze.hands import CardTable, Hand
    from kranalyze.known import Knowledge, knowledge
    from kranalyze.known.advice import Advice, CardAdvice, advise
    from kranalyze.known.wordgames import WordAdvice
    from kranalyze.kpn import KpnError, KpnFile, Move, Record, parse_kpn, read_kpn, write_kpn
    from kranalyze.read.newrecords import new_record
    from kranalyze.read.recordstream import records
    from kranalyze.simulation import simulate
    from kranalyze.simulation.calladvice import AuctionAdvice, CallAdvice, advise_call
    from kranalyze.survey.chosendeals import deals
    from kranalyze.survey.counting import stats

#: Version of the program.
__version__ = _version.VERSION

#: Each public name, with the module that defines it. A name is imported when it is first used, so that
#: ``import kranalyze`` stays fast. A public name must not be the name of a module of this package. Otherwise
#: an import of the module would replace the function.
_HOMES = _lazy.modules_by_public_name({
    "kranalyze.analysis": "Analysis analyze annotate",
    "kranalyze.analysis.board": "Position",
    "kranalyze.answers.answer": "Answer OtherAction Trick solve",
    "kranalyze.answers.featureframes": "feature features",
    "kranalyze.answers.par": "par",
    "kranalyze.answers.tables": "table",
    "kranalyze.arguments": "ArgumentError",
    "kranalyze.batches": "BatchResult batch",
    "kranalyze.cards": "Card",
    "kranalyze.deal": "Deal Seat",
    "kranalyze.games": "GAMES Contract Game Question",
    "kranalyze.hand": "Odds count_sweep_layouts odds",
    "kranalyze.hand.book": "book",
    "kranalyze.hands": "CardTable Hand",
    "kranalyze.known": "Knowledge knowledge",
    "kranalyze.known.advice": "Advice CardAdvice advise",
    "kranalyze.known.wordgames": "WordAdvice",
    "kranalyze.kpn": "KpnError KpnFile Move Record parse_kpn read_kpn write_kpn",
    "kranalyze.read.newrecords": "new_record",
    "kranalyze.read.recordstream": "records",
    "kranalyze.simulation": "simulate",
    "kranalyze.simulation.calladvice": "AuctionAdvice CallAdvice advise_call",
    "kranalyze.survey.chosendeals": "deals",
    "kranalyze.survey.counting": "stats",
})  # fmt: skip

__getattr__ = _lazy.importer(__name__, _HOMES)

__all__ = [
    "GAMES",
    "Advice",
    "Analysis",
    "Answer",
    "ArgumentError",
    "AuctionAdvice",
    "BatchResult",
    "CallAdvice",
    "Card",
    "CardAdvice",
    "CardTable",
    "Contract",
    "Deal",
    "Game",
    "Hand",
    "Knowledge",
    "KpnError",
    "KpnFile",
    "Move",
    "Odds",
    "OtherAction",
    "Position",
    "Question",
    "Record",
    "Seat",
    "Trick",
    "WordAdvice",
    "advise",
    "advise_call",
    "analyze",
    "annotate",
    "batch",
    "book",
    "count_sweep_layouts",
    "deals",
    "feature",
    "features",
    "knowledge",
    "new_record",
    "odds",
    "par",
    "parse_kpn",
    "read_kpn",
    "records",
    "simulate",
    "solve",
    "stats",
    "table",
    "write_kpn",
]  # fmt: skip


_display.render_with(lambda: _module("kranalyze.show.objects"))


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
