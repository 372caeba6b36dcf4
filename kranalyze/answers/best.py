"""What else could have been made on the deals of some records: the best contract, and those passed up."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

import pyarrow.compute as pc

from kranalyze.answers.plan import Plan
from kranalyze.cards import cards_of
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, Question, bidding_seats, get_game, questions
from kranalyze.games.questions import calls
from kranalyze.kpn import Record

#: Flags of a question that a deal reaches and whose contract its declarer may bid.
_OPEN = 3


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Found:
    """What could have been made on the deal of a record.

    Attributes:
        best: of the declarer's makeable contracts the one that pays him most, the lowest of equals.
        passed: by seat the same among contracts above the one played, for all but the (first) declarer.
    """

    best: BestBid | None = None
    passed: tuple[BestBid | None, ...] = (None, None, None, None)


def choices(records: Sequence[Record]) -> list[Found]:
    """What could have been made on each deal; without a contract, or with unknown hands, nothing."""
    found = [Found()] * len(records)
    groups: dict[tuple[str, tuple[tuple[str, str], ...]], list[int]] = {}
    for i, record in enumerate(records):
        if record.contract is not None and record.deal is not None and record.deal.complete:
            groups.setdefault((record.game, tuple(sorted(record.rules.items()))), []).append(i)
    for (name, rules), places in groups.items():
        choosing = _Choosing(get_game(name).under(dict(rules)))
        if not choosing.questions:
            continue
        for i, one in zip(places, choosing.found([records[i] for i in places]), strict=True):
            found[i] = one
    return found


#: What a question pays its declarer, its number, and the mask of what is best laid away.
_Paying = tuple[int, int, int]


class _Choosing:
    """All contracts that can be bid in a game, with their searches."""

    def __init__(self, game: Game) -> None:
        self.game = game
        contracts = [c for c in game.contracts if c.rank is not None and c.stake != "none"]
        self.questions = questions(game, contracts) if contracts else []
        self.plan = Plan.of(game, self.questions, paid=True)
        #: By what decides it, which questions are asked for a record.
        self._wanted: dict[tuple[object, ...], bytes] = {}

    def found(self, records: Sequence[Record]) -> list[Found]:
        """What could have been made on the deals of records of this game."""
        deals = [record.deal for record in records if record.deal is not None]
        n, e, s, w = (array("I", [deal.masks[seat] for deal in deals]) for seat in range(4))
        talon = array("I", [deal.talon for deal in deals]) if self.game.talon else None
        wanted = b"".join(self._for(record) for record in records)
        settled = self.plan.settled((n, e, s, w), talon, len(deals), wanted=wanted)
        forced = settled.forced()
        paying = pc.greater(forced, 0)
        columns = (settled.deal, settled.which, forced, settled.discards())
        rows = [[] if c is None else c.filter(paying).to_pylist() for c in columns]
        by_seat: dict[tuple[int, int], list[_Paying]] = {}
        for deal, number, amount, away in zip_longest(*rows):
            seat = self.questions[number].declarer or 0
            by_seat.setdefault((deal, seat), []).append((amount, number, away or 0))
        return [self._choose(record, deals[i], i, by_seat) for i, record in enumerate(records)]

    def _for(self, record: Record) -> bytes:
        """By question whether it is asked for a record, as a mask of its flags."""
        forehand = _forehand(record)
        key = (record.contract, record.declarer, record.second, record.trump, forehand)
        if key not in self._wanted:
            asked = (self._asked(record, q, forehand) for q in self.questions)
            self._wanted[key] = bytes(_OPEN if yes else 0 for yes in asked)
        return self._wanted[key]

    def _asked(self, record: Record, question: Question, forehand: Seat | None) -> bool:
        contract, declarer = question.contract, question.declarer
        if declarer is None:
            return False
        if contract.bidders != "any" and (
            forehand is None or declarer not in bidding_seats(self.game, contract, forehand)
        ):
            return False
        if contract.leads == "forehand" and question.leader != forehand:
            return False
        # In Bauernschnapsen forehand names trump before the bidding.
        if self.game.bidding.trump and contract.trump and question.trump != record.trump:
            return False
        if declarer == record.declarer:
            return True
        played = record.contract_row
        return played is not None and (contract.rank or 0) > (played.rank or 0)

    def _choose(
        self, record: Record, deal: Deal, i: int, by_seat: Mapping[tuple[int, int], Sequence[_Paying]]
    ) -> Found:
        made = [self._choice(by_seat[i, s], deal) if (i, s) in by_seat else None for s in range(4)]
        own = None if record.declarer is None else made[record.declarer]
        passed = tuple(None if seat == record.declarer else one for seat, one in enumerate(made))
        return Found(own, passed)

    def _choice(self, paying: Sequence[_Paying], deal: Deal) -> BestBid:
        """The best of the questions that pay a seat; the cards called are those of all that pay as much."""
        payoff = max(amount for amount, _, _ in paying)
        best = [(self.questions[number], number, away) for amount, number, away in paying if amount == payoff]
        question, _, away = min(best, key=lambda one: (one[0].contract.rank or 0, one[1]))
        called = None
        if question.callable is not None:
            what = question.contract.id, question.trump
            alike = (q for q, _, _ in best if (q.contract.id, q.trump) == what)
            called = tuple(sorted({card for q in alike for card in calls(q, deal) or ()}))
        laid = tuple(cards_of(away)) if self.game.talon else None
        return BestBid(question.contract, question.trump, called, laid, payoff)


def _forehand(record: Record) -> Seat | None:
    """Forehand; where nothing says so, the leader of a contract that forehand leads or bids."""
    if record.forehand is not None:
        return record.forehand
    contract = record.contract_row
    if contract is not None and contract.bidders == "forehand" and record.declarer is not None:
        return record.declarer
    return record.leader if contract is not None and contract.leads == "forehand" else None
