"""The line of play: best play card by card from any position, and what is said on the way."""

from __future__ import annotations

from typing import Literal

from kranalyze.cards import suit_of
from kranalyze.core.calls import line
from kranalyze.core.position import OTHERS_ALL, OTHERS_HUNDRED, SIDE_ALL, SIDE_HUNDRED, CorePosition
from kranalyze.core.task import NONE, Task
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


def play_out(task: Task, position: CorePosition) -> tuple[tuple[Trick, ...], tuple[Remark, ...]]:
    """Best play from a position to the end, and what is said, laid or registered on the way.

    Where several cards are equally good the lowest number is played.
    """
    seats = [Seat((position.leader + i) % 4) for i in range(4) if task.seats >> (position.leader + i) % 4 & 1]
    trick = list(zip(seats, position.played, strict=False))
    tricks: list[Trick] = []
    remarks: list[Remark] = []
    for number, card, laid, announced, declared, registered, winner, _ in line(task, position):
        seat = Seat(number)
        if laid:
            remarks.append(Remark(seat, "lays", card=card))
            continue
        said = declared | registered << suit_of(card)
        for suit in (suit for suit in range(4) if said >> suit & 1):
            points = task.marriage_trump if suit == task.trump else task.marriage_plain
            remarks.append(Remark(seat, "registers" if registered else "declares", suit, points))
        if announced & (SIDE_HUNDRED | OTHERS_HUNDRED):
            remarks.append(Remark(seat, "announces", announce="hundred"))
        if announced & (SIDE_ALL | OTHERS_ALL):
            remarks.append(Remark(seat, "announces", announce="all"))
        trick.append((seat, card))
        if winner != NONE:
            tricks.append(Trick(trick[0][0], tuple(trick), Seat(winner)))
            trick = []
    if trick:
        tricks.append(Trick(trick[0][0], tuple(trick), None))
    return tuple(tricks), tuple(remarks)
