"""Find out for each bid of logged auctions whether its contract can be made, and what the bidder is paid.

A bid names a contract. The contract can be played with different called cards, partners and trumps: each of
these variants is a question. The question that is best for the bidder decides the value of the bid.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

import polars as pl

from kranalyze.answers.plan import Plan
from kranalyze.answers.settled import SettledRows
from kranalyze.answers.solvearguments import questions_with_inferred_seats
from kranalyze.core.arrow import series_of_array
from kranalyze.core.calls import BIDDABLE, hand_and_talon_columns
from kranalyze.core.questionborder import cards_permitting_trump, questions
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game, Question
from kranalyze.games.question import contract_deciding_trump
from kranalyze.kpn import Call, Record


class BidWorth(NamedTuple):
    """The worth of a bid to its bidder.

    Attributes:
        call: index of the bid in the auction, from 0.
        makeable: whether the contract could have been made. None: the bidder does not hold the required
            cards.
        payoff: the bidder's settlement under best play. None: the contract has no settlement.
    """

    call: int
    makeable: bool | None
    payoff: int | None


def open_hand_worths_of_bids(records: Sequence[Record]) -> list[list[BidWorth]]:
    """Return for each record a list with the worth of each bid, if all players see all cards and play best.

    A bid is left out if its contract cannot be played on the deal. The list of a record is empty if a hand of
    the deal is unknown.
    """
    worths: list[list[BidWorth]] = [[] for _ in records]
    bids_of_game: dict[Game, list[_Bid]] = {}
    for place, record in enumerate(records):
        if record.deal is None or not record.deal.complete:
            continue
        game = record.game_row
        contracts = {contract.id for contract in game.contracts}
        bids_of_game.setdefault(game, []).extend(
            _Bid(place, number, record, record.deal, call)
            for number, call in enumerate(record.auction)
            if call.call in contracts
        )
    for game, bids in bids_of_game.items():
        for row in _solved(game, bids).iter_rows(named=True) if bids else ():
            bid = bids[row["deal"]]
            worths[bid.place].append(BidWorth(bid.number, row["makeable"], row["paid"]))
    return worths


class _Bid(NamedTuple):
    """A bid of a logged auction, and the deal on which it was made."""

    place: int  # index of the bid's record in the list of records
    number: int  # index of the bid in the auction
    record: Record
    deal: Deal  # the deal of the record
    call: Call  # the bid


def _solved(game: Game, bids: Sequence[_Bid]) -> pl.DataFrame:
    """Solve each bid's contract with all called cards, partners and trumps. Return the bidder's best results.

    The returned frame has the columns ``deal`` (index of the bid in ``bids``), ``makeable`` and ``paid``
    (payoff of the bidder).
    """
    plan = _plan_of_all_bids(game)
    wanted = b"".join(_questions_reachable_by_bid(game, bid) for bid in bids)
    hands, talon = hand_and_talon_columns([bid.deal for bid in bids])
    settled = SettledRows(plan, hands, talon, len(bids), wanted=wanted)
    seats = pl.Series([int(bid.call.seat) for bid in bids])
    frame = pl.DataFrame({
        "deal": series_of_array(settled.deal), "which": series_of_array(settled.which),
        "biddable": series_of_array(settled.biddable), "value": series_of_array(settled.value),
        "makeable": series_of_array(settled.makeable),
        **{
            str(seat): series_of_array(settled.settlement_column(f"payoff_{name}"))
            for seat, name in enumerate("nesw")
        },
    })  # fmt: skip
    is_wanted = pl.Series(wanted).gather(frame["deal"].cast(pl.Int64) * len(plan.questions) + frame["which"])
    bidder = seats.gather(frame["deal"])
    paid = pl.coalesce(pl.when(bidder == seat).then(str(seat)) for seat in range(4))
    bad = list(settled.bad)
    return (
        frame.with_columns(paid=paid, makeable=pl.when("biddable").then("makeable"))
        .filter(is_wanted > 0, ~pl.col("deal").is_in(bad))
        .with_columns(merit=pl.coalesce("paid", "value"))
        .sort("deal", "biddable", "merit", "value", descending=[False, True, True, True], nulls_last=True)
        .unique("deal", keep="first", maintain_order=True)
        .select("deal", "makeable", "paid")
    )


@lru_cache(maxsize=16)
def _plan_of_all_bids(game: Game) -> Plan:
    """Return a plan that searches all biddable contracts, with all called cards, partners and trumps."""
    contracts = [contract for contract in game.contracts if contract.rank is not None]
    chosen = (question for question in questions(game, contracts, None, True) if question.second is None)
    return Plan(game, chosen_questions=chosen, selfish=True)


def _questions_reachable_by_bid(game: Game, bid: _Bid) -> bytes:
    """Return a byte for each question of `_plan_of_all_bids`: BIDDABLE if the bid can lead to it, else 0."""
    record, call = bid.record, bid.call
    contract = game.contract(call.call)
    # In a game with permanent partners, forehand names trump before the bidding. In such a game, the contract
    # of a bid without a trump is played in forehand's trump, which the record contains.
    trump = record.trump if call.trump is None and game.pairs and contract.trump else call.trump
    leader = record.forehand if contract.leads == "forehand" else None
    flags = _reachable_question_flags(game, contract.id, call.seat, leader, record.dealer, trump)
    if trump is not None or not (game.bidding.trump and contract.trump):
        return flags
    pairs = zip(flags, _plan_of_all_bids(game).questions, strict=True)
    return bytes(
        flag if bid.deal.mask(q.leader) & cards_permitting_trump(game, q) else 0 for flag, q in pairs
    )


@lru_cache(maxsize=1 << 14)
def _reachable_question_flags(
    game: Game, contract: str, seat: Seat, leader: Seat | None, dealer: Seat | None, trump: str | None
) -> bytes:
    """Return a byte for each question of `_plan_of_all_bids`: BIDDABLE if a bid can lead to it, else 0.

    All bytes are 0 if the seat may not bid the contract.

    Args:
        game: the game.
        contract: id of the contract that the seat bids.
        seat: the seat that bids.
        leader: the seat that leads to trick 1. None: unknown.
        dealer: the dealer. None: unknown.
        trump: letter of the trump suit. None: the bid names no trump.
    """
    candidates = list[Question]()
    if trump is not None or contract_deciding_trump(game, game.contract(contract)) is None:
        with suppress(ValueError):
            candidates = questions_with_inferred_seats(
                game, game.contract(contract), seat, leader, dealer, None
            )
    chosen = {question for question in candidates if trump is None or question.trump == trump}
    return bytes(BIDDABLE if question in chosen else 0 for question in _plan_of_all_bids(game).questions)
