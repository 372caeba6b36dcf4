"""Measure the speed of the program: ratios to other solvers and to goals, with medians and spread.

    python scripts/bench.py [--quick] [--memory N] [--only TEXT] [--baseline PYTHON] [--write]

The other solvers are DDS (a double-dummy solver for bridge) and plain.c (a plain alpha-beta search). Both
programs of a comparison run alternately on the same deals. If their answers differ, the run stops.

Times are CPU times of one process on one core. There is one exception: to compare several workers or threads
with a single worker or thread, the script measures elapsed time on all cores. With --write the table is
written into the marked section of scripts/BENCH.md. The script needs the packages endplay and kranalyze.

In this script "ours" is the program under test, and "theirs" is the program or the goal that it is compared
with.
"""

from __future__ import annotations

import argparse
import datetime
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench_baseline import ASKED, compare, starts
from bench_careful import (
    HANDS,
    advised_koenigmord,
    careful_koenigmord,
    odds_seconds,
    russbach_game,
    russbach_table,
)
from bench_conditions import ADDITIONS, with_and_without
from bench_known import SITUATIONS, judged
from bench_paths import (
    Paths,
    graden_alone,
    graden_threads,
    reading,
    russbach_roles,
    russbach_values,
    solve_threads,
    whist_values,
    writing,
)
from bench_yardsticks import Dds, Kernels, Plain, machine, pin_to_one_core, random_deals, timed

from kranalyze import Deal
from kranalyze import deals as dealt_frame

BENCH_MD = Path(__file__).with_name("BENCH.md")
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


