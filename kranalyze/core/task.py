"""Describe contracts and positions to the core, and list the searches that find the result of a contract.

A question is a contract with its seats, trump and order of ranks. A task is a question as numbers: the rules
of play, the two sides and the goal. A search is a task with a role. The role says what the result means.
"""

from functools import lru_cache
from struct import error as StructError  # noqa: N812
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from kranalyze._core import ffi, lib
from kranalyze.core.questionborder import check_seat_number, question_struct
from kranalyze.core.rules import row_address
from kranalyze.core.structs import Layout
from kranalyze.games import Game, Question

if TYPE_CHECKING:
    from typing_extensions import Buffer

_SEARCHES = ffi.typeof(f"kr_search[{lib.KR_MAX_SEARCHES}]")
_MEASURE = ffi.typeof("kr_measure *")
_TASK_STRUCT = ffi.typeof("kr_task *")

NONE: int = lib.KR_NONE
NO_TRUMP: int = lib.KR_NO_TRUMP

#: The numbers of goals such as ``sweep`` (``enum kr_goal``), by the name of the goal in lower case.
GOALS: dict[str, int] = {
    name.removeprefix("KR_").lower(): number for number, name in ffi.typeof("enum kr_goal").elements.items()
}

#: Bits of ``Task.flags`` (``enum kr_flag``).
MUST_TRUMP: int = lib.KR_MUST_TRUMP
MUST_BEAT: int = lib.KR_MUST_BEAT
STOP: int = lib.KR_STOP
MARGIN: int = lib.KR_MARGIN
PENDING: int = lib.KR_PENDING
LOSER_PAYS: int = lib.KR_LOSER_PAYS
PLAIN: int = lib.KR_PLAIN
EXACTLY: int = lib.KR_EXACTLY

_MANY_PARTIES: int = lib.KR_MANY_PARTIES

#: How many doubling calls a game can have at most: Contra, Recontra and Subcontra.
_MOST_CONTRA = 3

#: What the result of a search means. ``value``: the value of the contract. ``made``: 1 if the contract can be
#: made, else 0. ``stake``: the amount that each payer pays. ``guarantee``: the settlement that one seat can
#: force, in the game's unit. ``payoff``: the settlements of all four seats, in the game's unit, if each seat
#: plays for itself.
Role = Literal["value", "stake", "guarantee", "payoff", "made"]

#: The meanings that the result of a search can have, in the order of their numbers in ``enum kr_role``.
_ROLES: tuple[Role, ...] = get_args(Role)
_ROLE_NUMBERS: dict[str, int] = {role: getattr(lib, f"KR_ROLE_{role.upper()}") for role in _ROLES}


class Task(NamedTuple):
    """A contract as numbers of the core: rules of play, sides and goal (``kr_task``, see solver/kr.h)."""

    goal: int
    flags: int
    seats: int
    leader: int
    trump: int
    side: int
    takers: int
    tricks: int
    need: int
    low: int
    last: int
    marriages: int
    marriage_seats: int
    marriage_plain: int
    marriage_trump: int
    late: int
    declarer: int
    second: int
    seek: int
    talon_to: int
    strength: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def numbers_in_result(self) -> int:
        """How many numbers the result of the task has: 4 if every seat plays for itself, else 1."""
        return 4 if _MANY_PARTIES >> self.goal & 1 and self.seek == NONE else 1

    def pack(self) -> bytes:
        """Return the bytes of the C structure."""
        try:
            return _TASK.pack(*self[:-2], *self.strength, *self.points)
        except StructError as error:
            raise ValueError(f"a task cannot be: {error}") from None

    @classmethod
    def unpack(cls, data: "Buffer") -> "Task":
        """Return the task that the bytes of the C structure describe."""
        return cls(*_task_fields(_TASK.unpack(data)))


_TASK = Layout("kr_task")
_task_fields = _TASK.getter(*_TASK.fields)

#: Bits of ``CorePosition.announced`` (``enum kr_announcement``).
SIDE_HUNDRED: int = lib.KR_SIDE_HUNDRED
SIDE_ALL: int = lib.KR_SIDE_ALL
OTHERS_HUNDRED: int = lib.KR_OTHERS_HUNDRED
OTHERS_ALL: int = lib.KR_OTHERS_ALL

_POSITION = Layout("kr_position")
_position_parts = _POSITION.getter(
    "hands", "leader", "n_played", "played", "tricks_done", "took", "announced", "declared", "forced",
    "points", "pending", "declaring",
)  # fmt: skip


