"""What every card cost: the turns of many games, sent to the core together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Literal

from kranalyze.analysis.replay import Pair, Point, Turn
from kranalyze.answers.measure import Foreseen, Measure, Sought
from kranalyze.core import calls as core
from kranalyze.core.calls import Worth
from kranalyze.frozen import frozen
from kranalyze.kpn import Move

Verdict = Literal["mistake", "unlucky", "lucky"]


@frozen
class Single:
    """What the player of a card could know of it.

    Attributes:
        layouts, looked_at: possible layouts, and how many were looked at.
        card: the one played.
        shares: of every card of the player the share of the layouts that his side wins after it.
        means: of every card the mean of the settlements that he can force after it.
        best: the cards with the greatest mean.
        cost: mean of the best card less that of the card played.
        low, high: 95% interval of the cost; equal to it when all layouts were looked at.
        verdict: ``mistake`` it cost something on what the player could know; ``unlucky`` it cost something
            with all cards open, but was right on what he knew; ``lucky`` a mistake that cost nothing as the
            cards lay; None: neither, or samples leave it open.
        better: the best card with all cards open, None if that is the one played.
    """

    layouts: int
    looked_at: int
    card: int
    shares: Mapping[int, float]
    means: Mapping[int, float]
    best: tuple[int, ...]
    cost: float
    low: float
    high: float
    verdict: Verdict | None
    better: int | None = None


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
        known = [f"{n:+d}" if n else "0" for n in (self.before, self.after) if n is not None]
        return " to ".join(known) if len(known) == 2 else ""

    @property
    def turned(self) -> Literal["lost", "won"] | None:
        """Whether with this card the contract was lost, or became makeable; None among more parties."""
        if self.mark != "??" or self.point is None or self.point.measure.parties:
            return None
        return "lost" if self.point.measure.base.side >> self.move.seat & 1 else "won"

    @property
    def given_away(self) -> int:
        """What card and announcements gave away."""
        return (self.cost or 0) + (self.cost_announce or 0)


class Worths:
    """Positions to be solved: each is asked once, all together."""

    def __init__(self) -> None:
        self._cards: dict[Pair, Worth | None] = {}
        self._values: dict[Pair, Worth | None] = {}

    def ask(self, *pairs: Pair, cards: bool = False) -> None:
        """Ask for the values of positions, or for those after each card of the seat to play."""
        (self._cards if cards else self._values).update(dict.fromkeys(pairs))

    def solve(self) -> None:
        """Send everything to the core.

        Raises:
            ValueError: a position cannot be.
        """
        for pair in self._cards:
            self._values.pop(pair, None)
        for asked, cards in ((self._cards, True), (self._values, False)):
            asked |= zip(asked, core.worth(asked, cards=cards), strict=True)

    def known(self, pair: Pair) -> Worth | None:
        """The answer for a position; None if it was not asked."""
        return self._cards.get(pair) or self._values.get(pair)

    def worth(self, pair: Pair) -> Worth:
        """The answer for a position that was asked."""
        found = self.known(pair)
        assert found is not None
        return found

    def foreseen(self, measure: Measure, outlook: Mapping[Sought, Pair]) -> Foreseen:
        """What a contract is worth by what was asked (`Replay.outlook`).

        A game of Rußbach as a whole can be made if it pays.
        """
        found = {sought: self.worth(pair) for sought, pair in outlook.items()}
        values = {sought: worth.value for sought, worth in found.items()}
        if ("payoff", 0) in found:
            values |= {("payoff", seat): amount for seat, amount in enumerate(found["payoff", 0].vector)}
        said = measure.foreseen(values)
        return said._replace(makeable=values["stake", 0] > 0) if ("stake", 0) in found else said

    def settlement(self, point: Point) -> int:
        """What the seat of a point can force."""
        return point.measure.settlement(point.seat, self.worth(point.pair).value)


def ask(turns: Sequence[Turn], asked: Worths) -> None:
    """Ask for all that the turns of a game need.

    A card without choice leaves the value of two sides as it is: it is found after the card.
    """
    for turn, after in zip(turns, [*turns[1:], None], strict=False):
        if turn.point is None:
            continue
        if after is None or not _without_choice(turn, turn.point, after):
            asked.ask(turn.point.pair, cards=True)
        for option in (turn.silent, *turn.options):
            if option is not None:
                asked.ask(option.pair)


def _without_choice(turn: Turn, point: Point, after: Turn) -> bool:
    if point.measure.parties or turn.silent or after.silent or after.point is None:
        return False
    return core.moves(*point.pair).bit_count() == 1


def judge(turns: Sequence[Turn], asked: Worths) -> list[Judged]:
    """The cards of a game in their order, once the positions are solved."""
    judged: list[Judged] = []
    following: int | None = None  # the value before the next card, from the declarer's side
    for turn in reversed(turns):
        worth = None if turn.point is None else asked.known(turn.point.pair)
        if turn.point is None:
            judged.append(Judged(turn.move, None))
            following = None
        elif worth is not None and worth.cards:
            judged.append(_weighed(turn, turn.point, worth, asked))
            following = worth.value
        else:
            assert following is not None
            amount = turn.point.measure.settlement(turn.move.seat, following)
            judged.append(Judged(turn.move, turn.point, {turn.move.card: amount}))
    return judged[::-1]


def _weighed(turn: Turn, point: Point, worth: Worth, asked: Worths) -> Judged:
    """A card that was solved, and what the words of its turn cost and changed."""
    measure = point.measure
    amounts = {card: measure.settlement(turn.move.seat, value) for card, value in worth.cards.items()}
    before, after = max(amounts.values()), amounts[turn.move.card]
    if measure.parties:
        changed = before > 0 >= after
    else:
        changed = before != after and measure.wins(worth.value) != measure.wins(worth.cards[turn.move.card])
    mark = "" if before == after else "??" if changed else "?"
    if turn.silent is None:
        return Judged(turn.move, point, amounts, mark)
    best = max(before, *(asked.settlement(option) for option in turn.options))
    return Judged(turn.move, point, amounts, mark, best - before, before - asked.settlement(turn.silent))
