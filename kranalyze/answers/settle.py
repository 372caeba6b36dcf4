"""From values to settlements, and only here: what the answers to many questions come to, all rows at once."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.core.calls import UNKNOWN, Reached, Solved, status_text
from kranalyze.games import Game, Question, stake
from kranalyze.games.settlement import vector

if TYPE_CHECKING:
    import polars as pl

#: Where a search of a question leaves its number, by role and seat, and what one unit of it is worth.
Places = Mapping[tuple[str, int], tuple[int, int]]

#: Amounts have 32 bits, as the product of a value and a unit may have.
_AMOUNT = pa.int32()


class Terms:
    """What values of questions come to: an array for each fact, taken by the number of the question."""

    def __init__(
        self, game: Game, questions: Sequence[Question], places: Sequence[Places], contra: int
    ) -> None:
        """Lay out the facts.

        Args:
            places: of each question.
            contra: number of Contra calls.
        """
        self.game, self.questions, self.contra = game, questions, contra
        #: The search says yes or no instead of a value.
        self.decided = [("made", 0) in places for places in places]
        self.value, self.stake = self._at(places, "value"), self._at(places, "stake")
        self.dealt = pa.array([1 if q.contract.goal.as_dealt else None for q in questions], pa.int16())
        first = [q.leader if q.declarer is None else q.declarer for q in questions]
        # A double contract is judged by its first declarer's guarantee.
        self.judged = pa.array(
            [
                next((f[key][0] for key in (("made", 0), ("value", 0), ("guarantee", s)) if key in f), None)
                for f, s in zip(places, first, strict=True)
            ],
            _AMOUNT,
        )
        least = (q.contract.makeable_at for q in questions)
        self.threshold = pa.array(
            [1 if yes else at for at, yes in zip(least, self.decided, strict=True)], _AMOUNT
        )
        shares = [vector(game, q) for q in questions]
        self.shares = [
            pa.array([v[s] if s < game.seats else None for v in shares], _AMOUNT) for s in range(4)
        ]
        self.payoff = [self._scaled(places, [("payoff", s)] * len(questions)) for s in range(4)]
        # Where the last trick names the partner the declarer's guarantee is his value in units of v.
        last = [q.contract.goal.last_names_partner for q in questions]
        keys = [
            [("value", 0) if x and s == f else ("guarantee", s) for x, f in zip(last, first, strict=True)]
            for s in range(4)
        ]
        self.guarantee = [self._scaled(places, keys[s]) for s in range(4)]
        # What the declarer can force.
        self.own_share = pa.array([v[s] for v, s in zip(shares, first, strict=True)], _AMOUNT)
        self.own = self._scaled(places, [keys[s][i] for i, s in enumerate(first)])
        #: The least and the greatest value whose amounts are known, where a question's stand, and they.
        self._known: tuple[int, int, pa.Array, pa.Array] = (0, -1, None, None)

    @staticmethod
    def _at(places: Sequence[Places], role: str) -> pa.Array:
        return pa.array([f[role, 0][0] if (role, 0) in f else None for f in places], _AMOUNT)

    def _scaled(self, places: Sequence[Places], keys: Sequence[tuple[str, int]]) -> tuple[pa.Array, pa.Array]:
        """Where numbers of a role stand and what one unit is worth, null where there are none."""
        found = [
            (f[key][0], q.contract.value if key[0] == "value" else f[key][1]) if key in f else (None, None)
            for f, key, q in zip(places, keys, self.questions, strict=True)
        ]
        slots, scales = zip(*found, strict=True) if found else ((), ())
        return pa.array(slots, _AMOUNT), pa.array(scales, _AMOUNT)

    def amounts(self, which: pa.Array, value: pa.Array) -> pa.Array:
        """What one payer owes one receiver, null where the value does not say: looked up, value by value."""
        bounds = pc.min_max(value).as_py()
        if bounds["min"] is None:
            return pa.nulls(len(which), _AMOUNT)
        low, high, places, known = self._known
        if not low <= bounds["min"] <= bounds["max"] <= high:
            low, high = min(low, bounds["min"]), max(high, bounds["max"])
            numbers, values = range(len(self.questions)), range(low, high + 1)
            places = pa.array((i * len(values) - low for i in numbers), _AMOUNT)
            known = pa.array((self._amount(i, v) for i in numbers for v in values), _AMOUNT)
            self._known = low, high, places, known
        return known.take(pc.add(places.take(which), value))

    def _amount(self, number: int, value: int) -> int | None:
        contract = self.questions[number].contract
        if contract.stake not in ("fixed", "value"):
            return None
        if self.decided[number]:
            value += (contract.makeable_at or 1) - 1
        return stake(self.game, contract, value, self.contra)


class Settled:
    """The rows that deals reach: questions put to deals, and what comes of them.

    Attributes:
        found: the reached rows as the core lists them.
        which, deal: of each row its question and its deal.
        biddable: whether its declarer holds what the contract needs; if not, the rest is null.
        value, makeable: as RULINGS say (what value and makeable mean).
        bad: the places of deals whose rows say nothing, and why.
    """

    def __init__(
        self, terms: Terms, found: Reached, solved: Solved, bad: Mapping[int, str] | None = None
    ) -> None:
        self.terms, self.found, self._solved = terms, found, solved
        self.bad = {**{i: status_text(s) for i, s in enumerate(solved.status) if s}, **(bad or {})}
        self.which = ints(pa.int32(), found.which, found.count)
        self.deal = ints(pa.int32(), found.deal, found.count)
        values = ints(pa.int16(), solved.values, len(solved.values))
        self._values = pc.if_else(pc.equal(values, UNKNOWN), pa.scalar(None, pa.int16()), values)
        flags = ints(pa.uint8(), found.flags, len(found.flags))
        flags = flags.take(pc.add(pc.multiply(self.deal, len(terms.questions)), self.which))
        self.biddable = pc.greater_equal(flags, pa.scalar(3, pa.uint8()))
        # Another row may have asked the same of a deal: what is not biddable stays unanswered.
        nothing = pa.scalar(None, pa.int32())
        self._base = pc.if_else(self.biddable, pc.multiply(self.deal, solved.width), nothing)
        self.value = self._at(terms.value)
        if terms.dealt.null_count < len(terms.dealt):
            dealt = pc.if_else(self.biddable, self._of(terms.dealt), pa.scalar(None, pa.int16()))
            self.value = pc.coalesce(self.value, dealt)
        judged = self.value
        if not terms.judged.equals(terms.value):
            judged = pc.coalesce(judged, self._at(terms.judged))
        self.makeable = pc.greater_equal(judged, self._of(terms.threshold))
        asked = judged if any(terms.decided) else self.value
        self._amount = terms.amounts(self.which, asked)
        if terms.stake.null_count < len(terms.stake):
            self._amount = pc.coalesce(self._amount, self._at(terms.stake))

    def _of(self, facts: pa.Array) -> pa.Array:
        return facts.take(self.which)

    def _at(self, slots: pa.Array) -> pa.Array:
        return self._values.take(pc.add(self._base, self._of(slots)))

    @cached_property
    def _settled(self) -> list[pa.Array]:
        """What each seat gets where it is settled between two sides."""
        return [pc.multiply(self._amount, self._of(shares)) for shares in self.terms.shares]

    def _paid(self, own: tuple[pa.Array, pa.Array], settled: pa.Array) -> pa.Array:
        """What a search of its own says, elsewhere what is settled between two sides."""
        slots, scales = own
        if slots.null_count == len(slots):
            return settled
        return pc.coalesce(pc.multiply(self._at(slots), self._of(scales)), settled)

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
        if self._solved.discard is None:
            return None
        masks = ints(pa.uint32(), self._solved.discard, len(self._solved.discard))
        return pc.fill_null(masks.take(pc.add(self._base, self._of(self.terms.judged))), 0)

    def calls(self) -> pa.Array:
        """The cards by which each row is called, as numbers; none where nothing is."""
        ends, count = self.found.ends, self.found.count
        used = ends[count - 1] if count else 0
        offsets = array("i", [0])
        offsets.extend(ends[:count])
        cards = ints(pa.int8(), bytes(self.found.calls[:used]), used)
        return pa.ListArray.from_arrays(ints(pa.int32(), offsets, count + 1), cards)

    def frame(self) -> pl.DataFrame:
        """The rows of good deals: ``deal which biddable makeable forced``, and the facts of the question.

        These are ``contract`` (number in the game's list), ``declarer leader trump partner``.
        """
        import polars as pl

        game = self.terms.game
        numbers = {contract.id: i for i, contract in enumerate(game.contracts)}
        kinds = dict.fromkeys(("contract", "declarer", "leader", "trump", "partner"), pl.Int32)
        rows = [
            (numbers[q.contract.id], q.declarer, q.leader, q.trump, q.partner) for q in self.terms.questions
        ]
        facts = pl.DataFrame(rows, schema=kinds, orient="row")
        which = pl.Series("which", self.which)
        frame = facts[which].with_columns(
            which,
            pl.Series("deal", self.deal).cast(pl.UInt32),
            pl.Series("biddable", self.biddable),
            pl.Series("makeable", pc.fill_null(self.makeable, False)),
            pl.Series("forced", self.forced()),
        )
        return frame.filter(~pl.col("deal").is_in(list(self.bad))) if self.bad else frame


def ints(kind: pa.DataType, data: Any, count: int) -> pa.Array:
    """Numbers of a buffer as an array, without a copy."""
    return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(data)])
