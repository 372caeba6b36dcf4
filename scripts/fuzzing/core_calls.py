"""Call every checked function of the core, mostly with valid and sometimes with invalid arguments.

The checked functions are those of the modules kranalyze/core/*border.py.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from inspect import isfunction
from typing import Any

from careful_calls import careful_games, drawn_games
from deal_calls import (
    apply_rows,
    card_flags,
    declarer_side_values,
    flag_bytes,
    half_bytes,
    list_cards,
    misfits,
    payment_columns,
    scan_kpn,
    solve_batch,
    tally,
)
from knowledge_calls import know, know_draw, know_holding, know_layouts, know_places, viewpoint
from layout_calls import count_hidden_layouts, count_layouts, fill, layout_columns, look, plan
from log_calls import scan_games, scanned_games
from moment_calls import (
    card_values_and_best_announcements,
    first_moment,
    measure_for_settlements,
    moment_after,
    moment_played,
    moment_spoken,
    open_record,
    position_under,
    restored_moment,
)
from position_calls import context, fits, line, moves, perft, play, shelf, solve_positions, start
from values import EDGES, edge, meddled, odd

from kranalyze.core import (
    dealborder,
    knowledgeborder,
    layoutborder,
    momentborder,
    positionborder,
    resultborder,
    scanborder,
    viewpointborder,
)
from kranalyze.core.memory import Context, TranspositionTable, status_text

Args = list[Any]


def new_shelf(rng: random.Random) -> Args:
    return [rng.choice((*range(-1, 12), 29, 64, 1 << 40))]


def new_context(rng: random.Random) -> Args:
    return [] if rng.random() < 0.5 else [False]


def nodes(rng: random.Random) -> Args:
    return [rng.choice((context(), shelf(), odd(rng)))]


def some_status(rng: random.Random) -> Args:
    return [edge(rng)]


#: The modules with checked functions. ``core_call`` calls all public functions of these modules.
BORDERS = (
    positionborder, dealborder, layoutborder, knowledgeborder, viewpointborder, scanborder, momentborder,
    resultborder,
)  # fmt: skip

#: Other functions and classes to call. They must accept or reject any argument.
OTHERS: dict[str, Callable[..., Any]] = {
    "TranspositionTable": TranspositionTable, "Context": Context,
    "OpenRecord": momentborder.OpenRecord,
    "status_text": status_text,
    "scan_games": scan_games, "careful_games": careful_games,
}  # fmt: skip


#: For each function to call, a function that draws its arguments. ``core_call`` fails if an entry is missing.
MAKERS: dict[str, Callable[[random.Random], Args]] = {
    "solve_batch": solve_batch, "solve_positions": solve_positions, "apply_rows": apply_rows,
    "count_misfits": misfits, "tally_contracts_and_count_best": tally,
    "declarer_side_values": declarer_side_values, "payment_columns": payment_columns,
    "flag_column_bytes": flag_bytes, "write_card_flags": card_flags, "pack_half_bytes": half_bytes,
    "list_cards": list_cards, "write_counts_of_makeable_layouts": layout_columns,
    "write_deals_of_cards": fill,
    "count_all_tricks_and_all_but_last": count_layouts, "scan_kpn": scan_kpn, "start_position": start,
    "play": play, "legal_cards": moves,
    "count_hidden_layouts": count_hidden_layouts, "core_knowledge": know, "write_layouts": know_layouts,
    "write_drawn_numbers": know_draw,
    "count_layouts_by_card_and_place": know_places, "first_layout_with": know_holding,
    "core_search_of_seat_layouts": viewpoint,
    "write_card_worth_sums": look, "perft": perft,
    "play_stops_early": moves, "best_line_as_acts": line, "write_strategy_win_counts": plan,
    "scan_games": scanned_games, "careful_games": drawn_games,
    "can_count_makeable_layouts": fits, "can_count_sweep_layouts": fits,
    "OpenRecord": open_record, "first_moment": first_moment, "moment_after": moment_after,
    "moment_after_words": moment_spoken, "moment_after_card": moment_played,
    "measure_for_settlements": measure_for_settlements,
    "card_values_and_best_announcements": card_values_and_best_announcements,
    "moment_from_bytes": restored_moment,
    "core_position_for_task": position_under, "copy_all_recorded_words": first_moment,
    "TranspositionTable": new_shelf, "Context": new_context, "searched_positions": nodes,
    "status_text": some_status,
}  # fmt: skip

#: Indexes of the arguments that set the amount of work, by function. These arguments are never replaced,
#: because large numbers would take too long.
_WORK = {
    "perft": {2},
    "TranspositionTable": {0},
    "write_strategy_win_counts": {6, 7},
    "careful_games": {1, 7},
}


def spoiled(rng: random.Random, name: str, args: Args) -> Args:
    """Return the arguments with one or two of them replaced or left out."""
    spoilt = list(args)
    for _ in range(rng.choice((1, 1, 2))):
        if not spoilt:
            break
        at = rng.randrange(len(spoilt))
        one = spoilt[at]
        if at in _WORK.get(name, ()):
            continue
        if isinstance(one, int):
            spoilt[at] = rng.choice(EDGES) if rng.random() < 0.8 else odd(rng)
        elif isinstance(one, tuple) and rng.random() < 0.7 and one:
            inner = list(one)
            inner[rng.randrange(len(inner))] = odd(rng)
            spoilt[at] = tuple(inner)
        elif isinstance(one, array) and len(one) and rng.random() < 0.6:
            changed = array(one.typecode, one)
            top = 8 * changed.itemsize - (0 if changed.typecode.isupper() else 1)
            changed[rng.randrange(len(changed))] = rng.choice(
                (0, 1, (1 << top) - 1, (1 << top) - 2, 1 << top - 1)
            )
            spoilt[at] = changed
        elif rng.random() < 0.1:
            del spoilt[at]
        else:
            spoilt[at] = odd(rng)
    return spoilt


def offered_functions() -> dict[str, Callable[..., Any]]:
    """Return the functions that ``core_call`` calls, by name. ``MAKERS`` must have the same names."""
    offered = OTHERS | {
        name: value for border in BORDERS for name, value in vars(border).items()
        if isfunction(value) and value.__module__ == border.__name__ and not name.startswith("_")
    }  # fmt: skip
    # These functions are called by other checked functions, so leave them out.
    for name in ("task_struct", "make_task_array", "position_struct", "checked_knowledge_struct"):
        offered.pop(name, None)
    return offered


def core_call(rng: random.Random) -> None:
    """Call a random function, usually once.

    Sometimes call it three times, while another thread changes the buffers among the arguments.
    """
    offered = offered_functions()
    assert offered.keys() == MAKERS.keys(), f"no calls are made of {offered.keys() ^ MAKERS.keys()}"
    name = rng.choice(list(MAKERS))
    args = MAKERS[name](rng)
    if rng.random() < 0.6:
        args = spoiled(rng, name, args)
    call = offered[name]
    if rng.random() < 0.15:
        inner = [value for arg in args for value in (arg if isinstance(arg, tuple) else (arg,))]
        with meddled(rng, inner):
            for _ in range(3):
                call(*args)
    else:
        call(*args)
