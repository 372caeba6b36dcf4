"""Find the best contract that each seat could have bid on logged deals.

The search compares questions. A question is a contract with its declarer, leader, trump, partner and order of
rank. The best question of a seat is the question that pays the seat most as declarer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import polars as pl

from kranalyze.answers.plan import Plan
from kranalyze.answers.settled import SettledRows
from kranalyze.cards import Card, letter_of_suit, named_cards
from kranalyze.core.arrow import mask_buffer
from kranalyze.core.calls import BIDDABLE
from kranalyze.core.questionborder import auction_allows, questions
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question
from kranalyze.kpn import Record


class BestBid(NamedTuple):
    """A contract that could have been bid and made."""

    contract: Contract
    trump: str | None  # letter of the trump suit; None: no trump
    calls: tuple[Card, ...] | None  # calling any of these cards gives ``payoff``; None: no card is called
    discard: tuple[Card, ...] | None  # the best discard; None: the game has no talon
    payoff: int  # the settlement that the declarer can force


#: Columns of a log with facts about the contract that was played. These facts decide which other contracts
#: could have been bid. Unknown facts are null.
PLAYED = ("contract", "declarer", "trump", "forehand", "leader")

#: Names and types of the columns that ``best_bid_of_each_seat`` returns.
BEST = pl.Schema({
    "contract": pl.Int8, "trump": pl.Int8, "calls": pl.UInt32, "discard": pl.UInt32, "payoff": pl.Int32,
})  # fmt: skip


def best_bid_of_each_seat(games: Sequence[Game], log: pl.DataFrame) -> pl.DataFrame:
    """Return the best bid of each seat on each deal of a log: four rows per game, for N E S W.

    The declarer could have bid any contract. Other seats could have bid the contracts that rank above the
    contract that was played.

    Args:
        games: the different card games of the log, each under the rules in force. The column ``game`` of the
            log has indexes into this list.
        log: a frame with the columns ``game``, ``n e s w talon`` (masks) and the columns that ``PLAYED``
            names (numbers of contracts, seats and suits). A game without a contract, or with an unknown hand,
            gets no bids.

    Returns:
        A frame with the columns of ``BEST``. ``contract`` is the index of the contract in its game. ``calls``
        is the mask of the cards that the declarer can call. ``discard`` is the mask of the best discard. All
        columns are null if no contract has a payoff above 0 for the seat. Of equally good contracts, the one
        with the lowest index is returned.
    """
    numbered = log.with_row_index("row").with_columns(pl.col("row").cast(pl.Int32))
    known = numbered.drop_nulls(["contract", "n", "e", "s", "w"])
    parts = [pl.DataFrame(schema={"place": pl.Int32, **BEST})]
    for (number,), part in known.group_by("game", maintain_order=True):
        bids = _best_bids_of_game(games[int(str(number))], part)
        rows = part["row"].gather(bids["place"] // 4)
        placed = bids.with_columns(place=rows * 4 + bids["place"] % 4)
        parts.append(placed.select(parts[0].columns).cast(parts[0].schema))
    places = pl.DataFrame({"place": pl.int_range(4 * log.height, dtype=pl.Int32, eager=True)})
    return places.join(pl.concat(parts), on="place", how="left", maintain_order="left").drop("place")


def convert_best_bid_row(game: Game, row: tuple[int | None, ...]) -> BestBid | None:
    """Convert a row of ``BEST`` to a bid. Return None if no contract has a payoff above 0 for the seat."""
    contract, trump, calls, discard, payoff = row
    if contract is None or payoff is None:
        return None
    called_cards = None if calls is None else named_cards(calls)
    discarded_cards = named_cards(discard or 0) if game.talon else None
    return BestBid(game.contracts[contract], letter_of_suit(trump), called_cards, discarded_cards, payoff)


@lru_cache(maxsize=16)
def _plan(game: Game) -> Plan:
    """Return a plan that searches all contracts of a game that can be bid and have a settlement."""
    contracts = [c for c in game.contracts if c.rank is not None and c.stake != "none"]
    return Plan(game, chosen_questions=questions(game, contracts), paid=True)


def _best_bids_of_game(game: Game, log: pl.DataFrame) -> pl.DataFrame:
    """Return the best bids on the deals of a log. All deals belong to one card game.

    The result has the columns of ``BEST`` and a column ``place``, which identifies the deal and the seat.
    ``place`` is four times the index of the deal in ``log``, plus the number of the seat. A seat has no row
    if no contract pays this seat more than 0.
    """
    plan = _plan(game)
    log = log.rechunk()
    hands = tuple(mask_buffer(log[seat].to_arrow()) for seat in "nesw")
    talon = mask_buffer(log["talon"].to_arrow()) if game.talon else None
    played = log.select(PLAYED).with_columns(forehand=_forehand(game))
    kinds = played.unique(maintain_order=True)
    facts_of_kinds = kinds.select(PLAYED[:4]).iter_rows()
    wanted = [_flags_of_biddable_questions(plan, *played_facts) for played_facts in facts_of_kinds]
    by_kind = kinds.with_columns(wanted=pl.Series(wanted, dtype=pl.Binary))
    flags = played.join(by_kind, on=PLAYED, how="left", nulls_equal=True, maintain_order="left")["wanted"]
    settled = SettledRows(plan, hands, talon, log.height, wanted=b"".join(flags))
    place = pl.col("deal").cast(pl.Int32) * 4 + pl.col("declarer")
    return (
        settled.frame_of_solved_deals()
        .filter(pl.col("forced") > 0)
        .with_columns(place=place)
        .filter(pl.col("forced") == pl.col("forced").max().over("place"))
        .sort("place", "contract", "which")
        .group_by("place", "contract", "trump", maintain_order=True)
        .agg(pl.col("discard").first(), pl.col("calls").bitwise_or(), payoff=pl.col("forced").first())
        .with_columns(calls=pl.when(pl.col("calls") > 0).then("calls"))
        .unique("place", keep="first", maintain_order=True)
    )


def _forehand(game: Game) -> pl.Expr:
    """Return a polars expression for the number of forehand's seat.

    The docstring of ``forehand_of`` explains how the seat is found.
    """
    bids = [number for number, contract in enumerate(game.contracts) if contract.bidders == "forehand"]
    leads = [number for number, contract in enumerate(game.contracts) if contract.leads == "forehand"]
    by_bidder = pl.when(pl.col("contract").is_in(bids)).then("declarer")
    by_leader = pl.when(pl.col("contract").is_in(leads)).then("leader")
    return pl.coalesce("forehand", by_bidder, by_leader)


@lru_cache(maxsize=1 << 14)
def _flags_of_biddable_questions(
    plan: Plan, played: int, declarer: int | None, trump: int | None, first: int | None
) -> bytes:
    """Return a byte for each question of a plan: BIDDABLE if the question could have been bid, else 0.

    A question is a contract with its declarer, leader, trump, partner and order of rank.

    Args:
        plan: the plan that lists the questions.
        played: index of the contract that was played.
        declarer: the declarer of the played contract. None: unknown.
        trump: the trump suit of the played contract. None: unknown, or no trump.
        first: the seat of forehand. None: unknown.
    """
    contract = plan.game.contracts[played]
    letter = letter_of_suit(trump)

    def allows_bid(question: Question) -> bool:
        """Return whether a question's trump is possible, and its contract ranks high enough for a bid."""
        # In Bauernschnapsen forehand names trump before the bidding. A contract with trump is then played
        # in forehand's trump.
        fits_trump = not (plan.game.bidding.trump and question.contract.trump) or question.trump == letter
        is_above = (question.contract.rank or 0) > (contract.rank or 0)
        fits_rank = is_above or question.declarer == declarer
        return fits_trump and fits_rank

    open_questions = zip(plan.questions, _questions_open_to_forehand(plan, first), strict=True)
    return bytes(BIDDABLE if is_open and allows_bid(q) else 0 for q, is_open in open_questions)


@lru_cache(maxsize=64)
def _questions_open_to_forehand(plan: Plan, first: int | None) -> list[bool]:
    """Return for each question of a plan whether an auction can end in this question.

    ``first`` is the seat of forehand. None: forehand is unknown.
    """
    forehand = None if first is None else Seat(first)
    return [auction_allows(plan.game, question, forehand) for question in plan.questions]


def forehand_of(record: Record) -> Seat | None:
    """Return the seat of forehand. Return None if the seat is unknown.

    If the record does not name forehand, the contract may reveal the seat. A contract that only forehand may
    bid has forehand as declarer. In a contract in which forehand leads, the leader is forehand.
    """
    if record.forehand is not None:
        return record.forehand
    contract = record.contract_row
    if contract is not None and contract.bidders == "forehand" and record.declarer is not None:
        return record.declarer
    return record.leader if contract is not None and contract.leads == "forehand" else None
