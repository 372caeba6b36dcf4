"""Describe what a user asks about a hand: the game, the seat, the known cards and the contracts.

The description (``HandQuery``) also counts the layouts and can deal them. A layout is a way to deal the cards
that are not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import factorial, prod

from kranalyze.core.questionborder import auction_allows, bidding_seats, questions
from kranalyze.deal import Held, Seat
from kranalyze.dealing import Undealt, masks_by_seat
from kranalyze.games import DEFAULT, GAMES, Contract, Game, Question, get_game
from kranalyze.games.question import seats_of

#: Largest number of layouts that the program enumerates one by one.
MOST_LAYOUTS = 20_000_000


class TooManyLayoutsError(ValueError):
    """Raised if a request would enumerate more than ``MOST_LAYOUTS`` layouts.

    Attributes:
        layouts: how many layouts the request would enumerate.
    """

    def __init__(self, layouts: int) -> None:
        super().__init__(f"{layouts:,} layouts are possible, {MOST_LAYOUTS:,} at most are gone through")
        self.layouts = layouts


def game_of(hand: int, name: str | None = None) -> Game:
    """Return the game to which a hand belongs.

    Args:
        hand: mask of the hand.
        name: id or name of the game. None: return the usual game for hands of this size.

    Raises:
        ValueError: the named game is unknown, or does not deal hands of this size. Also raised if no game is
            named, and hands of this size have no usual game.
    """
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
        option = f"give --game {named}" if len(dealing) == 1 else "name the game with --game"
        default = GAMES[DEFAULT]
        usual_size = f"a hand of {default.id} has {default.size}"
        raise ValueError(f"the hand has {held}, and {usual_size}; if it is of {named}, {option}")
    sizes = ", ".join(f"{game.id} {game.size}" for game in played)
    why = f"no game deals so many ({sizes}); a part of a hand needs --game"
    raise ValueError(f"the hand has {held}, and {why}")


class HandQuery:
    """What a user asks about a hand: how good some contracts are for the declarer who holds the hand.

    Attributes:
        game: the game with its rules in force.
        hand: mask of the declarer's known cards. Some cards of the hand may be unknown.
        seat: seat of the declarer.
        forehand: the seat left of the dealer.
        known: for each other seat with known cards, the mask of these cards.
        known_cards: for each seat with known cards, the mask of these cards. The declarer is included.
        contracts: the contracts, in the order of the game.
        layouts: how many ways there are to deal the unknown cards.
        columns: function that returns some layouts as five columns: hands N E S W and talon
            (``Undealt.columns``).
        whole: whether all cards of the declarer's hand are known.
    """

    def __init__(
        self, game: Game, hand: int, *, contracts: Iterable[str | Contract] | None = None,
        rules: Mapping[str, str] | None = None, seat: Seat | str | int = Seat.S,
        dealer: Seat | str | int | None = None, known: Held | None = None,
    ) -> None:  # fmt: skip
        """Check the arguments and store the query.

        Args:
            game: the game.
            hand: mask of the declarer's known cards.
            contracts: the contracts. None: all contracts that have a declarer.
            rules: rule options.
            seat: seat of the declarer.
            dealer: seat of the dealer. None: the declarer is forehand.
            known: known cards of other seats.

        Raises:
            ValueError: an impossible seat, card or contract.
        """
        self.game = game.under(rules)
        self.hand = hand
        self.seat = Seat.parse(seat)
        dealing_seat = self.seat if dealer is None else Seat.parse(dealer)
        self.known = masks_by_seat(known)
        seats = seats_of(game)
        for s in (self.seat, *self.known, dealing_seat):
            if s not in seats:
                raise ValueError(f"{s.title} does not play in {game.id}")
        if self.seat in self.known:
            raise ValueError(f"{self.seat.title} is the declarer: more of the own hand belongs to the hand")
        self.forehand = self.seat if dealer is None else seats[(dealing_seat + 1) % len(seats)]
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
            ids = ", ".join(contract.id for contract in chosen)
            left = self.forehand.title
            raise ValueError(f"{self.seat.title} may bid none of {ids} with {left} left of the dealer")
        self.contracts = tuple(chosen)
        self.known_cards = {self.seat: hand, **self.known}
        undealt = Undealt(self.game, self.known_cards)
        self.layouts = factorial(sum(undealt.places)) // prod(map(factorial, undealt.places))
        self.columns = undealt.columns
        self.whole = hand.bit_count() == self.game.size

    def questions(self, contracts: Iterable[Contract], bidding_seat: Seat | None = None) -> list[Question]:
        """Return the questions that can be played after a seat has bid one of the contracts.

        A question is a contract with its declarer, leader, trump, partner and order of ranks. What a seat may
        bid can depend on forehand, the seat left of the query's dealer.

        Args:
            contracts: the contracts.
            bidding_seat: the seat that bids. None: the declarer of the query.
        """
        candidates = questions(self.game, contracts, [self.seat if bidding_seat is None else bidding_seat])
        return [question for question in candidates if auction_allows(self.game, question, self.forehand)]
