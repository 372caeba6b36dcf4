"""Deals in any form in, batches of rows out: by threads, in order, with bounded memory."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa

from kranalyze.answers.plan import Plan
from kranalyze.answers.rows import Batch
from kranalyze.answers.run import Turns
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game

if TYPE_CHECKING:
    import polars as pl

#: Deals solved and assembled at a time.
BATCH = 1024


def default_workers() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def batches(
    plan: Plan,
    deals: Iterable[pa.Table],
    workers: int | None = None,
    executor: Executor | None = None,
    take: Callable[[pa.Table], object] | None = None,
) -> Generator[Batch]:
    """Solve tables of deals in their order, some at a time; memory stays bounded by a few batches.

    Args:
        deals: tables of about ``BATCH`` deals each.
        workers: threads, default all cores; ignored with an executor.
        take: is given the rows in their order, by one worker at a time, to encode and write them; the
            batches come without rows then.
    """
    own = executor is None
    count = workers or default_workers()
    pool = executor or ThreadPoolExecutor(count)
    turns = None if take is None else Turns(take)
    waiting: list[Future[Batch]] = []
    first = 0

    def solve(number: int, table: pa.Table) -> Batch:
        batch = plan.solve(table)
        if turns is None:
            return batch
        turns.bring(number, batch.table)
        return replace(batch, table=plan.schema.empty_table())

    def oldest() -> Batch:
        nonlocal first
        batch = waiting.pop(0).result()
        if turns is not None:
            turns.wait(first)
        first += 1
        return batch

    try:
        for number, table in enumerate(deals):
            waiting.append(pool.submit(solve, number, table))
            if len(waiting) > 2 * count:
                yield oldest()
        while waiting:
            yield oldest()
    finally:
        if turns is not None:
            turns.stop()
        for future in waiting:
            future.cancel()
        if own:
            pool.shutdown(cancel_futures=True)


def deal_table(deals: pl.DataFrame | Deal | str | Iterable[Deal | str]) -> pa.Table:
    """Deals in any form as a table of columns.

    Raises:
        ValueError: a text that is no deal, or a hand that is not known.
    """
    if hasattr(deals, "to_arrow"):
        table: pa.Table = deals.to_arrow()
        return table
    listed = [deals] if isinstance(deals, (Deal, str)) else list(deals)
    parsed = [Deal.parse(d) if isinstance(d, str) else d for d in listed]
    columns = {name: pa.array([d.masks[i] for d in parsed], pa.uint32()) for i, name in enumerate("nesw")}
    if any(d.talon for d in parsed):
        columns["talon"] = pa.array([d.talon for d in parsed], pa.uint32())
    return pa.table(columns)


def sliced(deals: pa.Table, size: int = BATCH) -> Iterator[pa.Table]:
    """A table of deals cut into batches."""
    for start in range(0, deals.num_rows, size):
        yield deals.slice(start, size)


def table(
    deals: pl.DataFrame | Deal | str | Iterable[Deal | str],
    *,
    game: str | Game = "graden",
    contracts: Iterable[str | Contract] | None = None,
    declarers: Iterable[Seat | int | str] | None = None,
    workers: int | None = None,
    rules: Mapping[str, str] | None = None,
    selfish: bool = False,
) -> pl.DataFrame:
    """All questions of each deal: what could be made, and what everybody would pay.

    Args:
        deals: a frame with UInt32 columns ``n e s w`` (and ``talon``), or deals.
        game: id or name.
        contracts, declarers: only these; default all.
        workers: threads, default all cores.
        rules: rule options over their defaults.
        selfish: also Schurln and the double contracts, and the payoffs of ``*_letzten``.

    Returns:
        One row per question that a deal reaches; ``COLUMNS`` says what each column means.

    Raises:
        ValueError: an unknown name, or a deal that does not fit the game.

    >>> rows = table("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contracts=["koenigmord"])
    >>> rows.select("declarer", "makeable", "payoff_s").rows()
    [('N', False, 70), ('E', False, 70), ('S', True, 210), ('W', True, -70)]
    """
    import polars as pl

    plan = Plan(game, contracts, declarers, rules, selfish)
    solved = list(batches(plan, sliced(deal_table(deals)), workers))
    for batch in solved:
        for problem in batch.problems:
            raise ValueError(f"deal {problem.deal}: {problem.message}")
    frame = pl.from_arrow(pa.concat_tables([b.table for b in solved] or [plan.schema.empty_table()]))
    assert isinstance(frame, pl.DataFrame)
    return frame
