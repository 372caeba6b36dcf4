"""``kranalyze analyze``, ``annotate`` and ``batch``: logged games, and any number of records in shards."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck
from kranalyze.cli import options
from kranalyze.cli.common import Failure, Tally, last_words, no_board, progress_bar, say, usage
from kranalyze.cli.options import flag, number, option, seat
from kranalyze.cli.sinks import ROWS, folder_sink, row_printer, write_output, write_page

if TYPE_CHECKING:
    import pyarrow as pa

    from kranalyze.analysis import Analysis
    from kranalyze.analysis.game import Analysed
    from kranalyze.deal import Seat
    from kranalyze.kpn import Outcome, Record
    from kranalyze.parallel import Pace
    from kranalyze.read.logpieces import LogPiece

_TABLES = ("games", "cards", "players")

#: Errors shown at the end; all of them are in ``errors.parquet``.
_SHOWN = 20

#: What a batch writes, or moves, in its directory (``batches/store.py``).
_BATCH = ["run.json", "errors.parquet", "players.parquet"]
_BATCH += [f"{stale}{table}/*" for stale in ("", "stale/") for table in ("table", "games", "cards", "errors")]

_GOES_ON = "What is finished stays; the same command goes on from there."


@options.command(
    """Examples:
  kranalyze analyze evening.kpn                     a line a game, verdicts, players
  kranalyze analyze evening.kpn --board 7           one game, card by card
  kranalyze analyze 2024-*.kpn -o analysed          games.parquet, cards.parquet, players.parquet
  kranalyze analyze evening.kpn --report evening.html     a page to look at, on a phone too
  kranalyze analyze evening.kpn --format json --cards | jq 'select(.mark == "??")'

A verdict compares what happened with best play of all hands open: made; gift (made though not makeable);
lost (though makeable); hopeless. A card is marked ? if it cost something and ?? if it changed who wins.
Where a record is broken its errors are shown and it is left out; a wrong Score is a warning.

