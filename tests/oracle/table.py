"""Find the legal cards of a position, play card by card, and count card sequences, all in plain Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kranalyze.cards import Deck, cards_of
from kranalyze.deal import Seat
from oracle.play import PlayRules, legal, turn_order, why_illegal, winner


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick as played: the seats and their cards in playing order, and the seat that took it.

    ``winner`` is None while cards are missing.
    """

    seats: tuple[int, ...]
    cards: tuple[int, ...]
    winner: int | None

    @property
    def leader(self) -> int:
        """Return the seat that led."""
        return self.seats[0]


@dataclass(frozen=True, slots=True)
class State:
    """A position: the cards still held, the leader of the current trick, and its cards in playing order.

    ``face_down`` holds the cards laid face down and not yet played, as (seat, card). The next card of such a
    seat must be the laid card, whatever is led (RULINGS: graden, Mitbettler).
    """

    hands: tuple[int, ...]
    leader: int
    trick: tuple[int, ...] = ()
    face_down: tuple[tuple[int, int], ...] = ()


class IllegalPlay(ValueError):  # noqa: N818 - it names the play, as PBN does
    """The error for an illegal card, with the facts.

    Attributes:
        seat: the seat that played the card.
        card: the card.
        trick: number of the trick, from 1.
        turn: place in the trick, from 1.
        reason: the rule, without the player's name (``must beat the HK``).
    """

    def __init__(self, seat: int, card: int, trick: int, turn: int, reason: str) -> None:
        super().__init__(f"{Seat(seat).title} {reason}")
        self.seat = seat
        self.card = card
        self.trick = trick
        self.turn = turn
        self.reason = reason


def mover(state: State, rules: PlayRules) -> int:
    """Return the seat whose turn it is."""
    return turn_order(state.leader, rules)[len(state.trick)]


def forced_card(state: State, seat: int) -> int | None:
    """Return the card that a seat laid face down and has not played yet; None if there is no such card."""
    return next((c for s, c in state.face_down if s == seat), None)


def moves(state: State, rules: PlayRules) -> int:
    """Return the mask of the cards that may be played in a position."""
    seat = mover(state, rules)
    return legal(state.hands[seat], state.trick, rules, forced_card(state, seat))


def play(state: State, card: int, rules: PlayRules) -> State:
    """Return the position after a legal card. A full trick is cleared.

    Legality is not checked here; ``replay`` checks it.
    """
    seat = mover(state, rules)
    hands = tuple(h & ~(1 << card) if s == seat else h for s, h in enumerate(state.hands))
    face_down = tuple(pair for pair in state.face_down if pair[0] != seat)
    trick = (*state.trick, card)
    if len(trick) < len(rules.seats):
        return State(hands, state.leader, trick, face_down)
    return State(hands, turn_order(state.leader, rules)[winner(trick, rules)], (), face_down)


def replay(
    hands: Sequence[int],
    leader: int,
    cards: Sequence[int],
    rules: PlayRules,
    face_down: Mapping[int, int] | None = None,
    deck: Deck = "french",
) -> list[Trick]:
    """Split played cards into tricks, and return the tricks. The last trick may be unfinished.

    Args:
        hands: the four masks before the first card.
        leader: who leads to trick 1.
        cards: the cards in the order they were played.
        rules: the rules of play.
        face_down: for trick 1, the card each seat laid face down.
        deck: how the cards are written in an error.

    Raises:
        IllegalPlay: a card is not held or breaks a rule.
    """
    return list(_replay(hands, leader, cards, rules, face_down, deck))


def _replay(
    hands: Sequence[int],
    leader: int,
    cards: Sequence[int],
    rules: PlayRules,
    face_down: Mapping[int, int] | None,
    deck: Deck,
) -> Iterator[Trick]:
    state = State(tuple(hands), leader, (), tuple(sorted((face_down or {}).items())))
    number, seats, played = 1, list[int](), list[int]()
    for card in cards:
        seat = mover(state, rules)
        forced = forced_card(state, seat)
        reason = why_illegal(card, state.hands[seat], state.trick, rules, forced, deck)
        if reason is not None:
            raise IllegalPlay(seat, card, number, len(seats) + 1, reason)
        state = play(state, card, rules)
        seats.append(seat)
        played.append(card)
        if not state.trick:
            yield Trick(tuple(seats), tuple(played), state.leader)
            number, seats, played = number + 1, [], []
    if played:
        yield Trick(tuple(seats), tuple(played), None)


def perft(
    hands: Sequence[int],
    leader: int,
    rules: PlayRules,
    depth: int,
    trick: Sequence[int] = (),
    face_down: Mapping[int, int] | None = None,
) -> int:
    """Return the number of sequences of ``depth`` legal cards from a position.

    Args:
        hands: the four masks, without the cards of the current trick.
        leader: who leads, or led, the current trick.
        rules: the rules of play.
        depth: number of cards; 0 counts one empty sequence.
        trick: cards of the current trick so far, in playing order.
        face_down: the card each seat laid face down and has not played yet.
    """
    laid = tuple(sorted((face_down or {}).items()))
    return _count(State(tuple(hands), leader, tuple(trick), laid), rules, depth)


def _count(state: State, rules: PlayRules, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(_count(play(state, card, rules), rules, depth - 1) for card in cards_of(moves(state, rules)))
