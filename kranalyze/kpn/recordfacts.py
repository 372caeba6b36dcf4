"""Convert records to numbers for the C core: facts, words of trick 1 (announcements), cards laid face down.

The core needs these numbers to follow a game card by card, and to derive what a seat knows. A word of trick 1
is an announcement, for example of a marriage or of 100 points.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from kranalyze.cards import SUITS, number_of_suit
from kranalyze.core import numbers
from kranalyze.core.facts import FactNumbers
from kranalyze.core.judging import WordNumbers
from kranalyze.core.moments import FollowedRecord, SpokenWords
from kranalyze.games import Game
from kranalyze.kpn.actions import Announcement, Call
from kranalyze.kpn.record import Record
from kranalyze.kpn.sections import CALLS
from kranalyze.kpn.views import KINDS, ORDER_NAMES

_NUMBER_OF_KIND = {name: number for number, name in KINDS.items()}
_NUMBER_OF_ORDER = {name: number for number, name in ORDER_NAMES.items()}


def fact_numbers(record: Record, game: Game | None = None) -> FactNumbers:
    """Return the facts of a record as numbers for the C core. The record may have unknown hands.

    Args:
        record: the record.
        game: the card game with its rule options. None: the card game of the record.
    """
    deal, question = record.deal, record.question
    row = game or record.game_row
    contracts = _numbers_of_contracts(row)
    called = None if record.called is None else record.called.number
    hands = (None,) * 4 if deal is None else deal.hand_masks
    return FactNumbers(
        fields={
            "contract": numbers.UNSAID if record.contract is None else contracts[record.contract],
            "declarer": _number(record.declarer), "second": _number(record.second),
            "leader": _number(record.leader), "forehand": _number(record.forehand),
            "called": _number(called), "trump": _suit_number(record.trump), "contra": record.contra,
            "raised_by": _speaker(record, "raise"), "contra_by": _speaker(record, "contra"),
            "has_deal": deal is not None, "known": sum(1 << s for s in range(4) if hands[s] is not None),
            "talon": 0 if deal is None else deal.talon_mask,
            "discard": 0 if record.discard is None else record.discard.mask,
            "has_discard": record.discard is not None,
            "complete": question is not None,
            "partner": numbers.UNSAID if question is None else _number(question.partner),
            "order": numbers.UNSAID if question is None else _NUMBER_OF_ORDER[question.order],
        },
        hands=[hand or 0 for hand in hands],
        calls=[
            (call.seat, call_number(row, call), _suit_number(call.trump)) for call in record.auction
        ],
        marriages=[
            (word.seat, _suit_number(word.suit), word.points)
            for word in record.announce
            if word.what == "marriage"
        ],
        cards=[(move.seat, move.number, move.trick, move.turn) for move in record.play],
    )  # fmt: skip


def call_number(game: Game, call: Call) -> int:
    """Return the number that the C core uses for a call.

    For a bid, this is the index of the contract. For any other call, it is a negative number from
    ``enum kr_call``.
    """
    special = CALLS.get(call.call)
    return _numbers_of_contracts(game)[call.call] if special is None else special


def open_record_in_core(record: Record) -> FollowedRecord:
    """Pass a record to the C core, so that the core can follow the game card by card.

    Raises:
        ValueError: a hand or the discard is unknown.
    """
    game = record.game_row
    if record.deal is None or not record.deal.complete:
        raise ValueError("a hand of the deal is not known")
    if game.talon and (record.discard is None or record.declarer is None):
        raise ValueError("the discard is not known")
    return FollowedRecord(
        game,
        fact_numbers(record, game),
        encode_words_of_trick_1(record, game),
        face_down_card_of_each_seat(record),
    )


def encode_words_of_trick_1(record: Record, game: Game) -> list[WordNumbers]:
    """Convert the words of trick 1 (announcements) in a record to numbers for the C core."""
    contracts = _numbers_of_contracts(game)
    return [
        (
            word.seat, _NUMBER_OF_KIND[word.what], _suit_number(word.suit),
            numbers.UNSAID if word.level is None else contracts[word.level], word.points, False,
        )
        for word in record.announce
    ]  # fmt: skip


def face_down_card_of_each_seat(record: Record) -> list[int]:
    """Return for each seat the number of the card that it laid face down, or ``UNSAID`` (-1) for no card."""
    laid = [numbers.UNSAID] * 4
    for seat, card in record.face_down:
        laid[seat] = card.number
    return laid


def spoken_words(game: Game, announcements: Iterable[Announcement]) -> SpokenWords:
    """Convert the announcements of a seat in trick 1 to ``SpokenWords``, which the C core reads."""
    words = list(announcements)
    kinds = {word.what for word in words}
    contracts = _numbers_of_contracts(game)
    levels = [contracts[word.level] for word in words if word.level is not None]
    suits = {word.suit for word in words if word.what == "marriage" and word.suit is not None}
    return SpokenWords(
        suits=sum(1 << SUITS.index(suit) for suit in suits),
        hundred="hundred" in kinds,
        every_trick="all" in kinds,
        contra="contra" in kinds,
        raised_to=levels[-1] if levels else None,
    )


@lru_cache(maxsize=64)
def _numbers_of_contracts(game: Game) -> dict[str, int]:
    """Return a dict from the id of each contract to its index in the game."""
    return {contract.id: number for number, contract in enumerate(game.contracts)}


def _number(value: int | None) -> int:
    """Return a number unchanged. Return ``UNSAID`` (-1) for None."""
    return numbers.UNSAID if value is None else value


def _suit_number(letter: str | None) -> int:
    """Return the number that the C core uses for a suit. Return ``UNSAID`` (-1) for None."""
    return _number(number_of_suit(letter))


def _speaker(record: Record, what: str) -> int:
    """Return the first seat that makes an announcement of the kind ``what``.

    Return ``UNSAID`` (-1) if no seat does.
    """
    return next((word.seat for word in record.announce if word.what == what), numbers.UNSAID)
