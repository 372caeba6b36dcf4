"""A game as it stands after some cards: what can be forced from there, card by card, and the best line on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kranalyze.analysis.costs import Worths
from kranalyze.analysis.outlook import Outlook
from kranalyze.analysis.replay import Point, Replay
from kranalyze.answers.answer import Answer
from kranalyze.answers.line import Remark, Trick, play_out, worths
from kranalyze.cards import card_name, cards_of
from kranalyze.deal import Deal, Seat
from kranalyze.frozen import frozen
from kranalyze.games import Question
from kranalyze.kpn import Record
from kranalyze.show.jsonrows import answer_row


@frozen
class Standing:
    """The position of a record after some of its cards.

    Attributes:
        answer: as of a whole deal, from here on: value, makeable, guarantee and payoff count what has been
            played; ``leads`` is left to ``cards``; the line begins with the trick in progress.
        after: number of cards played.
        trick, turn: of the next card, from 1.
        seat: who plays it (in a double contract before trick 1: who lays it).
        hands: what is still held.
        played: the trick in progress, (seat, card).
        cards: for each card of the mover the settlement he can force by it, with the best of what he may
            declare and announce first (Rußbach, Rufmariasch).
    """

    record: Record
    answer: Answer
    after: int
    trick: int
    turn: int
    seat: Seat
    hands: Deal
    played: tuple[tuple[Seat, int], ...]
    cards: Mapping[int, int]


def answer_after(record: Record, after: int) -> Standing:
    """The position after so many cards of a record, solved in its own contract, with what was said so far.

    Raises:
        ValueError: fewer cards were played, all were, or too little is known of the game.
    """
    replay = Replay(record, question_after(record, after))
    point = replay.point(after)
    position = point.position
    if not any(position.hands):
        raise ValueError(f"all cards are played after card {after}: ask of an earlier one")
    rows = replay.record.play[after - len(position.played) : after] if after else ()
    line, notes = _line(point)
    return Standing(
        record=record,
        answer=_answer(replay, point, after, line, notes),
        after=after,
        trick=position.tricks_done + 1,
        turn=len(position.played) + 1,
        seat=point.seat,
        hands=Deal((position.hands[0], position.hands[1], position.hands[2], position.hands[3])),
        played=tuple((move.seat, move.card) for move in rows),
        cards=_cards(point),
    )


def question_after(record: Record, after: int) -> Question:
    """What a record is asked after so many of its cards.

    Raises:
        ValueError: fewer cards were played, or too little is known of the game.
    """
    question = record.question
    if record.contract is None or question is None:
        raise ValueError("the contract of the record is not known in full")
    if question.contract.goal.as_dealt:
        raise ValueError(f"{question.contract.name} is won as dealt, nothing is played")
    if not 0 <= after <= len(record.play):
        cards = f"{len(record.play)} card{'' if len(record.play) == 1 else 's'}"
        raise ValueError(f"the record has {cards}, there is no position after {after}")
    return question


def after_of(record: Record, trick: int, card: int) -> int:
    """How many cards were played when a card of a trick had been.

    Raises:
        ValueError: there is no such card.
    """
    for after, move in enumerate(record.play, 1):
        if (move.trick, move.turn) == (trick, card):
            return after
    raise ValueError(f"the record has no card {trick}.{card}")


def _cards(point: Point) -> dict[int, int]:
    found = worths(*point.pair, point.seat)
    return {card: point.measure.settlement(point.seat, value) for card, (value, _) in found.items()}


def _answer(
    replay: Replay, point: Point, after: int, line: Sequence[Trick], notes: Sequence[Remark]
) -> Answer:
    record, question, measure = replay.record, replay.question, point.measure
    assert record.deal is not None
    outlook, asked = Outlook(replay, point, after), Worths()
    outlook.ask(asked)
    asked.solve()
    found = outlook.worth(asked)
    return Answer(
        measure.game,
        replace(question, contract=measure.contract),
        dict(record.rules),
        record.deal,
        None if record.called is None else [record.called],
        None if record.discard is None else list(cards_of(record.discard)),
        True,
        found.makeable,
        found.value,
        found.guarantee,
        found.payoff,
        None,
        tuple(line),
        tuple(notes),
    )


def _line(point: Point) -> tuple[tuple[Trick, ...], tuple[Remark, ...]]:
    return play_out(point.measure.base, point.position)


def standing_row(standing: Standing) -> dict[str, Any]:
    """The keys and values of a position, as ``kranalyze solve --after N --json`` prints them."""
    row = answer_row(standing.answer, standing.record.board)
    game = standing.answer.game
    del row["leads"]
    row |= {
        "after": standing.after,
        "trick": standing.trick,
        "turn": standing.turn,
        "to_play": standing.seat.name,
        "hands": standing.hands.text(seats=game.seats),
        "played": [[seat.name, card_name(card)] for seat, card in standing.played],
        "cards": {card_name(card): amount for card, amount in standing.cards.items()},
    }
    return row
