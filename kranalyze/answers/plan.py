"""Questions, the searches that answer them, and where the results go: what does not depend on the deals."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from kranalyze.answers.measure import Measure, Sought
from kranalyze.core.calls import Reached, Solved, reached, solve_columns
from kranalyze.core.task import Task, cheapest, row_of, searches
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question, get_game, questions

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.answers.gathering import Terms
    from kranalyze.core.calls import Hands


class Plan:
    """Questions and the searches that answer them, each asked once.

    Attributes:
        game: the game of all deals, its rules in force.
        questions: in the order of the rows of a deal.
        measures, places: of each question, how its values settle and where each of them stands.
        tasks, slots, rows_of: what is searched for, where its result goes, and for which questions.
    """

    def __init__(
        self,
        game: str | Game,
        contracts: Iterable[str | Contract] | None = None,
        declarers: Iterable[Seat | int | str] | None = None,
        rules: Mapping[str, str] | None = None,
        selfish: bool = False,
        *,
        asked: Iterable[Question] | None = None,
        contra: int = 0,
        paid: bool = False,
    ) -> None:
        """Lay out the rows; what several questions ask alike is solved once.

        Args:
            contracts, declarers: only these.
            selfish: with the searches of many parties that cost a thousand times more.
            asked: the questions, in place of those of the game.
            contra: number of Contra calls.
            paid: only what the declarer can force is asked, by the cheapest search; what he loses may be
                told as 0.

        Raises:
            ValueError: an unknown game, contract, seat or rule option.
        """
        self.game = get_game(game).under(rules)
        if asked is None:
            chosen = seats = None
            if contracts is not None:
                named = [self.game.contract(c) for c in contracts]
                chosen = [c for c in self.game.contracts if c in named]
                selfish = selfish or any(c.goal.each_for_himself for c in chosen)
            if declarers is not None:
                given = {Seat.parse(d) for d in declarers}
                seats = [s for s in Seat if s in given]
            asked = questions(self.game, chosen, seats, selfish)
        self.questions = list(asked)
        self.measures = [Measure(self.game, q, contra) for q in self.questions]
        self.rows = [row_of(self.game, q) for q in self.questions]
        self.tasks: list[Task] = []
        self.slots: list[int] = []
        self.rows_of: list[list[int]] = []
        self.places: list[dict[Sought, int]] = []
        known: dict[Task, int] = {}
        width = 0
        for i, question in enumerate(self.questions):
            places: dict[Sought, int] = {}
            todo = searches(self.game, question, selfish)
            for search in cheapest(question, todo) if paid else todo:
                number = known.setdefault(search.task, len(self.tasks))
                if number == len(self.tasks):
                    self.tasks.append(search.task)
                    self.slots.append(width)
                    self.rows_of.append([])
                    width += search.task.width
                self.rows_of[number].append(i)
                first = search.task.seek if search.role == "guarantee" else 0
                for place in range(search.task.width):
                    places[search.role, first + place] = self.slots[number] + place
            self.places.append(places)
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