JSON has one line per row, with table: games, cards or players. Parquet has the same columns, their meaning
among its metadata. Cards: file, record, board, game, trick, turn, seat, player, card, legal, guarantees,
best, cost, mark and others. Games: hands, auction, contract, verdict and others.
""",
    options.several("LOG"),
    option("--board", "Only records of this Board.", metavar="B"),
    options.output_to(
        "Write games, cards and players.parquet there.", metavar="DIR",
        kind=options.Output("DIR", [f"{name}.parquet" for name in _TABLES])),
    flag("--games", "With -o or --format: the games (default: all; CSV: one)."),
    flag("--cards", "With -o or --format: the cards."),
    flag("--players", "With -o or --format: the players."),
    flag("--no-best", "Do not look for the best contract and those passed up."),
    flag("--single-dummy",
        "Judge cards and bids also on what players could know; takes up to some seconds a game."),
    flag("--no-bids", "With --single-dummy: say nothing of bids."),
    options.report(
        "Also write the evening, every game card by card with the solver for what-ifs, there: "
        + options.PAGE),
    options.language, options.game, options.rules, options.deck("as in the record"), options.workers,
    *options.formats("text", "json", "csv"),
)  # fmt: skip
def analyze(
    tally: Tally, files: tuple[str, ...], board: str | None, output: str | None, no_best: bool,
    single_dummy: bool, no_bids: bool, report: str | None, lang: str | None, game: str | None,
    rules: dict[str, str], deck: Deck | None, workers: int | None, form: str | None, **asked: bool,
) -> None:  # fmt: skip
    """Say what logged games were worth, and what every card cost.

    LOG: records with their play, - for standard input. One game is shown card by card, many as a summary.
    """
    from kranalyze.analysis import analyses, analyze_log
    from kranalyze.analysis.players import Totals
    from kranalyze.analysis.texts import NOTICE, study_text
    from kranalyze.read import read_games
    from kranalyze.read.logpieces import log_pieces

    chosen = [name for name in _TABLES if asked[name]]
    if chosen and output is None and form in (None, "text"):
        usage("--games, --cards and --players choose what -o DIR or --format writes.")
    if form == "csv" and len(chosen) != 1:
        usage("--format csv writes one table: give --games, --cards or --players.")
    if no_bids and not single_dummy:
        usage("--no-bids is for --single-dummy: nothing else judges bids.")
    tables, totals, kept = chosen or list(_TABLES), Totals(), list["Analysed"]()
    as_text = output is None and form not in ROWS

    def outcomes() -> Iterator[Outcome]:
        for outcome in (one for file in files for one in read_games(file, game, rules)):
            record, broken = outcome.record, outcome.broken
            wrong = record is None and broken is not None and f'[Board "{board}"]' in broken.text
            if board is None or wrong or (record is not None and record.board == board):
                yield outcome

    def pieces(pace: Pace, width: int) -> Iterator[LogPiece]:
        return (piece for file in files for piece in log_pieces(file, game, rules, pace, width))

    print_rows = row_printer(form)

    def print_table(name: str, rows: pa.Table) -> None:
        head = {"table": name} if form == "json" else {}
        print_rows({**head, **row} for row in rows.to_pylist())

    def take(analysis: Analysis) -> None:
        for name, rows in analysis.tables.items():
            if name in tables:
                write(name, rows)
        if "players" in tables:
            totals.add(**analysis.tables)

    def study() -> Iterator[Analysis]:
        looked_at = single_dummy or board is not None or report is not None
        in_turn = None if looked_at or output is None else take  # by the worker that has them
        found = analyze_log(pieces, best=not no_best, workers=workers, take=in_turn)
        if looked_at:
            found = analyses(
                outcomes(), best=not no_best, single_dummy=single_dummy, bids=not no_bids, workers=workers
            )
        with progress_bar("game", output is not None) as progress:
            for some, analysis in found:
                tally.report(problem for outcome in some for problem in outcome.problems)
                tally.report(analysis.problems)
                count = analysis.tables["games"].num_rows
                tally.done += count - sum(problem.severity == "error" for problem in analysis.problems)
                if report is not None:
                    kept.extend(analysis.analysed)
                if in_turn is None and not as_text:
                    take(analysis)
                yield analysis
                progress(count)

    if as_text:
        for number, text in enumerate(study_text(study(), deck, board is not None)):
            say("\n" * (number > 0) + text)
    else:
        with nullcontext(print_table) if output is None else folder_sink(output, tables) as write:
            parts = [analysis.tables["cards"].num_rows for analysis in study()]
            some = bool(parts)
            if some and "players" in tables:
                write("players", totals.table())
        for name in _TABLES if some and output is not None else ():
            if name not in tables and (older := Path(output or "") / f"{name}.parquet").exists():
                say(f"{older}: not written this time, it is of another run", err=True)
        if any(parts):  # cards that have costs
            say(NOTICE, err=True)
    if board is not None and tally.empty:
        no_board(board)
    if report is not None and kept:
        from kranalyze.show.pages.table import evening_page

        write_page(report, evening_page(kept, tally.errors, lang, deck))


@options.command(
    """Examples:
  kranalyze annotate evening.kpn -o marked.kpn
  kranalyze annotate evening.kpn | less
  kranalyze annotate evening.kpn -o marked.parquet      a row a game, marks and notes in lists

Cards that cost something get ? or ?? and a note (=n= and [Note "n:..."], as in PBN). What was written stays:
comments, other notes, broken records. Annotating again replaces the notes of the last time.
With --single-dummy notes say also what the player could know: mistake, unlucky or lucky, how often his card
wins, and the best one.
""",
    click.Argument(["file"], metavar="LOG"), options.output, *options.formats("kpn", "csv", "parquet"),
    options.force("Also where OUT is LOG itself."),
    flag("--single-dummy", "Say also what players could know; takes up to some seconds a game."),
    options.game, options.rules, options.workers,
)  # fmt: skip
def annotate(
    tally: Tally, file: str, output: str, form: str, single_dummy: bool, game: str | None,
    rules: dict[str, str], workers: int | None,
) -> None:  # fmt: skip
    """Write a log back with the marks and costs of its cards.

    LOG: records with their play, - for standard input.
    """
    from kranalyze.analysis import annotated_games
    from kranalyze.analysis.texts import NOTICE
    from kranalyze.kpn import Broken, Record, dump
    from kranalyze.read import read_games
    from kranalyze.read.writing import write_records

    def games() -> Iterator[Record | Broken]:
        outcomes = read_games(file, game, rules, strict=True)
        for one in annotated_games(outcomes, tally.report, single_dummy=single_dummy, workers=workers):
            tally.done += isinstance(one, Record)
            yield one

    with write_output(output, form) as out:
        if form == "kpn":
            dump(games(), out)
        else:
            write_records([one for one in games() if isinstance(one, Record)], out, form)
    if tally.done:
        say(NOTICE, err=True)


@options.command(
    """Examples:
  kranalyze batch deals.parquet -o million --task table
  kranalyze batch season-2024.kpn season-2025.kpn -o seasons --task analyze --engine processes
  kranalyze deal -n 100000 --seed 1 | kranalyze batch - -o random --task table --workers 2
  kranalyze batch deals.parquet -o /shared/million --task table --engine dask --scheduler tcp://10.0.0.1:8786

