"""Judge bids by the bidder's hand alone (RULINGS: single dummy): mean payment, and the best other bid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kranalyze.answers.best import forehand_of
from kranalyze.core.bidding import PASS, SECOND, CalledAuction, auctions_called
from kranalyze.core.questionborder import bidding_seats
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.kpn import Call, Record
from kranalyze.parallel import Stop, Stopped

if TYPE_CHECKING:
    from kranalyze.hand import Odds

#: Number of layouts sampled for a hand: if each is searched, and if the core's walk of layouts counts them.
_SAMPLES, _WALKED = 200, 4_096


#: The contracts that a seat can bid, as numbers in the game, by the trump named with the bid. The key None
#: holds for any other trump, or for none.
OpenBids = Mapping[int | None, set[int]]


class JudgedBid(NamedTuple):
    """A possible bid: contract, trump, called card (None: no call), and its mean payment."""

    contract: Contract
    trump: int | None
    calls: tuple[int] | None
    mean: float


class Bids(NamedTuple):
    """The judgement of the bids of a game. All means are over the layouts around the bidder's hand.

    Attributes:
        mean: mean payment of the contract played, with its call and trump, to the declarer; None with a
            second bidder beside him.
        best: the bid with the greatest mean among those open to the declarer. With a second bidder beside him
            only higher bids than his own were open.
        passed: by seat, for seats that passed: the best bid above the one that stood then. None unless its
            mean is above 0.
    """

    mean: float | None = None
    best: JudgedBid | None = None
    passed: tuple[JudgedBid | None, ...] = (None, None, None, None)

    @property
    def cost(self) -> float | None:
        """The mean of the best bid minus the mean of the contract played."""
        return None if self.mean is None or self.best is None else self.best.mean - self.mean


def judged_bids(record: Record, stop: Stop | None = None) -> Bids:
    """Judge the bids of a record. A bid stays unjudged if the bidder's hand or the contract is not known.

    Hands of Graden are looked up in the book of hands. For other games, rules and calls layouts are sampled;
    every run draws the same ones.

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
    if mean is None and same:  # the book only has the best call
        drawn = _odds(*asked, (contract.id,), _WALKED)[0].choices
        some = (c.mean for c in drawn if c.call == called and c.mean is not None)
        mean = min((*some, max(b.mean for b in same)), default=None)
    return Bids(mean, _best(bids), tuple(passed))


def _auctions(record: Record) -> list[CalledAuction]:
    """Return the auction of a record before each of its bids and passes, and after the last one.

    If the record has no auction, assume that the declarer bid the contract played at once, and that the
    second declarer joined him.
    """
    game, forehand, declarer = record.game_row, forehand_of(record), record.declarer
    numbers = {contract.id: number for number, contract in enumerate(game.contracts)}
    numbers |= {"gut": PASS, "mit": SECOND}
    calls = [(call.seat, numbers[call.call], call.trump) for call in _calls(record)]
    contract = record.contract_row
    if not calls and contract is not None and contract.rank is not None and declarer is not None:
        # If forehand is not known, assume a seat from which the declarer could bid the contract.
        seats = [Seat(seat) for seat in range(game.seats)] if forehand is None else [forehand]
        possible = [seat for seat in seats if declarer in bidding_seats(game, contract, seat)]
        if possible:
            forehand = possible[0]
            calls = [(declarer, numbers[contract.id], record.trump)]
            calls += [] if record.second is None else [(record.second, SECOND, None)]
    return auctions_called(game, forehand or 0, calls)


def _calls(record: Record) -> list[Call]:
    """Return the calls of a record without those that double the stake."""
    bids = {contract.id for contract in record.game_row.contracts}
    return [call for call in record.auction if call.call in bids or call.call in ("gut", "mit")]


def _open_to_passers(record: Record, auctions: Sequence[CalledAuction]) -> dict[Seat, OpenBids]:
    """Return by seat the contracts that each passing seat could have bid in place of its last pass.

    The contract that a seat plays if everybody else passes does not count as another bid.
    """
    calls = _calls(record)
    last = {call.seat: auctions[i] for i, call in enumerate(calls) if call.call == "gut"}
    if not calls:
        last = {Seat(seat): auctions[-1] for seat in range(record.game_row.seats)}
    bids = {seat: auction.bids(seat) - {auction.contract_if_passed(seat)} for seat, auction in last.items()}
    return {seat: {None: contracts} for seat, contracts in bids.items()}


def _open_to_declarer(record: Record, declarer: Seat, auctions: Sequence[CalledAuction]) -> OpenBids:
    """Return the contracts open to the declarer at his last bid, by the trump named with the bid.

    If a second bidder stood beside him at his last turn, only higher bids were open.
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
    """Return game, dealt hand, seat and forehand; None unless the whole hand is known."""
    game, forehand = record.game_row, forehand_of(record)
    hand = None if record.deal is None else record.deal.hands[seat]
    if hand is None or hand.bit_count() != game.size:
        return None
    return game, hand, seat, seat if forehand is None else forehand


def _choices(record: Record, seat: Seat, open_bids: OpenBids, stop: Stop | None) -> Iterator[JudgedBid]:
    """Yield the bids open to a seat, with their calls, trumps and means. Bids without a mean are left out."""
    if stop is not None and stop.is_set():
        raise Stopped
    if (asked := _hand(record, seat)) is None:
        return
    game = asked[0]
    numbers = {contract.id: number for number, contract in enumerate(game.contracts)}
    anyhow = set[int]().union(*open_bids.values())
    ids = [c.id for c in game.contracts if c.makeable_at is not None and numbers[c.id] in anyhow]
    from kranalyze.hand import book

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
    """Return the bid with the greatest mean; of equal ones the lowest contract."""
    return max(bids, key=lambda b: (b.mean, -(b.contract.rank or 0)), default=None)


@lru_cache(maxsize=4096)
def _odds(
    game: Game, hand: int, seat: Seat, forehand: Seat, contracts: tuple[str, ...], samples: int | None = None
) -> tuple[Odds, ...]:
    """Return the odds of a hand: from the book or by exact counting, else from ``samples`` layouts."""
    if not contracts:
        return ()
    from kranalyze.hand import odds

    dealer = Seat((forehand - 1) % game.seats)
    asked = odds(hand, game=game, contracts=contracts, samples=samples, seat=seat, dealer=dealer, workers=1)
    return tuple(asked)
