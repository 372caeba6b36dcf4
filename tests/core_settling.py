"""Ask the core for the settlement of a played game, and for the score of a Rufer or a Schnapser."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kranalyze._core import ffi, lib
from kranalyze.core.questionborder import question_struct
from kranalyze.core.rules import row_address
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question
from kranalyze.kpn.played import Marriage, Payoff


@dataclass(frozen=True, slots=True)
class Course:
    """What happened in a game, as far as it was played. The question says which seats form a side."""

    winners: tuple[Seat, ...] = ()  # the winner of each finished trick
    points: tuple[int, ...] = ()  # card points of each finished trick, including those for the last trick
    ended: bool = False  # whether all cards have been played
    marriages: tuple[Marriage, ...] = ()  # in the order in which they were declared or registered
    discard: int | None = None  # mask of the cards laid away
    hundreds: tuple[Seat, ...] = ()  # seats that announced 100 (RULINGS: russbach)
    alls: tuple[Seat, ...] = ()  # seats that made the announcement "all tricks"
    raised: Contract | None = None  # the contract that the declarer's partner raised to (RULINGS: anrufen)
    contra: int = 0  # number of Contra calls


@dataclass(frozen=True, slots=True)
class Standing:
    """The score of a Rufer or a Schnapser. Index 0 is the declarer's side, index 1 the other side.

    Attributes:
        points, taken: the points and the number of tricks of each side.
        reached: index of the side that has reached the points it needs; None if neither side has.
        tricks: number of finished tricks. If play has stopped, later tricks do not count.
    """

    points: tuple[int, int]
    taken: tuple[int, int]
    reached: int | None
    tricks: int


def settle(game: Game, question: Question, course: Course) -> Payoff | None:
    """Return the settlement N E S W; None while it is open, or if the contract has none (whist)."""
    paid = ffi.new("int32_t[4]")
    struct = question_struct(game, question)
    settled = lib.kr_settle_game(row_address(game), struct, _facts(game, question, course), paid)
    return tuple(paid) if settled else None


def standing(game: Game, question: Question, course: Course) -> Standing:
    """Return the score of a Rufer or a Schnapser (RULINGS: bauernschnapsen)."""
    facts = _facts(game, question, course)
    race = lib.kr_run_race(row_address(game), question_struct(game, question), facts)
    reached = None if race.reached < 0 else race.reached
    points, taken = race.points, race.taken
    return Standing((points[0], points[1]), (taken[0], taken[1]), reached, race.tricks)


def _facts(game: Game, question: Question, course: Course) -> Any:
    """Return the ``kr_facts`` of a course, with those fields that a settlement depends on."""
    own = (question.first, question.partner)

    def by_side(seats: Sequence[Seat]) -> list[int]:
        return [sum(seat in own for seat in seats), sum(seat not in own for seat in seats)]

    ids = [contract.id for contract in game.contracts]
    marriages = [{"seat": m.seat, "points": m.points, "trick": m.trick} for m in course.marriages]
    tricks = len(course.winners)
    return ffi.new("kr_facts *", {
        "contract": ids.index(question.contract.id),
        "declarer": -1 if question.declarer is None else question.declarer,
        "counted_tricks": tricks, "winner": list(course.winners), "points": list(course.points),
        "ended": course.ended, "marriage": marriages, "marriages": len(marriages),
        "counted_marriages": len(marriages), "has_discard": course.discard is not None,
        "discard": course.discard or 0, "hundreds": by_side(course.hundreds), "alls": by_side(course.alls),
        "raised": lib.KR_NONE if course.raised is None else ids.index(course.raised.id),
        "contra": course.contra,
    })  # fmt: skip
