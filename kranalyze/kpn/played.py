"""Data classes for the facts of a played game: winners and points of tricks, marriages, announcements."""

from __future__ import annotations

from typing import NamedTuple

from kranalyze.deal import Seat
from kranalyze.games import Contract

Payoff = tuple[int, ...]


class Marriage(NamedTuple):
    """A marriage that was declared in trick 1, or registered by leading its King or Queen."""

    seat: Seat
    points: int  # 20, or 40 in trumps
    trick: int = 0  # index, from 0, of the trick in which the marriage was declared, or its card led


class Facts(NamedTuple):
    """The facts of a game as far as it was played."""

    winners: tuple[Seat, ...] = ()  # winner of each finished trick
    #: Points of each finished trick. The points of the last trick include the extra points for winning it.
    points: tuple[int, ...] = ()
    ended: bool = False  # whether all cards have been played
    marriages: tuple[Marriage, ...] = ()  # all marriages, in the order in which they were declared or led
    discard: int = 0  # card points of the discard; they count for the declarer's opponents
    hundreds: tuple[Seat, ...] = ()  # seats that announced 100 (RULINGS: russbach)
    alls: tuple[Seat, ...] = ()  # seats that announced all tricks
    raised: Contract | None = None  # the contract to which the declarer's partner raised (RULINGS: anrufen)
    contra: int = 0  # number of Contra calls
