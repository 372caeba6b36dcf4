"""For every first card of the declarer the share of the layouts in which it makes the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kranalyze import parallel
from kranalyze.cards import cards_of
from kranalyze.core import calls as core
from kranalyze.core.task import Task, searches
from kranalyze.games import Question
from kranalyze.games.questions import requirement
from kranalyze.hand.asking import Asked
from kranalyze.hand.figures import Choice, Odds

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Layouts looked at, at the most, and by a thread at a time.
MOST_LEADS, _PIECE = 10_000, 100


def shares_by_card(
    asked: Asked,
    odds: Odds,
    seed: int,
    workers: int | None,
    progress: Callable[[int, int | None], object] | None = None,
) -> Odds:
    """The same answer with the share for every first card, in the contract's best choice.

    Only where the declarer leads, all his cards are known, and nothing is laid away or won as dealt. The
    layouts are those of the sample, 10,000 at the most.
    """
    contract = odds.contract
    leads = contract.leads == "declarer" or asked.forehand == asked.seat
    if odds.best is None or not asked.whole or not leads or asked.game.talon or contract.goal.as_dealt:
        return odds
    count = min(MOST_LEADS, odds.best.layouts)
    starts = range(0, count, _PIECE)
    layouts, made = 0, dict.fromkeys(cards_of(asked.hand), 0)

    def piece(first: int) -> tuple[int, Mapping[int, int]]:
        return _leads(asked, odds, seed, first, min(_PIECE, count - first))

    for _, (looked_at, by_card) in parallel.run(piece, starts, parallel.threads(workers)):
        layouts += looked_at
        if progress is not None:
            progress(looked_at, None)
        for card, times in by_card.items():
            made[card] += times
    return replace(odds, play={card: times / layouts for card, times in made.items()} if layouts else None)


def _leads(asked: Asked, odds: Odds, seed: int, first: int, count: int) -> tuple[int, Mapping[int, int]]:
    """Layouts in which the choice could be made, and how often each card then makes it."""
    from kranalyze.dealing import random_deals

    assert odds.best is not None
    frame = random_deals(asked.game, count, seed=seed, start=first, given=asked.given)
    tasks = list(_tasks(asked, odds, odds.best))
    pairs = []
    for hands in frame.select("n", "e", "s", "w").iter_rows():
        for question, task in tasks:
            if _reaches(asked, question, odds.best, hands):
                pairs.append((task, core.start(task, hands)))
    made: dict[int, int] = {}
    for found in core.worth(pairs):
        for card, value in found.cards.items():
            made[card] = made.get(card, 0) + (value >= (odds.contract.makeable_at or 0))
    return len(pairs), made


def _tasks(asked: Asked, odds: Odds, choice: Choice) -> Iterator[tuple[Question, Task]]:
    """The questions that a choice may lead to."""
    for question in asked.questions([odds.contract]):
        called = question.callable is None or question.callable >> (choice.call or 0) & 1
        if question.trump == choice.trump and called:
            yield question, searches(asked.game, question, selfish=False)[0].task


def _reaches(asked: Asked, question: Question, choice: Choice, hands: tuple[int, ...]) -> bool:
    """Whether a choice leads to a question in a layout, and may be made."""
    needed = requirement(question, asked.game)
    if needed is not None and not any(asked.hand & mask == mask for mask in needed):
        return False
    holder = question.declarer if question.partner is None else question.partner
    return choice.call is None or holder is None or bool(hands[holder] >> choice.call & 1)
