"""What every card cost: the turns of many games, sent to the core together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from kranalyze.analysis.replay import Point, Turn
from kranalyze.analysis.single import Single
from kranalyze.core import calls as core
from kranalyze.core.calls import Worth
from kranalyze.core.position import CorePosition
from kranalyze.core.task import Task
from kranalyze.frozen import frozen
from kranalyze.kpn import Move

Pair = tuple[Task, CorePosition]


@frozen
class Judged:
    """A card of a record and what it was worth, in settlements of the seat that played it.

    Attributes:
        worths: the cards that could be played, lowest number first, with what the mover could force after
            each; empty if the position is not known.
        mark: ``?`` it cost something, ``??`` it changed who wins, else empty.
        cost_announce: what his declarations and announcements, or the lack of one, cost.
        gain_announce: by how much what he said changed what he could force.
        single: what the player could know of it, None if that was not asked or he had no choice.
    """

    move: Move
    point: Point | None
    worths: Mapping[int, int] = field(default_factory=dict)
    mark: str = ""
    cost_announce: int | None = None
    gain_announce: int | None = None
    single: Single | None = None

    @property
    def before(self) -> int | None:
        """What the mover could force before the card."""
        return max(self.worths.values(), default=None)

    @property
    def after(self) -> int | None:
        """What the mover could force after the card."""
        return self.worths.get(self.move.card)

    @property
    def best(self) -> tuple[int, ...]:
        """The cards that cost nothing, lowest number first."""
        return tuple(card for card, worth in self.worths.items() if worth == self.before)

    @property
    def cost(self) -> int | None:
        """What the card gave away."""
        return None if self.before is None or self.after is None else self.before - self.after

    @property
    def change(self) -> str:
        """From what to what the card changed what the mover could force, ``+40 to -120``."""
        if self.before is None or self.after is None:
            return ""
        before, after = (f"{n:+d}" if n else "0" for n in (self.before, self.after))
        return f"{before} to {after}"

    @property
    def given_away(self) -> int:
        """What card and announcements gave away."""
        return (self.cost or 0) + (self.cost_announce or 0)


class Worths:
    """Positions to be solved: each is asked once, all together."""

    def __init__(self) -> None:
        self._cards: dict[Pair, Worth | None] = {}
        self._values: dict[Pair, Worth | None] = {}
        self._selfish: dict[Pair, Worth | None] = {}

    def cards(self, point: Point) -> None:
        """Ask for the value after each card of the seat to play."""
        self._cards[point.pair] = None

    def value(self, point: Point) -> None:
        """Ask for the value."""
        self.pair(point.pair)

    def pair(self, pair: Pair) -> None:
        """The same of a position under any task."""
        self._values[pair] = None

    def selfish(self, pair: Pair) -> None:
        """Ask for the settlements of selfish play."""
        self._selfish[pair] = None

    def solve(self) -> None:
        """Send everything to the core.

        Raises:
            ValueError: a position cannot be.
        """
        for pair in self._cards:
            self._values.pop(pair, None)
        for asked, cards in ((self._cards, True), (self._values, False), (self._selfish, False)):
            for pair, worth in zip(list(asked), core.worth(asked, cards=cards), strict=True):
                asked[pair] = worth

    def worth(self, point: Point) -> Worth:
        """The answer for a point.

        Raises:
            KeyError: it was not asked.
        """
        return self.found(point.pair)

    def found(self, pair: Pair) -> Worth:
        """The same of a position under any task."""
        found = self._cards.get(pair) or self._values.get(pair) or self._selfish.get(pair)
        if found is None:
            raise KeyError(pair)
        return found

    def settlement(self, point: Point) -> int:
        """What the seat of a point can force."""
        return point.measure.settlement(point.seat, self.worth(point).value)


def ask(turns: Sequence[Turn], asked: Worths) -> None:
    """Ask for all that the turns of a game need.

    A card without choice leaves the value of two sides as it is: it is found after the card.
    """
    for i, turn in enumerate(turns):
        if turn.point is None:
            continue
        if not _without_choice(turns, i):
            asked.cards(turn.point)
        for option in (turn.silent, *turn.options):
            if option is not None:
                asked.value(option)


def _without_choice(turns: Sequence[Turn], i: int) -> bool:
    turn = turns[i]
    if turn.point is None or turn.point.measure.parties or turn.silent or i + 1 == len(turns):
        return False
    if turns[i + 1].silent or turns[i + 1].point is None:
        return False
    moves = core.moves(*turn.point.pair)
    return moves & (moves - 1) == 0


def judge(turns: Sequence[Turn], asked: Worths) -> list[Judged]:
    """The cards of a game in their order, once the positions are solved."""
    judged: list[Judged] = []
    following: int | None = None  # the value before the next card, from the declarer's side
    for i in range(len(turns) - 1, -1, -1):
        turn = turns[i]
        if turn.point is None:
            judged.append(Judged(turn.move, None))
            following = None
            continue
        if _asked_cards(asked, turn.point):
            one, following = _weigh(turn, turn.point, asked)
        else:
            assert following is not None
            amount = turn.point.measure.settlement(turn.move.seat, following)
            one = Judged(turn.move, turn.point, {turn.move.card: amount})
        judged.append(one)
    return judged[::-1]


def _asked_cards(asked: Worths, point: Point) -> bool:
    try:
        return bool(asked.worth(point).cards)
    except KeyError:
        return False


def _weigh(turn: Turn, point: Point, asked: Worths) -> tuple[Judged, int]:
    """A card that was solved, and the value before it."""
    measure, seat = point.measure, turn.move.seat
    worth = asked.worth(point)
    amounts = {card: measure.settlement(seat, value) for card, value in worth.cards.items()}
    before, after = max(amounts.values()), amounts[turn.move.card]
    mark = "" if before == after else "?"
    if mark and measure.parties:
        changed = before > 0 >= after
    else:
        changed = bool(mark) and measure.wins(worth.value) != measure.wins(worth.cards[turn.move.card])
    announced = _announced(turn, asked, before)
    return Judged(turn.move, point, amounts, "??" if changed else mark, *announced), worth.value


def _announced(turn: Turn, asked: Worths, chosen: int) -> tuple[int | None, int | None]:
    """What the words of a turn cost, and what they changed."""
    if turn.silent is None:
        return None, None
    best = max(chosen, *(asked.settlement(option) for option in turn.options))
    return best - chosen, chosen - asked.settlement(turn.silent)
