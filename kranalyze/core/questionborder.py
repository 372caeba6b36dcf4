"""The questions of a game as the core lists them (solver/questions.h), and their conditions on a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kranalyze._core import ffi, lib
from kranalyze.cards import ORDERS
from kranalyze.core.rules import row_address
from kranalyze.core.structs import Layout
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question

_SEATS = tuple(Seat)
_ORDERS = {order: int(getattr(lib, f"KR_ORDER_{order}")) for order in ORDERS}
_ORDER_NAMES = {number: order for order, number in _ORDERS.items()}
#: Seats by their numbers. ``KR_NONE`` has no entry.
_SEAT_OF = dict(enumerate(_SEATS))

#: The core's numbers for seats and trumps, and for None.
_SEAT_NUMBERS: dict[int | None, int] = {None: lib.KR_NONE, 0: 0, 1: 1, 2: 2, 3: 3}
_TRUMP_NUMBERS: dict[int | None, int] = {None: lib.KR_NO_TRUMP, 0: 0, 1: 1, 2: 2, 3: 3}

_QUESTION = ffi.typeof("kr_question *")
_LAYOUT = Layout("kr_question")
_fields = _LAYOUT.getter("contract", "declarer", "leader", "second", "partner", "trump", "order")


def questions(
    game: Game, contracts: Iterable[Contract] | None = None, declarers: Iterable[int] | None = None,
    selfish: bool = False,
) -> list[Question]:  # fmt: skip
    """Return a game's questions, sorted by contract, leader, declarer, trump, partner, order.

    The list does not depend on a deal. ``Question.callable`` shows which questions a deal can reach.

    Args:
        game: the game under its rule options.
        contracts: the contracts of the questions. None: all contracts.
        declarers: the declarers of the questions, or the leaders where there is no declarer. None: all seats.
        selfish: whether to include contracts with more than two parties: Schurln, and the double Bettler and
            Plauderer. With them a table takes a hundred times as long.
    """
    chosen = {contract.id for contract in (game.contracts if contracts is None else contracts)}
    wanted = _SEATS if declarers is None else tuple(declarers)
    return [q for q in _all_questions(game, selfish) if q.contract.id in chosen and q.first in wanted]


@lru_cache(maxsize=64)
def _all_questions(game: Game, selfish: bool) -> tuple[Question, ...]:
    row = row_address(game)
    count = lib.kr_list_questions(row, selfish, 0, ffi.NULL, ffi.NULL)
    listed, callable_cards = ffi.new("kr_question[]", count), ffi.new("uint32_t[]", count)
    lib.kr_list_questions(row, selfish, count, listed, callable_cards)
    structs = _LAYOUT.iter_unpack(ffi.buffer(listed))
    return tuple(
        Question(
            game.contracts[contract],
            _SEAT_OF.get(declarer),
            _SEATS[leader],
            _ORDER_NAMES[order],
            _SEAT_OF.get(second),
            None if trump == lib.KR_NO_TRUMP else trump,
            _SEAT_OF.get(partner),
            cards or None,
        )
        for (contract, declarer, leader, second, partner, trump, order), cards in zip(
            map(_fields, structs), callable_cards, strict=True
        )
    )


def question_struct(game: Game, question: Question) -> Any:
    """Return the ``kr_question`` of a question. Its contract is looked up in the game by id.

    Raises:
        ValueError: the game has no such contract, or a seat, a trump or an order is invalid.
    """
    try:
        return ffi.new(_QUESTION, (
            _number_of(game, question.contract), _SEAT_NUMBERS[question.declarer],
            seat_number(question.leader), _SEAT_NUMBERS[question.second], _SEAT_NUMBERS[question.partner],
            _TRUMP_NUMBERS[question.trump], _ORDERS[question.order],
        ))  # fmt: skip
    except KeyError as error:
        raise ValueError(f"a question cannot have {error}") from None


def seat_number(seat: int) -> int:
    """Check the number of a seat, and return it.

    Raises:
        ValueError: there is no such seat.
    """
    if not 0 <= seat < len(_SEATS):
        raise ValueError(f"there is no seat {seat}")
    return seat


def _number_of(game: Game, contract: Contract) -> int:
    """Return the index of a contract in the contracts of a game."""
    return [row.id for row in game.contracts].index(contract.id)


def bidding_seats(game: Game, contract: Contract, forehand: Seat) -> tuple[Seat, ...]:
    """Return the seats that may bid a contract. ``forehand`` is the seat left of the dealer."""
    row = row_address(game)
    seats = lib.kr_may_bid(row, row.contract + _number_of(game, contract), seat_number(forehand))
    return tuple(seat for seat in _SEATS if seats >> seat & 1)


def holds_required(game: Game, question: Question, hand: int) -> bool:
    """Return whether a hand holds the cards that a bid of the contract requires."""
    row, asked = row_address(game), question_struct(game, question)
    return bool(lib.kr_holds_required(row, row.contract + asked.contract, hand, asked.trump))


def allowed(game: Game, question: Question, forehand: Seat | None) -> bool:
    """Return whether an auction can lead to a question. Forehand may be None only if it does not matter."""
    seat = lib.KR_NONE if forehand is None else seat_number(forehand)
    return bool(lib.kr_auction_leads_to(row_address(game), question_struct(game, question), seat))


def naming(game: Game, question: Question) -> int:
    """Return a mask of cards. The leader must hold at least one of them to name the question's trump.

    RULINGS (bauernschnapsen): forehand names a suit that it holds. In other games any card will do.
    """
    return int(lib.kr_naming_cards(row_address(game), _TRUMP_NUMBERS[question.trump]))


class CardTurn(NamedTuple):
    """The seat that plays a card, the card's trick, and its turn within the trick. Both count from 1."""

    seat: Seat
    trick: int
    turn: int


def card_turns(game: Game, question: Question, cards: Sequence[int]) -> list[CardTurn]:
    """Return the turns of cards in playing order from trick 1 on, and the turn of the next card.

    Args:
        game: the game under its rule options.
        question: contract and seats of the play.
        cards: the cards in playing order. Their legality is not checked.

    Raises:
        ValueError: a number is no card.
    """
    if not all(0 <= card < 32 for card in cards):
        raise ValueError("cards are numbers from 0 to 31")
    seats = ffi.new("uint8_t[]", len(cards) + 1)
    struct = question_struct(game, question)
    size = lib.kr_seats_in_turn(row_address(game), struct, bytes(cards), len(cards), seats)
    return [CardTurn(Seat(seat), i // size + 1, i % size + 1) for i, seat in enumerate(seats)]
