"""Rows of rules for the core: a Game of ``kranalyze.games`` as a ``kr_game_row`` of solver/rules.h."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kranalyze._core import ffi, lib
from kranalyze.cards import ORDERS, pack_mask, strength
from kranalyze.games import Contract, Game, Goal

#: The names of Python's rows, and the enums of solver/rules.h that number them.
_ENUMS = {
    "kind": "KR_KIND_", "takers": "KR_TAKERS_", "stake": "KR_STAKE_", "order": "KR_ORDER_",
    "party": "KR_PARTY_", "bidders": "KR_BIDDERS_", "leads": "KR_LEADS_", "requires": "KR_REQUIRES_",
    "contra": "KR_CONTRA_",
    "opening_marriage": "KR_OPENING_",
}  # fmt: skip
_MARRIAGES = {"none": lib.KR_NO_MARRIAGES, "declared": lib.KR_DECLARED, "lead": lib.KR_ON_LEAD}


def _number(field: str, value: str | None) -> int:
    """The number of a word in a field of a row."""
    word = {"requires": "nothing", "contra": "none"}[field] if value is None else value
    number: int = getattr(lib, _ENUMS[field] + word.upper())
    return number


@lru_cache(maxsize=1024)
def game_row(game: Game) -> bytes:
    """Return the bytes of the row of a game, by the rule options in force."""
    bidding, passed_out = game.bidding, game.passed_out
    row = ffi.new("kr_game_row *")
    row.pack = pack_mask(game.pack)
    for name in ("size", "seats", "talon", "last", "most_contra"):
        setattr(row, name, getattr(game, name))
    for name in (
        "must_trump", "must_beat", "pairs", "called_trump", "call_own", "endings", "calibration",
        "dealer_bids",
    ):  # fmt: skip
        setattr(row, name, int(getattr(game, name, False)))
    row.points = list(game.points)
    row.marriage = list(game.marriage)
    for order in ORDERS:
        row.strength[_number("order", order)] = list(strength(order))
    row.contra = _number("contra", game.contra)
    row.opening_marriage = _number("opening_marriage", game.opening_marriage)
    row.bids_once = int(bidding.once)
    row.rounds = bidding.rounds
    row.ties = int(bool(bidding.ties))
    row.tie_place = [bidding.ties.index(suit) if bidding.ties else 0 for suit in range(4)]
    row.names_trump = int(bidding.trump)
    row.contracts = len(game.contracts)
    row.passed_out = lib.KR_NONE if passed_out is None else game.contracts.index(passed_out)
    for number, contract in enumerate(game.contracts):
        _fill_contract(row.contract[number], game, contract)
    return bytes(ffi.buffer(row))


def _fill_contract(row: Any, game: Game, contract: Contract) -> None:
    for name in ("value", "per", "second", "open_after"):
        setattr(row, name, getattr(contract, name))
    for name in ("trump", "sits_out", "loser_pays"):
        setattr(row, name, int(getattr(contract, name)))
    for name in ("stake", "order", "party", "bidders", "leads", "requires"):
        setattr(row, name, _number(name, getattr(contract, name)))
    row.makeable_at = lib.KR_NO_LEAST if contract.makeable_at is None else contract.makeable_at
    ids = [c.id for c in game.contracts]
    row.raises = sum(1 << ids.index(level) for level in contract.raises)
    row.rank = contract.rank or 0
    row.has_settles = int(contract.settles is not None)
    _fill_goal(row.goal, contract.goal)
    if contract.settles is not None:
        _fill_goal(row.settles, contract.settles)


def _fill_goal(row: Any, goal: Goal) -> None:
    row.kind = _number("kind", goal.kind)
    row.takers = _number("takers", goal.takers)
    row.marriages = _MARRIAGES[goal.marriages]
    for name in ("tricks", "need", "low", "stop", "margin", "own_marriages"):
        setattr(row, name, int(getattr(goal, name)))


def played_order(game: Game, contract: Contract, called: int | None) -> str | None:
    """Return the order of rank of a contract; None if it hangs on a called card that is not known."""
    row = ffi.from_buffer("kr_game_row *", game_row(game))
    number = game.contracts.index(contract)
    order = lib.kr_played_order(row.contract + number, -1 if called is None else called)
    return next((name for name in ORDERS if _number("order", name) == order), None)
