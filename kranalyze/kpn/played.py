"""Define classes for what happened in a game: winners and points of tricks, marriages, announcements."""

from typing import NamedTuple

from kranalyze.deal import Seat
from kranalyze.games import Contract

Payoff = tuple[int, ...]


class Marriage(NamedTuple):
    """A marriage that was declared in trick 1, or registered by leading its King or Queen."""

    seat: Seat
    points: int  # 40 if the suit is trump, otherwise 20
    trick: int = 0  # index (from 0) of the trick in which the marriage was declared or registered


class Facts(NamedTuple):
    """What happened in a game so far: tricks, marriages and announcements."""

    winners: tuple[Seat, ...] = ()  # the winner of each finished trick

    #: The card points in each finished trick. The last trick also has the points for winning it.
    points: tuple[int, ...] = ()
    ended: bool = False  # whether the game has ended: all cards have been played
    marriages: tuple[Marriage, ...] = ()  # marriages, in the order of declaration or registration
    discard: int = 0  # card points in the declarer's discard, which count for the opponents
    hundreds: tuple[Seat, ...] = ()  # seats that announced 100 points (RULINGS: russbach)
    alls: tuple[Seat, ...] = ()  # seats that made the announcement "all tricks"

    #: the contract to which the declarer's partner raised (RULINGS: anrufen); None: no raise
    raised: Contract | None = None
    contra: int = 0  # how many times Contra was called
