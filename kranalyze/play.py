"""Python's own rules of play: legal cards, who takes a trick, replay, and counts of play.

Written in the words of RULINGS (common play rules), apart from the solver's move generator, so that
their agreement means something. Masks come in and go out; inside there are lists of cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kranalyze.cards import (
    FRENCH_SUIT_NAMES,
    GERMAN_SUIT_NAMES,
    ORDERS,
    RANKS,
    Deck,
    card_name,
    cards_of,
    mask_of,
    rank_of,
    suit_of,
)
from kranalyze.deal import Seat
from kranalyze.games import Game, Question, Rules


@dataclass(frozen=True, slots=True)
class PlayRules:
    """How cards must be played and who takes a trick.

    Attributes:
        order: order of rank, ``K``, ``T`` or ``Z`` (``cards.ORDERS``).
        trump: suit 0-3 (S H D C), None without trump.
        must_trump: a player who cannot follow suit must play a trump.
        must_beat: a player who can beat the highest card so far played to the trick must beat it.
        seats: the seats that play, clockwise.
    """

    order: str
    trump: int | None
    must_trump: bool = True
    must_beat: bool = True
    seats: tuple[int, ...] = (0, 1, 2, 3)


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
        """The seat that led."""
        return self.seats[0]


@dataclass(frozen=True, slots=True)
class State:
    """A position: what is still held, who leads the current trick, and its cards so far in playing order.

    ``face_down`` holds the cards laid face down that are not yet played, (seat, card): a seat's next
    card is that one, whatever is led (RULINGS: graden, Mitbettler).
    """

    hands: tuple[int, ...]
    leader: int
    trick: tuple[int, ...] = ()
    face_down: tuple[tuple[int, int], ...] = ()


class IllegalPlay(ValueError):  # noqa: N818 - it names the play, as PBN does
    """A card that may not be played, with the facts.

    Attributes:
        seat: who played it.
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


def play_rules(game: Game, question: Question, rules: Rules) -> PlayRules:
    """The rules of play of a question (RULINGS: common play rules)."""
    game = game.under(rules)
    out = None
    if question.contract.sits_out and question.declarer is not None:
        out = (question.declarer + 2) % 4
    return PlayRules(
        order=question.order,
        trump=question.trump,
        must_trump=game.must_trump,
        must_beat=game.must_beat,
        seats=tuple(s for s in range(game.seats) if s != out),
    )


def beats(new: int, best: int, rules: PlayRules) -> bool:
    """Whether a card beats the card that is best in the trick so far."""
    if suit_of(new) == suit_of(best):
        ranks = ORDERS[rules.order]
        return ranks.index(RANKS[rank_of(new)]) < ranks.index(RANKS[rank_of(best)])
    return suit_of(new) == rules.trump


def winner(trick: Sequence[int], rules: PlayRules) -> int:
    """Index in the trick of the card that takes it: the highest trump, else the highest of the suit led.

    Raises:
        ValueError: no card has been played.
    """
    if not trick:
        raise ValueError("an empty trick has no winner")
    best = 0
    for i in range(1, len(trick)):
        if beats(trick[i], trick[best], rules):
            best = i
    return best


def legal(hand: int, trick: Sequence[int], rules: PlayRules, forced: int | None = None) -> int:
    """Mask of the cards that may be played.

    Args:
        hand: mask of the player's cards.
        trick: the cards played so far, in playing order; empty when leading.
        rules: the rules of play.
        forced: the card the player laid face down for this trick: it is the only legal one, and
            neither following nor beating applies to it.
    """
    if forced is not None:
        return hand & 1 << forced
    cards = list(cards_of(hand))
    if not trick:
        return hand
    led = suit_of(trick[0])
    following = [c for c in cards if suit_of(c) == led]
    trumps = [c for c in cards if suit_of(c) == rules.trump]
    if following:
        allowed = following
    elif trumps and rules.must_trump:
        allowed = trumps
    else:
        return hand
    if rules.must_beat:
        best = trick[winner(trick, rules)]
        beating = [c for c in allowed if beats(c, best, rules)]
        if beating:
            allowed = beating
    return mask_of(allowed)


