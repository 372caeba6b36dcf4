"""What a contract is worth from a point of a game on: value, makeable, guarantees and payoff (RULINGS)."""

from __future__ import annotations

from dataclasses import replace

from kranalyze.analysis.costs import Pair, Worths
from kranalyze.analysis.replay import Point, Replay
from kranalyze.answers.measure import Foreseen, Sought
from kranalyze.core.task import NONE
from kranalyze.deal import Seat


class Outlook:
    """What has to be asked to know what a contract is worth from a point on."""

    def __init__(self, replay: Replay, point: Point, after: int) -> None:
        """Lay out what is asked after so many cards."""
        question, self.measure = replay.question, point.measure
        self._pairs: dict[Sought, Pair] = {}
        self._selfish: Pair | None = None
        if self.measure.parties:
            bidders = (question.declarer, question.second)
            for seat in tuple(s for s in bidders if s is not None) or tuple(Seat):
                sought = ("value", 0) if question.contract.goal.last_names_partner else ("guarantee", seat)
                self._pairs[sought] = replace(point, seat=seat).pair
            self._selfish = (replace(self.measure.base, seek=NONE), point.position)
        elif self.measure.contract.settles is not None:  # Rußbach's card points
            task = self.measure.value_task
            self._pairs = {("stake", 0): point.pair, ("value", 0): (task, replay.position(task, after))}
        else:
            self._pairs = {("value", 0): point.pair}

    def ask(self, asked: Worths) -> None:
        """Ask for all of it."""
        for pair in self._pairs.values():
            asked.pair(pair)
        if self._selfish is not None:
            asked.selfish(self._selfish)

    def worth(self, asked: Worths, best: int | None = None) -> Foreseen:
        """What it comes to, once everything is solved; a game as a whole is made if it pays.

        Args:
            best: between two sides the value to be taken instead, that of the best discard.
        """
        found = {sought: asked.found(pair).value for sought, pair in self._pairs.items()}
        if best is not None:
            found["value", 0] = best
        if self._selfish is not None:
            vector = asked.found(self._selfish).vector
            found |= {("payoff", seat): amount for seat, amount in enumerate(vector)}
        foreseen = self.measure.foreseen(found)
        if ("stake", 0) in found:
            return foreseen._replace(makeable=found["stake", 0] > 0)
        return foreseen
