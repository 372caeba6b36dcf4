"""Analyse logged games, and annotate logs.

An analysis shows which contracts could be made, and what each card cost its player. An annotated log has
these costs as marks and notes on the cards.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

import polars as pl
import pyarrow as pa

from kranalyze import parallel
from kranalyze.analysis.bids import Bids, judge_bids
from kranalyze.analysis.gametables import GameTables
from kranalyze.analysis.players import Totals
from kranalyze.analysis.unknown import reasons_not_analysed
from kranalyze.answers.best import best_bid_of_each_seat
from kranalyze.arguments import ArgumentError, Expected, checked
from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.cards import Deck
from kranalyze.core import compute
from kranalyze.core.arrow import frame_of_table
from kranalyze.core.evaluate import evaluate
from kranalyze.display import ShownAsPage
from kranalyze.games import Game, get_game
from kranalyze.kpn import Broken, KpnError, Outcome, Record
from kranalyze.read import read_games
from kranalyze.read.judgedlog import JudgedLog, log_of_records
from kranalyze.read.logpieces import log_pieces

if TYPE_CHECKING:
    from kranalyze.analysis.game import Analysed, Judged
    from kranalyze.kpn import KpnFile
    from kranalyze.parallel import Stop
    from kranalyze.read.logpieces import LogPiece

#: The types that the functions of this module accept as logged games.
Log: TypeAlias = "str | os.PathLike[str] | KpnFile | Record | Iterable[Record]"

#: How many records are analysed together as one batch. ``_BATCH`` is the usual size. ``_FEW`` is the size if
#: cards are also judged by what the players could know. That judgement takes about a second per game.
_BATCH, _FEW = 512, 2

#: Sizes of the pieces in which a log is analysed. A piece is some consecutive games. ``_FIRST`` is the number
#: of games in each of the first pieces. ``_MOST`` is the largest number of games in any piece. The program
#: chooses the size of each later piece so that its analysis takes about ``_SECONDS`` seconds. Each piece has
#: an overhead of some hundredths of a second.
_FIRST, _MOST, _SECONDS = 512, 4096, 0.5

#: Prefix of the notes that ``annotate`` writes. When a log is annotated again, notes with this prefix are
#: replaced.
_OURS = "kranalyze: "


@dataclass(frozen=True, slots=True, repr=False)
class Analysis(ShownAsPage):
    """The results of analysing some records.

    Attributes:
        tables: the table ``games`` (``GAMES_SCHEMA``, a row for each record) and the table ``cards``
            (``CARDS_SCHEMA``, a row for each card played).
        problems: errors and warnings, each with file, line and column. They say why records were left out
            or could not be analysed.
        made: function that returns the value of ``analysed``: the games as ``Analysed`` objects.

    >>> from kranalyze import analyze
    >>> found = analyze("simulated-log.kpn", best=False)
    >>> found
    <Analysis: 76 games, 1806 cards, 0 problems>
    >>> found.cards.filter(mark="??").select("player", "card", "best", "cost").row(0)
    ('Gustl', 'DJ', ['SK', 'HA'], 80)
    """

    tables: Mapping[str, pa.Table]
    problems: tuple[KpnError, ...] = ()
    made: Callable[[], tuple[Analysed, ...]] = tuple

    @property
    def analysed(self) -> tuple[Analysed, ...]:
        """The analysed games as objects. The games of a log file become objects at the first access."""
        return self.made()

    @property
    def games(self) -> pl.DataFrame:
        """The table of games (FORMAT.md). A record's row has hands, auction, verdict and best contract."""
        return frame_of_table(self.tables["games"])

    @property
    def cards(self) -> pl.DataFrame:
        """The table of cards. The row of a played card has its cost and the value of each legal card."""
        return frame_of_table(self.tables["cards"])

    @property
    def players(self) -> pl.DataFrame:
        """The table of players, with a row for each name and card game: sums of settlements and costs."""
        return pl.DataFrame(Totals().add(**self.tables).table())

    def __reduce__(self) -> tuple[Any, ...]:  # pickle the games themselves, because `made` cannot be pickled
        return Analysis, (self.tables, self.problems, partial(tuple, self.analysed))

    def __repr__(self) -> str:
        games, cards = (rows.num_rows for rows in self.tables.values())
        return f"<Analysis: {games} games, {cards} cards, {len(self.problems)} problems>"


#: The results of reading some consecutive games of a log, and the analysis of these games.
Part: TypeAlias = tuple[list[Outcome], Analysis]


