"""Define which columns a condition may name, for conditions on deals, on hands and on rows of a table.

A feature is a fact about a hand, such as its number of Aces (``aces``).
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cache

import polars as pl

from kranalyze.cards import parse_suit, suit_letter
from kranalyze.conditions.handfeatures import HAND_FEATURES
from kranalyze.conditions.sql import Scope
from kranalyze.conditions.viewpoints import (
    DEAL_COLUMNS,
    OWN_COLUMNS,
    PLACE_PREFIXES,
    SEAT_PREFIXES,
    column_type,
    prefix_all_feature_names,
)
from kranalyze.deal import Seat
from kranalyze.games import GAMES, get_game, suggest_names

#: Text for error messages that lists the features of a hand.
_FEATURES = ", ".join(feature.name for feature in HAND_FEATURES if not feature.is_flag)
_FEATURES += "; one for each card, SA to C7"

#: Two texts with names of columns, separated by commas. ``_OWN`` has the columns that belong to a hand but
#: are no features (``seat``, ``bidder``). ``_DEAL`` has the columns that belong to a deal (``dealer``).
_OWN = ", ".join(name for name, *_ in OWN_COLUMNS)
_DEAL = ", ".join(name for name, *_ in DEAL_COLUMNS)


def _types(*names: str) -> dict[str, pl.DataType]:
    """Return the polars type of each named column, by the name of the column."""
    return {name: column_type(name) for name in names}


@cache
def own_scope() -> Scope:
    """Return the columns that a condition may name if only one hand is known: the features of this hand."""
    reason = "is not known: a condition on a hand names features of this hand only"
    others = prefix_all_feature_names([*SEAT_PREFIXES, *PLACE_PREFIXES])
    reasons = {name.lower(): f"{name} {reason}" for name in (*others, *_OWN.split(", "), _DEAL)}
    return Scope(_types(*prefix_all_feature_names([""])), _FEATURES, reasons)


@cache
def deal_scope() -> Scope:
    """Return the columns that a condition on a deal may name.

    They are the dealer and the features of named seats, such as ``n_aces`` for North's number of Aces.
    """
    types = _types(*prefix_all_feature_names(SEAT_PREFIXES), _DEAL)
    reasons = {
        feature.name.lower(): f"{feature.name} is a feature of a hand: write "
        + ", ".join(f"{prefix}{feature.name}" for prefix in SEAT_PREFIXES)
        for feature in HAND_FEATURES
    }
    for name in (*prefix_all_feature_names(PLACE_PREFIXES), *_OWN.split(", ")):
        reasons[name.lower()] = f"{name} depends on the seat: write features of a named seat, as in s_aces"
    listing = f"{_DEAL}; of each seat with n_, e_, s_ or w_ before the name: {_FEATURES}"
    return Scope(types, listing, reasons, _READERS)


@cache
def hand_scope() -> Scope:
    """Return the columns that a condition on a hand may name if the whole deal is known.

    Most columns are features of this hand and of the other hands. There are three more columns. ``seat`` is
    the seat that holds this hand, ``bidder`` the turn of this seat in the auction, ``dealer`` the dealer.
    """
    types = _types(*prefix_all_feature_names(["", *PLACE_PREFIXES, *SEAT_PREFIXES]), *_OWN.split(", "), _DEAL)
    return Scope(types, _hand_column_listing(), readers=_READERS)


def _hand_column_listing() -> str:
    """Return a text for error messages that lists the columns of ``hand_scope``."""
    return (
        f"{_OWN}, {_DEAL}; {_FEATURES}; the same of other seats with left_, across_, right_, n_, e_, s_ or "
        "w_ before the name"
    )


def scope_of_results_and_declarer(results: Mapping[str, pl.DataType]) -> Scope:
    """Return the columns that a condition on a row of a table of results may name.

    The columns are ``results`` and the columns of ``hand_scope``. In a row, the columns of ``hand_scope``
    describe the declarer's hand.

    Args:
        results: types of the result columns of the table, by the name of the column.
    """
    types = dict(hand_scope().types) | dict(results)
    listing = f"{', '.join(results)}; of the declarer's hand: {_hand_column_listing()}"
    return Scope(types, listing, readers=_READERS)


def _seat(text: str) -> str:
    return Seat.parse(text).name


def _suit(text: str) -> str:
    return suit_letter(parse_suit(text))


def _find_contract_id(text: str) -> str:
    """Return the id of the contract whose id, name or alias is ``text``. The contract may be of any game."""
    for game in GAMES.values():
        with suppress(ValueError):
            return game.contract(text).id
    names = {c.id: (c.id, c.name, *c.aliases) for game in GAMES.values() for c in game.contracts}
    raise ValueError(f"unknown contract {text!r}, {suggest_names(text, names)}")


#: For the name of a column, the function that converts a value that the user wrote, such as ``north``, to the
#: value that tables have in this column, such as ``N``.
_READERS = {
    **dict.fromkeys(("dealer", "seat", "declarer", "second", "leader", "partner"), _seat),
    "trump": _suit, "contract": _find_contract_id, "game": lambda text: get_game(text).id,
}  # fmt: skip
