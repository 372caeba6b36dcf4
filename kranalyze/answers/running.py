"""Deals in any form in, batches of rows out: by threads, in order, with bounded memory."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa

from kranalyze import parallel
from kranalyze.answers.gathering import Batch
from kranalyze.answers.plan import Plan
from kranalyze.answers.turns import Turns
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game
from kranalyze.parallel import Pace, default_workers

if TYPE_CHECKING:
    import polars as pl

#: Deals solved and assembled at a time, at most.
BATCH = 1024

#: Deals of a batch where they are quick to solve: with fewer there is more to do around them than in them.
_LEAST = 256

#: Deals of the first batches, while nothing is known of the game: some take a thousand times longer.
_FIRST = 4


def batches(
    runs: Iterable[tuple[Plan, pa.Table]],
    workers: int | None = None,
    take: Callable[[pa.Table], object] | None = None,
    size: int | None = None,
) -> Generator[Batch]:
    """Solve deals in their order, some at a time; memory stays bounded by a few batches.

    Args:
        runs: plans, each with a table of deals.
        workers: threads, default all cores.
        take: is given the rows in their order, by one worker at a time, to encode and write them; the
            batches come without rows then.
        size: deals of a batch, default what takes about a quarter of a second.
    """
    count = workers or default_workers()
    turns = None if take is None else Turns(take)

    def parts() -> Iterator[tuple[int, Plan, pa.Table, Pace]]:
        number = itertools.count()
        for plan, deals in runs:
            pace = Pace(size, size, math.inf) if size else Pace(_FIRST, BATCH)
            for at, some in pace.cut(deals.num_rows, count, size or _LEAST):
                yield next(number), plan, deals.slice(at, some), pace

    def solve(part: tuple[int, Plan, pa.Table, Pace]) -> Batch:
        number, plan, table, pace = part
        with pace.timed(table.num_rows):
            batch = plan.solve(table)
        if turns is None:
            return batch
        turns.bring(number, batch.table)
        return replace(batch, table=plan.schema.empty_table())

    try:
        for part, batch in parallel.run(solve, parts(), parallel.threads(count)):
            if turns is not None:
                turns.wait(part[0])
            yield batch
    finally:
        if turns is not None:
            turns.stop()


def deal_table(deals: pl.DataFrame | pl.LazyFrame | Deal | str | Iterable[Deal | str]) -> pa.Table:
    """Deals in any form as a table: columns ``n e s w talon`` (UInt32), ``deal``, and those of a frame.

    Whether they are deals of a game is seen where the game is known, in ``Plan.solve``.

    Args:
        deals: a frame, lazy or not, with columns ``n e s w`` (no ``w`` where three play), or deals.

    Raises:
        ValueError: names the deal by its number and says what is wrong: a text that is no deal, a hand
            that is not known, a number that is no mask of 32 cards; or names a column that is missing.
        TypeError: what is no deal.
    """
    if hasattr(deals, "collect"):
        deals = deals.collect()
    if hasattr(deals, "to_arrow"):
        return _columns_of(deals.to_arrow())
    listed = [deals] if isinstance(deals, (Deal, str)) else list(deals)
    rows = [_masks(number, deal) for number, deal in enumerate(listed)]
    names = (*"nesw", "talon")
    columns = {name: pa.array([row[i] for row in rows], pa.uint32()) for i, name in enumerate(names)}
    return pa.table({**columns, "deal": _numbers(len(rows))})


#: What a table of deals holds, as far as it is known.
_KINDS = {**dict.fromkeys((*"nesw", "talon", "deal"), pa.uint32()), "file": pa.string(), "board": pa.string()}


def _numbers(count: int) -> pa.Array:
    return pa.array(range(count), pa.uint32())


def _masks(number: int, deal: Deal | str) -> tuple[int, ...]:
    """The masks of one deal."""
    try:
        parsed = Deal.of(deal)
        masks = (*parsed.masks, parsed.talon)
    except (TypeError, ValueError) as error:
        raise type(error)(f"deal {number}: {error}") from None
    for mask in masks:
        if not 0 <= mask < 1 << 32:
            raise ValueError(f"deal {number}: {mask} is no mask of 32 cards")
    return masks


def _columns_of(frame: pa.Table) -> pa.Table:
    """The columns of a frame that say something of its deals, in their types; the deals numbered."""
    for name in "nes":
        if name not in frame.column_names:
            raise ValueError(f"deals have the columns n e s w, there is no {name}")
    columns = {name: frame.column(name) for name in _KINDS if name in frame.column_names}
    columns = {name: _as(column, name, _KINDS[name]) for name, column in columns.items()}
    return pa.table({"deal": _numbers(frame.num_rows), **columns})


def _as(column: pa.ChunkedArray, name: str, kind: pa.DataType) -> pa.ChunkedArray:
    """A column in a type; numbers stay numbers."""
    if column.type == kind:
        return column
    number = pa.types.is_integer(column.type) or pa.types.is_null(column.type)
    try:
        if number or kind == pa.string():
            return column.cast(kind)
    except pa.ArrowInvalid:
        given = enumerate(column.to_pylist())
        row, value = next((i, v) for i, v in given if v is not None and not 0 <= v < 1 << 32)
        raise ValueError(f"deal {row}: column {name} has {value}, which is no UInt32") from None
    except pa.ArrowNotImplementedError:
        pass
    raise ValueError(f"column {name} is of type {column.type}, {kind} is expected")


def sliced(deals: pa.Table, size: int = BATCH) -> Iterator[pa.Table]:
    """A table of deals cut into batches."""
    for start in range(0, deals.num_rows, size):
        yield deals.slice(start, size)


def table(
    deals: pl.DataFrame | pl.LazyFrame | Deal | str | Iterable[Deal | str],
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
        deals: a frame, lazy or not, with UInt32 columns ``n e s w`` (and ``talon``), or deals.
        game: id or name.
        contracts, declarers: only these; default all.
        workers: threads, default all cores.
        rules: rule options over their defaults.
        selfish: also Schurln and the double contracts, and the payoffs of ``*_letzten``.

    Returns:
        One row per question that a deal reaches; ``COLUMNS`` says what each column means.

    Raises:
        ValueError: an unknown name, or a deal that does not fit the game: the message has its number and what
            is wrong.

    >>> rows = table("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contracts=["koenigmord"])
    >>> rows.select("declarer", "makeable", "payoff_s").rows()
    [('N', False, 70), ('E', False, 70), ('S', True, 210), ('W', True, -70)]
    """
    import polars as pl

    plan = Plan(game, contracts, declarers, rules, selfish)
    parts = [plan.schema.empty_table()]
    for batch in batches([(plan, deal_table(deals))], workers):
        for problem in batch.problems:
            raise ValueError(f"deal {problem.deal}: {problem.message}")
        parts.append(batch.table)
    frame = pl.from_arrow(pa.concat_tables(parts))
    assert isinstance(frame, pl.DataFrame)
    return frame
