"""A page in a notebook: in a frame of its own, which may run its scripts and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from html import escape
from typing import TYPE_CHECKING

from kranalyze.cards import mask_of
from kranalyze.deal import Deal, Seat
from kranalyze.frozen import frozen
from kranalyze.games import Game, get_game
from kranalyze.read.columns import usual_game
from kranalyze.show.pages.records import asked_row, case_row, deal_row, evening, shown, title_of
from kranalyze.show.pages.table import table_page

if TYPE_CHECKING:
    from kranalyze.analysis import Analysed
    from kranalyze.answers.answer import Answer
    from kranalyze.kpn import Record


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


def framed_deal(
    deal: Deal, game: str | Game | None, contract: str | None, declarer: Seat | str | int | None
) -> Frame:
    """A deal on the table, under a contract if one is named.

    Raises:
        ValueError: the deal is none of the game's, or there is no such contract or seat.
    """
    name = game or usual_game(deal)
    if name is None:
        raise ValueError(f"which game deals hands of {deal.size} cards? Name it (game)")
    row = get_game(name) if isinstance(name, str) else name
    deal.check(row.pack, row.size, row.seats, row.talon, row.endings)
    seat = Seat.parse(declarer) if isinstance(declarer, str) else declarer
    asked = {"contract": None if contract is None else row.contract(contract).id, "declarer": seat}
    return Frame(table_page("kranalyze", start=shown(asked_row(deal_row(deal, row), asked))))


def framed_answer(answer: Answer) -> Frame:
    """A deal on the table under the question that was answered."""
    question = answer.question
    asked = {
        "contract": question.contract.id, "declarer": question.declarer, "second": question.second,
        "partner": question.partner, "order": question.order if answer.game.orders else None,
        "trump": question.trump, "leader": question.leader,
        "called": answer.calls[0] if answer.calls else None,
        "discard": mask_of(answer.discard) if answer.discard else None,
    }  # fmt: skip
    row = deal_row(answer.deal, get_game(answer.game.id), answer.rules)
    return Frame(table_page("kranalyze", start=shown(asked_row(row, asked))))


def framed_record(record: Record) -> Frame:
    """A record on the table."""
    return Frame(table_page("kranalyze", start=case_row(record)))


def framed_games(games: Sequence[Analysed]) -> Frame:
    """Analysed games, as ``kranalyze analyze --report`` shows them."""
    return Frame(table_page(title_of(games), games=evening(games)))
