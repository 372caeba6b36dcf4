"""What users' objects print, as the command that shows them does, and how a notebook shows them.

A notebook has a page in a frame of its own, which may run its scripts and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from html import escape
from typing import TYPE_CHECKING, Any

from kranalyze.analysis.texts import position_text, study_text
from kranalyze.cards import mask_of
from kranalyze.deal import Deal, Seat
from kranalyze.frozen import frozen
from kranalyze.games import Game, get_game
from kranalyze.hand.wording import odds_text
from kranalyze.known.telling import advice_text
from kranalyze.kpn.writer import record_text
from kranalyze.read.columns import USUAL_GAMES
from kranalyze.show.pages.table import asked_row, case_row, deal_row, evening_page, table_page
from kranalyze.show.text import answer_text, card_text, payment

if TYPE_CHECKING:
    from kranalyze.analysis.board import Position
    from kranalyze.answers.answer import Answer


@frozen
class Frame:
    """A page that a notebook shows by itself.

    Attributes:
        page: the whole of it; write it to a file to look at it in a browser.
        height: of the frame, in pixels.
    """

    page: str = field(repr=False)
    height: int = 860

    def _repr_html_(self) -> str:
        style = f"width:100%;height:{self.height}px;border:0"
        return f'<iframe sandbox="allow-scripts" style="{style}" srcdoc="{escape(self.page)}"></iframe>'


def _deal(
    deal: Deal, game: str | Game | None, contract: str | None, declarer: Seat | str | int | None
) -> dict[str, Any]:
    """A deal on the table, under a contract if one is named.

    Raises:
        ValueError: the deal is none of the game's, or there is no such contract or seat.
    """
    name = game or USUAL_GAMES.get(deal.size)
    if name is None:
        raise ValueError(f"which game deals hands of {deal.size} cards? Name it (game)")
    row = get_game(name)
    deal.check(row.pack, row.size, row.seats, row.talon, row.endings)
    seat = Seat.parse(declarer) if isinstance(declarer, str) else declarer
    asked = {"contract": None if contract is None else row.contract(contract).id, "declarer": seat}
    return asked_row(deal_row(deal, row), asked)


def _answer(answer: Answer) -> dict[str, Any]:
    """A deal on the table under the question that was answered."""
    question = answer.question
    asked = {
        "contract": question.contract.id, "declarer": question.declarer, "second": question.second,
        "partner": question.partner, "order": question.order if answer.game.orders else None,
        "trump": question.trump, "leader": question.leader,
        "called": answer.calls[0] if answer.calls else None,
        "discard": mask_of(answer.discard) if answer.discard else None,
    }  # fmt: skip
    return asked_row(deal_row(answer.deal, get_game(answer.game.id), answer.rules), asked)


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


#: By the class of an object how it is printed; a record as it stands in a KPN file.
PRINTED: dict[str, Callable[[Any], str]] = {
    "Answer": answer_text,
    "Position": _position,
    "Record": lambda record: record_text(record).rstrip("\n"),
    "Analysis": lambda analysis: "\n\n".join(study_text([analysis])),
    "Odds": lambda odds: odds_text([odds]),
    "Advice": lambda advice: advice_text(advice, board=advice.knowledge.record.board),
}

#: By the class the page that shows it: on the table; games as ``kranalyze analyze --report`` does.
FRAMED: dict[str, Callable[..., str]] = {
    "Deal": lambda *what: table_page("kranalyze", start=_deal(*what)),
    "Answer": lambda answer: table_page("kranalyze", start=_answer(answer)),
    "Position": lambda position: table_page("kranalyze", start=case_row(position.record)),
    "Record": lambda record: table_page("kranalyze", start=case_row(record)),
    "Analysis": lambda found: evening_page(found.analysed),
}
