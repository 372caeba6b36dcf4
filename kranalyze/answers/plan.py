"""Questions, the searches that answer them, and the settlements of their results."""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kranalyze.core.calls import Reached, Solved, reached, solve_columns, start
from kranalyze.core.questionborder import questions
from kranalyze.core.task import CorePosition, CoreQuestion, Task
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, Question, get_game

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.core.calls import Hands

#: One number for each seat N E S W.
Four = tuple[int | None, ...]

NOBODY: Four = (None, None, None, None)

#: The key of a search: its role, and its seat (0 for a search that belongs to no seat).
Sought = tuple[str, int]

#: Keys of the searches that decide whether a contract of two sides is made, and what it pays. The first key
#: that exists counts.
_JUDGED: tuple[Sought, ...] = (("made", 0), ("value", 0))
_SETTLED: tuple[Sought, ...] = (("stake", 0), *_JUDGED)


class Foreseen(NamedTuple):
    """The results of best play (RULINGS: what value and makeable mean). None: does not apply."""

    makeable: bool | None
    value: int | None  # from the declarer's side, in the contract's own measure
    guarantee: Four  # settlements N E S W
    payoff: Four


class Measure:
    """The settlement of a question with a number of Contra calls.

    Between two sides the value of a position settles all seats. With more than two parties each seat has a
    search of its own: what it can force against all others.

    Attributes:
        question: the question with the contract in force, which may be the one it was raised to (RULINGS:
            anrufen).
        contract: the contract in force.
        contra: number of Contra calls.
        core: the question in the form of the core.
        parties: whether there are more than two parties.
    """

    def __init__(self, game: Game, question: Question, contra: int = 0) -> None:
        self.game = game
        self.question = question
        self.contra = contra
        self.contract = question.contract
        self.core = CoreQuestion(game, question, contra)
        self.parties = self.core.parties

    @cached_property
    def base(self) -> Task:
        """The task of play. Between two sides all seats share it."""
        return self.core.played

    def task(self, seat: int) -> Task:
        """Return the task that measures a position for a seat."""
        return self.core.task(seat)

    @cached_property
    def value_task(self) -> Task:
        """The task of the contract's value. In Rußbach another task searches the settlement."""
        return self.core.value_task()

    def unit(self, seat: int) -> int:
        """Return the settlement of a seat for an amount of one."""
        return self.core.unit(seat)

    def amount(self, number: int, role: str = "value") -> int:
        """Convert the result of a search in a role to units. This is what a payer owes a receiver."""
        return self.core.amount(number, role)

    def source(self, figure: str, seat: int, searched: Container[Sought]) -> Sought | None:
        """Return the key of the search that yields a figure of a seat, or None if there is none.

        With more than two parties each seat has its own search. The first declarer's guarantee decides
        whether the contract is made. Where the last trick names the partner, that guarantee is the value.

        Args:
            figure: ``makeable``, ``guarantee`` or ``payoff``.
            seat: number of the seat.
            searched: keys of the searches that were made.
        """
        return next((key for key in self._source_keys(figure, seat) if key in searched), None)

    def _source_keys(self, figure: str, seat: int) -> tuple[Sought, ...]:
        """Return the keys of searches that yield a figure of a seat, in order of preference."""
        if not self.parties:
            if figure == "makeable":
                return _JUDGED
            is_settled = self.contract.stake != "none" and seat < self.game.seats
            return _SETTLED if is_settled else ()
        if figure == "payoff" or (seat != self.question.first and figure != "makeable"):
            return ((figure, seat),)
        # Where the last trick names the partner, the declarer's guarantee is the value.
        return (("guarantee", self.question.first), ("value", 0))

    def foreseen(self, searched: Mapping[Sought, int]) -> Foreseen:
        """Turn the results of a question's searches into makeable, value and settlements."""

        def settled(figure: str, seat: int) -> int | None:
            key = self.source(figure, seat, searched)
            return None if key is None else self.unit(seat) * self.amount(searched[key], key[0])

        threshold = self.contract.makeable_at
        key = self.source("makeable", 0, searched)
        makeable = None
        if threshold is not None and key is not None:
            makeable = searched[key] >= threshold
        guarantee = tuple(settled("guarantee", seat) for seat in range(4))
        payoff = tuple(settled("payoff", seat) for seat in range(4))
        return Foreseen(makeable, searched.get(("value", 0)), guarantee, payoff)


