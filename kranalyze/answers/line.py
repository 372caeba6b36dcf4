"""The line of play: what each first card is worth, and best play card by card from any position."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from typing import Literal

from kranalyze.cards import cards_of, suit_of
from kranalyze.core.calls import many_parties, moves, play, worth
from kranalyze.core.position import OTHERS_ALL, OTHERS_HUNDRED, SIDE_ALL, SIDE_HUNDRED, CorePosition
from kranalyze.core.task import GOALS, MARRIAGES, NONE, PENDING, STOP, Task
from kranalyze.deal import Seat
from kranalyze.frozen import frozen


@frozen
class Trick:
    """A trick: who led, the cards in order of play, who took it (None: play stopped within it)."""

    leader: Seat
    cards: tuple[tuple[Seat, int], ...]
    winner: Seat | None


@frozen
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


@frozen
class Act:
    """What a seat does at its turn: a card, after laying or announcing where that is open."""

    seat: Seat
    card: int
    announce: int = 0
    laid: bool = False


def play_out(task: Task, position: CorePosition) -> tuple[tuple[Trick, ...], tuple[Remark, ...]]:
    """Best play from a position to the end, and what is said, laid or registered on the way.

    Where several cards are equally good the lowest number is played.
    """
    seats = [Seat((position.leader + i) % 4) for i in range(4) if task.seats >> (position.leader + i) % 4 & 1]
    trick = list(zip(seats, position.played, strict=False))
    tricks: list[Trick] = []
    remarks: list[Remark] = []
    while not decided(task, position) and position.to_play(task.seats) is not None:
        choice = choose(task, position)
        if choice.laid:
            remarks.append(Remark(choice.seat, "lays", card=choice.card))
            position = lay(position, choice.seat, choice.card)
            continue
        remarks += _said(task, position, choice)
        trick.append((choice.seat, choice.card))
        position = play(task, position, choice.card, choice.announce)
        if not position.played:
            tricks.append(Trick(trick[0][0], tuple(trick), Seat(position.leader)))
            trick = []
    if trick:
        tricks.append(Trick(trick[0][0], tuple(trick), None))
    return tuple(tricks), tuple(remarks)


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


def lay(position: CorePosition, seat: int, card: int) -> CorePosition:
    """The position once a seat has laid a card face down."""
    return replace(position, forced=tuple(card if s == seat else c for s, c in enumerate(position.forced)))


def choose(task: Task, position: CorePosition) -> Act:
    """The best of what a seat can do at its turn; of equals no announcement and the lowest card."""
    lays = laying(task, position)
    seat = lays if lays is not None else position.to_play(task.seats)
    if seat is None:
        raise ValueError("there is no card left to play")
    mover, held = Seat(seat), position.hands[seat]
    if lays is None and not held & (held - 1) and not announceable(task, position, seat):
        return Act(mover, held.bit_length() - 1)  # the last card
    if many_parties(task) and task.seek == NONE:
        return Act(mover, _selfish(task, position, mover, lays is not None), laid=lays is not None)
    sign = 1 if task.side >> seat & 1 else -1
    found = worths(task, position, seat)
    _, said, card = max((sign * value, -said, -card) for card, (value, said) in found.items())
    return Act(mover, -card, -said, lays is not None)


def worths(task: Task, position: CorePosition, seat: int) -> dict[int, tuple[int, int]]:
    """For each card of a seat the value after it, with the best of what may be announced first, and that."""
    options = _subsets(announceable(task, position, seat))
    held = couples(task, position, seat)
    found = worth((task, spoken(position, seat, held, said)) for said in options)
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


def spoken(position: CorePosition, seat: int, suits: Container[int | None], said: int) -> CorePosition:
    """The position once a seat has declared marriages in trick 1 and announced ``said``."""
    if not position.declaring >> seat & 1:
        return position
    declared = tuple(seat if suit in suits else other for suit, other in enumerate(position.declared))
    left = position.declaring & ~(1 << seat)
    return replace(position, declared=declared, announced=position.announced | said, declaring=left)


def _subsets(bits: int) -> list[int]:
    """All subsets of some bits, the empty one first."""
    return [some for some in range(bits + 1) if not some & ~bits]


def _selfish(task: Task, position: CorePosition, seat: int, lays: bool) -> int:
    """The card by the selfish rule (RULINGS: guarantee and selfish play)."""
    cards = list(cards_of(position.hands[seat] if lays else moves(task, position)))
    after = [lay(position, seat, card) if lays else play(task, position, card) for card in cards]
    if len(cards) == 1 or not any(after[0].hands):
        return cards[0]
    vectors = [found.vector for found in worth([(task, p) for p in after], cards=False)]
    order = preference(task, seat)
    merits = [[sign * vector[s] for sign, s in order] for vector in vectors]
    return -max((merit, -card) for merit, card in zip(merits, cards, strict=True))[1]


def preference(task: Task, seat: int) -> list[tuple[int, int]]:
    """The selfish rule of a seat as (sign, seat) in order of weight (RULINGS: guarantee and selfish play)."""
    order = [(1, seat)]
    order += [(-1, s) for s in (task.declarer, task.second) if s != NONE and s != seat]
    return order + [(-1, (seat + i) % 4) for i in (1, 2, 3)]


def _said(task: Task, position: CorePosition, choice: Act) -> list[Remark]:
    """What the seat declares, announces or registers with this card."""
    found, seat = list[Remark](), choice.seat
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
