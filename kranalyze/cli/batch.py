"""``kranalyze batch``: any number of records into a directory, shard by shard, resumed after any stop."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from kranalyze.cli import options
from kranalyze.cli.common import Failure, Tally, last_words, say, usage
from kranalyze.cli.options import flag, number, option, seat

#: Errors shown at the end; all of them are in ``errors.parquet``.
_SHOWN = 20

_GOES_ON = "What is finished stays; the same command goes on from there."


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
    options.output_to("DIR", "The directory to write to.", required=True, default=None),
    option("--task", None, "All questions of each deal, or the analysis of each game that was played.",
        type=click.Choice(["table", "analyze"]), required=True),
    number("--workers", "N",
        "Threads or processes (default: one per processor); with dask all there are work."),
    number("--shard-size", "N",
        "Records of a shard (default: 1000, of an analysis 250). The rows do not hang on it."),
    option("--engine", None,
        "Who works. Processes use several processors better for --task analyze; dask is for several "
        "machines (pip install 'kranalyze[dask]'), and DIR must then be on storage that all of them share.",
        type=click.Choice(["threads", "processes", "dask"]), default="threads", show_default=True),
    option("--scheduler", "ADDRESS", "Of the Dask scheduler, as in tcp://10.0.0.1:8786."),
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
    scheduler: str | None, contracts: tuple[str, ...], no_best: bool, no_bids: bool, **asked: Any,
) -> None:  # fmt: skip
    """Solve or analyse any number of records, and go on after a stop.

    LOG_OR_DEALS: records, deals, - for standard input, or deals given in place.
    """
    from kranalyze import batches as batching
    from kranalyze.batches import engines

    if (engine == "dask") != (scheduler is not None):
        usage("--engine dask and --scheduler ADDRESS belong together.")
    if engine == "dask" and find_spec("distributed") is None:
        raise Failure("error: dask.distributed is not installed: pip install 'kranalyze[dask]'")
    try:
        with last_words(f"Stopped. {_GOES_ON}"), ExitStack() as stack:
            if scheduler is not None:
                executor = stack.enter_context(engines.dask(scheduler))
            else:
                executor = (engines.threads if engine == "threads" else engines.processes)(workers)
            result = batching.batch(
                files, output, executor=executor, workers=workers, contracts=contracts or None,
                best=not no_best, bids=not no_bids, progress=sys.stderr.isatty(), **asked,
            )  # fmt: skip
    except ValueError as error:
        usage(str(error))
    except batching.BatchError as error:
        raise Failure(f"error: {error}. {_GOES_ON}") from error
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
