"""Find or read what seats say in trick 1 when a user continues a game card by card.

The words of a seat are all that the seat says in trick 1: marriages, announcements, a raise, Contra. RULINGS
has the rules in the section "Words in positions that are played on by hand".
"""

from __future__ import annotations

from collections.abc import Iterable

from kranalyze.cards import SUITS
from kranalyze.core.moments import Moment
from kranalyze.deal import Seat
from kranalyze.kpn import Announcement, Move, Record
from kranalyze.kpn.judged import read_words


def best_announcements(moment: Moment, card: int) -> tuple[Announcement, ...]:
    """Return the announcements that best play makes together with a card.

    They can be marriages, and the announcements "100" and "all tricks".

    Args:
        moment: the state of the game before the card.
        card: number of the card.
    """
    if not moment.may_declare:
        return ()
    words, seat = moment.best_marriages_and_announcements(card), moment.seat
    suits = (suit for suit in range(4) if words.suits >> suit & 1)
    marriages = (Announcement(seat, "marriage", SUITS[suit], moment.marriage_points(suit)) for suit in suits)
    hundred = [Announcement(seat, "hundred")] * words.hundred
    every_trick = [Announcement(seat, "all")] * words.every_trick
    return (*marriages, *hundred, *every_trick)


def words_of_played_cards(words: Iterable[Announcement], play: Iterable[Move]) -> tuple[Announcement, ...]:
    """Return the announcements of the seats that have already played a card.

    Args:
        words: all announcements of trick 1.
        play: the cards played so far.
    """
    spoken = {move.seat for move in play}
    return tuple(word for word in words if word.seat in spoken)


def read_announcements(record: Record, seat: Seat, text: str) -> tuple[Announcement, ...]:
    """Return the announcements that a seat makes at its turn in trick 1, read from a text.

    Args:
        record: the record of the game so far.
        seat: the seat.
        text: announcements in the form of an Announce tag, for example ``N 40 H; N 100``. The seat's letter
            before an announcement may be left out.

    Raises:
        ValueError: the seat may not say this.
    """
    before = [word.text(record.deck) for word in record.announce]
    parts = [part.strip() for part in text.split(";") if part.strip()]
    for part in parts:
        letter = part.split()[0].upper()
        if letter in Seat.__members__ and Seat[letter] != seat:
            other = Seat[letter].title
            raise ValueError(f"announce: {seat.title} is to play and says nothing for {other}")
    own = [part if part.split()[0].upper() == seat.name else f"{seat.name} {part}" for part in parts]
    return read_words(record, "; ".join((*before, *own)))[len(before) :]


def words_by_seat(text: str) -> dict[Seat, str]:
    """Split the text of an Announce tag into one text for each seat.

    Raises:
        ValueError: a part does not begin with a seat.

    >>> words_by_seat("N 40 H; E 20; N 100")
    {<Seat.N: 0>: 'N 40 H; N 100', <Seat.E: 1>: 'E 20'}
    """
    parts = dict[Seat, list[str]]()
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        letter = part.split()[0].upper()
        if letter not in Seat.__members__:
            raise ValueError(f"announce: {part!r} begins with no seat, as in 'N 40 H'")
        parts.setdefault(Seat[letter], []).append(part)
    return {seat: "; ".join(words) for seat, words in parts.items()}
