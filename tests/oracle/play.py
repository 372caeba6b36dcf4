"""The rules of play of the oracle: legal cards, who takes a trick, whose turn it is.

Written in the words of RULINGS (common play rules), apart from the solver's move generator, so that
their agreement means something. Masks come in and go out; inside there are lists of cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from kranalyze.cards import ORDERS, RANKS, SUIT_NAMES, Deck, card_name, cards_of, mask_of, rank_of, suit_of
from kranalyze.frozen import frozen
from kranalyze.games import Game, Question


@frozen
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


def play_rules(game: Game, question: Question) -> PlayRules:
    """The rules of play of a question (RULINGS: common play rules)."""
    out = None
    if question.contract.sits_out and question.declarer is not None:
        out = (question.declarer + 2) % 4
    seats = tuple(s for s in range(game.seats) if s != out)
    return PlayRules(question.order, question.trump, game.must_trump, game.must_beat, seats)


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
    for i, card in enumerate(trick[1:], 1):
        best = i if beats(card, trick[best], rules) else best
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
        return f"must follow {SUIT_NAMES[deck][led]} with {choice}"
    if not holds_led and suit_of(card) != rules.trump:
        return f"must trump with {choice}"
    return f"must beat the {card_name(trick[winner(trick, rules)], deck)}"


def turn_order(leader: int, rules: PlayRules) -> tuple[int, ...]:
    """The seats in playing order when one leads."""
    behind = [seat for seat in rules.seats if seat > leader]
    return (leader, *behind, *rules.seats)[: len(rules.seats)]
