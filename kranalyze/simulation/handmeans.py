"""Estimate what a hand is paid on average in each contract that its seat may bid (RULINGS: at the table).

The mean is over layouts. A layout is an arrangement of the unseen cards in the other hands. A question is a
contract with its seats and trump. The book of hands is a bundled file with the odds of all hands of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from kranalyze.answers.plan import Plan
from kranalyze.answers.settled import SettledRows
from kranalyze.cards import SUITS, card, number_of_suit, rank_of, suit_of
from kranalyze.core.arrow import card_lists, series_of_array
from kranalyze.core.questionborder import bidding_seats, cards_permitting_trump, questions
from kranalyze.deal import Seat
from kranalyze.dealing import Undealt
from kranalyze.games import Contract, Game, Question
from kranalyze.hand import book, odds
from kranalyze.hand.asking import HandQuery

if TYPE_CHECKING:
    import polars as pl
    from typing_extensions import Buffer

    from kranalyze.core.calls import Hands

#: Where a mean payment comes from. ``table``: the bundled book of hands, from games of careful players.
#: ``book``: the same book, from play with open cards. ``sample``: sampled layouts, from play with open cards.
MeanSource = Literal["table", "book", "sample"]

#: The seat that holds the hand in all sampled layouts. The real seat does not matter, because other seats are
#: counted from the hand's seat.
_OWN = Seat.S

#: Name of the column with the payment that the hand's seat can force, whatever the other seats do.
_FORCED = f"guarantee_{_OWN.name.lower()}"

#: How many hands are cached with their mean payments. A hand has a mean for each contract and trump, at most
#: about 20 means. In a long simulation the cache needs some tens of megabytes.
_CACHED_HANDS = 1 << 14

#: Seed of the sampled layouts. A hand always gets the same layouts, so its means can be cached.
_SEED = 0


@dataclass(frozen=True, slots=True)
class BidMean:
    """What a hand is paid on average in a contract, with the same called card and trump in all layouts.

    Attributes:
        contract: index of the contract in the contracts of the game.
        trump: the trump suit, 0-3. None: no trump.
        called: the number of the called card. None: no card is called.
        mean: mean payment of the bidder, in units of the game. For a contract without payments, the mean
            number of tricks or points.
        source: where the mean comes from: the book of hands, or a sample.
    """

    contract: int
    trump: int | None
    called: int | None
    mean: float
    source: MeanSource


def hand_means(
    game: Game, hand: int, samples: int, *, place: int = 0, trump: int | None = None,
    contract: Contract | None = None,
) -> list[BidMean]:  # fmt: skip
    """Return the mean payments of a hand in each contract that its seat may bid, with each trump.

    If several cards can be called, only the mean with the best called card is returned. All means are for
    play with open cards. Some contracts have their mean in the bundled book of hands. For other contracts,
    ``samples`` random layouts of the unseen cards are solved.

    Args:
        game: the card game with its rule options.
        hand: mask of the hand, or of the part of the hand that its seat has seen.
        samples: number of sampled layouts.
        place: number of steps, clockwise, from forehand to the hand's seat.
        trump: the trump that forehand has named. None: return means for each trump that the seat may name.
        contract: the only contract for which means are returned. None: all contracts that the seat may bid.
    """
    suits = _canonical_suit_order(hand, trump)
    same_hand = _with_renamed_suits(hand, suits)
    place = place if _depends_on_place(game) else 0
    means = _means(
        game, same_hand, samples, place, trump is not None, None if contract is None else contract.id
    )
    return [_renamed(mean, suits) for mean in means]


def means_at_the_table(game: Game, hand: int) -> list[BidMean]:
    """Return what a hand is paid on average at the table, in each contract that can be bid.

    These means come from games of careful players in the bundled book of hands. The list is in the order of
    the game's contracts. The called card is the card that the book names. If the book lacks a contract, the
    list is empty, because means of different kinds must not be compared.

    Args:
        game: the game under its rule options.
        hand: mask of the hand.
    """
    suits = _canonical_suit_order(hand, None)
    return [_renamed(mean, suits) for mean in _means_at_the_table(game, _with_renamed_suits(hand, suits))]


def mean_if_two_declare_alone(
    game: Game, hand: int, look: int, contract: Contract, *, first_bidder_steps: int | None = None,
    second_bidder_steps: int | None = None,
) -> float:  # fmt: skip
    """Return the mean payment of a hand if two seats play the same contract, each alone against all others.

    Args:
        game: the card game with its rule options.
        hand: mask of the hand.
        look: number of layouts of the unseen cards that are sampled.
        contract: the contract of both seats.
        first_bidder_steps: number of steps, clockwise, from the hand's seat to the first bidder. None: the
            hand's seat is the first bidder.
        second_bidder_steps: number of steps, clockwise, from the hand's seat to the second bidder. None: the
            hand's seat is the second bidder.
    """
    same_hand = _with_renamed_suits(hand, _canonical_suit_order(hand, None))
    return _mean_if_two_declare_alone(
        game, same_hand, look, contract.id, first_bidder_steps, second_bidder_steps
    )


def _depends_on_place(game: Game) -> bool:
    """Return whether the allowed bids or the first leader depend on how far a seat is from forehand."""
    bids = [contract for contract in game.contracts if contract.rank is not None]
    return any(contract.leads == "forehand" or contract.bidders != "any" for contract in bids)


def _canonical_suit_order(hand: int, trump: int | None) -> tuple[int, ...]:
    """Return the suits in an order that depends only on their cards in the hand. A named trump comes first.

    If two hands differ only in the names of their suits, renaming the suits by this order makes the hands
    equal. So both hands share a cache entry.
    """
    return tuple(sorted(range(4), key=lambda suit: (suit != trump, -(hand >> 8 * suit & 0xFF))))


def _with_renamed_suits(hand: int, suits: Sequence[int]) -> int:
    """Return a hand with renamed suits: the cards of suit ``suits[i]`` become cards of suit ``i``."""
    return sum((hand >> 8 * suit & 0xFF) << 8 * place for place, suit in enumerate(suits))


def _renamed(mean: BidMean, suits: Sequence[int]) -> BidMean:
    """Return ``mean`` with renamed suits of trump and called card: suit ``i`` becomes suit ``suits[i]``.

    This reverses the renaming of suits by `_with_renamed_suits`.
    """
    trump = None if mean.trump is None else suits[mean.trump]
    called = None if mean.called is None else card(suits[suit_of(mean.called)], rank_of(mean.called))
    return replace(mean, trump=trump, called=called)


@lru_cache(maxsize=_CACHED_HANDS)
def _means(
    game: Game, hand: int, look: int, place: int, has_trump: bool, contract: str | None
) -> tuple[BidMean, ...]:
    """Return the mean payments of a hand that `_with_renamed_suits` has returned.

    ``has_trump`` is True if forehand has named a trump. This trump is then suit 0.
    """
    forehand = Seat((_OWN - place) % game.seats)
    allowed = [c for c in game.contracts if c.rank is not None and _OWN in bidding_seats(game, c, forehand)]
    if contract is not None:
        allowed = [game.contract(contract)]
    booked = [c for c in allowed if c in book.contracts_in_book(game) and hand.bit_count() == game.size]
    means = _booked_means(game, hand, booked)
    sampled = [c for c in allowed if c not in booked]
    asked = [
        q for q in questions(game, sampled, None, False)
        if q.first == _OWN and q.second is None and _leader_fits_contract(q, forehand)
        and (q.trump is None or not has_trump or q.trump == SUITS[0])
        and (q.leader != _OWN or hand & cards_permitting_trump(game, q))
    ]  # fmt: skip
    named_trump = 0 if has_trump else None
    means += _means_with_best_call(_sampled_means(game, hand, look, asked, forehand, named_trump))
    return tuple(means)


def _means_with_best_call(means: Sequence[BidMean]) -> list[BidMean]:
    """Return for each contract and trump the mean with the best called card.

    If several called cards have the same mean, keep the first.
    """
    best: dict[tuple[int, int | None], BidMean] = {}
    for mean in means:
        kept = best.get((mean.contract, mean.trump))
        if kept is None or mean.mean > kept.mean:
            best[mean.contract, mean.trump] = mean
    return list(best.values())


@lru_cache(maxsize=_CACHED_HANDS)
def _means_at_the_table(game: Game, hand: int) -> tuple[BidMean, ...]:
    """Return the result of ``means_at_the_table`` for a hand that `_with_renamed_suits` has returned."""
    bids = [contract for contract in game.contracts if contract.rank is not None]
    in_book = book.contracts_in_book(game)
    if any(contract not in in_book for contract in bids):
        return ()
    query = HandQuery(game, hand, contracts=bids, seat=_OWN)
    figures = book.table_figures_in_book(query)
    means = list[BidMean]()
    for mean in _booked_means(game, hand, bids):
        contract = game.contracts[mean.contract]
        if contract not in figures:
            return ()
        means.append(replace(mean, mean=figures[contract].mean, source="table"))
    return tuple(sorted(means, key=lambda mean: mean.contract))


def _leader_fits_contract(question: Question, forehand: Seat) -> bool:
    """Return whether a question has the leader that its contract demands: the declarer, or ``forehand``."""
    return question.contract.leads == "declarer" or question.leader == forehand


def _booked_means(game: Game, hand: int, contracts: Sequence[Contract]) -> list[BidMean]:
    """Return mean payments with open cards from the bundled book of hands.

    There is a mean for each contract, with the best called card and trump.
    """
    if not contracts:
        return []
    numbers = {contract.id: number for number, contract in enumerate(game.contracts)}
    answers = odds(hand, game=game, contracts=contracts, seat=_OWN, workers=1, games=0)
    means = []
    for answer in answers:
        best = answer.best
        if best is not None and best.mean is not None:
            called = None if best.call is None else best.call.number
            number = numbers[answer.contract.id]
            means.append(BidMean(number, number_of_suit(best.trump), called, best.mean, "book"))
    return means


def _sampled_means(
    game: Game, hand: int, look: int, asked: Sequence[Question], forehand: Seat, trump: int | None
) -> list[BidMean]:
    """Return mean payments with open cards over sampled layouts of the unseen cards.

    If another seat is forehand and has named the trump ``trump``, leave out the layouts in which forehand
    holds no card of this suit.
    """
    import polars as pl

    if not asked:
        return []
    north, east, south, west, talon = columns = Undealt(game, {_OWN: hand}).columns(0, look, _SEED)
    rows = _solved_layout_rows(_plan(game, tuple(asked)), (north, east, south, west), talon, look)
    if trump is not None and forehand != _OWN:
        suit_mask = 0xFF << 8 * trump
        possible = [deal for deal, mask in enumerate(columns[forehand]) if mask & suit_mask]
        rows = rows.filter(pl.col("deal").is_in(possible))
    numbers = {contract.id: number for number, contract in enumerate(game.contracts)}
    names = [(numbers[q.contract.id], number_of_suit(q.trump)) for q in asked]
    facts = pl.DataFrame(names, schema={"contract": pl.Int32, "trump": pl.Int32}, orient="row")
    facts = facts.with_row_index("which").with_columns(pl.col("which").cast(pl.Int32))
    call = pl.when(pl.col("call").list.len() > 0).then("call")
    choices = rows.join(facts, on="which").with_columns(call).explode("call")
    means = choices.group_by("contract", "trump", "call").agg(pl.col("paid").mean()).drop_nulls("paid")
    means = means.sort("contract", "trump", "call")
    return [BidMean(number, suit, called, mean, "sample") for number, suit, called, mean in means.rows()]


@lru_cache(maxsize=1 << 12)
def _mean_if_two_declare_alone(
    game: Game, hand: int, look: int, contract: str, first_bidder_steps: int | None,
    second_bidder_steps: int | None,
) -> float:  # fmt: skip
    """Return ``mean_if_two_declare_alone`` for a hand that `_with_renamed_suits` has returned."""
    bidders = [
        _OWN if steps is None else Seat((_OWN + steps) % game.seats)
        for steps in (first_bidder_steps, second_bidder_steps)
    ]
    asked = questions(game, [game.contract(contract)], bidders[:1], True)
    plan = _plan(game, tuple(q for q in asked if q.second == bidders[1]))
    north, east, south, west, talon = Undealt(game, {_OWN: hand}).columns(0, look, _SEED)
    mean = _solved_layout_rows(plan, (north, east, south, west), talon, look)["paid"].mean()
    if not isinstance(mean, float):
        raise ValueError(f"{contract} of {game.id} is not played by two seats")
    return mean


@lru_cache(maxsize=256)
def _plan(game: Game, asked: tuple[Question, ...]) -> Plan:
    """Return the ``Plan`` by which the C core solves the questions: contracts with their seats and trump."""
    return Plan(game, chosen_questions=asked, selfish=any(q.second is not None for q in asked))


def _solved_layout_rows(plan: Plan, hands: Hands, talon: Buffer | None, count: int) -> pl.DataFrame:
    """Solve layouts with open cards. Return a row for each layout and each question that can be bid on it.

    The columns are ``deal`` (index of the layout), ``which`` (index of the question), ``call`` (list of cards
    that may be called) and ``paid``. ``paid`` is the payment that the hand's seat can force. If the contract
    has no payments, ``paid`` is the number of tricks or points.
    """
    import polars as pl

    settled = SettledRows(plan, hands, talon, count)
    for message in settled.bad.values():
        raise ValueError(message)
    frame = pl.DataFrame({
        "deal": series_of_array(settled.deal), "which": series_of_array(settled.which),
        "call": series_of_array(card_lists(settled.calls)), "biddable": series_of_array(settled.biddable),
        "value": series_of_array(settled.value),
        "forced": series_of_array(settled.settlement_column(_FORCED)),
    })  # fmt: skip
    paid = pl.coalesce("forced", "value").cast(pl.Float64).alias("paid")
    return frame.filter("biddable").select("deal", "which", "call", paid)
