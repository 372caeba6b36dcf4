"""Deals in any form in, batches of rows out: by threads, in order, with bounded memory."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa

from kranalyze import parallel
from kranalyze.answers.gathering import Batch
from kranalyze.answers.given import GivenDeals, alike, deal_frame
from kranalyze.answers.plan import Plan
from kranalyze.arguments import checked
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES, Contract, Game
from kranalyze.games.written import written_rules
from kranalyze.parallel import Pace, default_workers

if TYPE_CHECKING:
    import polars as pl

#: Deals solved and assembled at a time, at most.
_MOST = 1024

#: Deals of a batch where they are quick to solve: with fewer there is more to do around them than in them.
_LEAST = 256

#: Deals of the first batches, while nothing is known of the game: some take a thousand times longer.
_FIRST = 4


def batches(
    runs: Iterable[tuple[Plan, pa.Table]], workers: int | None = None,
    take: Callable[[pa.Table], object] | None = None, size: int | None = None,
) -> Generator[Batch]:  # fmt: skip
    """Solve deals in their order, some at a time; memory stays bounded by a few batches.

    Args:
        runs: plans, each with a table of deals.
        workers: threads, default all cores.
        take: is given the rows in their order, by one worker at a time, to encode and write them; the
            batches come without rows then.
        size: deals of a batch, default what takes about a quarter of a second.
    """
    count = workers or default_workers()

    def parts() -> Iterator[tuple[Plan, pa.Table, Pace]]:
        for plan, deals in runs:
            pace = Pace(size, size, math.inf) if size else Pace(_FIRST, _MOST)
            for at, some in pace.cut(deals.num_rows, count, size or _LEAST):
                yield plan, deals.slice(at, some), pace

    def solve(part: tuple[Plan, pa.Table, Pace]) -> Batch:
        plan, deals, pace = part
        with pace.timed(deals.num_rows):
            return plan.solve(deals)

    rows = None if take is None else lambda batch: take(batch.table)
    for (plan, *_), batch in parallel.in_turn(solve, parts(), parallel.threads(count), rows):
        yield batch if take is None else replace(batch, table=plan.schema.empty_table())


#: Plans by game and by the rule options that deals were written with.
Plans = Mapping[tuple[str, str | None], Plan]


def plans_of(
    deals: pl.DataFrame, contracts: Iterable[str | Contract] | None = None,
    declarers: Iterable[Seat | int | str] | None = None, rules: Mapping[str, str] | None = None,
    selfish: bool = False, game: str | Game | None = None,
) -> Plans:  # fmt: skip
    """The plans of deals with columns ``game`` and ``rules``; the given rules go over those.

    Args:
        game: a row whose own rules are in force, if it is one.

    Raises:
        ValueError: an unknown contract, seat or rule option.
    """
    chosen = None if contracts is None else list(contracts)
    seats = None if declarers is None else list(declarers)
    pairs = deals.select("game", "rules").unique(maintain_order=True).rows()
    one_game = len({name for name, _ in pairs}) == 1
    plans = {}
    for name, written in pairs:
        named = chosen if chosen is None or one_game else GAMES[name].contracts_of(chosen)
        in_force = {**written_rules(written), **(rules or {})}
        plans[name, written] = Plan(game or name, named, seats, in_force, selfish)
    return plans


def solved(
    deals: pl.DataFrame, plans: Plans, workers: int | None = None,
    take: Callable[[pa.Table], object] | None = None,
) -> Generator[Batch]:  # fmt: skip
    """The rows of deals in their order (see ``batches``); neighbours of one game and rules go together."""
    columns = [name for name in (*"nesw", "talon", "file", "deal", "board") if name in deals.columns]
    runs = alike(deals)
    pairs = ((plans[run["game"][0], run["rules"][0]], run.select(columns).to_arrow()) for run in runs)
    return batches(pairs, workers, take)


@checked
def table(
    deals: GivenDeals,
    *,
    game: str | Game | None = None,
    contracts: Iterable[str | Contract] | None = None,
    declarers: Iterable[Seat | int | str] | None = None,
    workers: int | None = None,
    rules: Mapping[str, str] | None = None,
    selfish: bool = False,
) -> pl.DataFrame:
    """All questions of each deal: what could be made, and what everybody would pay.

    Args:
        deals: a frame of polars (lazy or not), pandas, pyarrow or any other that speaks Arrow, with integer
            columns ``n e s w`` (and ``talon``; ``game`` and ``rules`` are obeyed); a file; a deal; deals.
        game: id or name, of all deals; default what they say, else ``graden``.
        contracts, declarers: only these; default all.
        workers: threads, default all cores.
        rules: rule options over those of the deals.
        selfish: also Schurln and the double contracts, and the payoffs of ``*_letzten``.

    Returns:
        One row per question that a deal reaches; FORMAT.md says what each column means.

    Raises:
        OSError: the file cannot be read.
        ValueError: an unknown name, or a deal that does not fit the game: the message has its number and what
            is wrong.

    >>> rows = table("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contracts=["koenigmord"])
    >>> rows.select("declarer", "makeable", "payoff_s").rows()
    [('N', False, 70), ('E', False, 70), ('S', True, 210), ('W', True, -70)]
    """
    import polars as pl

    frame = deal_frame(deals, game)
    if frame.is_empty():
        return pl.DataFrame(Plan(game or DEFAULT, contracts, declarers, rules, selfish).schema.empty_table())
    parts = []
    for batch in solved(frame, plans_of(frame, contracts, declarers, rules, selfish, game), workers):
        for problem in batch.problems:
            raise ValueError(f"deal {problem.deal}: {problem.message}")
        parts.append(pl.DataFrame(batch.table))
    return pl.concat(parts)
