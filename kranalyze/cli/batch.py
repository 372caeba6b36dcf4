"""``kranalyze batch``: any number of records into a directory, shard by shard, resumed after any stop."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kranalyze.cli import options
from kranalyze.cli.common import Failure, Tally, say, usage
from kranalyze.cli.interrupt import last_words
from kranalyze.deal import Seat

if TYPE_CHECKING:
    from kranalyze.batches import BatchResult
    from kranalyze.batches.engines import Engine

#: Errors shown at the end; all of them are in ``errors.parquet``.
_SHOWN = 20

_GOES_ON = "What is finished stays; the same command goes on from there."


@click.command(
    epilog="""\b
Examples:
  kranalyze batch deals.parquet -o million --task table
  kranalyze batch season-2024.kpn season-2025.kpn -o seasons --task analyze --engine processes
  kranalyze deal -n 100000 --seed 1 | kranalyze batch - -o random --task table --workers 2
  kranalyze batch deals.parquet -o /shared/million --task table --engine dask --scheduler tcp://10.0.0.1:8786

\b
DIR has run.json (the shards in the order of the records), table/*.parquet or games/*.parquet, cards/*.parquet
and players.parquet, and errors.parquet: file, line, column, severity, record, message. The columns are those
of `kranalyze table` and `kranalyze analyze`. A run that was stopped, however that was, goes on when the same
command is given again; after that the rows are those of a run that was never stopped.
""",
)
@click.argument("files", nargs=-1, required=True, metavar="LOG_OR_DEALS...")
@options.output("DIR", required=True, default=None, help="The directory to write to.")
@click.option(
    "--task", type=click.Choice(["table", "analyze"]), required=True,
    help="All questions of each deal, or the analysis of each game that was played.",
)  # fmt: skip
@click.option(
    "--workers", type=click.IntRange(min=1), metavar="N",
    help="Threads or processes (default: one per processor); with dask all there are work.",
)  # fmt: skip
@click.option(
    "--shard-size", type=click.IntRange(min=1), metavar="N",
    help="Records of a shard (default: 1000, of an analysis 250). The rows do not hang on it.",
)  # fmt: skip
@click.option(
    "--engine", type=click.Choice(["threads", "processes", "dask"]), default="threads", show_default=True,
    help="Who works. Processes use several processors better for --task analyze; dask is for several "
    "machines (pip install 'kranalyze[dask]'), and DIR must then be on storage that all of them share.",
)  # fmt: skip
@click.option("--scheduler", metavar="ADDRESS", help="Of the Dask scheduler, as in tcp://10.0.0.1:8786.")
@options.game
@options.rules
@options.contract(
    "--contract", "contracts", multiple=True, help="Table: only this contract; may be repeated."
)
@options.seat("--declarer", "declarers", multiple=True, help="Table: only this declarer; may be repeated.")
@click.option("--selfish", is_flag=True, help="Table: also what `kranalyze table --selfish` adds.")
@click.option("--no-best", is_flag=True, help="Analysis: as `kranalyze analyze --no-best`.")
@click.option("--single-dummy", is_flag=True, help="Analysis: as `kranalyze analyze --single-dummy`.")
@click.option("--no-bids", is_flag=True, help="Analysis: as `kranalyze analyze --no-bids`.")
def batch(
    files: tuple[str, ...], output: str, task: str, workers: int | None, shard_size: int | None, engine: str,
    scheduler: str | None, game: str | None, rules: dict[str, str], contracts: tuple[str, ...],
    declarers: tuple[Seat, ...], selfish: bool, no_best: bool, single_dummy: bool, no_bids: bool,
) -> None:  # fmt: skip
    """Solve or analyse any number of records, and go on after a stop.

    LOG_OR_DEALS: records, deals, - for standard input, or deals given in place.
    """
    from kranalyze import batches as batching

    if (engine == "dask") != (scheduler is not None):
        usage("--engine dask and --scheduler ADDRESS belong together.")
    try:
        with last_words(f"Stopped. {_GOES_ON}"), _engine(engine, workers, scheduler) as executor:
            result = batching.batch(
                files, output, task=task, executor=executor, workers=workers, shard_size=shard_size,
                game=game, rules=rules, contracts=contracts or None, declarers=declarers,
                selfish=selfish, best=not no_best, single_dummy=single_dummy, bids=not no_bids,
                progress=sys.stderr.isatty(),
            )  # fmt: skip
    except ValueError as error:
        usage(str(error))
    except batching.BatchError as error:
        raise Failure(f"error: {error}. {_GOES_ON}") from error
    _say(result, output)


@contextmanager
def _engine(name: str, workers: int | None, scheduler: str | None) -> Iterator[Engine]:
    from kranalyze.batches import engines

    if name == "threads":
        yield engines.threads(workers)
    elif name == "processes":
        yield engines.processes(workers)
    elif find_spec("distributed") is None:
        raise Failure("error: dask.distributed is not installed: pip install 'kranalyze[dask]'")
    else:
        with engines.dask(scheduler or "") as engine:
            yield engine


def _say(result: BatchResult, output: str) -> None:
    """Show the first errors and what there is now; set the exit status."""
    tally = Tally()
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
    tally.finish()
