"""Provide random deals for the benchmarks, and the solvers that the benchmarks compare.

There are three solvers. DDS is a double-dummy solver for bridge. plain.c is a plain alpha-beta search. The
third solver is the core's own search for whist. Python passes many deals to a solver in one call.
"""

from __future__ import annotations

import ctypes
import os
import random
import re
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from kranalyze.core.positionborder import ENGINE

ROOT = Path(__file__).resolve().parent.parent

Hands = tuple[int, int, int, int]
Timed = tuple[float, list[int]]


def pin_to_one_core() -> None:
    """Bind this process and all its threads to one core.

    Call this before the import of DDS, because DDS counts the cores when it is imported.
    """
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def machine() -> str:
    """Return the name of the processor."""
    cpuinfo = Path("/proc/cpuinfo")
    text = cpuinfo.read_text() if cpuinfo.exists() else ""
    name = re.search(r"model name\s*:\s*(.*)", text)
    family = re.search(r"cpu family\s*:\s*(.*)", text)
    model = re.search(r"^model\s*:\s*(.*)", text, re.M)
    if not name:
        return os.uname().machine
    return f"{name[1]} (family {family[1] if family else '?'}, model {model[1] if model else '?'})"


def random_deals(count: int, cards: int, seed: int) -> list[Hands]:
    """Return random deals with ``cards`` cards in each hand.

    Hands of up to six cards are dealt from a pack of 24 (9 to A), larger hands from a pack of 32 (7 to A).
    """
    rng = random.Random(seed)
    pack = [8 * suit + rank for suit in range(4) for rank in range(2 if cards <= 6 else 0, 8)]
    deals: list[Hands] = []
    for _ in range(count):
        drawn = rng.sample(pack, 4 * cards)
        n, e, s, w = (sum(1 << c for c in drawn[i * cards : (i + 1) * cards]) for i in range(4))
        deals.append((n, e, s, w))
    return deals


def timed(work: Callable[[], object]) -> float:
    """Call a function. Return the CPU seconds that all threads of this process took during the call."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


class Dds:
    """DDS, called through the package endplay. Only its function CalcAllTables is timed, not conversions."""

    def __init__(self) -> None:
        import endplay._dds as dds

        self._dds = dds
        self._filter = [False] * 5

    def tables(self, deals: Sequence[Hands]) -> Timed:
        """Solve deals. Return the CPU seconds, and 20 values for each deal.

        A value is the number of tricks of the leader's side. The order is by trumps (S, H, D, C, none), then
        by leader (N, E, S, W).
        """
        dds = self._dds
        spent = 0.0
        values: list[int] = []
        size = deals[0][0].bit_count()
        for at in range(0, len(deals), dds.MAXNOOFTABLES):
            part = deals[at : at + dds.MAXNOOFTABLES]
            batch, results, par = dds.ddTableDeals(), dds.ddTablesRes(), dds.allParResults()
            batch.noOfTables = len(part)
            for i, deal in enumerate(part):
                for seat in range(4):
                    for suit in range(4):
                        batch.ddTableDeal[i].cards[seat][suit] = (deal[seat] >> 8 * suit & 0xFF) << 7

            def solve(batch: object = batch, results: object = results, par: object = par) -> None:
                dds.CalcAllTables(batch, -1, self._filter, results, par)

            spent += timed(solve)
            for i in range(len(part)):
                table = results.results[i].resTable
                for strain in range(5):
                    # DDS returns the tricks of the declarer's side. It computes them as 13 minus the tricks
                    # of the leader's side, even if hands have fewer than 13 cards. The declarer is the seat
                    # before the leader.
                    values += [13 - table[strain][(leader - 1) & 3] for leader in range(4)]
        assert all(0 <= v <= size for v in values)
        return spent, values


class Kernels:
    """The core's search for whist, compiled like the core. It searches all deals in one call from Python."""

    def __init__(self, folder: Path) -> None:
        library = folder / "bench.so"
        fast = ("-march=x86-64-v3", "-mtune=znver2") if ENGINE == "x86-64-v3" else ()
        build([ROOT / "scripts/bench_tricks.c", ROOT / "solver/tricks.c"], library, "-shared", "-fPIC", *fast)
        self._lib = ctypes.CDLL(str(library))
        self._lib.bench_new.restype = ctypes.c_void_p
        self._lib.bench_nodes.restype = ctypes.c_uint64
        self._ctx = ctypes.c_void_p(self._lib.bench_new())

    def tables(self, deals: Sequence[Hands]) -> Timed:
        """Solve deals. The result has the form of `Dds.tables`."""
        hands = (ctypes.c_uint32 * (4 * len(deals)))(*(mask for deal in deals for mask in deal))
        out = (ctypes.c_uint8 * (20 * len(deals)))()
        spent = timed(lambda: self._lib.bench_tables(self._ctx, hands, len(deals), out))
        return spent, list(out)

    def nodes(self) -> int:
        """Return how many positions at the start of a trick have been searched."""
        return int(self._lib.bench_nodes(self._ctx))


class Plain:
    """The program scripts/plain.c, with which the searches of the games Graden and Rußbach are compared."""

    def __init__(self, folder: Path) -> None:
        self._program = folder / "plain"
        build([ROOT / "scripts/plain.c"], self._program)

    def run(self, game: str, deals: Sequence[Hands]) -> dict[str, float]:
        """Solve deals. Return the microseconds per deal, by kind of search, and in total (`us_per_deal`)."""
        words = self._run(deals, game, "quiet").stderr.split()
        return {name: float(value) for name, value in zip(words[::2], words[1::2], strict=True)}

    def graden(self, deals: Sequence[Hands]) -> list[int]:
        """Return for each deal the answers to 44 questions of the game Graden, as bits."""
        return [int(word, 16) for word in self._run(deals, "graden").stdout.split()]

    def russbach(self, deals: Sequence[Hands]) -> list[list[int]]:
        """Return the values of the contracts ``simple``, ``hundred`` and ``all_tricks`` of the game Rußbach.

        The result has a list of three values for each combination of deal, declarer, trump and partner.
        """
        lines = (line.split() for line in self._run(deals, "russbach").stdout.splitlines())
        return [[int(word) for word in words[3:]] for words in lines if words[0] != "deal"]

    def _run(self, deals: Sequence[Hands], *arguments: str) -> subprocess.CompletedProcess[str]:
        text = "\n".join(" ".join(f"{mask:x}" for mask in deal) for deal in deals)
        command = [str(self._program), *arguments]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=True)


def build(sources: Sequence[Path], target: Path, *flags: str) -> None:
    """Compile C files with the machine's compiler and the option -O3."""
    compiler = os.environ.get("CC", "cc")
    subprocess.run([compiler, "-O3", "-std=gnu17", *flags, "-o", target, *sources], check=True)