DIR has run.json (the shards in the order of the records), table/*.parquet or games/*.parquet, cards/*.parquet
and players.parquet, and errors.parquet: file, line, column, severity, record, message. The columns are those
of `kranalyze table` and `kranalyze analyze`. A run that was stopped, however that was, goes on when the same
command is given again; after that the rows are those of a run that was never stopped.
""",
    options.several("LOG_OR_DEALS"),
    options.output_to(
        "The directory to write to.", metavar="DIR", required=True, default=None,
        kind=options.Output("DIR", _BATCH)),
    option("--task", "All questions of each deal, or the analysis of each game that was played.",
        click.Choice(["table", "analyze"]), required=True),
    number("--workers", "Threads or processes (default: one per processor); with dask all there are work."),
    number("--shard-size",
        "Records of a shard (default: 1000, of an analysis 250). The rows do not hang on it."),
    option("--engine",
        "Who works. Processes use several processors better for --task analyze; dask is for several "
        "machines (pip install 'kranalyze[dask]'), and DIR must then be on storage that all of them share.",
        click.Choice(["threads", "processes", "dask"]), default="threads", show_default=True),
    option("--scheduler", "Of the Dask scheduler, as in tcp://10.0.0.1:8786.", metavar="ADDRESS"),
    options.game, options.rules,
    options.contract("--contract contracts", "Table: only this contract; may be repeated.", multiple=True),
    seat("--declarer declarers", "Table: only this declarer; may be repeated.", multiple=True),
    flag("--selfish", "Table: also what `kranalyze table --selfish` adds."),
    flag("--no-best", "Analysis: as `kranalyze analyze --no-best`."),
    flag("--single-dummy", "Analysis: as `kranalyze analyze --single-dummy`."),
    flag("--no-bids", "Analysis: as `kranalyze analyze --no-bids`."),
)  # fmt: skip
def batch(
    tally: Tally, files: tuple[str, ...], output: str, workers: int | None, engine: str,
    scheduler: str | None, no_best: bool, no_bids: bool, contracts: tuple[str, ...],
    declarers: tuple[Seat, ...], **asked: Any,
) -> None:  # fmt: skip
    """Solve or analyse any number of records, and go on after a stop.

    LOG_OR_DEALS: records, deals, - for standard input, or deals given in place.
    """
    from importlib.util import find_spec

    from kranalyze import batches as batching
    from kranalyze.batches import engines

    if (engine == "dask") != (scheduler is not None):
        usage("--engine dask and --scheduler ADDRESS belong together.")
    if engine == "dask" and find_spec("distributed") is None:
        raise Failure("error: dask.distributed is not installed: pip install 'kranalyze[dask]'")
    try:
        last_words.append(f"Stopped. {_GOES_ON}")
        with ExitStack() as stack:
            executor = engines.processes(workers) if engine == "processes" else None
            if scheduler is not None:
                executor = stack.enter_context(engines.dask(scheduler))
            result = batching.batch(
                files, output, executor=executor, workers=workers, best=not no_best, bids=not no_bids,
                progress=sys.stderr.isatty(), contracts=contracts or None, declarers=declarers or None,
                **asked,
            )  # fmt: skip
    except ValueError as error:
        usage(str(error))
    except batching.BatchError as error:
        raise Failure(f"error: {error}. {_GOES_ON}") from error
    last_words.clear()
    wrong = result.errors + result.warnings
    for row in result.scan("errors").head(_SHOWN).collect().iter_rows(named=True):
        place = f"{row['file']}:{row['line']}:{row['column']}"
        say(f"{place}: {row['severity']}: {row['message']}", err=True)
    if wrong > _SHOWN:
        say(f"... {wrong - _SHOWN} more in {Path(output) / 'errors.parquet'}", err=True)
    shards = len(result.shards)
    parts = [f"{result.done} of {result.records} records in {shards} shard{'s' if shards != 1 else ''}"]
    if result.reused:
        parts.append(f"{result.reused} of them were there")
    if result.damaged:
        parts.append(f"{result.damaged} that were damaged made again")
    if result.stale:
        parts.append(f"{result.stale} of other inputs or settings moved to {Path(output) / 'stale'}")
    say(f"{output}: {'; '.join(parts)}", err=True)
    tally.done, tally.failed = result.done, result.errors
