"""Counting over columns of layouts: how often each choice of each contract makes, and what it pays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from kranalyze.answers.arrays import ints
from kranalyze.answers.plan import Plan
from kranalyze.answers.settle import Settled
from kranalyze.answers.trumps import in_question, kontra
from kranalyze.cards import cards_of, pack_mask
from kranalyze.core import calls as core
from kranalyze.core.task import GOALS, searches
from kranalyze.games import Contract, Game, Goal
from kranalyze.hand.asking import Asked
from kranalyze.hand.exact import holds_required
from kranalyze.hand.figures import Choice, fixed_choice
from kranalyze.hand.walk import Counts, new_shelf, sample_layouts

#: What the walk of layouts looks for: no trick alone, in K-order, or every trick with a partner.
_NO_TRICK, _MARCH = Goal("sweep", takers="others"), Goal("sweep")

#: Goals that count points, ten times as long a search as one for tricks.
_COUNTING = {GOALS[kind] for kind in ("points", "stakes", "race")}

#: Milliseconds that a layout takes, and a position of its searches: what was seen on a machine of 2024.
_LAYOUT, _NODE = 0.04, 0.0001

#: A choice: the contract's id, the card called, the trump.
Key = tuple[str, int | None, int | None]


@dataclass(slots=True)
class LayoutSums:
    """Sums over layouts; adding tallies gives that of all their layouts, in whatever order.

    Attributes:
        choices: of each choice the layouts in which it could be chosen, those it makes, what it paid.
        biddable: of each contract the layouts in which it may be bid,
        made: and those in which some choice makes it.
    """

    choices: dict[Key, tuple[int, int, int | None]] = field(default_factory=dict)
    biddable: dict[str, int] = field(default_factory=dict)
    made: dict[str, int] = field(default_factory=dict)

    def add(self, other: LayoutSums) -> None:
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
    tasks = [s.task for q in asks for s in searches(asked.game, q, selfish=False)]
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


def of_counts(asked: Asked, contract: Contract, counts: Counts) -> LayoutSums:
    """What a walk of layouts found for Bettler, Plauderer, Durchmarsch or Hundert."""
    question = asked.questions([contract])[0]
    if not holds_required(asked.game, question, asked.hand):
        return LayoutSums()
    times: dict[int | None, int] = {None: counts.bettler}
    some = counts.bettler
    if contract.party == "called":
        each, some = counts.by_card, counts.any_call
        if contract.order == "T":
            each, some = counts.by_card_hundert, counts.any_hundert
        times = {card: each[card] for card in cards_of(pack_mask(asked.game.pack) & ~asked.hand)}
    found = (fixed_choice(asked.game, question, counts.layouts, made, card) for card, made in times.items())
    sums: dict[Key, tuple[int, int, int | None]] = {
        (contract.id, one.call, None): (one.layouts, one.made, one.paid) for one in found
    }
    return LayoutSums(sums, {contract.id: counts.layouts}, {contract.id: some})


class Counter:
    """The questions of a hand, ready to be counted over columns of layouts.

    Attributes:
        cost: milliseconds that a layout takes, about, as long as none was looked at.
    """

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
        self.own = asked.questions(searched)
        self.plan = Plan.of(asked.game, [*self.own, *asked.supposing(searched)])
        counting = sum(task.goal in _COUNTING for task in self.plan.tasks)
        played = asked.game.size + (asked.game.talon > 0)
        self.cost = 0.02 + 0.04 * 3.0 ** (played - 6) * (counting + 0.1 * (len(self.plan.tasks) - counting))

    def weighed(self, columns: Sequence[Any]) -> tuple[LayoutSums, float]:
        """The sums, and what they cost: about milliseconds of a core, by what was searched."""
        with core.counted_nodes() as nodes:
            sums = self.count(columns)
            return sums, memoryview(columns[0]).nbytes // 4 * _LAYOUT + nodes() * _NODE

    def count(self, columns: Sequence[Any]) -> LayoutSums:
        """The sums over layouts: columns N E S W and talon, UInt32 buffers.

        Raises:
            ValueError: a layout that the core does not take.
        """
        n, e, s, w, talon = columns
        count = memoryview(n).nbytes // 4
        tally = self._walk(columns, count)
        if not self.own:
            return tally
        settled = self.plan.settled((n, e, s, w), talon, count)
        for why in settled.bad.values():
            raise ValueError(why)
        tally.add(self._tally(settled, columns[self.asked.forehand], count))
        return tally

    def _walk(self, columns: Sequence[Any], count: int) -> LayoutSums:
        """The sums of the contracts that the walk of layouts answers."""
        tally = LayoutSums()
        if self.shelf is not None:
            x, y, z = (columns[(self.asked.seat + i) % 4] for i in (1, 2, 3))
            counts = sample_layouts(self.asked.hand, (x, y, z), count, self.shelf)
            for contract in self.walked:
                tally.add(of_counts(self.asked, contract, counts))
        return tally

    def _tally(self, settled: Settled, forehand: Any, count: int) -> LayoutSums:
        """The sums of rows; ``forehand`` is the column of forehand's hands."""
        import polars as pl

        game = self.asked.game
        rows = settled.frame().with_columns(call=pl.Series(settled.calls())).filter("biddable")
        held = pl.Series("held", ints(pa.uint32(), forehand, count))
        rows = in_question(rows, game, held.to_frame().with_row_index("deal"))
        named = pl.when(~pl.col("contract").is_in(kontra(game))).then("trump")
        rows = rows.filter(pl.col("declarer") == int(self.asked.seat)).with_columns(trump=named)
        made, paid = pl.col("makeable"), pl.col("forced")
        tally = LayoutSums(made=dict.fromkeys((q.contract.id for q in self.own), 0))
        tally.biddable = dict(tally.made)
        deals = pl.col("deal")
        some = rows.group_by("contract").agg(deals.n_unique(), made=deals.filter(made).n_unique())
        for contract, may, makes in some.iter_rows():
            tally.biddable[game.contracts[contract].id], tally.made[game.contracts[contract].id] = may, makes
        # Where nothing is called there is one choice; what explode makes of an empty list depends on polars.
        calls = pl.col("call").list.len() > 0
        each = pl.concat(
            [rows.filter(calls).explode("call"), rows.filter(~calls).with_columns(call=pl.lit(None, pl.Int8))]
        )
        choices = each.group_by("contract", "call", "trump").agg(
            pl.len(), made.sum(), pl.when(paid.count() > 0).then(paid.cast(pl.Int64).sum())
        )
        for contract, call, trump, *sums in choices.iter_rows():
            tally.choices[game.contracts[contract].id, call, trump] = tuple(sums)
        return tally
