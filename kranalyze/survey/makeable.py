"""From the rows of a table of deals to sums: who can make what, what it pays, what is best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kranalyze.answers.settle import in_question
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.games.questions import seats_of
from kranalyze.hand.asking import allowed
from kranalyze.survey.figurecolumns import features_of
from kranalyze.survey.sums import fitted, summed

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.answers.plan import Plan
    from kranalyze.answers.settle import Settled

#: Where a called partner sits, by the distance from the declarer.
_PARTNERS = ("alone", "left", "opposite", "right")

#: A group of features, by whose values figures are told apart.
Grouping = tuple[str, ...]

#: A figure: its name, whose it is (None: a column says so), its units, what tells rows apart, what is hit.
_Figure = tuple[str, "str | None", "pl.DataFrame", list[str], "pl.Expr"]


def hands_of(
    plan: Plan, counted: Sequence[Contract], settled: Settled, deals: pl.DataFrame, grouped: bool
) -> pl.DataFrame:
    """A row for each deal, declarer and contract that the auction allows.

    Args:
        counted: contracts of the plan; by its others the trump is supposed.
        settled: the plan's answers to ``deals``.
        deals: columns ``n e s w``, and ``forehand`` (number of the seat, null if not known).
        grouped: with the features of the declarer's hand.

    Returns:
        Columns ``deal declarer contract`` (number in the game's list) ``relative`` (seats after forehand,
        null if not known) ``biddable makeable pay`` and the features; for every place of a called partner
        ``with_left`` and so on.
    """
    import polars as pl

    game = plan.game
    deals = deals.with_columns(deal=pl.int_range(pl.len(), dtype=pl.UInt32))
    may = [
        (which, forehand)
        for which, question in enumerate(plan.questions)
        for forehand in (None, *seats_of(game))
        if allowed(game, question, forehand)
    ]
    open_ = pl.DataFrame(may, {"which": pl.Int32, "forehand": pl.Int32}, orient="row")
    rows = settled.frame().join(deals.select("deal", "forehand"), on="deal", how="left")
    rows = rows.join(open_, on=["which", "forehand"], how="semi", nulls_equal=True)
    held = pl.coalesce(pl.when(pl.col("forehand") == i).then(name) for i, name in enumerate("nesw"))
    rows = _only(in_question(rows, game, deals.select("deal", held=held)), game, counted)
    at = (pl.col("partner") + 4 - pl.col("declarer")) % 4
    found = rows.group_by("deal", "declarer", "contract").agg(
        ((pl.col("declarer") + game.seats - pl.col("forehand")) % game.seats).first().alias("relative"),
        pl.col("biddable", "makeable").any(),
        pl.col("forced").max().cast(pl.Int64).alias("pay"),
        *(
            (pl.col("makeable") & (at.fill_null(0) == i)).any().alias(f"with_{name}")
            for i, name in enumerate(_PARTNERS)
        ),
    )
    if not grouped:
        return found
    features = pl.concat(
        deals.select("deal", pl.lit(i, pl.Int32).alias("declarer"), *features_of(pl.col(name)))
        for i, name in enumerate("nesw"[: game.seats])
    )
    return found.join(features, on=["deal", "declarer"], how="left")


def makeable_sums(game: Game, hands: pl.DataFrame, by: Grouping, **facts: Any) -> pl.DataFrame:
    """The sums of some deals, whose hands are as ``hands_of`` has them, by some features.

    Args:
        facts: keys that all of them have.
    """
    import polars as pl

    parts = []
    for figure, who, units, keys, hit in _figures(game, hands, list(by)):
        sums = summed(units, keys, hit, pl.col("pay") if figure == "settlement" else None)
        whose = pl.col("who") if who is None else pl.lit(who)
        parts.append(sums.with_columns(figure=pl.lit(figure), who=whose))
    ids = dict(enumerate(contract.id for contract in game.contracts))
    named = pl.col("contract").replace_strict(ids, default=None, return_dtype=pl.String)
    together = pl.concat(parts, how="diagonal_relaxed").with_columns(named)
    return fitted(together, game=game.id, **facts)


def _figures(game: Game, hands: pl.DataFrame, by: list[str]) -> Iterator[_Figure]:
    import polars as pl

    needing = [c for c in game.contracts if c.requires]
    called = [c for c in game.contracts if c.party == "called"]
    keys = [*by, "contract"]
    makeable, biddable, pay = pl.col("makeable"), pl.col("biddable"), pl.col("pay")
    if not by:
        some = hands.group_by("deal", "contract").agg(makeable.any(), biddable.any())
        yield "makeable", "some", some, keys, makeable
        yield "biddable", "some", _only(some, game, needing), keys, biddable
        seats = {int(seat): seat.name for seat in Seat}
        yield "makeable", None, _of(hands, seats), ["contract", "who"], makeable
        if game.seats == 4:
            pairs = _of(hands, {0: "NS", 1: "EW", 2: "NS", 3: "EW"}).group_by("deal", "contract", "who")
            yield "makeable", None, pairs.agg(makeable.any()), ["contract", "who"], makeable
        yield from _best(game, hands, by, "some", ["deal"])
    for who, mine in (("first", hands.filter(relative=0)), ("seat", hands)):
        yield "makeable", who, mine, keys, makeable
        yield "biddable", who, _only(mine, game, needing), keys, biddable
        yield "settlement", who, mine.filter(pay.is_not_null()), keys, pay > 0
        yield from _best(game, mine, by, who, ["deal", "declarer"])
    for name in _PARTNERS:
        if name != "alone" or game.call_own:
            yield "makeable", name, _only(hands, game, called), keys, pl.col(f"with_{name}")


def _best(
    game: Game, hands: pl.DataFrame, by: list[str], who: str, unit: list[str]
) -> Iterator[_Figure]:
    """The units, and what is best of what can be made in each (null: nothing): by rank, and by pay."""
    import polars as pl

    units = hands.select(*unit, *by).unique()
    made = _only(hands.filter("makeable"), game, [c for c in game.contracts if c.rank is not None])
    highest = made.group_by(unit).agg(pl.col("contract").max())
    # Of equal payments the lowest contract.
    paying = made.filter(pl.col("pay") > 0).sort("pay", "contract", descending=[True, False])
    most = paying.unique(unit, keep="first", maintain_order=True).select(*unit, "contract", amount="pay")
    hit = pl.col("deal").is_not_null()
    yield "units", who, units, by, hit
    yield "best_rank", who, units.join(highest, on=unit, how="left"), [*by, "contract"], hit
    yield "best_settlement", who, units.join(most, on=unit, how="left"), [*by, "contract", "amount"], hit


def _of(hands: pl.DataFrame, names: dict[int, str]) -> pl.DataFrame:
    """Hands, told apart by the names of their seats."""
    import polars as pl

    return hands.with_columns(who=pl.col("declarer").replace_strict(names, return_dtype=pl.String))


def _only(frame: pl.DataFrame, game: Game, contracts: Sequence[Contract]) -> pl.DataFrame:
    import polars as pl

    ids = {contract.id for contract in contracts}
    numbers = [i for i, contract in enumerate(game.contracts) if contract.id in ids]
    return frame.filter(pl.col("contract").is_in(numbers))
