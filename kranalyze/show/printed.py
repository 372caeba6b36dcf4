"""What objects print: the text of the command that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.analysis.summary import study_text
from kranalyze.analysis.texts import standing_text
from kranalyze.hand.wording import odds_text
from kranalyze.known.telling import advice_text
from kranalyze.kpn.writer import record_text
from kranalyze.show.text import answer_text, card_text, payment

if TYPE_CHECKING:
    from kranalyze.analysis import Analysis
    from kranalyze.analysis.board import Position
    from kranalyze.answers.answer import Answer
    from kranalyze.hand import Odds
    from kranalyze.known.advice import Advice
    from kranalyze.kpn import Record


def printed_answer(answer: Answer) -> str:
    """As ``kranalyze solve``."""
    return answer_text(answer)


def printed_position(position: Position) -> str:
    """As ``kranalyze solve --after``; at the end the tricks that were played."""
    if not position.ended:
        return standing_text(position.standing())
    lines = [
        f"{number:2}  " + "  ".join(f"{move.seat} {card_text(move.card)}" for move in trick)
        for number, trick in enumerate(position.record.tricks, 1)
    ]
    paid = payment(position.settlement or (), position.record.game_row.unit)
    return "\n".join(["The game is over", *lines, f"Settlement: {paid}"])


def printed_record(record: Record) -> str:
    """As it stands in a KPN file."""
    return record_text(record).rstrip("\n")


def printed_analysis(analysis: Analysis) -> str:
    """As ``kranalyze analyze``."""
    return "\n\n".join(study_text([analysis]))


def printed_odds(odds: Odds) -> str:
    """As ``kranalyze odds``."""
    return odds_text([odds])


def printed_advice(advice: Advice) -> str:
    """As ``kranalyze advise``."""
    record = advice.knowledge.seen.record
    return advice_text(advice, board=record.board)
