"""Plan the searches that answer questions, solve them on many deals, and settle their results.

A question is a contract with its declarer, leader, trump, partner and order of rank. A task describes the
play of a question in numbers, for the solver. A search solves a task. The role of a search says what its
result means: the value of the contract, whether the contract is made, the stake, or the settlement of a seat.
Three figures of a seat are computed from results of searches. They are ``makeable``, ``guarantee`` (the
settlement that the seat can force) and ``payoff`` (the settlement of the seat under best play).
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kranalyze.core.calls import Reached, Solved, applicable_questions, solve_columns, start_position
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

#: The key that identifies the result of a search. The first item is the role of the search, for example
#: ``value``, which says what the result means. The second item is the number of the seat to which the result
#: belongs, or 0 if the result belongs to no seat.
Sought = tuple[str, int]

#: For contracts with two sides: keys of results that decide whether the contract is made. The first key whose
#: result exists is used.
_JUDGED: tuple[Sought, ...] = (("made", 0), ("value", 0))
#: For contracts with two sides: keys of results that decide the payment. The first key whose result exists is
#: used.
_SETTLED: tuple[Sought, ...] = (("stake", 0), *_JUDGED)


class QuestionResult(NamedTuple):
    """The results of best play in a contract.

    An attribute is None if best play in the contract has no result of this kind. RULINGS explains the results
    in the section "What value and makeable mean".
    """

    makeable: bool | None  # whether the declarer's side can force the contract
    value: int | None  # the result that the declarer's side can force, in the unit of the contract's goal
    guarantee: Four  # for each seat N E S W the settlement that this seat can force
    payoff: Four  # settlements of N E S W under best play


class Measure:
    """Converts the results of searches to payments, for one contract with its seats and Contra calls.

    In a contract with two sides, a single search result decides the settlements of all seats. With more than
    two parties, each seat has a search of its own. The result of this search is the settlement that the seat
    can force against all other seats.

    Attributes:
        game: the game under its rule options.
        question: the contract in force, after any raise (RULINGS: anrufen), with its declarer, leader, trump,
            partner and order of rank.
        contract: the contract in force.
        contra: number of Contra calls.
        core: the question in the form that the core (the solver in C) reads.
        parties: whether there are more than two parties, each playing for its own settlement.
    """

    def __init__(self, game: Game, question: Question, contra: int = 0) -> None:
        self.game = game
        self.question = question
        self.contra = contra
        self.contract = question.contract
        self.core = CoreQuestion(game, question, contra)
        self.parties = self.core.parties

    @cached_property
    def task_with_play_rules(self) -> Task:
        """The rules of play of the contract in numbers (a task), as the solver needs them.

        In a contract with two sides, all seats share this task.
        """
        return self.core.played

    def guarantee_task(self, seat: int) -> Task:
        """Return the task (input of the solver) whose result decides which settlement the seat can force."""
        return self.core.task(seat)

    @cached_property
    def value_task(self) -> Task:
        """The task (input of the solver) whose result is the contract's value.

        In the game Rußbach, the settlement comes from another task.
        """
        return self.core.value_task()

    def settlement_per_unit(self, seat: int) -> int:
        """Return the settlement of a seat if each payer owes each receiver 1. Negative: the seat pays."""
        return self.core.payment_for_amount_one(seat)

    def amount_per_payer(self, search_result: int, search_role: str = "value") -> int:
        """Convert the result of a search to the amount that one payer owes one receiver, in the game's unit.

        Args:
            search_result: the result.
            search_role: what the result means: ``value``, ``made``, ``stake``, ``guarantee`` or ``payoff``.
        """
        return self.core.amount_paid(search_result, search_role)

    def search_for(self, figure: str, seat: int, searched: Container[Sought]) -> Sought | None:
        """Find the search result from which a figure of a seat is computed, and return its key.

        Return None if no existing result gives the figure. With more than two parties, each seat has its own
        result, and the guarantee of the first declarer decides whether the contract is made. If the last
        trick decides who is the partner, this guarantee equals the value of the contract. In that case, the
        result of the search for the value replaces a guarantee that was not searched.

        Args:
            figure: ``makeable``, ``guarantee`` or ``payoff``.
            seat: number of the seat.
            searched: keys of the existing results.
        """
        return next((key for key in self._source_keys(figure, seat) if key in searched), None)

    def _source_keys(self, figure: str, seat: int) -> tuple[Sought, ...]:
        """Return the keys of all search results that can give a figure of a seat, in order of preference."""
        if not self.parties:
            if figure == "makeable":
                return _JUDGED
            is_settled = self.contract.stake != "none" and seat < self.game.seats
            return _SETTLED if is_settled else ()
        if figure == "payoff" or (seat != self.question.first and figure != "makeable"):
            return ((figure, seat),)
        # If the last trick decides who is the partner, the declarer's guarantee equals the value of the
        # contract. Hence the value is the second choice.
        return (("guarantee", self.question.first), ("value", 0))

    def summarize_results(self, searched: Mapping[Sought, int]) -> QuestionResult:
        """Summarize the results of a question's searches. ``searched`` has the results by key."""
        threshold = self.contract.makeable_at
        key = self.search_for("makeable", 0, searched)
        makeable = None
        if threshold is not None and key is not None:
            makeable = searched[key] >= threshold
        payoff = self._settlements("payoff", searched)
        guarantee = self._settlements("guarantee", searched) if self.parties else payoff
        return QuestionResult(makeable, searched.get(("value", 0)), guarantee, payoff)

    def _settlements(self, figure: str, searched: Mapping[Sought, int]) -> Four:
        """Return the guarantees or the payoffs of N E S W in the game's unit.

        The item of a seat is None if the figure of this seat is unknown.

        Several seats may share a search result. Convert this result only once, because after each call of
        the core this thread may have to wait for the GIL.
        """
        amounts: dict[Sought, int] = {}
        settlements: list[int | None] = [None] * 4
        for seat in range(4):
            key = self.search_for(figure, seat, searched)
            if key is None:
                continue
            if key not in amounts:
                amounts[key] = self.amount_per_payer(searched[key], key[0])
            settlements[seat] = self.settlement_per_unit(seat) * amounts[key]
        return tuple(settlements)


