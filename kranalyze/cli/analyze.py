"""The commands ``analyze``, ``annotate`` and ``batch``: analyse logs, annotate logs, process many records."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kranalyze.cards import Deck
from kranalyze.cli import options
from kranalyze.cli.common import Failure, Tally, last_words, progress_bar, say, unknown_board, usage_error
from kranalyze.cli.options import flag, number, option, seat
from kranalyze.cli.sinks import ROWS, folder_sink, row_printer, write_output, write_page_to_file
from kranalyze.show.aligned import wrap_long_lines, wrap_sentence

if TYPE_CHECKING:
    import pyarrow as pa

    from kranalyze.analysis import Analysis
    from kranalyze.analysis.game import Analysed
    from kranalyze.deal import Seat
    from kranalyze.kpn import Outcome, Record
    from kranalyze.parallel import Pace
    from kranalyze.read.logpieces import LogPiece

_TABLES = ("games", "cards", "players")

#: How many errors the command ``batch`` prints at most when it ends. ``errors.parquet`` lists all errors.
_SHOWN = 20

#: Files that a batch writes or moves in its directory (``batches/store.py``).
_BATCH = ["run.json", "errors.parquet", "players.parquet"]
_BATCH += [f"{stale}{table}/*" for stale in ("", "stale/") for table in ("table", "games", "cards", "errors")]

_GOES_ON = "Finished shards are kept; the same command resumes."


@options.command(
    """Examples:
  kranalyze analyze evening.kpn                     a line per game, verdicts, players
  kranalyze analyze evening.kpn --board 7           one game, card by card
  kranalyze analyze 2024-*.kpn -o analysed          games.parquet, cards.parquet, players.parquet
  kranalyze analyze evening.kpn --report evening.html     a page for a browser, also on a phone
  kranalyze analyze evening.kpn --format json --cards | jq 'select(.mark == "??")'

A verdict compares the game with best play, all hands open: made; gift (made though not makeable); lost
(though makeable); hopeless. A card is marked ? if it cost something and ?? if it changed who wins. Records
with errors are left out, and the errors are printed. A wrong Score is a warning.

