"""Play games after each combination of words that a seat may say in trick 1 (RULINGS: at the table).

Words are declarations of marriages, announcements, raises and Contra.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from kranalyze.answers.attable import TableFigures
from kranalyze.cards import SUITS, Deck
from kranalyze.core.careful import LOOK, records_of
from kranalyze.core.judging import JudgedRecords
from kranalyze.core.moments import FollowedRecord, Moment
from kranalyze.core.rules import partner_of
from kranalyze.deal import Deal
from kranalyze.games import Game
from kranalyze.hands import Hand
from kranalyze.known.cardgames import (
    ChoiceGames,
    cards_laid_face_down,
    draw_starting_hands_and_discards,
    starting_point_of_record,
)
from kranalyze.known.layouts import Knowledge
from kranalyze.kpn.actions import Announcement
from kranalyze.kpn.record import Record
from kranalyze.kpn.recordfacts import encode_words_of_trick_1, face_down_card_of_each_seat, fact_numbers
from kranalyze.parallel import Progress

#: The words that a seat says at its turn in trick 1, such as Contra. Empty: the seat says nothing.
Words = tuple[Announcement, ...]


class WordAdvice(NamedTuple):
    """How good it is for a seat to say a certain combination of words in trick 1.

    Attributes:
        words: the words, in the order in which they are said. Empty: the seat says nothing.
        careful: payments and shares of won games if the seat says these words. Careful players play the rest
            of the game, each on its own knowledge (RULINGS: at the table).
        best: whether no other combination of words has a greater mean settlement.

    >>> from kranalyze import advise, read_kpn
    >>> found = advise(read_kpn("simulated-log.kpn").records[51], after=3, games=10, look=4)
    >>> [choice.text() for choice in found.words]
    ['nothing', 'raise hundred', 'raise all_tricks', 'raise all_hundred']
    """

    words: Words
    careful: TableFigures
    best: bool

    def text(self, deck: Deck = "french") -> str:
        """Return the words as in the tag Announce, but without the seat: for example ``40 H``.

        If the seat says no words, return ``nothing``.
        """
        return ", ".join(word.text(deck).partition(" ")[2] for word in self.words) or "nothing"


def word_advice(figures: Mapping[Words, TableFigures]) -> tuple[WordAdvice, ...]:
    """Convert the results of games to advice. Keep the order of the combinations of words."""
    top = max((one.mean for one in figures.values()), default=0.0)
    return tuple(WordAdvice(words, one, one.mean == top) for words, one in figures.items())


def recorded_words_of_turn(known: Knowledge) -> Words:
    """Return the words that the record has for the seat's turn in trick 1. Empty: the record has none."""
    following = known.record.play[known.after : known.after + 1]
    if known.after >= known.players or any(move.seat != known.seat for move in following):
        return ()
    return tuple(word for word in known.record.announce if following and word.seat == known.seat)


def words_allowed(known: Knowledge) -> list[Words]:
    """Return the combinations of words that the seat may say before its card in trick 1. Silence is first.

    The list is empty if the seat may only be silent. All possible layouts allow the same words, because the
    seat knows its own marriages, and knows whether it holds the called card.
    """
    if known.after >= known.players or not _has_words(known.game):
        return []
    moment = _moment_before_words(known)
    seat, game = known.seat, known.game
    single = [Announcement(seat, "raise", level=contract.id) for contract in moment.possible_raises]
    if moment.may_say_contra:
        single.append(Announcement(seat, "contra"))
    combined: list[Announcement] = []
    if moment.may_declare:
        suits = [suit for i, suit in enumerate(SUITS) if moment.declarable_marriage_suits >> i & 1]
        trump = known.question.trump
        combined = [Announcement(seat, "marriage", suit, game.marriage[suit == trump]) for suit in suits]
        goal = moment.contract.settles or moment.contract.goal
        if goal.allows_announcing:
            combined += [Announcement(seat, "hundred"), Announcement(seat, "all")]
    allowed: list[Words] = []
    for size in range(len(combined) + 1):
        allowed += combinations(combined, size)
    allowed += [(word,) for word in single]
    return allowed if len(allowed) > 1 else []


def _has_words(game: Game) -> bool:
    """Return whether a game has words (announcements) that seats can say in trick 1."""
    return game.contra == "token" or any(goal.marriages == "declared" for goal in game.goals)


def word_figures(
    known: Knowledge, *, games: int | None, milliseconds: float = 0.0, look: int = LOOK, seed: int = 0,
    workers: int | None = None, progress: Progress | None = None,
) -> dict[Words, TableFigures]:  # fmt: skip
    """Play games after each combination of words that the seat may say. Return the results by combination.

    After its words the seat plays the card that a careful player chooses. All combinations are tried in the
    same random layouts.

    Args:
        known: the knowledge of the seat whose turn it is.
        games: how many games to play after each combination. None: as many as ``milliseconds`` allow.
        milliseconds: estimated time for all games together, in milliseconds of one processor core.
        look: maximum number of layouts that a player samples to judge its cards at a turn.
        seed: seed of the layouts and games. The figures do not depend on the number of workers.
        workers: number of threads. Default: one for each core of the machine.
        progress: function that is called as games are done.

    Raises:
        ValueError: a number is out of range, or a game cannot be played.
    """
    starts = {words: _record_after_words(known, words) for words in words_allowed(known)}
    if not starts:
        return {}
    table = ChoiceGames(known, starts, look=look, seed=seed, workers=workers, progress=progress)
    table.spoken = 1 << known.seat
    if games is None:
        table.play_within(milliseconds)
    else:
        table.play(games)
    return table.figures


def _record_after_words(known: Knowledge, words: Words) -> JudgedRecords:
    """Return the record from which games continue after the seat has said ``words``."""
    record = _record_until(known, words)
    records = records_of([starting_point_of_record(known, record, cards_laid_face_down(known))])
    for row in records.rows:
        row.pack, row.size = known.pack_mask, known.size
    return records


def _record_until(known: Knowledge, words: Sequence[Announcement] = ()) -> Record:
    """Return the record up to the seat's turn, and let the seat say ``words`` at this turn."""
    spoken = {move.seat for move in known.moves}
    announce = (*(word for word in known.record.announce if word.seat in spoken), *words)
    contra = known.record.contra
    if known.game.contra == "token":  # do not use ``record.contra``, because it includes later calls
        contra = min(1, sum(word.what == "contra" for word in announce))
    return replace(known.record, play=known.moves, announce=announce, contra=contra)


def _moment_before_words(known: Knowledge) -> Moment:
    """Return the situation before the seat says its words, in one layout that the seat cannot exclude.

    One layout is enough: the seat may say the same words in every layout that it cannot exclude.
    """
    hands, away = draw_starting_hands_and_discards(known, 0, 0, 1)
    n, e, s, w = (column[0] for column in hands)
    deal = Deal((n, e, s, w), away[0] if away else 0)
    question = known.question
    holder = None if known.called is None else deal.holder(known.called)
    partner = partner_of(known.game, question.contract, question.first, holder)
    record = replace(
        _record_until(known), deal=deal, discard=Hand(away[0]) if away else None,
        question=question._replace(partner=None if partner == question.first else partner),
    )  # fmt: skip
    facts, words = fact_numbers(record, known.game), encode_words_of_trick_1(record, known.game)
    return FollowedRecord(known.game, facts, words, face_down_card_of_each_seat(record)).after(known.after)
