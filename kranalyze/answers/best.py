"""What else could have been made on the deals of some records: the best contract, and those passed up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

import polars as pl

from kranalyze.answers.gathering import Settled
from kranalyze.answers.plan import Plan
from kranalyze.cards import cards_of
from kranalyze.core.calls import BIDDABLE, columns
from kranalyze.deal import Deal, Seat
from kranalyze.frozen import frozen
from kranalyze.games import Contract, Game, Question, questions
from kranalyze.games.questions import allowed
from kranalyze.kpn import Record

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.core.calls import Hands


@frozen
class BestBid:
    """A contract that could have been made."""

    contract: Contract
    trump: int | None  # suit
    calls: tuple[int, ...] | None  # cards by which it is reached, whoever holds them; None: nothing is called
    discard: tuple[int, ...] | None  # what is best laid away
    payoff: int  # what best play pays its declarer


#: What of a game decides which other contracts come into question: contract, declarer, trump, forehand.
Played = tuple[Contract, int | None, int | None, int | None]


def choices(records: Sequence[Record]) -> list[tuple[BestBid | None, ...]]:
    """By seat what it could have made best on each deal, the lowest of equals.

    Of the declarer all contracts come into question, of others those above the one played; without a
    contract, or with unknown hands, none.
    """
    found: list[tuple[BestBid | None, ...]] = [(None,) * 4] * len(records)
    known: dict[Game, list[tuple[int, Deal, Played]]] = {}
    for i, record in enumerate(records):
        row, deal = record.contract_row, record.deal
        if row is not None and deal is not None and deal.complete:
            played = row, record.declarer, record.trump, forehand_of(record)
            known.setdefault(record.game_row, []).append((i, deal, played))
    for game, some in known.items():
        places, deals, each = zip(*some, strict=True)
        bids = (
            None if contract is None else BestBid(
                game.contracts[contract], trump, None if calls is None else tuple(cards_of(calls)),
                tuple(cards_of(discard or 0)) if game.talon else None, payoff,
            )
            for contract, trump, calls, discard, payoff in best_bids(game, *columns(deals), each).rows()
        )  # fmt: skip
        for i in places:
            found[i] = tuple(islice(bids, 4))
    return found


@lru_cache(maxsize=16)
def _plan(game: Game) -> Plan:
    """All contracts that can be bid in a game, with their searches."""
    contracts = [c for c in game.contracts if c.rank is not None and c.stake != "none"]
    return Plan(game, asked=questions(game, contracts), paid=True)


def best_bids(game: Game, hands: Hands, talon: Buffer | None, played: Sequence[Played]) -> pl.DataFrame:
    """What each seat could have made best, four rows a deal.

    Columns ``contract`` (its number in the game), ``trump calls discard`` (masks) and ``payoff``, null
    where there is nothing. Of the questions that pay a seat the one that pays most is told, the lowest of
    equals; the cards called are those of all of that contract and trump that pay as much.
    """
    plan, count = _plan(game), len(played)
    settled = Settled(plan, hands, talon, count, wanted=b"".join(_wanted(plan, one) for one in played))
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
    """By question whether it is asked of a deal, as a mask of its flags."""
    contract, declarer, trump, first = played
    forehand = None if first is None else Seat(first)

    def asked(question: Question) -> bool:
        # In Bauernschnapsen forehand names trump before the bidding.
        named = not (plan.game.bidding.trump and question.contract.trump) or question.trump == trump
        above = (question.contract.rank or 0) > (contract.rank or 0) or question.declarer == declarer
        return named and above and allowed(plan.game, question, forehand)

    return bytes(BIDDABLE if asked(question) else 0 for question in plan.questions)


def forehand_of(record: Record) -> Seat | None:
    """Forehand; where nothing says so, the leader of a contract that forehand leads or bids."""
    if record.forehand is not None:
        return record.forehand
    contract = record.contract_row
    if contract is not None and contract.bidders == "forehand" and record.declarer is not None:
        return record.declarer
    return record.leader if contract is not None and contract.leads == "forehand" else None
