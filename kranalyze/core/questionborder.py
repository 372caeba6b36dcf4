"""List the questions of a game with the core (solver/questions.h), and check who may bid their contracts.

A question is a contract with its seats, trump and order of ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from kranalyze._core import ffi, lib
from kranalyze.cards import ORDERS, SUITS
from kranalyze.core.rules import row_address
from kranalyze.core.structs import Layout
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Question

_SEATS = tuple(Seat)
_ORDERS = {order: int(getattr(lib, f"KR_ORDER_{order}")) for order in ORDERS}
_ORDER_NAMES = {number: order for order, number in _ORDERS.items()}
#: The seat for each number from 0 to 3. Other numbers, such as ``KR_NONE``, mean no seat.
_SEAT_OF = dict(enumerate(_SEATS))

#: The number that the core uses for each seat. The key None has the number for "no seat".
_SEAT_NUMBERS: dict[int | None, int] = {None: lib.KR_NONE, 0: 0, 1: 1, 2: 2, 3: 3}
#: The number that the core uses for each trump suit. The key None has the number for "no trump".
_TRUMP_NUMBERS: dict[str | None, int] = {None: lib.KR_NO_TRUMP, "S": 0, "H": 1, "D": 2, "C": 3}

_QUESTION = ffi.typeof("kr_question *")
_LAYOUT = Layout("kr_question")
_fields = _LAYOUT.getter("contract", "declarer", "leader", "second", "partner", "trump", "order")


def questions(
    game: Game, contracts: Iterable[Contract] | None = None, declarers: Iterable[int] | None = None,
    selfish: bool = False,
) -> list[Question]:  # fmt: skip
    """Return all questions of a game: its contracts with every choice of seats, trump and order of ranks.

    The questions are sorted by contract, leader, declarer, trump, partner and order. The list is the same for
    all deals. ``Question.callable_mask`` says on which deals a question can come up.

    Args:
        game: the game under its rule options.
        contracts: list only questions with these contracts. None: all contracts.
        declarers: list only questions with these declarers. A question without a declarer is listed if its
            leader is one of these seats. None: all seats.
        selfish: whether to list contracts with more than two parties: Schurln, and the double Bettler and
            Plauderer. With these contracts, a table takes a hundred times as long.
    """
    chosen = {contract.id for contract in (game.contracts if contracts is None else contracts)}
    wanted = _SEATS if declarers is None else tuple(declarers)
    return [q for q in _all_questions(game, selfish) if q.contract.id in chosen and q.first in wanted]


@lru_cache(maxsize=64)
def _all_questions(game: Game, selfish: bool) -> tuple[Question, ...]:
    """Return all questions of a game. The function ``questions`` explains ``selfish``."""
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
            None if trump == lib.KR_NO_TRUMP else SUITS[trump],
            _SEAT_OF.get(partner),
            cards or None,
        )
        for (contract, declarer, leader, second, partner, trump, order), cards in zip(
            map(_fields, structs), callable_cards, strict=True
        )
    )


def question_struct(game: Game, question: Question) -> Any:
    """Return a question as the core's struct ``kr_question``.

    ``game`` may differ from the game for which the question was made. But ``game`` must have a contract with
    the id of the question's contract.

    Raises:
        ValueError: the game has no such contract, or a seat, a trump or an order is invalid.
    """
    try:
        return ffi.new(_QUESTION, (
            _number_of(game, question.contract), _SEAT_NUMBERS[question.declarer],
            check_seat_number(question.leader),
            _SEAT_NUMBERS[question.second], _SEAT_NUMBERS[question.partner],
            _TRUMP_NUMBERS[question.trump], _ORDERS[question.order],
        ))  # fmt: skip
    except KeyError as error:
        raise ValueError(f"a question cannot have {error}") from None


def check_seat_number(seat: int) -> int:
    """Check that a number is a seat (0 to 3), and return the number.

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
    seats = lib.kr_may_bid(row, row.contract + _number_of(game, contract), check_seat_number(forehand))
    return tuple(seat for seat in _SEATS if seats >> seat & 1)


def holds_cards_required_to_bid(game: Game, question: Question, hand: int) -> bool:
    """Return whether a hand holds the cards that a bid of the contract requires."""
    row, asked = row_address(game), question_struct(game, question)
    return bool(lib.kr_holds_required(row, row.contract + asked.contract, hand, asked.trump))


def auction_allows(game: Game, question: Question, forehand: Seat | None) -> bool:
    """Return whether an auction can end with the contract of a question, and with the seats of the question.

    Args:
        game: the game under its rule options.
        question: the question.
        forehand: the seat left of the dealer. None is allowed if the answer does not depend on forehand.
    """
    seat = lib.KR_NONE if forehand is None else check_seat_number(forehand)
    return bool(lib.kr_auction_leads_to(row_address(game), question_struct(game, question), seat))


def cards_permitting_trump(game: Game, question: Question) -> int:
    """Return the mask of the cards that permit a seat to name the question's trump.

    A seat may name the trump if it holds at least one of these cards. In Bauernschnapsen forehand may name
    only a suit of which it holds a card (RULINGS: bauernschnapsen). In other games the mask has all cards.
    """
    return int(lib.kr_naming_cards(row_address(game), _TRUMP_NUMBERS[question.trump]))


class CardTurn(NamedTuple):
    """The turn at which a card is played."""

    seat: Seat  # the seat that plays the card
    trick: int  # number of the trick, from 1
    turn: int  # number of the card within its trick, from 1


def turns_of_cards_and_next(game: Game, question: Question, cards: Sequence[int]) -> list[CardTurn]:
    """Return for each card of a play its seat, its trick, and its number within the trick.

    The last item of the result is for the card that would come next.

    Args:
        game: the game under its rule options.
        question: contract and seats of the play.
        cards: the cards in playing order. They need not be legal.

    Raises:
        ValueError: a number is no card.
    """
    if not all(0 <= card < 32 for card in cards):
        raise ValueError("cards are numbers from 0 to 31")
    seats = ffi.new("uint8_t[]", len(cards) + 1)
    struct = question_struct(game, question)
    size = lib.kr_seats_in_turn(row_address(game), struct, bytes(cards), len(cards), seats)
    return [CardTurn(Seat(seat), i // size + 1, i % size + 1) for i, seat in enumerate(seats)]
