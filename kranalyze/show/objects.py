"""Show deals, answers and positions: as text, as dicts for JSON, as pictures, and as boards in notebooks."""

from __future__ import annotations

from functools import singledispatch
from html import escape
from typing import Any

from kranalyze.analysis import Analysis
from kranalyze.analysis.board import Position
from kranalyze.answers.answer import Answer
from kranalyze.cards import Deck, number_of_suit
from kranalyze.deal import Deal, Seat
from kranalyze.display import Theme
from kranalyze.games import Game, get_game
from kranalyze.hand.figures import Odds
from kranalyze.hands import Hand
from kranalyze.known.advice import Advice
from kranalyze.kpn.record import Record
from kranalyze.kpn.writer import record_text
from kranalyze.read.columns import USUAL_GAMES
from kranalyze.show.advicetext import advice_text
from kranalyze.show.calltext import call_advice_text
from kranalyze.show.gametext import position_row, position_text
from kranalyze.show.notebook import Frame, picture_with_live_board_link
from kranalyze.show.oddstext import odds_text
from kranalyze.show.pages.table import (
    board_data,
    deal_row,
    evening_data,
    page_from_board_data,
    record_page_data,
    row_with_question,
)
from kranalyze.show.studytext import study_text
from kranalyze.show.text import answer_row, answer_text, card_text, payment
from kranalyze.simulation.calladvice import AuctionAdvice


def _deal(
    deal: Deal, game: str | Game | None, contract: str | None, declarer: Seat | str | int | None
) -> dict[str, Any]:
    """Return the data of a deal for the page with the card table, as a dict.

    Args:
        deal: the deal.
        game: the card game of the deal. None: the usual game for hands of this size.
        contract: the contract that the page solves. None: the user chooses the contract on the page.
        declarer: the declarer of this contract. None: the user chooses the declarer on the page.

    Raises:
        ValueError: the deal does not fit the game, or the game, contract or seat is unknown.
    """
    name = game or USUAL_GAMES.get(deal.size)
    if name is None:
        raise ValueError(f"which game deals hands of {deal.size} cards? Name it (game)")
    row = get_game(name)
    deal.check(row.pack, row.size, row.seats, row.talon, row.endings)
    seat = Seat.parse(declarer) if isinstance(declarer, str) else declarer
    question_facts = {"contract": None if contract is None else row.contract(contract).id, "declarer": seat}
    return row_with_question(deal_row(deal, row), question_facts)


def _answer(answer: Answer) -> dict[str, Any]:
    """Return the data of a solved deal for the page with the card table, as a dict.

    The dict has the deal, and the contract with its seats, trump, called card and discard.
    """
    question = answer.question
    question_facts = {
        "contract": question.contract.id, "declarer": question.declarer, "second": question.second,
        "partner": question.partner, "order": question.order if answer.game.orders else None,
        "trump": number_of_suit(question.trump), "leader": question.leader,
        "called": answer.calls[0].number if answer.calls else None,
        "discard": Hand(answer.discard).mask if answer.discard else None,
    }  # fmt: skip
    return row_with_question(deal_row(answer.deal, get_game(answer.game.id), answer.rules), question_facts)


def _position(position: Position) -> str:
    """Return the text that ``kranalyze solve --after`` prints for a position.

    If play has ended, return a list of the tricks and the settlement instead.
    """
    if not position.ended:
        return position_text(position, position.answer())
    lines = [
        f"{number:2}  " + "  ".join(f"{move.seat} {card_text(move.card)}" for move in trick)
        for number, trick in enumerate(position.record.tricks, 1)
    ]
    paid = payment(position.settlement or (), position.record.game_row.unit)
    return "\n".join(["The game is over", *lines, f"Settlement: {paid}"])


@singledispatch
def text_of(value: Any) -> str:
    """Return an object as text, for example an answer as ``kranalyze solve`` prints it."""
    raise TypeError(f"there is no text of {type(value).__name__}")


def picture_of(value: Any, theme: Theme, deck: Deck) -> str:
    """Return a picture of a deal or position as SVG."""
    from kranalyze.show.picture import draw

    return draw(value, theme, deck)


@singledispatch
def row_of(value: Any) -> dict[str, Any]:
    """Return an object as a dict, for example an answer as ``kranalyze solve --json`` prints it."""
    raise TypeError(f"there is no row of {type(value).__name__}")


row_of.register(Answer, answer_row)


@row_of.register
def _(position: Position) -> dict[str, Any]:
    return position_row(position, position.answer())


@singledispatch
def _card_table_page_data(value: Any, *arguments: Any) -> dict[str, Any]:
    """Return the data of the page that shows an object on a card table.

    For a deal, ``arguments`` are game, contract and declarer (see `_deal`).
    """
    raise TypeError(f"there is no page of {type(value).__name__}")


def notebook_frame(value: Any, *arguments: Any) -> Frame:
    """Return a notebook frame with the live board of an object: a page on which cards can be played.

    For a deal, ``arguments`` are game, contract and declarer (see `_deal`).
    """
    return Frame(page_from_board_data(_card_table_page_data(value, *arguments)))


def notebook_picture(value: Any) -> str:
    """Return a small picture of an object with a link to its live board, as HTML.

    An object without a picture is shown as text.
    """
    from kranalyze.show.picture import picture_of_object

    drawn = picture_of_object(value)
    picture = f"<pre>{escape(text_of(value))}</pre>" if drawn is None else drawn
    return picture_with_live_board_link(picture, _card_table_page_data(value))


text_of.register(Answer, answer_text)
text_of.register(Position, _position)


@text_of.register
def _(record: Record) -> str:
    return record_text(record).rstrip("\n")


@text_of.register
def _(analysis: Analysis) -> str:
    return "\n\n".join(study_text([analysis]))


@text_of.register
def _(odds: Odds) -> str:
    return odds_text([odds])


@text_of.register
def _(advice: Advice) -> str:
    return advice_text(advice, board=advice.knowledge.record.board)


@text_of.register
def _(advice: AuctionAdvice) -> str:
    return call_advice_text(advice, board=advice.knowledge.record.board)


@_card_table_page_data.register
def _(deal: Deal, *arguments: Any) -> dict[str, Any]:
    return board_data("kranalyze", start=_deal(deal, *arguments))


@_card_table_page_data.register
def _(answer: Answer) -> dict[str, Any]:
    return board_data("kranalyze", start=_answer(answer))


@_card_table_page_data.register
def _(position: Position) -> dict[str, Any]:
    return board_data("kranalyze", start=record_page_data(position.record))


@_card_table_page_data.register
def _(record: Record) -> dict[str, Any]:
    return board_data("kranalyze", start=record_page_data(record))


@_card_table_page_data.register
def _(analysis: Analysis) -> dict[str, Any]:
    return evening_data(analysis.analysed)
