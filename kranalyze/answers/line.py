"""The line of play: what each first card is worth, and best play card by card from any position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kranalyze.cards import cards_of, suit_of
from kranalyze.core.calls import moves, play, start, worth
from kranalyze.core.position import OTHERS_ALL, OTHERS_HUNDRED, SIDE_ALL, SIDE_HUNDRED, CorePosition
from kranalyze.core.task import GOALS, MARRIAGES, NONE, PENDING, STOP, Search, Task
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game, Question
from kranalyze.play import PlayRules, winner


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick: who led, the cards in order of play, who took it (None: play stopped within it)."""

    leader: Seat
    cards: tuple[tuple[Seat, int], ...]
    winner: Seat | None


@dataclass(frozen=True, slots=True)
class Remark:
    """What a seat does beside playing a card.

    Attributes:
        seat: who does it.
        kind: ``declares`` or ``registers`` (a marriage), ``announces``, ``lays`` (face down).
        suit, points: of a marriage.
        card: laid face down.
        announce: ``hundred`` or ``all``.
    """

    seat: Seat
    kind: Literal["declares", "registers", "announces", "lays"]
    suit: int | None = None
    points: int | None = None
    card: int | None = None
    announce: Literal["hundred", "all"] | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """What a seat does at its turn: a card, after laying or announcing where that is open."""

    seat: Seat
    card: int
    announce: int = 0
    laid: bool = False


def starting(search: Search, deal: Deal, opponents: int = 0) -> CorePosition:
    """The position before the first card; ``opponents`` points were laid away for them."""
    position = start(search.task, deal.masks)
    return replace(position, points=(0, opponents, 0, 0)) if opponents else position


def lead_values(todo: Sequence[Search], deal: Deal, opponents: int = 0) -> dict[int, int]:
    """For each card of the leader the value after it: of the first search of the question.

    Contracts without a value give the guarantee of the seat that leads (in a double contract: of
    the first declarer, whose card is laid face down).
    """
    first = todo[0]
    if first.role != "value":
        leader = first.task.leader
        first = next(s for s in todo if s.role == "guarantee" and s.task.seek == leader)
    found = worth([(first.task, starting(first, deal, opponents))])[0]
    return {card: value * first.scale for card, value in found.cards.items()}


def best_line(
    game: Game, question: Question, todo: Sequence[Search], deal: Deal, opponents: int = 0
) -> tuple[tuple[Trick, ...], tuple[Remark, ...]]:
    """Best play to the end by the search that settles the question, and what is said on the way.

    Where several cards are equally good the lowest number is played.
    """
    search = next((s for s in todo if s.role in ("stake", "payoff")), todo[0])
    return play_out(game, question, search, starting(search, deal, opponents))


def play_out(
    game: Game, question: Question, search: Search, position: CorePosition
) -> tuple[tuple[Trick, ...], tuple[Remark, ...]]:
    """Best play from a position to the end, and what is said, laid or registered on the way."""
    task = search.task
    rules = PlayRules(
        order=question.order,
        trump=question.trump,
        must_trump=game.must_trump,
        must_beat=bool(task.flags & 2),
        seats=tuple(Seat(s) for s in range(4) if task.seats >> s & 1),
    )
    tricks: list[Trick] = []
    remarks: list[Remark] = []
    current: list[tuple[Seat, int]] = _in_progress(position, task)
    while not decided(task, position) and (seat := position.to_play(task.seats)) is not None:
        choice = choose(search, position)
        if choice.laid:
            remarks.append(Remark(choice.seat, "lays", card=choice.card))
            forced = list(position.forced)
            forced[choice.seat] = choice.card
            position = replace(position, forced=tuple(forced))
            continue
        remarks += _said(task, position, Seat(seat), choice)
        current.append((Seat(seat), choice.card))
        position = play(task, position, choice.card, choice.announce)
        if len(current) == len(rules.seats):
            took = current[winner([card for _, card in current], rules)][0]
            tricks.append(Trick(current[0][0], tuple(current), took))
            current = []
    if current:
        tricks.append(Trick(current[0][0], tuple(current), None))
    return tuple(tricks), tuple(remarks)


def _in_progress(position: CorePosition, task: Task) -> list[tuple[Seat, int]]:
    seat = position.leader
    cards: list[tuple[Seat, int]] = []
    for card in position.played:
        cards.append((Seat(seat), card))
        seat = (seat + 1) % 4
        while not task.seats >> seat & 1:
            seat = (seat + 1) % 4
    return cards


def decided(task: Task, position: CorePosition) -> bool:
    """Whether play stops here: a race is won, a contract that stops at its points is made or lost."""
    if task.goal == GOALS["race"]:
        return max(position.points[:2]) >= task.need
    if not task.flags & STOP:
        return False
    lost = position.took & ~task.takers or position.tricks_done >= task.tricks
    return bool(position.points[0] >= task.need or lost)


def laying(task: Task, position: CorePosition) -> int | None:
    """The seat that has to lay its card face down next (double contracts), None if nobody has."""
    if task.goal != GOALS["double"] or position.tricks_done or position.played:
        return None
    for seat in (task.declarer, task.second):
        if position.forced[seat] == NONE:
            return seat
    return None


