"""Solve contracts on many deals, which may come in any form, and return the results as tables.

Threads solve batches of deals. The rows keep the order of the deals. A question is a contract with its
declarer, leader, trump, partner and order of rank. A plan lists the questions of a game with the searches
that answer them. A table has a row for each deal and each question that can arise on the deal.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Protocol, TypeAlias

import polars as pl
import pyarrow as pa

from kranalyze import forked, parallel
from kranalyze.answers.gathering import Batch, answer_table, answer_table_schema
from kranalyze.answers.plan import Plan
from kranalyze.answers.rowconditions import row_extras
from kranalyze.answers.rowfeatures import NO_EXTRAS, HandColumns, RowExtras
from kranalyze.arguments import ArgumentError, Expected, checked
from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.cards import parse_hand
from kranalyze.core.arrow import frame_of_table
from kranalyze.deal import Deal, Seat
from kranalyze.games import DEFAULT, GAMES, Contract, Game, get_game
from kranalyze.games.written import written_rules
from kranalyze.parallel import Pace, default_workers
from kranalyze.read import read_deal_columns
from kranalyze.read.columns import MASKS, results_instead_of_deals_error
from kranalyze.read.sources import format_of, is_typed_deal


class ArrowStream(Protocol):
    """A frame that can export its columns to Arrow, for example of polars, pandas, pyarrow or DuckDB."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Return a capsule of the Arrow PyCapsule interface."""


#: The types of the argument ``deals`` of functions that take many deals.
GivenDeals: TypeAlias = pl.LazyFrame | ArrowStream | Deal | str | os.PathLike[str] | Iterable[Deal | str]


def deal_frame(
    deals: GivenDeals, game: str | Game | None = None, *, allow_results: bool = False
) -> pl.DataFrame:
    """Convert deals in any form to a frame with the columns of ``_KINDS``.

    This function does not check whether the deals fit a game. ``gathering.solve_deals`` checks that later.

    Args:
        deals: a file, deals, or a frame (lazy or not) with columns ``n e s w``. Games of three seats need no
            column ``w``.
        game: game of all deals. If it is passed, rule options that the deals name are dropped. Default: the
            game that a deal names, or ``DEFAULT``.
        allow_results: whether the frame may be a table of results, which has a deal in several rows.

    Raises:
        OSError: the file cannot be read.
        ValueError: a deal or a column is wrong. The message has the number and place of the deal, or the name
            of the column.
    """
    forked.check_not_forked()
    if hasattr(deals, "collect"):
        deals = deals.collect()
    if (file := file_name_of(deals)) is not None:
        read = read_deal_columns(file)
        for problem in read.problems:
            if problem.severity == "error":
                raise problem
        deals = read.frame.drop("deal", "line")
    if hasattr(deals, "__arrow_c_stream__"):
        # Do not use `pa.table` here, because it needs pandas.
        arrow_table = pa.RecordBatchReader.from_stream(deals).read_all()
        _require_hands("nes", arrow_table.column_names)
        of_results = results_instead_of_deals_error(arrow_table.column_names)
        if of_results is not None and not allow_results:
            raise ValueError(of_results)
        known_names = [name for name in _KINDS if name in arrow_table.column_names]
        columns = frame_of_table(arrow_table.select(known_names))
        frame = pl.DataFrame(map(_cast_to_type_of_name, columns))
    elif isinstance(deals, Iterable | Deal):
        rows = list(_masks(deals))
        return _frame_of_masks(rows, DEFAULT if game is None else get_game(game).id)
    else:
        raise ArgumentError("deals", "a frame, a file, a deal or a list of deals", deals)
    if "deal" not in frame.columns:
        frame = frame.with_row_index("deal")
    absent_names = _KINDS.keys() - set(frame.columns)
    defaults = {name: pl.lit(0 if _KINDS[name] == pl.UInt32 else None, _KINDS[name]) for name in absent_names}
    frame = frame.with_columns(**defaults)
    if game is not None:
        if "w" in absent_names and get_game(game).seats == len(Seat):
            _require_hands("w", ())
        return frame.with_columns(game=pl.lit(get_game(game).id), rules=pl.lit(None, pl.String))
    names = {name: get_game(name).id for name in frame["game"].drop_nulls().unique()}
    frame = frame.with_columns(pl.col("game").replace(names).fill_null(DEFAULT))
    if "w" in absent_names and any(GAMES[name].seats == len(Seat) for name in frame["game"].unique()):
        _require_hands("w", ())
    return frame


