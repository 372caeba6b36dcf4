"""Deals in any form in, batches of rows out: by threads, in order, with bounded memory."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Protocol, TypeAlias

import polars as pl
import pyarrow as pa

from kranalyze import forked, parallel
from kranalyze.answers.gathering import Batch, assembled
from kranalyze.answers.plan import Plan
from kranalyze.arguments import ArgumentError, checked
from kranalyze.bundled import path_of
from kranalyze.deal import Deal, Seat
from kranalyze.games import DEFAULT, GAMES, Contract, Game, get_game
from kranalyze.games.written import written_rules
from kranalyze.parallel import Pace, default_workers
from kranalyze.read import read_columns
from kranalyze.read.sources import format_of, is_in_place


class ArrowStream(Protocol):
    """A frame that hands its columns over: polars, pandas, pyarrow, DuckDB and others (Arrow PyCapsule)."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """The capsule."""


#: What functions about many deals take.
GivenDeals: TypeAlias = pl.LazyFrame | ArrowStream | Deal | str | os.PathLike[str] | Iterable[Deal | str]


def deal_frame(deals: GivenDeals, game: str | Game | None = None) -> pl.DataFrame:
    """Deals in any form as columns, those of ``_KINDS``.

    Whether they are deals of a game is seen where the game is known, in ``gathering.answers``.

    Args:
        deals: a frame, lazy or not, with columns ``n e s w`` (no ``w`` where three play), a file, or deals.
        game: of all deals, which then are without rules of their own; default what they say, else
            ``DEFAULT``.

    Raises:
        OSError: the file cannot be read.
        ValueError: names the deal, by its number or by a place in the file, or the column, and what is wrong.
    """
    forked.check()
    if hasattr(deals, "collect"):
        deals = deals.collect()
    if (file := file_of(deals)) is not None:
        read = read_columns(file)
        for problem in read.problems:
            if problem.severity == "error":
                raise problem
        deals = read.frame.drop("deal", "line")
    if hasattr(deals, "__arrow_c_stream__"):
        given = pa.RecordBatchReader.from_stream(deals).read_all()  # pa.table asks for pandas
        for name in "nes":
            if name not in given.column_names:
                raise ValueError(f"deals have the columns n e s w, there is no {name}")
        columns = pl.DataFrame(given.select([name for name in _KINDS if name in given.column_names]))
        frame = pl.DataFrame(map(_typed, columns))
    elif isinstance(deals, Iterable | Deal):
        frame = pl.DataFrame(_masks(deals), dict.fromkeys((*"nesw", "talon"), pl.UInt32), orient="row")
    else:
        raise ArgumentError("deals", "a frame, a file, a deal or a list of deals", deals)
    if "deal" not in frame.columns:
        frame = frame.with_row_index("deal")
    absent = [(name, kind) for name, kind in _KINDS.items() if name not in frame.columns]
    nothing = {name: pl.lit(0 if kind == pl.UInt32 else None, kind) for name, kind in absent}
    frame = frame.with_columns(**nothing)
    if game is not None:
        return frame.with_columns(game=pl.lit(get_game(game).id), rules=pl.lit(None, pl.String))
    names = {name: get_game(name).id for name in frame["game"].drop_nulls().unique()}
    return frame.with_columns(pl.col("game").replace(names).fill_null(DEFAULT))


def _masks(deals: Deal | str | Iterable[Deal | str]) -> Iterator[tuple[int, ...]]:
    """Hands and talon of each deal."""
    for number, given in enumerate([deals] if isinstance(deals, Deal | str) else deals):
        try:
            deal = Deal.of(given)
            masks = *deal.masks, deal.talon
            for mask in masks:
                if not 0 <= mask < 1 << 32:
                    raise ValueError(f"{mask} is no mask of 32 cards")
        except ValueError as error:
            raise ValueError(f"deal {number}: {error}") from None
        yield masks


def kinds_of(deals: pl.DataFrame) -> list[tuple[str, str | None]]:
    """``game`` and ``rules`` of deals, each pair once."""
    both = pl.col("game", "rules")
    if deals.height and all(deals.select(both.eq_missing(both.first()).all()).row(0)):
        return deals[:1].select(both).rows()  # mostly so, and soon seen of millions, which are not held twice
    return deals.select(both).unique(maintain_order=True).rows()


def alike(deals: pl.DataFrame) -> list[pl.DataFrame]:
    """The deals in their order; neighbours of one ``game`` and one set of ``rules`` go together."""
    if len(kinds_of(deals)) == 1:
        return [deals]
    run = pl.struct("game", "rules").rle_id()
    return deals.with_columns(run=run).partition_by("run", maintain_order=True)


#: What a table of deals holds.
_KINDS = {
    **dict.fromkeys((*"nesw", "talon", "deal"), pl.UInt32),
    **dict.fromkeys(("file", "board", "dealer", "game", "rules"), pl.String),
}


def file_of(given: object) -> str | None:
    """The file that is meant; None where it is something else. A text that looks like no deal names a file.

    Raises:
        OSError: there is no such file.

    >>> file_of("lessons.kpn"), file_of("N:AKQ. 7")
    ('lessons.kpn', None)
    """
    if isinstance(given, str):
        if is_in_place(given) or ":" in given.lstrip()[:2] or format_of(given) is None:
            return None
    elif not isinstance(given, os.PathLike):
        return None
    name = os.fspath(given)
    if name != "-":
        path_of(name).stat()
    return name


def _typed(values: pl.Series) -> pl.Series:
    """A column in its type; numbers stay numbers, but a board may be one."""
    name, given, kind = values.name, values.dtype, _KINDS[values.name]
    text = given in (pl.String, pl.Categorical, pl.Enum) or (name == "board" and not given.is_nested())
    if given != pl.Null and not (text if kind == pl.String else given.is_integer()):
        raise ValueError(f"column {name} is of type {given}, {kind} is expected")
    found = values.cast(kind, strict=False)
    if given.is_float():  # pandas has whole numbers so where some are missing
        found = found.str.strip_suffix(".0")
    for row in (found.is_null() & values.is_not_null()).arg_true():
        raise ValueError(f"deal {row}: column {name} has {values[row]}, which is no {kind}")
    return found


#: Deals solved and assembled at a time, at most.
_MOST = 1024

#: Deals of a batch where they are quick to solve: with fewer there is more to do around them than in them.
_LEAST = 256

#: Deals of the first batches, while nothing is known of the game: some take a thousand times longer.
_FIRST = 16


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
    pairs = kinds_of(deals)
    one_game = len({name for name, _ in pairs}) == 1
    plans = {}
    for name, written in pairs:
        named = chosen if chosen is None or one_game else GAMES[name].contracts_of(chosen)
        in_force = {**written_rules(written), **(rules or {})}
        plans[name, written] = Plan(game or name, named, seats, in_force, selfish)
    return plans


def solved(
    deals: pl.DataFrame, plans: Plans, workers: int | None = None,
    take: Callable[[pa.Table], object] | None = None, size: int | None = None,
) -> Generator[Batch]:  # fmt: skip
    """The rows of deals in their order, some at a time; memory stays bounded by a few batches.

    Args:
        deals: columns as in `deal_frame`, and where known ``line``; neighbours alike go together.
        workers: threads, default all cores.
        take: is given the rows in their order, by one worker at a time, to encode and write them; the
            batches come without rows then.
        size: deals of a batch, default what takes about a quarter of a second.
    """
    columns = [*"nesw", "talon", "file", "deal", "board", *(["line"] if "line" in deals.columns else [])]
    deals = deals.with_columns(pl.col("file").cast(pl.Categorical))  # one text for all its deals
    runs, count = alike(deals.select(*columns, "game", "rules"))[::-1], workers or default_workers()

    def parts() -> Iterator[tuple[Plan, pa.Table, Pace]]:
        while runs:  # none is held any longer than it is needed
            plan = plans[runs[-1]["game"][0], runs[-1]["rules"][0]]
            some, pace = runs.pop().select(columns).to_arrow(), Pace(_FIRST, _MOST)
            if size:
                pace = Pace(size, size, math.inf)
            for at, length in pace.cut(some.num_rows, count, size or _LEAST):
                yield plan, some.slice(at, length), pace

    def solve(part: tuple[Plan, pa.Table, Pace]) -> Batch:
        plan, some, pace = part
        with pace.timed(some.num_rows):
            return assembled(plan, some)

    def emptied(batch: Batch) -> Batch:
        return replace(batch, table=batch.table.schema.empty_table())

    rows = None if take is None else lambda batch: take(batch.table)
    found = parallel.in_turn(solve, parts(), parallel.threads(count), rows, emptied)
    return (batch for _, batch in found)


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
    frame = deal_frame(deals, game)
    if frame.is_empty():
        plan = Plan(game or DEFAULT, contracts, declarers, rules, selfish)
        return pl.DataFrame(plan.terms.schema.empty_table())
    parts = []
    for batch in solved(frame, plans_of(frame, contracts, declarers, rules, selfish, game), workers):
        for problem in batch.problems:
            raise ValueError(f"deal {problem.record}: {problem.message}")
        parts.append(pl.DataFrame(batch.table))
    return pl.concat(parts)
