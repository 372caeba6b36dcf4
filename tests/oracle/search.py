"""Plain search: it tries every legal card to the end of play, and remembers whole states in a dictionary.

The search has no bounds, no pruning and no merging of cards. A ``Course`` defines which facts of the play are
remembered, when play ends, and how the outcome is computed. A ``Chooser`` picks the outcome that a player
prefers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from kranalyze.cards import cards_of
from oracle.play import PlayRules, legal, turn_order, winner
from oracle.table import State, forced_card

#: Whatever a course remembers of the play so far; hashable.
Facts = Any

#: The facts after an event, and the number that the event adds to the outcome immediately.
Step = tuple[Facts, int]

#: Settlements of N E S W.
Vector = tuple[int, int, int, int]

#: An outcome with more than two parties: the settlement of selfish play, and what each seat can force.
Parties = tuple[Vector, Vector]

#: Outcomes for the declarer's side: one number for each way in which a game can have begun.
Worlds = tuple[int, ...]

#: The type of an outcome. An ``int`` is the outcome for the declarer's side.
O = TypeVar("O", int, Parties, Worlds)  # noqa: E741

Chooser = Callable[[int, Sequence[O]], O]


@dataclass(frozen=True)
class Course(Generic[O]):
    """The facts of the play that a contract remembers, and how they lead to an outcome.

    Attributes:
        start: the facts before the first card.
        end: the outcome of finished play, or of play that is decided.
        take: the step after a trick. The arguments are the facts, the seat that took the trick, the cards of
            the trick, the number of the trick (from 1), and whether it was the last trick.
        lead: the step after a lead. The arguments are the facts, the seat, the card led, the hand with that
            card, and the number of the trick. None: a lead changes neither facts nor outcome.
        over: whether play has stopped or is decided.
        speak: the choices of a seat before its card to trick 1. The arguments are the facts and the seat. The
            result has the facts after each thing that the seat may say, and after silence. None: the
            contract has no announcements.
    """

    start: Facts
    end: Callable[[Facts], O]
    take: Callable[[Facts, int, tuple[int, ...], int, bool], Step]
    lead: Callable[[Facts, int, int, int, int], Step] | None = None
    over: Callable[[Facts], bool] = lambda facts: False
    speak: Callable[[Facts, int], list[Facts]] | None = None


def two_sides(side: Iterable[int]) -> Callable[[int, Sequence[int]], int]:
    """Return the chooser of two sides: the seats of one side seek the most, the others the least."""
    own = frozenset(side)
    return lambda seat, outcomes: max(outcomes) if seat in own else min(outcomes)


def selfish(declarers: Sequence[int]) -> Callable[[int, Sequence[Vector]], Vector]:
    """Return the chooser of selfish play (RULINGS: guarantee and selfish play).

    A seat chooses the outcome that pays most to itself. Among equal outcomes it chooses the one that pays
    least to the declarer (first the earlier declarer, then the second). Among those that are still equal, it
    chooses the one that pays least to the next seat clockwise, and so on. A declarer skips the step about
    himself.
    """

    def choose(seat: int, outcomes: Sequence[Vector]) -> Vector:
        steps = [d for d in declarers if d != seat]
        steps += [(seat + i) % 4 for i in (1, 2, 3)]
        return min(outcomes, key=lambda pays: (-pays[seat], *(pays[s] for s in steps)))

    return choose


def each_for_himself(declarers: Sequence[int]) -> Callable[[int, Sequence[Parties]], Parties]:
    """Return the chooser that finds selfish play and the guarantees together.

    The guarantee of a seat is what it can force against all others.
    """
    own = selfish(declarers)

    def choose(seat: int, outcomes: Sequence[Parties]) -> Parties:
        forced = [(max if seat == one else min)(can[one] for _, can in outcomes) for one in range(4)]
        return own(seat, [pays for pays, _ in outcomes]), (forced[0], forced[1], forced[2], forced[3])

    return choose


def settled(pays: Vector) -> Parties:
    """Return the outcome of finished play: every seat can force exactly what is paid."""
    return pays, pays


@dataclass
class Search(Generic[O]):
    """A search for the outcomes of one course, with one chooser.

    Attributes:
        rules: the rules of play.
        course: the contract's course.
        choose: the chooser, which returns the outcome that a seat prefers.
        size: cards per hand before the first trick.
    """

    rules: PlayRules
    course: Course[O]
    choose: Chooser[O]
    size: int
    _known: dict[tuple[tuple[int, ...], int, Facts], O] = field(default_factory=dict)
    _legal: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = field(default_factory=dict)
    _winner: dict[tuple[int, ...], int] = field(default_factory=dict)
    _order: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._order = {seat: turn_order(seat, self.rules) for seat in self.rules.seats}

    def outcome(self, state: State, facts: Facts, spoken: bool = False) -> O:
        """Return the outcome of a position.

        Args:
            state: the position.
            facts: what happened before the position and still matters for the outcome.
            spoken: whether the player to move has already made his announcements before his card of trick 1.
        """
        if self.course.over(facts):
            return self.course.end(facts)
        spoken = spoken and state.hands[state.leader].bit_count() + (1 if state.trick else 0) == self.size
        if not state.trick and not state.face_down and not spoken:
            return self._at_trick(state.hands, state.leader, facts)
        order = self._order[state.leader]
        return self._turn(state.hands, order, state.trick, facts, state.face_down, spoken)

    def cards(self, state: State, facts: Facts) -> dict[int, O]:
        """Return the outcome after each legal card of the player to move, if he announces nothing with it."""
        order = self._order[state.leader]
        seat = order[len(state.trick)]
        moves = self._moves(state.hands[seat], state.trick, forced_card(state, seat))
        return {
            card: self._play(state.hands, order, state.trick, facts, state.face_down, card) for card in moves
        }

    def step(self, state: State, facts: Facts, card: int) -> tuple[State, Facts, int]:
        """Return the position and the facts after a card, and what the card adds to the outcome at once."""
        hands, order = list(state.hands), self._order[state.leader]
        seat = order[len(state.trick)]
        number = self.size - hands[seat].bit_count() + 1
        gain, more = 0, 0
        if not state.trick and self.course.lead is not None:
            facts, gain = self.course.lead(facts, seat, card, hands[seat], number)
        hands[seat] &= ~(1 << card)
        face_down = tuple(laid for laid in state.face_down if laid[0] != seat)
        trick = (*state.trick, card)
        if len(trick) < len(order) or self.course.over(facts):
            return State(tuple(hands), state.leader, trick, face_down), facts, gain
        took = order[self._took(trick)]
        facts, more = self.course.take(facts, took, trick, number, not hands[took])
        return State(tuple(hands), took), facts, gain + more

    def _at_trick(self, hands: tuple[int, ...], leader: int, facts: Facts) -> O:
        key = (hands, leader, facts)
        known = self._known.get(key)
        if known is None:
            if not hands[leader] or self.course.over(facts):
                known = self.course.end(facts)
            else:
                known = self._turn(hands, self._order[leader], (), facts, (), False)
            self._known[key] = known
        return known

    def _turn(
        self,
        hands: tuple[int, ...],
        order: tuple[int, ...],
        trick: tuple[int, ...],
        facts: Facts,
        face_down: tuple[tuple[int, int], ...],
        spoken: bool,
    ) -> O:
        seat: int = order[len(trick)]
        hand = hands[seat]
        if self.course.speak is not None and not spoken and hand.bit_count() == self.size:
            said = self.course.speak(facts, seat)
            return self.choose(seat, [self._turn(hands, order, trick, f, face_down, True) for f in said])
        forced = dict(face_down).get(seat) if face_down else None
        return self.choose(
            seat,
            [
                self._play(hands, order, trick, facts, face_down, card)
                for card in self._moves(hand, trick, forced)
            ],
        )

    def _play(
        self,
        hands: tuple[int, ...],
        order: tuple[int, ...],
        trick: tuple[int, ...],
        facts: Facts,
        face_down: tuple[tuple[int, int], ...],
        card: int,
    ) -> O:
        seat: int = order[len(trick)]
        hand = hands[seat]
        left = (*hands[:seat], hand & ~(1 << card), *hands[seat + 1 :])
        gain = 0
        if not trick and self.course.lead is not None:
            facts, gain = self.course.lead(facts, seat, card, hand, self.size - hand.bit_count() + 1)
        result: O
        if not trick and self.course.over(facts):
            result = self.course.end(facts)
        elif len(trick) + 1 < len(order):
            result = self._turn(left, order, (*trick, card), facts, face_down, False)
        else:
            trick = (*trick, card)
            took = order[self._took(trick)]
            number = self.size - left[took].bit_count()
            facts, more = self.course.take(facts, took, trick, number, not left[took])
            gain += more
            result = self._at_trick(left, took, facts)
        return result + gain if gain and isinstance(result, int) else result

    def _moves(self, hand: int, trick: tuple[int, ...], forced: int | None) -> tuple[int, ...]:
        if forced is not None:
            return (forced,)
        cards = self._legal.get((hand, trick))
        if cards is None:
            cards = self._legal[hand, trick] = tuple(cards_of(legal(hand, trick, self.rules)))
        return cards

    def _took(self, trick: tuple[int, ...]) -> int:
        index = self._winner.get(trick)
        if index is None:
            index = self._winner[trick] = winner(trick, self.rules)
        return index
