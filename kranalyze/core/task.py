"""Tasks and positions of the core, and the searches that answer a question."""

from __future__ import annotations

from functools import lru_cache
from struct import error as StructError  # noqa: N812
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from kranalyze._core import ffi, lib
from kranalyze.core.questionborder import question_struct, seat_number
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

#: Numbers of ``enum kr_goal`` by their names in lower case.
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

#: Contra, Recontra and Subcontra.
_MOST_CONTRA = 3

#: The purpose of a search: the contract's value, whether it is made (1 or 0), the stake per payer, or amounts
#: in the game's unit: one seat's guarantee, or all four settlements of play without sides.
Role = Literal["value", "stake", "guarantee", "payoff", "made"]

#: The roles by their numbers (``enum kr_role``).
_ROLES: tuple[Role, ...] = get_args(Role)
_ROLE_NUMBERS: dict[str, int] = {role: getattr(lib, f"KR_ROLE_{role.upper()}") for role in _ROLES}


class Task(NamedTuple):
    """``kr_task`` of the core, field by field. solver/kr.h explains the fields."""

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
    def width(self) -> int:
        """Count of numbers in the answer: 4 for many parties if no seat seeks its guarantee, else 1."""
        return 4 if _MANY_PARTIES >> self.goal & 1 and self.seek == NONE else 1

    def pack(self) -> bytes:
        """Return the bytes of the C structure."""
        try:
            return _TASK.pack(*self[:-2], *self.strength, *self.points)
        except StructError as error:
            raise ValueError(f"a task cannot be: {error}") from None

    @classmethod
    def unpack(cls, data: Buffer) -> Task:
        """Return the task from the bytes of the C structure."""
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
    """``kr_position`` of the core (solver/kr.h). Cards are numbers, seats 0-3, and NONE means nobody."""

    hands: tuple[int, ...]  # cards still held
    leader: int  # the seat that leads, or led, the trick in progress
    played: tuple[int, ...] = ()  # cards of the trick in progress in order of play, 0 to 3 of them
    tricks_done: int = 0
    took: int = 0  # mask of the seats that have taken a trick
    announced: int = 0  # in Rußbach, bits of what the declarer's side and the others announced
    declared: tuple[int, ...] = (NONE,) * 4  # by suit the seat that declared the marriage
    forced: tuple[int, ...] = (NONE,) * 4  # by seat the card laid face down and not yet played
    points: tuple[int, ...] = (0,) * 4  # [side, others], by seat in Schurln, with registered marriages
    pending: tuple[int, ...] = (0,) * 2  # marriages of the opening lead that do not count yet, [side, others]
    declaring: int = 0  # mask of the seats that may still declare and announce

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
    def unpack(cls, data: Buffer) -> CorePosition:
        """Return the position from the bytes of the C structure."""
        numbers = _POSITION.unpack(data)
        (
            hands, leader, count, played, done, took, announced, declared, forced, points, pending, declaring,
        ) = _position_parts(numbers)  # fmt: skip
        return cls(
            hands, leader, played[:count], done, took, announced, declared, forced, points, pending, declaring
        )

    def turns(self, seats: int) -> list[int]:
        """Return the seats that take part (a mask) in the order in which they play to this trick."""
        return [seat for i in range(4) if seats >> (seat := (self.leader + i) % 4) & 1]

    def to_play(self, seats: int) -> int | None:
        """Return the seat to play, given the mask of the seats that take part; None at the end."""
        seat = self.turns(seats)[len(self.played)]
        return seat if self.hands[seat] else None


class Search(NamedTuple):
    """A task, and the purpose of its result."""

    task: Task
    role: Role


