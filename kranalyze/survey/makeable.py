"""From the rows of a table of deals to sums: who can make what, what it pays, what is best."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from kranalyze.answers.trumps import in_question
from kranalyze.deal import Seat
from kranalyze.survey.features import features_of
from kranalyze.survey.sums import fitted

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.answers.plan import Plan
    from kranalyze.answers.settle import Settled

#: Where a called partner sits, by the distance from the declarer.
_PARTNERS = ("alone", "left", "opposite", "right")

#: A group of features, by whose values figures are told apart.
Grouping = tuple[str, ...]


class Counting:
    """Counts the deals of one game and one set of rules.

    Attributes:
        plan: the questions.
        groupings: sets of features; the empty one gives the figures of all hands.
    """

    def __init__(
        self, plan: Plan, groupings: Sequence[Grouping], written: str | None, counted: Collection[str]
    ) -> None:
        """Begin.

        Args:
            counted: ids, of the plan's contracts; by the others the trump is supposed.
        """
        self.plan, self.game = plan, plan.game
        self.groupings = groupings
        self.written = written
        self.contracts = {c.id: c for c in self.game.contracts}
        self.counted = [i for i, c in enumerate(self.game.contracts) if c.id in counted]

    def hands(self, settled: Settled, deals: pl.DataFrame) -> pl.DataFrame:
        """A row for each deal, declarer and contract that the auction allows.

        Args:
            settled: the plan's answers to ``deals``.
            deals: columns ``n e s w``, and ``forehand`` (number of the seat, null if not known).

        Returns:
            Columns ``deal declarer contract`` (number in the game's list) ``relative`` (seats after forehand,
            null if not known) ``biddable makeable pay`` and the features of the declarer's hand; for every
            place of a called partner ``with_left`` and so on.
        """
        import polars as pl

        index = pl.int_range(pl.len(), dtype=pl.UInt32).alias("deal")
        forehand = deals.select("forehand", index)
        rows = settled.frame().join(forehand, on="deal", how="left").filter(self._allowed())
        held = pl.coalesce(pl.when(pl.col("forehand") == i).then(name) for i, name in enumerate("nesw"))
        rows = _only(in_question(rows, self.game, deals.select(index, held=held)), self.counted)
        at = (pl.col("partner") + 4 - pl.col("declarer")) % 4
        found = rows.group_by("deal", "declarer", "contract").agg(
            pl.col("forehand").first(),
            pl.col("biddable").any(),
            pl.col("makeable").any(),
            pl.col("forced").max().cast(pl.Int64).alias("pay"),
            *(
                (pl.col("makeable") & (at.fill_null(0) == i)).any().alias(f"with_{name}")
                for i, name in enumerate(_PARTNERS)
            ),
        )
        seats = self.game.seats
        found = found.with_columns(relative=(pl.col("declarer") + seats - pl.col("forehand")) % seats).drop(
            "forehand"
        )
        if any(self.groupings):
            found = found.join(_features(deals, seats), on=["deal", "declarer"], how="left")
        return found

    def _allowed(self) -> pl.Expr:
        """Whether the auction of the deal can lead to a row; where forehand matters he must be known."""
        import polars as pl

        seat = (pl.col("declarer") + 4 - pl.col("forehand")) % 4
        if self.game.seats == 3:
            seat = (pl.col("declarer") + 3 - pl.col("forehand")) % 3
        bidders = {
            "any": pl.lit(True),
            "forehand": seat == 0,
            "not_forehand": seat != 0,
            "forehand_side": seat % 2 == 0,
            "other_side": seat % 2 == 1,
        }
        ok = pl.lit(False)
        for number, contract in enumerate(self.game.contracts):
            may = bidders[contract.bidders]
            if contract.leads == "forehand":
                may = may & (pl.col("leader") == pl.col("forehand"))
            ok = ok | ((pl.col("contract") == number) & may.fill_null(False))
        return ok

    def sums(self, hands: pl.DataFrame) -> Iterator[pl.DataFrame]:
        """The sums of some deals."""
        import polars as pl

        ids = dict(enumerate(self.contracts))
        for number, grouping in enumerate(self.groupings):
            for figure, who, frame in self._counted(hands, grouping):
                named = frame.with_columns(
                    pl.lit(self.game.id).alias("game"),
                    pl.lit(self.written, pl.String).alias("rules"),
                    pl.lit(number).alias("grouping"),
                    pl.lit(figure).alias("figure"),
                )
                if "who" not in frame.columns:
                    named = named.with_columns(pl.lit(who).alias("who"))
                if "contract" in frame.columns:
                    named = named.with_columns(
                        pl.col("contract").replace_strict(ids, default=None, return_dtype=pl.String)
                    )
                yield fitted(named)

    def _counted(self, hands: pl.DataFrame, grouping: Grouping) -> Iterator[tuple[str, str, pl.DataFrame]]:
        """Figure, whose it is, and its sums by the features and the contract."""
        import polars as pl

        by = list(grouping)
        first = hands.filter(pl.col("relative") == 0)
        needing = [i for i, c in enumerate(self.contracts.values()) if c.requires]
        called = [i for i, c in enumerate(self.contracts.values()) if c.party == "called"]
        groups = [("first", first), ("seat", hands)]
        if not by:
            some = hands.group_by("deal", "contract").agg(pl.col("biddable", "makeable").any())
            yield "makeable", "some", counted(some, ["contract"], "makeable")
            yield "biddable", "some", counted(_only(some, needing), ["contract"], "biddable")
            yield from self._by_place(hands)
            yield from self._best(hands, by, "some", ["deal"])
        for who, mine in groups:
            yield "makeable", who, counted(mine, [*by, "contract"], "makeable")
            yield "biddable", who, counted(_only(mine, needing), [*by, "contract"], "biddable")
            yield "settlement", who, _paid(mine, [*by, "contract"])
            yield from self._best(mine, by, who, ["deal", "declarer"])
        for name in _PARTNERS:
            if name != "alone" or self.plan.game.call_own:
                with_ = _only(hands, called)
                yield "makeable", name, counted(with_, [*by, "contract"], f"with_{name}")

    def _by_place(self, hands: pl.DataFrame) -> Iterator[tuple[str, str, pl.DataFrame]]:
        """How often each seat, and some seat of each pair, can make a contract."""
        import polars as pl

        seats = {int(seat): seat.name for seat in Seat}
        named = hands.with_columns(
            who=pl.col("declarer").replace_strict(seats, return_dtype=pl.String),
            pair=pl.when(pl.col("declarer") % 2 == 0).then(pl.lit("NS")).otherwise(pl.lit("EW")),
        )
        yield "makeable", "", counted(named, ["contract", "who"], "makeable")
        if self.game.seats == 4:
            pairs = named.group_by("deal", "contract", "pair").agg(pl.col("makeable").any())
            yield "makeable", "", counted(pairs.rename({"pair": "who"}), ["contract", "who"], "makeable")

    def _best(
        self, hands: pl.DataFrame, by: list[str], who: str, unit: list[str]
    ) -> Iterator[tuple[str, str, pl.DataFrame]]:
        """The units, and what is best of what can be made in each: by its rank, and by what it pays."""
        import polars as pl

        ranked = [i for i, c in enumerate(self.contracts.values()) if c.rank is not None]
        units = hands.select(*unit, *by).unique()
        yield "units", who, counted(units.with_columns(one=pl.lit(True)), by, "one")
        made = hands.filter(pl.col("makeable"), pl.col("contract").is_in(ranked))
        highest = made.group_by(unit).agg(pl.col("contract").max())
        yield "best_rank", who, _tallied(units, highest, unit, [*by, "contract"])
        # Of equal payments the lowest contract.
        paying = made.filter(pl.col("pay") > 0).with_columns(key=pl.col("pay") * 64 + 63 - pl.col("contract"))
        best = (
            paying.group_by(unit)
            .agg(pl.col("key").max())
            .with_columns(contract=(63 - pl.col("key") % 64).cast(pl.Int32), amount=pl.col("key") // 64)
        )
        yield "best_settlement", who, _tallied(units, best, unit, [*by, "contract", "amount"])


def _features(deals: pl.DataFrame, seats: int) -> pl.DataFrame:
    """The features of every hand, by ``deal`` and ``declarer``."""
    import polars as pl

    index = pl.int_range(pl.len(), dtype=pl.UInt32).alias("deal")
    return pl.concat(
        deals.select(index, pl.lit(i, pl.Int32).alias("declarer"), *features_of(pl.col(name)))
        for i, name in enumerate("nesw"[:seats])
    )


def _only(frame: pl.DataFrame, contracts: Sequence[int]) -> pl.DataFrame:
    import polars as pl

    return frame.filter(pl.col("contract").is_in(contracts))


def counted(frame: pl.DataFrame, keys: Sequence[str], what: str) -> pl.DataFrame:
    """How many rows are true, by the keys; rows of one deal are not independent of each other."""
    import polars as pl

    per_deal = frame.group_by("deal", *keys).agg(
        k=pl.len().cast(pl.Int64), m=pl.col(what).sum().cast(pl.Int64)
    )
    k, m = pl.col("k"), pl.col("m")
    sums = {
        "units": k.sum(), "count": m.sum(), "deals": pl.len(),
        "kk": (k * k).sum(), "km": (k * m).sum(), "mm": (m * m).sum(),
    }  # fmt: skip
    if not keys:
        return per_deal.select(**sums).filter(pl.col("deals") > 0)
    return per_deal.group_by(keys).agg(**sums)


def _paid(hands: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    import polars as pl

    paid = hands.filter(pl.col("pay").is_not_null())
    return paid.group_by(keys).agg(units=pl.len(), count=(pl.col("pay") > 0).sum(), total=pl.col("pay").sum())


def _tallied(
    units: pl.DataFrame, best: pl.DataFrame, unit: Sequence[str], keys: Sequence[str]
) -> pl.DataFrame:
    """How often each value is a unit's best; null: it has none."""
    import polars as pl

    return units.join(best, on=unit, how="left").group_by(keys).agg(count=pl.len())
