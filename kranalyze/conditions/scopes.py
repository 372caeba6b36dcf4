"""Define which columns a condition may name: a condition on deals, on hands, or on rows of a table.

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
    prefix_all_feature_names,
    type_of,
)
from kranalyze.deal import Seat
from kranalyze.games import GAMES, get_game, suggest_names

#: Names of the features of a hand, as text for messages.
_FEATURES = ", ".join(feature.name for feature in HAND_FEATURES if not feature.is_flag)
_FEATURES += "; one for each card, SA to C7"

#: Names of the other columns of a hand, and of those of a deal, as texts for messages.
_OWN = ", ".join(name for name, *_ in OWN_COLUMNS)
_DEAL = ", ".join(name for name, *_ in DEAL_COLUMNS)


def _types(*names: str) -> dict[str, pl.DataType]:
    """Return the types of columns by name."""
    return {name: type_of(name) for name in names}


@cache
def own_scope() -> Scope:
    """Return the columns for a condition on a hand whose deal is not known: the features of this hand."""
    reason = "is not known: a condition on a hand names features of this hand only"
    others = prefix_all_feature_names([*SEAT_PREFIXES, *PLACE_PREFIXES])
    reasons = {name.lower(): f"{name} {reason}" for name in (*others, *_OWN.split(", "), _DEAL)}
    return Scope(_types(*prefix_all_feature_names([""])), _FEATURES, reasons)


@cache
def deal_scope() -> Scope:
    """Return the columns for a condition on a deal: features of named seats (``n_aces``), and the dealer."""
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
    """Return the columns for a condition on a hand in its deal.

    They are the features of this hand and of the other hands, the seat, its place in the auction, and the
    dealer.
    """
    types = _types(*prefix_all_feature_names(["", *PLACE_PREFIXES, *SEAT_PREFIXES]), *_OWN.split(", "), _DEAL)
    return Scope(types, _hand_listing(), readers=_READERS)


def _hand_listing() -> str:
    """Return the list of the columns of ``hand_scope``, for messages."""
    return (
        f"{_OWN}, {_DEAL}; {_FEATURES}; the same of other seats with left_, across_, right_, n_, e_, s_ or "
        "w_ before the name"
    )


def scope_of_results_and_declarer(results: Mapping[str, pl.DataType]) -> Scope:
    """Return the columns for a condition on a row: ``results``, and the columns of the declarer's hand."""
    types = dict(hand_scope().types) | dict(results)
    listing = f"{', '.join(results)}; of the declarer's hand: {_hand_listing()}"
    return Scope(types, listing, readers=_READERS)


def _seat(text: str) -> str:
    return Seat.parse(text).name


def _suit(text: str) -> str:
    return suit_letter(parse_suit(text))


def _contract(text: str) -> str:
    """Return the id of a contract of any game, by its id, name or alias."""
    for game in GAMES.values():
        with suppress(ValueError):
            return game.contract(text).id
    names = {c.id: (c.id, c.name, *c.aliases) for game in GAMES.values() for c in game.contracts}
    raise ValueError(f"unknown contract {text!r}, {suggest_names(text, names)}")


#: Functions that convert a name as the user wrote it to its form in the tables, by the name of the column.
_READERS = {
    **dict.fromkeys(("dealer", "seat", "declarer", "second", "leader", "partner"), _seat),
    "trump": _suit, "contract": _contract, "game": lambda text: get_game(text).id,
}  # fmt: skip
