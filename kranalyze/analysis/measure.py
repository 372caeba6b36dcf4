"""What is in force at a point of a game: the search that measures it, and how its value settles."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kranalyze.core.task import NONE, Search, Task, played_task, task_of
from kranalyze.games import Contract, Game, Question, Rules
from kranalyze.games.settlement import side, stake, vector
from kranalyze.kpn import Record


@dataclass(frozen=True, slots=True)
class Measure:
    """A contract in force, with what was said about it so far.

    Between two sides the value of a position settles all seats; with more than two parties each seat
    has a search of its own, for what it can force against all the others.

    Attributes:
        contract: the question's, or what it was raised to (RULINGS: anrufen).
        contra: number of Contra calls.
        base: the task by which cards are played, between two sides that of every seat.
        own: of more than two parties each seat's task, else empty.
        shares: what a stake of one pays each seat N E S W when the declarer's side wins it.
        scale: of more than two parties, what one unit of the search is worth; else 0.
    """

    game: Game
    question: Question
    rules: Rules
    contract: Contract
    contra: int
    base: Task
    own: tuple[Task, ...]
    shares: tuple[int, ...]
    scale: int

    @property
    def parties(self) -> bool:
        """Whether there are more than two."""
        return self.scale > 0

    @property
    def may_contra(self) -> bool:
        """Whether an opponent may still say Contra in trick 1."""
        return self.game.contra == "token" and self.contra < self.game.most_contra

    def task(self, seat: int) -> Task:
        """The task that measures a position for a seat."""
        return self.own[seat] if self.own else self.base

    def settlement(self, seat: int, value: int) -> int:
        """What a value of the seat's task settles for the seat.

        A contract that settles nothing (whist; points and tricks asked of a Rußbach deal) is measured
        by its value, negative for the other side.
        """
        return value * self.scale if self.parties else self.shares[seat] * self.amount(value)

    def amount(self, value: int) -> int:
        """What one payer owes one receiver on the declarer's side."""
        if self.contract.settles is not None or self.contract.stake == "none":
            return value
        return stake(self.game, self.contract, value, self.contra)

    def wins(self, value: int) -> bool | None:
        """Whether the declarer's side wins with a value; None where nobody wins or loses."""
        if self.contract.makeable_at is None:
            return None
        if self.contract.stake == "none":
            return value >= self.contract.makeable_at
        return self.amount(value) > 0

    def line_search(self, seat: int) -> Search:
        """The search by which best play for a seat is shown."""
        if self.parties:
            return Search(self.task(seat), "guarantee", self.scale)
        return Search(self.base, "value")


def measure_of(record: Record, question: Question, level: Contract | None = None, contra: int = 0) -> Measure:
    """The measure of a record's contract, or of the one that it was raised to."""
    game = record.game_row
    contract = level or question.contract
    asked = replace(question, contract=contract)
    task, scale = played_task(game, asked)
    each = tuple(replace(task, seek=seat, side=1 << seat) for seat in range(4)) if scale else ()
    if contract.stake == "none":
        shares = tuple(1 if seat in side(question) else -1 for seat in range(4))
    else:
        shares = vector(game, question)
    return Measure(game, question, record.rules, contract, contra, task, each, shares, scale)


def value_task(record: Record, question: Question) -> Task:
    """The task of the contract's value where the settlement is searched for by another one."""
    return replace(task_of(record.game_row, question), talon_to=NONE)
