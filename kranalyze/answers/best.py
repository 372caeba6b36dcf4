"""What else could have been made on the deals of some records: the best contract, and those passed up."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kranalyze.cards import cards_of
from kranalyze.core import calls as core
from kranalyze.core.task import GOALS, MARGIN, STOP, Task, row_of, searches
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, Question, bidding_seats, get_game, questions
from kranalyze.games.questions import calls
from kranalyze.games.settlement import stake, vector
from kranalyze.kpn import Record

#: Flags of a question that a deal reaches and whose contract its declarer may bid.
_OPEN = 3


@dataclass(frozen=True, slots=True)
class Choice:
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

    best: Choice | None = None
    passed: tuple[Choice | None, ...] = (None, None, None, None)


def choices(records: Sequence[Record]) -> list[Found]:
    """What could have been made on each deal; without a contract, or with unknown hands, nothing."""
    found = [Found()] * len(records)
    groups: dict[tuple[str, tuple[tuple[str, str], ...]], list[int]] = {}
    for i, record in enumerate(records):
        if record.contract is not None and record.deal is not None and record.deal.complete:
            groups.setdefault((record.game, tuple(sorted(record.rules.items()))), []).append(i)
    for (name, rules), places in groups.items():
        choosing = _Choosing(get_game(name).under(dict(rules)), dict(rules))
        if not choosing.questions:
            continue
        for i, one in zip(places, choosing.found([records[i] for i in places]), strict=True):
            found[i] = one
    return found


class _Choosing:
    """All contracts that can be bid in a game, with their searches."""

    def __init__(self, game: Game, rules: Mapping[str, str]) -> None:
        self.game, self.rules = game, rules
        contracts = [c for c in game.contracts if c.rank is not None and c.stake != "none"]
        self.questions = questions(game, rules, contracts) if contracts else []
        self.shares = [vector(game, q)[q.declarer or 0] for q in self.questions]
        self.rows = [row_of(game, q) for q in self.questions]
        self.slots: list[int | None] = []
        self.tasks: list[Task] = []
        self.decided: list[bool] = []  # the search says yes or no
        for question in self.questions:
            task, decided = _task(game, question, rules)
            self.decided.append(decided)
            self.slots.append(None if task is None else len(self.tasks))
            if task is not None:
                self.tasks.append(task)
        #: By what decides it, which questions are asked for a record.
        self._wanted: dict[tuple[object, ...], bytes] = {}

    def found(self, records: Sequence[Record]) -> list[Found]:
        """What could have been made on the deals of records of this game."""
        deals = [record.deal for record in records if record.deal is not None]
        n, e, s, w = (array("I", [deal.masks[seat] for deal in deals]) for seat in range(4))
        count = len(deals)
        talon = array("I", [deal.talon for deal in deals]) if self.game.talon else None
        reached = core.reached((n, e, s, w), count, self.rows)
        width = len(self.questions)
        wanted = b"".join(self._for(record) for record in records)
        flags = bytearray(a & b for a, b in zip(reached.flags, wanted, strict=True))
        rows_of_task = [[i] for i, slot in enumerate(self.slots) if slot is not None]
        solved = core.solve_columns(
            (n, e, s, w), talon, count, self.tasks, range(len(self.tasks)), rows_of_task, width, flags
        )
        return [
            self._choose(record, deals[i], flags[i * width : (i + 1) * width], solved, i)
            for i, record in enumerate(records)
        ]

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

    def _choose(self, record: Record, deal: Deal, flags: bytearray, solved: core.Solved, i: int) -> Found:
        paying: list[list[tuple[int, int]]] = [[], [], [], []]
        for number, flag in enumerate(flags):
            if flag != _OPEN:
                continue
            amount = self._settlement(number, self._value(number, solved, i))
            if amount > 0:
                paying[self.questions[number].declarer or 0].append((amount, number))
        made = [self._choice(some, deal, solved, i) if some else None for some in paying]
        own = None if record.declarer is None else made[record.declarer]
        passed = tuple(None if seat == record.declarer else one for seat, one in enumerate(made))
        return Found(own, passed)

    def _value(self, number: int, solved: core.Solved, i: int) -> int:
        slot = self.slots[number]
        return 1 if slot is None else solved.values[i * solved.width + slot]

    def _settlement(self, number: int, value: int) -> int:
        """What a value pays the declarer."""
        contract, share = self.questions[number].contract, self.shares[number]
        if contract.goal.kind == "last":
            return value * contract.value  # what he can force, in units of v
        if contract.settles is not None:
            return share * value
        if self.decided[number]:
            value = (contract.makeable_at or 1) if value else (contract.makeable_at or 1) - 1
        return share * stake(contract, self.rules, value)

    def _choice(
        self, paying: Sequence[tuple[int, int]], deal: Deal, solved: core.Solved, i: int
    ) -> Choice:
        """The best of the questions that pay a seat; the cards called are those of all that pay as much."""
        payoff = max(amount for amount, _ in paying)
        best = [(number, self.questions[number]) for amount, number in paying if amount == payoff]
        number, question = min(best, key=lambda pair: (pair[1].contract.rank or 0, pair[0]))
        called = None
        if question.callable is not None:
            alike = (q for _, q in best if (q.contract, q.trump) == (question.contract, question.trump))
            called = tuple(sorted({card for q in alike for card in calls(q, deal) or ()}))
        laid, slot = None, self.slots[number]
        if solved.discard is not None and slot is not None:
            laid = tuple(cards_of(solved.discard[i * solved.width + slot]))
        return Choice(question.contract, question.trump, called, laid, payoff)


def _task(game: Game, question: Question, rules: Mapping[str, str]) -> tuple[Task | None, bool]:
    """The cheapest search that says what a question pays (None: it is won as dealt), whether by yes or no."""
    contract = question.contract
    if contract.goal.kind == "dealt":
        return None, True
    found = searches(game, question, rules, selfish=False)
    task = next((s.task for s in found if s.role == "stake"), found[0].task)
    if contract.stake == "fixed" and task.goal == GOALS["points"] and not task.flags & MARGIN:
        # Whether a number of points is reached: a sweep in which every trick is anybody's.
        need = contract.makeable_at or 0
        return replace(task, goal=GOALS["sweep"], takers=task.seats, need=need, flags=task.flags | STOP), True
    return task, contract.goal.yes_or_no


def _forehand(record: Record) -> Seat | None:
    """Forehand; where nothing says so, the leader of a contract that forehand leads or bids."""
    if record.forehand is not None:
        return record.forehand
    contract = record.contract_row
    if contract is not None and contract.bidders == "forehand" and record.declarer is not None:
        return record.declarer
    return record.leader if contract is not None and contract.leads == "forehand" else None