def analyze_records(
    records: Sequence[Record], *, best: bool = True, single_dummy: bool = False, bids: bool = True,
    stop: Stop | None = None,
) -> Analysis:  # fmt: skip
    """Analyse records as ``analyze`` does, in a single call of the core.

    A record may lack necessary facts, for example a hand or the called card. Then ``Analysis.problems`` has a
    warning, and the row of the record has only the known facts.

    Raises:
        parallel.Stopped: ``stop`` was set during a single-dummy analysis.
    """
    worth = _EvaluatedLog(log_of_records(records), best, positions=True)
    if not single_dummy:
        objects = cache(partial(worth.to_objects, records))
        return Analysis(worth.tables(), tuple(worth.problems.values()), objects)
    from kranalyze.analysis.alone import judge_single_dummy

    games = tuple(judge_single_dummy(game, stop) for game in worth.to_objects(records))
    if bids:
        games = tuple(replace(game, bids=judge_bids(game.record, stop)) for game in games)
    judged = [game.bids or Bids() for game in games] if bids else None
    cards = [card for game in games for card in game.cards]
    made = worth.made
    tables = {"games": made.games(worth.best, judged), "cards": made.cards(cards)}
    return Analysis(tables, tuple(worth.problems.values()), lambda: games)


class _EvaluatedLog:
    """A log that the core has evaluated. The methods return the results as tables or as objects.

    Attributes:
        made: the ``GameTables`` object, which builds the tables ``games`` and ``cards``.
        best: frame with the best bid of each seat, four rows per game. None: best bids were not requested.
        problems: for each game that is not analysed, the reason. The key is the game's index in the log.
    """

    def __init__(self, log: JudgedLog, best: bool, positions: bool = False) -> None:
        self._evaluated = evaluate(log.judged, positions=positions)
        self.made = GameTables(log, self._evaluated)
        self.best = best_bid_of_each_seat(log.games, self.made.deals_and_contracts()) if best else None
        self.problems = dict(reasons_not_analysed(log, self._evaluated))

    def tables(self) -> dict[str, pa.Table]:
        """Return the tables ``games`` and ``cards``."""
        return {"games": self.made.games(self.best), "cards": self.made.cards()}

    def to_objects(self, records: Sequence[Record]) -> tuple[Analysed, ...]:
        """Return the analysed games as objects. ``records`` must be all records of the log, in order."""
        from kranalyze.analysis.game import analysed_games

        return tuple(analysed_games(records, self._evaluated, self.best, self.problems))


def analyze_outcomes(
    outcomes: Iterable[Outcome], *, best: bool = True, single_dummy: bool = False, bids: bool = True,
    workers: int | None = None,
) -> Iterator[Part]:  # fmt: skip
    """Analyse any number of games as ``analyze`` does. Yield the analyses of batches of games, in order.

    Memory holds only a few batches at a time.
    """
    stop, remaining = threading.Event(), iter(outcomes)
    batches = iter(lambda: list(islice(remaining, _FEW if single_dummy else _BATCH)), [])

    def work(batch: list[Outcome]) -> Analysis:
        records = [outcome.record for outcome in batch if outcome.record is not None]
        return analyze_records(records, best=best, single_dummy=single_dummy, bids=bids, stop=stop)

    return parallel.run(work, batches, parallel.thread_pool(workers, stop))


def analyze_log(
    pieces: Callable[[parallel.Pace, int], Iterable[LogPiece]], *, best: bool = True,
    workers: int | None = None, take: Callable[[Analysis], object] | None = None,
) -> Iterator[Part]:  # fmt: skip
    """Analyse a log in pieces (some consecutive games each). Yield the results of the pieces in order.

    Games without problems become objects only if the caller accesses ``Analysis.analysed``.

    Args:
        pieces: function that yields the pieces of the log. Its first argument is a ``Pace``, an object that
            decides how many games the next piece has. The ``Pace`` decides by the time that earlier pieces
            took. The second argument is how many workers analyse pieces.
        best: whether to find the best contract of each seat.
        workers: how many threads analyse pieces. None: one for each core of the machine.
        take: function that is called with each analysis before the analysis is yielded. The calls
            come in the order of the pieces, one at a time.
    """
    pace, pool = parallel.Pace(_FIRST, _MOST, _SECONDS), parallel.thread_pool(workers)

    def work(piece: LogPiece) -> Part:
        with pace.timed(piece.count):
            return analyze_piece(piece, best)

    taken = None if take is None else lambda part: take(part[1])
    for _, part in parallel.run_in_order(work, pieces(pace, pool.width()), pool, taken):
        yield part


