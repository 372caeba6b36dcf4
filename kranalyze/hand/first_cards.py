"""For every first card of the declarer the share of the layouts in which it makes the contract."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from kranalyze import parallel
from kranalyze.cards import cards_of
from kranalyze.core import calls as core
from kranalyze.core.task import searches
from kranalyze.dealing import random_deals
from kranalyze.games import Question
from kranalyze.hand.asking import Asked, holds_required
from kranalyze.hand.figures import Choice, Odds

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
    contract, best = odds.contract, odds.best
    leads = contract.leads == "declarer" or asked.forehand == asked.seat
    if best is None or not asked.whole or not leads or asked.game.talon or contract.goal.as_dealt:
        return odds
    count = min(MOST_LEADS, best.layouts)
    tasks = [
        (question, searches(asked.game, question, selfish=False)[0].task)
        for question in asked.questions([contract])
        if question.trump == best.trump
        and (question.callable is None or question.callable >> (best.call or 0) & 1)
        and holds_required(asked.game, question, asked.hand)
    ]

    def piece(first: int) -> tuple[int, Counter[int]]:
        """Layouts in which the choice could be made, and how often each card then makes it."""
        some = min(_PIECE, count - first)
        frame = random_deals(asked.game, some, seed=seed, start=first, given=asked.given)
        pairs = [
            (task, core.start(task, hands))
            for hands in frame.select("n", "e", "s", "w").iter_rows()
            for question, task in tasks
            if _reaches(question, best, hands)
        ]
        cards = (one for found in core.worth(pairs) for one in found.cards.items())
        return len(pairs), Counter(card for card, value in cards if value >= (contract.makeable_at or 0))

    layouts, made = 0, Counter[int]()
    for _, (looked_at, by_card) in parallel.run(piece, range(0, count, _PIECE), parallel.threads(workers)):
        layouts += looked_at
        made += by_card
        if progress is not None:
            progress(looked_at, None)
    return replace(odds, play={c: made[c] / layouts for c in cards_of(asked.hand)} if layouts else None)


def _reaches(question: Question, choice: Choice, hands: tuple[int, ...]) -> bool:
    """Whether a choice leads to a question in a layout."""
    holder = question.declarer if question.partner is None else question.partner
    return choice.call is None or holder is None or bool(hands[holder] >> choice.call & 1)
