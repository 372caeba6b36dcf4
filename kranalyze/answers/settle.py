"""What the answers to many questions come to, all rows at once: `Measure.foreseen` in columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.answers.arrays import card_lists, numbers
from kranalyze.answers.measure import Measure, Sought
from kranalyze.cards import suit_mask
from kranalyze.core.calls import UNKNOWN, Reached, Solved, status_text
from kranalyze.games import Game
from kranalyze.games.questions import supposing

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.answers.plan import Plan

#: Amounts have 32 bits, as the product of a value and a unit may have.
_AMOUNT = pa.int32()


def _column(facts: Iterable[int | None]) -> pa.Array | None:
    """A fact of each question; None if none has it."""
    found = pa.array(facts, _AMOUNT)
    return None if found.null_count == len(found) else found


class Terms:
    """What values of questions come to: an array for each fact, taken by the number of the question.

    Attributes:
        value, stake, judged, payoff, guarantee, own: where numbers stand among the values of a deal.
        threshold: what is judged must reach it.
        scale, shares: what one unit of a search, or of a stake, is worth to a seat.
    """

    def __init__(self, measures: Sequence[Measure], places: Sequence[Mapping[Sought, int]]) -> None:
        self.measures = measures
        both = list(zip(measures, places, strict=True))
        #: The search says yes or no instead of a value.
        self.decided = [("made", 0) in found for found in places]
        self.value, self.stake = (_column(f.get((role, 0)) for f in places) for role in ("value", "stake"))
        self.dealt = _column(1 if m.contract.goal.as_dealt else None for m in measures)
        # A double contract is judged by its first declarer's guarantee.
        self.judged = _column(
            f.get(("made", 0), f.get(("value", 0), f.get(("guarantee", m.question.first)))) for m, f in both
        )
        least = (m.contract.makeable_at for m in measures)
        self.threshold = pa.array(
            [1 if yes else at for at, yes in zip(least, self.decided, strict=True)], _AMOUNT
        )
        self.scale = _column(m.scale or None for m in measures)
        self.shares = [_column(m.shares[s] if s < m.game.seats else None for m in measures) for s in range(4)]
        self.payoff = [_column(f.get(("payoff", s)) for f in places) for s in range(4)]
        self.guarantee = [_column(_forced(m, f, s) for m, f in both) for s in range(4)]
        self.own = _column(_forced(m, f, m.question.first) for m, f in both)
        self.own_share = _column(m.shares[m.question.first] for m in measures)
        #: The least and the greatest value whose amounts are known, where a question's stand, and they.
        self._known = (0, -1, pa.nulls(0), pa.nulls(0))

    def amounts(self, which: pa.Array, value: pa.Array) -> pa.Array:
        """What one payer owes one receiver, null where the value does not say: looked up, value by value."""
        bounds = pc.min_max(value).as_py()
        if bounds["min"] is None:
            return pa.nulls(len(which), _AMOUNT)
        low, high, places, known = self._known
        if not low <= bounds["min"] <= bounds["max"] <= high:
            low, high = min(low, bounds["min"]), max(high, bounds["max"])
            values = range(low, high + 1)
            places = pa.array((i * len(values) - low for i in range(len(self.measures))), _AMOUNT)
            known = pa.array((self._amount(i, v) for i in range(len(places)) for v in values), _AMOUNT)
            self._known = low, high, places, known
        return known.take(pc.add(places.take(which), value))

    def _amount(self, number: int, value: int) -> int | None:
        measure = self.measures[number]
        if measure.contract.stake in ("search", "none"):
            return None
        if self.decided[number]:
            value += (measure.contract.makeable_at or 1) - 1
        return measure.amount(value)


def _forced(measure: Measure, found: Mapping[Sought, int], seat: int) -> int | None:
    """Where the guarantee of a seat stands; where the last trick names the partner it is the value."""
    last = measure.contract.goal.last_names_partner and seat == measure.question.first
    return found.get(("value", 0) if last else ("guarantee", seat))


class Settled:
    """The rows that deals reach: questions put to deals, and what comes of them.

    Attributes:
        found: the reached rows as the core lists them.
        which, deal: of each row its question and its deal.
        biddable: whether its declarer holds what the contract needs; if not, the rest is null.
        value, makeable: as RULINGS say (what value and makeable mean).
        bad: the places of deals whose rows say nothing, and why.
    """

    def __init__(self, plan: Plan, found: Reached, solved: Solved, bad: Mapping[int, str] | None) -> None:
        terms = plan.terms
        self.plan, self.terms, self.found, self._discard = plan, terms, found, solved.discard
        self.bad = {**{i: status_text(s) for i, s in enumerate(solved.status) if s}, **(bad or {})}
        self.which = numbers("i", found.which, found.count)
        self.deal = numbers("i", found.deal, found.count)
        values = numbers("h", solved.values, len(solved.values))
        self._values = _where(pc.not_equal(values, pa.scalar(UNKNOWN, values.type)), values)
        flags = numbers("B", found.flags, len(found.flags))
        flags = flags.take(pc.add(pc.multiply(self.deal, len(plan.questions)), self.which))
        self.biddable = pc.greater_equal(flags, pa.scalar(3, flags.type))
        # Another row may have asked the same of a deal: what is not biddable stays unanswered.
        self._base = _where(self.biddable, pc.multiply(self.deal, solved.width))
        self.value = self._at(terms.value)
        if terms.dealt is not None:
            dealt = _where(self.biddable, self._of(terms.dealt)).cast(pa.int16())
            self.value = pc.coalesce(self.value, dealt)
        judged = pc.coalesce(self.value, self._at(terms.judged))
        self.makeable = pc.greater_equal(judged, self._of(terms.threshold))
        self._amount = terms.amounts(self.which, judged if any(terms.decided) else self.value)
        if terms.stake is not None:
            self._amount = pc.coalesce(self._amount, self._at(terms.stake))

    def _of(self, facts: pa.Array | None) -> pa.Array:
        return pa.nulls(len(self.which), _AMOUNT) if facts is None else facts.take(self.which)

    def _at(self, slots: pa.Array | None) -> pa.Array:
        if slots is None:
            return pa.nulls(len(self.which), self._values.type)
        return self._values.take(pc.add(self._base, self._of(slots)))

    def _paid(self, slots: pa.Array | None, settled: pa.Array) -> pa.Array:
        """What a search of its own says, elsewhere what is settled between two sides."""
        if slots is None:
            return settled
        return pc.coalesce(pc.multiply(self._at(slots), self._of(self.terms.scale)), settled)

    @cached_property
    def _settled(self) -> list[pa.Array]:
        """What each seat gets where it is settled between two sides."""
        return [pc.multiply(self._amount, self._of(shares)) for shares in self.terms.shares]

    def payoff(self, seat: int) -> pa.Array:
        """The settlement of a seat under best play."""
        return self._paid(self.terms.payoff[seat], self._settled[seat])

    def guarantee(self, seat: int) -> pa.Array:
        """The most that a seat can force against all others (with two sides the payoff)."""
        return self._paid(self.terms.guarantee[seat], self._settled[seat])

    def forced(self) -> pa.Array:
        """The guarantee of the declarer."""
        return self._paid(self.terms.own, pc.multiply(self._amount, self._of(self.terms.own_share)))

    def discards(self) -> pa.Array | None:
        """What is best laid away, as masks, 0 for nothing; None where nothing is."""
        if self._discard is None:
            return None
        masks = numbers("I", self._discard, len(self._discard))
        return pc.fill_null(masks.take(pc.add(self._base, self._of(self.terms.judged))), 0)

    def calls(self) -> pa.Array:
        """The cards by which each row is called, as numbers; none where nothing is."""
        return pa.ListArray.from_arrays(*card_lists(self.found.ends, self.found.calls, self.found.count))

    def frame(self) -> pl.DataFrame:
        """The rows of good deals: ``deal which biddable makeable forced``, and the facts of the question.

        These are ``contract`` (number in the game's list), ``declarer leader trump partner``.
        """
        import polars as pl

        places = {contract.id: i for i, contract in enumerate(self.plan.game.contracts)}
        kinds = dict.fromkeys(("contract", "declarer", "leader", "trump", "partner"), pl.Int32)
        asked = self.plan.questions
        rows = [(places[q.contract.id], q.declarer, q.leader, q.trump, q.partner) for q in asked]
        facts = pl.DataFrame(rows, schema=kinds, orient="row")
        which = pl.Series("which", self.which)
        frame = facts[which].with_columns(
            which,
            pl.Series("deal", self.deal).cast(pl.UInt32),
            pl.Series("biddable", self.biddable),
            pl.Series("makeable", self.makeable.fill_null(False)),
            pl.Series("forced", self.forced()),
        )
        return frame.filter(~pl.col("deal").is_in(list(self.bad))) if self.bad else frame


def _where(condition: pa.Array, values: pa.Array) -> pa.Array:
    """The values where a condition holds, null elsewhere."""
    return pc.if_else(condition, values, pa.scalar(None, values.type))


def in_question(rows: pl.DataFrame, game: Game, held: pl.DataFrame) -> pl.DataFrame:
    """The rows whose trump forehand may name, and where the other side bids is supposed to have named.

    In Bauernschnapsen forehand has named a trump that is not known.

    Args:
        rows: of one forehand a deal, ``deal contract trump forced`` as in `Settled.frame`; with those of the
            contract that forehand plays if nobody bids where the other side's are among them.
        held: ``deal`` and ``held``, forehand's hand.
    """
    import polars as pl

    if not game.bidding.trump:
        return rows
    rows = rows.join(held, on="deal", how="left")
    holds = [(pl.col("trump") == suit) & (pl.col("held") & suit_mask(suit) != 0) for suit in range(4)]
    rows = rows.filter(pl.any_horizontal(pl.col("trump").is_null(), *holds))
    best = rows.filter(pl.col("contract") == 0).sort("forced", "trump", descending=[True, False])
    best = best.unique("deal", keep="first", maintain_order=True)
    rows = rows.join(best.select("deal", supposed="trump"), on="deal", how="left")
    return rows.filter(~pl.col("contract").is_in(kontra(game)) | (pl.col("trump") == pl.col("supposed")))


def kontra(game: Game) -> list[int]:
    """The contracts, as numbers in the game's list, whose trump is supposed."""
    return [i for i, contract in enumerate(game.contracts) if supposing(game, contract)]
