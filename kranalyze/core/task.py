"""Tasks and positions: what the core is asked. From a question to the searches that answer it."""

from __future__ import annotations

from dataclasses import field
from functools import lru_cache
from operator import attrgetter
from struct import error as StructError  # noqa: N812
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from kranalyze._core import ffi, lib
from kranalyze.core.questionborder import question_struct, seat_number
from kranalyze.core.rules import row_address
from kranalyze.core.structs import Layout
from kranalyze.frozen import frozen
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

#: What a search of a question fills: its value, whether it is made (1 or 0), the stake per payer, or in
#: units one seat's guarantee or all four settlements of selfish play.
Role = Literal["value", "stake", "guarantee", "payoff", "made"]

#: The roles by their numbers (``enum kr_role``).
_ROLES: tuple[Role, ...] = get_args(Role)
_ROLE_NUMBERS: dict[str, int] = {role: getattr(lib, f"KR_ROLE_{role.upper()}") for role in _ROLES}


@frozen
class Task:
    """``kr_task`` of the core, field by field (solver/kr.h says what each means)."""

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
    _packed: bytes = field(init=False, repr=False, compare=False)

    @property
    def width(self) -> int:
        """How many numbers the answer is: four if more than two interests meet, and no seat seeks its own."""
        return 4 if _MANY_PARTIES >> self.goal & 1 and self.seek == NONE else 1

    def __post_init__(self) -> None:
        try:
            packed = _TASK.pack(*_numbers(self), *self.strength, *self.points)
        except StructError as error:
            raise ValueError(f"a task cannot be: {error}") from None
        object.__setattr__(self, "_packed", packed)

    def pack(self) -> bytes:
        """The bytes of the C structure."""
        return self._packed

    @classmethod
    def unpack(cls, data: Buffer) -> Task:
        """Return the task of the bytes of the C structure."""
        return cls(*_task_fields(_TASK.unpack(data)))


_TASK = Layout("kr_task")
_task_fields = _TASK.getter(*_TASK.fields)

#: The fields that are one number, which stand before those of the ranks.
_numbers = attrgetter(*_TASK.fields[:-2])

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


@frozen
class CorePosition:
    """``kr_position`` of the core (solver/kr.h): cards are numbers, seats 0-3, NONE is nobody."""

    hands: tuple[int, ...]  # cards still held
    leader: int  # who leads, or led, the trick in progress
    played: tuple[int, ...] = ()  # its cards in order of play, 0 to 3
    tricks_done: int = 0
    took: int = 0  # mask of the seats that have taken a trick
    announced: int = 0  # in Rußbach, bits of what the declarer's side and the others announced
    declared: tuple[int, ...] = (NONE,) * 4  # by suit whose marriage was declared
    forced: tuple[int, ...] = (NONE,) * 4  # by seat the card laid face down and not yet played
    points: tuple[int, ...] = (0,) * 4  # [side, others], by seat in Schurln, registered marriages included
    pending: tuple[int, ...] = (0,) * 2  # those of the opening lead that do not count yet, [side, others]
    declaring: int = 0  # mask of the seats that may still declare and announce

    def pack(self) -> bytes:
        """The bytes of the C structure."""
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
        """The position of the bytes of the C structure."""
        numbers = _POSITION.unpack(data)
        (
            hands, leader, count, played, done, took, announced, declared, forced, points, pending, declaring,
        ) = _position_parts(numbers)  # fmt: skip
        return cls(
            hands, leader, played[:count], done, took, announced, declared, forced, points, pending, declaring
        )

    def turns(self, seats: int) -> list[int]:
        """The seats of a mask, which take part, in the order in which they play to this trick."""
        return [seat for i in range(4) if seats >> (seat := (self.leader + i) % 4) & 1]

    def to_play(self, seats: int) -> int | None:
        """The seat to play when the seats of the mask take part; None at the end."""
        seat = self.turns(seats)[len(self.played)]
        return seat if self.hands[seat] else None


class Search(NamedTuple):
    """A task, and what its result is for."""

    task: Task
    role: Role


