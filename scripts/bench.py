"""Speed, side by side in one run: ratios against DDS and the plain alpha-beta, medians and spread.

    python scripts/bench.py [--quick] [--write]

Everything is CPU time of one process on one core; what is compared runs in turn on the same deals, and its
answers are compared. With --write the table goes into the marked section of scripts/BENCH.md. Needs endplay.
"""

from __future__ import annotations

import argparse
import datetime
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bench_yardsticks import Dds, Kernels, Plain, machine, pin_to_one_core, random_deals

BENCH_MD = Path(__file__).with_name("BENCH.md")
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


@dataclass(frozen=True)
class Row:
    """One line of the table: what against what, per what, and the ratio of every repeat."""

    name: str
    per: str
    ours_us: float
    theirs_us: float
    ratios: tuple[float, ...]
    goal: float | None = None

    @property
    def ratio(self) -> float:
        """Median over the repeats of theirs divided by ours."""
        return statistics.median(self.ratios)

    def cells(self) -> tuple[str, ...]:
        """The line as text."""
        if not self.ratios:
            return self.name, self.per, "", f"{self.theirs_us:.2f}", "", "", ""
        spread = f"{min(self.ratios):.2f}-{max(self.ratios):.2f}"
        goal = "" if self.goal is None else f"{self.goal:g} {'met' if self.ratio >= self.goal else 'MISSED'}"
        return (
            self.name, self.per, f"{self.ours_us:.2f}", f"{self.theirs_us:.2f}",
            f"{self.ratio:.2f}", spread, goal,
        )


@dataclass
class Bench:
    """What the measurements share."""

    quick: bool
    dds: Dds
    kernels: Kernels
    plain: Plain

    @property
    def repeats(self) -> int:
        """Paired runs of each measurement."""
        return 3 if self.quick else 7

    def whist(self, name: str, cards: int, deals: int, goal: float | None = None) -> Row:
        """The whist kernel alone against CalcAllTables: all strains and leaders."""
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
        return Row(name, "value", statistics.median(ours), statistics.median(theirs), ratios, goal)


def whist_alone(bench: Bench) -> Iterator[Row]:
    """Solving alone, the goals of six and eight cards."""
    deals = 80 if bench.quick else 240
    yield bench.whist("whist alone, 6 cards / DDS", 6, 2 * deals, 6.0)
    yield bench.whist("whist alone, 8 cards / DDS", 8, deals, 2.5)


def whist_growth(bench: Bench) -> Iterator[Row]:
    """Cost against cards per hand, and against the number of deals in one call."""
    for cards in range(4, 9):
        yield bench.whist(f"growth: {cards} cards / DDS", cards, 40 if bench.quick else 120)
    for deals in (1, 10, 100) if bench.quick else (1, 10, 100, 1000):
        yield bench.whist(f"growth: 6 cards, {deals} deals / DDS", 6, deals)


def plain_cost(bench: Bench) -> Iterator[Row]:
    """The yardstick's own cost; the core's ratios against it stand with the core's measurements."""
    for game, cards, deals in (("graden", 6, 200), ("russbach", 8, 2)):
        runs = [
            bench.plain.run(game, random_deals(deals if bench.quick else 4 * deals, cards, seed=repeat))
            for repeat in range(3)
        ]
        for part in runs[0]:
            if part not in ("deals", "rows"):
                what = "all" if part == "us_per_deal" else part
                cost = statistics.median(run[part] for run in runs)
                yield Row(f"plain.c {game}: {what}", "deal", 0.0, cost, ())


MEASUREMENTS: tuple[Callable[[Bench], Iterator[Row]], ...] = (whist_alone, whist_growth, plain_cost)


def table(rows: list[Row]) -> str:
    """The rows as a Markdown table."""
    heads = ("measured", "per", "ours us", "theirs us", "ratio", "spread", "goal")
    lines = [heads, *(row.cells() for row in rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(heads))]
    text = ["| " + " | ".join(c.ljust(w) for c, w in zip(line, widths, strict=True)) + " |" for line in lines]
    text.insert(1, "|" + "|".join("-" * (w + 2) for w in widths) + "|")
    return "\n".join(text)


def write(text: str) -> None:
    """Put the table between the marks of BENCH.md."""
    page = BENCH_MD.read_text(encoding="utf-8")
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    BENCH_MD.write_text(f"{head}{BEGIN}\n{text}\n{END}{tail}", encoding="utf-8")


def main() -> int:
    """Measure, print, and with --write keep the table; 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description="Ratios of speed against DDS and the plain alpha-beta.")
    parser.add_argument("--quick", action="store_true", help="fewer deals and repeats")
    parser.add_argument("--write", action="store_true", help="write the table into scripts/BENCH.md")
    options = parser.parse_args()
    pin_to_one_core()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.quick, Dds(), Kernels(Path(folder)), Plain(Path(folder)))
        rows: list[Row] = []
        for measurement in MEASUREMENTS:
            for row in measurement(bench):
                rows.append(row)
                print("  ".join(row.cells()), file=sys.stderr, flush=True)
    how = "CPU time on one core" + (", quick" if options.quick else "")
    head = f"{machine()}, {datetime.date.today().isoformat()}, {how}"
    text = f"{head}\n\n{table(rows)}"
    print(text)
    if options.write:
        write(text)
    return int(any(row.goal is not None and row.ratio < row.goal for row in rows))


if __name__ == "__main__":
    sys.exit(main())
