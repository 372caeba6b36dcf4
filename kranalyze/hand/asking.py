"""What is asked about a hand: the game, the seat, what is known of the others, the contracts, the layouts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import factorial, prod

from kranalyze.deal import Held, Seat
from kranalyze.dealing import Undealt, masks_by_seat
from kranalyze.games import GAMES, Contract, Game, Question, get_game, questions
from kranalyze.games.questions import allowed, bidding_seats, requirement, seats_of

#: More layouts than these are not gone through one by one.
MOST_LAYOUTS = 20_000_000


class TooManyLayoutsError(ValueError):
    """All layouts were asked for, and going through them one by one would take too long."""

    def __init__(self, layouts: int) -> None:
        super().__init__(f"{layouts:,} layouts are possible, {MOST_LAYOUTS:,} at most are gone through")
        self.layouts = layouts


def game_of(hand: int, name: str | None = None) -> Game:
    """The game that a hand is asked about: the one that is named, or the usual one with hands of its size."""
    cards = hand.bit_count()
    held = "1 card" if cards == 1 else f"{cards} cards"
    if name is not None:
        game = get_game(name)
        if cards not in (game.size, game.seen):
            seen = f", and forehand has seen {game.seen} when he speaks" if game.seen else ""
            raise ValueError(f"a hand of {held}: {game.id} deals {game.size}{seen}")
        return game
    played = [game for game in GAMES.values() if not game.calibration]
    dealing = [game for game in played if game.size == cards]
    usual = [game for game in dealing if game.usual and game.seats == 4]
    if usual:
        return usual[0]
    if dealing:
        named = " or ".join(game.id for game in dealing)
        raise ValueError(f"a hand of {held}: say with --game that it is of {named}")
    sizes = ", ".join(f"{game.id} {game.size}" for game in played)
    raise ValueError(f"a hand of {held}, and no game deals so many ({sizes}); a part of a hand needs --game")


class Asked:
    """A hand as declarer, perhaps not whole; what is known of the others; what is left to be dealt.

    Attributes:
        game: by the rules in force.
        contracts: in the order of the game.
        layouts, columns: how many ways there are to deal the rest, and some of them (``Undealt.columns``).
        whole: whether the declarer's hand is known whole.
    """

    def __init__(
        self, game: Game, hand: int, *, contracts: Iterable[str | Contract] | None = None,
        rules: Mapping[str, str] | None = None, seat: Seat | int | str = Seat.S,
        dealer: Seat | int | str | None = None, known: Held | None = None,
    ) -> None:  # fmt: skip
        """What is asked, or a ValueError that says what cannot be; without a dealer the seat is forehand."""
        self.game, self.hand, self.seat = game.under(rules), hand, Seat.parse(seat)
        deals = self.seat if dealer is None else Seat.parse(dealer)
        self.known = masks_by_seat(known)
        seats = seats_of(game)
        for s in (self.seat, *self.known, deals):
            if s not in seats:
                raise ValueError(f"{s.title} does not play in {game.id}")
        if self.seat in self.known:
            raise ValueError(f"{self.seat.title} is the declarer: more of the own hand belongs to the hand")
        self.forehand = self.seat if dealer is None else seats[(deals + 1) % len(seats)]
        named = [self.game.contract(c) for c in (self.game.contracts if contracts is None else contracts)]
        if not named:
            raise ValueError("contracts: no contract is named; left out it means all")
        for contract in named if contracts is not None else ():
            if contract.makeable_at is None:
                raise ValueError(f"{contract.id} has no declarer, a hand has no odds in it")
        chosen = [c for c in self.game.contracts if c in named and c.makeable_at is not None]
        if not chosen:
            raise ValueError(f"{game.id} has no contracts with a declarer")
        if not any(self.seat in bidding_seats(self.game, c, self.forehand) for c in chosen):
            ids, left = ", ".join(contract.id for contract in chosen), self.forehand.title
            raise ValueError(f"{self.seat.title} may bid none of {ids} with {left} left of the dealer")
        self.contracts = tuple(chosen)
        self.given = {self.seat: hand, **self.known}
        undealt = Undealt(self.game, self.given)
        self.layouts = factorial(sum(undealt.places)) // prod(map(factorial, undealt.places))
        self.columns = undealt.columns
        self.whole = hand.bit_count() == self.game.size

    def questions(self, contracts: Iterable[Contract], seat: Seat | None = None) -> list[Question]:
        """The questions that a seat, default the hand's, may ask as declarer with this forehand."""
        asks = questions(self.game, contracts, [self.seat if seat is None else seat])
        return [question for question in asks if allowed(self.game, question, self.forehand)]


def holds_required(game: Game, question: Question, hand: int) -> bool:
    """Whether a hand has what the contract needs for a bid."""
    needed = requirement(question, game)
    return not needed or any(hand & mask == mask for mask in needed)
