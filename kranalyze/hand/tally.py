"""How often choices make contracts, and what they pay: counted suit by suit, by the walk, by search."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from kranalyze.answers.gathering import Settled, in_question, kontra
from kranalyze.answers.plan import Plan
from kranalyze.arguments import checked
from kranalyze.cards import cards_of, hand_mask, pack_mask
from kranalyze.core import calls as core
from kranalyze.core.arrow import card_lists, ints
from kranalyze.core.calls import LayoutCount
from kranalyze.core.task import GOALS, Task, searches
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.games.questions import supposing, vector
from kranalyze.hand.asking import Asked, holds_required
from kranalyze.hand.figures import Odds, Sums, odds_of

#: Entries of the walk's shelf, as a power of two: 8 bytes each. More do not fit the nearer caches.
_SHELF_BITS = 16

#: Goals that count points, ten times as long a search as one for tricks.
_COUNTING = {GOALS[kind] for kind in ("points", "stakes", "race")}

#: Milliseconds that a layout takes, and a position of its searches: what was seen on a machine of 2024.
_LAYOUT, _NODE = 0.04, 0.0001


def added(total: Sums, part: Sums) -> Sums:
    """The sums over the layouts of both."""
    both = dict(total)
    for key, (layouts, made, paid) in part.items():
        n, m, before = total.get(key, (0, 0, None))
        both[key] = n + layouts, m + made, before if paid is None else paid + (before or 0)
    return both


def fixed(
    asked: Asked, contract: Contract, layouts: int, made: Mapping[int | None, int], some: int
) -> Sums:
    """The sums of a contract ``made`` by each call and by ``some`` call; none if the hand may not bid it."""
    asks = asked.questions([contract])
    if not asks or not holds_required(asked.game, asks[0], asked.hand):
        return {}
    stake = vector(asked.game, asks[0])[asked.seat] * contract.value
    name, trump = contract.id, asks[0].trump
    sums: Sums = {(name, (c, trump)): (layouts, m, stake * (2 * m - layouts)) for c, m in made.items()}
    return sums | {(name, None): (layouts, some, None)}


@checked
def exact_odds(
    hand: str | int, contract: str | Contract, *, game: str | Game = "graden",
    known: Mapping[int, int] | None = None, pack: int | None = None,
) -> int | None:  # fmt: skip
    """In how many layouts of the other cards the lone declarer makes a sweep, counted exactly.

    ``zehnermord``, ``koenigmord``, ``hundertermord`` (all tricks) and ``durchmarsch_letzten``,
    ``hundert_letzten`` (the first five) of Graden are decided suit by suit (solver/guards.h), so that
    the 17,153,136 layouts around a hand of six need not be looked at.

    Args:
        hand: ``"AKQ.AKQ.."`` or a mask; the declarer leads.
        known: cards of the others, by places clockwise from the declarer (1, 2, 3).
        pack: mask of all cards, default the game's pack; the hand has a quarter of them.

    Returns:
        The number of layouts, None if the hand may not bid the contract.

    Raises:
        ValueError: a contract that needs search, or a hand that does not fit the pack.

    >>> exact_odds("AKQJT9...", "koenigmord")
    17153136
    >>> exact_odds("AKQ.AKQ..", "koenigmord"), exact_odds("AJT.AJ9..", "hundertermord")
    (17153136, None)
    """
    row = get_game(game)
    chosen = row.contract(contract)
    sweep = _sweep(row, chosen)
    if sweep is None:
        raise ValueError(f"{chosen.id} of {row.id} is not counted suit by suit: every layout needs a search")
    mask, (question, task) = hand_mask(hand), sweep
    if not holds_required(row, question, mask):
        return None
    all_tricks, but_last = count_layouts(task, mask, pack_mask(row.pack) if pack is None else pack, known)
    return but_last if chosen.goal.last_names_partner else all_tricks


def _sweep(game: Game, contract: Contract) -> tuple[Question, Task] | None:
    """A solo sweep of North's with the search that counting saves; None if the contract is none."""
    if contract.party != "alone" or contract.trump or contract.leads != "declarer":
        return None
    question = Question(contract, Seat.N, Seat.N, contract.order)
    tasks = [search.task for search in searches(game, question, selfish=False)]
    return (question, tasks[0]) if tasks and core.guards_fit(tasks[0]) else None


def counted(asked: Asked) -> list[Odds]:
    """The answers of the solo sweeps among the contracts; none if the hand is not known whole."""
    sums, sweeps = Sums(), []
    placed = {(seat - asked.seat) % 4: mask for seat, mask in asked.known.items()}
    for contract in asked.contracts if asked.whole else ():
        if (sweep := _sweep(asked.game, contract)) is None:
            continue
        sweeps.append(contract)
        every, made = count_layouts(sweep[1], asked.hand, pack_mask(asked.game.pack), placed)
        mine = fixed(asked, contract, asked.layouts, {None: every}, every)
        if mine and contract.goal.last_names_partner:
            # What the declarer can guarantee: 3, 1 or -3 times v.
            paid = contract.value * (3 * every + (made - every) - 3 * (asked.layouts - made))
            mine = dict.fromkeys(mine, (asked.layouts, made, paid))
        sums |= mine
    return odds_of(asked, sweeps, "exact", sums)


