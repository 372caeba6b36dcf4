"""Sums of deals, logged games and perfect auctions: which contracts are makeable, best and played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import polars as pl
import pyarrow as pa

from kranalyze.answers.gathering import in_question, solve_deals
from kranalyze.answers.par import pars
from kranalyze.answers.plan import Plan
from kranalyze.core.arrow import ints
from kranalyze.core.calls import BIDDABLE, NO_AMOUNT, TallyHow, TallyKind, tallied
from kranalyze.core.questionborder import allowed
from kranalyze.core.structs import packed
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.games.written import written_rules
from kranalyze.survey.figurecolumns import FEATURES, SUMS, features_of, sum_units, with_all_columns

#: Where a called partner sits, by the distance from the declarer.
_PARTNERS = ("alone", "left", "opposite", "right")

#: Places in the auction, left of the dealer first.
_PLACES = ("first", "second", "third", "last")

#: A group of features, by whose values figures are told apart.
Grouping = tuple[str, ...]


@lru_cache(maxsize=32)
def _open(plan: Plan) -> tuple[bytes, ...]:
    """List the questions allowed by forehand (unknown: last), as flags for ``Plan.solved``."""
    return tuple(bytes(BIDDABLE * allowed(plan.game, q, f) for q in plan.questions) for f in (*Seat, None))


def asked_rows(
    plan: Plan, counted: Sequence[Contract], deals: pl.DataFrame
) -> tuple[pl.DataFrame, dict[int, str]]:
    """Return the rows that the auction allows, and the errors of deals without rows by their index.

    The columns of the rows are those of `Settled.frame`.

    Args:
        counted: contracts that are counted; the plan's others decide which trump forehand names.
        deals: columns ``n e s w talon``, and ``forehand`` (number of the seat, null if not known).
    """
    game = plan.game
    ids = {contract.id for contract in counted}
    wanted = b"".join(map(_open(plan).__getitem__, deals["forehand"].fill_null(len(Seat))))
    settled = solve_deals(plan, deals.select(*"nesw", "talon").to_arrow(), wanted)
    held = pl.coalesce(pl.when(pl.col("forehand") == i).then(name) for i, name in enumerate("nesw"))
    rows = in_question(settled.frame(), game, deals.select(held=held).with_row_index("deal"))
    rows = rows.filter(pl.col("contract").is_in([i for i, c in enumerate(game.contracts) if c.id in ids]))
    return rows, settled.bad


def makeable_sums(
    plan: Plan, rows: pl.DataFrame, deals: pl.DataFrame, by: Grouping, **facts: Any
) -> pl.DataFrame:
    """Count the rows of ``asked_rows`` in the core, and add the columns of ``facts`` to the sums."""
    game = plan.game
    forehand = bytearray(deals["forehand"].fill_null(len(Seat)).to_list())
    columns = rows.select(
        pl.col("deal", "which").cast(pl.Int32), pl.col("biddable", "makeable").cast(pl.UInt8),
        pl.col("forced").fill_null(NO_AMOUNT).cast(pl.Int32),
    )  # fmt: skip
    deal, which, biddable, makeable, forced = (
        column.to_arrow().buffers()[1] for column in columns
    )
    figures, named = _figures(game, grouped=bool(by))
    groups = pl.DataFrame({"group": [0]}, {"group": pl.UInt32})
    group = None
    if by:
        hand = deals.select(hand=pl.concat_list(pl.col(*"nesw").fill_null(0))).explode("hand")
        features = hand.select(features_of(pl.col("hand"))).select(by)
        groups = features.unique().with_row_index("group")
        numbers = features.join(groups, on=by, how="left", maintain_order="left")["group"]
        group = numbers.to_arrow().buffers()[1]
    ranked = sum(1 << i for i, contract in enumerate(game.contracts) if contract.rank is not None)
    sums, best = tallied(
        rows.height, (deal, which, biddable, makeable, forced), _question_rows(plan), forehand,
        (group, groups.height),
        len(game.contracts), ranked, figures,
    )  # fmt: skip
    count = groups.height * named.height
    all_sums = pl.Series(ints("q", sums, count * len(SUMS)))
    sums_by_name = {name: all_sums[count * i : count * (i + 1)] for i, name in enumerate(SUMS)}
    row_number = pl.int_range(count, dtype=pl.UInt32, eager=True)
    counts = named[row_number % named.height].with_columns(group=row_number // named.height, **sums_by_name)
    paid = pl.when(figure="settlement").then("total")
    counts = counts.filter(pl.col("deals") > 0, pl.col("contract").is_not_null()).with_columns(total=paid)
    figures_and_best = pl.concat([counts, _best(game, best)], how="diagonal")
    if by:
        figures_and_best = figures_and_best.join(groups, on="group", how="left")
    return with_all_columns(figures_and_best, game=game.id, **facts)


@lru_cache(maxsize=32)
def _question_rows(plan: Plan) -> bytes:
    """Encode the questions as the core reads them, ``kr_tally_asked``."""
    rows: list[bytes] = []
    places = {contract.id: i for i, contract in enumerate(plan.game.contracts)}
    for which, question in enumerate(plan.questions):
        declarer = question.declarer or 0
        partner = 0 if question.partner is None else (question.partner - declarer) % 4
        open_to = sum(1 << i for i, flags in enumerate(_open(plan)) if flags[which])
        seats = {"declarer": declarer, "partner": partner, "open": open_to}
        rows.append(packed("kr_tally_asked", contract=places[question.contract.id], **seats))
    return b"".join(rows)


@lru_cache(maxsize=32)
def _figures(game: Game, grouped: bool) -> tuple[bytes, pl.DataFrame]:
    """Encode the figures for the core, and list ``figure who contract`` of each figure and contract."""
    all_contracts = game.contracts
    needing = [contract for contract in all_contracts if contract.requires]
    calling = [contract for contract in all_contracts if contract.party == "called"]
    rows: list[tuple[str, str, Sequence[Contract], bytes]] = []

    def add(
        figure: str, who: str, of: Sequence[Contract], units: int, hit: int, seats: int, how: int
    ) -> None:
        counted = packed("kr_tally_figure", of=units, hit=hit, seats=seats, how=how)
        rows.append((figure, who, of, counted))

    if not grouped:
        sets = {"some": 15, "N": 1, "E": 2, "S": 4, "W": 8}
        if game.seats == 4:
            sets |= {"NS": 5, "EW": 10}
        for who, seats in sets.items():
            add("makeable", who, all_contracts, TallyKind.OPEN, TallyKind.MAKEABLE, seats, TallyHow.ANY)
        add("biddable", "some", needing, TallyKind.OPEN, TallyKind.BIDDABLE, 15, TallyHow.ANY)
    for who, how in (("first", TallyHow.FIRST), ("seat", TallyHow.SEATS_APART)):
        add("makeable", who, all_contracts, TallyKind.OPEN, TallyKind.MAKEABLE, 15, how)
        add("biddable", who, needing, TallyKind.OPEN, TallyKind.BIDDABLE, 15, how)
        add("settlement", who, all_contracts, TallyKind.KNOWN, TallyKind.PAID, 15, how | TallyHow.PAYS)
    for place, who in enumerate(_PARTNERS):
        if place or game.call_own:
            kind = TallyKind.WITH + place
            add("makeable", who, calling, TallyKind.OPEN, kind, 15, TallyHow.SEATS_APART)
    named = [
        (figure, who, contract.id if contract in of else None)
        for figure, who, of, _ in rows
        for contract in all_contracts
    ]
    kinds = dict.fromkeys(("figure", "who", "contract"), pl.String)
    return b"".join(row[3] for row in rows), pl.DataFrame(named, kinds, orient="row")


def _best(game: Game, codes: memoryview) -> pl.DataFrame:
    """Decode the core's codes (``kr_tally``): the best contracts, and the units they are counted of."""
    code = pl.Series("code", ints("Q", codes, len(codes) // 8))
    code_counts = code.value_counts()

    def bits(first: int, count: int) -> pl.Expr:
        return pl.col("code") // (1 << first) % (1 << count)

    k = (bits(62, 2) + 1).cast(pl.Int64)
    n = pl.col("count").cast(pl.Int64)
    counts = code_counts.select(
        amount=pl.when(bits(32, 8) > 0, bits(40, 2) == 1).then(bits(0, 32)).cast(pl.Int32),
        group=bits(44, 18).cast(pl.UInt32),
        units=n * k, count=n * k, deals=n, kk=n * k * k, km=n * k * k, mm=n * k * k,
    )  # fmt: skip
    return _named_best(game)[code_counts.select(bits(32, 12)).to_series()].hstack(counts)


@lru_cache(maxsize=32)
def _named_best(game: Game) -> pl.DataFrame:
    """List ``figure who contract`` by the twelve bits of a code that hold them."""
    contracts = [None, *(contract.id for contract in game.contracts), *[None] * 255][:256]
    figures = ("best_rank", "best_settlement", "units", None)
    rows = list(product(("some", "first", "seat"), figures, contracts))
    return pl.DataFrame(rows, dict.fromkeys(("who", "figure", "contract"), pl.String), orient="row")


def par_sums(game: Game, deals: pl.DataFrame, written: str | None) -> pl.DataFrame:
    """Sum up perfect auctions: their contracts, declarers and payoffs. All forehands must be known."""
    rows: list[tuple[Any, ...]] = []
    forehands = deals["forehand"].to_list()
    for index, of_deal in pars(deals.select(*"nesw"), game=game, rules=written_rules(written), workers=1):
        seats = [Seat((forehands[index] + place) % 4) for place in range(4)]
        par = next(p for p in of_deal if p.dealer == seats[-1])
        amount = None if par.declarer is None else par.payoff[par.declarer]
        rows.append(("units", "par", None, None, True, None))
        rows.append(("par", "par", par.contract, amount, True, None))
        for name, seat in zip(_PLACES, seats, strict=True):
            rows.append(("par_seat", name, None, None, seat in (par.declarer, par.second), par.payoff[seat]))
    keys = {"figure": pl.String, "who": pl.String, "contract": pl.String, "amount": pl.Int32}
    frame = pl.DataFrame(rows, {**keys, "hit": pl.Boolean, "paid": pl.Int64}, orient="row")
    return with_all_columns(sum_units(frame, list(keys)), game=game.id, rules=written, grouping=0)


def logged_sums(
    games: pa.Table, groupings: Sequence[Grouping], contracts: Sequence[str], written: str | None
) -> Iterator[pl.DataFrame]:
    """Sum up analysed games of one set of rules, by each grouping."""
    def declarers(of: str) -> pl.Expr:
        """Return the value of the declarer's column among those that start with ``of``."""
        declarer = pl.col("declarer")
        return pl.coalesce(pl.when(declarer == seat.name).then(f"{of}{seat.name.lower()}") for seat in Seat)

    forced = declarers("guarantee_")
    candidate = pl.col("candidate")
    less = forced - declarers("settlement_")
    more = (pl.col("best_payoff") - forced).fill_null(0)
    declared = {
        "made": pl.col("made"), "should": pl.col("makeable"), "gift": pl.col("verdict") == "gift",
        "lost": pl.col("verdict") == "lost", "left_play": less, "gained_play": -less,
        "left_bidding": pl.when(forced.is_not_null()).then(more),
    }  # fmt: skip
    frame = pl.DataFrame(games).with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))
    games_by_contract = frame.join(pl.DataFrame({"candidate": contracts}), how="cross")
    is_played = (pl.col("contract") == candidate).fill_null(False)
    is_declared = is_played & pl.col("declarer").is_not_null()
    passed_up = pl.concat_list(f"passed_{seat.name.lower()}" for seat in Seat)
    figures = {
        "bid": pl.col("auction").str.replace_all(r":\S*", "").str.split(" ").list.contains(candidate),
        "played": is_played,
        "passed": passed_up.list.contains(candidate).fill_null(False),
        **{name: pl.when(is_declared).then(amount) for name, amount in declared.items()},
    }
    counted = (amount.cast(pl.Int64).alias(name) for name, amount in figures.items())
    columns = [*features_of(declarers("")), candidate.alias("contract"), *counted]
    games_by_contract = games_by_contract.select("game", *columns)
    keys = ["game", *FEATURES, "contract"]
    amount = pl.col("amount")
    amounts = list(declared)[4:]
    units = games_by_contract.unpivot(list(figures), index=keys, variable_name="figure", value_name="amount")
    paid = pl.when(pl.col("figure").is_in(amounts)).then(amount.clip(0))
    units = units.filter(amount.is_not_null()).with_columns(hit=amount > 0, paid=paid)
    for number, grouping in enumerate(groupings):
        sums = sum_units(units, ["game", "figure", "contract", *grouping])
        yield with_all_columns(sums, who="declarer", grouping=number, rules=written)
