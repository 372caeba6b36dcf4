"""Find the position that a user asks for.

A user asks for the position after a certain card of a record, or after further cards that the user names.
"""

from __future__ import annotations

from collections.abc import Iterable

from kranalyze.analysis.board import Position
from kranalyze.analysis.words import words_by_seat
from kranalyze.kpn import Record


def count_cards_through(record: Record, trick: int, card: int) -> int:
    """Return the number of cards played up to and including a given card.

    Args:
        record: the record.
        trick: number of the card's trick, from 1.
        card: number of the card within its trick, from 1.

    Raises:
        ValueError: the record has no such card.
    """
    for after, move in enumerate(record.play, 1):
        if (move.trick, move.turn) == (trick, card):
            return after
    raise ValueError(f"the record has no card {trick}.{card}")


def play_cards(position: Position, cards: Iterable[int], announce: str | None = None) -> Position:
    """Play some more cards from a position, and return the position after them.

    Args:
        position: the position before the cards.
        cards: the cards to play, in order.
        announce: what the seats say with their cards of trick 1: marriages, announcements, raises, Contra.
            The text has the form of an Announce tag, for example ``N 40 H; E 20``. None: the seats say what
            they say in best play.

    Raises:
        ValueError: a card is illegal, or ``announce`` names a seat whose card of trick 1 is not in ``cards``.
    """
    if announce is None:
        for card in cards:
            position = position.play(card)
        return position
    words = words_by_seat(announce)
    for card in cards:
        in_trick_1 = position.to_play is not None and position.place()[1] == 1
        text = words.pop(position.place()[3], "") if in_trick_1 else ""
        position = position.play(card, announce=text)
    for seat in words:
        raise ValueError(f"announce: {seat.title} plays no card of trick 1 by hand")
    return position
