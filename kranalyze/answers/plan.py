"""What is asked, and what comes of it: questions, their searches, where results go and how they settle."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kranalyze.core.calls import Reached, Solved, reached, solve_columns, start
from kranalyze.core.task import NONE, CorePosition, Task, cheapest, played_task, row_of, searches, task_of
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, Question, get_game, questions
from kranalyze.games.questions import side, stake, vector

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.answers.gathering import Terms
    from kranalyze.core.calls import Hands

#: Numbers of the seats N E S W.
Four = tuple[int | None, ...]

NOBODY: Four = (None, None, None, None)

#: What was searched for: the role of a search, and the seat (0 where it is for no seat).
Sought = tuple[str, int]

#: By what a contract of two sides is judged, and settled: the first that was searched for.
_JUDGED: tuple[Sought, ...] = (("made", 0), ("value", 0))
_SETTLED: tuple[Sought, ...] = (("stake", 0), *_JUDGED)


class Foreseen(NamedTuple):
    """What best play comes to (RULINGS: what value and makeable mean); what does not apply is None."""

    makeable: bool | None
    value: int | None  # from the declarer's side, in the contract's own measure
    guarantee: Four  # settlements N E S W
    payoff: Four


class Measure:
    """A question with so many Contra calls, and how its values settle.

    Between two sides the value of a position settles all seats; with more than two parties each seat
    has a search of its own, for what it can force against all the others.

    Attributes:
        question: with the contract in force, its own or what it was raised to (RULINGS: anrufen).
        contract: the one in force.
        contra: number of Contra calls.
        parties: whether there are more than two.
    """

    def __init__(self, game: Game, question: Question, contra: int = 0) -> None:
        self.game, self.question, self.contra = game, question, contra
        self.contract, self.parties = question.contract, question.many_parties

    def raised(self, level: str) -> Measure:
        """The same once the contract was raised."""
        question = replace(self.question, contract=self.game.contract(level))
        return Measure(self.game, question, self.contra)

    def doubled(self) -> Measure:
        """The same once Contra was said in trick 1."""
        return Measure(self.game, self.question, 1)

    @cached_property
    def base(self) -> Task:
        """The task by which cards are played, between two sides that of every seat."""
        return played_task(self.game, self.question)

    def task(self, seat: int) -> Task:
        """The task that measures a position for a seat."""
        return replace(self.base, seek=seat, side=1 << seat) if self.parties else self.base

    @cached_property
    def value_task(self) -> Task:
        """The task of the contract's value, which in Rußbach is not what the settlement is searched by."""
        return replace(task_of(self.game, self.question), talon_to=NONE)

    @cached_property
    def shares(self) -> tuple[int, ...]:
        """What a stake of one pays each seat N E S W when the declarer's side wins it."""
        if self.contract.stake == "none":
            return tuple(1 if seat in side(self.question) else -1 for seat in range(4))
        return vector(self.game, self.question)

    def unit(self, seat: int) -> int:
        """What an amount of one is worth to a seat."""
        return self.question.unit or self.shares[seat]

    def settlement(self, seat: int, value: int) -> int:
        """What a value of the seat's task settles for the seat.

        A contract that settles nothing (whist; points and tricks asked of a Rußbach deal) is measured
        by its value, negative for the other side.
        """
        return self.unit(seat) * self.amount(value)

    def amount(self, number: int, role: str = "value") -> int:
        """What a number that was searched for comes to, in units: what one payer owes one receiver.

        Args:
            role: of the search; only a value, or whether the contract is made, is not yet an amount.
        """
        if self.parties or role == "stake" or self.contract.stake in ("search", "none"):
            return number
        if role == "made":
            number += (self.contract.makeable_at or 1) - 1
        return stake(self.game, self.contract, number, self.contra)

    def wins(self, value: int) -> bool | None:
        """Whether the declarer's side wins with a value; None where nobody wins or loses."""
        if self.contract.makeable_at is None:
            return None
        if self.contract.stake == "none":
            return value >= self.contract.makeable_at
        return self.amount(value) > 0

    def source(self, told: str, seat: int, found: Container[Sought]) -> Sought | None:
        """Which of some searches tells ``makeable``, or a seat's ``guarantee`` or ``payoff``, if one does.

        With more than two parties each seat has its own; a contract is judged by its first declarer's
        guarantee, which where the last trick names the partner is the value.
        """
        if not self.parties:
            nobody = self.contract.stake == "none" or seat >= self.game.seats
            ways: tuple[Sought, ...] = _JUDGED if told == "makeable" else () if nobody else _SETTLED
        elif told == "payoff" or (seat != self.question.first and told != "makeable"):
            ways = ((told, seat),)
        else:
            last = self.contract.goal.last_names_partner
            ways = (("value", 0) if last else ("guarantee", self.question.first),)
        return next((way for way in ways if way in found), None)

    def foreseen(self, found: Mapping[Sought, int]) -> Foreseen:
        """What the values of a question's searches come to."""

        def paid(told: str, seat: int) -> int | None:
            by = self.source(told, seat, found)
            return None if by is None else self.unit(seat) * self.amount(found[by], by[0])

        least, judged = self.contract.makeable_at, self.source("makeable", 0, found)
        makeable = None if least is None or judged is None else found[judged] >= least
        guarantee, payoff = (tuple(paid(told, s) for s in range(4)) for told in ("guarantee", "payoff"))
        return Foreseen(makeable, found.get(("value", 0)), guarantee, payoff)