class CoreQuestion:
    """A question at the core: its searches, the task of its play, and the settlement of values.

    Attributes:
        parties: whether there are more than two parties, because of the contract or a second declarer.
    """

    __slots__ = ("_arguments", "_contra", "_measure", "_question", "_row", "parties")

    def __init__(self, game: Game, question: Question, contra: int = 0) -> None:
        """Describe a question to the core. Its contract is looked up in the game by id.

        Args:
            game: the game under its rule options.
            question: the question.
            contra: number of Contra calls.

        Raises:
            ValueError: the game has no such contract, or a number is out of range.
        """
        if not 0 <= contra <= _MOST_CONTRA:
            raise ValueError(f"Contra cannot be called {contra} times")
        self._arguments = (game, question, contra)
        self._contra = contra
        self._row = row_address(game)  # the measure points to this row
        self._question = question_struct(game, question)
        self._measure = ffi.new(_MEASURE, lib.kr_measure_of(self._row, self._question))
        self.parties = bool(self._measure.parties)

    def __reduce__(self) -> tuple[type[CoreQuestion], tuple[Game, Question, int]]:
        return CoreQuestion, self._arguments  # the core's memory is neither copied nor pickled

    def searches(self, selfish: bool) -> list[Search]:
        """Return the searches that answer the question, first the value's. ``searches`` explains more."""
        found = ffi.new(_SEARCHES)
        count = lib.kr_searches(self._row, self._question, selfish, found)
        return [_search(found[i]) for i in range(count)]

    def paying_searches(self) -> list[Search]:
        """Return the cheapest searches for the payment if the contract pays. A loss may become 0."""
        found = ffi.new(_SEARCHES)
        count = lib.kr_paying_searches(self._row, self._question, found)
        return [_search(found[i]) for i in range(count)]

    def row(self, callable_cards: int | None) -> bytes:
        """Return the ``kr_row``: cards by which a deal reaches the question, and cards the bidder must hold.

        Args:
            callable_cards: mask as in ``Question.callable``. None: every deal reaches the question.
        """
        row = lib.kr_row_of(self._row, self._question)
        row.callable = callable_cards or 0
        return bytes(ffi.buffer(ffi.addressof(row)))

    @property
    def played(self) -> Task:
        """The task of the play. With more than two parties each seat plays for itself."""
        return _task(ffi.addressof(self._measure, "task"))

    def task(self, seat: int) -> Task:
        """Return the task that measures a position for a seat. With two sides all seats share one task."""
        if not self.parties:
            return self.played
        return _task(ffi.new(_TASK_STRUCT, lib.kr_task_for(self._measure, seat_number(seat))))

    def value_task(self) -> Task:
        """Return the task of the contract's value when the cards laid away are known."""
        task = ffi.new(_TASK_STRUCT, lib.kr_task_of(self._row, self._question, ffi.NULL))
        task.talon_to = NONE
        return _task(task)

    def unit(self, seat: int) -> int:
        """Return the payment of a seat for an amount of one."""
        return int(self._measure.unit[seat])

    def amount(self, result: int, role: str = "value") -> int:
        """Return the payment of a payer to a receiver for a search's result; with many parties the result."""
        return int(lib.kr_result_amount(self._measure, self._contra, _ROLE_NUMBERS[role], result))


def _search(struct: Any) -> Search:
    return Search(_task(ffi.addressof(struct, "task")), _ROLES[struct.role])


def _task(struct: Any) -> Task:
    return _known_task(bytes(ffi.buffer(struct, _TASK.size)))


#: Returns the task of some bytes. Equal bytes return the same object.
_known_task = lru_cache(maxsize=4096)(Task.unpack)


def searches(game: Game, question: Question, selfish: bool = True) -> tuple[Search, ...]:
    """Return the searches that answer a question, the value's first.

    Args:
        game: the game under its rule options.
        question: the question.
        selfish: whether to include the searches with many parties. They make a table take a hundred times as
            long.
    """
    return tuple(CoreQuestion(game, question).searches(selfish))


def row_of(game: Game, question: Question) -> bytes:
    """Return the ``kr_row`` of a question. ``CoreQuestion.row`` explains it."""
    return CoreQuestion(game, question).row(question.callable)


def many_parties(game: Game, question: Question) -> bool:
    """Return whether there are more than two parties, because of the contract or a second declarer."""
    return CoreQuestion(game, question).parties
