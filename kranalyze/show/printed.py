"""What objects print: the text of the command that shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kranalyze.analysis.summary import study_text
from kranalyze.analysis.texts import position_text
from kranalyze.hand.wording import odds_text
from kranalyze.known.telling import advice_text
from kranalyze.kpn.writer import record_text
from kranalyze.show.text import answer_text, card_text, payment

if TYPE_CHECKING:
    from kranalyze.analysis.board import Position


def _position(position: Position) -> str:
    """As ``kranalyze solve --after``; at the end the tricks that were played."""
    if not position.ended:
        return position_text(position, position.answer())
    lines = [
        f"{number:2}  " + "  ".join(f"{move.seat} {card_text(move.card)}" for move in trick)
        for number, trick in enumerate(position.record.tricks, 1)
    ]
    paid = payment(position.settlement or (), position.record.game_row.unit)
    return "\n".join(["The game is over", *lines, f"Settlement: {paid}"])


#: By the kind of an object how it is printed; a record as it stands in a KPN file.
PRINTED: dict[str, Callable[[Any], str]] = {
    "answer": answer_text,
    "position": _position,
    "record": lambda record: record_text(record).rstrip("\n"),
    "analysis": lambda analysis: "\n\n".join(study_text([analysis])),
    "odds": lambda odds: odds_text([odds]),
    "advice": lambda advice: advice_text(advice, board=advice.knowledge.seen.record.board),
}
