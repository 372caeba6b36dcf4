"""What else could have been made on the deals of some records: the best contract, and those passed up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import polars as pl
import pyarrow as pa

from kranalyze.answers.gathering import Settled
from kranalyze.answers.plan import Plan
from kranalyze.cards import cards_of
from kranalyze.core.arrow import ints
from kranalyze.core.calls import BIDDABLE, columns
from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games import Contract, Game, Question, questions
from kranalyze.games.questions import allowed
from kranalyze.kpn import Record

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.core.calls import Hands


@frozen
class BestBid:
    """A contract that could have been made.

    Attributes:
        trump: suit, None without trump.
        calls: cards by whose calling it is reached, whoever holds them; None if nothing is called.
        discard: what is best laid away, None where nothing is.
        payoff: what best play pays its declarer.
    """

    contract: Contract
    trump: int | None
    calls: tuple[int, ...] | None
    discard: tuple[int, ...] | None
    payoff: int


def choices(records: Sequence[Record]) -> list[tuple[BestBid | None, ...]]:
    """By seat what it could have made best on each deal, the lowest of equals.

    Of the declarer all contracts come into question, of others those above the one played; without a
    contract, or with unknown hands, none.
    """
    found: list[tuple[BestBid | None, ...]] = [(None,) * 4] * len(records)
    groups: dict[Game, list[int]] = {}
    for i, record in enumerate(records):
        if record.contract is not None and record.deal is not None and record.deal.complete:
            groups.setdefault(record.game_row, []).append(i)
    for game, places in groups.items():
        choosing = choosing_in(game)
        if not choosing.questions:
            continue
        some = [records[i] for i in places]
        hands, talon = columns([record.deal for record in some if record.deal is not None])
        played = [
            Played(row, record.declarer, record.trump, forehand_of(record))
            for record in some if (row := record.contract_row) is not None
        ]  # fmt: skip
        bids = (
            None if contract is None else BestBid(
                game.contracts[contract], trump, None if calls is None else tuple(cards_of(calls)),
                tuple(cards_of(discard or 0)) if game.talon else None, payoff,
            )
            for contract, trump, calls, discard, payoff in choosing.columns(hands, talon, played).rows()
        )  # fmt: skip
        for i, seats in zip(places, zip(bids, bids, bids, bids, strict=True), strict=True):
            found[i] = seats
    return found


@frozen
class Played:
    """What of a game decides which other contracts come into question."""

    contract: Contract
    declarer: int | None
    trump: int | None
    forehand: int | None


class Choosing:
    """All contracts that can be bid in a game, with their searches."""

    def __init__(self, game: Game) -> None:
        self.game = game
        contracts = [c for c in game.contracts if c.rank is not None and c.stake != "none"]
        self.questions = questions(game, contracts) if contracts else []
        self.plan = Plan(game, asked=self.questions, paid=True)
        places = {contract.id: i for i, contract in enumerate(game.contracts)}
        rows = [
            (i, q.declarer or 0, q.contract.rank, places[q.contract.id], q.trump,
             q.declarer if q.partner is None else q.partner, q.callable)
            for i, q in enumerate(self.questions)
        ]  # fmt: skip
        names = ("which", "seat", "rank", "contract", "trump", "holder", "callable")
        kinds = dict.fromkeys(names, pl.Int32) | {"callable": pl.UInt32}
        self._facts = pl.DataFrame(rows, schema=kinds, orient="row")
        self._wanted = lru_cache(maxsize=None)(self._flags)

    def columns(self, hands: Hands, talon: Buffer | None, played: Sequence[Played]) -> pl.DataFrame:
        """What each seat could have made best, four rows a deal.

        Columns ``contract`` (its number in the game), ``trump calls discard`` (masks) and ``payoff``, null
        where there is nothing. Of the questions that pay a seat the one that pays most is told, the lowest of
        equals; the cards called are those of all of that contract and trump that pay as much.
        """
        count = len(played)
        wanted = b"".join(map(self._wanted, played))
        settled = Settled(self.plan, hands, talon, count, wanted=wanted)
        told = {
            "deal": settled.deal, "which": settled.which, "payoff": settled.paid("forced"),
            "discard": settled.discard,
        }  # fmt: skip
        rows = pl.DataFrame(pa.table(told)).filter(pl.col("payoff") > 0)
        held = pl.concat([pl.Series(ints("I", hand, count)) for hand in hands])
        rows = rows.hstack(self._facts[rows["which"]].drop("which"))
        rows = rows.with_columns(held.gather(rows["holder"] * count + rows["deal"]).alias("hand"))
        best = (
            rows
            .with_columns((pl.col("deal") * 4 + pl.col("seat")).alias("place"))
            .filter(pl.col("payoff") == pl.col("payoff").max().over("place"))
            .sort("place", "rank", "which")
            .group_by("place", "contract", "trump", maintain_order=True)
            .agg(
                pl.col("payoff", "discard").first(),
                pl.when(pl.col("callable").is_not_null().all())
                .then((pl.col("hand") & pl.col("callable")).bitwise_or())
                .alias("calls"),
            )
            .unique("place", keep="first", maintain_order=True)
        )
        places = pl.DataFrame({"place": pl.int_range(4 * count, dtype=pl.Int32, eager=True)})
        joined = places.join(best, on="place", how="left", maintain_order="left")
        return joined.select("contract", "trump", "calls", "discard", "payoff")

    def _flags(self, played: Played) -> bytes:
        """By question whether it is asked of a deal, as a mask of its flags."""
        forehand = None if played.forehand is None else Seat(played.forehand)

        def asked(question: Question) -> bool:
            contract = question.contract
            # In Bauernschnapsen forehand names trump before the bidding.
            named = not (self.game.bidding.trump and contract.trump) or question.trump == played.trump
            above = (contract.rank or 0) > (played.contract.rank or 0)
            return named and (above or question.declarer == played.declarer)

        return bytes(
            BIDDABLE if asked(question) and allowed(self.game, question, forehand) else 0
            for question in self.questions
        )


#: The contracts of a game, laid out once.
choosing_in = lru_cache(maxsize=16)(Choosing)


def forehand_of(record: Record) -> Seat | None:
    """Forehand; where nothing says so, the leader of a contract that forehand leads or bids."""
    if record.forehand is not None:
        return record.forehand
    contract = record.contract_row
    if contract is not None and contract.bidders == "forehand" and record.declarer is not None:
        return record.declarer
    return record.leader if contract is not None and contract.leads == "forehand" else None
