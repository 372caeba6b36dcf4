"""From deals, logged games and perfect auctions to sums: who can make what, what is best, what was played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

import polars as pl
import pyarrow as pa

from kranalyze.answers.gathering import answers, in_question
from kranalyze.answers.par import pars
from kranalyze.answers.plan import Plan
from kranalyze.core.arrow import ints
from kranalyze.core.calls import BIDDABLE, NO_AMOUNT, TallyHow, TallyKind, tallied
from kranalyze.core.structs import packed
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.games.questions import allowed
from kranalyze.games.written import written_rules
from kranalyze.survey.figurecolumns import FEATURES, SUMS, features_of, fitted, summed

#: Where a called partner sits, by the distance from the declarer.
_PARTNERS = ("alone", "left", "opposite", "right")

#: Places in the auction, left of the dealer first.
_PLACES = ("first", "second", "third", "last")

#: A group of features, by whose values figures are told apart.
Grouping = tuple[str, ...]


@lru_cache(maxsize=32)
def _open(plan: Plan) -> tuple[bytes, ...]:
    """By forehand, at last one who is not known, what is asked of a deal (``Plan.solved``)."""
    return tuple(bytes(BIDDABLE * allowed(plan.game, q, f) for q in plan.questions) for f in (*Seat, None))


def asked_rows(
    plan: Plan, counted: Sequence[Contract], deals: pl.DataFrame
) -> tuple[pl.DataFrame, dict[int, str]]:
    """The rows of deals that the auction allows, as `Settled.frame` has them, and why some have none.

    Args:
        counted: contracts of the plan; by its others the trump is supposed.
        deals: columns ``n e s w talon``, and ``forehand`` (number of the seat, null if not known).
    """
    game, ids = plan.game, {contract.id for contract in counted}
    wanted = b"".join(map(_open(plan).__getitem__, deals["forehand"].fill_null(len(Seat))))
    settled = answers(plan, deals.select(*"nesw", "talon").to_arrow(), wanted)
    held = pl.coalesce(pl.when(pl.col("forehand") == i).then(name) for i, name in enumerate("nesw"))
    rows = in_question(settled.frame(), game, deals.select(held=held).with_row_index("deal"))
    rows = rows.filter(pl.col("contract").is_in([i for i, c in enumerate(game.contracts) if c.id in ids]))
    return rows, settled.bad


def makeable_sums(
    plan: Plan, rows: pl.DataFrame, deals: pl.DataFrame, by: Grouping, **facts: Any
) -> pl.DataFrame:
    """The sums of the ``asked_rows`` of deals, which all have some keys (``facts``); the core counts."""
    game, forehand = plan.game, bytearray(deals["forehand"].fill_null(len(Seat)).to_list())
    asked = rows.select(
        pl.col("deal", "which").cast(pl.Int32), pl.col("biddable", "makeable").cast(pl.UInt8),
        pl.col("forced").fill_null(NO_AMOUNT).cast(pl.Int32),
    )  # fmt: skip
    d, w, b, m, p = (column.to_arrow().buffers()[1] for column in asked)
    figures, named = _figures(game, grouped=bool(by))
    groups, group = pl.DataFrame({"group": [0]}, {"group": pl.UInt32}), None
    if by:
        hand = deals.select(hand=pl.concat_list(pl.col(*"nesw").fill_null(0))).explode("hand")
        features = hand.select(features_of(pl.col("hand"))).select(by)
        groups = features.unique().with_row_index("group")
        numbers = features.join(groups, on=by, how="left", maintain_order="left")["group"]
        group = numbers.to_arrow().buffers()[1]
    ranked = sum(1 << i for i, contract in enumerate(game.contracts) if contract.rank is not None)
    sums, best = tallied(
        rows.height, (d, w, b, m, p), _asked(plan), forehand, (group, groups.height),
        len(game.contracts), ranked, figures,
    )  # fmt: skip
    count = groups.height * named.height
    every = pl.Series(ints("q", sums, count * len(SUMS)))
    each = {name: every[count * i : count * (i + 1)] for i, name in enumerate(SUMS)}
    at = pl.int_range(count, dtype=pl.UInt32, eager=True)
    counts = named[at % named.height].with_columns(group=at // named.height, **each)
    paid = pl.when(figure="settlement").then("total")
    counts = counts.filter(pl.col("deals") > 0, pl.col("contract").is_not_null()).with_columns(total=paid)
    both = pl.concat([counts, _best(game, best)], how="diagonal")
    if by:
        both = both.join(groups, on="group", how="left")
    return fitted(both, game=game.id, **facts)


@lru_cache(maxsize=32)
def _asked(plan: Plan) -> bytes:
    """What the core must know of each question, ``kr_tally_asked``."""
    rows, places = list[bytes](), {contract.id: i for i, contract in enumerate(plan.game.contracts)}
    for which, question in enumerate(plan.questions):
        declarer = question.declarer or 0
        partner = 0 if question.partner is None else (question.partner - declarer) % 4
        open_ = sum(1 << i for i, flags in enumerate(_open(plan)) if flags[which])
        seats = {"declarer": declarer, "partner": partner, "open": open_}
        rows.append(packed("kr_tally_asked", contract=places[question.contract.id], **seats))
    return b"".join(rows)


@lru_cache(maxsize=32)
def _figures(game: Game, grouped: bool) -> tuple[bytes, pl.DataFrame]:
    """The figures as the core takes them, and of each and each contract ``figure who contract``."""
    every = game.contracts
    needing, calling = [c for c in every if c.requires], [c for c in every if c.party == "called"]
    rows = list[tuple[str, str, Sequence[Contract], bytes]]()

    def add(
        figure: str, who: str, of: Sequence[Contract], units: int, hit: int, seats: int, how: int
    ) -> None:
        counted = packed("kr_tally_figure", of=units, hit=hit, seats=seats, how=how)
        rows.append((figure, who, of, counted))

    if not grouped:
        sets = {"some": 15, "N": 1, "E": 2, "S": 4, "W": 8} | ({"NS": 5, "EW": 10} if game.seats == 4 else {})
        for who, seats in sets.items():
            add("makeable", who, every, TallyKind.OPEN, TallyKind.MAKEABLE, seats, TallyHow.ANY)
        add("biddable", "some", needing, TallyKind.OPEN, TallyKind.BIDDABLE, 15, TallyHow.ANY)
    for who, how in (("first", TallyHow.FIRST), ("seat", TallyHow.SEATS_APART)):
        add("makeable", who, every, TallyKind.OPEN, TallyKind.MAKEABLE, 15, how)
        add("biddable", who, needing, TallyKind.OPEN, TallyKind.BIDDABLE, 15, how)
        add("settlement", who, every, TallyKind.KNOWN, TallyKind.PAID, 15, how | TallyHow.PAYS)
    for place, who in enumerate(_PARTNERS):
        if place or game.call_own:
            kind = TallyKind.WITH + place
            add("makeable", who, calling, TallyKind.OPEN, kind, 15, TallyHow.SEATS_APART)
    named = [
        (figure, who, contract.id if contract in of else None)
        for figure, who, of, _ in rows
        for contract in every
    ]
    kinds = dict.fromkeys(("figure", "who", "contract"), pl.String)
    return b"".join(row[3] for row in rows), pl.DataFrame(named, kinds, orient="row")


def _best(game: Game, codes: memoryview) -> pl.DataFrame:
    """What is best, and how many units were looked at, from the codes of the core (``kr_tally``)."""
    code = pl.Series("code", ints("Q", codes, len(codes) // 8))
    found = code.value_counts()

    def bits(first: int, count: int) -> pl.Expr:
        return pl.col("code") // (1 << first) % (1 << count)

    k, n = (bits(62, 2) + 1).cast(pl.Int64), pl.col("count").cast(pl.Int64)
    counts = found.select(
        amount=pl.when(bits(32, 8) > 0, bits(40, 2) == 1).then(bits(0, 32)).cast(pl.Int32),
        group=bits(44, 18).cast(pl.UInt32),
        units=n * k, count=n * k, deals=n, kk=n * k * k, km=n * k * k, mm=n * k * k,
    )  # fmt: skip
    return _named_best(game)[found.select(bits(32, 12)).to_series()].hstack(counts)


@lru_cache(maxsize=32)
def _named_best(game: Game) -> pl.DataFrame:
    """What the twelve bits of a code say of contract, figure and whom: ``figure who contract``."""
    contracts = [None, *(contract.id for contract in game.contracts), *[None] * 255][:256]
    figures = ("best_rank", "best_settlement", "units", None)
    rows = list(product(("some", "first", "seat"), figures, contracts))
    return pl.DataFrame(rows, dict.fromkeys(("who", "figure", "contract"), pl.String), orient="row")


def par_sums(game: Game, deals: pl.DataFrame, written: str | None) -> pl.DataFrame:
    """What four perfect bidders end in, who declares, what each is paid; every forehand is known."""
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
    return fitted(summed(frame, list(keys)), game=game.id, rules=written, grouping=0)


def logged_sums(
    games: pa.Table, groupings: Sequence[Grouping], contracts: Sequence[str], written: str | None
) -> Iterator[pl.DataFrame]:
    """The sums of logged games of one set of rules, as an analysis has them, by each grouping."""
    def declarers(of: str) -> pl.Expr:
        """What stands in the column of the declarer's seat."""
        mine = pl.col("declarer")
        return pl.coalesce(pl.when(mine == seat.name).then(f"{of}{seat.name.lower()}") for seat in Seat)

    forced, asked = declarers("guarantee_"), pl.col("asked")
    less, more = forced - declarers("settlement_"), (pl.col("best_payoff") - forced).fill_null(0)
    declared = {
        "made": pl.col("made"), "should": pl.col("makeable"), "gift": pl.col("verdict") == "gift",
        "lost": pl.col("verdict") == "lost", "left_play": less, "gained_play": -less,
        "left_bidding": pl.when(forced.is_not_null()).then(more),
    }  # fmt: skip
    frame = pl.DataFrame(games).with_columns(pl.col(pl.Categorical, pl.Enum).cast(pl.String))
    each = frame.join(pl.DataFrame({"asked": contracts}), how="cross")
    mine = (pl.col("contract") == asked).fill_null(False)
    own = mine & pl.col("declarer").is_not_null()
    higher = pl.concat_list(f"passed_{seat.name.lower()}" for seat in Seat)
    figures = {
        "bid": pl.col("auction").str.replace_all(r":\S*", "").str.split(" ").list.contains(asked),
        "played": mine,
        "passed": higher.list.contains(asked).fill_null(False),
        **{name: pl.when(own).then(said) for name, said in declared.items()},
    }
    counted = (said.cast(pl.Int64).alias(name) for name, said in figures.items())
    each = each.select("game", *features_of(declarers("")), asked.alias("contract"), *counted)
    keys, amount, amounts = ["game", *FEATURES, "contract"], pl.col("amount"), list(declared)[4:]
    units = each.unpivot(list(figures), index=keys, variable_name="figure", value_name="amount")
    paid = pl.when(pl.col("figure").is_in(amounts)).then(amount.clip(0))
    units = units.filter(amount.is_not_null()).with_columns(hit=amount > 0, paid=paid)
    for number, grouping in enumerate(groupings):
        sums = summed(units, ["game", "figure", "contract", *grouping])
        yield fitted(sums, who="declarer", grouping=number, rules=written)
