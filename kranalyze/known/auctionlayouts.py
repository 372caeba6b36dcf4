"""Find the layouts that a seat cannot exclude before its call in the auction.

A layout is an arrangement of the cards that the seat does not see.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from kranalyze.arguments import ArgumentError
from kranalyze.cards import number_of_suit
from kranalyze.core.bidding import OpenAuction
from kranalyze.core.facts import FactNumbers
from kranalyze.core.knowledge import KnowledgeError, Situation, situation_known_to_seat
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.hands import Hand
from kranalyze.known.refusals import no_layouts_error
from kranalyze.kpn import Record
from kranalyze.kpn.actions import Call
from kranalyze.kpn.recordfacts import call_number, fact_numbers


@dataclass(frozen=True, slots=True)
class AuctionKnowledge:
    """What a seat knows when it is its turn to call in an auction: its own hand, and the calls so far.

    Attributes:
        record: the record of the game.
        game: the game under its rule options.
        calls: the calls so far.
        forehand: the seat left of the dealer.
        seat: the seat whose turn it is to call.
        hand_mask: mask of the hand of this seat.
        trump: letter of the suit that forehand has named before the auction. None: in this game forehand
            names no suit.
        count: how many layouts the seat cannot exclude.
    """

    record: Record
    game: Game
    calls: tuple[Call, ...]
    forehand: Seat
    seat: Seat
    hand_mask: int
    trump: str | None
    count: int
    _situation: Situation = field(repr=False, compare=False)

    @property
    def hand(self) -> Hand:
        """The hand of the seat whose turn it is."""
        return Hand(self.hand_mask)

    def drawn_columns(self, seed: int, first: int, count: int) -> list[array[int]]:
        """Return random layouts that the seat cannot exclude. Each of these layouts is equally likely.

        The result has five columns with a mask for each drawn layout: the hands N E S W, and the talon.

        Args:
            seed: seed of the series of draws.
            first: index of the first draw in the series.
            count: number of draws.
        """
        situation = self._situation
        masks = situation.layouts(situation.draw_numbers(seed, first, count))
        by_place = {
            place.seat: column for place, column in zip(situation.places, masks, strict=True)
        }
        held = [self.hand_mask if seat == self.seat else 0 for seat in Seat]
        columns = [by_place.get(seat, array("I", [held[seat]]) * count) for seat in Seat]
        return [*columns, by_place.get(None, array("I", [0]) * count)]


def auction_knowledge(record: Record, calls: int) -> AuctionKnowledge:
    """Return what a seat knows when it is its turn to call in an auction (RULINGS: single dummy).

    Args:
        record: the record. The hand of this seat must be known. Other hands are not used.
        calls: how many calls were made before the call of this seat.

    Raises:
        ValueError: the game has no auction, the auction has ended, or the record has fewer than ``calls``
            calls. It is also raised if a necessary fact is unknown: the dealer, the seat's hand or the named
            trump.
        CannotBeError: no layout fits the calls. (This class is a subclass of ValueError.)
    """
    if not isinstance(record, Record):
        raise ArgumentError("record", "a record", record)
    game = record.game_row
    if not has_auction(game):
        raise ValueError(f"{game.id} has no auction, so there is no call to advise on")
    if calls > len(record.auction):
        raise ValueError(f"the record has {len(record.auction)} calls, not {calls}")
    forehand = record.forehand
    if forehand is None:
        raise ValueError("the dealer is not known")
    trump = record.trump if game.bidding.trump else None
    if game.bidding.trump and trump is None:
        raise ValueError("the trump that forehand has named is not known")
    made = record.auction[:calls]
    seat = _seat_to_call(game, forehand, made, trump)
    hand = None if record.deal is None else record.deal.hand_masks[seat]
    if hand is None:
        raise ValueError(f"{seat.title}'s hand is not known")
    try:
        situation = situation_known_to_seat(game, _facts(record, game, seat, hand, calls), seat, 0)
    except KnowledgeError as error:
        raise no_layouts_error(error.problem, game, 0) from None
    return AuctionKnowledge(
        record, game, made, forehand, seat, hand, trump, situation.count, situation
    )


def has_auction(game: Game) -> bool:
    """Return whether the seats of a game bid against each other for the contract."""
    return sum(contract.rank is not None for contract in game.contracts) > 1


def _seat_to_call(game: Game, forehand: Seat, calls: Sequence[Call], trump: str | None) -> Seat:
    """Return the seat whose turn it is to call. After the bidding, return the seat that may double next.

    Raises:
        ValueError: the auction has ended.
    """
    auction = OpenAuction(game, forehand, trump=number_of_suit(trump))
    for call in calls:
        auction.take(call_number(game, call), number_of_suit(call.trump))
    seat = auction.next_doubler if auction.is_over else auction.turn
    if seat is None:
        ended = "the auction has ended" if not calls else f"the auction has ended after {len(calls)} calls"
        raise ValueError(ended)
    return Seat(seat)


def _facts(record: Record, game: Game, seat: Seat, hand: int, calls: int) -> FactNumbers:
    """Return the facts that ``seat`` knows before its call, as numbers for the core.

    The seat knows its own hand, and the first ``calls`` calls of the auction.
    """
    facts = fact_numbers(record, game)
    contract = _contract_revealing_no_cards(game)
    other = next(s for s in Seat if s != seat and s < game.seats)
    forehand = facts.fields["forehand"]
    declarer = forehand if contract.leads == "forehand" else other
    if contract.makeable_at is None:
        declarer = -1
    facts.fields |= {
        "contract": game.contracts.index(contract), "declarer": declarer,
        "leader": forehand if declarer < 0 else declarer, "second": -1, "called": -1, "contra": 0,
        "raised_by": -1, "contra_by": -1, "known": 1 << seat, "has_deal": 1, "talon": 0, "discard": 0,
        "has_discard": 0, "partner": -1, "order": -1, "complete": 0,
    }  # fmt: skip
    if contract.trump is False:
        facts.fields["trump"] = -1
    facts.hands = [hand if s == seat else 0 for s in range(4)]
    facts.calls, facts.marriages, facts.cards = facts.calls[:calls], [], []
    return facts


def _contract_revealing_no_cards(game: Game) -> Contract:
    """Return a contract that shows nothing about any hand.

    The C core needs a contract to describe what a seat knows. Before the auction ends there is no contract.
    So the core gets the contract that is played if nobody bids, or a contract without trump and partner.
    """
    if game.passed_out is not None:
        return game.passed_out
    if game.bidding.once:
        return game.contracts[0]
    return next(c for c in game.contracts if c.party == "alone" and not c.trump and c.requires is None)
