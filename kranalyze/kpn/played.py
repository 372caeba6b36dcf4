"""The facts of a game that was played: winners and points of tricks, and what was said."""

from __future__ import annotations

from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games import Contract

Payoff = tuple[int, ...]


@frozen
class Marriage:
    """A marriage declared (in trick 1) or registered (by leading to a trick)."""

    seat: Seat
    points: int  # 20, or 40 in trumps
    trick: int = 0  # the trick it was led to, from 0


@frozen
class Facts:
    """The facts of a game as far as it was played."""

    winners: tuple[Seat, ...] = ()  # of each finished trick
    points: tuple[int, ...] = ()  # card points of each finished trick, with those for the last trick
    ended: bool = False  # whether all cards have been played
    marriages: tuple[Marriage, ...] = ()  # in the order in which they were declared or registered
    discard: int = 0  # card points in the discard, which count for the opponents
    hundreds: tuple[Seat, ...] = ()  # seats that announced 100 (RULINGS: russbach)
    alls: tuple[Seat, ...] = ()  # seats that announced all tricks
    raised: Contract | None = None  # the contract that the declarer's partner raised to (RULINGS: anrufen)
    contra: int = 0  # number of Contra calls
