"""How simulated players play: simple rules for those who want tricks, points, or neither, and slips."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kranalyze.cards import ORDERS, RANKS, card, cards_of, rank_of, suit_of
from kranalyze.deal import Seat
from kranalyze.games import Game, Question
from kranalyze.kpn.played import Marriage
from simulating.cardrules import CardRules
from simulating.settling import Course, standing

#: What a player is after: tricks; points; no trick; that a beggar takes one; no points.
AIMS = ("take", "points", "avoid", "force", "shun")

_KING, _QUEEN = RANKS.index("K"), RANKS.index("Q")


@dataclass
class Table:
    """A game being played.

    Attributes:
        aims: by seat what the player is after.
        friends: by seat the seats that play with it.
        targets: the beggars.
        slips: by seat how often the player plays whatever comes to hand.
    """

    game: Game
    question: Question
    rules: Mapping[str, str]
    hands: list[int]
    aims: Mapping[int, str]
    friends: Mapping[int, Sequence[int]]
    slips: Mapping[int, float]
    rnd: random.Random
    face_down: Mapping[int, int] = field(default_factory=dict)
    targets: Sequence[int] = ()
    gone: int = 0
    cards: list[tuple[int, int]] = field(default_factory=list)
    winners: list[Seat] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    marriages: list[Marriage] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.play = CardRules(self.game.under(self.rules), self.question)
        self.ranks = ORDERS[self.question.order]
        self.leader: int = self.question.leader
        self.size = self.hands[self.leader].bit_count()

    @property
    def ended(self) -> bool:
        return len(self.winners) == self.size

    def over(self) -> bool:
        """Whether play stops here (Rufer, Schnapser) or is at its end."""
        if self.ended:
            return True
        goal = self.question.contract.goal
        if not goal.stop and goal.kind != "race":
            return False
        course = Course(tuple(self.winners), tuple(self.points), marriages=tuple(self.marriages))
        limit = goal.tricks if goal.stop else 0
        race = standing(self.game, self.question, course)
        return race.reached is not None or (limit > 0 and len(self.winners) >= limit)

    def run(self) -> None:
        """Play to the end."""
        while not self.over():
            trick: list[int] = []
            order = self.play.order(self.leader)
            for seat in order:
                chosen = self._choose(seat, order, trick)
                if not trick:
                    self._register(seat, chosen)
                self.hands[seat] &= ~(1 << chosen)
                self.gone |= 1 << chosen
                trick.append(chosen)
                self.cards.append((seat, chosen))
                if self.over():
                    return
            self.leader = order[self.play.winner(trick)]
            self.winners.append(Seat(self.leader))
            gained = sum(self.game.points[rank_of(c)] for c in trick)
            self.points.append(gained + (self.game.last if self.ended else 0))

    def _register(self, seat: int, led: int) -> None:
        """King or Queen led while holding both (RULINGS: anrufen, bauernschnapsen)."""
        goals = [c.goal.marriages for c in self.game.contracts]
        if "lead" not in goals or self.question.trump is None or rank_of(led) not in (_KING, _QUEEN):
            return
        if self.game.pairs and not self.winners:
            return
        suit = suit_of(led)
        if all(self.hands[seat] >> card(suit, r) & 1 for r in (_KING, _QUEEN)):
            worth = self.game.marriage[int(suit == self.question.trump)]
            self.marriages.append(Marriage(Seat(seat), worth, len(self.winners)))

    def _choose(self, seat: int, order: Sequence[int], trick: Sequence[int]) -> int:
        forced = self.face_down.get(seat) if not self.winners else None
        allowed = list(cards_of(self.play.legal(self.hands[seat], trick, forced)))
        if len(allowed) == 1:
            return allowed[0]
        if self.rnd.random() < self.slips[seat]:
            return self.rnd.choice(allowed)
        if not trick:
            return self._lead(seat, allowed)
        return self._follow(seat, allowed, order, trick)

    def _height(self, c: int) -> int:
        """How high a card is: its place in the order, trumps above the rest."""
        return -self.ranks.index(RANKS[rank_of(c)]) + (100 if suit_of(c) == self.question.trump else 0)

    def _worth(self, c: int) -> int:
        return self.game.points[rank_of(c)]

    def _master(self, seat: int, c: int) -> bool:
        """Whether nothing that others may hold beats a card in its suit."""
        unseen = [x for x in range(32) if not (self.gone | self.hands[seat]) >> x & 1]
        return not any(suit_of(x) == suit_of(c) and self.play.beats(x, c) for x in unseen)

    def _lead(self, seat: int, allowed: Sequence[int]) -> int:
        aim = self.aims[seat]
        if aim in ("avoid", "force", "shun"):
            return min(allowed, key=lambda c: (self._height(c), c))
        suits = {s: sum(suit_of(c) == s for c in allowed) for s in range(4)}
        if aim == "points":
            couple = self._couple(seat, allowed)
            if couple is not None:
                return couple
        masters = [c for c in allowed if self._master(seat, c)]
        if masters:
            return max(masters, key=lambda c: (suits[suit_of(c)], self._height(c)))
        if aim == "points":
            trump = self.question.trump
            return min(allowed, key=lambda c: (suit_of(c) == trump, self._worth(c), suits[suit_of(c)]))
        return max(allowed, key=lambda c: (suits[suit_of(c)], self._height(c)))

    def _couple(self, seat: int, allowed: Sequence[int]) -> int | None:
        """The Queen of a marriage that can be registered now."""
        if self.game.pairs and not self.winners:
            return None
        for c in allowed:
            if rank_of(c) == _QUEEN and self.hands[seat] >> card(suit_of(c), _KING) & 1:
                return c
        return None

    def _follow(self, seat: int, allowed: Sequence[int], order: Sequence[int], trick: Sequence[int]) -> int:
        aim, best = self.aims[seat], trick[self.play.winner(trick)]
        holder = order[self.play.winner(trick)]
        winning = [c for c in allowed if self.play.beats(c, best)]
        losing = [c for c in allowed if c not in winning]
        last = len(trick) + 1 == len(order)
        low = min(allowed, key=lambda c: (self._height(c), c))
        if aim == "avoid":
            if losing:
                return max(losing, key=lambda c: (self._height(c), c))
            return max(winning, key=self._height) if last else low
        if aim == "force":
            waiting = any(s in self.targets for s in order[len(trick) + 1 :])
            if holder in self.targets or waiting:
                return low
            return max(allowed, key=lambda c: (self._height(c), c))
        if aim == "shun":
            if losing:
                return max(losing, key=lambda c: (self._worth(c), self._height(c)))
            return max(winning, key=self._height) if last else min(winning, key=self._height)
        if holder in self.friends[seat] and (last or self._master(holder, best)):
            give = losing or allowed
            if aim == "points":
                return max(give, key=lambda c: (self._worth(c), -self._height(c)))
            return min(give, key=self._height)
        if winning:
            if aim == "points" and last:
                return max(winning, key=lambda c: (self._worth(c), -self._height(c)))
            return min(winning, key=self._height) if last else max(winning, key=self._height)
        return min(allowed, key=lambda c: (self._worth(c) if aim == "points" else 0, self._height(c), c))
