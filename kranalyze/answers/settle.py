"""From values to settlements, and only here: what the answers to many questions come to, all rows at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from kranalyze.answers import lists
from kranalyze.core.calls import UNKNOWN, Reached, Solved, status_text
from kranalyze.games import Game, Question, stake
from kranalyze.games.settlement import vector

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

#: Where a search of a question leaves its number, by role and seat, and what one unit of it is worth.
Places = Mapping[tuple[str, int], tuple[int, int]]

#: A column as `arrays` or `lists` has it.
Column = Any

#: Amounts have 32 bits, as the product of a value and a unit may have.
_AMOUNT = "i"


def _room(few: bool) -> ModuleType:
    """Where columns are reckoned with: lists for a few rows, Arrow for many."""
    if few:
        return lists
    from kranalyze.answers import arrays

    return arrays


class Terms:
    """What values of questions come to: an array for each fact, taken by the number of the question."""

    def __init__(
        self,
        game: Game,
        questions: Sequence[Question],
        places: Sequence[Places],
        contra: int,
        few: bool = False,
    ) -> None:
        """Lay out the facts.

        Args:
            places: of each question.
            contra: number of Contra calls.
            few: columns are plain lists.
        """
        self.game, self.questions, self.contra = game, questions, contra
        self.columns = _room(few)
        #: The search says yes or no instead of a value.
        self.decided = [("made", 0) in places for places in places]
        self.value, self.stake = self._at(places, "value"), self._at(places, "stake")
        self.dealt = self._column((1 if q.contract.goal.as_dealt else None for q in questions), "h")
        first = [q.leader if q.declarer is None else q.declarer for q in questions]
        # A double contract is judged by its first declarer's guarantee.
        self.judged = self._column(
            next((f[key][0] for key in (("made", 0), ("value", 0), ("guarantee", s)) if key in f), None)
            for f, s in zip(places, first, strict=True)
        )
        least = (q.contract.makeable_at for q in questions)
        self.threshold = self._column(1 if yes else at for at, yes in zip(least, self.decided, strict=True))
        shares = [vector(game, q) for q in questions]
        self.shares = [self._column(v[s] if s < game.seats else None for v in shares) for s in range(4)]
        self.payoff = [self._scaled(places, [("payoff", s)] * len(questions)) for s in range(4)]
        # Where the last trick names the partner the declarer's guarantee is his value in units of v.
        last = [q.contract.goal.last_names_partner for q in questions]
        keys = [
            [("value", 0) if x and s == f else ("guarantee", s) for x, f in zip(last, first, strict=True)]
            for s in range(4)
        ]
        self.guarantee = [self._scaled(places, keys[s]) for s in range(4)]
        # What the declarer can force.
        self.own_share = self._column(v[s] for v, s in zip(shares, first, strict=True))
        self.own = self._scaled(places, [keys[s][i] for i, s in enumerate(first)])
        #: The least and the greatest value whose amounts are known, where a question's stand, and they.
        self._known: tuple[int, int, Column, Column] = (0, -1, None, None)

    def _column(self, facts: Iterable[int | None], code: str = _AMOUNT) -> Column:
        """A fact of each question; None if none has it."""
        found = list(facts)
        return self.columns.column(code, found) if any(x is not None for x in found) else None

    def _at(self, places: Sequence[Places], role: str) -> Column:
        return self._column(f[role, 0][0] if (role, 0) in f else None for f in places)

    def _scaled(self, places: Sequence[Places], keys: Sequence[tuple[str, int]]) -> tuple[Column, Column]:
        """Where numbers of a role stand and what one unit is worth, null where there are none."""
        found = [
            (f[key][0], q.contract.value if key[0] == "value" else f[key][1]) if key in f else (None, None)
            for f, key, q in zip(places, keys, self.questions, strict=True)
        ]
        return self._column(slot for slot, _ in found), self._column(scale for _, scale in found)

    def amounts(self, which: Column, value: Column) -> Column:
        """What one payer owes one receiver, null where the value does not say: looked up, value by value."""
        room = self.columns
        bounds = room.bounds(value)
        if bounds is None:
            return room.nulls(_AMOUNT, len(which))
        low, high, places, known = self._known
        if not low <= bounds[0] <= bounds[1] <= high:
            low, high = min(low, bounds[0]), max(high, bounds[1])
            numbers, values = range(len(self.questions)), range(low, high + 1)
            places = room.column(_AMOUNT, (i * len(values) - low for i in numbers))
            known = room.column(_AMOUNT, (self._amount(i, v) for i in numbers for v in values))
            self._known = low, high, places, known
        return room.take(known, room.add(room.take(places, which), value))

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
        room = self._room = terms.columns
        self.which = room.numbers("i", found.which, found.count)
        self.deal = room.numbers("i", found.deal, found.count)
        values = room.numbers("h", solved.values, len(solved.values))
        self._values = room.without(values, UNKNOWN)
        flags = room.numbers("B", found.flags, len(found.flags))
        flags = room.take(flags, room.add(room.multiply(self.deal, len(terms.questions)), self.which))
        self.biddable = room.at_least(flags, 3)
        # Another row may have asked the same of a deal: what is not biddable stays unanswered.
        self._base = room.where(self.biddable, room.multiply(self.deal, solved.width))
        self.value = self._at(terms.value)
        if terms.dealt is not None:
            self.value = room.coalesce(self.value, room.where(self.biddable, self._of(terms.dealt, "h")))
        judged = self.value
        if terms.judged != terms.value:
            judged = room.coalesce(judged, self._at(terms.judged))
        self.makeable = room.at_least(judged, self._of(terms.threshold))
        asked = judged if any(terms.decided) else self.value
        self._amount = terms.amounts(self.which, asked)
        if terms.stake is not None:
            self._amount = room.coalesce(self._amount, self._at(terms.stake))

    def _of(self, facts: Column, code: str = _AMOUNT) -> Column:
        room = self._room
        return room.nulls(code, len(self.which)) if facts is None else room.take(facts, self.which)

    def _at(self, slots: Column) -> Column:
        room = self._room
        if slots is None:
            return room.nulls("h", len(self.which))
        return room.take(self._values, room.add(self._base, self._of(slots)))

    @cached_property
    def _settled(self) -> list[Column]:
        """What each seat gets where it is settled between two sides."""
        return [self._room.multiply(self._amount, self._of(shares)) for shares in self.terms.shares]

    def _paid(self, own: tuple[Column, Column], settled: Column) -> Column:
        """What a search of its own says, elsewhere what is settled between two sides."""
        slots, scales = own
        if slots is None:
            return settled
        room = self._room
        return room.coalesce(room.multiply(self._at(slots), self._of(scales)), settled)

    def payoff(self, seat: int) -> Column:
        """The settlement of a seat under best play."""
        return self._paid(self.terms.payoff[seat], self._settled[seat])

    def guarantee(self, seat: int) -> Column:
        """The most that a seat can force against all others (with two sides the payoff)."""
        return self._paid(self.terms.guarantee[seat], self._settled[seat])

    def forced(self) -> Column:
        """The guarantee of the declarer."""
        return self._paid(self.terms.own, self._room.multiply(self._amount, self._of(self.terms.own_share)))

    def discards(self) -> Column | None:
        """What is best laid away, as masks, 0 for nothing; None where nothing is."""
        if self._solved.discard is None:
            return None
        room = self._room
        masks = room.numbers("I", self._solved.discard, len(self._solved.discard))
        return room.filled(room.take(masks, room.add(self._base, self._of(self.terms.judged))))

    def calls(self) -> pa.Array:
        """The cards by which each row is called, as numbers; none where nothing is."""
        import pyarrow as pa

        from kranalyze.answers.arrays import ints

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
            pl.Series("makeable", self.makeable.fill_null(False)),
            pl.Series("forced", self.forced()),
        )
        return frame.filter(~pl.col("deal").is_in(list(self.bad))) if self.bad else frame
