"""Measure commands that read and write files, and calls of the core from Python."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from bench_yardsticks import Hands, timed

from kranalyze import Deal, solve
from kranalyze.answers.gathering import answer_table
from kranalyze.answers.plan import Plan
from kranalyze.answers.tables import deal_frame
from kranalyze.cli import cli
from kranalyze.cli.sinks import parquet_sink
from kranalyze.core.calls import applicable_questions, solve_columns
from kranalyze.core.task import Role, Task, searches
from kranalyze.read import read_deal_columns
from kranalyze.read.columns import frame_schema
from kranalyze.read.writing import write_deals, write_records
from kranalyze.simulation import simulate

#: Program of the child process of `peak`. It runs a command, and prints its own peak memory in kB. It does
#: not use getrusage, because ru_maxrss is at least the memory of the parent at the start of the child.
_CHILD = """
import re, sys
from kranalyze.cli import cli
cli(sys.argv[1:], standalone_mode=False)
print(re.search(r"VmHWM:\\s*(\\d+) kB", open("/proc/self/status").read())[1])
"""

#: Program of the child process of `walls`. It runs a command alternately with one and with two workers, and
#: prints the seconds. It makes one run more than requested, because the first run also loads modules.
_WALLS = """
import sys, time
from kranalyze.cli import cli
for _ in range(1 + int(sys.argv[1])):
    for workers in "12":
        begin = time.perf_counter()
        cli([*sys.argv[2:], "--workers", workers], standalone_mode=False)
        print("\\ntook", time.perf_counter() - begin)