class CoreQuestion:
    """A question at the core: its searches, the task by which it is played, and the worth of values.

    Attributes:
        parties: whether there are more than two parties, by the contract or because of a second declarer.
    """

    __slots__ = ("_arguments", "_contra", "_measure", "_question", "_row", "parties")

    def __init__(self, game: Game, question: Question, contra: int = 0) -> None:
        """Describe a question to the core; the row of the game has the contract in force, by its id.

        Args:
            game: the row under the rules in force.
            question: the question.
            contra: number of Contra calls.

        Raises:
            ValueError: the game has no such contract, or a number cannot be.
        """
        if not 0 <= contra <= _MOST_CONTRA:
            raise ValueError(f"Contra cannot be called {contra} times")
        self._arguments = (game, question, contra)
        self._contra = contra
        self._row = row_address(game)  # to which the measure points
        self._question = question_struct(game, question)
        self._measure = ffi.new(_MEASURE, lib.kr_measure_of(self._row, self._question))
        self.parties = bool(self._measure.parties)

    def __reduce__(self) -> tuple[type[CoreQuestion], tuple[Game, Question, int]]:
        return CoreQuestion, self._arguments  # memory of the core is neither copied nor pickled

    def searches(self, selfish: bool) -> list[Search]:
        """The searches that answer it, its value first; ``selfish`` as for `searches`."""
        found = ffi.new(_SEARCHES)
        count = lib.kr_searches(self._row, self._question, selfish, found)
        return [_search(found[i]) for i in range(count)]

    def paying_searches(self) -> list[Search]:
        """The cheapest searches that say what it pays if it pays at all. A loss may become 0."""
        found = ffi.new(_SEARCHES)
        count = lib.kr_paying_searches(self._row, self._question, found)
        return [_search(found[i]) for i in range(count)]

    def row(self, callable_cards: int | None) -> bytes:
        """The ``kr_row``: by which cards a deal reaches it, and what the bidder must hold.

        Args:
            callable_cards: as ``Question.callable`` has them; every deal reaches the row if None.
        """
        row = lib.kr_row_of(self._row, self._question)
        row.callable = callable_cards or 0
        return bytes(ffi.buffer(ffi.addressof(row)))

    @property
    def played(self) -> Task:
        """The task by which the cards are played, with more than two parties that of selfish play."""
        return _task(ffi.addressof(self._measure, "task"))

    def task(self, seat: int) -> Task:
        """The task that measures a position for a seat. Between two sides it is that of all seats."""
        if not self.parties:
            return self.played
        return _task(ffi.new(_TASK_STRUCT, lib.kr_task_for(self._measure, seat_number(seat))))

    def value_task(self) -> Task:
        """The task of the contract's value, once what is laid away is known."""
        task = ffi.new(_TASK_STRUCT, lib.kr_task_of(self._row, self._question, ffi.NULL))
        task.talon_to = NONE
        return _task(task)

    def unit(self, seat: int) -> int:
        """The pay of a seat for an amount of one."""
        return int(self._measure.unit[seat])

    def amount(self, result: int, role: str = "value") -> int:
        """What one payer owes one receiver for the result of a search; with many parties the result."""
        return int(lib.kr_result_amount(self._measure, self._contra, _ROLE_NUMBERS[role], result))


def _search(struct: Any) -> Search:
    return Search(_task(ffi.addressof(struct, "task")), _ROLES[struct.role])


def _task(struct: Any) -> Task:
    return _known_task(bytes(ffi.buffer(struct, _TASK.size)))


#: A task by its bytes, made once.
_known_task = lru_cache(maxsize=4096)(Task.unpack)


def searches(game: Game, question: Question, selfish: bool = True) -> tuple[Search, ...]:
    """The searches that answer a question, its value first.

    Args:
        selfish: with the searches of many parties, which make a table take a hundred times as long.
    """
    return tuple(CoreQuestion(game, question).searches(selfish))


def row_of(game: Game, question: Question) -> bytes:
    """``kr_row``: by which cards a deal reaches the question, and what the bidder must hold."""
    return CoreQuestion(game, question).row(question.callable)


def many_parties(game: Game, question: Question) -> bool:
    """Whether there are more than two parties, by the contract or because of a second declarer."""
    return CoreQuestion(game, question).parties
