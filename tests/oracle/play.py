"""The oracle's rules of play: legal cards, the winner of a trick, turn order.

The rules are written from RULINGS (common play rules), independently of the solver's move generator, so that
tests can compare the two. Functions take and return sets of cards as masks, and convert the masks to lists
for their work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kranalyze.cards import (
    ORDERS,
    RANKS,
    SUIT_NAMES,
    Deck,
    card_letters,
    cards_of,
    mask_of,
    number_of_suit,
    rank_of,
    suit_of,
)
from kranalyze.games import Game, Question


@dataclass(frozen=True, slots=True)
class PlayRules:
    """The rules of play of a contract.

    Attributes:
        order: order of rank, ``K``, ``T`` or ``Z`` (``cards.ORDERS``).
        trump: suit 0-3 (S H D C), None without trump.
        must_trump: a player who cannot follow suit must play a trump.
        must_beat: a player who can beat the highest card so far played to the trick must beat it.
        seats: the playing seats, clockwise.
    """

    order: str
    trump: int | None
    must_trump: bool = True
    must_beat: bool = True
    seats: tuple[int, ...] = (0, 1, 2, 3)


def play_rules(game: Game, question: Question) -> PlayRules:
    """Return the rules of play of a question (RULINGS: common play rules)."""
    out = None
    if question.contract.sits_out and question.declarer is not None:
        out = (question.declarer + 2) % 4
    seats = tuple(s for s in range(game.seats) if s != out)
    return PlayRules(question.order, number_of_suit(question.trump), game.must_trump, game.must_beat, seats)


def beats(new: int, best: int, rules: PlayRules) -> bool:
    """Return whether a card beats the best card of the trick so far."""
    if suit_of(new) == suit_of(best):
        ranks = ORDERS[rules.order]
        return ranks.index(RANKS[rank_of(new)]) < ranks.index(RANKS[rank_of(best)])
    return suit_of(new) == rules.trump


def winner(trick: Sequence[int], rules: PlayRules) -> int:
    """Return the index of the winning card: the highest trump, else the highest card of the suit led.

    Raises:
        ValueError: no card has been played.
    """
    if not trick:
        raise ValueError("an empty trick has no winner")
    best = 0
    for i, card in enumerate(trick[1:], 1):
        best = i if beats(card, trick[best], rules) else best
    return best


def legal(hand: int, trick: Sequence[int], rules: PlayRules, forced: int | None = None) -> int:
    """Return the mask of legal cards.

    Args:
        hand: mask of the player's cards.
        trick: the cards played so far, in playing order; empty when leading.
        rules: the rules of play.
        forced: the card that the player laid face down for this trick. It is the only legal card, and it
            need not follow suit or beat.
    """
    if forced is not None:
        return hand & 1 << forced
    if not trick:
        return hand
    cards, led = list(cards_of(hand)), suit_of(trick[0])
    following = [c for c in cards if suit_of(c) == led]
    allowed = following or [c for c in cards if suit_of(c) == rules.trump and rules.must_trump]
    if not allowed:
        return hand
    best = trick[winner(trick, rules)]
    beating = [c for c in allowed if rules.must_beat and beats(c, best, rules)]
    return mask_of(beating or allowed)


def why_illegal(
    card: int, hand: int, trick: Sequence[int], rules: PlayRules, forced: int | None = None,
    deck: Deck = "french",
) -> str | None:  # fmt: skip
    """Return the rule that a card breaks, None if it is legal.

    The text has no subject; callers put the seat before it: ``West must beat the HK``.
    """
    if not hand >> card & 1:
        return f"does not hold the {card_letters(card, deck)}"
    allowed = legal(hand, trick, rules, forced)
    if allowed >> card & 1:
        return None
    if forced is not None:
        return f"must play the {card_letters(forced, deck)} laid face down"
    named = " ".join(card_letters(c, deck) for c in reversed(list(cards_of(allowed))))
    choice = f"the {named}" if allowed.bit_count() == 1 else f"one of {named}"
    led = suit_of(trick[0])
    holds_led = any(suit_of(c) == led for c in cards_of(hand))
    if holds_led and suit_of(card) != led:
        return f"must follow {SUIT_NAMES[deck][led]} with {choice}"
    if not holds_led and suit_of(card) != rules.trump:
        return f"must trump with {choice}"
    return f"must beat the {card_letters(trick[winner(trick, rules)], deck)}"


def turn_order(leader: int, rules: PlayRules) -> tuple[int, ...]:
    """Return the seats in playing order from the leader on."""
    behind = [seat for seat in rules.seats if seat > leader]
    return (leader, *behind, *rules.seats)[: len(rules.seats)]