def why_illegal(
    card: int,
    hand: int,
    trick: Sequence[int],
    rules: PlayRules,
    forced: int | None = None,
    deck: Deck = "french",
) -> str | None:
    """The rule that a card breaks, None if it may be played.

    The text has no subject, so that a caller can say who: ``West must beat the HK``.
    """
    if not hand >> card & 1:
        return f"does not hold the {card_name(card, deck)}"
    allowed = legal(hand, trick, rules, forced)
    if allowed >> card & 1:
        return None
    if forced is not None:
        return f"must play the {card_name(forced, deck)} laid face down"
    named = " ".join(card_name(c, deck) for c in reversed(list(cards_of(allowed))))
    choice = f"the {named}" if allowed.bit_count() == 1 else f"one of {named}"
    led = suit_of(trick[0])
    holds_led = any(suit_of(c) == led for c in cards_of(hand))
    if holds_led and suit_of(card) != led:
        suits = FRENCH_SUIT_NAMES if deck == "french" else GERMAN_SUIT_NAMES
        return f"must follow {suits[led]} with {choice}"
    if not holds_led and suit_of(card) != rules.trump:
        return f"must trump with {choice}"
    return f"must beat the {card_name(trick[winner(trick, rules)], deck)}"


def next_seat(seat: int, rules: PlayRules) -> int:
    """The next seat clockwise that plays."""
    following = (seat + 1) % 4
    while following not in rules.seats:
        following = (following + 1) % 4
    return following


def turn_order(leader: int, rules: PlayRules) -> tuple[int, ...]:
    """The seats in playing order when one leads."""
    order = [leader]
    while len(order) < len(rules.seats):
        order.append(next_seat(order[-1], rules))
    return tuple(order)


def mover(state: State, rules: PlayRules) -> int:
    """The seat whose turn it is."""
    return turn_order(state.leader, rules)[len(state.trick)]


def forced_card(state: State, seat: int) -> int | None:
    """The card a seat laid face down and has not played yet."""
    return next((c for s, c in state.face_down if s == seat), None)


def moves(state: State, rules: PlayRules) -> int:
    """Mask of the cards that may be played in a position."""
    seat = mover(state, rules)
    return legal(state.hands[seat], state.trick, rules, forced_card(state, seat))


def play(state: State, card: int, rules: PlayRules) -> State:
    """The position after a legal card (not checked here; ``replay`` does). A full trick is cleared."""
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
    """The tricks of a play given as its cards in playing order; the last one may be unfinished.

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


def replay_rows(
    hands: Sequence[int],
    leader: int,
    rows: Sequence[Sequence[int | None]],
    rules: PlayRules,
    face_down: Mapping[int, int] | None = None,
    deck: Deck = "french",
) -> list[Trick]:
    """The tricks of a play given trick by trick, each row the cards of N E S W, None for a card not played.

    Play ends with the first card that is missing in playing order; the cards of that trick that came
    before it stand in the last, unfinished trick. A card after a missing one is an error.

    Raises:
        IllegalPlay: a card is not held, breaks a rule, or was played after play had stopped.
    """
    tricks: list[Trick] = []
    left = tuple(hands)
    stopped = False
    for number, row in enumerate(rows, 1):
        order = turn_order(leader, rules)
        given = [row[seat] for seat in order]
        cards: list[int] = []
        for turn, (seat, card) in enumerate(zip(order, given, strict=True), 1):
            if card is None:
                stopped = True
            elif stopped:
                raise IllegalPlay(seat, card, number, turn, "plays after a card is missing")
            else:
                cards.append(card)
        for seat, card in enumerate(row):
            if card is not None and seat not in order:
                raise IllegalPlay(seat, card, number, 0, "sits out")
        if not cards:
            continue
        try:
            [trick] = _replay(left, leader, cards, rules, face_down if number == 1 else None, deck)
        except IllegalPlay as error:
            raise IllegalPlay(error.seat, error.card, number, error.turn, error.reason) from None
        tricks.append(trick)
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            left = tuple(h & ~(1 << card) if s == seat else h for s, h in enumerate(left))
        if trick.winner is not None:
            leader = trick.winner
    return tricks


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
    """How many sequences of ``depth`` legal cards there are from a position.

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