def _frame_of_masks(rows: Sequence[tuple[int, ...]], game: str) -> pl.DataFrame:
    """Return a frame of deals of one game. ``rows`` has five masks for each deal: N E S W and talon.

    Building the frame from finished columns is ten times as fast as computing columns by expressions.
    """
    count = len(rows)
    masks = zip(*rows, strict=True) if rows else ((),) * 5
    columns = [pl.Series(name, mask, pl.UInt32) for name, mask in zip((*"nesw", "talon"), masks, strict=True)]
    columns.append(pl.Series("deal", range(count), pl.UInt32))
    columns += [text.new_from_index(0, count) for text in _text_columns_for_one_deal(game)]
    return pl.DataFrame(columns)


@lru_cache(maxsize=16)
def _text_columns_for_one_deal(game: str) -> list[pl.Series]:
    """Return the text columns of a frame with a single deal. The game is set, all other texts are null."""
    texts = {**dict.fromkeys(("file", "board", "dealer")), "game": game, "rules": None}
    return [pl.Series(name, [text], pl.String) for name, text in texts.items()]


def _masks(deals: Deal | str | Iterable[Deal | str]) -> Iterator[tuple[int, ...]]:
    """Yield five masks for each deal: the hands N E S W, and the talon."""
    for number, entry in enumerate([deals] if isinstance(deals, Deal | str) else deals):
        try:
            deal = Deal.of(entry)
            masks = *deal.masks, deal.talon_mask
            for mask in masks:
                if not 0 <= mask < 1 << 32:
                    raise ValueError(f"{mask} is no mask of 32 cards")
        except ValueError as error:
            raise ValueError(f"deal {number}: {error}") from None
        yield masks


def games_with_rules(deals: pl.DataFrame) -> list[tuple[str, str | None]]:
    """Return the different pairs of game and rule options that occur in a frame of deals."""
    named = deals[["game", "rules"]]
    # Usually all deals have the same game and rules. The next lines check this fast, and copy nothing.
    if deals.height == 1 or (deals.height and all(map(_is_constant, named))):
        return [named.row(0)]
    return named.unique(maintain_order=True).rows()


def _is_constant(values: pl.Series) -> bool:
    """Return whether all values of a column are equal. The column must have at least one value."""
    absent = values.null_count()
    return absent == len(values) if absent else bool((values == values[0]).all())


def split_where_rules_change(deals: pl.DataFrame) -> list[pl.DataFrame]:
    """Split a frame of deals wherever the game or the rule options change from one deal to the next."""
    if len(games_with_rules(deals)) == 1:
        return [deals]
    run = pl.struct("game", "rules").rle_id()
    return deals.with_columns(run=run).partition_by("run", maintain_order=True)


#: The columns of a frame of deals, and their types.
_KINDS = {
    **dict.fromkeys((*"nesw", "talon", "deal"), pl.UInt32),
    **dict.fromkeys(("file", "board", "dealer", "game", "rules"), pl.String),
}


def file_name_of(argument: object) -> str | None:
    """Return the file name, if an argument names a file.

    Return None if the argument itself is a deal or deals.

    A path names a file. A text names a file if it ends in ``.kpn``, ``.pbn``, ``.csv`` or ``.parquet``, and
    does not look like a deal.

    Raises:
        OSError: the file does not exist.

    >>> file_name_of("lessons.kpn"), file_name_of("N:AKQ. 7")
    ('lessons.kpn', None)
    """
    if isinstance(argument, str):
        if is_typed_deal(argument) or ":" in argument.lstrip()[:2] or format_of(argument) is None:
            return None
    elif not isinstance(argument, os.PathLike):
        return None
    name = os.fspath(argument)
    if name != "-":
        path_of_own_or_bundled(name).stat()
    return name


