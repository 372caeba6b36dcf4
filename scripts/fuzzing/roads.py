"""Read a file in every way, and run commands on it.

The ways to read a file are called roads: game by game, in shards of one game, and as columns. Rows and errors
must not depend on the road. Commands must not crash.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa
from click.testing import CliRunner

from kranalyze.analysis import Analysis, analyze_log, analyze_records
from kranalyze.cli import cli
from kranalyze.kpn import Record
from kranalyze.kpn.kpnfile import collect_games
from kranalyze.parallel import Pace
from kranalyze.read import read_games
from kranalyze.read.logpieces import log_pieces
from kranalyze.read.pieces import input_pieces

#: Commands on a file. ``{}`` stands for the file, ``{out}`` for the path of the output.
COMMANDS = (
    "check {}", "check {} --game graden", "convert {} {out}.kpn", "convert {} {out}.csv",
    "convert {} {out}.parquet", "analyze {} --no-best", "analyze {} --no-best --json",
    "analyze {} --no-best --format csv --games", "analyze {} --no-best -o {out}",
    "analyze {} --no-best --report {out}.html", "annotate {} -o {out}.kpn", "stats {}", "stats {} --json",
    "stats {} --report {out}.html", "table {} --limit 1", "table {} -o {out}.parquet", "par {}",
    "odds {} --game graden --samples 5", "solve {} --game graden", "solve {} --board 1 --after 3",
    "advise {} --board 1 --after 9 --layouts 20", "page {} -o {out}.html",
    "batch {} -o {out} --task table --shard-size 1",
    "batch {} -o {out} --task analyze --no-best --shard-size 1",
)  # fmt: skip

#: Exit statuses that a command may have: success, contract cannot be made, wrong usage, command failed, some
#: records have errors. Any other exit status is a failure of the test.
_STATUSES = (0, 1, 2, 3, 123)


def run_command(rng: random.Random, path: Path, folder: Path) -> None:
    """Run a random command on a file. The command must not crash, and must not leave a file half written."""
    words = rng.choice(COMMANDS).format(path, out=folder / "out").split()
    result = CliRunner().invoke(cli, words, prog_name="kranalyze")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise AssertionError(f"{' '.join(words)} ends with {result.exception!r}") from result.exception
    assert result.exit_code in _STATUSES, (words, result.exit_code)
    assert "Traceback" not in result.output, words
    assert not list(folder.glob(".*.part")), words


def compare_roads(path: Path) -> None:
    """Check that all ways to read a file give the same games, errors and rows.

    Raises:
        AssertionError: the results of two ways differ.
    """
    slow = list(read_games(str(path)))
    records = collect_games(str(path), slow).records
    errors = _errors(p for outcome in slow for p in outcome.problems)
    alone = [outcome for piece in input_pieces(str(path), 1) for outcome in piece.outcomes()]
    if records:
        assert collect_games(str(path), alone).records == records, "shards of one: other games"
        again = _errors(p for outcome in alone for p in outcome.problems)
        assert again == errors, f"shards of one: other errors\n{again}\n{errors}"
    for room in (1000, 1):
        fast, others = _in_columns(path, room)
        assert _errors(others) == errors, f"columns: other errors\n{_errors(others)}\n{errors}"
        _same_rows(fast, records)


def _errors(problems: Any) -> list[str]:
    return sorted(str(problem) for problem in problems if problem.severity == "error")


def _in_columns(path: Path, room: int) -> tuple[list[Analysis], list[Any]]:
    """Analyze a log as columns. Return the parts of the analysis, and the problems of the log."""

    def pieces(*_wanted: object) -> Any:
        return log_pieces(str(path), None, {}, Pace(room, room))

    parts = list(analyze_log(pieces, best=False, workers=1))
    problems = [p for outcomes, _ in parts for outcome in outcomes for p in outcome.problems]
    return [part for _, part in parts], problems


def _same_rows(parts: Sequence[Analysis], records: Sequence[Record]) -> None:
    expected = analyze_records(list(records), best=False)
    empty = analyze_records([], best=False)
    for name in ("games", "cards"):
        tables = [part.tables[name] for part in [*parts, empty]]
        one = pl.DataFrame(pa.concat_tables(tables))
        other = pl.DataFrame(expected.tables[name])
        for column in one.columns:
            rows = one[column].to_list(), other[column].to_list()
            assert rows[0] == rows[1], f"columns: other values of {column} of {name}: {rows}"[:2000]
