"""Compute features of hands, for example how many Aces, as polars expressions or as columns of deals."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from kranalyze import forked
from kranalyze.answers.tables import GivenDeals, deal_frame
from kranalyze.arguments import Expected, checked
from kranalyze.conditions.scopes import deal_scope, hand_scope
from kranalyze.conditions.viewpoints import (
    DEAL_COLUMNS,
    OWN_COLUMNS,
    PLACE_PREFIXES,
    SEAT_PREFIXES,
    Viewpoint,
    forehand_of_dealer,
    prefix_all_feature_names,
)
from kranalyze.deal import Seat
from kranalyze.games import DEFAULT, GAMES, Game, get_game

#: Name of a helper column that numbers the rows. ``features`` splits the deals by game. The numbers then
#: restore the order of the deals.
_ROW = " row"


@checked(name=Expected.TEXT, seat=Expected.SEAT, game=Expected.GAME)
def feature(name: str, *, seat: Seat | str | int | None = None, game: str | Game = DEFAULT) -> pl.Expr:
    """Return a polars expression that computes a feature from a frame of deals.

    The expression uses the columns ``n e s w`` (masks of the hands) and ``dealer`` (a letter).

    Args:
        name: name of a feature (FORMAT.md: features), for example ``aces``. A prefix names another hand:
            ``left_aces``, ``n_aces``.
        seat: the seat whose hand is meant by a name without a prefix. ``seat`` may be None for the name
            ``dealer``, and for names with the prefix ``n_``, ``e_``, ``s_`` or ``w_``.
        game: game of the deals. The points of cards and the number of seats depend on it.

    Raises:
        ValueError: an unknown game, seat or feature, or a feature that needs a seat.
        RuntimeError: the process was forked after polars was loaded (see ``forked.check_not_forked``).

    >>> from kranalyze import deals
    >>> deals(1000, seed=1).filter(feature("s_aces") >= 3).height
    39
    """
    forked.check_not_forked()
    own = None if seat is None else Seat.parse(seat)
    row = get_game(game)
    if own is not None and own >= row.seats:
        raise ValueError(f"{own.title} has no hand in {row.id}")
    scope = deal_scope() if own is None else hand_scope()
    column = scope.find(name)
    if column is None:
        raise ValueError(scope.unknown(name))
    return next(Viewpoint(row, forehand_of_dealer(row), own).columns([column]))


@checked(seat=Expected.SEAT, game=Expected.GAME, features=Expected.FEATURES)
def features(
    deals: GivenDeals,
    *,
    seat: Seat | str | int | None = None,
    game: str | Game | None = None,
    features: Iterable[str] | None = None,
) -> pl.DataFrame:
    """Return a frame of deals with features of their hands as further columns.

    Args:
        deals: deals as for ``table``.
        seat: the seat whose features have plain names (``aces``). Features of the other hands have a prefix
            ``left_ across_ right_``. None: the features of all seats, with a prefix ``n_ e_ s_ w_``.
        game: game of all deals. Default: the game that a deal names, or ``graden``.
        features: names of the features to add. Default: all features. If ``seat`` is passed, names with a
            prefix ``n_ e_ s_ w_`` are allowed, too.

    Returns:
        A row for each deal. The columns are ``n e s w talon deal file board dealer game rules``, then the
        features. If the argument ``seat`` is passed, the features include ``seat`` and ``bidder``. FORMAT.md
        explains the features. Features of unknown hands and of seats that do not play are null.

    Raises:
        OSError: the file cannot be read.
        ValueError: an unknown name, or a wrong deal or column.

    >>> frame = features("N:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9", seat="N")
    >>> frame.select("seat", "aces", "tops_k", "voids", "SA", "left_aces").rows()
    [('N', 3, 6, 1, True, 1)]
    """
    own = None if seat is None else Seat.parse(seat)
    scope = deal_scope() if own is None else hand_scope()
    chosen = prefix_all_feature_names(SEAT_PREFIXES)
    if own is not None:
        chosen = [*(name for name, *_ in OWN_COLUMNS), *prefix_all_feature_names(["", *PLACE_PREFIXES])]
    if features is not None:
        listed = list(features)
        found = {name: scope.find(name) for name in listed}
        for name, column in found.items():
            if column is None:
                raise ValueError(scope.unknown(name))
        chosen = [column for column in found.values() if column is not None]
    of_deal = {name for name, *_ in DEAL_COLUMNS}
    # Leave out the columns in `of_deal`, which the frame of deals already has.
    chosen = [name for name in dict.fromkeys(chosen) if name not in of_deal]
    frame = deal_frame(deals, game, allow_results=True).with_row_index(_ROW)
    parts = []
    for (game_id,), part in frame.group_by(["game"], maintain_order=True):
        row = GAMES[str(game_id)]
        if own is not None and own >= row.seats:
            raise ValueError(f"{own.title} has no hand in {row.id}")
        view = Viewpoint(row, forehand_of_dealer(row), own)
        parts.append(part.with_columns(view.columns(chosen)))
    if not parts:
        view = Viewpoint(GAMES[DEFAULT], forehand_of_dealer(GAMES[DEFAULT]), own)
        parts.append(frame.with_columns(view.columns(chosen)))
    return pl.concat(parts).sort(_ROW).drop(_ROW)
