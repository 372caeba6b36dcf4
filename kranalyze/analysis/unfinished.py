"""Make records of unfinished games: before the first card, or after some cards."""

from __future__ import annotations

from dataclasses import replace

from kranalyze.analysis.words import words_so_far
from kranalyze.answers.answer import Answer
from kranalyze.cards import card_of
from kranalyze.deal import Seat
from kranalyze.games import Game, Question
from kranalyze.hands import Hand
from kranalyze.kpn import Announcement, Move, Record
from kranalyze.kpn.composing import items_before_play, notes_before_play


def record_of_answer(
    answer: Answer, *, call: str | int | None, dealer: Seat | str | int | None, contra: int
) -> Record:
    """Return the record of a solved contract, before its first card.

    Args:
        call: the called card that the user named; None: the first card that leads to the answer.
        dealer: the dealer that the user named. Where forehand's seat matters, it follows from the leader
            instead.
    """
    question = answer.question
    return Record(
        items=(), game=answer.game.id, rules=answer.rules, deal=answer.deal, question=question,
        contract=question.contract.id, declarer=question.declarer, second=question.second,
        leader=question.leader, trump=question.trump, called=_called(answer, call),
        discard=None if answer.discard is None else Hand(answer.discard).mask,
        contra=contra, dealer=_dealer(question, dealer, answer.game),
    )  # fmt: skip


def _dealer(question: Question, dealer: Seat | str | int | None, game: Game) -> Seat | None:
    """Return the dealer: the named one, or right of forehand where forehand's seat matters."""
    contract = question.contract
    if contract.makeable_at is None or "forehand" in (contract.leads, contract.bidders):
        return Seat((question.leader - 1) % game.seats)
    return None if dealer is None else Seat.parse(dealer)


def _called(answer: Answer, call: str | int | None) -> int | None:
    """Return the called card: the named one, else the first that leads to the answer."""
    if call is not None:
        return card_of(call)
    return answer.calls[0].number if answer.calls else None


def record_so_far(record: Record, play: tuple[Move, ...], laid: tuple[tuple[Seat, int], ...]) -> Record:
    """Return the record of a game up to the cards of ``play``, without a settlement."""
    announce = words_so_far(record.announce, play)
    return replace(
        record, items=items_before_play(record.items), notes=notes_before_play(record), play=play,
        face_down=laid, announce=announce, contra=contra_so_far(record, announce), finished=False, score=None,
        settlement=None, facts=None,
    )  # fmt: skip


def contra_so_far(record: Record, announcements: tuple[Announcement, ...]) -> int:
    """Return the number of Contra calls, given the words of trick 1 so far.

    If no word of trick 1 is a Contra, the number comes from the record.
    """
    if not any(word.what == "contra" for word in (*record.announce, *announcements)):
        return record.contra
    return sum(word.what == "contra" for word in announcements)
