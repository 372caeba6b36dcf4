"""``kranalyze analyze`` and ``kranalyze annotate``: logged games, and what each card cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kranalyze.cards import Deck
from kranalyze.cli import options
from kranalyze.cli.common import Tally, progress_bar, say, usage
from kranalyze.cli.sinks import GROUP, RowPrinter, write_output, write_page

if TYPE_CHECKING:
    import pyarrow as pa

    from kranalyze.analysis import Analysed, Analysis
    from kranalyze.kpn import Outcome, Record
    from kranalyze.read.logpieces import LogPiece

    Take = Callable[[Analysis], None]

_TABLES = ("games", "cards", "players")


@click.command(
    epilog="""\b
Examples:
  kranalyze analyze evening.kpn                     a line a game, verdicts, players
  kranalyze analyze evening.kpn --board 7           one game, card by card
  kranalyze analyze 2024-*.kpn -o analysed          games.parquet, cards.parquet, players.parquet
  kranalyze analyze evening.kpn --report evening.html     a page to look at, on a phone too
  kranalyze analyze evening.kpn --format json --cards | jq 'select(.mark == "??")'

\b
A verdict compares what happened with best play of all hands open: made; gift (made though not makeable);
lost (though makeable); hopeless. A card is marked ? if it cost something and ?? if it changed who wins.
Where a record is broken its errors are shown and it is left out; a wrong Score is a warning.

\b
JSON has one line per row, with table: games, cards or players. Parquet has the same columns, their meaning
among its metadata. Cards: file, record, board, game, trick, turn, seat, player, card, legal, guarantees,
best, cost, mark and others. Games: hands, auction, contract, verdict and others.
"""
)
@click.argument("files", nargs=-1, required=True, metavar="LOG...")
@click.option("--board", metavar="B", help="Only records of this Board.")
@options.output("DIR", default=None, help="Write games, cards and players.parquet there.")
@click.option("--games", is_flag=True, help="With -o or --format: the games (default: all; CSV: one).")
@click.option("--cards", is_flag=True, help="With -o or --format: the cards.")
@click.option("--players", is_flag=True, help="With -o or --format: the players.")
@click.option("--no-best", is_flag=True, help="Do not look for the best contract and those passed up.")
@click.option(
    "--single-dummy", is_flag=True,
    help="Judge cards and bids also on what players could know; takes up to some seconds a game.",
)  # fmt: skip
@click.option("--no-bids", is_flag=True, help="With --single-dummy: say nothing of bids.")
@options.page("the evening, every game card by card with the solver for what-ifs,")
@options.language
@options.game
@options.rules
@options.deck("as in the record")
@options.workers
@options.formats("text", "json", "csv", short=True)
def analyze(
    files: tuple[str, ...], board: str | None, output: str | None, games: bool, cards: bool, players: bool,
    no_best: bool, single_dummy: bool, no_bids: bool, report: str | None, lang: str | None, game: str | None,
    rules: dict[str, str], deck: Deck | None, workers: int | None, form: str | None,
) -> None:  # fmt: skip
    """Say what logged games were worth, and what every card cost.

    LOG: records with their play, - for standard input. One game is shown card by card, many as a summary.
    """
    from kranalyze.analysis import analyses, analyze_log
    from kranalyze.analysis.summary import study_text

    chosen = [name for name, asked in zip(_TABLES, (games, cards, players), strict=True) if asked]
    if chosen and output is None and form in (None, "text"):
        usage("--games, --cards and --players choose what -o DIR or --format writes.")
    if form == "csv" and len(chosen) != 1:
        usage("--format csv writes one table: give --games, --cards or --players.")
    if no_bids and not single_dummy:
        usage("--no-bids is for --single-dummy: nothing else judges bids.")
    tally, kept = Tally(), list["Analysed"]()
    tables = chosen or list(_TABLES)
    rows = RowPrinter(form)

    def study(take: Take | None = None) -> Iterator[Analysis]:
        if single_dummy or board is not None or report is not None or not (output or rows.wanted):
            records = _records(files, game, rules, board, tally)
            for analysis in analyses(
                records, best=not no_best, single_dummy=single_dummy, bids=not no_bids, workers=workers
            ):
                if take is not None:
                    take(analysis)
                yield analysis
            return
        pieces = partial(_pieces, files, game, rules, tally)  # nobody looks at a game
        yield from analyze_log(pieces, best=not no_best, workers=workers, take=take)

    counted = partial(_counted, tally=tally, kept=None if report is None else kept)
    found = counted(study(), bar=False)
    if output is not None:
        _to_directory(lambda take: counted(study(take), bar=True), output, tables)
    elif rows.wanted:
        for name, table in _rows_of(found, tables):
            head = {"table": name} if form == "json" else {}
            rows.take({**head, **row} for row in table.to_pylist())
        _notice()
    else:
        for number, text in enumerate(study_text(found, deck, board is not None)):
            say("\n" * (number > 0) + text)
    if not tally.done and not tally.failed and board is not None:
        usage(f"there is no board {board!r}")
    if report is not None and kept:
        from kranalyze.show.pages.records import evening, title_of
        from kranalyze.show.pages.table import table_page

        page = table_page(title_of(kept), games=evening(kept), notes=tally.errors, lang=lang, deck=deck)
        write_page(report, page)
    tally.finish()


def _records(
    files: Iterable[str], game: str | None, rules: dict[str, str], board: str | None, tally: Tally
) -> Iterator[Record]:
    """The records of all files, errors shown as they come."""
    from kranalyze.read import read_games

    for file in files:
        for outcome in read_games(file, game, rules):
            if board is not None and not _is_board(outcome, board):
                continue
            tally.report(outcome.problems)
            if outcome.record is not None:
                yield outcome.record


def _pieces(
    files: Iterable[str], game: str | None, rules: dict[str, str], tally: Tally, room: Callable[[], int]
) -> Iterator[LogPiece]:
    """The same piece by piece."""
    from kranalyze.read.logpieces import log_pieces

    for file in files:
        for piece in log_pieces(file, game, rules, room):
            for outcome in piece.others:
                tally.report(outcome.problems)
            yield piece


def _is_board(outcome: Outcome, board: str) -> bool:
    """Whether a game, even one with errors, is that of a board."""
    if outcome.record is not None:
        return outcome.record.board == board
    return outcome.broken is not None and f'[Board "{board}"]' in outcome.broken.text


def _counted(
    found: Iterable[Analysis], tally: Tally, kept: list[Analysed] | None, bar: bool
) -> Iterator[Analysis]:
    """Batches of analysed games as they pass; what is wrong with them is shown, the games may be kept."""
    with progress_bar("game", bar) as progress:
        for analysis in found:
            tally.report(analysis.problems)
            errors = sum(problem.severity == "error" for problem in analysis.problems)
            tally.done += analysis.tables["games"].num_rows - errors
            if kept is not None:
                kept += analysis.analysed
            yield analysis
            progress(analysis.tables["games"].num_rows)


def _rows_of(found: Iterable[Analysis], chosen: list[str]) -> Iterator[tuple[str, pa.Table]]:
    """The rows of the tables that are wanted, with their names; the players come last."""
    from kranalyze.analysis.players import Totals

    totals, some = Totals(), False
    for analysis in found:
        some = True
        yield from ((name, rows) for name, rows in analysis.tables.items() if name in chosen)
        if "players" in chosen:
            totals.add(**analysis.tables)
    if some and "players" in chosen:
        yield "players", totals.table()


def _to_directory(study: Callable[[Take], Iterator[Analysis]], output: str, chosen: list[str]) -> None:
    """The tables as Parquet files, each written aside and put in its place when all are whole."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    from kranalyze.analysis.players import Totals
    from kranalyze.files import replacing

    totals, writers = Totals(), dict[str, pq.ParquetWriter]()
    held: dict[str, list[pa.Table]] = {}

    def write(name: str, rows: pa.Table) -> None:
        if name not in writers:
            Path(output).mkdir(parents=True, exist_ok=True)
            out = stack.enter_context(replacing(Path(output) / f"{name}.parquet"))
            writers[name] = stack.enter_context(pq.ParquetWriter(out, rows.schema, compression="zstd"))
        writers[name].write_table(rows)

    def flush(name: str) -> None:
        write(name, pa.concat_tables(held.pop(name)).unify_dictionaries())

    def take(analysis: Analysis) -> None:
        for name, rows in analysis.tables.items():
            if name in chosen:
                held.setdefault(name, []).append(rows)
                if sum(some.num_rows for some in held[name]) >= GROUP:
                    flush(name)
        if "players" in chosen:
            totals.add(**analysis.tables)

    with ExitStack() as stack:
        some = [True for _ in study(take)]
        for name in list(held):
            flush(name)
        if some and "players" in chosen:
            write("players", totals.table())
    if not some:
        return
    for name in _TABLES:
        if name not in chosen and (older := Path(output) / f"{name}.parquet").exists():
            say(f"{older}: not written this time, it is of another run", err=True)
    _notice()


