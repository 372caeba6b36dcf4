"""Answers as JSON for machines: French letters and ids, keys in a fixed order."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kranalyze.cards import card_name, suit_letter
from kranalyze.deal import Seat
from kranalyze.show.text import remark_text

if TYPE_CHECKING:
    from kranalyze.answers.answer import Answer

#: Control characters that JSON would let stand as they are.
_CONTROL = re.compile(r"[\x7f-\x9f]")


def answer_row(answer: Answer, board: str | None = None) -> dict[str, Any]:
    """The keys and values of an answer, as ``kranalyze solve --json`` prints them.

    ``trump`` is a suit letter, ``leads`` gives for each first card of the leader the value from the
    declarer's side, ``guarantee`` and ``payoff`` amounts by seat (null: not defined). A game with a talon
    has ``discard`` too, and where there is something to say ``notes``.
    """
    question, game = answer.question, answer.game
    row = {
        "deal": answer.deal.text(seats=game.seats),
        "board": board,
        "rules": dict(answer.rules),
        "game": game.id,
        "contract": question.contract.id,
        "declarer": _seat(question.declarer),
        "second": _seat(question.second),
        "leader": _seat(question.leader),
        "trump": None if question.trump is None else suit_letter(question.trump),
        "partner": _seat(question.partner),
        "order": question.order if game.orders else None,
        "calls": _cards(answer.calls),
        "biddable": answer.biddable,
        "makeable": answer.makeable,
        "value": answer.value,
        "guarantee": _by_seat(answer.guarantee),
        "payoff": _by_seat(answer.payoff),
        "leads": {card_name(card): value for card, value in (answer.leads or {}).items()},
        "line": [
            {
                "leader": trick.leader.name,
                "cards": [[seat.name, card_name(card)] for seat, card in trick.cards],
                "winner": _seat(trick.winner),
            }
            for trick in answer.line
        ],
    }
    if game.talon:
        row["discard"] = _cards(answer.discard)
    if answer.notes:
        row["notes"] = [remark_text(note, card_name, suit_letter) for note in answer.notes]
    return row


def as_line(row: dict[str, Any]) -> str:
    """One line of JSON."""
    return _CONTROL.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(row, ensure_ascii=False))


def _seat(seat: Seat | None) -> str | None:
    return None if seat is None else seat.name


def _cards(cards: Sequence[int] | None) -> list[str] | None:
    return None if cards is None else [card_name(card) for card in cards]


def _by_seat(amounts: Sequence[int | None]) -> dict[str, int | None]:
    return {seat.name: amounts[seat] for seat in Seat}
