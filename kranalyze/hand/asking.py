"""What is asked about a hand: the game, the seat, what is known of the others, the contracts."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import factorial, prod

from kranalyze.cards import hand_mask, mask_of
from kranalyze.core import calls as core
from kranalyze.deal import Held, Seat
from kranalyze.dealing import Undealt
from kranalyze.frozen import frozen
from kranalyze.games import GAMES, Contract, Game, Question, get_game, questions
from kranalyze.games.questions import bidding_seats, requirement, seats_of, supposing

#: More layouts than these are not enumerated.
MOST_LAYOUTS = 20_000_000


class TooManyLayoutsError(ValueError):
    """Enumeration was asked for and would take too long."""

    def __init__(self, layouts: int) -> None:
        self.layouts = layouts
        super().__init__(f"{layouts:,} layouts are too many to enumerate, the most is {MOST_LAYOUTS:,}")


def game_of(hand: int, name: str | None = None) -> Game:
    """The game that a hand is asked about: the one that is named, or the usual one with hands of its size.

    Raises:
        ValueError: no game, several, or none but one for three players deals so many cards; or the game that
            is named deals another number, which is not what its forehand has seen either.
    """
    cards = hand.bit_count()
    held = "1 card" if cards == 1 else f"{cards} cards"
    if name is not None:
        game = get_game(name)
        if cards not in (game.size, game.seen):
            seen = f", and forehand has seen {game.seen} when he speaks" if game.seen else ""
            raise ValueError(f"a hand of {held}: {game.id} deals {game.size}{seen}")
        return game
    dealing = [game for game in GAMES.values() if game.size == cards and not game.calibration]
    usual = [game for game in dealing if game.usual and game.seats == 4]
    if usual:
        return usual[0]
    named = " or ".join(game.id for game in dealing)
    if dealing:
        raise ValueError(f"a hand of {held}: say with --game that it is of {named}")
    sizes = ", ".join(f"{g.id} {g.size}" for g in GAMES.values() if not g.calibration)
    raise ValueError(f"a hand of {held}, and no game deals so many ({sizes}); a part of a hand needs --game")


@frozen
class Asked:
    """A hand as declarer.

    Attributes:
        game: what is played; its rules are in force.
        hand: the declarer's cards, perhaps not all.
        seat: where he sits.
        forehand: the seat left of the dealer.
        known: cards of the others, by seat.
        contracts: in the order of the game.
    """

    game: Game
    hand: int
    seat: Seat
    forehand: Seat
    known: Mapping[Seat, int]
    contracts: tuple[Contract, ...]

    @classmethod
    def of(
        cls,
        game: Game,
        hand: int,
        *,
        contracts: Iterable[str | Contract] | None = None,
        rules: Mapping[str, str] | None = None,
        seat: Seat | int | str = Seat.S,
        dealer: Seat | int | str | None = None,
        known: Held | None = None,
    ) -> Asked:
        """What is asked, checked.

        Without a dealer the seat is forehand.

        Raises:
            ValueError: cards that cannot be, a seat that does not play, a contract that nobody bids.
        """
        game = game.under(rules)
        seat, dealer = Seat.parse(seat), None if dealer is None else Seat.parse(dealer)
        known = {Seat.parse(s): hand_mask(cards) for s, cards in dict(known or {}).items()}
        seats = seats_of(game)
        for s in (seat, *known, *(() if dealer is None else (dealer,))):
            if s not in seats:
                raise ValueError(f"{s.title} does not play in {game.id}")
        if seat in known:
            raise ValueError(f"{seat.title} is the declarer: more of the own hand belongs to the hand")
        forehand = seat if dealer is None else seats[(seats.index(dealer) + 1) % len(seats)]
        named = [game.contract(c) for c in contracts or game.contracts]
        for contract in named if contracts else ():
            if contract.makeable_at is None:
                raise ValueError(f"{contract.id} has no declarer, a hand has no odds in it")
        chosen = tuple(c for c in game.contracts if c in named and c.makeable_at is not None)
        if not chosen:
            raise ValueError(f"{game.id} has no contracts with a declarer")
        if not any(seat in bidding_seats(game, c, forehand) for c in chosen):
            ids = ", ".join(contract.id for contract in chosen)
            raise ValueError(f"{seat.title} may bid none of {ids} with {forehand.title} left of the dealer")
        asked = cls(game, hand, seat, forehand, known, chosen)
        asked.dealing()
        return asked

    @property
    def given(self) -> dict[Seat, int]:
        """What every seat is known to hold."""
        return {self.seat: self.hand, **self.known}

    @property
    def placed(self) -> dict[int, int]:
        """What the others are known to hold, by places clockwise from the declarer."""
        return {(seat - self.seat) % 4: mask for seat, mask in self.known.items()}

    @property
    def whole(self) -> bool:
        """Whether the declarer's hand is known whole."""
        return self.hand.bit_count() == self.game.size

    def dealing(self) -> Undealt:
        """What is left to be dealt.

        Raises:
            ValueError: a card that is not in the pack or given twice, a hand too large.
        """
        return Undealt.of(self.game, self.given)

    def layouts(self) -> int:
        """How many ways there are to deal it."""
        return layout_count(self.dealing().places)

    def questions(self, contracts: Iterable[Contract] | None = None) -> list[Question]:
        """The questions that the seat may ask as declarer with this forehand."""
        chosen = self.contracts if contracts is None else contracts
        asks = questions(self.game, chosen, [self.seat])
        return [question for question in asks if allowed(self.game, question, self.forehand)]

    def first(self, contract: Contract) -> Question | None:
        """The first question of a contract without trumps, None if the hand may not bid it."""
        asks = self.questions([contract])
        return asks[0] if asks and holds_required(self.game, asks[0], self.hand) else None

    def supposing(self, contracts: Iterable[Contract]) -> list[Question]:
        """Forehand's questions by which the trump of some contracts is supposed."""
        mine = {question.contract.id: question.contract for question in self.questions(contracts)}
        by = {one.id: one for c in mine.values() if (one := supposing(self.game, c)) is not None}
        asks = questions(self.game, by.values(), [self.forehand])
        return [question for question in asks if allowed(self.game, question, self.forehand)]


def allowed(game: Game, question: Question, forehand: Seat | None) -> bool:
    """Whether the auction of a deal can lead to a question; where forehand matters he must be known."""
    contract = question.contract
    if forehand is None:
        return contract.bidders == "any" and contract.leads != "forehand"
    leads = contract.leads != "forehand" or question.leader == forehand
    return leads and question.declarer in bidding_seats(game, contract, forehand)


def layout_count(places: Sequence[int]) -> int:
    """In how many ways cards fill hands with so many free places each.

    >>> layout_count([6, 6, 6])
    17153136
    """
    return factorial(sum(places)) // prod(map(factorial, places))


def holds_required(game: Game, question: Question, hand: int) -> bool:
    """Whether a hand has what the contract needs for a bid."""
    needed = requirement(question, game)
    return needed is None or any(hand & mask == mask for mask in needed)


def fill(dealing: Undealt, first: int, count: int) -> tuple[array[int], ...]:
    """Layouts ``first`` to ``first + count - 1`` of all, as UInt32 columns N E S W and talon."""
    return core.fill(bytes(dealing.places), (*dealing.given, 0), mask_of(dealing.cards), first, count)
