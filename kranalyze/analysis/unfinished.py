"""Records of games that are not finished: before the first card, and as far as they had come."""

from __future__ import annotations

from dataclasses import replace

from kranalyze.analysis.words import words_so_far
from kranalyze.answers.answer import Answer
from kranalyze.cards import card_of, mask_of
from kranalyze.deal import Seat
from kranalyze.games import Game, Question
from kranalyze.kpn import Announcement, Move, Record
from kranalyze.kpn.composing import items_before_play, notes_before_play


def record_of_answer(
    answer: Answer, *, call: str | int | None, dealer: Seat | str | int | None, contra: int
) -> Record:
    """Return the record of a contract that was solved, before its first card.

    Args:
        call: the card that was named to be called; None: the first that leads to the answer.
        dealer: as it was named; the contract may tell it.
    """
    question = answer.question
    return Record(
        items=(), game=answer.game.id, rules=answer.rules, deal=answer.deal, question=question,
        contract=question.contract.id, declarer=question.declarer, second=question.second,
        leader=question.leader, trump=question.trump, called=_called(answer, call),
        discard=None if answer.discard is None else mask_of(answer.discard),
        contra=contra, dealer=_dealer(question, dealer, answer.game),
    )  # fmt: skip


def _dealer(question: Question, dealer: Seat | str | int | None, game: Game) -> Seat | None:
    """Return the dealer: as named, or right of forehand where forehand's seat matters."""
    contract = question.contract
    if contract.makeable_at is None or "forehand" in (contract.leads, contract.bidders):
        return Seat((question.leader - 1) % game.seats)
    return None if dealer is None else Seat.parse(dealer)


def _called(answer: Answer, call: str | int | None) -> int | None:
    """Return the called card: the one that was named, else the first that leads to the answer."""
    if call is not None:
        return card_of(call)
    return answer.calls[0] if answer.calls else None


def record_so_far(record: Record, play: tuple[Move, ...], laid: tuple[tuple[Seat, int], ...]) -> Record:
    """Return the record of a game as far as it had come after these cards, without a settlement."""
    announce = words_so_far(record.announce, play)
    return replace(
        record, items=items_before_play(record.items), notes=notes_before_play(record), play=play,
        face_down=laid, announce=announce, contra=contra_so_far(record, announce), finished=False, score=None,
        settlement=None, facts=None,
    )  # fmt: skip


def contra_so_far(record: Record, announcements: tuple[Announcement, ...]) -> int:
    """Return the calls of Contra of a record that has come to these words of trick 1."""
    if not any(word.what == "contra" for word in (*record.announce, *announcements)):
        return record.contra
    return sum(word.what == "contra" for word in announcements)
