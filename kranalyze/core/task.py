"""Tasks and positions: what the core is asked. From a question to the searches that answer it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from operator import attrgetter
from struct import error as StructError  # noqa: N812
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kranalyze._core import lib
from kranalyze.cards import strength
from kranalyze.core.structs import Layout, packed
from kranalyze.frozen import frozen
from kranalyze.games import Game, Goal, Question
from kranalyze.games.questions import requirement, seats_of, side

if TYPE_CHECKING:
    from typing_extensions import Buffer

NONE: int = lib.KR_NONE
NO_TRUMP: int = lib.KR_NO_TRUMP

#: Numbers of ``enum kr_goal``; a Goal of kind ``dealt`` needs no search.
GOALS: dict[str, int] = {
    "sweep": lib.KR_SWEEP, "points": lib.KR_POINTS, "tricks": lib.KR_TRICKS, "exactly": lib.KR_TRICKS,
    "stakes": lib.KR_STAKES, "race": lib.KR_RACE, "last": lib.KR_LAST, "double": lib.KR_DOUBLE,
    "most": lib.KR_MOST,
}  # fmt: skip
MARRIAGES: dict[str, int] = {
    "none": lib.KR_NO_MARRIAGES, "declared": lib.KR_DECLARED, "lead": lib.KR_ON_LEAD,
}  # fmt: skip

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

#: What a search of a question fills: its value, whether it is made (1 or 0), the stake per payer, or in
#: units of ``Question.unit`` one seat's guarantee or all four settlements of selfish play.
Role = Literal["value", "made", "stake", "guarantee", "payoff"]


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
        return cls(*_task_parts(_TASK.unpack(data)))


_TASK = Layout("kr_task")

#: The fields that are one number, which stand before those of the ranks.
_numbers = attrgetter(*_TASK.fields[:-2])
_task_parts = _TASK.getter(*_TASK.fields)

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


def task_of(game: Game, question: Question, goal: Goal | None = None) -> Task:
    """The task of a question for the goal of its contract, or for another one."""
    contract, first = question.contract, question.first
    # Two declarers each undertake to take no trick.
    goal = goal or (contract.goal if question.second is None else Goal("double"))
    seats, own = (sum(1 << seat for seat in some) for some in (seats_of(game), side(question)))
    if contract.sits_out:
        seats &= ~(1 << (first + 2) % 4)
    marrying = goal.marriages != "none"
    couples = 1 << first if goal.own_marriages else seats if goal.signed or goal.announced else own
    plain, in_trump = game.marriage if marrying else (0, 0)
    flags = MUST_TRUMP * game.must_trump | MUST_BEAT * game.must_beat | STOP * goal.stop
    flags |= MARGIN * goal.margin | PENDING * (game.opening_marriage == "pending" and marrying)
    by_kind: dict[str, dict[str, Any]] = {
        "sweep": {"takers": {"declarer": 1 << first, "side": own, "others": seats & ~own}[goal.takers]},
        "exactly": {"flags": flags | EXACTLY, "last": 0, "points": (0,) * 8},
        "last": {"declarer": first},
        "double": {
            "flags": flags | LOSER_PAYS * contract.loser_pays, "declarer": first, "second": question.second,
        },
    }
    said = {
        "flags": flags, "takers": 0, "last": game.last, "points": game.points,
        "declarer": NONE, "second": NONE, **by_kind.get(goal.kind, {}),
    }
    return Task(
        goal=GOALS[goal.kind], seats=seats, leader=question.leader,
        trump=NO_TRUMP if question.trump is None else question.trump, side=own, tricks=goal.tricks,
        need=goal.need, low=goal.low, marriages=MARRIAGES[goal.marriages],
        marriage_seats=couples if marrying else 0, marriage_plain=plain, marriage_trump=in_trump,
        late=int(game.opening_marriage != "yes" and marrying), seek=NONE,
        talon_to=first if game.talon else NONE, strength=strength(question.order), **said,
    )  # fmt: skip


def played_task(game: Game, question: Question) -> Task:
    """The task by which the cards of a game are played, with more than two parties that of selfish play."""
    return replace(task_of(game, question, question.contract.settles), talon_to=NONE)


def searches(game: Game, question: Question, selfish: bool = True) -> tuple[Search, ...]:
    """The searches that answer a question, its value first.

    Args:
        selfish: with the searches of many parties, which make a table take a hundred times as long.
    """
    contract = question.contract
    if contract.goal.as_dealt:
        return ()
    task = task_of(game, question)
    if question.many_parties:
        role: Role = "value" if contract.goal.last_names_partner else "guarantee"
        seeking = [seat for seat in (task.declarer, task.second) if seat != NONE] or seats_of(game)
        sought = tuple(Search(replace(task, seek=seat), role) for seat in seeking)
        return (*sought, Search(task, "payoff")) if selfish else sought
    if contract.settles is not None:
        return (Search(task, "value"), Search(task_of(game, question, contract.settles), "stake"))
    return (Search(task, "value"),)


def cheapest(question: Question, todo: Sequence[Search]) -> tuple[Search, ...]:
    """Of the searches that answer a question the cheapest that say what it pays if it pays at all."""
    contract = question.contract
    if not todo or todo[0].role == "guarantee":
        return tuple(search for search in todo if search.role == "guarantee")
    search = next((s for s in todo if s.role == "stake"), todo[0])
    task = search.task
    if contract.stake == "fixed" and task.goal == GOALS["points"] and not task.flags & MARGIN:
        # Whether a number of points is reached: a sweep in which every trick is anybody's.
        need = contract.makeable_at or 0
        flags = task.flags | STOP
        task = replace(task, goal=GOALS["sweep"], takers=task.seats, need=need, flags=flags)
        return (Search(task, "made"),)
    return (search._replace(task=replace(task, low=1)) if search.role == "stake" else search,)


def row_of(game: Game, question: Question) -> bytes:
    """``kr_row``: by which cards a deal reaches the question, and what the bidder must hold."""
    holder = question.first if question.partner is None else question.partner
    return packed(
        "kr_row", callable=question.callable or 0, required=requirement(question, game), holder=holder,
        bidder=question.first,
    )  # fmt: skip