@lru_cache(maxsize=4096)
def measure_of(game: Game, question: Question, contra: int = 0) -> Measure:
    """Return the object that converts search results to payments for a question (see ``Measure``).

    The object is cached, because making it can take longer than a search.
    """
    return Measure(game, question, contra)


def first_position(task: Task, deal: Deal, declarer: int | None = None, discard: int = 0) -> CorePosition:
    """Return the position of a deal before the first card is played.

    Args:
        task: the rules of play in numbers, for which the position is solved.
        deal: the deal.
        declarer: the seat that has taken the talon and discarded cards. None: nobody takes the talon.
        discard: mask of the discarded cards. Their points count for the declarer's opponents.
    """
    hands = list(deal.masks)
    if declarer is not None and deal.talon_mask:
        hands[declarer] = (hands[declarer] | deal.talon_mask) & ~discard
    n, e, s, w = hands
    position = start_position(task, (n, e, s, w))
    away = sum(task.points[card & 7] for card in range(32) if discard >> card & 1)
    return position._replace(points=(0, away, 0, 0)) if away else position


class Plan:
    """Questions and the searches that answer the questions. Several questions may need the same search.

    A question is a contract with its declarer, leader, trump, partner and order of rank.

    The results of a deal stand side by side in an array. The place of a result is its index in this array.

    Attributes:
        game: the game of all deals, with its rules in force.
        questions: the questions. The answers of a deal, one row for each question, have the same order.
        measures: for each question the object that converts its results to payments.
        rows: for each question the bytes of its C struct ``kr_row``. The struct says which cards the partner
            must hold so that a deal reaches the question. It also says which cards the declarer must hold to
            bid the contract.
        places: for each question a dict from the key of a result to the place of this result.
        tasks: for each search its input, the rules of play in numbers.
        slots: for each search the place of its first result.
        rows_of: for each search the indexes of the questions that need its result.
        nothing: the place of a result that is always unknown.
        width: number of places in the array of a deal. The last two places have constants: the unknown
            result, and 1.
    """

    def __init__(
        self, game: str | Game, contracts: Iterable[str | Contract] | None = None,
        declarers: Iterable[Seat | str | int] | None = None, rules: Mapping[str, str] | None = None,
        selfish: bool = False, *, chosen_questions: Iterable[Question] | None = None, contra: int = 0,
        paid: bool = False,
    ) -> None:  # fmt: skip
        """Plan the searches of the questions. A search that several questions need runs once for each deal.

        Args:
            game: id or name of the game, or the game.
            contracts: plan only questions with these contracts. None: all contracts.
            declarers: plan only questions with these declarers. None: all seats.
            rules: rule options.
            selfish: whether to find the settlements in contracts with more than two parties, too. These
                searches take a hundred times as long.
            chosen_questions: plan these questions instead of the game's questions.
            contra: number of Contra calls.
            paid: whether to find only the settlement that the declarer can force, with the cheapest search.
                If the declarer has to pay, the result may be 0 instead of the loss.

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
        self.measures = [measure_of(self.game, q, contra) for q in self.questions]
        self.rows = [m.core.packed_conditions(m.question.callable_mask) for m in self.measures]
        self.places: list[dict[Sought, int]] = []
        known_tasks: dict[Task, tuple[int, list[int]]] = {}
        width = 0
        for i, measure in enumerate(self.measures):
            places: dict[Sought, int] = {}
            for task, role in (
                measure.core.searches_for_declarers_gain() if paid else measure.core.searches(selfish)
            ):
                slot, rows = known_tasks.setdefault(task, (width, []))
                if not rows:
                    width += task.numbers_in_result
                rows.append(i)
                first = task.seek if role == "guarantee" else 0
                places |= {(role, first + n): slot + n for n in range(task.numbers_in_result)}
            self.places.append(places)
        self.tasks = list(known_tasks)
        self.slots = [slot for slot, _ in known_tasks.values()]
        self.rows_of = [rows for _, rows in known_tasks.values()]
        # Two constants follow the results of a deal: an unknown result, and the number 1. A contract that is
        # won as dealt, without play, takes this 1 as its value.
        self.nothing = width
        self.width = width + 2
        for question, places in zip(self.questions, self.places, strict=True):
            if question.contract.goal.decided_without_play:
                places["value", 0] = width + 1

    def solve(
        self, hands: Hands, talon: Buffer | None, count: int, bad: Iterable[int] = (),
        wanted: Buffer | None = None,
    ) -> tuple[Reached, Solved]:  # fmt: skip
        """Find the questions that can come up on each of many deals, and run the searches for them.

        Return which questions can come up on which deals (``Reached``), and the results of the searches
        (``Solved``).

        Args:
            hands: masks of the hands N E S W, as four UInt32 columns.
            talon: masks of the talons, as a UInt32 column. None: the game has no talon.
            count: number of deals.
            bad: indexes of deals that are not solved.
            wanted: for each deal, a byte for each question. BIDDABLE: the question is solved on this deal.
                0: the question is left out, and its byte in ``Reached.flags`` becomes 0. If ``wanted`` is
                None, all questions are solved on all deals.
        """
        reach = applicable_questions(hands, count, self.rows)
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