def _notice() -> None:
    from kranalyze.analysis.texts import NOTICE

    say(NOTICE, err=True)


@click.command(
    epilog="""\b
Examples:
  kranalyze annotate evening.kpn -o marked.kpn
  kranalyze annotate evening.kpn | less
  kranalyze annotate evening.kpn -o marked.parquet      a row a game, marks and notes in lists

\b
Cards that cost something get ? or ?? and a note (=n= and [Note "n:..."], as in PBN). What was written stays:
comments, other notes, broken records. Annotating again replaces the notes of the last time.
With --single-dummy notes say also what the player could know: mistake, unlucky or lucky, how often his card
wins, and the best one.
"""
)
@click.argument("file", metavar="LOG")
@options.output()
@options.formats("kpn", "csv", "parquet", ending=True)
@click.option(
    "--single-dummy", is_flag=True,
    help="Say also what players could know; takes up to some seconds a game.",
)  # fmt: skip
@options.game
@options.rules
@options.workers
def annotate(
    file: str, output: str, form: str, single_dummy: bool, game: str | None, rules: dict[str, str],
    workers: int | None,
) -> None:  # fmt: skip
    """Write a log back with the marks and costs of its cards.

    LOG: records with their play, - for standard input.
    """
    from kranalyze.analysis.annotate import annotated_games
    from kranalyze.kpn import Broken, Record, dump
    from kranalyze.read import read_games
    from kranalyze.read.writing import write_records

    tally = Tally()

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
    _notice()
    tally.finish()
