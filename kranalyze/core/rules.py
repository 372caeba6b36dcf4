"""Convert a ``Game`` of ``kranalyze.games`` to a row of rules: the core's ``kr_game_row`` (solver/rules.h).

Fields of the struct have the same names as attributes of the game. An attribute that is a word becomes the
number of an enum constant in C. The constant is named after the attribute and the word: ``party = "called"``
becomes ``KR_PARTY_CALLED``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kranalyze._core import ffi, lib
from kranalyze.cards import ORDERS, SUITS, pack_mask, strength
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game, Goal


@lru_cache(maxsize=1024)
def game_row(game: Game) -> bytes:
    """Return the rules of a game, including its rule options, as bytes of the struct ``kr_game_row``."""
    bidding = game.bidding
    row = ffi.new("kr_game_row *")
    _copy(row, game)
    row.pack = pack_mask(game.pack)
    row.points = list(game.points)
    row.marriage = list(game.marriage)
    for order in ORDERS:
        row.strength[_core_number_of_word("order", order)] = list(strength(order))
    row.bids_once = bidding.once
    row.rounds = bidding.rounds
    row.ties = bool(bidding.ties)
    row.tie_place = [bidding.ties.index(suit) if bidding.ties else 0 for suit in SUITS]
    row.names_trump = bidding.trump
    row.contracts = len(game.contracts)
    row.passed_out = lib.KR_NONE
    for number, contract in enumerate(game.contracts):
        if contract is game.passed_out:
            row.passed_out = number
        _fill_contract(row.contract[number], game, contract)
    return bytes(ffi.buffer(row))


@lru_cache(maxsize=1024)
def row_address(game: Game) -> Any:
    """Return a C pointer to the rules of a game (``kr_game_row``). The pointer keeps the struct alive."""
    return ffi.from_buffer("kr_game_row *", game_row(game))


def _fill_contract(row: Any, game: Game, contract: Contract) -> None:
    """Fill the ``kr_contract_row`` of a contract."""
    _copy(row, contract)
    ids = [c.id for c in game.contracts]
    row.raises = sum(1 << ids.index(level) for level in contract.raises)
    if contract.makeable_at is None:
        row.makeable_at = lib.KR_NO_LEAST
    row.has_settles = contract.settles is not None
    _copy(row.goal, contract.goal)
    if contract.settles is not None:
        _copy(row.settles, contract.settles)


def _copy(struct: Any, row: Game | Contract | Goal) -> None:
    """Copy attributes of a game, a contract or a goal into the fields of the same names in a struct."""
    kind = ffi.typeof(struct)
    for name, field in (kind.item if kind.kind == "pointer" else kind).fields:
        value = getattr(row, name, None)
        if field.type.kind != "primitive":
            continue
        if isinstance(value, str) or (value is None and hasattr(lib, f"KR_{name.upper()}_NONE")):
            value = _core_number_of_word(name, value)
        if isinstance(value, int):
            setattr(struct, name, int(value))


def _core_number_of_word(field: str, word: str | None) -> int:
    """Return the number that the core uses for a word in a field."""
    number: int = getattr(lib, f"KR_{field}_{word}".upper())
    return number


def rank_order_of_contract(game: Game, contract: Contract, called: int | None) -> str | None:
    """Return the order of rank of a contract, as a name in ``cards.ORDERS`` (``K``, ``T`` or ``Z``).

    Args:
        game: the game under its rule options.
        contract: the contract.
        called: the called card. None: no card is called, or the card is unknown.

    Returns:
        The order. None: the order depends on a called card that is unknown.
    """
    row = row_address(game)
    number = game.contracts.index(contract)
    order = lib.kr_played_order(row.contract + number, -1 if called is None else called)
    return next((name for name in ORDERS if _core_number_of_word("order", name) == order), None)


def partner_of(game: Game, contract: Contract, declarer_or_leader: int, holder: int | None) -> Seat | None:
    """Return the partner of the declarer, or of the leader if there is no declarer.

    Return None if there is no partner.

    Args:
        game: the game under its rule options.
        contract: the contract.
        declarer_or_leader: the declarer or the leader.
        holder: the seat that has the called card in its hand. None: no card is called.
    """
    row = row_address(game)
    number = game.contracts.index(contract)
    seat = lib.kr_partner_of(
        row.contract + number, declarer_or_leader, lib.KR_NONE if holder is None else holder
    )
    return None if seat == lib.KR_NONE else Seat(seat)
