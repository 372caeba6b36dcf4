"""Counting over columns of layouts: how often each choice of each contract makes, and what it pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from kranalyze.answers.arrays import ints
from kranalyze.answers.plan import Plan
from kranalyze.answers.settle import in_question, kontra
from kranalyze.cards import cards_of, pack_mask
from kranalyze.core import calls as core
from kranalyze.core.task import GOALS, searches
from kranalyze.games import Contract
from kranalyze.hand.asking import Asked
from kranalyze.hand.figures import Choice, Method, Odds, fixed_choices
from kranalyze.hand.walk import SHELF_BITS, Counts, sample_layouts

if TYPE_CHECKING:
    import polars as pl

#: Goals that count points, ten times as long a search as one for tricks.
_COUNTING = {GOALS[kind] for kind in ("points", "stakes", "race")}

#: Milliseconds that a layout takes, and a position of its searches: what was seen on a machine of 2024.
_LAYOUT, _NODE = 0.04, 0.0001

#: What sums are of: a contract (number in the game's list), and a choice in it, or any choice.
KEYS = ("contract", "any", "trump", "call")

#: What adds up: layouts in which it can be chosen, those in which it is made, what it pays in them together.
SUMS = ("layouts", "made", "paid")


def _schema() -> dict[str, pl.DataType]:
    import polars as pl

    return {**dict.fromkeys((*KEYS, *SUMS), pl.Int64()), "any": pl.Boolean()}


def added(parts: Iterable[pl.DataFrame]) -> pl.DataFrame:
    """The sums over all layouts of some parts."""
    import polars as pl

    rows = pl.concat([pl.DataFrame(schema=_schema()), *parts], how="diagonal_relaxed")
    paid = pl.when(pl.col("paid").count() > 0).then(pl.col("paid").sum())
    return rows.group_by(KEYS).agg(pl.col("layouts", "made").sum(), paid)


def answers_of(
    asked: Asked, contracts: Iterable[Contract], method: Method, sums: pl.DataFrame
) -> Iterator[Odds]:
    """The answers for some contracts from the sums over layouts."""
    rows = sums.sort("trump", "call").rows()
    for contract in contracts:
        number = asked.game.contracts.index(contract)
        mine = [row for row in rows if row[0] == number]
        choices = [Choice(call, trump, *found) for _, any_, trump, call, *found in mine if not any_]
        layouts, made = next((row[4:6] for row in mine if row[1]), (0, 0))
        yield Odds.of(asked, contract, method, choices, layouts, made)


def walkable(asked: Asked, contract: Contract) -> bool:
    """Whether the walk of layouts answers a contract: by the rows, and by the core's word on every task."""
    game = asked.game
    order = contract.order in (("KT", "T") if contract.party == "called" else ("K",))
    if not asked.whole or (game.pack, game.size) != (24, 6) or contract.stake != "fixed" or not order:
        return False
    tasks = [s.task for q in asked.questions([contract]) for s in searches(game, q, selfish=False)]
    return bool(tasks) and all(map(core.walk_fits, tasks))


def of_counts(asked: Asked, contracts: Iterable[Contract], counts: Counts) -> pl.DataFrame:
    """What a walk of layouts found for Bettler, Plauderer, Durchmarsch or Hundert."""
    import polars as pl

    rows: list[tuple[Any, ...]] = []
    for contract in contracts:
        made: dict[int | None, int] = {None: counts.bettler}
        some = counts.bettler
        if contract.party == "called":
            each, some = counts.by_card, counts.any_call
            if contract.order == "T":
                each, some = counts.by_card_hundert, counts.any_hundert
            made = {card: each[card] for card in cards_of(pack_mask(asked.game.pack) & ~asked.hand)}
        number = asked.game.contracts.index(contract)
        choices = fixed_choices(asked, contract, counts.layouts, made)
        rows += [(number, False, c.trump, c.call, c.layouts, c.made, c.paid) for c in choices]
        rows += [(number, True, None, None, counts.layouts, some, None)] if choices else []
    return pl.DataFrame(rows, schema=_schema(), orient="row")


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
        self.shelf = core.new_shelf(SHELF_BITS) if self.walked else None
        searched = tuple(c for c in chosen if c not in self.walked)
        self.own = asked.questions(searched)
        self.plan = Plan(asked.game, asked=[*self.own, *asked.supposing(searched)])
        counting = sum(task.goal in _COUNTING for task in self.plan.tasks)
        played = asked.game.size + (asked.game.talon > 0)
        self.cost = 0.02 + 0.04 * 3.0 ** (played - 6) * (counting + 0.1 * (len(self.plan.tasks) - counting))

    def weighed(self, columns: Sequence[Any]) -> tuple[pl.DataFrame, float]:
        """The sums, and what they cost: about milliseconds of a core, by what was searched."""
        with core.counted_nodes() as nodes:
            sums = self.count(columns)
            return sums, memoryview(columns[0]).nbytes // 4 * _LAYOUT + nodes() * _NODE

    def count(self, columns: Sequence[Any]) -> pl.DataFrame:
        """The sums over layouts: columns N E S W and talon, UInt32 buffers.

        Raises:
            ValueError: a layout that the core does not take.
        """
        import polars as pl

        n, e, s, w, talon = columns
        count = memoryview(n).nbytes // 4
        parts: list[pl.DataFrame] = []
        if self.shelf is not None:
            x, y, z = (columns[(self.asked.seat + i) % 4] for i in (1, 2, 3))
            counts = sample_layouts(self.asked.hand, (x, y, z), count, self.shelf)
            parts.append(of_counts(self.asked, self.walked, counts))
        if self.own:
            parts += self._searched((n, e, s, w), talon, count)
        return pl.concat([pl.DataFrame(schema=_schema()), *parts], how="diagonal_relaxed")

    def _searched(self, hands: core.Hands, talon: Any, count: int) -> Iterable[pl.DataFrame]:
        """The sums of the contracts that are searched."""
        import polars as pl

        game = self.asked.game
        settled = self.plan.settled(hands, talon, count)
        for why in settled.bad.values():
            raise ValueError(why)
        rows = settled.frame().with_columns(call=pl.Series(settled.calls())).filter("biddable")
        held = pl.Series("held", ints(pa.uint32(), hands[self.asked.forehand], count))
        rows = in_question(rows, game, held.to_frame().with_row_index("deal"))
        named = pl.when(~pl.col("contract").is_in(kontra(game))).then("trump")
        rows = rows.filter(pl.col("declarer") == int(self.asked.seat)).with_columns(trump=named)
        deals, made, paid = pl.col("deal"), pl.col("makeable"), pl.col("forced").cast(pl.Int64)
        some = rows.group_by("contract").agg(layouts=deals.n_unique(), made=deals.filter(made).n_unique())
        yield some.with_columns(any=True)
        # Where nothing is called there is one choice; what explode makes of an empty list depends on polars.
        call = pl.when(pl.col("call").list.len() > 0).then("call")
        each = rows.with_columns(call).explode("call").group_by("contract", "trump", "call")
        sums = each.agg(layouts=pl.len(), made=made.sum(), paid=pl.when(paid.count() > 0).then(paid.sum()))
        yield sums.with_columns(any=False)
