"""The floor of every card: the share of the layouts that one plan wins (RULINGS: single dummy)."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kranalyze import parallel
from kranalyze.core import hidden as core
from kranalyze.core.task import GOALS, NONE, Task
from kranalyze.known.layouts import Knowledge
from kranalyze.known.situation import Situation
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
    task = _task(known, seen)
    if task is None:
        return dict.fromkeys(shares)
    left = (known.seen.hand & ~known.seen.played(known.seat)).bit_count()
    if left <= 2 or known.count == 1:  # nothing to decide, or nothing to find out
        return dict(shares)
    found: dict[int, float | None] = {card: None if share else 0.0 for card, share in shares.items()}
    open_cards = [card for card, share in shares.items() if share]
    if known.count <= _MOST and open_cards:
        won = _searched(known, seen, task, open_cards)
        found |= {card: None if won[card] < 0 else won[card] / known.count for card in open_cards}
    return found


def _task(known: Knowledge, seen: View) -> Task | None:
    """The contract as tricks that the seat alone must take, or must not; None if it is not that."""
    situation, measure = known.seen, seen.points[0].measure
    if known.seat != situation.declarer or situation.second is not None or not _nobody_with(situation):
        return None
    task = measure.task(known.seat)
    if not measure.contract.goal.last_names_partner:
        return task if task.goal == GOALS["sweep"] else None
    mine = 1 << known.seat
    return replace(
        task,
        goal=GOALS["sweep"],
        side=mine,
        takers=mine,
        tricks=situation.size - 1,
        declarer=NONE,
        seek=NONE,
    )


def _nobody_with(seen: Situation) -> bool:
    """Whether the declarer has no partner, as far as he knows himself."""
    if seen.contract.party == "called":
        return seen.called is not None and bool(seen.hand >> seen.called & 1)
    return seen.contract.party == "alone" or seen.contract.sits_out


def _searched(known: Knowledge, seen: View, task: Task, cards: list[int]) -> dict[int, int]:
    """How many layouts one plan wins after each card, -1 if that was too much to find out."""
    columns: dict[int, array[int]] = {int(p.seat): array("I") for p in known.hidden if p.seat is not None}
    for case in known.cases:
        masks = case.out(array("Q", range(case.count)))
        for place, column in zip(known.hidden, masks, strict=False):
            if place.seat is not None:
                columns[place.seat].extend(column)
    playing = {seat: column for seat, column in columns.items() if task.seats >> seat & 1}
    stop, wanted = bytearray(1), sum(1 << card for card in cards)

    def search(position: Any) -> dict[int, int]:
        return core.plan(task, position, known.count, playing, wanted, _STEPS, _MEMORY, stop)

    # In a thread, so that Ctrl-C is heard meanwhile.
    pool = replace(parallel.threads(1), stop=lambda _: stop.__setitem__(0, 1))
    ((_, found),) = parallel.run(search, [seen.points[0].position], pool)
    return found