@dataclass(frozen=True)
class Row:
    """A line of the table. It has the result of one comparison.

    Attributes:
        name: name of the comparison.
        per: what a time is divided by, and the unit of time. Example: "deal, us" is microseconds per deal.
        ours_us: median of our times, in the unit of ``per``.
        theirs_us: median of their times, or the goal, in the same unit.
        ratios: for each repeat, their time divided by our time.
        goal: the median ratio must be at least this number. None: there is no goal.
    """

    name: str
    per: str
    ours_us: float
    theirs_us: float
    ratios: tuple[float, ...]
    goal: float | None = None

    @property
    def ratio(self) -> float:
        """The median ratio: their time divided by our time."""
        return statistics.median(self.ratios)

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the line as texts."""
        if not self.ratios:
            return self.name, self.per, "", f"{self.theirs_us:.2f}", "", "", ""
        spread = f"{min(self.ratios):.2f}-{max(self.ratios):.2f}"
        goal = "" if self.goal is None else f"{self.goal:g} {'met' if self.ratio >= self.goal else 'MISSED'}"
        return (
            self.name,
            self.per,
            f"{self.ours_us:.2f}",
            f"{self.theirs_us:.2f}",
            f"{self.ratio:.2f}",
            spread,
            goal,
        )


@dataclass
class Bench:
    """The options, other solvers and files that all measurements use.

    Attributes:
        quick: whether to use fewer deals and repeats.
        dds: the solver DDS.
        kernels: the core's search for whist, called without Python around each deal.
        plain: the program plain.c.
        paths: a folder for files, and commands that run on these files.
        memory: number of deals for the measurement of memory. 0: a default number.
        baseline: the interpreter of an older build. Empty: compare with no older build.
    """

    quick: bool
    dds: Dds
    kernels: Kernels
    plain: Plain
    paths: Paths
    memory: int = 0
    baseline: str = ""

    @property
    def repeats(self) -> int:
        """Number of runs of each measurement. A run measures both programs."""
        return 3 if self.quick else 7

    @staticmethod
    def pairs(name: str, per: str, runs: list[tuple[float, float]], goal: float | None = None) -> Row:
        """Return a line of the table. Each run is a pair: our time, and their time."""
        ours, theirs = (statistics.median(run[i] for run in runs) for i in (0, 1))
        return Row(name, per, ours, theirs, tuple(t / o for o, t in runs), goal)

    def whist(self, name: str, cards: int, deals: int, goal: float | None = None) -> Row:
        """Compare the core's search for whist with DDS (CalcAllTables), for all trumps and leaders.

        The core is called directly, without Python around each deal.
        """
        ours: list[float] = []
        theirs: list[float] = []
        for repeat in range(self.repeats):
            sample = random_deals(deals, cards, seed=1000 * cards + repeat)
            theirs_s, their_values = self.dds.tables(sample)
            ours_s, our_values = self.kernels.tables(sample)
            if our_values != their_values:
                raise SystemExit(f"{name}: answers differ from DDS")
            theirs.append(theirs_s / len(our_values) * 1e6)
            ours.append(ours_s / len(our_values) * 1e6)
        ratios = tuple(t / o for t, o in zip(theirs, ours, strict=True))
        return Row(name, "value, us", statistics.median(ours), statistics.median(theirs), ratios, goal)


def whist_alone(bench: Bench) -> Iterator[Row]:
    """Compare DDS with our search for whist, without reading or writing, for six and eight cards a hand."""
    deals = 80 if bench.quick else 240
    yield bench.whist("whist alone, 6 cards / DDS", 6, 2 * deals, 6.0)
    yield bench.whist("whist alone, 8 cards / DDS", 8, deals, 2.5)


def whist_end_to_end(bench: Bench) -> Iterator[Row]:
    """Compare the command `table` for whist with DDS.

    The command reads KPN and writes Parquet, with one worker. Of DDS only the search is measured.
    """
    for cards, deals, goal in ((6, 1500, 4.0), (8, 600, 1.8)):
        name = f"whist end to end, {cards} cards / DDS alone"
        runs = []
        for repeat in range(bench.repeats + 1):
            sample = random_deals(deals // 3 if bench.quick else deals, cards, seed=2000 * cards + repeat)
            source = bench.paths.kpn(sample, "whist")
            theirs, values = bench.dds.tables(sample)
            ours = timed(lambda source=source: bench.paths.table(source, "whist"))  # type: ignore[misc]
            if whist_values(bench.paths.table(source, "whist")) != values:
                raise SystemExit(f"{name}: answers differ from DDS")
            runs.append((ours / len(values) * 1e6, theirs / len(values) * 1e6))
        yield bench.pairs(name, "value, us", runs[1:], goal)  # without the first run, which loads modules


def graden(bench: Bench) -> Iterator[Row]:
    """Compare two times for the game Graden with the time of the searches of plain.c.

    The first time is that of the whole command `table`, which reads and writes Parquet. The second time is
    that of the command's searches, without reading and writing.
    """
    whole, alone = [], []
    for repeat in range(bench.repeats + 1):
        sample = random_deals(500 if bench.quick else 10_000, 6, seed=30 + repeat)
        source = bench.paths.parquet(sample)
        theirs = bench.plain.run("graden", sample)["us_per_deal"]
        ours = timed(lambda source=source: bench.paths.table(source, "graden"))  # type: ignore[misc]
        spent, answers = graden_alone(sample)
        if not repeat and answers != bench.plain.graden(sample):
            raise SystemExit("graden: answers differ from plain.c")
        whole.append((ours / len(sample) * 1e6, theirs))
        alone.append((spent / len(sample) * 1e6, theirs))
    yield bench.pairs("graden table end to end / plain.c alone", "deal, us", whole[1:], 6.0)
    yield bench.pairs("graden 44 searches alone / plain.c", "deal, us", alone[1:], 15.0)


def russbach(bench: Bench) -> Iterator[Row]:
    """Measure the searches of the game Rußbach.

    First compare the core with plain.c: both search for the values of all contracts, for all seats and
    trumps. Then compare the core's searches for payoffs with its searches for values.
    """
    values, payoff = [], []
    for repeat in range(3 if bench.quick else 5):
        sample = random_deals(2 if bench.quick else 12, 8, seed=50 + repeat)
        if not repeat and russbach_values(sample) != bench.plain.russbach(sample):
            raise SystemExit("russbach: answers differ from plain.c")
        theirs = bench.plain.run("russbach", sample)["us_per_deal"]
        spent = {role: seconds / len(sample) * 1e6 for role, seconds in russbach_roles(sample).items()}
        values.append((spent["value"], theirs))
        payoff.append((spent["stake"], spent["value"]))
    yield bench.pairs("russbach three rows' values / plain.c", "deal, us", values, 8.0)
    yield bench.pairs("russbach payoff / values of all rows", "deal, us", payoff, 1 / 3)


def two_workers(bench: Bench) -> Iterator[Row]:
    """Compare the elapsed time of two workers with the elapsed time of one worker, on all cores.

    Other load on the machine distorts this measurement. So the searches also run without the commands, in two
    threads and in one thread. The ratio of the two times is the best ratio that the machine allows.
    """
    sample = random_deals(1500, 6, seed=71)
    runs: dict[str, list[tuple[float, float]]] = {}
    bare: list[tuple[float, float]] = []

    def run(deals: int) -> None:
        source, log = bench.paths.parquet(random_deals(deals, 6, seed=70)), bench.paths.log(deals)
        repeats = 3 if bench.quick else 5
        for command, file in (("table", source), ("stats", source), ("analyze", log)):
            pairs = bench.paths.walls(repeats, command, file)
            row = f"two workers / one, {command} of {deals:,}, wall"
            runs[row] = [(two / deals * 1e6, one / deals * 1e6) for one, two in pairs]
        for _ in range(repeats):
            one, two = (graden_threads(sample, threads) for threads in (1, 2))
            bare.append((two / len(sample) / 6 * 1e6, one / len(sample) / 6 * 1e6))

    for deals in (20_000,) if bench.quick else (20_000, 100_000):
        bench.paths.unpinned(partial(run, deals))
    for row, pairs in runs.items():
        yield bench.pairs(row, "each, us", pairs, 1.85)
    yield bench.pairs("the same, searches alone: what the machine gives", "deal, us", bare)


def threads_of_solve(bench: Bench) -> Iterator[Row]:
    """Compare the elapsed time of ``solve`` in eight threads with its time in one thread, on all cores.

    Other load on the machine distorts this measurement.
    """
    count = 12 if bench.quick else 48
    drawn = dealt_frame(count, game="russbach", seed=72).select(*"nesw").rows()
    hands = [Deal(masks) for masks in drawn]
    runs: list[tuple[float, float]] = []

    def run() -> None:
        for _ in range(bench.repeats):
            eight, one = (solve_threads(hands, threads) for threads in (8, 1))
            runs.append((eight / count * 1e6, one / count * 1e6))

    bench.paths.unpinned(run)
    yield bench.pairs("eight threads of solve / one, wall", "deal, us", runs, 1.6)


def memory(bench: Bench) -> Iterator[Row]:
    """Measure the peak memory of `table` and `analyze` on all cores.

    The peak has a goal only if there are at least 1,000,000 deals or games.
    """
    count = bench.memory or (40_000 if bench.quick else 1_000_000)
    for command, room in (("table", 400), ("analyze", 1000)):
        deals = command == "table"
        source = bench.paths.parquet(random_deals(count, 6, seed=11)) if deals else bench.paths.log(count)
        peaks: list[float] = []
        bench.paths.unpinned(lambda: peaks.append(bench.paths.peak(command, source)))  # noqa: B023
        goal = 1.0 if count >= 1_000_000 else None
        name = f"peak memory, {command} of {count:,} / {room} MB"
        yield Row(name, "MB", peaks[0], room, (room / peaks[0],), goal)


def files(bench: Bench) -> Iterator[Row]:
    """Compare the speeds of reading and writing with goals.

    The goal is 100,000 records a second for reading, and 1,000,000 rows a second for writing.
    """
    read, written = [], []
    for repeat in range(bench.repeats + 1):
        source = bench.paths.kpn(random_deals(20_000, 6, seed=90 + repeat), "graden")
        spent, records = reading(source)
        read.append((spent / records * 1e6, 10.0))
        spent, rows = writing(random_deals(1000, 6, seed=90 + repeat))
        written.append((spent / rows * 1e6, 1.0))
    yield bench.pairs("reading KPN deals / 100,000 a second", "record, us", read[1:], 1.0)
    yield bench.pairs("writing rows as Parquet / 1,000,000 a second", "row, us", written[1:], 1.0)


def whist_growth(bench: Bench) -> Iterator[Row]:
    """Measure how the cost of whist depends on the cards per hand and on the number of deals in a call."""
    for cards in range(4, 9):
        yield bench.whist(f"growth: {cards} cards / DDS", cards, 40 if bench.quick else 120)
    for deals in (1, 10, 100) if bench.quick else (1, 10, 100, 1000):
        yield bench.whist(f"growth: 6 cards, {deals} deals / DDS", 6, deals)


def plain_cost(bench: Bench) -> Iterator[Row]:
    """Measure the time of plain.c itself. Other measurements compare the core with plain.c."""
    for game, cards, deals in (("graden", 6, 200), ("russbach", 8, 2)):
        runs = [
            bench.plain.run(game, random_deals(deals if bench.quick else 4 * deals, cards, seed=repeat))
            for repeat in range(3)
        ]
        for part in runs[0]:
            if part not in ("deals", "rows"):
                what = "all" if part == "us_per_deal" else part
                cost = statistics.median(run[part] for run in runs)
                yield Row(f"plain.c {game}: {what}", "deal, us", 0.0, cost, ())


def baseline(bench: Bench) -> Iterator[Row]:
    """Compare commands and searches with an older build, if the option --baseline names one."""
    for asked in ASKED if bench.baseline else ():
        runs = list(compare(asked, bench.paths.folder, bench.baseline, bench.quick))
        yield bench.pairs(f"{asked.name} / baseline", asked.per, runs, asked.goal)
    for name, runs in starts(bench.paths.folder, bench.baseline, bench.quick) if bench.baseline else ():
        yield bench.pairs(f"{name} / baseline", "run, us", runs, 1.3)


def known(bench: Bench) -> Iterator[Row]:
    """Compare the time of single-dummy work with the times that the documentation states.

    Times are seconds of one core.
    """
    for one in SITUATIONS:
        runs = [(one.all_layouts(), 2.0) for _ in range(bench.repeats)]
        yield bench.pairs(f"756,756 layouts, {one.contract} / 2 s", "all, s", runs, 1.0)
    for game, count, said in (("graden", 40, 20.0), ("russbach", 12, 120.0)):
        repeats = 1 if bench.quick or game == "russbach" else 3
        runs = [(judged(game, count, seed), said) for seed in range(repeats)]
        yield bench.pairs(f"{count} games of {game}, what was known / {said:g} s", "all, s", runs, 1.0)


def careful(bench: Bench) -> Iterator[Row]:
    """Measure games of careful players, in three comparisons.

    First, games of the contract Königmord are compared with a program that asks for advice at each turn.

    Second, the command `odds` plays games of careful players for each card game. The goal for Graden is 5
    seconds. For the other card games, the time is compared with the time of `odds` without games.

    Third, games of Rußbach are compared with 20 calls of ``table`` on the same deals.
    """
    runs = []
    for seed in range(bench.repeats):
        ours, our_share = careful_koenigmord(600, seed)
        theirs, their_share = advised_koenigmord(60, seed)
        if abs(our_share - their_share) > 4.5 * (0.25 * (1 / 600 + 1 / 60)) ** 0.5:
            raise SystemExit(f"Königmord: {our_share:.2f} of games are won, with advice {their_share:.2f}")
        runs.append((1e3 * ours, 1e3 * theirs))
    yield bench.pairs("a Königmord, 65 layouts / advise at each turn", "game, ms", runs, 10.0)
    for game in HANDS:
        # Without games, `odds` only looks up a hand of Graden in the book, so compare Graden with 5 seconds.
        name = "5 s" if game == "graden" else "open cards alone"
        repeats = 1 if bench.quick else 3
        runs = [
            (odds_seconds(game, None), 5.0 if game == "graden" else odds_seconds(game, 0))
            for _ in range(repeats)
        ]
        yield bench.pairs(f"odds of {game}, both answers / {name}", "hand, s", runs, 1.0)
    runs = [
        (1e3 * russbach_game(12, seed), 2e4 * russbach_table(12, seed)) for seed in range(bench.repeats)
    ]
    yield bench.pairs("a game of Rußbach, 65 layouts / 20 tables", "game, ms", runs, 1.0)


def conditions(bench: Bench) -> Iterator[Row]:
    """Compare commands that have conditions or features with the same commands without them."""
    for addition in ADDITIONS:
        runs = list(with_and_without(addition, bench.paths.folder, bench.quick))
        name = f"{addition.name}, {addition.game} / without"
        yield bench.pairs(name, "deal, us", runs, 1 / addition.most)


MEASUREMENTS: tuple[Callable[[Bench], Iterator[Row]], ...] = (
    whist_alone, whist_end_to_end, graden, russbach, two_workers, memory, files, whist_growth, plain_cost,
    known, careful, conditions, threads_of_solve, baseline,
)  # fmt: skip


def table(rows: list[Row]) -> str:
    """Return the lines as a Markdown table."""
    heads = ("measured", "per", "ours", "theirs", "ratio", "spread", "goal")
    lines = [heads, *(row.cells() for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]
    text = ["| " + " | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) + " |" for line in lines]
    text.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    return "\n".join(text)


def write(text: str) -> None:
    """Write the table between the marks in BENCH.md."""
    page = BENCH_MD.read_text(encoding="utf-8")
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    BENCH_MD.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}", encoding="utf-8")


def main() -> int:
    """Run the measurements and print the table. Return exit status 1 if a goal is missed, else 0."""
    parser = argparse.ArgumentParser(description="Ratios of speed against DDS and the plain alpha-beta.")
    parser.add_argument("--quick", action="store_true", help="fewer deals and repeats")
    parser.add_argument("--write", action="store_true", help="write the table into scripts/BENCH.md")
    parser.add_argument(
        "--memory", type=int, default=0, metavar="N", help="number of deals to measure peak memory with"
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="only functions with TEXT in the name")
    parser.add_argument("--baseline", default="", metavar="PYTHON", help="interpreter of an older build")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = Paths(Path(folder))
        pin_to_one_core()
        bench = Bench(
            options.quick,
            Dds(),
            Kernels(Path(folder)),
            Plain(Path(folder)),
            paths,
            options.memory,
            options.baseline,
        )
        rows: list[Row] = []
        for measurement in MEASUREMENTS:
            if options.only not in measurement.__name__:
                continue
            for row in measurement(bench):
                rows.append(row)
                print("  ".join(row.cells()), file=sys.stderr, flush=True)
    how = "CPU time on one core" + (", quick" if options.quick else "")
    head = f"{machine()}, {datetime.date.today().isoformat()}, {how}"
    text = f"{head}\n\n{table(rows)}"
    print(text)
    if options.write and not options.only:
        write(text)
    return int(any(row.goal is not None and row.ratio < row.goal for row in rows))


if __name__ == "__main__":
    sys.exit(main())
