"""Other contracts of logged deals: the best bid of each seat, and the bids it passed up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

import polars as pl

from kranalyze.answers.plan import Plan
from kranalyze.answers.settled import SettledRows
from kranalyze.cards import cards_of
from kranalyze.core.calls import BIDDABLE, columns
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, Question, questions
from kranalyze.games.questions import allowed
from kranalyze.kpn import Record

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.core.calls import Hands


@dataclass(frozen=True, slots=True)
class BestBid:
    """A contract that could have been bid and made."""

    contract: Contract
    trump: int | None  # suit
    calls: tuple[int, ...] | None  # cards whose call reaches it, whoever holds them; None: no call
    discard: tuple[int, ...] | None  # cards best laid away
    payoff: int  # the declarer's settlement under best play


#: The facts of a game that decide which other contracts count: contract, declarer, trump, forehand.
Played = tuple[Contract, int | None, int | None, int | None]


def choices(records: Sequence[Record]) -> list[tuple[BestBid | None, ...]]:
    """Return the best bid of each seat on each deal, the lowest of equal ones.

    The declarer may bid all contracts, other seats those above the one played. Records without a contract,
    or with unknown hands, have no bids.
    """
    bids_by_record: list[tuple[BestBid | None, ...]] = [(None,) * 4] * len(records)
    known: dict[Game, list[tuple[int, Deal, Played]]] = {}
    for i, record in enumerate(records):
        row = record.contract_row
        deal = record.deal
        if row is not None and deal is not None and deal.complete:
            played = row, record.declarer, record.trump, forehand_of(record)
            known.setdefault(record.game_row, []).append((i, deal, played))
    for game, deals_of_game in known.items():
        places, deals, played_facts = zip(*deals_of_game, strict=True)
        rows = best_bids(game, *columns(deals), played_facts).rows()
        bids = (_best_bid(game, row) for row in rows)
        for i in places:
            bids_by_record[i] = tuple(islice(bids, 4))
    return bids_by_record


def _best_bid(game: Game, row: tuple[int | None, ...]) -> BestBid | None:
    """Turn a row of `best_bids` into a bid; None if no contract pays the seat."""
    contract, trump, calls, discard, payoff = row
    if contract is None or payoff is None:
        return None
    called_cards = None if calls is None else tuple(cards_of(calls))
    discarded_cards = tuple(cards_of(discard or 0)) if game.talon else None
    return BestBid(game.contracts[contract], trump, called_cards, discarded_cards, payoff)


@lru_cache(maxsize=16)
def _plan(game: Game) -> Plan:
    """Lay out all contracts that can be bid in a game, with their searches."""
    contracts = [c for c in game.contracts if c.rank is not None and c.stake != "none"]
    return Plan(game, chosen_questions=questions(game, contracts), paid=True)


def best_bids(game: Game, hands: Hands, talon: Buffer | None, played: Sequence[Played]) -> pl.DataFrame:
    """Return the best bid of each seat, four rows a deal.

    The columns are ``contract`` (number in the game), ``trump calls discard`` (masks) and ``payoff``, null
    if no contract pays the seat. Of equally good bids the lowest counts. The called cards are those of all
    questions of that contract and trump that pay as much.
    """
    plan = _plan(game)
    count = len(played)
    wanted = b"".join(_wanted(plan, facts) for facts in played)
    settled = SettledRows(plan, hands, talon, count, wanted=wanted)
    place = pl.col("deal").cast(pl.Int32) * 4 + pl.col("declarer")
    best = (
        settled.frame()
        .filter(pl.col("forced") > 0)
        .with_columns(place=place)
        .filter(pl.col("forced") == pl.col("forced").max().over("place"))
        .sort("place", "contract", "which")
        .group_by("place", "contract", "trump", maintain_order=True)
        .agg(pl.col("discard").first(), pl.col("calls").bitwise_or(), payoff=pl.col("forced").first())
        .with_columns(calls=pl.when(pl.col("calls") > 0).then("calls"))
        .unique("place", keep="first", maintain_order=True)
    )
    places = pl.DataFrame({"place": pl.int_range(4 * count, dtype=pl.Int32, eager=True)})
    joined = places.join(best, on="place", how="left", maintain_order="left")
    return joined.select("contract", "trump", "calls", "discard", "payoff")


@lru_cache(maxsize=1 << 14)
def _wanted(plan: Plan, played: Played) -> bytes:
    """Return by question a mask of its flags: BIDDABLE if the question counts, else 0."""
    contract, declarer, trump, first = played
    forehand = None if first is None else Seat(first)

    def is_wanted(question: Question) -> bool:
        # In Bauernschnapsen forehand names trump before the bidding.
        fits_trump = not (plan.game.bidding.trump and question.contract.trump) or question.trump == trump
        is_above = (question.contract.rank or 0) > (contract.rank or 0)
        fits_rank = is_above or question.declarer == declarer
        return fits_trump and fits_rank and allowed(plan.game, question, forehand)

    return bytes(BIDDABLE if is_wanted(question) else 0 for question in plan.questions)


def forehand_of(record: Record) -> Seat | None:
    """Return forehand. If the record does not say, it is the leader of contracts that forehand leads."""
    if record.forehand is not None:
        return record.forehand
    contract = record.contract_row
    if contract is not None and contract.bidders == "forehand" and record.declarer is not None:
        return record.declarer
    return record.leader if contract is not None and contract.leads == "forehand" else None
