"""Counting over columns of layouts: how often each choice of each contract makes, and what it pays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from kranalyze.cards import cards_of, pack_mask
from kranalyze.core import calls as core
from kranalyze.core.task import Task, row_of, searches
from kranalyze.games import Contract, Game, Goal, Question
from kranalyze.games.questions import naming, supposing
from kranalyze.games.settlement import contract_value, vector
from kranalyze.hand.answer import Choice
from kranalyze.hand.asking import Asked
from kranalyze.hand.exact import holds_required
from kranalyze.hand.layouts import Counts, new_shelf, sample_layouts

if TYPE_CHECKING:
    import polars as pl

#: What the walk of layouts looks for: no trick alone, in K-order, or every trick with a partner.
_NO_TRICK, _MARCH = Goal("sweep", takers="others"), Goal("sweep")

#: A choice: the contract's id, the card called, the trump.
Key = tuple[str, int | None, int | None]

REACHED, BIDDABLE = 1, 2


@dataclass(slots=True)
class Tally:
    """Sums over layouts; adding tallies gives that of all their layouts, in whatever order.

    Attributes:
        choices: of each choice the layouts in which it could be chosen, those it makes, what it paid.
        biddable: of each contract the layouts in which it may be bid,
        made: and those in which some choice makes it.
    """

    choices: dict[Key, tuple[int, int, int | None]] = field(default_factory=dict)
    biddable: dict[str, int] = field(default_factory=dict)
    made: dict[str, int] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Take in the sums of other layouts."""
        for key, (layouts, made, paid) in other.choices.items():
            a, b, c = self.choices.get(key, (0, 0, 0))
            self.choices[key] = (a + layouts, b + made, None if paid is None or c is None else c + paid)
        for mine, theirs in ((self.biddable, other.biddable), (self.made, other.made)):
            for contract, count in theirs.items():
                mine[contract] = mine.get(contract, 0) + count

    def of(self, contract: Contract) -> list[Choice]:
        """The choices of a contract by trump and card."""
        found = sorted(
            (key for key in self.choices if key[0] == contract.id),
            key=lambda key: (-1 if key[2] is None else key[2], -1 if key[1] is None else key[1]),
        )
        return [Choice(key[1], key[2], *self.choices[key]) for key in found]


def walkable(asked: Asked, contract: Contract) -> bool:
    """Whether the walk of layouts answers a contract: by the rows, and by the core's word on every task."""
    if not asked.whole or not in_walk(asked.game, contract):
        return False
    asks = asked.questions([contract])
    tasks = [s.task for q in asks for s in searches(asked.game, q, asked.rules, selfish=False)]
    return bool(tasks) and all(map(core.walk_fits, tasks))


def in_walk(game: Game, contract: Contract) -> bool:
    """Whether the walk of layouts can answer a contract for a whole hand, by what the rows say."""
    cards = (game.pack, game.size, game.seats, game.talon) == (24, 6, 4, 0) and game.must_beat
    plain = not contract.trump and contract.leads == "declarer" and not contract.sits_out
    if contract.party == "called":
        asked = contract.goal == _MARCH and contract.order in ("KT", "T") and not game.call_own
    else:
        asked = contract.goal == _NO_TRICK and contract.order == "K" and contract.party == "alone"
    return cards and plain and asked and contract.stake == "fixed"


def of_counts(asked: Asked, contract: Contract, counts: Counts) -> Tally:
    """What a walk of layouts found for Bettler, Plauderer, Durchmarsch or Hundert."""
    question = asked.questions([contract])[0]
    v, n = contract_value(contract, asked.rules), counts.layouts
    if not holds_required(asked.game, question, asked.hand):
        return Tally()
    if contract.party == "alone":
        choices: dict[int | None, tuple[int, int]] = {None: (counts.bettler, 3 * v)}
        some = counts.bettler
    else:
        each, some = counts.by_card, counts.any_call
        if contract.order == "T":
            each, some = counts.by_card_hundert, counts.any_hundert
        free = pack_mask(asked.game.pack) & ~asked.hand
        choices = {card: (each[card], v) for card in cards_of(free)}
    sums: dict[Key, tuple[int, int, int | None]] = {
        (contract.id, card, None): (n, made, stake * (2 * made - n))
        for card, (made, stake) in choices.items()
    }
    return Tally(sums, {contract.id: n}, {contract.id: some})


