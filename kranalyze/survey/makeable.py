"""From deals, logged games and perfect auctions to sums: who can make what, what is best, what was played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kranalyze.answers.par import pars
from kranalyze.answers.settle import in_question
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.games.questions import seats_of
from kranalyze.hand.asking import allowed
from kranalyze.survey.figurecolumns import features_of
from kranalyze.survey.sums import fitted, summed

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.analysis.game import Analysed
    from kranalyze.answers.plan import Plan
    from kranalyze.answers.settle import Settled

#: Where a called partner sits, by the distance from the declarer.
_PARTNERS = ("alone", "left", "opposite", "right")

#: Places in the auction, left of the dealer first.
_PLACES = ("first", "second", "third", "last")

#: A group of features, by whose values figures are told apart.
Grouping = tuple[str, ...]


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
    ids = {contract.id for contract in counted}
    rows = in_question(rows, game, deals.select("deal", held=held))
    rows = rows.filter(_those(game, lambda contract: contract.id in ids))
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

    parts: list[pl.DataFrame] = []
    makeable, biddable, pay, seat = map(pl.col, ("makeable", "biddable", "pay", "declarer"))
    needing = _those(game, lambda contract: contract.requires is not None)
    called = _those(game, lambda contract: contract.party == "called")

    def count(
        figure: str, who: str | None, units: pl.DataFrame, hit: pl.Expr, paid: pl.Expr | None = None,
        keys: Sequence[str] = ("contract",),
    ) -> None:  # fmt: skip
        whose = pl.col("who") if who is None else pl.lit(who)
        parts.append(summed(units, [*by, *keys], hit, paid).with_columns(figure=pl.lit(figure), who=whose))

    def count_best(who: str, hands: pl.DataFrame, unit: list[str]) -> None:
        """The units, and what is best of what can be made in each (null: nothing): by rank, and by pay."""
        units = hands.select(*unit, *by).unique()
        made = hands.filter(makeable, _those(game, lambda contract: contract.rank is not None))
        highest = made.group_by(unit).agg(pl.col("contract").max())
        # Of equal payments the lowest contract.
        paying = made.filter(pay > 0).sort("pay", "contract", descending=[True, False])
        most = paying.unique(unit, keep="first", maintain_order=True).select(*unit, "contract", amount="pay")
        every = pl.col("deal").is_not_null()
        count("units", who, units, every, keys=())
        count("best_rank", who, units.join(highest, on=unit, how="left"), every)
        paid = units.join(most, on=unit, how="left")
        count("best_settlement", who, paid, every, keys=("contract", "amount"))

    if not by:
        some = hands.group_by("deal", "contract").agg(makeable.any(), biddable.any())
        count("makeable", "some", some, makeable)
        count("biddable", "some", some.filter(needing), biddable)
        for names in ("NESW", ("NS", "EW", "NS", "EW"))[: 2 if game.seats == 4 else 1]:
            named = seat.replace_strict(dict(enumerate(names)), return_dtype=pl.String)
            sides = hands.group_by("deal", "contract", who=named).agg(makeable.any())
            count("makeable", None, sides, makeable, keys=("contract", "who"))
        count_best("some", hands, ["deal"])
    for who, mine in (("first", hands.filter(relative=0)), ("seat", hands)):
        count("makeable", who, mine, makeable)
        count("biddable", who, mine.filter(needing), biddable)
        count("settlement", who, mine.filter(pay.is_not_null()), pay > 0, pay)
        count_best(who, mine, ["deal", "declarer"])
    for name in _PARTNERS:
        if name != "alone" or game.call_own:
            count("makeable", name, hands.filter(called), pl.col(f"with_{name}"))
    ids = dict(enumerate(contract.id for contract in game.contracts))
    named = pl.col("contract").replace_strict(ids, default=None, return_dtype=pl.String)
    return fitted(pl.concat(parts, how="diagonal_relaxed").with_columns(named), game=game.id, **facts)


def _those(game: Game, such: Callable[[Contract], bool]) -> pl.Expr:
    """Whether a contract is one of those such as are asked for."""
    import polars as pl

    return pl.col("contract").is_in([i for i, contract in enumerate(game.contracts) if such(contract)])


def par_sums(
    game: Game, deals: pl.DataFrame, rules: Mapping[str, str], written: str | None
) -> pl.DataFrame:
    """What four perfect bidders end in, who declares, what each is paid; there is no grouping of deals.

    Args:
        deals: columns ``n e s w`` and ``forehand``, all known.
    """
    import polars as pl

    rows: list[tuple[Any, ...]] = []
    forehands = deals["forehand"].to_list()
    for index, of_deal in pars(deals.select(*"nesw"), game=game, rules=rules, workers=1):
        seats = [Seat((forehands[index] + place) % 4) for place in range(4)]
        par = next(p for p in of_deal if p.dealer == seats[-1])
        amount = None if par.declarer is None else par.payoff[par.declarer]
        rows += [
            (index, "units", "par", None, None, True, None),
            (index, "par", "par", par.contract, amount, True, None),
        ]
        for name, seat in zip(_PLACES, seats, strict=True):
            hit = seat in (par.declarer, par.second)
            rows.append((index, "par_seat", name, None, None, hit, par.payoff[seat]))
    kinds = {
        "deal": pl.UInt32, "figure": pl.String, "who": pl.String, "contract": pl.String, "amount": pl.Int32,
        "hit": pl.Boolean, "paid": pl.Int64,
    }  # fmt: skip
    frame = pl.DataFrame(rows, schema=kinds, orient="row")
    sums = summed(frame, ["figure", "who", "contract", "amount"], pl.col("hit"), pl.col("paid"))
    return fitted(sums, game=game.id, rules=written, grouping=0)


def logged_sums(
    games: Sequence[Analysed], groupings: Sequence[Grouping], contracts: Sequence[str], written: str | None
) -> Iterator[pl.DataFrame]:
    """The sums of some logged games of one game and one set of rules, by each set of features.

    Args:
        contracts: those that are counted.
    """
    import polars as pl

    rows = []
    for number, game in enumerate(games):
        record = game.record
        deal, seat = record.deal, record.declarer
        hand = None if deal is None or seat is None else deal.hands[seat]
        rows += [(record.game, number, hand, *figure) for figure in _logged(game, contracts)]
    kinds = {
        "game": pl.String, "deal": pl.UInt32, "hand": pl.UInt32, "figure": pl.String, "contract": pl.String,
        "hit": pl.Boolean, "amount": pl.Int64,
    }  # fmt: skip
    frame = pl.DataFrame(rows, schema=kinds, orient="row").with_columns(features_of(pl.col("hand")))
    for number, grouping in enumerate(groupings):
        sums = summed(frame, ["game", "figure", "contract", *grouping], pl.col("hit"), pl.col("amount"))
        yield fitted(sums, who="declarer", grouping=number, rules=written)


def _logged(game: Analysed, contracts: Sequence[str]) -> Iterator[tuple[str, str | None, bool, int | None]]:
    """The figures that a game counts in: figure, contract, whether it is counted, amount."""
    record = game.record
    said = {call.call for call in record.auction}
    higher = {one.contract.id for one in game.passed if one is not None}
    for contract in contracts:
        if said:
            yield "bid", contract, contract in said, None
        yield "played", contract, contract == record.contract, None
        yield "passed", contract, contract in higher, None
    if record.contract not in contracts or record.declarer is None:
        return
    judged = {
        "made": game.made,
        "should": game.makeable,
        "gift": None if game.verdict is None else game.verdict == "gift",
        "lost": None if game.verdict is None else game.verdict == "lost",
    }
    for figure, hit in judged.items():
        if hit is not None:
            yield figure, record.contract, hit, None
    forced = game.guarantee[record.declarer]
    if forced is None:
        return
    amounts = {"left_bidding": 0 if game.best is None else game.best.payoff - forced}
    if record.settlement is not None:
        less = forced - record.settlement[record.declarer]
        amounts |= {"left_play": less, "gained_play": -less}
    for figure, amount in amounts.items():
        yield figure, record.contract, amount > 0, max(0, amount)
