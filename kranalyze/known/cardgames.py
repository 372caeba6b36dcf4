"""Let careful players play games to the end after each legal card of a seat (RULINGS: at the table).

The games are played in random layouts. A layout is an arrangement of the cards that the seat does not see. At
each turn a careful player samples layouts to judge its cards. The argument ``look`` is the maximum number of
layouts that a careful player samples at a turn.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from kranalyze.answers.attable import TableFigures, estimate_milliseconds_at_look_1, figures_of
from kranalyze.cards import cards_of
from kranalyze.core.careful import LOOK, StartingPoint, play_careful, records_of
from kranalyze.core.judging import JudgedRecords
from kranalyze.core.rules import partner_of
from kranalyze.deal import Seat
from kranalyze.dealing import random_below, random_stream
from kranalyze.known.layouts import Knowledge
from kranalyze.known.layoutsearch import search_per_layout
from kranalyze.kpn import Move, Record
from kranalyze.kpn.recordfacts import encode_words_of_trick_1, fact_numbers
from kranalyze.parallel import Progress

_Choice = TypeVar("_Choice", bound=Hashable)

#: Maximum number of games after each card in the second round of games. In the first round, a single game
#: after each card serves to estimate the time of a game.
_FIRST = 16

#: If the user does not say how many games to play, at most this many games are played after each card.
_MOST = 2_000

#: If unknown cards lie face down, the program draws these cards at random. The seed of this draw is the seed
#: of the layouts plus ``_FACE_DOWN``.
_FACE_DOWN = 1


def card_figures(
    known: Knowledge, cards: Sequence[int], *, games: int, look: int = LOOK, seed: int = 0,
    workers: int | None = None, progress: Progress | None = None,
) -> dict[int, TableFigures]:  # fmt: skip
    """Play games after each card of ``cards``. Return the results by card.

    The games after each card are played in the same random layouts.

    Args:
        known: the knowledge of the seat whose turn it is.
        cards: numbers of legal cards of this seat, or of cards that this seat may lay face down.
        games: how many games to play after each card.
        look: maximum number of layouts that a player samples to judge its cards at a turn.
        seed: seed of the layouts and games. The figures do not depend on the number of workers.
        workers: number of threads. Default: one for each core of the machine.
        progress: function that is called as games are done.

    Raises:
        ValueError: a number is out of range, or a game cannot be played.
    """
    table = _games_after_cards(known, cards, look, seed, workers, progress)
    table.play(games)
    return table.figures


def card_figures_within(
    known: Knowledge, cards: Sequence[int], *, estimated_core_milliseconds: float,
    look: int = LOOK, seed: int = 0, workers: int | None = None, progress: Progress | None = None,
) -> dict[int, TableFigures]:  # fmt: skip
    """Play as many games as fit into an estimated time of one processor core. Return the results by card.

    The time of a game is not measured, but estimated from the cards that were played. So the results are the
    same on every machine. ``card_figures`` explains the other arguments.
    """
    table = _games_after_cards(known, cards, look, seed, workers, progress)
    table.play_within(estimated_core_milliseconds)
    return table.figures


def _games_after_cards(
    known: Knowledge, cards: Sequence[int], look: int, seed: int, workers: int | None,
    progress: Progress | None,
) -> ChoiceGames[int]:  # fmt: skip
    """Prepare the games after each card. ``card_figures`` explains the arguments."""
    starts = {card: _records_after_card(known, card) for card in cards}
    words_follow = known.game.contra == "token" and known.after + 1 < known.players
    settlements = None if words_follow else search_per_layout(known).settlements
    table = ChoiceGames(known, starts, look=look, seed=seed, workers=workers, progress=progress)
    table.settlements = settlements
    table.cards_before = known.after + (not _lays_next_card_face_down(known))
    return table


class ChoiceGames(Generic[_Choice]):
    """The games that follow each choice of a seat. A choice is, for example, a card to play.

    Attributes:
        figures: results of the games so far, by choice.
        played: how many games have been played after each choice.
        milliseconds: estimated time of all games so far, in milliseconds of one processor core.
        settlements: the two possible settlements of the seat, the lower first. None: more than two
            settlements are possible.
        cards_before: how many cards had been played when careful players took over.
        spoken: mask of the seats that have said their words (announcements) in trick 1, but have not yet
            played a card.
    """

    def __init__(
        self, known: Knowledge, starts: Mapping[_Choice, JudgedRecords], *, look: int, seed: int,
        workers: int | None, progress: Progress | None,
    ) -> None:  # fmt: skip
        """Prepare the games. No game is played yet.

        Args:
            known: the knowledge of the seat.
            starts: for each choice the records from which its games continue. There is usually one record.
            look: as for ``card_figures``.
            seed: as for ``card_figures``.
            workers: as for ``card_figures``.
            progress: as for ``card_figures``.
        """
        self.figures: dict[_Choice, TableFigures] = {}
        self.played = 0
        self.milliseconds = 0.0
        self.settlements: tuple[int, int] | None = None
        self.cards_before = known.after
        self.spoken = 0
        self._known = known
        self._starts = starts
        self._look = look
        self._seed = seed
        self._workers = workers
        self._progress = progress

    def play_within(self, milliseconds: float) -> None:
        """Play as many games as fit into an estimated time, in milliseconds of one processor core."""
        self.play(1)
        while self.played < _MOST:
            fits = int((milliseconds - self.milliseconds) / (self.milliseconds / self.played))
            count = min(max(self.played, _FIRST), fits, _MOST - self.played)
            if count <= 0:
                break
            self.play(count)

    def play(self, count: int) -> None:
        """Play ``count`` more games after each choice."""
        known, first = self._known, self.played
        hands, away = draw_starting_hands_and_discards(known, self._seed, first, count)
        which = _record_index_of_each_game(known, self._seed, first, count, hands)
        for choice, records in self._starts.items():
            games = play_careful(
                records, count, hands=hands, talon=away, discard=away, which=which, look=self._look,
                spoken=[self.spoken] * len(records.records), seed=self._seed, first=first, doubles=False,
                workers=self._workers, progress=self._counted,
            )  # fmt: skip
            figures = figures_of(games, known.seat, self._look, self.settlements)
            if figures is None or figures.games < count:
                raise ValueError("a layout does not allow the card")
            before = self.figures.get(choice)
            self.figures[choice] = figures if before is None else before + figures
            of_looks = estimate_milliseconds_at_look_1(games, known.game, known.question, self.cards_before)
            self.milliseconds += 0.02 * count + self._look * of_looks
        self.played += count

    def _counted(self, done: int, _total: int | None) -> None:
        """Report how many games were done.

        Report no total, because later rounds of games would increase the total.
        """
        if self._progress is not None:
            self._progress(done, None)


def draw_starting_hands_and_discards(
    known: Knowledge, seed: int, first: int, count: int
) -> tuple[list[array[int]], array[int] | None]:
    """Draw random layouts. Return columns: the four hands N E S W before the first card, and the discards.

    A column has a mask of cards for each layout. If the game has no talon, the column of discards is None.
    """
    by_place = known.draw_hand_and_discard_columns(seed, first, count)
    hands = []
    for seat in Seat:
        held = known.hand_mask if seat == known.seat else 0
        played = known.played_mask(seat)
        hands.append(array("I", [mask | played for mask in by_place.get(seat, [held] * count)]))
    if not known.game.talon:
        return hands, None
    return hands, by_place.get(None, array("I", [known.discard_mask]) * count)


def _records_after_card(known: Knowledge, card: int) -> JudgedRecords:
    """Return the records from which the games after a card continue. Usually this is one record.

    In a contract of two declarers, both declarers lay their first cards face down. If the other declarer has
    already laid a card, the seat does not know this card before laying a card itself. In this case there is a
    record for each card that the other declarer may have laid.
    """
    shown = cards_laid_face_down(known)
    if not _lays_next_card_face_down(known):
        records = records_of([starting_point_of_record(known, _with_card(known, card), shown)])
    else:
        record = replace(known.record, play=(), announce=())
        own = (int(known.seat), card)
        possible = _possible_laid_cards(known)
        points = [starting_point_of_record(known, record, (own, *other)) for other in possible]
        records = records_of(points)
    for row in records.rows:
        row.pack, row.size = known.pack_mask, known.size
    return records


def _possible_laid_cards(known: Knowledge) -> list[tuple[tuple[int, int], ...]]:
    """Return the cards that the other declarer may have laid face down, as a list of possibilities.

    A possibility is a tuple with one pair: the other declarer's seat, and a card that the seat to play cannot
    see. If no unknown card lies face down, the only possibility is an empty tuple.
    """
    if known.laid is None:
        return [()]
    return [((int(known.laid), card),) for card in cards_of(known.unseen_mask)]


def _record_index_of_each_game(
    known: Knowledge, seed: int, first: int, count: int, hands: Sequence[array[int]]
) -> array[int] | None:
    """Return for each game the index of the record that the game continues (see ``_records_after_card``).

    The records are in the order of ``_possible_laid_cards``. The card that lies face down is drawn at random
    from the hand of its owner. Return None if no unknown card lies face down, so that all games continue the
    same record.
    """
    if not _lays_next_card_face_down(known) or known.laid is None:
        return None
    unseen = list(cards_of(known.unseen_mask))
    which = array("I")
    for game in range(count):
        hand = list(cards_of(hands[known.laid][game]))
        numbers = random_stream(seed + _FACE_DOWN & (1 << 64) - 1, first + game)
        which.append(unseen.index(hand[random_below(numbers, len(hand))]))
    return which


def _lays_next_card_face_down(known: Knowledge) -> bool:
    """Return whether the seat is one of two declarers, and is about to lay its first card face down."""
    bidders = (known.question.first, known.question.second)
    return known.question.second is not None and known.after == 0 and known.seat in bidders


def cards_laid_face_down(known: Knowledge) -> tuple[tuple[int, int], ...]:
    """Return the cards laid face down, as pairs of owner and card. Leave out cards that the seat cannot know.

    The seat knows the card that it laid itself. It also knows the card of another seat after this card was
    turned up.
    """
    second = known.question.second
    if second is None:
        return ()
    bidders = (known.question.first, second)
    cards = {int(seat): card.number for seat, card in known.record.face_down if seat == known.seat}
    cards |= {int(m.seat): m.number for m in known.moves if m.trick == 1 and m.seat in bidders}
    return tuple(cards.items())


def _with_card(known: Knowledge, card: int) -> Record:
    """Return the record up to the seat's turn, and add ``card`` as the card that the seat plays at this turn.

    In the original record the seat may have made announcements with the card of this turn. Keep these
    announcements, as ``layoutsearch.search_per_layout`` does.
    """
    record, after = known.record, known.after
    if known.held_mask().bit_count() == 1 and after >= known.players:
        # Do not add the last card of the seat. The core plays the last card of each hand itself. It cannot
        # continue a record in which all cards are played.
        return replace(record, play=known.moves)
    following = record.play[after : after + 1]
    spoken = {move.seat for move in known.moves}
    spoken |= {move.seat for move in following if move.seat == known.seat}
    move = Move(known.seat, card, after // known.players + 1, after % known.players + 1)
    words = tuple(word for word in record.announce if word.seat in spoken)
    return replace(record, play=(*known.moves, move), announce=words)


def starting_point_of_record(
    known: Knowledge, record: Record, face_down: tuple[tuple[int, int], ...]
) -> StartingPoint:
    """Return the starting point from which careful players continue a record.

    Args:
        known: what the seat knows.
        record: the record from which the games continue.
        face_down: the known cards laid face down, as pairs of owner and card.
    """
    game = known.game
    called = None if known.called is None else known.called.number
    question = known.question
    if called is None:  # if no card is called, the partner is the same in all layouts
        question = question._replace(partner=partner_of(game, question.contract, question.first, None))
    return StartingPoint(
        game, question, called, record.forehand, contra=record.contra,
        seen=fact_numbers(record, game), words=tuple(encode_words_of_trick_1(record, game)), laid=face_down,
    )  # fmt: skip