def _require_hands(names: str, columns: Iterable[str]) -> None:
    """Raise a ValueError if a column of hands is missing."""
    for name in names:
        if name not in columns:
            raise ValueError(f"deals have the columns n e s w, there is no {name}")


def _masks_of_texts(values: pl.Series) -> pl.Series:
    """Convert hands written as text to masks. Equal texts are parsed only once.

    Raises:
        ValueError: a text is no hand. The message names the deal and the column.
    """
    texts = values.cast(pl.String)
    masks: dict[str, int | None] = {}
    for text in texts.drop_nulls().unique():
        try:
            masks[text] = None if text.strip() in ("", "-") else parse_hand(text)
        except ValueError as error:
            row = (texts == text).arg_max()
            raise ValueError(f"deal {row}: column {values.name}: {error}") from None
    return texts.replace_strict(masks, default=None, return_dtype=pl.UInt32)


def _cast_to_type_of_name(values: pl.Series) -> pl.Series:
    """Convert a column of deals to the type in ``_KINDS``. Numbers in the column ``board`` become text.

    Raises:
        ValueError: the column has a wrong type, or a value cannot be converted.
    """
    name = values.name
    dtype = values.dtype
    kind = _KINDS[name]
    text = dtype in (pl.String, pl.Categorical, pl.Enum) or (name == "board" and not dtype.is_nested())
    if text and name in MASKS:
        return _masks_of_texts(values)
    if dtype != pl.Null and not (text if kind == pl.String else dtype.is_integer()):
        raise ValueError(f"column {name} is of type {dtype}, {kind} is expected")
    converted = values.cast(kind, strict=False)
    if dtype.is_float():  # pandas stores integers as floats if values are missing
        converted = converted.str.strip_suffix(".0")
    for row in (converted.is_null() & values.is_not_null()).arg_true():
        raise ValueError(f"deal {row}: column {name} has {values[row]}, which is no {kind}")
    return converted


#: Maximum number of deals in a batch. Each batch is solved by a single thread.
_MOST = 1024

#: Minimum number of deals in a batch towards the end, when batches become smaller. If the searches are quick,
#: the overhead of a smaller batch would take longer than its searches.
_LEAST = 256

#: How many deals each of the first batches of a game has. These batches measure how long a deal takes. They
#: are small because a deal of one game may take a thousand times as long as a deal of another game.
_FIRST = 16


#: A plan (the contracts to solve, with their searches) for each game and its rules. A key is a pair: the id
#: of the game, and the rule options as text, as the deals name them (None: no rule options).
Plans = Mapping[tuple[str, str | None], Plan]


def make_plans(
    deals: pl.DataFrame, contracts: Iterable[str | Contract] | None = None,
    declarers: Iterable[Seat | str | int] | None = None, rules: Mapping[str, str] | None = None,
    selfish: bool = False, game: str | Game | None = None,
) -> Plans:  # fmt: skip
    """Plan the searches for each pair of game and rule options that occurs in the deals.

    Args:
        deals: deals with the columns ``game`` and ``rules``.
        contracts: plan only these contracts. None: all contracts.
        declarers: plan only these declarers. None: all seats.
        rules: rule options. They override the rule options of the deals.
        selfish: whether to find the settlements also in contracts with more than two parties (see ``Plan``).
        game: game of all deals: an id, or a game with its own rules in force. None: each deal names its game.

    Raises:
        ValueError: an unknown contract, seat or rule option.
    """
    chosen = None if contracts is None else tuple(contracts)
    seats = None if declarers is None else tuple(declarers)
    pairs = games_with_rules(deals)
    one_game = len({name for name, _ in pairs}) == 1
    plans = {}
    for name, written in pairs:
        named = chosen if chosen is None or one_game else tuple(GAMES[name].known_contracts(chosen))
        in_force = {**written_rules(written), **(rules or {})}
        row = get_game(game or name).under(in_force)
        plans[name, written] = _plan_of(row, named, seats, selfish)
    return plans