"""


T = TypeVar("T")


class Paths:
    """A folder for files of deals, and commands that run on these files.

    Attributes:
        folder: the folder.
        cores: the processor cores that this process could use when this object was made.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cores = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()

    def kpn(self, deals: Sequence[Hands], game: str) -> Path:
        """Write deals as KPN, as the program itself writes deals. Return the path."""
        path = self.folder / "deals.kpn"
        rows = [(*deal, 0, str(i + 1), None, game, None, None, i, 1) for i, deal in enumerate(deals)]
        with path.open("wb") as out:
            write_deals(pl.DataFrame(rows, schema=frame_schema(), orient="row"), out, "kpn")
        return path

    def parquet(self, deals: Sequence[Hands]) -> Path:
        """Write deals as a Parquet file of masks. Return the path."""
        path = self.folder / "deals.parquet"
        pq.write_table(pa.table(dict(zip("nesw", columns_of(deals), strict=True))), path)
        return path

    def table(self, source: Path, game: str, workers: int = 1) -> Path:
        """Run `kranalyze table` in this process, without starting Python again. Return the output file."""
        out = self.folder / "rows.parquet"
        arguments = ["table", str(source), "--game", game, "--workers", str(workers), "-o", str(out)]
        cli(arguments, standalone_mode=False)
        return out

    def log(self, games: int) -> Path:
        """Write a log of Graden as Parquet. A log of more than 2,000 games repeats the first 2,000."""
        records = list(simulate(min(games, 2000), seed=12, look=2, slips=0.05))
        path = self.folder / "log.parquet"
        with path.open("wb") as out:
            write_records(records, out, "parquet")
        some = pq.read_table(path)
        pq.write_table(pa.concat_tables([some] * (games // len(records))), path, row_group_size=20_000)
        return path

    def walls(self, repeats: int, command: str, source: Path) -> list[tuple[float, float]]:
        """Return for each repeat the elapsed seconds of a command with one worker and with two.

        The time to start Python is not included. The command runs on a file of the game Graden. It runs in a
        process of its own, because libraries in this process may have threads that are bound to one core.
        """
        line = [sys.executable, "-c", _WALLS, str(repeats), command, str(source), "--game", "graden"]
        line += ["-o", str(self.folder / f"{command}.parquet")]
        child = subprocess.run(line, capture_output=True, text=True, check=True, cwd=self.folder)
        seconds = [float(text.split()[1]) for text in child.stdout.splitlines() if text.startswith("took ")]
        return list(zip(seconds[::2], seconds[1::2], strict=True))[1:]

    def unpinned(self, work: Callable[[], None]) -> None:
        """Release this process from its core, call a function, and bind the process to the core again.

        During the call, the process may use all cores in ``cores``.
        """
        pinned = os.sched_getaffinity(0)
        os.sched_setaffinity(0, self.cores)
        try:
            work()
        finally:
            os.sched_setaffinity(0, pinned)

    def peak(self, command: str, source: Path) -> float:
        """Return the peak memory, in MB, of a command in a process of its own. Linux only.

        The command runs on a file of the game Graden.
        """
        out = self.folder / f"peak {command}.parquet"
        line = [sys.executable, "-c", _CHILD, command, str(source), "--game", "graden", "-o", str(out)]
        child = subprocess.run(line, capture_output=True, text=True, check=True, cwd=self.folder)
        return int(child.stdout.split()[-1]) / 1024


def columns_of(deals: Sequence[Hands]) -> list[pa.Array]:
    """Convert deals to four columns of masks: N, E, S, W."""
    return [pa.array([deal[seat] for deal in deals], pa.uint32()) for seat in range(4)]


def _buffers(deals: Sequence[Hands]) -> tuple[pa.Buffer, pa.Buffer, pa.Buffer, pa.Buffer]:
    n, e, s, w = (column.buffers()[1] for column in columns_of(deals))
    return n, e, s, w


def _given(deals: Sequence[Hands]) -> pa.Table:
    return deal_frame(pa.table(dict(zip("nesw", columns_of(deals), strict=True)))).to_arrow()


def whist_values(rows: Path) -> list[int]:
    """Return the values of a table of whist in the order in which DDS returns values (``bench_yardsticks``).

    The values are sorted by deal, then by trumps (S, H, D, C, none), then by leader (N, E, S, W).
    """
    frame = pl.read_parquet(rows, columns=["deal", "trump", "leader", "value"])
    orders = {"trump": {"S": 0, "H": 1, "D": 2, "C": 3}, "leader": {"N": 0, "E": 1, "S": 2, "W": 3}}
    codes = (
        pl.col(name).cast(pl.String).replace_strict(codes, default=4, return_dtype=pl.Int8)
        for name, codes in orders.items()
    )
    return frame.with_columns(*codes).sort("deal", "trump", "leader")["value"].to_list()


def graden_alone(deals: Sequence[Hands]) -> tuple[float, list[int]]:
    """Run the 44 searches of the game Graden on each deal.

    Return the CPU seconds, and for each deal a number whose bits are the answers. The bits are in the same
    order as in plain.c.
    """
    plan, hands = Plan("graden"), _buffers(deals)
    spent, solved = _timed(lambda: solve_columns(hands, None, len(deals), plan.tasks, plan.slots))
    places: dict[int, int] = {}
    for question in plan.questions:
        task = searches(plan.game, question, include_selfish=False)[0].task
        declarer, contract = int(question.declarer or 0), question.contract
        partner = 0 if question.partner is None else (int(question.partner) - declarer) & 3
        # Bit 0 is the question for Bettler. Bits 1 to 5 are five questions in the rank order K: all tricks
        # alone, five tricks alone, and all tricks with each of three partners. Bits 6 to 10 are the same five
        # questions in the rank order T.
        bit = 0
        if contract.goal.takers != "others":
            which = 1 if contract.goal.kind == "last" else 1 + partner if partner else 0
            bit = 1 + 5 * (question.order == "T") + which
        places[11 * declarer + bit] = plan.slots[plan.tasks.index(task)]
    assert len(places) == 44
    words = [
        sum((solved.values[at * solved.width + slot] > 0) << bit for bit, slot in places.items())
        for at in range(len(deals))
    ]
    return spent, words


def graden_threads(deals: Sequence[Hands], threads: int) -> float:
    """Run the searches of the game Graden six times on all deals, in ``threads`` threads.

    Return the elapsed seconds.
    """
    plan, hands = Plan("graden"), _buffers(deals)
    begin = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        work = [pool.submit(solve_columns, hands, None, len(deals), plan.tasks, plan.slots) for _ in range(6)]
        for future in work:
            future.result()
    return time.perf_counter() - begin


def solve_threads(deals: Sequence[Deal], threads: int) -> float:
    """Solve a contract of Rußbach on all deals, in ``threads`` threads. Return the elapsed seconds."""

    def answer(deal: Deal) -> int | None:
        return solve(deal, game="russbach", contract="simple", declarer="S", dealer="E").value

    begin = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(answer, deals))
    return time.perf_counter() - begin


def russbach_roles(deals: Sequence[Hands]) -> dict[Role, float]:
    """Return the CPU seconds of the searches of the game Rußbach, by the role of their results.

    ``value``: the values of all questions (contracts with seats and trump) that can come up on the deals.
    ``stake``: the payoffs of the contract ``simple``.
    """
    plan, hands, count = Plan("russbach"), _buffers(deals), len(deals)
    flags = applicable_questions(hands, count, plan.rows).flags
    spent: dict[Role, float] = {}
    for role in ("value", "stake"):
        rows_of: dict[Task, list[int]] = {}
        for number, question in enumerate(plan.questions):
            for search in searches(plan.game, question, include_selfish=False):
                if search.role == role:
                    rows_of.setdefault(search.task, []).append(number)
        tasks, rows = list(rows_of), list(rows_of.values())

        def solve(tasks: list[Task] = tasks, rows: list[list[int]] = rows) -> None:
            solve_columns(hands, None, count, tasks, range(len(tasks)), rows, len(plan.rows), flags)

        spent[role] = timed(solve)
    return spent


def russbach_values(deals: Sequence[Hands]) -> list[list[int]]:
    """Return for each deal, declarer, trump and partner a list of three values, one for each contract.

    The lists are in the same order as in plain.c. A declarer who plays alone counts as its own partner.
    """
    frame = pl.from_arrow(answer_table(Plan("russbach"), _given(deals)).table)
    assert isinstance(frame, pl.DataFrame)
    orders = {"declarer": "NESW", "trump": "SHDC", "partner": "NESW"}
    frame = frame.with_columns(pl.coalesce("partner", "declarer").alias("partner"))
    places = [pl.col(name).cast(pl.String).cast(pl.Enum(list(order))) for name, order in orders.items()]
    calls = frame.with_columns(*places).group_by("deal", *orders, maintain_order=True).agg("value")
    return calls.sort("deal", *orders)["value"].to_list()


def reading(source: Path) -> tuple[float, int]:
    """Read a file of deals into columns. Return the CPU seconds and the number of deals."""
    spent, columns = _timed(lambda: read_deal_columns(str(source)))
    return spent, columns.frame.height


def writing(deals: Sequence[Hands]) -> tuple[float, int]:
    """Encode the rows of a table of Graden as Parquet. Return the CPU seconds and the number of rows."""
    plan = Plan("graden")
    rows = answer_table(plan, _given(deals)).table

    def write() -> None:
        with parquet_sink(io.BytesIO(), [plan]) as sink:
            sink(rows)

    return timed(write), rows.num_rows


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    found: list[T] = []
    spent = timed(lambda: found.append(work()))
    return spent, found[0]