def announceable(task: Task, position: CorePosition, seat: int) -> int:
    """Announcements (bits of ``CorePosition.announced``) that the seat's team has not made yet."""
    if task.goal != GOALS["stakes"] or position.tricks_done or not position.declaring >> seat & 1:
        return 0
    own = SIDE_HUNDRED | SIDE_ALL if task.side >> seat & 1 else OTHERS_HUNDRED | OTHERS_ALL
    return own & ~position.announced


def choose(search: Search, position: CorePosition) -> Act:
    """The best of what a seat can do at its turn; of equals no announcement and the lowest card."""
    task = search.task
    lays = laying(task, position)
    seat = lays if lays is not None else position.to_play(task.seats)
    if seat is None:
        raise ValueError("there is no card left to play")
    mover, held = Seat(seat), position.hands[seat]
    if lays is None and not held & (held - 1) and not announceable(task, position, seat):
        return Act(mover, held.bit_length() - 1, 0, False)  # the last card
    if search.role == "payoff":
        return _choose_selfish(task, position, mover, lays is not None)
    sign = 1 if task.side >> seat & 1 else -1
    found = worths(task, position, seat)
    _, said, card = max((sign * value, -said, -card) for card, (value, said) in found.items())
    return Act(mover, -card, -said, lays is not None)


def worths(task: Task, position: CorePosition, seat: int) -> dict[int, tuple[int, int]]:
    """For each card of a seat the value after it, with the best of what may be announced first, and that."""
    options = _subsets(announceable(task, position, seat))
    found = worth((task, spoken(task, position, seat, said)) for said in options)
    sign = 1 if task.side >> seat & 1 else -1
    return {
        card: max(
            ((one.cards[card], said) for one, said in zip(found, options, strict=True)),
            key=lambda pair: (sign * pair[0], -pair[1]),
        )
        for card in found[0].cards
    }


def couples(task: Task, position: CorePosition, seat: int) -> list[int]:
    """The suits whose King and Queen a seat holds, if its marriages count."""
    if not task.marriage_seats >> seat & 1:
        return []
    return [suit for suit in range(4) if position.hands[seat] >> (8 * suit + 5) & 3 == 3]


def spoken(task: Task, position: CorePosition, seat: int, said: int) -> CorePosition:
    """The position once a seat has declared all it holds in trick 1 and announced ``said``."""
    if not position.declaring >> seat & 1:
        return position
    declared = list(position.declared)
    for suit in couples(task, position, seat):
        declared[suit] = seat
    return replace(
        position,
        declared=tuple(declared),
        announced=position.announced | said,
        declaring=position.declaring & ~(1 << seat),
    )


def _subsets(bits: int) -> list[int]:
    """All subsets of some bits, the empty one first."""
    found, subset = [], bits
    while True:
        found.append(subset)
        if not subset:
            return sorted(found)
        subset = (subset - 1) & bits


def _choose_selfish(task: Task, position: CorePosition, seat: Seat, lay: bool) -> Act:
    cards = list(cards_of(position.hands[seat] if lay else moves(task, position)))
    after = []
    for card in cards:
        if lay:
            forced = list(position.forced)
            forced[seat] = card
            after.append(replace(position, forced=tuple(forced)))
        else:
            after.append(play(task, position, card))
    if len(cards) == 1 or not any(after[0].hands):
        return Act(seat, cards[0], laid=lay)
    vectors = [found.vector for found in worth([(task, p) for p in after], cards=False)]
    order = preference(task, seat)
    best = max(range(len(cards)), key=lambda i: ([sign * vectors[i][s] for sign, s in order], -cards[i]))
    return Act(seat, cards[best], laid=lay)


def preference(task: Task, seat: int) -> list[tuple[int, int]]:
    """The selfish rule of a seat as (sign, seat) in order of weight (RULINGS: guarantee and selfish play)."""
    order = [(1, seat)]
    order += [(-1, s) for s in (task.declarer, task.second) if s != NONE and s != seat]
    return order + [(-1, (seat + i) % 4) for i in (1, 2, 3)]


def _said(task: Task, position: CorePosition, seat: Seat, choice: Act) -> list[Remark]:
    """What the seat declares, announces or registers with this card."""
    found = []
    held = couples(task, position, seat)
    marriage = {s: task.marriage_trump if s == task.trump else task.marriage_plain for s in held}
    if (
        task.marriages == MARRIAGES["declared"]
        and position.declaring >> seat & 1
        and not position.tricks_done
    ):
        found += [Remark(seat, "declares", s, marriage[s]) for s in held]
    if task.marriages == MARRIAGES["lead"] and not position.played:
        suit = suit_of(choice.card)
        open_ = position.tricks_done > 0 or not task.late or task.flags & PENDING
        if suit in held and choice.card & 7 in (5, 6) and open_:
            found.append(Remark(seat, "registers", suit, marriage[suit]))
    if choice.announce & (SIDE_HUNDRED | OTHERS_HUNDRED):
        found.append(Remark(seat, "announces", announce="hundred"))
    if choice.announce & (SIDE_ALL | OTHERS_ALL):
        found.append(Remark(seat, "announces", announce="all"))
    return found