@lru_cache(maxsize=32)
def _plan_of(
    game: Game, contracts: tuple[str | Contract, ...] | None, declarers: tuple[Seat | str | int, ...] | None,
    selfish: bool,
) -> Plan:  # fmt: skip
    """Return the plan for a game. Plans are cached, because making one takes longer than solving a deal."""
    return Plan(game, contracts, declarers, None, selfish)


#: A batch to solve: the plan, the deals, columns about the hands of the deals, and a ``Pace``. The ``Pace``
#: measures how long the deals of a game take, and decides from this how many deals the next batch has.
_Part: TypeAlias = tuple[Plan, pa.Table, HandColumns, Pace]


def solve_batches(
    deals: pl.DataFrame, plans: Plans, workers: int | None = None,
    take: Callable[[pa.Table], object] | None = None, size: int | None = None,
    extras: RowExtras = NO_EXTRAS,
) -> Generator[Batch]:  # fmt: skip
    """Solve deals and yield their rows in batches, in the order of the deals.

    Memory holds only a few batches at a time. A batch ends where the game or the rule options change.

    Args:
        deals: deals with the columns of `deal_frame`. The column ``line`` is optional.
        plans: the plans (see ``make_plans``).
        workers: number of threads. None: one for each core of the machine.
        take: function that encodes and writes the rows of a batch. It is called for the batches in order,
            one at a time. If it is given, the yielded batches have no rows. None: the yielded batches have
            their rows.
        size: number of deals in a batch. None: as many deals as take about a quarter of a second.
        extras: further columns, and a condition on rows. Deals that cannot fulfil the condition are not
            solved.
    """
    columns = [*"nesw", "talon", "file", "deal", "board"]
    if extras is not NO_EXTRAS:
        columns.append("dealer")
    if "line" in deals.columns:
        columns.append("line")
    runs = [deals] if len(plans) == 1 else split_where_rules_change(deals)[::-1]
    count = workers or default_workers()

    def parts() -> Iterator[_Part]:
        """Yield the batches to solve, in the order of the deals."""
        while runs:  # each step removes deals from the list, so that their memory is freed early
            plan = plans[runs[-1]["game"][0], runs[-1]["rules"][0]]
            chosen = extras.deals_to_solve(runs.pop()[columns], plan.game)
            batch_deals = _arrow_of_deals(chosen)
            seat_columns = extras.needed_hand_columns(chosen, plan.game)
            pace = Pace(_FIRST, _MOST)
            if size:
                pace = Pace(size, size, math.inf)
            for at, length in pace.cut_starts_and_lengths(batch_deals.num_rows, count, size or _LEAST):
                yield plan, batch_deals.slice(at, length), seat_columns.part(at, length), pace

    def solve(part: _Part) -> Batch:
        plan, batch_deals, hands, pace = part
        with pace.timed(batch_deals.num_rows):
            return answer_table(plan, batch_deals, extras, hands)

    def without_rows(batch: Batch) -> Batch:
        """Return a batch without its rows, so that the memory of the rows can be freed."""
        return batch._replace(table=batch.table.schema.empty_table())

    if deals.height == 1 and take is None and not any(map(_has_more_than_two_parties, plans.values())):
        return (solve(part) for part in parts())  # starting a thread takes longer than solving a deal
    rows = None if take is None else lambda batch: take(batch.table)
    batches = parallel.run_in_order(solve, parts(), parallel.thread_pool(count), rows, without_rows)
    return (batch for _, batch in batches)


