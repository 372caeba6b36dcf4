"""Bids judged by the own hand alone (RULINGS: single dummy): what they pay on average, and what pays more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kranalyze.answers.best import forehand_of
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, bidding_seats
from kranalyze.hand import Odds, book, odds
from kranalyze.kpn import Call, Record
from kranalyze.parallel import Stop, Stopped

#: Layouts drawn for a hand: where they are searched whole, and where the walk of layouts counts them.
_SAMPLES, _WALKED = 200, 4_096


@dataclass(frozen=True, slots=True)
class JudgedBid:
    """A contract with its trump and the card called, None if none is, and what it pays on average."""

    contract: Contract
    trump: int | None
    calls: tuple[int] | None
    mean: float


@dataclass(frozen=True, slots=True)
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
    game, contract, calls, declarer = record.game_row, record.contract_row, record.auction, record.declarer
    if contract is None or record.deal is None:
        return Bids()
    ranks = {row.id: row.rank or 0 for row in game.contracts}
    # What forehand plays if nobody bids stands before any bid; without an auction the contract played does.
    lowest = min((row.rank for row in game.contracts if row.rank is not None), default=0)
    least = lowest if game.bidding.once else 0
    above = {} if calls else {Seat(seat): ranks[contract.id] for seat in range(game.seats)}
    for i, call in enumerate(calls):
        if call.call == "gut":
            above[call.seat] = max(least, 0, *(ranks.get(one.call, 0) for one in calls[:i]))
    passed: list[JudgedBid | None] = [None] * 4
    for seat, rank in above.items():
        if seat not in (declarer, record.second):
            found = _best(_choices(record, seat, rank, stop))
            passed[seat] = found if found is not None and found.mean > 0 else None
    asked = None if declarer is None else _hand(record, declarer)
    if asked is None or declarer is None or contract.makeable_at is None:
        return Bids(passed=tuple(passed))
    # What the declarer could have bid: above what others had when he last spoke.
    last = max((i for i, call in enumerate(calls) if call.seat == declarer), default=0)
    stood = max((ranks.get(call.call, 0) for call in calls[:last] if call.seat != declarer), default=0)
    stood = max(stood, _shared(record, calls[:last], ranks))
    bids = list(_choices(record, declarer, stood - bool(game.bidding.ties), stop))
    same = [b for b in bids if b.contract.id == contract.id and b.trump in (None, record.trump)]
    called = record.called if contract.party == "called" else None
    mean = next((b.mean for b in same if b.calls == (None if called is None else (called,))), None)
    if mean is None and same:  # the book has the best call only
        drawn = _odds(*asked, (contract.id,), _WALKED)[0].choices
        some = (c.mean for c in drawn if c.call == called and c.mean is not None)
        mean = min((*some, max(b.mean for b in same)), default=None)
    return Bids(mean, _best(bids), tuple(passed))


def _shared(record: Record, calls: Sequence[Call], ranks: Mapping[str, int]) -> int:
    """The rank of the declarer's own bid if it stands with a second beside him, else 0."""
    if record.second is not None:
        return ranks[record.contract_row.id] if record.contract_row is not None else 0
    bids = [i for i, call in enumerate(calls) if call.call in ranks]
    if not bids or calls[bids[-1]].seat != record.declarer:
        return 0
    joined = any(call.call == "mit" for call in calls[bids[-1] :])
    return ranks[calls[bids[-1]].call] if joined else 0


def _hand(record: Record, seat: Seat) -> tuple[Game, int, Seat, Seat] | None:
    """The hand of a seat as it was dealt, before any call, and forehand; None if it is not known whole."""
    game, forehand = record.game_row, forehand_of(record)
    hand = None if record.deal is None else record.deal.hands[seat]
    if hand is None or hand.bit_count() != game.size:
        return None
    return game, hand, seat, seat if forehand is None else forehand


def _choices(record: Record, seat: Seat, above: int, stop: Stop | None) -> Iterator[JudgedBid]:
    """What a seat could have bid above a rank, with the calls and trumps that are known."""
    if stop is not None and stop.is_set():
        raise Stopped
    if (asked := _hand(record, seat)) is None:
        return
    game, _, _, forehand = asked
    ids = [
        c.id for c in game.contracts
        if c.rank is not None and c.makeable_at is not None and c.rank > above
        and seat in bidding_seats(game, c, forehand)
    ]  # fmt: skip
    in_book = {contract.id for contract in book.known(game)}
    booked, others = (tuple(i for i in ids if (i in in_book) is which) for which in (True, False))
    for answer in (*_odds(*asked, booked), *_odds(*asked, others, _SAMPLES)):
        for choice in answer.choices:
            named = game.bidding.trump and choice.trump is not None
            if choice.mean is not None and not (named and choice.trump != record.trump):
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