JSON has one line per row; the column table is games, cards or players. Parquet has the same columns, with
their meanings in its metadata. Cards: file, record, board, game, trick, turn, seat, player, card, legal,
guarantees, best, cost, mark and others. Games: hands, auction, contract, verdict and others.
""",
    options.repeated_argument("LOG"),
    option("--board", "Only records of this board.", metavar="B"),
    options.output_to(
        "Write games.parquet, cards.parquet and players.parquet to this directory.", metavar="DIR",
        kind=options.Output("DIR", [f"{name}.parquet" for name in _TABLES])),
    flag("--games",
        "With -o or --format: write the table of games. By default -o writes all three tables; for CSV "
        "choose one."),
    flag("--cards", "With -o or --format: write the table of cards."),
    flag("--players", "With -o or --format: write the table of players."),
    flag("--no-best",
        "Do not search for the declarer's best contract, nor for makeable contracts that seats passed up."),
    flag("--single-dummy",
        "Also judge cards and bids by what the players could know. Takes up to a few seconds a game."),
    flag("--no-bids", "With --single-dummy: judge only cards, not bids."),
    options.report(
        "Also write all games card by card, with the solver to try other plays: "
        + options.PAGE),
    options.language, options.game, options.rules, options.deck("as in the record"), options.workers,
    *options.formats("text", "json", "csv", "csv-de"),
)  # fmt: skip
def analyze(
    tally: Tally, files: tuple[str, ...], board: str | None, output: str | None, no_best: bool,
    single_dummy: bool, no_bids: bool, report: str | None, lang: str | None, game: str | None,
    rules: dict[str, str], deck: Deck | None, workers: int | None, form: str | None, **asked: bool,
) -> None:  # fmt: skip
    """Show what could be made in logged games, and what every card cost.

    LOG: a file of records with their play. "-" is standard input. One game is shown card by card, several as
    a summary.
    """
    from kranalyze.analysis import analyze_log, analyze_outcomes
    from kranalyze.analysis.players import Totals
    from kranalyze.read import read_games
    from kranalyze.read.logpieces import log_pieces
    from kranalyze.show.gametext import NOTICE
    from kranalyze.show.studytext import study_text

    chosen = [name for name in _TABLES if asked[name]]
    if chosen and output is None and form in (None, "text"):
        usage_error("--games, --cards and --players choose the tables of -o DIR and --format.")
    if form in ("csv", "csv-de") and len(chosen) != 1:
        usage_error(f"--format {form} writes one table: give --games, --cards or --players.")
    if no_bids and not single_dummy:
        usage_error("--no-bids needs --single-dummy, which judges the bids.")
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
        in_turn = None if looked_at or output is None else take  # None: the loop below calls `take`
        found = analyze_log(pieces, best=not no_best, workers=workers, take=in_turn)
        if looked_at:
            found = analyze_outcomes(
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
            say("\n" * (number > 0) + wrap_long_lines(text))
    else:
        with nullcontext(print_table) if output is None else folder_sink(output, tables) as write:
            parts = [analysis.tables["cards"].num_rows for analysis in study()]
            some = bool(parts)
            if some and "players" in tables:
                write("players", totals.table())
        for name in _TABLES if some and output is not None else ():
            if name not in tables and (older := Path(output or "") / f"{name}.parquet").exists():
                say(f"{older}: not written now, it is from an earlier run", err=True)
        if any(parts):  # there are cards, and NOTICE explains their costs
            say(wrap_sentence(NOTICE), err=True)
    if board is not None and tally.empty:
        unknown_board(board)
    if report is not None and kept:
        from kranalyze.show.pages.table import evening_page

        write_page_to_file(report, evening_page(kept, tally.errors, lang, deck))


@options.command(
    """Examples:
  kranalyze annotate evening.kpn -o marked.kpn
  kranalyze annotate evening.kpn | less
  kranalyze annotate evening.kpn -o marked.parquet      a row per game, marks and notes in lists

Cards that cost something get ? or ?? and a note (=n= and [Note "n:..."], as in PBN). Comments, other notes
and records with errors are kept. Annotating again replaces the earlier notes of kranalyze. With
--single-dummy notes also judge what the player could know: mistake, unlucky or lucky, how often his card
wins, and the best card.
""",
    click.Argument(["file"], metavar="LOG"), options.output, *options.formats("kpn", "csv", "parquet"),
    options.force("Allow OUT to be LOG."),
    flag("--single-dummy", "Also judge what players could know. Takes up to a few seconds a game."),
    options.game, options.rules, options.workers,
)  # fmt: skip
def annotate(
    tally: Tally, file: str, output: str, form: str, single_dummy: bool, game: str | None,
    rules: dict[str, str], workers: int | None,
) -> None:  # fmt: skip
    """Write a log again, with the marks and costs of its cards.

    LOG: a file of records with their play. "-" is standard input.
    """
    from kranalyze.analysis import annotate_games
    from kranalyze.kpn import Broken, Record, dump
    from kranalyze.read import read_games
    from kranalyze.read.writing import write_records
    from kranalyze.show.gametext import NOTICE

    def games() -> Iterator[Record | Broken]:
        outcomes = read_games(file, game, rules, strict=True)
        for one in annotate_games(outcomes, tally.report, single_dummy=single_dummy, workers=workers):
            tally.done += isinstance(one, Record)
            yield one

    with write_output(output, form) as out:
        if form == "kpn":
            dump(games(), out)
        else:
            write_records([one for one in games() if isinstance(one, Record)], out, form)
    if tally.done:
        say(wrap_sentence(NOTICE), err=True)


@options.command(
    """Examples:
  kranalyze batch deals.parquet -o million --task table
  kranalyze batch season-2024.kpn season-2025.kpn -o seasons --task analyze --engine processes
  kranalyze deal -n 100000 --seed 1 | kranalyze batch - -o random --task table --workers 2
  kranalyze batch deals.parquet -o /shared/million --task table --engine dask --scheduler tcp://10.0.0.1:8786

