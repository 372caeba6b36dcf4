"""``kranalyze table``: all questions of each deal, as a grid for people or as rows for machines."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

import click

from kranalyze.cards import Deck
from kranalyze.cli import options
from kranalyze.cli.common import LeftOut, Tally, on_board, progress_bar, wrong_usage
from kranalyze.cli.sinks import CsvSink, JsonSink, ParquetSink, Sink, TextSink, write_output
from kranalyze.deal import Seat

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.answers.gathering import Batch


@click.command(
    epilog="""\b
Examples:
  kranalyze table recorded-deals-24.kpn
  kranalyze table evening.kpn --contract koenigmord --contract zehnermord --declarer S
  kranalyze table deals.parquet --workers 4 -o table.parquet
  kranalyze table "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T" --json

\b
JSON (a row per line), CSV and Parquet have the same columns: file, deal, board, game, contract, declarer,
second, leader, trump, partner, order, calls, discard, biddable, makeable, value, guarantee_n to _w,
payoff_n to _w.
""",
)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@options.board
@options.contracts
@options.seat("--declarer", "declarers", multiple=True, help="Only this declarer; may be repeated.")
@click.option(
    "--selfish", is_flag=True,
    help="Also Schurln, a second Bettler or Plauderer, and what each seeks for himself in ..._letzten: "
    "a thousand times slower.",
)  # fmt: skip
@options.game
@options.rules
@options.deck("french")
@options.workers
@options.output()
@options.formats("text", "json", "csv", "parquet", ending=True, short=True)
def table(
    files: tuple[str, ...], board: str | None, contracts: tuple[str, ...], declarers: tuple[Seat, ...],
    selfish: bool, game: str | None, rules: dict[str, str], deck: Deck | None, workers: int | None,
    output: str, form: str,
) -> None:  # fmt: skip
    """Solve every contract for every declarer.

    FILE: records, deals, or a deal given in place. The grid has the contracts down and the declarers across.
    """
    from kranalyze.answers.tables import plans_of, solved

    tally = Tally()
    frame = on_board(_deals(files, game, rules, tally), board)
    frame = _with_contracts(frame, contracts)
    with wrong_usage():
        plans = plans_of(frame, contracts or None, declarers or None, rules, selfish)
    if plans:
        with write_output(output, form) as out:
            sink: Sink = CsvSink(out) if form == "csv" else JsonSink(out)
            if form == "parquet":
                sink = ParquetSink(out, list(plans.values()))
            elif form == "text":
                sink = TextSink(out, deck or "french", output)
            in_its_way = output == "-" and sys.stdout.isatty()
            try:
                found = solved(frame, plans, workers, lambda rows: sink.write(rows, frame))
                with progress_bar("deal", not in_its_way, total=frame.height) as progress, closing(found):
                    for batch in found:
                        _report(batch, frame, tally)
                        tally.done += batch.deals - len(batch.problems)
                        progress(batch.deals)
                sink.close()
            except BaseException:
                sink.abandon()
                raise
    tally.finish()


def _deals(files: Iterable[str], game: str | None, rules: dict[str, str], tally: Tally) -> pl.DataFrame:
    """The deals of all files; those with an unknown hand are reported and left out."""
    from kranalyze.read import all_known, joined, read_columns

    columns = joined(all_known(read_columns(file, game, rules)) for file in files)
    tally.report(columns.problems)
    return columns.frame


def _with_contracts(frame: pl.DataFrame, contracts: Sequence[str]) -> pl.DataFrame:
    """The deals of games that have one of the contracts; the others are left out, and this is said."""
    import polars as pl

    left_out = LeftOut(contracts)
    games = frame["game"].unique(maintain_order=True).to_list()
    lacking = [name for name in games if left_out.lacks(name)]
    left_out.tell(everything=lacking == games)
    return frame.filter(~pl.col("game").is_in(lacking)) if lacking else frame


def _report(batch: Batch, frame: pl.DataFrame, tally: Tally) -> None:
    """Report deals that the core would not take, with their lines."""
    import polars as pl

    for problem in batch.problems:
        here = frame.filter(pl.col("file").eq_missing(pl.lit(problem.file)), pl.col("deal") == problem.deal)
        tally.error(problem.file, here["line"][0] if here.height else 1, problem.deal, problem.message)
