"""A record followed card by card: before each card the position, and what could be said at that turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kranalyze.answers.plan import Measure, Sought, opening
from kranalyze.core import calls as core
from kranalyze.core.task import (
    GOALS,
    OTHERS_ALL,
    OTHERS_HUNDRED,
    SIDE_ALL,
    SIDE_HUNDRED,
    CorePosition,
    Task,
    searches,
)
from kranalyze.deal import Seat
from kranalyze.games import Question
from kranalyze.kpn import Move, Record

#: A position and what is searched for.
Pair = tuple[Task, CorePosition]


@dataclass(frozen=True, slots=True)
class Point:
    """A position as one seat sees it under what is in force."""

    measure: Measure
    seat: Seat
    position: CorePosition

    @property
    def pair(self) -> Pair:
        """What the core is asked."""
        return self.measure.task(self.seat), self.position


@dataclass(frozen=True, slots=True)
class Turn:
    """A card of the record and the point at which it was chosen.

    Attributes:
        point: before the card, after what the mover said; None if too little is known of the position, or
            the card counts for nothing any more.
        options: where something can be said at this turn, the points after saying nothing, what he could have
            said, and what he said.
    """

    move: Move
    point: Point | None
    options: tuple[Point, ...] = ()


class Replay:
    """A record whose contract and hands are known.

    Attributes:
        record, question: what is followed.
        opening: what is in force before the first card.
        laid: of two Bettlers the cards laid face down for trick 1, as far as they are known.
        complete: whether they are known where there are such.
    """

    def __init__(self, record: Record, question: Question) -> None:
        """Set up the table.

        Raises:
            ValueError: a hand or the discard is not known.
        """
        self.record = record
        self.question = question
        said = {a.seat for a in record.announce if a.what == "contra"}
        self.opening = Measure(record.game_row, question, 0 if said else record.contra)
        self.laid: dict[int, int] = {}
        if question.second is not None:
            bidders = (question.declarer, question.second)
            shown = ((m.seat, m.card) for m in record.play if m.trick == 1 and m.seat in bidders)
            self.laid = {int(seat): card for seat, card in (*shown, *record.face_down)}
        self.complete = question.second is None or len(self.laid) == 2
        if record.deal is None or not record.deal.complete:
            raise ValueError("a hand of the deal is not known")
        if record.game_row.talon and (record.discard is None or record.declarer is None):
            raise ValueError("the discard is not known")
        self._deal = record.deal
        self._known: dict[Task, list[CorePosition]] = {}

    def start(self, task: Task | None = None) -> CorePosition:
        """Before the first card, and before two Bettlers lay theirs; by default under the opening's task."""
        deal, away = self._deal, self.record.discard or 0
        return opening(task or self.opening.base, deal, self.record.declarer, away)

    def position(self, task: Task, after: int) -> CorePosition:
        """The position after so many cards under a task, before the next player speaks."""
        known = self._known.get(task)
        if known is None:
            first = self.start(task)
            for laid in self.laid.items():
                first = first.laid(*laid)
            known = self._known[task] = [first]
        while len(known) <= after:
            move = self.record.play[len(known) - 1]
            before = self._spoken(task, known[-1], move.seat)
            following = core.play(task, before, move.card)
            known.append(replace(following, declared=before.declared))
        return known[after]

    def _spoken(self, task: Task, position: CorePosition, seat: int) -> CorePosition:
        """A position after a seat has said in trick 1 what it says in the record (Rußbach, Rufmariasch)."""
        if not position.declaring >> seat & 1:  # it has spoken, or nothing said counts in the task
            return position
        said = {(a.what, a.suit) for a in self.record.announce if a.seat == seat}
        own = bool(task.side >> seat & 1)
        hundred, every = (SIDE_HUNDRED, SIDE_ALL) if own else (OTHERS_HUNDRED, OTHERS_ALL)
        bits = sum({"hundred": hundred, "all": every}.get(what, 0) for what in {what for what, _ in said})
        return position.spoken(seat, {suit for what, suit in said if what == "marriage"}, bits)

    def turns(self) -> Iterator[Turn]:
        """The cards of the record in their order."""
        measure = self.opening
        for after, move in enumerate(self.record.play):
            if self.question.second is not None and (move.trick == 1 or not self.complete):
                yield Turn(move, self._laying(move, after))
                continue
            position = self.position(measure.base, after)
            if self.over(after):
                yield Turn(move, None)
                continue
            point = Point(measure, move.seat, position)
            if move.trick > 1 or measure.parties:
                yield Turn(move, point)
            elif position.declaring:
                spoken = replace(point, position=self._spoken(measure.base, position, move.seat))
                yield Turn(move, spoken, (point,))
            else:
                now = self._after_speaking(measure, move.seat)
                others = [one for one in (measure, *self._options(measure, move)) if one is not now]
                said = [Point(m, move.seat, self.position(m.base, after)) for m in (*others, now)]
                yield Turn(move, said[-1], (point, *said) if others else ())
                measure = now

    def point(self, after: int) -> Point:
        """The point after so many cards, before the next player speaks; at the end that of the leader.

        Raises:
            ValueError: the cards laid face down are not known, or play was over before.
        """
        if not self.complete and after:
            raise ValueError("the cards laid face down are not known")
        if after and self.over(after - 1):
            raise ValueError(f"play was over before card {after}, which counts for nothing")
        measure = self.opening
        for move in self.record.play[:after]:
            if move.trick == 1:
                measure = self._after_speaking(measure, move.seat)
        position = self.position(measure.base, after) if after else self.start()
        seat = position.to_play(measure.base.seats)
        mover = Seat(position.leader if seat is None else seat)
        return Point(measure, mover, position)

    def over(self, after: int) -> bool:
        """Whether a Rufer was over after so many cards; it may have been played on."""
        task = self.opening.base
        return task.goal == GOALS["race"] and core.decided(task, self.position(task, after))

    def outlook(self, point: Point, after: int) -> dict[Sought, Pair]:
        """What has to be asked to know what the contract is worth from a point after so many cards on."""
        measure, found = point.measure, dict[Sought, Pair]()
        for search in searches(measure.game, measure.question):
            seat, role = search.task.seek, search.role
            pair = measure.base if role in ("payoff", "stake") else measure.task(seat), point.position
            if role == "value" and measure.contract.settles is not None:  # Rußbach's card points
                pair = measure.value_task, self.position(measure.value_task, after)
            found[role, seat if role == "guarantee" else 0] = pair
        return found

    def _laying(self, move: Move, after: int) -> Point | None:
        """In trick 1 of a double contract: two cards are chosen when they are laid face down."""
        first, second = self.question.declarer, self.question.second
        if move.trick == 1 and move.seat == first:
            return Point(self.opening, move.seat, self.start())
        if not self.complete:
            return None
        if move.trick == 1 and move.seat == second and first is not None:
            return Point(self.opening, move.seat, self.start().laid(first, self.laid[first]))
        return Point(self.opening, move.seat, self.position(self.opening.base, after))

    def _after_speaking(self, measure: Measure, seat: int) -> Measure:
        """What is in force after a seat's raise or Contra (RULINGS: anrufen)."""
        for said in (one for one in self.record.announce if one.seat == seat):
            if said.what == "raise" and said.level is not None:
                measure = measure.raised(said.level)
            elif said.what == "contra":
                measure = measure.doubled()
        return measure

    def _options(self, measure: Measure, move: Move) -> list[Measure]:
        """What the mover could say: raises; or Contra, which only the last opponent can have missed."""
        question, seats = self.question, self.opening.game.seats
        if move.seat == question.partner:
            return [measure.raised(name) for name in measure.contract.raises]
        side = (question.declarer, question.partner)
        last = all((move.seat + i) % seats in side for i in range(1, seats - move.turn + 1))
        may = measure.game.contra == "token" and measure.contra < measure.game.most_contra
        return [measure.doubled()] if move.seat != question.declarer and may and last else []