def analyze_piece(piece: LogPiece, best: bool) -> Part:
    """Analyse some consecutive games of a log.

    If the caller accesses ``Analysis.analysed``, all games of the piece are read and analysed again as
    objects.
    """
    games = piece.judged()
    records = [outcome.record for outcome in games.others if outcome.record is not None]
    if games.log is None:
        return games.others, analyze_records(records, best=best)
    worth = _EvaluatedLog(games.log, best)
    tables, problems = worth.tables(), [*worth.problems.values()]
    if records:
        others = analyze_records(records, best=best)
        problems += others.problems
        for name, rows in tables.items():  # add the rows of `others`, then sort by record
            merged = pa.concat_tables([rows, others.tables[name]]).unify_dictionaries().combine_chunks()
            tables[name] = compute.take(merged, compute.sort_indices(merged.column("record")))

    def objects() -> tuple[Analysed, ...]:
        """Return all games of the piece as objects."""
        outcomes = games.outcomes_in_file_order
        all_records = [outcome.record for outcome in outcomes if outcome.record is not None]
        return analyze_records(all_records, best=best).analysed

    return games.others, Analysis(tables, tuple(problems), cache(objects))


def read_log(
    log: Log, game: str | None = None, rules: Mapping[str, str] | None = None
) -> Iterator[Outcome]:
    """Read a log and yield the result for each of its games. Memory holds only a part of a file at a time.

    Args:
        log: the name of a file, the contents of a KPN file (``KpnFile``), a record, or several records.
        game: id of the card game that all records belong to. None: each record names its card game.
        rules: rule options. They override the rule options of the records.

    Raises:
        OSError: the file cannot be read.
        ArgumentError: ``log`` has the wrong type.
    """
    if isinstance(log, str | os.PathLike):
        yield from read_games(os.fspath(log), game, rules, strict=True)
        return
    from kranalyze.kpn.kpnfile import KpnFile
    from kranalyze.kpn.reader import Reader
    from kranalyze.kpn.writer import record_text

    if isinstance(log, KpnFile):
        yield from (Outcome(None, (), broken) for broken in log.broken)
        yield Outcome(None, log.problems)
        log = log.records
    records: list[Any] = list(log) if isinstance(log, Iterable) else [log]
    if wrong := [record for record in records if not isinstance(record, Record)]:
        raise ArgumentError("log", "a file, what read_kpn gives, or a list of records", wrong[0])
    for record in records:
        if game is None and not rules:
            yield Outcome(record, ())
            continue
        # The caller names a game or rules, so read the record's text again under this game and these rules.
        # If the record breaks the rules, the result has problems and no record.
        file, line, index = record.file, record.line, record.index
        for outcome in Reader(record_text(record), file, game, rules).outcomes():
            problems = (
                KpnError(file, line + p.line - 1, p.column, p.severity, p.message, index)
                for p in outcome.problems
            )
            read = outcome.record and replace(outcome.record, index=index, line=line)
            yield Outcome(read, tuple(problems))


@checked(
    game=Expected.GAME, rules=Expected.RULES, best=Expected.FLAG, single_dummy=Expected.FLAG,
    bids=Expected.FLAG, workers=Expected.COUNT,
)  # fmt: skip
def analyze(
    log: Log,
    *,
    game: str | Game | None = None,
    rules: Mapping[str, str] | None = None,
    best: bool = True,
    single_dummy: bool = False,
    bids: bool = True,
    workers: int | None = None,
) -> Analysis:
    """Analyse logged games: find the value of each contract, and the cost of every card.

    Args:
        log: the name of a file, the result of ``read_kpn``, a record, or a list of records.
        game: the card game that all records belong to. It overrides the tags of the records.
        rules: rule options. They override the rule options of the records.
        best: whether to find the best contract of each seat. In some card games this takes most of the time.
        single_dummy: whether to judge cards and bids also by what the players could know. This judgement
            takes up to some seconds per game.
        bids: whether to judge bids as well as cards by what the players could know. Without
            ``single_dummy`` this argument has no effect.
        workers: number of threads. Default: one for each core of the machine.

    Returns:
        The analysis with the tables of games, cards and players. The attribute ``problems`` of the analysis
        names the records with errors.

    Raises:
        OSError: the file cannot be read.
        ValueError: an unknown game or rule option.

    >>> found = analyze("simulated-log.kpn", best=False)
    >>> found.games.select("board", "hand_w", "auction", "contract", "verdict").row(1)
    ('2', 'K.T.AQ9.9', 'gut gut gut zehnermord', 'zehnermord', 'made')
    """
    name = None if game is None else get_game(game).id

    def analyze_by_record() -> Analysis:
        """Analyse a log of any type record by record. For files, ``analyze_log`` is faster."""
        options: dict[str, Any] = {"best": best, "single_dummy": single_dummy, "bids": bids}
        return _joined(analyze_outcomes(read_log(log, name, rules), **options, workers=workers))

    if single_dummy or not isinstance(log, str | os.PathLike) or os.fspath(log) == "-":
        return analyze_by_record()
    file = os.fspath(log)
    path_of_own_or_bundled(file).stat()  # raise an OSError now if there is no such file

    pieces = partial(log_pieces, file, name, rules or {})
    found = _joined(analyze_log(pieces, best=best, workers=workers))
    return replace(found, made=cache(lambda: analyze_by_record().analysed))


