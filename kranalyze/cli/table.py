"""``kranalyze table``: all questions of each deal, as a grid for people or as rows for machines."""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, BinaryIO

import click

from kranalyze.cards import Deck
from kranalyze.cli.common import (
    LeftOut,
    Tally,
    board_option,
    contract_option,
    deck_option,
    format_for,
    format_option,
    game_option,
    on_board,
    out_option,
    rule_option,
    seat_option,
    usage,
    workers_option,
    write_output,
)
from kranalyze.deal import Seat

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.answers.tables import Batch, Plan
    from kranalyze.cli.sinks import Sink

_FORMATS = ("text", "json", "csv", "parquet")


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
@board_option
@contract_option("--contract", "contracts", multiple=True, help="Only this contract; may be repeated.")
@seat_option("--declarer", "declarers", multiple=True, help="Only this declarer; may be repeated.")
@click.option(
    "--selfish", is_flag=True,
    help="Also Schurln, a second Bettler or Plauderer, and what each seeks for himself in ..._letzten: "
    "a thousand times slower.",
)  # fmt: skip
@game_option
@rule_option
@deck_option("french")
@workers_option
@out_option()
@format_option(*_FORMATS)
def table(
    files: tuple[str, ...], board: str | None, contracts: tuple[str, ...], declarers: tuple[Seat, ...],
    selfish: bool, game: str | None, rules: dict[str, str], deck: Deck | None, workers: int | None,
    output: str, form: str | None,
) -> None:  # fmt: skip
    """Solve every contract for every declarer.

    FILE: records, deals, or a deal given in place. The grid has the contracts down and the declarers across.
    """
    from kranalyze.answers.tables import plans_of, solved

    chosen = format_for(output, form, _FORMATS, "text")
    tally = Tally()
    frame = on_board(_deals(files, game, rules, tally), board)
    frame = _with_contracts(frame, contracts)
    try:
        plans = plans_of(frame, contracts or None, declarers or None, rules, selfish)
    except ValueError as error:
        usage(str(error))
    if plans:
        with write_output(output, chosen) as out:
            encoding = sys.stdout.encoding if output == "-" else "utf-8"
            sink = _sink(chosen, out, list(plans.values()), deck or "french", encoding)
            try:
                found = solved(frame, plans, workers, lambda rows: sink.write(rows, frame))
                with closing(_with_bar(found, frame.height, output)) as shown:
                    for batch in shown:
                        _report(batch, frame, tally)
                        tally.done += batch.deals - len(batch.problems)
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


def _with_bar(batches: Generator[Batch], deals: int, output: str) -> Generator[Batch]:
    """The batches, with a progress bar if somebody looks and no table is in its way."""
    if not sys.stderr.isatty() or (output == "-" and sys.stdout.isatty()):
        yield from batches
        return
    from tqdm import tqdm

    with tqdm(total=deals, unit="deal", file=sys.stderr) as bar:
        for batch in batches:
            yield batch
            bar.update(batch.deals)


def _report(batch: Batch, frame: pl.DataFrame, tally: Tally) -> None:
    """Report deals that the core would not take, with their lines."""
    import polars as pl

    for problem in batch.problems:
        here = frame.filter(pl.col("file").eq_missing(pl.lit(problem.file)), pl.col("deal") == problem.deal)
        tally.error(problem.file, here["line"][0] if here.height else 1, problem.deal, problem.message)


def _sink(form: str, out: BinaryIO, plans: list[Plan], deck: Deck, encoding: str) -> Sink:
    from kranalyze.cli import sinks

    if form == "parquet":
        return sinks.ParquetSink(out, plans)
    if form == "text":
        return sinks.TextSink(out, deck, encoding)
    return sinks.CsvSink(out) if form == "csv" else sinks.JsonSink(out)