def _arrow_of_deals(deals: pl.DataFrame) -> pa.Table:
    """Convert deals to a table of pyarrow. The name of each file is stored once."""
    deals = deals.clone()
    is_without_text = True
    for place, column in enumerate(deals.get_columns()):
        if column.dtype == pl.String:
            if column.null_count() == len(column):
                deals.replace_column(place, pl.Series(column.name, [None]).new_from_index(0, len(column)))
                continue
            is_without_text = False
            if column.name == "file":
                deals.replace_column(place, column.cast(pl.Categorical))
    if is_without_text:
        # This export is ten times as fast as `to_arrow`. But it would convert texts to string views, so it is
        # used only if no column has texts.
        return pa.RecordBatchReader.from_stream(deals).read_all()
    return deals.to_arrow()


def _has_more_than_two_parties(plan: Plan) -> bool:
    """Return whether a plan has contracts with more than two parties.

    With such contracts, solving a deal can take minutes.
    """
    return any(measure.parties for measure in plan.measures)


@checked(
    game=Expected.GAME, contracts=Expected.CONTRACTS, declarers=Expected.SEATS, workers=Expected.COUNT,
    rules=Expected.RULES, selfish=Expected.FLAG, where=Expected.TEXT, hands=Expected.FLAG,
    features=Expected.FLAG_OR_FEATURES,
)  # fmt: skip
def table(
    deals: GivenDeals,
    *,
    game: str | Game | None = None,
    contracts: Iterable[str | Contract] | None = None,
    declarers: Iterable[Seat | str | int] | None = None,
    workers: int | None = None,
    rules: Mapping[str, str] | None = None,
    selfish: bool = False,
    where: str | None = None,
    hands: bool = False,
    features: bool | Iterable[str] = False,
) -> pl.DataFrame:
    """Find for each deal and each contract whether the contract can be made, and what it pays.

    Args:
        deals: a file, a deal, several deals, or a frame with integer columns ``n e s w``. The frame may come
            from polars (lazy or not), pandas, pyarrow or any other library that can export to Arrow. Its
            columns ``talon``, ``game`` and ``rules`` are used if they exist.
        game: id or name of the game of all deals. Default: the game that a deal names, or ``graden``.
        contracts: answer only for these contracts. Default: all contracts.
        declarers: answer only for these declarers. Default: all seats.
        workers: number of threads. Default: one for each core of the machine.
        rules: rule options. They override the rule options of the deals.
        selfish: whether to answer also for Schurln and the double contracts, and to find the payoffs of
            ``durchmarsch_letzten`` and ``hundert_letzten``.
        where: keep only rows that fulfil this condition in SQL, for example ``"makeable AND aces >= 2"``. A
            condition may name columns of the table, and features of the declarer's hand (FORMAT.md:
            conditions).
        hands: whether to add the columns ``n e s w talon`` (masks) and ``dealer``.
        features: names of features to add as columns. True: ``bidder`` and all features of the declarer's
            hand.

    Returns:
        A row for each deal and each question that can arise on it: each contract with its possible declarers,
        partners and trumps. FORMAT.md explains the columns.

    Raises:
        OSError: the file cannot be read.
        ValueError: an unknown name, or a deal that does not fit the game. The message has the deal's number.

    >>> rows = table("N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ", contracts=["koenigmord"])
    >>> rows.select("declarer", "makeable", "payoff_s").rows()
    [('N', False, 70), ('E', False, 70), ('S', True, 210), ('W', True, -70)]
    """
    frame = deal_frame(deals, game)
    extras = row_extras(hands, features, where)
    if frame.is_empty():
        plan = Plan(game or DEFAULT, contracts, declarers, rules, selfish)
        return frame_of_table(answer_table_schema([plan.game], extras).empty_table())
    plans = make_plans(frame, contracts, declarers, rules, selfish, game)
    parts = list[pl.DataFrame]()
    for batch in solve_batches(frame, plans, workers, extras=extras):
        for problem in batch.problems:
            raise ValueError(f"deal {problem.record}: {problem.message}")
        parts.append(frame_of_table(batch.table))
    if len(parts) == 1:
        return parts[0]
    schema = answer_table_schema([plan.game for plan in plans.values()], extras)
    return pl.concat([frame_of_table(schema.empty_table()), *parts])
