"""Count the layouts in which a hand makes a contract.

A layout is a way to deal the cards that are not known. There are three ways to count layouts:

- Solo sweeps: the declarer plays alone and must take all tricks, or all but the last. Each suit is examined
  by itself (solver/guards.h).
- Some other contracts of Graden: the C core goes from layout to layout, without a search of each layout
  (``count_made_layouts_by_contract``). The comments call this method the core's walk of layouts.
- All other contracts: each layout is searched.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence

from kranalyze.answers.forehand import contracts_against_forehands_trump, keep_trumps_forehand_can_name
from kranalyze.answers.plan import Plan
from kranalyze.answers.settled import SettledRows
from kranalyze.arguments import Expected, checked
from kranalyze.cards import cards_of, number_of_suit, pack_mask
from kranalyze.core import calls as core
from kranalyze.core.arrow import card_lists, int_array, series_of_array
from kranalyze.core.questionborder import holds_cards_required_to_bid
from kranalyze.core.task import GOALS, CoreQuestion, Task, searches
from kranalyze.core.walking import LayoutCount, count_made_layouts_by_contract, new_shelf
from kranalyze.deal import Held, Seat
from kranalyze.dealing import masks_by_seat
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.games.question import contract_deciding_trump
from kranalyze.hand.asking import HandQuery
from kranalyze.hand.figures import Odds, Sums, odds_of
from kranalyze.hands import Hand, mask_of_hand

#: The transposition table for the core's walk of layouts has 2**_SHELF_BITS entries of 8 bytes. A larger
#: table would not fit into the fast caches of a processor core.
_SHELF_BITS = 16

#: The goals of contracts that count card points. Searches for these goals take ten times as long as searches
#: that count tricks.
_COUNTING = {GOALS[kind] for kind in ("points", "stakes", "race")}

#: Estimated milliseconds for a layout, without its search. Measured on a machine of 2024.
_LAYOUT = 0.04

#: Estimated milliseconds for each position that a search visits. Measured on a machine of 2024.
_NODE = 0.0001


def add_sums(total: Sums, part: Sums) -> Sums:
    """Return the sums over the union of two disjoint sets of layouts. ``Sums`` explains keys and numbers."""
    total_sums = dict(total)
    for key, (layouts, made, paid) in part.items():
        layouts_before, made_before, paid_before = total.get(key, (0, 0, None))
        if paid is not None:
            paid_before = paid + (paid_before or 0)
        total_sums[key] = layouts_before + layouts, made_before + made, paid_before
    return total_sums


def sums_at_fixed_stake(
    query: HandQuery,
    contract: Contract,
    layouts: int,
    made_by_called_card: Mapping[int | None, int],
    made_by_any: int,
) -> Sums:
    """Return the sums over layouts for a contract that wins or loses a fixed amount.

    The result is empty if the hand may not bid the contract.

    Args:
        query: the query about the hand.
        contract: the contract.
        layouts: how many layouts were examined.
        made_by_called_card: in how many layouts the contract is made with each called card. The key is the
            called card. It is None for a contract in which no card is called.
        made_by_any: in how many layouts the contract is made if the declarer sees the layout before calling a
            card.
    """
    biddable = query.questions([contract])
    if not biddable or not holds_cards_required_to_bid(query.game, biddable[0], query.hand):
        return {}
    core_question = CoreQuestion(query.game, biddable[0])
    unit = core_question.payment_for_amount_one(query.seat)
    won = unit * core_question.amount_paid(1, "made")
    lost = unit * core_question.amount_paid(0, "made")
    name = contract.id
    trump = number_of_suit(biddable[0].trump)
    sums: Sums = {
        (name, (c, trump)): (layouts, m, m * won + (layouts - m) * lost)
        for c, m in made_by_called_card.items()
    }
    return sums | {(name, None): (layouts, made_by_any, None)}


@checked(
    hand=Expected.HAND, contract=Expected.CONTRACT, game=Expected.GAME, seat=Expected.SEAT,
    known=Expected.CARDS_BY_SEAT, pack=Expected.PACK,
)  # fmt: skip
def count_sweep_layouts(
    hand: Hand | str | int, contract: str | Contract, *, game: str | Game = "graden",
    seat: Seat | str | int = Seat.S, known: Held | None = None, pack: int | None = None,
) -> int | None:  # fmt: skip
    """Count the layouts in which the declarer, playing alone, makes a sweep.

    Five contracts of Graden are such sweeps. In ``zehnermord``, ``koenigmord`` and ``hundertermord`` the
    declarer must take all tricks. In ``durchmarsch_letzten`` and ``hundert_letzten`` the declarer must take
    the first five tricks. This function examines each suit by itself (solver/guards.h). So it need not search
    the 17,153,136 layouts around a hand of six cards.

    Args:
        hand: the declarer's hand, as a text such as ``"AKQ.AKQ.."`` or as a mask. The declarer leads.
        contract: id or name of the contract.
        game: id or name of the game.
        seat: seat of the declarer.
        known: known cards of other seats.
        pack: mask of all cards. Default: the game's pack. The hand must have a quarter of these cards.

    Returns:
        In how many layouts the declarer makes the sweep. None: the hand may not bid the contract.

    Raises:
        ValueError: the contract is not such a sweep, the cards do not fit the pack, or ``known`` has cards of
            the declarer.

    >>> count_sweep_layouts("AKQJT9...", "koenigmord")
    17153136
    >>> count_sweep_layouts("AKQ.AKQ..", "koenigmord"), count_sweep_layouts("AJT.AJ9..", "hundertermord")
    (17153136, None)
    """
    row = get_game(game)
    chosen = row.contract(contract)
    sweep = _sweep(row, chosen)
    if sweep is None:
        raise ValueError(f"{chosen.id} of {row.id} is not counted suit by suit: every layout needs a search")
    question, task = sweep
    mask = mask_of_hand(hand)
    if not holds_cards_required_to_bid(row, question, mask):
        return None
    pack = pack_mask(row.pack) if pack is None else pack
    declarer = Seat.parse(seat)
    placed = {(other - declarer) % 4: cards for other, cards in masks_by_seat(known).items()}
    if 0 in placed:
        raise ValueError(f"known: {declarer.title} is the declarer")
    all_tricks, but_last = count_layouts_swept_by_leader(task, mask, pack, placed)
    return but_last if chosen.goal.last_winner_becomes_partner else all_tricks


def _sweep(game: Game, contract: Contract) -> tuple[Question, Task] | None:
    """Return the question and the task of a solo sweep with North as declarer.

    A question is a contract with its declarer, leader and order of ranks. A task is the form of a question
    that the C core searches. Return None if the contract is not a solo sweep, or cannot be counted suit by
    suit.
    """
    if contract.party != "alone" or contract.trump or contract.leads != "declarer":
        return None
    question = Question(contract, Seat.N, Seat.N, contract.order)
    tasks = [search.task for search in searches(game, question, include_selfish=False)]
    if not tasks or not core.can_count_sweep_layouts(tasks[0]):
        return None
    return question, tasks[0]


def odds_of_solo_sweeps(query: HandQuery) -> list[Odds]:
    """Return the exact odds of the solo sweeps in a query.

    The list is empty if cards of the hand are unknown.
    """
    sums = Sums()
    sweeps: list[Contract] = []
    placed = {(seat - query.seat) % 4: mask for seat, mask in query.known.items()}
    for contract in query.contracts if query.whole else ():
        if (sweep := _sweep(query.game, contract)) is None:
            continue
        sweeps.append(contract)
        all_tricks, made = count_layouts_swept_by_leader(
            sweep[1], query.hand, pack_mask(query.game.pack), placed
        )
        mine = sums_at_fixed_stake(query, contract, query.layouts, {None: all_tricks}, all_tricks)
        if mine and contract.goal.last_winner_becomes_partner:
            # The settlement of a layout is a multiple of the basic value. The multiple is 3 if the declarer
            # can take all tricks, 1 for all tricks but the last, and otherwise -3. ``units`` is the sum of
            # these multiples.
            units = 3 * all_tricks + (made - all_tricks) - 3 * (query.layouts - made)
            paid = units * CoreQuestion(query.game, sweep[0]).payment_for_amount_one(query.seat)
            mine = dict.fromkeys(mine, (query.layouts, made, paid))
        sums |= mine
    return odds_of(query, sweeps, "exact", sums)


def count_layouts_swept_by_leader(
    task: Task, leader_hand: int, pack: int, known: Mapping[int, int] | None = None
) -> tuple[int, int]:
    """Count the layouts in which the leader, playing alone, can take all tricks, or all but the last.

    A layout is a way to deal the unknown cards.

    Args:
        task: the sweep in the form that the C core searches.
        leader_hand: mask of the leader's hand.
        pack: mask of all cards.
        known: masks of the known cards of other seats. The key of a seat is its distance from the leader:
            1, 2 or 3 steps clockwise.

    Returns:
        Two counts of layouts. In the layouts of the first count the leader can take all tricks. In the
        layouts of the second count the leader can take all tricks except perhaps the last.
    """
    a, b, c = ((known or {}).get(place, 0) for place in (1, 2, 3))
    if (leader_hand | a | b | c) & ~pack:
        raise ValueError("a card is not in the pack")
    unknown = pack & ~(leader_hand | a | b | c)
    return core.count_all_tricks_and_all_but_last(task, leader_hand, (a, b, c), unknown)


def can_count_without_search(query: HandQuery, contract: Contract) -> bool:
    """Return whether the C core can count layouts for a contract without searching each layout.

    The core can do so for Bettler, Plauderer, Durchmarsch and Hundert of Graden.
    """
    game = query.game
    orders = ("KT", "T") if contract.party == "called" else ("K",)
    if not query.whole or (game.pack, game.size) != (24, 6):
        return False
    if contract.stake != "fixed" or contract.order not in orders:
        return False
        return False
    tasks = [s.task for q in query.questions([contract]) for s in searches(game, q, include_selfish=False)]
    return bool(tasks) and all(map(core.can_count_makeable_layouts, tasks))


class Counter:
    """Counts the layouts in which a hand makes contracts.

    Attributes:
        query: the hand, its seat, and the known cards of other seats.
        walked: the contracts whose layouts the C core counts without searching each of them.
        own: the questions of all other contracts. These contracts need a search in each layout. A question is
            a contract with its declarer, leader, trump, partner and order of ranks.
        plan: the searches that are made in each layout.
        cost: estimated milliseconds for a layout. The estimate is made before any layout is searched.
    """

    def __init__(self, query: HandQuery, contracts: Iterable[Contract]) -> None:
        """Decide for each contract how its layouts are counted.

        If possible, the C core counts the layouts without searching each of them. This is ten times as fast.
        """
        chosen = tuple(contracts)
        game = query.game
        self.query = query
        self.walked = tuple(c for c in chosen if can_count_without_search(query, c))
        self.shelf = new_shelf(_SHELF_BITS) if self.walked else None
        self.own = query.questions([c for c in chosen if c not in self.walked])
        # Some contracts are played in the trump of forehand's best contract. To find this trump, search the
        # contracts of forehand as well.
        trump_contracts = {
            s.id: s for q in self.own if (s := contract_deciding_trump(game, q.contract)) is not None
        }
        supposed = query.questions(trump_contracts.values(), query.forehand)
        self.plan = Plan(game, chosen_questions=[*self.own, *supposed])
        counting = sum(task.goal in _COUNTING for task in self.plan.tasks)
        played = game.size + (game.talon > 0)
        self.cost = 0.02 + 0.04 * 3.0 ** (played - 6) * (counting + 0.1 * (len(self.plan.tasks) - counting))

    def sums_and_milliseconds(self, columns: Sequence[array[int]]) -> tuple[Sums, float]:
        """Return sums over layouts, and the estimated time in milliseconds of one processor core.

        The time is estimated from the number of layouts and the number of searched positions.

        Args:
            columns: the layouts, as for ``count``.
        """
        with core.counted_nodes() as nodes:
            sums = self.count(columns)
            return sums, len(columns[0]) * _LAYOUT + nodes() * _NODE

    def count(self, columns: Sequence[array[int]]) -> Sums:
        """Return sums over layouts.

        Args:
            columns: the layouts, as five arrays (type ``I``) with a mask for each layout: the hands N E S W,
                and the talon.
        """
        import polars as pl

        query = self.query
        sums = Sums()
        n, e, s, w, talon = columns
        count = len(n)
        if self.shelf is not None:
            a, b, c = (columns[(query.seat + i) % 4] for i in (1, 2, 3))
            counts = count_made_layouts_by_contract(self.shelf, query.hand, (a, b, c), count)
            others = list(cards_of(pack_mask(query.game.pack) & ~query.hand))
            for contract in self.walked:
                calls: dict[int | None, int] = {None: counts[LayoutCount.NONE_MADE]}
                second = contract.order == "T"
                any_call = counts[LayoutCount.ANY_SECOND if second else LayoutCount.ANY_CALL]
                if contract.party == "called":
                    first = LayoutCount.BY_CARD_SECOND if second else LayoutCount.BY_CARD
                    calls = {card: counts[first + card] for card in others}
                layouts = counts[LayoutCount.LAYOUTS]
                sums |= sums_at_fixed_stake(query, contract, layouts, calls, calls.get(None, any_call))
        if not self.own:
            return sums
        settled = SettledRows(self.plan, (n, e, s, w), talon, count)
        for message in settled.bad.values():
            raise ValueError(message)
        rows = (
            settled.frame_of_solved_deals()
            .with_columns(call=series_of_array(card_lists(settled.calls)))
            .filter("biddable")
        )
        held = series_of_array(int_array("I", columns[query.forehand], count), "held")
        rows = keep_trumps_forehand_can_name(rows, query.game, held.to_frame().with_row_index("deal"))
        in_its_trump = pl.col("contract").is_in(contracts_against_forehands_trump(query.game))
        named_trump = pl.when(~in_its_trump).then("trump")
        rows = rows.filter(pl.col("declarer") == int(query.seat)).with_columns(trump=named_trump)
        deals = pl.col("deal")
        makeable = pl.col("makeable")
        paid = pl.col("forced").cast(pl.Int64)
        ids = [contract.id for contract in query.game.contracts]
        by_contract = rows.group_by("contract").agg(
            deals.n_unique(), makeable=deals.filter(makeable).n_unique()
        )
        sums |= {(ids[number], None): (layouts, made, None) for number, layouts, made in by_contract.rows()}
        # Versions of polars treat empty lists differently in ``explode``. So replace the empty list of calls
        # (no card is called) by null.
        call = pl.when(pl.col("call").list.len() > 0).then("call")
        choices = rows.with_columns(call).explode("call").group_by("contract", "call", "trump")
        by_choice = choices.agg(pl.len(), makeable.sum(), pl.when(paid.count() > 0).then(paid.sum()))
        for number, called_card, trump, layouts, made, payment in by_choice.rows():
            sums[ids[number], (called_card, trump)] = layouts, made, payment
        return sums
