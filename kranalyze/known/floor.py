"""The floor of every card: the share of the layouts that one plan wins (RULINGS: single dummy)."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace

from kranalyze import parallel
from kranalyze.core.hidden import SeenTask, plan
from kranalyze.core.task import GOALS, NONE
from kranalyze.known.layouts import Knowledge
from kranalyze.known.view import View

#: Steps of the search for a plan, each about a position solved: some seconds. Three cards take thousands.
_STEPS = 20_000_000

#: Layouts for which a plan is searched for at most, and bytes of memory for that.
_MOST, _MEMORY = 50_000, 1 << 28


def floors(known: Knowledge, seen: View, shares: Mapping[int, float]) -> dict[int, float | None]:
    """The floors of the seat's cards; None where the rulings define none, or it is not known.

    Args:
        shares: of every card, exact.
    """
    lone = _lone(known, seen)
    if lone is None:
        return dict.fromkeys(shares)
    if known.seen.held.bit_count() <= 2 or known.count == 1:  # nothing to decide, or nothing to find out
        return dict(shares)
    found: dict[int, float | None] = {card: None if share else 0.0 for card, share in shares.items()}
    wanted = sum(1 << card for card, share in shares.items() if share)
    if known.count <= _MOST and wanted:
        won = _searched(known, lone, wanted)
        found |= {card: None if n < 0 else n / known.count for card, n in won.items()}
    return found


def _lone(known: Knowledge, seen: View) -> SeenTask | None:
    """The contract as tricks that the seat alone must take, or must not; None if it is not that."""
    question, contract = known.seen.question, known.seen.contract
    if contract.party == "called":
        lone = known.seen.called is not None and bool(known.seen.hand >> known.seen.called & 1)
    else:
        lone = contract.party == "alone" or contract.sits_out
    if not lone or known.seat != question.declarer or question.second is not None:
        return None
    case = seen.looking.cases[0]
    if not contract.goal.last_names_partner:
        return case if case.task.goal == GOALS["sweep"] else None
    mine = 1 << known.seat
    sweep = replace(case.task, goal=GOALS["sweep"], side=mine, takers=mine, tricks=known.seen.size - 1)
    return replace(case, task=replace(sweep, declarer=NONE, seek=NONE))


def _searched(known: Knowledge, lone: SeenTask, wanted: int) -> dict[int, int]:
    """How many layouts one plan wins after each card, -1 if that was too much to find out."""
    columns = {place.seat: array("I") for place in known.hidden if place.seat is not None}
    for case in known.cases:
        masks = case.out(array("Q", range(case.count)))
        for place, column in zip(known.hidden, masks, strict=False):
            if place.seat is not None:
                columns[place.seat].extend(column)
    playing = {int(seat): column for seat, column in columns.items() if lone.task.seats >> seat & 1}
    stop = bytearray(1)

    def search(one: SeenTask) -> dict[int, int]:
        return plan(one.task, one.position, known.count, playing, wanted, _STEPS, _MEMORY, stop)

    # In a thread, so that Ctrl-C is heard meanwhile.
    pool = replace(parallel.threads(1), stop=lambda _: stop.__setitem__(0, 1))
    ((_, found),) = parallel.run(search, [lone], pool)
    return found
