"""From what a seat knows to what the core looks at: positions without hidden cards, sums over layouts."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import gcd
from typing import TYPE_CHECKING

from kranalyze import parallel
from kranalyze.analysis.replay import Point, Replay
from kranalyze.answers.measure import Measure
from kranalyze.cards import cards_of, rank_of
from kranalyze.core.calls import new_shelf
from kranalyze.core.hidden import NOTHING, SETTLED, Hidden, Looked, Looking, SeenTask, look
from kranalyze.core.task import NONE
from kranalyze.deal import Deal, Seat
from kranalyze.frozen import frozen
from kranalyze.games import Question
from kranalyze.known.layouts import Knowledge, draws
from kranalyze.known.situation import Situation
from kranalyze.kpn import Record
from kranalyze.parallel import Pace, Stop, Stopped, default_workers

if TYPE_CHECKING:
    from kranalyze.core.calls import Shelf

#: Called with the layouts done since the last time and with how many there will be at most.
Progress = Callable[[int, int], object]

#: Layouts of the first piece, of the largest, and how long a piece should take, in seconds.
_FIRST, _LARGEST, _SECONDS = 4, 20_000, 0.15

#: Entries of the memory that pieces share, as a power of two.
_SHELF_BITS = 18

#: Layouts from which that memory is worth its making, and from which threads are.
_MANY, _FEW = 5_000, 64


@frozen
class View:
    """What is looked at in every layout, for the seat to play.

    Attributes:
        looking: the positions but for the hidden cards, and what values are worth in units of ``unit``.
        two: the only two settlements there are, the lower first; None if there are more.
    """

    looking: Looking
    unit: int
    two: tuple[int, int] | None


def view(known: Knowledge) -> View:
    """The view of the seat that is to play, or to lay a card face down.

    Raises:
        ValueError: it is not the seat's turn, nothing is played, or a card laid face down is not known.
    """
    seen, called = known.seen, known.seen.called
    if seen.contract.goal.as_dealt:
        raise ValueError(f"{seen.contract.name} is won as dealt, nothing is played")
    split = called if called is not None and seen.unseen >> called & 1 else None
    if split is None:
        parties: list[tuple[Seat | None, Deal | None]] = [(_partner(seen), known.layout(0))]
    else:
        parties = [(place.seat, known.holding(split, i)) for i, place in enumerate(known.hidden)]
        parties += [(None, None)] * (3 - len(parties))
    first = next(deal for _, deal in parties if deal is not None)
    laid = _laid_by(seen)
    points = []
    for partner, deal in parties:
        question = replace(seen.question, partner=None if partner == seen.question.declarer else partner)
        points.append(_without(seen, question, deal or first, laid))
    tables = [_settlements(point.measure, seen.seat) for point in points]
    unit = gcd(*(amount for table in tables for amount in table)) or 1
    amounts = sorted({amount for table in tables for amount in table})
    looked_at = tuple(
        SeenTask(point.measure.task(seen.seat), point.position, [amount // unit for amount in table])
        for point, table in zip(points, tables, strict=True)
    )
    a, b, c = (*(NONE if place.seat is None else int(place.seat) for place in known.hidden), NONE)[:3]
    two = (amounts[0], amounts[1]) if len(amounts) == 2 and amounts[0] <= 0 < amounts[1] else None
    return View(Looking((a, b, c), split, looked_at, laid), unit, two)


def _partner(seen: Situation) -> Seat | None:
    """The player opposite, or who holds or played the called card."""
    called = seen.called
    if seen.contract.party == "opposite":
        return Seat((seen.question.first + 2) % 4)
    if called is None or seen.hand >> called & 1:
        return None if called is None else seen.seat
    return next(move.seat for move in seen.moves if move.card == called)


def _laid_by(seen: Situation) -> int:
    """The seat whose card lies face down in trick 1 and is not known."""
    declarer, second = seen.question.declarer, seen.question.second
    if second is None or declarer is None or seen.after >= seen.game.seats:
        return NONE
    if seen.after == 0:
        return int(declarer) if seen.seat == second else NONE
    return NONE if seen.seat == second or seen.played(second) else int(second)


def _record(seen: Situation, question: Question, layout: Deal) -> Record:
    """The record as it would be with a layout, up to the card that the seat plays."""
    record = seen.record
    n, e, s, w = (hand | seen.played(seat) for seat, hand in enumerate(layout.masks))
    away = seen.discard or layout.talon
    own = any(move.seat == seen.seat for move in record.play[seen.after : seen.after + 1])
    play = record.play[: seen.after + own]
    spoken = {move.seat for move in play}
    face_down = dict(record.face_down)
    for bidder in (question.declarer, question.second) if question.second is not None else ():
        assert bidder is not None
        shown = next((m.card for m in play if m.trick == 1 and m.seat == bidder), None)
        if shown is not None:
            face_down[bidder] = shown
        elif bidder != seen.seat:
            face_down[bidder] = next(cards_of((n, e, s, w)[bidder]))
    return replace(
        record,
        deal=Deal((n, e, s, w), away),
        discard=away or None,
        question=question,
        play=play,
        announce=tuple(said for said in record.announce if said.seat in spoken),
        contra=0 if any(said.what == "contra" for said in record.announce) else record.contra,
        face_down=tuple(face_down.items()),
    )


def _point(seen: Situation, question: Question, layout: Deal) -> Point:
    """The position in a layout, after what the seat itself says in the record at this turn."""
    replay = Replay(_record(seen, question, layout), question)
    if seen.after == 0 and question.second is not None and seen.seat in (question.declarer, question.second):
        return Point(replay.opening, seen.seat, replay.start())
    if len(replay.record.play) > seen.after:
        *_, turn = replay.turns()
        if turn.point is None:
            raise ValueError(f"the game is decided before card {seen.after + 1}")
        return turn.point
    point = replay.point(seen.after)
    if not point.position.hands[point.seat]:
        raise ValueError(f"all cards are played after card {seen.after}: ask of an earlier one")
    if point.seat != seen.seat:
        raise ValueError(f"{point.seat.title} is to play, not {seen.seat.title}")
    return point


def _without(seen: Situation, question: Question, layout: Deal, laid: int) -> Point:
    """The position of a layout without its hidden cards, and without their points if they were laid away."""
    point = _point(seen, question, layout)
    position = point.position
    own, other, *more = position.points
    counted = point.measure.base.points
    away = sum(counted[rank_of(c)] for c in cards_of(layout.talon))
    position = replace(
        position,
        hands=tuple(hand if s == seen.seat else 0 for s, hand in enumerate(position.hands)),
        points=(own, other - away, *more),
        forced=tuple(NONE if s == laid else card for s, card in enumerate(position.forced)),
    )
    return replace(point, position=position)


def _settlements(measure: Measure, seat: int) -> list[int]:
    """What every value settles for a seat; a contract that is made or not has but two."""
    if measure.contract.goal.yes_or_no and not measure.parties:
        lost, made = (measure.settlement(seat, value) for value in (0, 1))
        return [lost] * (SETTLED + 1) + [made] * (SETTLED - 1)
    # Of a value paid by ten points only whole tens occur, so that nothing is rounded and amounts stay small.
    per = measure.contract.per
    return [0 if value % per else measure.settlement(seat, value) for value in range(-SETTLED, SETTLED)]


class Walk:
    """The layouts of what a seat knows, looked at piece by piece: all of them, or samples, by threads."""

    def __init__(
        self, known: Knowledge, looking: Looking, most: int, workers: int | None = None,
        progress: Progress | None = None, stop: Stop | None = None,
    ) -> None:  # fmt: skip
        """Begin.

        Args:
            most: how many layouts will be looked at at most, for ``progress``.
            workers: threads, default all cores; the sums do not depend on them.
            stop: looked at between two pieces.
        """
        self.known, self.looking, self.most, self.progress = known, looking.pack(), most, progress
        self.stop, self.workers = stop, workers or default_workers()
        self.pace = Pace(_FIRST, _LARGEST, _SECONDS)
        self.shelf: Shelf | None = None

    def all(self) -> Looked:
        """The sums over all layouts."""
        return self._sum(self.known.count, {case: range(case.count) for case in self.known.cases})

    def drawn(self, first: int, n: int, seed: int) -> Looked:
        """The sums over some layouts of a seed's series."""
        numbers: dict[Hidden, array[int]] = {}
        for number in draws(self.known.count, n, seed, first):
            case, place = self.known.place(number)
            numbers.setdefault(case, array("Q")).extend(place)
        return self._sum(n, numbers)

    def _sum(self, n: int, numbers: Mapping[Hidden, range | array[int]]) -> Looked:
        if n >= _MANY and self.shelf is None:
            self.shelf = new_shelf(_SHELF_BITS)
        pieces = (
            (case, some[at : at + size])
            for case, some in numbers.items()
            for at, size in self.pace.cut(len(some))
        )
        pool = parallel.HERE if self.workers == 1 or n < _FEW else parallel.threads(self.workers)
        total = NOTHING
        for (_, some), found in parallel.run(self._piece, pieces, pool):
            total += found
            if self.progress is not None:
                self.progress(len(some), self.most)
        return total

    def _piece(self, piece: tuple[Hidden, range | array[int]]) -> Looked:
        if self.stop is not None and self.stop.is_set():
            raise Stopped
        with self.pace.timed(len(piece[1])):
            return look(self.looking, *piece, self.shelf)