def _joined(parts: Iterable[Part]) -> Analysis:
    """Join the analyses of consecutive parts of a log into one analysis."""
    all_parts = list(parts) or [([], analyze_records([]))]
    part_analyses = [analysis for _, analysis in all_parts]
    whole = {
        name: pa.concat_tables(part.tables[name] for part in part_analyses).unify_dictionaries()
        for name in part_analyses[0].tables
    }
    problems = [problem for read, _ in all_parts for outcome in read for problem in outcome.problems]
    problems += (problem for part in part_analyses for problem in part.problems)
    games = tuple(game for part in part_analyses for game in part.analysed)
    return Analysis(whole, tuple(problems), lambda: games)


@checked(game=Expected.GAME, rules=Expected.RULES, single_dummy=Expected.FLAG, workers=Expected.COUNT)
def annotate(
    log: Log,
    *,
    game: str | Game | None = None,
    rules: Mapping[str, str] | None = None,
    single_dummy: bool = False,
    workers: int | None = None,
) -> KpnFile:
    """Return a log in which every card with a cost has a mark (``?`` or ``??``) and a note.

    Args:
        log: as for ``analyze``.
        game: as for ``analyze``.
        rules: as for ``analyze``.
        single_dummy: as for ``analyze``.
        workers: as for ``analyze``.

    Returns:
        The games in order. Games with errors keep their text. ``write_kpn`` writes the result to a file.

    Raises:
        OSError: the file cannot be read.
        ValueError: an unknown game or rule option.

    >>> marked = annotate("simulated-log.kpn")
    >>> marked.records[4].notes[0].text
    'kranalyze: cost 80 (+40 to -40), best SK HA'
    """
    from kranalyze.kpn import KpnFile

    problems: list[KpnError] = []
    outcomes = read_log(log, None if game is None else get_game(game).id, rules)
    games = list(annotate_games(outcomes, problems.extend, single_dummy=single_dummy, workers=workers))
    file = os.fspath(log) if isinstance(log, str | os.PathLike) else "<records>"
    records = tuple(game for game in games if isinstance(game, Record))
    broken = tuple(game for game in games if isinstance(game, Broken))
    return KpnFile(file, records, tuple(problems), broken)


def annotate_games(
    outcomes: Iterable[Outcome],
    report: Callable[[Iterable[KpnError]], object],
    *,
    single_dummy: bool = False,
    workers: int | None = None,
) -> Iterator[Record | Broken]:
    """Yield the annotated games of a log in order. Memory holds only a few batches at a time.

    Games with errors, and comments at the end of the log, keep their text.

    Args:
        outcomes: the results of reading the games of the log.
        report: function that is called with the errors and warnings of each game.
        single_dummy: as for ``analyze``.
        workers: as for ``analyze``.
    """
    from kranalyze.kpn import add_notes_and_marks

    for batch, analysis in analyze_outcomes(
        outcomes, best=False, single_dummy=single_dummy, bids=False, workers=workers
    ):
        analysed = iter(analysis.analysed)
        for outcome in batch:
            report(outcome.problems)
            if outcome.record is not None:
                game = next(analysed)
                record, cards = game.record, list(enumerate(game.cards))
                report([] if game.problem is None else [game.problem])
                notes = {i: text for i, card in cards if (text := cost_note(card, record.deck))}
                yield add_notes_and_marks(
                    record, notes, {i: card.mark for i, card in cards if card.mark}, _OURS
                )
            elif outcome.broken is not None:
                yield outcome.broken
            elif outcome.trailing:
                blocks = ("\n".join(map(str, block)) for block in outcome.trailing)
                yield Broken(0, 0, "\n\n".join(blocks))


def cost_note(card: Judged, deck: Deck) -> str:
    """Return the note on a card that was a mistake: what the card cost, and which cards were best.

    If the card was no mistake, return an empty text.

    Args:
        card: the card.
        deck: French or German. The note names cards in the letters of this deck.
    """
    parts, single = [], card.single
    if card.cost_announce:
        parts.append(f"what was said, or not said, cost {card.cost_announce}")
    if card.cost:
        best = " ".join(c.text(deck) for c in card.best)
        parts.append(f"cost {card.cost} ({card.change}), best {best}")
    if single is not None and card.verdict is not None:
        known = " ".join(c.text(deck) for c in single.best)
        share, best_share = (single.of(c).share for c in (card.move.card, single.best[0]))
        parts.append(f"{card.verdict}: known {share:.0%}, best {known} {best_share:.0%}")
    return _OURS + "; ".join(parts) if parts else ""
