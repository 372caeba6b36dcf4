"""Make records of unfinished games: before the first card is played, or after some of the cards."""

from __future__ import annotations

from dataclasses import replace

from kranalyze.analysis.words import words_of_played_cards
from kranalyze.answers.answer import Answer
from kranalyze.cards import Card
from kranalyze.deal import Seat
from kranalyze.games import Game, Question
from kranalyze.hands import Hand
from kranalyze.kpn import Announcement, Move, Record
from kranalyze.kpn.composing import items_outside_play, notes_without_card


def record_of_answer(
    answer: Answer, *, call: Card | str | int | None, dealer: Seat | str | int | None, contra: int
) -> Record:
    """Return a record of a solved contract. In this record no card has been played.

    Args:
        answer: the solved contract.
        call: the called card that the user named. None: call the first of ``answer.calls``.
        dealer: the dealer that the user named. None: the user named no dealer. This argument is ignored if
            the leader determines the dealer (see ``_infer_dealer``).
        contra: number of Contra calls.
    """
    question = answer.question
    return Record(
        items=(), game=answer.game.id, rules=answer.rules, deal=answer.deal, question=question,
        contract=question.contract.id, declarer=question.declarer, second=question.second,
        leader=question.leader, trump=question.trump, called=_called(answer, call),
        discard=None if answer.discard is None else Hand(answer.discard),
        contra=contra, dealer=_infer_dealer(question, dealer, answer.game),
    )  # fmt: skip


def _infer_dealer(question: Question, dealer: Seat | str | int | None, game: Game) -> Seat | None:
    """Return the dealer for the record of a contract. Return None if the dealer is unknown.

    The leader is forehand in three cases: the contract has no declarer, only forehand may bid the contract,
    or forehand leads to trick 1. In these cases the dealer is the seat right of the leader. In all other
    cases return ``dealer``, the seat that the user named.
    """
    contract = question.contract
    if contract.makeable_at is None or "forehand" in (contract.leads, contract.bidders):
        return Seat((question.leader - 1) % game.seats)
    return None if dealer is None else Seat.parse(dealer)


def _called(answer: Answer, call: Card | str | int | None) -> Card | None:
    """Return the called card: ``call`` if the user named a card, else the first of ``answer.calls``.

    Return None if the declarer calls no card.
    """
    if call is not None:
        return Card(call)
    return answer.calls[0] if answer.calls else None


def record_up_to(record: Record, play: tuple[Move, ...], laid: tuple[tuple[Seat, Card], ...]) -> Record:
    """Cut a record off after some of its cards. The result has no settlement.

    Args:
        record: the record of the whole game.
        play: the first cards of the game, which the result keeps.
        laid: the cards laid face down, each with its seat.
    """
    announce = words_of_played_cards(record.announce, play)
    return replace(
        record, items=items_outside_play(record.items), notes=notes_without_card(record), play=play,
        face_down=laid, announce=announce, contra=count_contra_calls_so_far(record, announce), finished=False,
        score=None, settlement=None, facts=None,
    )  # fmt: skip


def count_contra_calls_so_far(record: Record, announcements: tuple[Announcement, ...]) -> int:
    """Return how many times Contra was called up to a point of the game.

    If anybody calls Contra during trick 1 of the game, count the Contra calls in ``announcements``. Otherwise
    every Contra was called before play, so return the number of Contra calls in the record.

    Args:
        record: the record of the whole game.
        announcements: what the seats have said in trick 1 up to this point.
    """
    if not any(word.what == "contra" for word in (*record.announce, *announcements)):
        return record.contra
    return sum(word.what == "contra" for word in announcements)
