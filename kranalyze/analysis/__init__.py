"""Logged games analysed: what was made, what could have been made, and what every card cost."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from kranalyze import parallel
from kranalyze.analysis.bids import judged_bids
from kranalyze.analysis.game import Analysed, analysed
from kranalyze.analysis.gamecolumns import CARDS_SCHEMA, GAMES_SCHEMA, PLAYERS_SCHEMA
from kranalyze.analysis.gametables import analyzed_in_bulk, cards_table, games_table
from kranalyze.analysis.players import aggregate_players
from kranalyze.display import framed, printed
from kranalyze.frozen import frozen
from kranalyze.kpn import KpnError, Record

if TYPE_CHECKING:
    from kranalyze.parallel import Stop
    from kranalyze.read.logpieces import LogPiece

#: Records analysed together; where every card is judged on what its player could know, which takes a second
#: a game.
_BATCH, _FEW = 64, 2

#: Ordinary games analysed together: the first ones, and at most.
_FIRST, _MOST = 64, 2048

#: The tables of an analysis by name.
SCHEMAS = {"games": GAMES_SCHEMA, "cards": CARDS_SCHEMA, "players": PLAYERS_SCHEMA}

__all__ = [
    "CARDS_SCHEMA", "GAMES_SCHEMA", "PLAYERS_SCHEMA", "SCHEMAS", "Analysed", "Analysis", "aggregate_players",
    "analyses", "analyze_log", "analyze_records",
]  # fmt: skip


@frozen
class Analysis:
    """What came of some records.

    Attributes:
        tables: ``games``, a row for each record (``GAMES_SCHEMA``), and ``cards``, a row for each card played
            (``CARDS_SCHEMA``).
        problems: why records are left out or not analysed, each with its place.
        analysed: the same as objects, a game each.

    >>> from kranalyze import analyze
    >>> found = analyze("simulated-log.kpn", best=False)
    >>> found
    <Analysis: 76 games, 1795 cards, 0 problems>
    >>> found.cards.filter(mark="??").select("player", "card", "best", "cost").row(0)
    ('Emil', 'DA', ['ST'], 80)
    """

    tables: Mapping[str, pa.Table]
    problems: tuple[KpnError, ...] = ()
    analysed: Sequence[Analysed] = ()

    @property
    def games(self) -> pl.DataFrame:
        """A row for each record: hands, auction, verdict, what the deal was worth (FORMAT.md)."""
        return pl.DataFrame(self.tables["games"])

    @property
    def cards(self) -> pl.DataFrame:
        """A row for each card played: what every legal card guaranteed, and what this one cost."""
        return pl.DataFrame(self.tables["cards"])

    @property
    def players(self) -> pl.DataFrame:
        """A row for each name and game: what was won, and given away."""
        return pl.DataFrame(aggregate_players(**self.tables))

    def __repr__(self) -> str:
        games, cards = (rows.num_rows for rows in self.tables.values())
        return f"<Analysis: {games} games, {cards} cards, {len(self.problems)} problems>"

    def __str__(self) -> str:
        return printed("analysis", self)

    def _repr_html_(self) -> str:
        return str(framed("games", self.analysed)._repr_html_())


def analyze_records(
    records: Sequence[Record], *, best: bool = True, single_dummy: bool = False, bids: bool = True,
    stop: Stop | None = None,
) -> Analysis:  # fmt: skip
    """Analyse records; all their positions go to the core together.

    A record of which too little is known (an unknown hand, no called card) has a row of what is known,
    and a warning among the problems.

    Args:
        records: as read, of any games and files.
        best: look for the best contract and those passed up too, which in some games takes longest.
        single_dummy: judge every card, and every bid, also on what its player could know.
        bids: with it, else nothing is said of bids.
        stop: ends that early, with ``parallel.Stopped``.
    """
    games = analysed(records, best)
    if single_dummy:
        from kranalyze.known.judging import judged_alone

        games = [judged_alone(one, stop) for one in games]
        if bids:
            games = [replace(one, bids=judged_bids(one.record, stop)) for one in games]
    problems = tuple(one.problem for one in games if one.problem is not None)
    tables = {"games": games_table(games, single_dummy and bids), "cards": cards_table(games, single_dummy)}
    return Analysis(tables, problems, tuple(games))


def analyses(
    records: Iterable[Record], *, best: bool = True, single_dummy: bool = False, bids: bool = True,
    workers: int | None = None,
) -> Iterator[Analysis]:  # fmt: skip
    """Analyse any number of records some at a time, in their order; memory does not grow with them.

    Args:
        best, single_dummy, bids: see ``analyze_records``.
        workers: threads, default all cores.
    """
    stop, left = threading.Event(), iter(records)
    batches = iter(lambda: list(islice(left, _FEW if single_dummy else _BATCH)), [])
    analyze = partial(analyze_records, best=best, single_dummy=single_dummy, bids=bids, stop=stop)
    for _, analysis in parallel.run(analyze, batches, parallel.threads(workers, stop)):
        yield analysis


def analyze_log(
    pieces: Callable[[Callable[[], int]], Iterable[LogPiece]], *, best: bool = True,
    workers: int | None = None, take: Callable[[Analysis], object] | None = None,
) -> Iterator[Analysis]:  # fmt: skip
    """The rows of a log, piece by piece: ordinary games as columns, so that no game is an object.

    Args:
        pieces: the games, given how many are wanted next.
        best: see ``analyze_records``.
        workers: threads, default all cores.
        take: is given the rows in their order, by one worker at a time, before they come from here.
    """
    pace = parallel.Pace(_FIRST, _MOST)

    def analyze(piece: LogPiece) -> Analysis:
        records = [outcome.record for outcome in piece.others if outcome.record is not None]
        with pace.timed(piece.ordinary.count + len(piece.others)):
            others = analyze_records(records, best=best)
            if not piece.ordinary.count:
                return others
            tables = analyzed_in_bulk(piece.ordinary, piece.file, best)
            for name, rows in tables.items() if records else ():  # in the order of the games
                both = pa.concat_tables([rows, others.tables[name]]).unify_dictionaries().combine_chunks()
                tables[name] = both.take(pc.sort_indices(both.column("record")))
            return Analysis(tables, others.problems)

    for _, analysis in parallel.in_turn(
        analyze, pieces(lambda: pace.size), parallel.threads(workers), take
    ):
        yield analysis