class Counter:
    """The questions of a hand, ready to be counted over columns of layouts."""

    def __init__(self, asked: Asked, contracts: Iterable[Contract], walk: bool = True) -> None:
        """Lay out the questions.

        Args:
            walk: let the core's walk of layouts answer what it can, ten times faster.
        """
        chosen = tuple(contracts)
        self.asked = asked
        self.walked = tuple(c for c in chosen if walk and walkable(asked, c))
        self.shelf = new_shelf() if self.walked else None
        searched = tuple(c for c in chosen if c not in self.walked)
        self.own, self.supposing = asked.questions(searched), asked.supposing(searched)
        self.questions = [*self.own, *self.supposing]
        self.rows = [row_of(asked.game, q) for q in self.questions]
        self.found: list[dict[str, int]] = []
        self.tasks: list[Task] = []
        self.rows_of: list[list[int]] = []
        numbers: dict[Task, int] = {}
        for i, question in enumerate(self.questions):
            places: dict[str, int] = {}
            for search in searches(asked.game, question, asked.rules, selfish=False):
                number = numbers.setdefault(search.task, len(numbers))
                if number == len(self.tasks):
                    self.tasks.append(search.task)
                    self.rows_of.append([])
                places[search.role] = number
                self.rows_of[number].append(i)
            self.found.append(places)

    def count(self, columns: Sequence[Any]) -> Tally:
        """The sums over layouts: columns N E S W and talon, UInt32 buffers.

        Raises:
            ValueError: a layout that the core does not take.
        """
        import polars as pl
        import pyarrow as pa

        n, e, s, w, talon = columns
        count = memoryview(n).nbytes // 4
        tally = self._walk(columns, count)
        if not self.own:
            return tally
        flags = core.reached((n, e, s, w), count, self.rows).flags
        slots = list(range(len(self.tasks)))
        solved = core.solve_columns(
            (n, e, s, w), talon, count, self.tasks, slots, self.rows_of, len(self.rows), flags
        )
        if any(solved.status):
            raise ValueError(core.status_text(next(filter(None, solved.status))))

        def series(kind: Any, data: Any, length: int) -> pl.Series:
            return pl.Series(pa.Array.from_buffers(kind, length, [None, pa.py_buffer(data)]))

        values = series(pa.int16(), solved.values, len(solved.values))
        reached = series(pa.uint8(), flags, len(flags))
        hands = {f"h{seat}": series(pa.uint32(), columns[seat], count) for seat in range(4)}
        width = solved.width
        values_of = {f"v{i}": values.gather_every(width, i) for i in slots}
        flags_of = {f"f{i}": reached.gather_every(len(self.rows), i) for i in range(len(self.rows))}
        tally.add(self._tally(pl.DataFrame({**hands, **values_of, **flags_of})))
        return tally

    def _walk(self, columns: Sequence[Any], count: int) -> Tally:
        """The sums of the contracts that the walk of layouts answers."""
        tally = Tally()
        if self.shelf is not None:
            x, y, z = (columns[(self.asked.seat + i) % 4] for i in (1, 2, 3))
            counts = sample_layouts(self.asked.hand, (x, y, z), count, self.shelf)
            for contract in self.walked:
                tally.add(of_counts(self.asked, contract, counts))
        return tally

    def _tally(self, frame: pl.DataFrame) -> Tally:
        import polars as pl

        keys: list[Key] = []
        sums: list[pl.Expr] = []
        made_in: dict[str, list[pl.Expr]] = {}
        may_in: dict[str, list[pl.Expr]] = {}
        for i, question in enumerate(self.own):
            supposed = supposing(self.asked.game, question.contract) is not None
            named = self._supposed(question) if supposed else self._named(question)
            on = (pl.col(f"f{i}") == REACHED + BIDDABLE) & named
            made, paid = self._worth(i, question)
            made_in.setdefault(question.contract.id, []).append(on & made)
            may = (pl.col(f"f{i}") & BIDDABLE == BIDDABLE) & named
            may_in.setdefault(question.contract.id, []).append(may)
            for call, holds in self._calls(question):
                here = on if holds is None else on & holds
                keys.append((question.contract.id, call, None if supposed else question.trump))
                k = len(keys)
                sums.append(here.sum().cast(pl.Int64).alias(f"n{k}"))
                sums.append((here & made).sum().cast(pl.Int64).alias(f"m{k}"))
                if paid is not None:
                    sums.append(pl.when(here).then(paid).otherwise(0).cast(pl.Int64).sum().alias(f"p{k}"))
        for contract, cases in made_in.items():
            sums.append(pl.any_horizontal(cases).sum().cast(pl.Int64).alias(f"made {contract}"))
            sums.append(pl.any_horizontal(may_in[contract]).sum().cast(pl.Int64).alias(f"may {contract}"))
        row = frame.select(sums).row(0, named=True)
        tally = Tally()
        for k, key in enumerate(keys, 1):
            tally.add(Tally({key: (row[f"n{k}"], row[f"m{k}"], row.get(f"p{k}"))}))
        for contract in made_in:
            tally.made[contract], tally.biddable[contract] = row[f"made {contract}"], row[f"may {contract}"]
        return tally

    def _named(self, question: Question) -> pl.Expr:
        """The layouts in which the trump of a question may be named."""
        import polars as pl

        return (pl.col(f"h{question.leader}") & naming(self.asked.game, question)) != 0

    def _supposed(self, question: Question) -> pl.Expr:
        """The layouts in which the trump is supposed to be that of a question: the best one of forehand's."""
        import polars as pl

        worth = [
            pl.when(self._named(one)).then(self._worth(i, one)[1]).otherwise(None)
            for i, one in enumerate(self.supposing, len(self.own))
        ]
        best = pl.max_horizontal(worth)
        # Of equal ones the first in the order of the suits.
        first = pl.coalesce(pl.when(paid == best).then(i) for i, paid in enumerate(worth))
        return first == question.trump

    def _calls(self, question: Question) -> list[tuple[int | None, pl.Expr | None]]:
        """The cards by which a question is called, each with the layouts in which its holder has it."""
        import polars as pl

        if question.callable is None:
            return [(None, None)]
        holder = question.declarer if question.partner is None else question.partner
        hand = pl.col(f"h{holder}")
        return [(card, (hand & (1 << card)) != 0) for card in cards_of(question.callable)]

    def _worth(self, i: int, question: Question) -> tuple[pl.Expr, pl.Expr | None]:
        """Whether a question is made, and what it pays the declarer."""
        import polars as pl

        contract, game, rules, places = question.contract, self.asked.game, self.asked.rules, self.found[i]
        if contract.goal.kind == "dealt":
            value: pl.Expr = pl.lit(1)
        else:
            value = pl.col(f"v{places['value']}").cast(pl.Int32)
        made = value >= contract.makeable_at
        share, v = vector(game, question)[question.declarer or 0], contract_value(contract, rules)
        if contract.goal.kind == "last":  # by the declarer's guarantee, in units of v
            return made, value * v
        if "stake" in places:
            return made, pl.col(f"v{places['stake']}").cast(pl.Int32) * share
        if contract.stake == "fixed":
            return made, pl.when(made).then(v * share).otherwise(-v * share)
        if contract.stake == "value":
            return made, value * v // contract.per * share
        return made, None
