"""Bids judged by the own hand alone (RULINGS: single dummy): what they pay on average, and what pays more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from kranalyze.answers.best import forehand_of
from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games import Contract, Game, bidding_seats
from kranalyze.hand import Odds, book, odds
from kranalyze.kpn import Record
from kranalyze.parallel import Stop, Stopped

#: Layouts drawn for a hand: where they are searched whole, and where the walk of layouts counts them.
_SAMPLES, _WALKED = 200, 4_096


@frozen
class JudgedBid:
    """A contract with the card called and the trump, and what it pays its declarer on average."""

    contract: Contract
    call: int | None
    trump: int | None
    mean: float


@frozen
class Bids:
    """The bids of a game.

    Attributes:
        mean: what the contract played, with its call and trump, pays on average with the declarer's hand.
        best: of what the declarer could have bid that with the greatest mean.
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
    contract = record.contract_row
    if contract is None or record.deal is None:
        return Bids()
    passed: list[JudgedBid | None] = [None] * 4
    for seat, above in _passes(record, contract).items():
        _check(stop)
        found = _best(_choices(record, _hand(record, seat), above))
        passed[seat] = found if found is not None and found.mean > 0 else None
    _check(stop)
    mean, best = (None, None) if contract.makeable_at is None else _own(record, contract)
    return Bids(mean, best, tuple(passed))


def _check(stop: Stop | None) -> None:
    if stop is not None and stop.is_set():
        raise Stopped


def _own(record: Record, contract: Contract) -> tuple[float | None, JudgedBid | None]:
    """What the declarer's bid was worth, and the best one, above what stood when it was made."""
    seat, game = record.declarer, record.game_row
    asked = None if seat is None else _hand(record, seat)
    if asked is None:
        return None, None
    calls = record.auction
    last = max((i for i, call in enumerate(calls) if call.seat == seat), default=0)
    before = _standing(game, (call.call for call in calls[:last] if call.seat != seat))
    found = list(_choices(record, asked, before - bool(game.bidding.ties)))
    same = [b for b in found if b.contract.id == contract.id and b.trump in (None, record.trump)]
    called = record.called if contract.party == "called" else None
    mean = next((b.mean for b in same if b.call == called), None)
    if mean is None and same:  # the book has the best call only
        drawn = _odds(asked, (contract.id,), _WALKED)[0].choices
        some = (c.mean for c in drawn if c.call == called and c.mean is not None)
        mean = min((*some, max(b.mean for b in same)), default=None)
    return mean, _best(found)


def _passes(record: Record, contract: Contract) -> dict[Seat, int]:
    """The seats that passed, and the rank that stood then; without an auction that of the contract played."""
    seats = [Seat(s) for s in range(record.game_row.seats) if s not in (record.declarer, record.second)]
    if not record.auction:
        return dict.fromkeys(seats, contract.rank or 0)
    game, calls = record.game_row, record.auction
    # What forehand plays if nobody bids stands before any bid.
    least = min(c.rank for c in game.contracts if c.rank is not None) if game.bidding.once else 0
    return {
        call.seat: max(least, _standing(game, (c.call for c in calls[:i])))
        for i, call in enumerate(calls)
        if call.call == "gut" and call.seat in seats
    }


def _standing(game: Game, calls: Iterable[str]) -> int:
    """The rank of the highest bid among some calls, 0 if there is none."""
    ranks = {contract.id: contract.rank or 0 for contract in game.contracts}
    return max((ranks.get(call, 0) for call in calls), default=0)


class _Hand(NamedTuple):
    """A hand before any call."""

    game: Game
    hand: int
    seat: Seat
    forehand: Seat


def _hand(record: Record, seat: Seat) -> _Hand | None:
    """The hand of a seat as it was dealt; None if it is not known whole."""
    game, forehand = record.game_row, forehand_of(record)
    hand = None if record.deal is None else record.deal.hands[seat]
    if hand is None or hand.bit_count() != game.size:
        return None
    return _Hand(game, hand, seat, seat if forehand is None else forehand)


def _choices(record: Record, asked: _Hand | None, above: int) -> Iterator[JudgedBid]:
    """What a seat could have bid above a rank, with the calls and trumps that are known."""
    if asked is None:
        return
    game = asked.game
    ids = tuple(
        c.id
        for c in game.contracts
        if c.rank is not None
        and c.makeable_at is not None
        and c.rank > above
        and asked.seat in bidding_seats(game, c, asked.forehand)
    )
    in_book = {contract.id for contract in book.known(game)}
    booked, others = (tuple(i for i in ids if (i in in_book) is which) for which in (True, False))
    for answer in (*_odds(asked, booked), *_odds(asked, others, _SAMPLES)):
        for choice in answer.choices:
            named = game.bidding.trump and choice.trump is not None
            if choice.mean is not None and not (named and choice.trump != record.trump):
                yield JudgedBid(answer.contract, choice.call, choice.trump, choice.mean)


def _best(bids: Iterable[JudgedBid]) -> JudgedBid | None:
    """The one with the greatest mean, the lowest contract of equals."""
    return max(bids, key=lambda b: (b.mean, -(b.contract.rank or 0)), default=None)


@lru_cache(maxsize=4096)
def _odds(asked: _Hand, contracts: tuple[str, ...], samples: int | None = None) -> tuple[Odds, ...]:
    """The odds of a hand: from the book, or of a number of samples what counting does not know."""
    if not contracts:
        return ()
    dealer = Seat((asked.forehand - 1) % asked.game.seats)
    found = odds(
        asked.hand, game=asked.game, contracts=contracts, samples=samples, seat=asked.seat, dealer=dealer,
        workers=1,
    )  # fmt: skip
    return tuple(found)
