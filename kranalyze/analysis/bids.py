"""Bids judged by the own hand alone (RULINGS: single dummy): what they pay on average, and what pays more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from kranalyze.answers.best import forehand_of
from kranalyze.core.bidding import PASS, SECOND, CalledAuction, auctions_called
from kranalyze.core.questionborder import bidding_seats
from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games import Contract, Game
from kranalyze.hand import Odds, book, odds
from kranalyze.kpn import Call, Record
from kranalyze.parallel import Stop, Stopped

#: Layouts drawn for a hand: where they are searched whole, and where the walk of layouts counts them.
_SAMPLES, _WALKED = 200, 4_096


#: Numbers of contracts that can be bid, by the trump named with the bid; None: whatever is named.
OpenBids = Mapping[int | None, set[int]]


@frozen
class JudgedBid:
    """A contract with its trump and the card called, None if none is, and what it pays on average."""

    contract: Contract
    trump: int | None
    calls: tuple[int] | None
    mean: float


@frozen
class Bids:
    """The bids of a game.

    Attributes:
        mean: what the contract played, with its call and trump, pays on average with the declarer's hand;
            None with a second bidder beside him.
        best: of what the declarer could have bid that with the greatest mean; with a second bidder beside
            him only what ranks above his own bid.
        passed: by seat, of those that passed, the best bid above the one that stood then, if its mean is
            above 0.
    """

    mean: float | None = None
    best: JudgedBid | None = None
    passed: tuple[JudgedBid | None, ...] = (None, None, None, None)

    @property
    def cost(self) -> float | None:
        """How much more the best bid pays on average."""
        return None if self.mean is None or self.best is None else self.best.mean - self.mean


def judged_bids(record: Record, stop: Stop | None = None) -> Bids:
    """What the bids of a record were worth; nothing where a hand or the contract is not known.

    Graden's hands stand in the book, for other games, rules and calls layouts are drawn, the same each time.

    Raises:
        Stopped: ``stop`` was set.
    """
    contract, declarer = record.contract_row, record.declarer
    if contract is None or record.deal is None:
        return Bids()
    auctions = _auctions(record)
    passed: list[JudgedBid | None] = [None] * 4
    for seat, open_bids in _open_to_passers(record, auctions).items():
        if seat not in (declarer, record.second):
            best = _best(_choices(record, seat, open_bids, stop))
            passed[seat] = best if best is not None and best.mean > 0 else None
    asked = None if declarer is None else _hand(record, declarer)
    if asked is None or declarer is None or contract.makeable_at is None:
        return Bids(passed=tuple(passed))
    bids = list(_choices(record, declarer, _open_to_declarer(record, declarer, auctions), stop))
    same = [b for b in bids if b.contract.id == contract.id and b.trump in (None, record.trump)]
    called = record.called if contract.party == "called" else None
    mean = next((b.mean for b in same if b.calls == (None if called is None else (called,))), None)
    if mean is None and same:  # the book has the best call only
        drawn = _odds(*asked, (contract.id,), _WALKED)[0].choices
        some = (c.mean for c in drawn if c.call == called and c.mean is not None)
        mean = min((*some, max(b.mean for b in same)), default=None)
    return Bids(mean, _best(bids), tuple(passed))


def _auctions(record: Record) -> list[CalledAuction]:
    """The auction of a record before each of its bids and passes, and after the last one.

    Without an auction it is as if the declarer had bid the contract played at once, and been joined.
    """
    game, forehand, declarer = record.game_row, forehand_of(record), record.declarer
    numbers = {contract.id: number for number, contract in enumerate(game.contracts)}
    numbers |= {"gut": PASS, "mit": SECOND}
    calls = [(call.seat, numbers[call.call], call.trump) for call in _calls(record)]
    contract = record.contract_row
    if not calls and contract is not None and contract.rank is not None and declarer is not None:
        # Where forehand is not known it is a seat that may bid the contract.
        seats = [Seat(seat) for seat in range(game.seats)] if forehand is None else [forehand]
        possible = [seat for seat in seats if declarer in bidding_seats(game, contract, seat)]
        if possible:
            forehand = possible[0]
            calls = [(declarer, numbers[contract.id], record.trump)]
            calls += [] if record.second is None else [(record.second, SECOND, None)]
    return auctions_called(game, forehand or 0, calls)


def _calls(record: Record) -> list[Call]:
    """The calls of a record but for those that double the stake."""
    bids = {contract.id for contract in record.game_row.contracts}
    return [call for call in record.auction if call.call in bids or call.call in ("gut", "mit")]


def _open_to_passers(record: Record, auctions: Sequence[CalledAuction]) -> dict[Seat, OpenBids]:
    """By seat that passed the contracts that it could have bid in place of its last pass.

    What it plays if everybody else passes too is no other bid.
    """
    calls = _calls(record)
    last = {call.seat: auctions[i] for i, call in enumerate(calls) if call.call == "gut"}
    if not calls:
        last = {Seat(seat): auctions[-1] for seat in range(record.game_row.seats)}
    bids = {seat: auction.bids(seat) - {auction.contract_if_passed(seat)} for seat, auction in last.items()}
    return {seat: {None: contracts} for seat, contracts in bids.items()}


def _open_to_declarer(record: Record, declarer: Seat, auctions: Sequence[CalledAuction]) -> OpenBids:
    """The contracts that the declarer could have bid when he bid last, by the trump named with them.

    With a second bidder beside him he could only bid higher at his last turn.
    """
    calls = _calls(record)
    turns = [i for i, call in enumerate(calls) if call.seat == declarer]
    bids = [i for i in turns if calls[i].call != "gut"]
    if not calls:
        auction = auctions[-1 if record.second is not None else 0]
    elif turns and auctions[turns[-1]].stands_with_second(declarer):
        auction = auctions[turns[-1]]
    else:
        auction = auctions[max(bids or turns, default=0)]
    suits = range(4) if record.game_row.bidding.ties else ()
    return {None: auction.bids(declarer), **{suit: auction.bids(declarer, suit) for suit in suits}}


def _hand(record: Record, seat: Seat) -> tuple[Game, int, Seat, Seat] | None:
    """The hand of a seat as it was dealt, before any call, and forehand; None if it is not known whole."""
    game, forehand = record.game_row, forehand_of(record)
    hand = None if record.deal is None else record.deal.hands[seat]
    if hand is None or hand.bit_count() != game.size:
        return None
    return game, hand, seat, seat if forehand is None else forehand


def _choices(record: Record, seat: Seat, open_bids: OpenBids, stop: Stop | None) -> Iterator[JudgedBid]:
    """What a seat could have bid, with the calls and trumps that are known."""
    if stop is not None and stop.is_set():
        raise Stopped
    if (asked := _hand(record, seat)) is None:
        return
    game = asked[0]
    numbers = {contract.id: number for number, contract in enumerate(game.contracts)}
    anyhow = set[int]().union(*open_bids.values())
    ids = [c.id for c in game.contracts if c.makeable_at is not None and numbers[c.id] in anyhow]
    in_book = {contract.id for contract in book.known(game)}
    booked, others = (tuple(i for i in ids if (i in in_book) is which) for which in (True, False))
    for answer in (*_odds(*asked, booked), *_odds(*asked, others, _SAMPLES)):
        for choice in answer.choices:
            named = game.bidding.trump and choice.trump is not None
            stands = numbers[answer.contract.id] in open_bids.get(choice.trump, open_bids[None])
            if choice.mean is not None and stands and not (named and choice.trump != record.trump):
                calls = None if choice.call is None else (choice.call,)
                yield JudgedBid(answer.contract, choice.trump, calls, choice.mean)


def _best(bids: Iterable[JudgedBid]) -> JudgedBid | None:
    """The one with the greatest mean, the lowest contract of equals."""
    return max(bids, key=lambda b: (b.mean, -(b.contract.rank or 0)), default=None)


@lru_cache(maxsize=4096)
def _odds(
    game: Game, hand: int, seat: Seat, forehand: Seat, contracts: tuple[str, ...], samples: int | None = None
) -> tuple[Odds, ...]:
    """The odds of a hand: from the book, or of a number of samples what counting does not know."""
    if not contracts:
        return ()
    dealer = Seat((forehand - 1) % game.seats)
    asked = odds(hand, game=game, contracts=contracts, samples=samples, seat=seat, dealer=dealer, workers=1)
    return tuple(asked)