DIR gets run.json (the shards in the order of the records), table/*.parquet or games/*.parquet,
cards/*.parquet and players.parquet, and errors.parquet: file, line, column, severity, record, message. The
columns are those of `kranalyze table` and `kranalyze analyze`. If a run was stopped, in any way, give the
same command again: it resumes, and the rows are the same as without the stop.
""",
    options.repeated_argument("LOG_OR_DEALS"),
    options.output_to(
        "Directory to write to.", metavar="DIR", required=True, default=None,
        kind=options.Output("DIR", _BATCH)),
    option("--task", "table: solve all contracts on each deal. analyze: analyse each logged game.",
        click.Choice(["table", "analyze"]), required=True),
    number("--workers",
        "Number of threads or processes (default: one per processor). --engine dask uses all Dask workers."),
    number("--shard-size",
        "Records per shard, a part of the output (default: 1000, with --single-dummy 250). The size does "
        "not change the rows."),
    option("--engine",
        "Workers that share the work. For --task analyze, processes are faster than threads on several "
        "processors. Dask uses several machines (pip install 'kranalyze[dask]'), which must all reach DIR.",
        click.Choice(["threads", "processes", "dask"]), default="threads", show_default=True),
    option("--scheduler", "Address of the Dask scheduler, for example tcp://10.0.0.1:8786.",
        metavar="ADDRESS"),
    options.game, options.rules,
    options.contract("--contract contracts", "For --task table: only this contract. May be repeated.",
        multiple=True),
    seat("--declarer declarers", "For --task table: only this declarer. May be repeated.", multiple=True),
    flag("--selfish", "For --task table: does the same as in `kranalyze table`."),
    options.where("For tables: only rows that fulfil this condition (see `kranalyze table`)."),
    flag("--features", "For --task table: does the same as in `kranalyze table`."),
    flag("--no-best", "For --task analyze: does the same as in `kranalyze analyze`."),
    flag("--single-dummy", "For --task analyze: does the same as in `kranalyze analyze`."),
    flag("--no-bids", "For --task analyze: does the same as in `kranalyze analyze`."),
)  # fmt: skip
def batch(
    tally: Tally, files: tuple[str, ...], output: str, workers: int | None, engine: str,
    scheduler: str | None, no_best: bool, no_bids: bool, contracts: tuple[str, ...],
    declarers: tuple[Seat, ...], **asked: Any,
) -> None:  # fmt: skip
    """Solve or analyse any number of records. A run that was stopped can be resumed.

    LOG_OR_DEALS: a file of records or deals, or deals typed into the command. "-" is standard input.
    """
    from importlib.util import find_spec

    from kranalyze import batches as batching
    from kranalyze.batches import engines

    if (engine == "dask") != (scheduler is not None):
        usage_error("--engine dask and --scheduler ADDRESS belong together.")
    if engine == "dask" and find_spec("distributed") is None:
        raise Failure("error: dask.distributed is not installed: pip install 'kranalyze[dask]'")
    try:
        last_words.append(f"Stopped. {_GOES_ON}")
        with ExitStack() as stack:
            executor = engines.process_pool(workers) if engine == "processes" else None
            if scheduler is not None:
                executor = stack.enter_context(engines.dask_pool(scheduler))
            progress = stack.enter_context(progress_bar("record", dynamic_ncols=True))
            result = batching.batch(
                files, output, executor=executor, workers=workers, best=not no_best, bids=not no_bids,
                progress=progress, contracts=contracts or None, declarers=declarers or None,
                **asked,
            )  # fmt: skip
    except ValueError as error:
        usage_error(str(error))
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
        parts.append(f"{result.reused} of them reused")
    if result.damaged:
        parts.append(f"{result.damaged} damaged shards made again")
    if result.stale:
        parts.append(f"{result.stale} of other inputs or settings moved to {Path(output) / 'stale'}")
    say(f"{output}: {'; '.join(parts)}", err=True)
    tally.done, tally.failed = result.done, result.errors