class CorePosition(NamedTuple):
    """A position in a game (``kr_position``, solver/kr.h). Cards are numbers 0-31, seats numbers 0-3."""

    hands: tuple[int, ...]  # for each seat the mask of the cards that it still holds
    leader: int  # the seat that leads to the trick in progress
    played: tuple[int, ...] = ()  # the 0 to 3 cards of the trick in progress, in order of play
    tricks_done: int = 0  # number of finished tricks
    took: int = 0  # mask of the seats that have taken a trick
    announced: int = 0  # Rußbach: announcements so far, as bits of ``enum kr_announcement``
    declared: tuple[int, ...] = (NONE,) * 4  # for each suit the seat that declared its marriage, or NONE
    #: for each seat the card that it laid face down and has not played yet; NONE: no card
    forced: tuple[int, ...] = (NONE,) * 4
    #: points so far, including points of marriages. Item 0: the points of ``Task.side``. Item 1: the points
    #: of the other side. In the contract Schurln, the four items are the points of the four seats instead.
    points: tuple[int, ...] = (0,) * 4
    #: points of registered marriages that do not count yet. Item 0: the points of ``Task.side``. Item 1: the
    #: points of the other side.
    pending: tuple[int, ...] = (0,) * 2
    declaring: int = 0  # mask of the seats that may still declare marriages and make announcements

    def pack(self) -> bytes:
        """Return the bytes of the C structure."""
        trick = len(self.played), *(*self.played, 0, 0, 0)[:3]
        try:
            return _POSITION.pack(
                *self.hands, self.leader, *trick, self.tricks_done, self.took, self.announced, *self.declared,
                *self.forced, *self.points, *self.pending, self.declaring, 0,
            )  # fmt: skip
        except StructError as error:
            raise ValueError(f"a position cannot be: {error}") from None

    @classmethod
    def unpack(cls, data: "Buffer") -> "CorePosition":
        """Return the position that bytes of the core's struct ``kr_position`` describe."""
        numbers = _POSITION.unpack(data)
        (
            hands, leader, count, played, done, took, announced, declared, forced, points, pending, declaring,
        ) = _position_parts(numbers)  # fmt: skip
        return cls(
            hands, leader, played[:count], done, took, announced, declared, forced, points, pending, declaring
        )

    def seat_order_of_trick(self, seats: int) -> list[int]:
        """Return the seats in the order in which they play to the trick in progress.

        Args:
            seats: mask of the seats that play cards.
        """
        return [seat for i in range(4) if seats >> (seat := (self.leader + i) % 4) & 1]

    def to_play(self, seats: int) -> int | None:
        """Return the seat that plays the next card. Return None if all cards have been played.

        Args:
            seats: mask of the seats that play cards.
        """
        seat = self.seat_order_of_trick(seats)[len(self.played)]
        return seat if self.hands[seat] else None


class Search(NamedTuple):
    """A search: the task to solve (a contract as numbers), and a role that says what the result means."""

    task: Task
    role: Role


