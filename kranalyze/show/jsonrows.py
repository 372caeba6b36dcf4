"""Answers as JSON for machines: French letters and ids, keys in a fixed order."""

from __future__ import annotations

import json
import re
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

    def seat(one: Seat | None) -> str | None:
        return None if one is None else one.name

    row = {
        "deal": answer.deal.text(seats=game.seats),
        "board": board,
        "rules": dict(answer.rules),
        "game": game.id,
        "contract": question.contract.id,
        "declarer": seat(question.declarer),
        "second": seat(question.second),
        "leader": seat(question.leader),
        "trump": None if question.trump is None else suit_letter(question.trump),
        "partner": seat(question.partner),
        "order": question.order if game.orders else None,
        "calls": None if answer.calls is None else list(map(card_name, answer.calls)),
        "biddable": answer.biddable,
        "makeable": answer.makeable,
        "value": answer.value,
        "guarantee": {one.name: answer.guarantee[one] for one in Seat},
        "payoff": {one.name: answer.payoff[one] for one in Seat},
        "leads": {card_name(card): value for card, value in (answer.leads or {}).items()},
        "line": [
            {
                "leader": trick.leader.name,
                "cards": [[one.name, card_name(card)] for one, card in trick.cards],
                "winner": seat(trick.winner),
            }
            for trick in answer.line
        ],
    }
    if game.talon:
        row["discard"] = None if answer.discard is None else list(map(card_name, answer.discard))
    if answer.notes:
        row["notes"] = [remark_text(note, card_name, suit_letter) for note in answer.notes]
    return row


def as_line(row: dict[str, Any]) -> str:
    """One line of JSON."""
    return _CONTROL.sub(lambda m: f"\\u{ord(m[0]):04x}", json.dumps(row, ensure_ascii=False))
