"""Follow the auction of Anrufen, call by call, as the rulings define it (RULINGS: anrufen, Auction)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

#: All levels from the lowest to the highest, and the levels that are played with a trump suit.
LEVELS = ("simple", "hundred", "no_tricks", "all_tricks", "all_hundred")
IN_TRUMPS = ("simple", "hundred", "all_tricks", "all_hundred")

#: Suits from low to high. Of equal bids the one with the higher suit stands: H > D > S > C.
SUITS = "CSDH"

PASS = "gut"


class NotAllowedError(Exception):
    """A call that the rulings do not allow."""


@dataclass
class Anrufen:
    """An auction in progress.

    Attributes:
        all_pass: value of the rule option ``all_pass``: ``new_deal`` or ``dealer``.
        turn: the seat that speaks next, None once the auction is over.
    """

    seats: int
    dealer: int
    all_pass: str = "new_deal"
    turn: int | None = 0
    level: str | None = None
    trump: str | None = None
    declarer: int | None = None
    rounds: int = 0
    passed: set[int] = field(default_factory=set)
    beaten: dict[int, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.turn = (self.dealer + 1) % self.seats

    @property
    def dealer_must_bid(self) -> bool:
        """Return whether everybody has passed twice and the rule option makes the dealer bid."""
        return self.all_pass == "dealer" and self.rounds == 2 and self.declarer is None

    def call(self, word: str, trump: str | None = None) -> None:
        """Add a call of the seat whose turn it is."""
        seat = self.turn
        if seat is None:
            raise NotAllowedError("the auction is over")
        if word == PASS:
            self._pass(seat)
        else:
            self._bid(seat, word, trump)

    def _pass(self, seat: int) -> None:
        if self.dealer_must_bid:
            raise NotAllowedError("the dealer must bid")
        if seat != self.declarer:  # a seat that passes drops out, but the highest bidder stays in
            self.passed.add(seat)
        if len(self.passed) < self.seats:
            self._next(seat)
            return
        self.rounds += 1
        if self.rounds == 1:
            self.passed.clear()
            self.turn = (self.dealer + 1) % self.seats
        else:
            self.turn = self.dealer if self.dealer_must_bid else None

    def _bid(self, seat: int, word: str, trump: str | None) -> None:
        height = LEVELS.index(word)
        if self.level is None or height > LEVELS.index(self.level):
            self.level, self.trump, self.declarer = word, trump, seat
        elif height < LEVELS.index(self.level):
            raise NotAllowedError("each bid is at least as high as the last")
        elif seat == self.declarer or self.beaten.get(seat) == word:
            raise NotAllowedError("the other may bid again higher")
        elif word in IN_TRUMPS and (trump is None or self.trump is None):
            raise NotAllowedError("both state their trump")
        elif word in IN_TRUMPS and SUITS.index(trump or "") > SUITS.index(self.trump or ""):
            assert self.declarer is not None
            self.beaten[self.declarer] = word
            self.trump, self.declarer = trump, seat
        else:
            self.beaten[seat] = word
        self._next(seat)

    def _next(self, seat: int) -> None:
        """Give the turn to the next seat that has not passed.

        If only the highest bidder is left, end the auction.
        """
        others = [(seat + i) % self.seats for i in range(1, self.seats + 1)]
        left = [s for s in others if s not in self.passed]
        over = self.declarer is not None and left in ([], [self.declarer])
        # A bid after two rounds of passes is the bid that the dealer had to make. It ends the auction.
        over = over or (self.declarer is not None and self.rounds == 2)
        self.turn = None if over else left[0]


def auction_after(
    seats: int, dealer: int, calls: Sequence[tuple[str, str | None]], all_pass: str = "new_deal"
) -> Anrufen:
    """Return the auction after some calls. Raise ``NotAllowedError`` if the rulings forbid a call."""
    auction = Anrufen(seats, dealer, all_pass)
    for word, trump in calls:
        auction.call(word, trump)
    return auction