def opening(task: Task, deal: Deal, declarer: int | None = None, discard: int = 0) -> CorePosition:
    """Return the position before the first card.

    If there is a talon, ``declarer`` has taken it and has laid away ``discard``.
    """
    hands = list(deal.masks)
    if declarer is not None and deal.talon:
        hands[declarer] = (hands[declarer] | deal.talon) & ~discard
    n, e, s, w = hands
    position = start(task, (n, e, s, w))
    away = sum(task.points[card & 7] for card in range(32) if discard >> card & 1)
    return position._replace(points=(0, away, 0, 0)) if away else position


class Plan:
    """Questions and the searches that answer them. Questions share equal searches.

    Attributes:
        game: the game of all deals, with its rules in force.
        questions: the questions, in the order of a deal's rows.
        measures: by question, the settlement of its results.
        places: by question, the places of its results among the results of a deal, by search key.
        tasks: the searches as tasks.
        slots: by search, the place of its first result among the results of a deal.
        rows_of: by search, the indices of the questions that need it.
        nothing: the place of a result that is always unknown.
        width: number of results of a deal.
    """

    def __init__(
        self, game: str | Game, contracts: Iterable[str | Contract] | None = None,
        declarers: Iterable[Seat | int | str] | None = None, rules: Mapping[str, str] | None = None,
        selfish: bool = False, *, chosen_questions: Iterable[Question] | None = None, contra: int = 0,
        paid: bool = False,
    ) -> None:  # fmt: skip
        """Plan the searches. A search that several questions need is made once.

        Args:
            game: id, name, or Game.
            contracts: only these contracts; default all.
            declarers: only these declarers; default all.
            rules: rule options.
            selfish: also search the settlements of more than two parties, which takes a hundred times as
                long.
            chosen_questions: questions that replace those of the game.
            contra: number of Contra calls.
            paid: search only for what the declarer can force, with the cheapest search. A loss may then
                become 0.

        Raises:
            ValueError: an unknown game, contract, seat or rule option.
        """
        self.game = get_game(game).under(rules)
        if chosen_questions is None:
            chosen = None if contracts is None else [self.game.contract(c) for c in contracts]
            seats = None if declarers is None else [Seat.parse(d) for d in declarers]
            selfish = selfish or any(c.goal.each_for_himself for c in chosen or ())
            chosen_questions = questions(self.game, chosen, seats, selfish)
        self.questions = list(chosen_questions)
        self.measures = [Measure(self.game, q, contra) for q in self.questions]
        self.rows = [m.core.row(m.question.callable) for m in self.measures]
        self.places: list[dict[Sought, int]] = []
        known_tasks: dict[Task, tuple[int, list[int]]] = {}
        width = 0
        for i, measure in enumerate(self.measures):
            places: dict[Sought, int] = {}
            for task, role in measure.core.paying_searches() if paid else measure.core.searches(selfish):
                slot, rows = known_tasks.setdefault(task, (width, []))
                if not rows:
                    width += task.width
                rows.append(i)
                first = task.seek if role == "guarantee" else 0
                places |= {(role, first + n): slot + n for n in range(task.width)}
            self.places.append(places)
        self.tasks = list(known_tasks)
        self.slots = [slot for slot, _ in known_tasks.values()]
        self.rows_of = [rows for _, rows in known_tasks.values()]
        # Two constants follow the results of a deal: an unknown value, and the value 1 of contracts that are
        # made as dealt.
        self.nothing = width
        self.width = width + 2
        for question, places in zip(self.questions, self.places, strict=True):
            if question.contract.goal.as_dealt:
                places["value", 0] = width + 1

    def solved(
        self, hands: Hands, talon: Buffer | None, count: int, bad: Iterable[int] = (),
        wanted: Buffer | None = None,
    ) -> tuple[Reached, Solved]:  # fmt: skip
        """Return the questions that deals reach, and the results of all searches.

        Args:
            hands: UInt32 columns N E S W.
            talon: UInt32 column, or None.
            count: number of deals.
            bad: indices of deals that are not searched.
            wanted: for each deal and question a mask of its flags (``Reached``). The mask 0 leaves the
                question out.
        """
        reach = reached(hands, count, self.rows)
        width = len(self.rows)
        for i in bad:
            reach.flags[i * width : (i + 1) * width] = bytes(width)
        if wanted is not None:
            masked = int.from_bytes(reach.flags, "little") & int.from_bytes(memoryview(wanted), "little")
            reach.flags[:] = masked.to_bytes(len(reach.flags), "little")
        solved = solve_columns(
            hands, talon, count, self.tasks, self.slots, self.rows_of, width, reach.flags, self.width
        )
        solved.values[self.width - 1 :: self.width] = array("h", [1]) * count
        return reach, solved
