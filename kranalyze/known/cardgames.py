"""Play games after each legal card of a seat: careful players play on (RULINGS: at the table)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace

from kranalyze.answers.attable import TableFigures, estimated_milliseconds, figures_of
from kranalyze.cards import cards_of
from kranalyze.core.careful import LOOK, Put, play_careful, records_of
from kranalyze.core.judging import JudgedRecords
from kranalyze.core.rules import partner_of
from kranalyze.deal import Seat
from kranalyze.dealing import random_below, random_stream
from kranalyze.known.layouts import Knowledge
from kranalyze.known.layoutsearch import layout_search
from kranalyze.kpn import Move, Record
from kranalyze.kpn.recordfacts import fact_numbers, word_numbers
from kranalyze.parallel import Progress

#: Number of games after each card in the second round. The first round has one game, to estimate the time.
_FIRST = 16

#: Most games after each card, if no number is requested.
_MOST = 2_000

#: Number that is added to the seed of the layouts. The sum is the seed for unknown cards that lie face down.
_FACE_DOWN = 1


def card_figures(
    known: Knowledge, cards: Sequence[int], *, games: int, look: int = LOOK, seed: int = 0,
    workers: int | None = None, progress: Progress | None = None,
) -> dict[int, TableFigures]:  # fmt: skip
    """Play games after each card of the seat to play, and return the table figures by card.

    All cards are played in the same random layouts.

    Args:
        known: the knowledge of the seat to play.
        cards: legal cards of this seat, or cards that it may lay face down.
        games: number of games after each card.
        look: most layouts by which each player judges at a turn.
        seed: seed of the layouts and games. The figures do not depend on the number of workers.
        workers: number of threads. Default: one for each core of the machine.
        progress: function that is called as games are done.

    Raises:
        ValueError: a number is out of range, or a game cannot be played.
    """
    table = _CardTable(known, cards, look, seed, workers, progress)
    table.play(games)
    return table.figures


def card_figures_within(
    known: Knowledge, cards: Sequence[int], *, milliseconds: float, look: int = LOOK, seed: int = 0,
    workers: int | None = None, progress: Progress | None = None,
) -> dict[int, TableFigures]:  # fmt: skip
    """Play as many games as an estimated time of one processor core allows, and return the figures by card.

    The time is estimated from the games themselves, so the figures are the same on every machine. All other
    arguments are those of ``card_figures``.
    """
    table = _CardTable(known, cards, look, seed, workers, progress)
    table.play(1)
    while table.played < _MOST:
        fits = int((milliseconds - table.milliseconds) / (table.milliseconds / table.played))
        count = min(max(table.played, _FIRST), fits, _MOST - table.played)
        if count <= 0:
            break
        table.play(count)
    return table.figures


class _CardTable:
    """The games after each of several cards of a seat.

    Attributes:
        figures: table figures of the games so far, by card.
        played: number of games so far, after each card.
        milliseconds: estimated time of all games so far on one processor core.
    """

    def __init__(
        self, known: Knowledge, cards: Sequence[int], look: int, seed: int, workers: int | None,
        progress: Progress | None,
    ) -> None:  # fmt: skip
        """Prepare the games. The arguments are those of ``card_figures``."""
        self.figures: dict[int, TableFigures] = {}
        self.played = 0
        self.milliseconds = 0.0
        self._known = known
        self._look = look
        self._seed = seed
        self._workers = workers
        self._progress = progress
        self._lays = _lays(known)
        self._starts = {card: self._start(card) for card in cards}
        two = layout_search(known).settlements
        words_follow = known.game.contra == "token" and known.after + 1 < known.players
        self._settlements = None if words_follow else two

    def play(self, count: int) -> None:
        """Play further games after each card."""
        known, first = self._known, self.played
        hands, away = self._columns(first, count)
        which = self._lying(first, count, hands)
        for card, records in self._starts.items():
            games = play_careful(
                records, count, hands=hands, talon=away, discard=away, which=which, look=self._look,
                seed=self._seed, first=first, doubles=False, workers=self._workers, progress=self._counted,
            )  # fmt: skip
            figures = figures_of(games, known.seat, self._look, self._settlements)
            if figures is None or figures.games < count:
                raise ValueError("a layout does not allow the card")
            before = self.figures.get(card)
            self.figures[card] = figures if before is None else before + figures
            cards_before = known.after + (not self._lays)
            of_looks = estimated_milliseconds(games, known.game, known.question, cards_before)
            self.milliseconds += 0.02 * count + self._look * of_looks
        self.played += count

    def _counted(self, done: int, _total: int | None) -> None:
        """Report progress without a total, because later rounds of games add to it."""
        if self._progress is not None:
            self._progress(done, None)

    def _columns(self, first: int, count: int) -> tuple[list[array[int]], array[int] | None]:
        """Return the hands before the first card of the game in random layouts, and the discards.

        None instead of the discards: the game has no talon.
        """
        known = self._known
        by_place = known.drawn_columns(self._seed, first, count)
        hands = []
        for seat in Seat:
            held = known.hand_mask if seat == known.seat else 0
            played = known.played_mask(seat)
            hands.append(array("I", [mask | played for mask in by_place.get(seat, [held] * count)]))
        if not known.game.talon:
            return hands, None
        return hands, by_place.get(None, array("I", [known.discard_mask]) * count)

    def _start(self, card: int) -> JudgedRecords:
        """Return the records from which the games after a card continue.

        Usually there is one record. If the seat is about to lay a card face down, and the other Bettler has
        laid an unknown card, there is a record for each card that this may be.
        """
        known = self._known
        shown = _face_down(known)
        if not self._lays:
            records = records_of([_put(known, _with_card(known, card), shown)])
        else:
            record = replace(known.record, play=(), announce=())
            own = (int(known.seat), card)
            puts = [_put(known, record, (own, *other)) for other in self._others()]
            records = records_of(puts)
        for row in records.rows:
            row.pack, row.size = known.pack_mask, known.size
        return records

    def _others(self) -> list[tuple[tuple[int, int], ...]]:
        """Return the possible cards that lie face down beside the seat's own card.

        There is an item for each possibility: pairs of a seat and its card. A single item without pairs means
        that no other card lies face down.
        """
        known = self._known
        if known.laid is None:
            return [()]
        return [((int(known.laid), card),) for card in cards_of(known.unseen_mask)]

    def _lying(self, first: int, count: int, hands: Sequence[array[int]]) -> array[int] | None:
        """Return for each game the index of the record from which it continues, as in `_others`.

        The card that lies face down is drawn at random from the hand of its owner. None: no unknown card lies
        face down, so there is a single record.
        """
        known = self._known
        if not self._lays or known.laid is None:
            return None
        unseen = list(cards_of(known.unseen_mask))
        which = array("I")
        for game in range(count):
            hand = list(cards_of(hands[known.laid][game]))
            numbers = random_stream(self._seed + _FACE_DOWN & (1 << 64) - 1, first + game)
            which.append(unseen.index(hand[random_below(numbers, len(hand))]))
        return which


def _lays(known: Knowledge) -> bool:
    """Return whether the seat is about to lay a card face down."""
    bidders = (known.question.first, known.question.second)
    return known.question.second is not None and known.after == 0 and known.seat in bidders


def _face_down(known: Knowledge) -> tuple[tuple[int, int], ...]:
    """Return pairs of a seat and the card that it laid face down: the own card, and cards turned up since."""
    second = known.question.second
    if second is None:
        return ()
    bidders = (known.question.first, second)
    cards = {int(seat): card.number for seat, card in known.record.face_down if seat == known.seat}
    cards |= {int(m.seat): m.number for m in known.moves if m.trick == 1 and m.seat in bidders}
    return tuple(cards.items())


def _with_card(known: Knowledge, card: int) -> Record:
    """Return the record up to the turn of the seat, followed by a card of the seat.

    The record may go on with a card of this seat. Then the announcements of the seat at this turn are kept,
    as in `layout_search`.
    """
    record, after = known.record, known.after
    if known.held_mask().bit_count() == 1 and after >= known.players:
        # The core plays the last card of the seat itself: it cannot continue a record that has all cards.
        return replace(record, play=known.moves)
    following = record.play[after : after + 1]
    spoken = {move.seat for move in known.moves}
    spoken |= {move.seat for move in following if move.seat == known.seat}
    move = Move(known.seat, card, after // known.players + 1, after % known.players + 1)
    words = tuple(word for word in record.announce if word.seat in spoken)
    return replace(record, play=(*known.moves, move), announce=words)


def _put(known: Knowledge, record: Record, face_down: tuple[tuple[int, int], ...]) -> Put:
    """Return the starting point of a game that continues a record."""
    game = known.game
    called = None if known.called is None else known.called.number
    question = known.question
    if called is None:  # a called card lets the layout decide who is the partner
        question = question._replace(partner=partner_of(game, question.contract, question.first, None))
    return Put(
        game, question, called, record.forehand, contra=record.contra,
        seen=fact_numbers(record, game), words=tuple(word_numbers(record, game)), laid=face_down,
    )  # fmt: skip