def count_layouts(
    task: Task, hand: int, pack: int, known: Mapping[int, int] | None = None
) -> tuple[int, int]:
    """Layouts in which the lone leader of a task takes all tricks, and all but perhaps the last."""
    held = {place: hand_mask(cards) for place, cards in (known or {}).items()}
    a, b, c = (held.get(place, 0) for place in (1, 2, 3))
    if (hand | a | b | c) & ~pack:
        raise ValueError("a card is not in the pack")
    return core.count_layouts(task, hand, (a, b, c), pack & ~(hand | a | b | c))


def walkable(asked: Asked, contract: Contract) -> bool:
    """Whether the core's walk counts a contract: of whole hands, Bettler, Plauderer, Durchmarsch, Hundert."""
    game = asked.game
    order = contract.order in (("KT", "T") if contract.party == "called" else ("K",))
    if not asked.whole or (game.pack, game.size) != (24, 6) or contract.stake != "fixed" or not order:
        return False
    tasks = [s.task for q in asked.questions([contract]) for s in searches(game, q, selfish=False)]
    return bool(tasks) and all(map(core.walk_fits, tasks))


class Counter:
    """The questions of a hand, ready to be counted over columns of layouts.

    Attributes:
        cost: milliseconds that a layout takes, about, as long as none was looked at.
    """

    def __init__(self, asked: Asked, contracts: Iterable[Contract]) -> None:
        """Lay out the questions; the core's walk of layouts answers what it can, ten times faster."""
        chosen, game = tuple(contracts), asked.game
        self.asked = asked
        self.walked = tuple(c for c in chosen if walkable(asked, c))
        self.shelf = core.new_shelf(_SHELF_BITS) if self.walked else None
        self.own = asked.questions([c for c in chosen if c not in self.walked])
        # Forehand's, by which the trump of some contracts is supposed.
        by = {one.id: one for q in self.own if (one := supposing(game, q.contract)) is not None}
        self.plan = Plan(game, asked=[*self.own, *asked.questions(by.values(), asked.forehand)])
        counting = sum(task.goal in _COUNTING for task in self.plan.tasks)
        played = game.size + (game.talon > 0)
        self.cost = 0.02 + 0.04 * 3.0 ** (played - 6) * (counting + 0.1 * (len(self.plan.tasks) - counting))

    def weighed(self, columns: Sequence[array[int]]) -> tuple[Sums, float]:
        """The sums, and what they cost: about milliseconds of a core, by what was searched."""
        with core.counted_nodes() as nodes:
            sums = self.count(columns)
            return sums, len(columns[0]) * _LAYOUT + nodes() * _NODE

    def count(self, columns: Sequence[array[int]]) -> Sums:
        """The sums over layouts: columns N E S W and talon (``I``)."""
        import polars as pl

        asked, sums = self.asked, Sums()
        n, e, s, w, talon = columns
        count = len(n)
        if self.shelf is not None:
            a, b, c = (columns[(asked.seat + i) % 4] for i in (1, 2, 3))
            counts = core.walk_columns(self.shelf, asked.hand, (a, b, c), count)
            others = list(cards_of(pack_mask(asked.game.pack) & ~asked.hand))
            for contract in self.walked:
                calls: dict[int | None, int] = {None: counts[LayoutCount.NONE_MADE]}
                second = contract.order == "T"
                any_call = counts[LayoutCount.ANY_SECOND if second else LayoutCount.ANY_CALL]
                if contract.party == "called":
                    first = LayoutCount.BY_CARD_SECOND if second else LayoutCount.BY_CARD
                    calls = {card: counts[first + card] for card in others}
                layouts = counts[LayoutCount.LAYOUTS]
                sums |= fixed(asked, contract, layouts, calls, calls.get(None, any_call))
        if not self.own:
            return sums
        settled = Settled(self.plan, (n, e, s, w), talon, count)
        for why in settled.bad.values():
            raise ValueError(why)
        rows = settled.frame().with_columns(call=pl.Series(card_lists(settled.calls))).filter("biddable")
        held = pl.Series("held", ints("I", columns[asked.forehand], count))
        rows = in_question(rows, asked.game, held.to_frame().with_row_index("deal"))
        named = pl.when(~pl.col("contract").is_in(kontra(asked.game))).then("trump")
        rows = rows.filter(pl.col("declarer") == int(asked.seat)).with_columns(trump=named)
        deals, made, paid = pl.col("deal"), pl.col("makeable"), pl.col("forced").cast(pl.Int64)
        ids = [contract.id for contract in asked.game.contracts]
        some = rows.group_by("contract").agg(deals.n_unique(), made=deals.filter(made).n_unique())
        sums |= {(ids[number], None): (layouts, times, None) for number, layouts, times in some.rows()}
        # Where nothing is called there is one choice; what explode makes of an empty list depends on polars.
        call = pl.when(pl.col("call").list.len() > 0).then("call")
        each = rows.with_columns(call).explode("call").group_by("contract", "call", "trump")
        found = each.agg(pl.len(), made.sum(), pl.when(paid.count() > 0).then(paid.sum()))
        return sums | {(ids[number], (c, t)): (k, m, p) for number, c, t, k, m, p in found.rows()}
