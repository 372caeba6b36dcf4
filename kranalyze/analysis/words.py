"""Words of trick 1 where cards are played on by hand (RULINGS: words in positions that are played on)."""

from __future__ import annotations

from collections.abc import Iterable

from kranalyze.analysis.replay import Point
from kranalyze.cards import ranks_mask, suit_mask
from kranalyze.core import calls as core
from kranalyze.core.task import GOALS, OTHERS_ALL, OTHERS_HUNDRED, SIDE_ALL, SIDE_HUNDRED, Task
from kranalyze.deal import Seat
from kranalyze.kpn import Announcement, Move, Record
from kranalyze.kpn.judged import read_words


def best_words(point: Point, card: int) -> tuple[Announcement, ...]:
    """Return the words of best play with a card: all marriages, and the announcements that pay most.

    Of equal announcements the fewest are made. Raises and Contra are never among them: no value counts those
    still to come, so that they would change what best play comes to.
    """
    task, position, seat = point.measure.base, point.position, Seat(point.seat)
    if not position.declaring >> seat & 1:  # the seat has spoken, or nothing is declared in this game
        return ()
    marriages = [
        Announcement(seat, "marriage", suit, _marriage_points(task, suit))
        for suit in range(4)
        if task.marriage_seats >> seat & 1 and _holds_couple(position.hands[seat], suit)
    ]
    if task.goal != GOALS["stakes"]:
        return tuple(marriages)
    declarers = bool(task.side >> seat & 1)
    hundred, every = (SIDE_HUNDRED, SIDE_ALL) if declarers else (OTHERS_HUNDRED, OTHERS_ALL)
    open_bits = (hundred | every) & ~position.announced
    choices = [bits for bits in (0, hundred, every, hundred | every) if not bits & ~open_bits]
    suits = {marriage.suit for marriage in marriages}
    worths = core.worth((task, position.spoken(seat, suits, bits)) for bits in choices)
    sign = 1 if declarers else -1
    gains = [sign * worth.cards[card] for worth in worths]
    best = choices[gains.index(max(gains))]
    announced = [Announcement(seat, "hundred")] * bool(best & hundred)
    announced += [Announcement(seat, "all")] * bool(best & every)
    return (*marriages, *announced)


def _marriage_points(task: Task, suit: int) -> int:
    return task.marriage_trump if suit == task.trump else task.marriage_plain


def _holds_couple(hand: int, suit: int) -> bool:
    return not ranks_mask("KQ") & suit_mask(suit) & ~hand


def words_so_far(words: Iterable[Announcement], play: Iterable[Move]) -> tuple[Announcement, ...]:
    """The words of the seats that have played a card."""
    spoken = {move.seat for move in play}
    return tuple(word for word in words if word.seat in spoken)


def spoken_words(record: Record, seat: Seat, text: str) -> tuple[Announcement, ...]:
    """The words that a seat says at its turn: parts of an Announce tag, with or without the seat.

    Raises:
        ValueError: something that the seat cannot say.
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
    """The parts of an Announce tag, by seat.

    Raises:
        ValueError: a part does not begin with a seat.

    >>> words_by_seat("N 40 H; E 20; N 100")
    {<Seat.N: 0>: 'N 40 H; N 100', <Seat.E: 1>: 'E 20'}
    """
    parts = dict[Seat, list[str]]()
    for part in filter(None, (one.strip() for one in text.split(";"))):
        letter = part.split()[0].upper()
        if letter not in Seat.__members__:
            raise ValueError(f"announce: {part!r} begins with no seat, as in 'N 40 H'")
        parts.setdefault(Seat[letter], []).append(part)
    return {seat: "; ".join(words) for seat, words in parts.items()}
