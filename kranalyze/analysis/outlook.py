"""What a contract is worth from a point of a game on: value, makeable, guarantees and payoff (RULINGS)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kranalyze.analysis.costs import Pair, Worths
from kranalyze.analysis.replay import Point, Replay
from kranalyze.core.task import NONE
from kranalyze.deal import Seat

Four = tuple[int | None, int | None, int | None, int | None]

NOBODY: Four = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What best play comes to; what does not apply is None.

    Attributes:
        value: from the declarer's side, in the contract's own measure.
        guarantee, payoff: settlements N E S W.
    """

    value: int | None
    makeable: bool | None
    guarantee: Four
    payoff: Four


class Outlook:
    """What has to be asked to know what a contract is worth from a point on.

    Attributes:
        points: between two sides one point; of more parties that of every seat with a guarantee.
    """

    def __init__(self, replay: Replay, point: Point, after: int) -> None:
        """Lay out what is asked after so many cards."""
        question, self.measure = replay.question, point.measure
        seats: tuple[Seat, ...] = (point.seat,)
        if self.measure.parties:
            bidders = (question.declarer, question.second)
            seats = tuple(s for s in bidders if s is not None) or tuple(Seat)
        self.points = [replace(point, seat=seat) for seat in seats]
        self._selfish: Pair = (replace(self.measure.base, seek=NONE), point.position)
        self._value: Pair | None = None
        if self.measure.contract.settles is not None:  # Rußbach's card points
            task = self.measure.value_task
            self._value = (task, replay.position(task, after))

    def ask(self, asked: Worths) -> None:
        """Ask for all of it."""
        for point in self.points:
            asked.value(point)
        if self.measure.parties:
            asked.selfish(self._selfish)
        if self._value is not None:
            asked.pair(self._value)

    def worth(self, asked: Worths, best: int | None = None) -> Foreseen:
        """What it comes to, once everything is solved.

        Args:
            best: between two sides the value to be taken instead, that of the best discard.
        """
        measure, declarer = self.measure, self.measure.question.declarer
        found = asked.worth(self.points[0]).value if best is None else best
        if measure.parties:
            forced: list[int | None] = [None] * 4
            for point in self.points:
                forced[point.seat] = asked.settlement(point)
            n, e, s, w = (amount * measure.scale for amount in asked.found(self._selfish).vector)
            own = None if declarer is None else forced[declarer]
            value = found if declarer is not None and measure.question.second is None else None
            makeable = None if own is None else own > 0
            return Foreseen(value, makeable, (forced[0], forced[1], forced[2], forced[3]), (n, e, s, w))
        settled = NOBODY
        if measure.contract.stake != "none":
            seats = measure.game.seats
            a, b, c, d = (measure.settlement(s, found) if s < seats else None for s in range(4))
            settled = (a, b, c, d)
        value = found if self._value is None else asked.found(self._value).value
        return Foreseen(value, measure.wins(found), settled, settled)
