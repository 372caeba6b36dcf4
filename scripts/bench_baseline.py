"""An older build beside this one: the same commands run by both in turn, CPU time and answers compared."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import polars as pl
from bench_paths import Paths
from bench_yardsticks import random_deals

#: Runs the commands it is told, one a line, and says what CPU time each took, without what it costs to start.
_CHILD = """
import contextlib, json, sys, time
from kranalyze.cli import cli
said = sys.stdout
for line in sys.stdin:
    arguments, out = json.loads(line)
    with open(out, "w") as sink, contextlib.redirect_stdout(sink):
        begin = time.process_time()
        cli(arguments, standalone_mode=False)
        spent = time.process_time() - begin
    print(spent, file=said, flush=True)
"""


@dataclass(frozen=True)
class Command:
    """One line of the table.

    Attributes:
        arguments: of the program, before the name of a file of deals and ``--workers 1``.
        cards: in a hand of those deals.
        deals: how many; fewer in a quick run.
        parquet: the answers are a Parquet, else what is printed.
    """

    name: str
    arguments: tuple[str, ...]
    goal: float
    cards: int = 6
    deals: int = 40
    parquet: bool = True


COMMANDS = (
    Command("table --selfish of Graden", ("table", "--game", "graden", "--selfish"), 8.0),
    Command("par of a deal", ("par", "--format", "csv"), 8.0, parquet=False),
)


class Installed:
    """An installation of the program, named by its interpreter."""

    def __init__(self, python: str) -> None:
        self._child = subprocess.Popen(
            [python, "-c", _CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/"
        )

    def run(self, command: Command, source: Path, out: Path) -> float:
        """CPU seconds of a command; its answers go to a file."""
        assert self._child.stdin is not None and self._child.stdout is not None
        arguments = [command.arguments[0], str(source), *command.arguments[1:], "--workers", "1"]
        printed = out
        if command.parquet:
            arguments += ["-o", str(out)]
            printed = out.with_suffix(".txt")
        self._child.stdin.write(json.dumps([arguments, str(printed)]) + "\n")
        self._child.stdin.flush()
        said = self._child.stdout.readline()
        if not said:
            raise SystemExit(f"{command.name}: the program has ended")
        return float(said)


def compare(command: Command, paths: Paths, baseline: str, quick: bool) -> Iterator[tuple[float, float]]:
    """Microseconds a deal of this build and of the baseline, in turn, on the same deals."""
    ours, theirs = Installed(sys.executable), Installed(baseline)
    deals = max(2, command.deals // 5) if quick else command.deals
    for repeat in range(3 if quick else 6):
        source = paths.parquet(random_deals(deals, command.cards, seed=300 + repeat))
        answers = [paths.folder / f"{who}.parquet" for who in ("ours", "theirs")]
        spent = [one.run(command, source, out) for one, out in zip((ours, theirs), answers, strict=True)]
        if not _same(command, *answers):
            raise SystemExit(f"{command.name}: answers differ from the baseline's")
        if repeat:  # the first run is start-up
            yield spent[0] / deals * 1e6, spent[1] / deals * 1e6


def _same(command: Command, ours: Path, theirs: Path) -> bool:
    """Whether both said the same, in the columns that both have."""
    if not command.parquet:
        return ours.read_bytes() == theirs.read_bytes()
    one, other = pl.read_parquet(ours), pl.read_parquet(theirs)
    columns = [name for name in other.columns if name in one.columns]
    return bool(columns) and one.select(columns).equals(other.select(columns))
