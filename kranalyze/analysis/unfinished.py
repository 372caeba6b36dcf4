"""Make records of unfinished games: games before the first card, or after some cards."""

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
    """Return the record of a solved contract, before its first card.

    Args:
        answer: the solved contract.
        call: the called card that the user named. None: call the first of ``answer.calls``.
        dealer: the dealer that the user named. If the contract depends on forehand, the dealer is found from
            the leader instead.
        contra: number of Contra calls.
    """
    question = answer.question
    return Record(
        items=(), game=answer.game.id, rules=answer.rules, deal=answer.deal, question=question,
        contract=question.contract.id, declarer=question.declarer, second=question.second,
        leader=question.leader, trump=question.trump, called=_called(answer, call),
        discard=None if answer.discard is None else Hand(answer.discard),
        contra=contra, dealer=_dealer(question, dealer, answer.game),
    )  # fmt: skip


def _dealer(question: Question, dealer: Seat | str | int | None, game: Game) -> Seat | None:
    """Return the dealer. If the contract depends on forehand, this is the seat right of the leader."""
    contract = question.contract
    if contract.makeable_at is None or "forehand" in (contract.leads, contract.bidders):
        return Seat((question.leader - 1) % game.seats)
    return None if dealer is None else Seat.parse(dealer)


def _called(answer: Answer, call: Card | str | int | None) -> Card | None:
    """Return the called card that the user named, or else the first of ``answer.calls``. None: no call."""
    if call is not None:
        return Card(call)
    return answer.calls[0] if answer.calls else None


def record_up_to(record: Record, play: tuple[Move, ...], laid: tuple[tuple[Seat, Card], ...]) -> Record:
    """Return the record of a game up to some of its cards, without a settlement.

    Args:
        record: the record of the whole game.
        play: the cards up to this point.
        laid: the cards laid face down, each with its seat.
    """
    announce = words_of_played_cards(record.announce, play)
    return replace(
        record, items=items_outside_play(record.items), notes=notes_without_card(record), play=play,
        face_down=laid, announce=announce, contra=count_contra(record, announce), finished=False, score=None,
        settlement=None, facts=None,
    )  # fmt: skip


def count_contra(record: Record, announcements: tuple[Announcement, ...]) -> int:
    """Return the number of Contra calls so far.

    If anybody calls Contra during trick 1 of the game, return the number of Contra calls in
    ``announcements``. Otherwise Contra was only called before play: return the number in the record.

    Args:
        record: the record of the whole game.
        announcements: the declarations, announcements, raises and Contra calls in trick 1 so far.
    """
    if not any(word.what == "contra" for word in (*record.announce, *announcements)):
        return record.contra
    return sum(word.what == "contra" for word in announcements)