def opening(task: Task, deal: Deal, declarer: int | None = None, discard: int = 0) -> CorePosition:
    """The position before the first card, the talon taken and the discard laid away, for the opponents."""
    hands = list(deal.masks)
    if declarer is not None and deal.talon:
        hands[declarer] = (hands[declarer] | deal.talon) & ~discard
    n, e, s, w = hands
    position = start(task, (n, e, s, w))
    away = sum(task.points[card & 7] for card in range(32) if discard >> card & 1)
    return replace(position, points=(0, away, 0, 0)) if away else position


class Plan:
    """Questions and the searches that answer them, each asked once.

    Attributes:
        game: the game of all deals, its rules in force.
        questions: in the order of the rows of a deal.
        measures, places: of each question, how its values settle and where each of them stands.
        tasks, slots, rows_of: what is searched for, where its result goes, and for which questions.
    """

    def __init__(
        self, game: str | Game, contracts: Iterable[str | Contract] | None = None,
        declarers: Iterable[Seat | int | str] | None = None, rules: Mapping[str, str] | None = None,
        selfish: bool = False, *, asked: Iterable[Question] | None = None, contra: int = 0,
        paid: bool = False,
    ) -> None:  # fmt: skip
        """Lay out the rows; what several questions ask alike is solved once.

        Args:
            contracts, declarers: only these.
            selfish: with the searches of many parties, which make a table take a hundred times as long.
            asked: the questions, in place of those of the game.
            contra: number of Contra calls.
            paid: only what the declarer can force is asked, by the cheapest search; what he loses may be
                told as 0.

        Raises:
            ValueError: an unknown game, contract, seat or rule option.
        """
        self.game = get_game(game).under(rules)
        if asked is None:
            chosen = None if contracts is None else [self.game.contract(c) for c in contracts]
            seats = None if declarers is None else [Seat.parse(d) for d in declarers]
            selfish = selfish or any(c.goal.each_for_himself for c in chosen or ())
            asked = questions(self.game, chosen, seats, selfish)
        self.questions = list(asked)
        self.measures = [Measure(self.game, q, contra) for q in self.questions]
        self.rows = [row_of(self.game, q) for q in self.questions]
        self.places: list[dict[Sought, int]] = []
        known: dict[Task, tuple[int, list[int]]] = {}
        width = 0
        for i, question in enumerate(self.questions):
            places: dict[Sought, int] = {}
            todo = searches(self.game, question, selfish)
            for task, role in cheapest(question, todo) if paid else todo:
                slot, rows = known.setdefault(task, (width, []))
                width += 0 if rows else task.width
                rows.append(i)
                first = task.seek if role == "guarantee" else 0
                places |= {(role, first + n): slot + n for n in range(task.width)}
            self.places.append(places)
        self.tasks, self.slots = list(known), [slot for slot, _ in known.values()]
        self.rows_of = [rows for _, rows in known.values()]
        #: Behind the values of a deal stand one that is not known, and what was decided as dealt, 1.
        self.nothing, self.width = width, width + 2
        for question, places in zip(self.questions, self.places, strict=True):
            if question.contract.goal.as_dealt:
                places["value", 0] = width + 1

    @cached_property
    def terms(self) -> Terms:
        """What its rows say, in columns."""
        from kranalyze.answers.gathering import Terms

        return Terms(self)

    def solved(
        self, hands: Hands, talon: Buffer | None, count: int, bad: Iterable[int] = (),
        wanted: Buffer | None = None,
    ) -> tuple[Reached, Solved]:  # fmt: skip
        """The rows that some deals, given as UInt32 columns, reach, and the values of all searches.

        Args:
            bad: places of deals of which nothing is asked.
            wanted: by deal and question a mask of the flags (``Reached``): 0 where it is not asked.
        """
        found, width = reached(hands, count, self.rows), len(self.rows)
        for i in bad:
            found.flags[i * width : (i + 1) * width] = bytes(width)
        if wanted is not None:
            both = int.from_bytes(found.flags, "little") & int.from_bytes(memoryview(wanted), "little")
            found.flags[:] = both.to_bytes(len(found.flags), "little")
        solved = solve_columns(
            hands, talon, count, self.tasks, self.slots, self.rows_of, width, found.flags, self.width
        )
        solved.values[self.width - 1 :: self.width] = array("h", [1]) * count
        return found, solved