class CoreQuestion:
    """A contract with its seats and trump (a question) in the form that the core understands.

    The methods list the searches that find the result of the contract, and convert results to payments.

    Attributes:
        parties: whether the seats form more than two parties, instead of two sides. This is true in some
            contracts, and whenever there is a second declarer.
    """

    __slots__ = ("_arguments", "_contra", "_measure", "_question", "_row", "_searches", "parties")

    def __init__(self, game: Game, question: Question, contra: int = 0) -> None:
        """Describe a question to the core.

        Args:
            game: the game under its rule options. It must have a contract with the id of the question's
                contract.
            question: the question.
            contra: how many doubling calls have been made: 1 after Contra, 2 after Recontra.

        Raises:
            ValueError: the game has no such contract, or a number is out of range.
        """
        if not 0 <= contra <= _MOST_CONTRA:
            raise ValueError(f"Contra cannot be called {contra} times")
        self._arguments = (game, question, contra)
        self._contra = contra
        self._row = row_address(game)  # keep this struct alive, because ``_measure`` points to it
        self._question = question_struct(game, question)
        self._measure = ffi.new(_MEASURE, lib.kr_measure_of(self._row, self._question))
        self.parties = bool(self._measure.parties)
        self._searches: dict[bool, tuple[Search, ...]] = {}

    def __reduce__(self) -> "tuple[type[CoreQuestion], tuple[Game, Question, int]]":
        return CoreQuestion, self._arguments  # structs of the core cannot be pickled: a copy makes new ones

    def searches(self, selfish: bool) -> tuple[Search, ...]:
        """Return the searches that find the contract's result. The first search finds the contract's value.

        Args:
            selfish: whether to include searches with more than two parties. With these searches, a table
                takes a hundred times as long.
        """
        searches = self._searches.get(selfish)
        if searches is None:
            found = ffi.new(_SEARCHES)
            count = lib.kr_searches(self._row, self._question, selfish, found)
            searches = self._searches[selfish] = tuple(_search(found[i]) for i in range(count))
        return searches

    def searches_for_declarers_gain(self) -> tuple[Search, ...]:
        """Return the fastest searches that find what the declarer is paid.

        If the declarer has to pay, these searches may find 0 instead of the loss.
        """
        found = ffi.new(_SEARCHES)
        count = lib.kr_paying_searches(self._row, self._question, found)
        return tuple(_search(found[i]) for i in range(count))

    def packed_conditions(self, callable_cards: int | None) -> bytes:
        """Return the bytes of the core's struct ``kr_row`` for the question.

        The struct says on which deals the question can come up, and on which deals the declarer may bid the
        contract.

        Args:
            callable_cards: mask of the cards that the declarer may have called, as in
                ``Question.callable_mask``. None: the question can come up on every deal.
        """
        row = lib.kr_row_of(self._row, self._question)
        row.callable = callable_cards or 0
        return bytes(ffi.buffer(ffi.addressof(row)))

    @property
    def played(self) -> Task:
        """The task (contract as numbers of the core) that has the rules of play, such as the trump suit."""
        return _task(ffi.addressof(self._measure, "task"))

    def task(self, forcing_seat: int) -> Task:
        """Return the task (contract as numbers of the core) whose value says what a seat can force.

        If the seats form two sides, all seats have the same task.
        """
        if not self.parties:
            return self.played
        return _task(ffi.new(_TASK_STRUCT, lib.kr_task_for(self._measure, check_seat_number(forcing_seat))))

    def value_task(self) -> Task:
        """Return the task (contract as numbers) that finds the contract's value when the discard is known."""
        task = ffi.new(_TASK_STRUCT, lib.kr_task_of(self._row, self._question, ffi.NULL))
        task.talon_to = NONE
        return _task(task)

    def payment_for_amount_one(self, seat: int) -> int:
        """Return what a seat receives if each payer pays an amount of 1. Negative: the seat pays."""
        return int(self._measure.unit[seat])

    def amount_paid(self, result: int, role: str = "value") -> int:
        """Convert the result of a search to the amount that each payer pays to each receiver.

        If there are more than two parties, return the result unchanged.

        Args:
            result: the result of the search.
            role: the role of the search.
        """
        return int(lib.kr_result_amount(self._measure, self._contra, _ROLE_NUMBERS[role], result))


def _search(struct: Any) -> Search:
    """Convert the core's struct ``kr_search`` to a ``Search``."""
    return Search(_task(ffi.addressof(struct, "task")), _ROLES[struct.role])


def _task(struct: Any) -> Task:
    """Convert the core's struct ``kr_task`` to a ``Task``."""
    return _known_task(bytes(ffi.buffer(struct, _TASK.size)))


#: Function that converts bytes of ``kr_task`` to a ``Task``. For equal bytes it returns the same object.
_known_task = lru_cache(maxsize=4096)(Task.unpack)


def searches(game: Game, question: Question, include_selfish: bool = True) -> tuple[Search, ...]:
    """Return the searches that find the result of a question. The first search finds the contract's value.

    Args:
        game: the game under its rule options.
        question: a contract with its seats, trump and order of ranks.
        include_selfish: whether to include searches with more than two parties. With these searches, a table
            takes a hundred times as long.
    """
    return CoreQuestion(game, question).searches(include_selfish)


def packed_question_conditions(game: Game, question: Question) -> bytes:
    """Return the core's struct ``kr_row`` for a question, as bytes.

    The struct says on which deals the question can come up, and on which deals the declarer may bid the
    contract.
    """
    return CoreQuestion(game, question).packed_conditions(question.callable_mask)


def many_parties(game: Game, question: Question) -> bool:
    """Return whether the seats of a question (a contract with its seats) form more than two parties.

    This is true in some contracts, and whenever there is a second declarer.
    """
    return CoreQuestion(game, question).parties
