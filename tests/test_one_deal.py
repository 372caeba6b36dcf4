"""A single deal gives the same results as a column of deals, without using Arrow."""

from __future__ import annotations

from array import array
from collections import Counter
from typing import Any

import pytest

from kranalyze._core import lib
from kranalyze.answers.answer import solve, solve_questions
from kranalyze.answers.plan import Plan
from kranalyze.answers.settled import SettledRows
from kranalyze.core.questionborder import questions
from kranalyze.deal import Deal
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.hands import Hand


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("contra", [0, 1])
def test_a_deal_comes_to_what_many_come_to(game: str, contra: int) -> None:
    rules = GAMES[game].under({})
    contra = min(contra, rules.most_contra)
    asked = questions(rules, rules.contracts, None, True)
    asked = [q for q in asked if q.callable_mask is None or q.declarer is not None]
    asked = asked[:: 5 if rules.size > 6 else 3]
    n, e, s, w, talon = (array("I", column) for column in random_deals(rules, 2, seed=5))
    plan = Plan(rules, chosen_questions=asked, contra=contra, selfish=True)
    many = SettledRows(plan, (n, e, s, w), talon, 2)
    columns = [many.biddable, many.makeable, many.value]
    columns += [
        many.settlement_column(f"{what}_{seat}") for what in ("guarantee", "payoff") for seat in "nesw"
    ]
    rows = list(zip(*(column.to_pylist() for column in columns), strict=True))
    masks = many.discard.fill_null(0).to_pylist()
    seen = 0
    for i in range(2):
        alone = solve_questions(rules, asked, Deal((n[i], e[i], s[i], w[i]), talon[i]), contra=contra)
        for deal, which, row, mask in zip(many.deal, many.which, rows, masks, strict=True):
            if deal.as_py() == i:
                one = alone[which.as_py()]
                mine = (one.biddable, one.makeable, one.value, *one.guarantee, *one.payoff)
                assert (mine, Hand(one.discard or ()).mask) == (row, mask), one.question
                seen += 1
    assert seen > 6


class CountingLibrary:
    """Replaces the core's library, and counts the calls of its functions."""

    def __init__(self, library: Any) -> None:
        self.library = library
        self.calls = Counter[str]()

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.library, name)
        if not callable(value):
            return value

        def counted(*arguments: Any) -> Any:
            self.calls[name] += 1
            return value(*arguments)

        return counted


def test_a_solve_calls_the_core_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call of the core releases the GIL. Other threads take it, and the solve must wait to get it back.

    The simple game of Rußbach has a question for each trump and partner. A solve needs the rows of these
    questions, an amount for each question, and little more. A former version made 167 calls, because it asked
    for the amount of each seat.
    """
    rules = GAMES["russbach"]
    n, e, s, w, _ = random_deals(rules, 1, seed=72).row(0)
    deal = Deal((n, e, s, w))
    expected = solve(deal, game=rules, contract="simple", declarer="S", dealer="E")
    library = CountingLibrary(lib)
    monkeypatch.setattr("kranalyze.core.task.lib", library)
    assert solve(deal, game=rules, contract="simple", declarer="S", dealer="E") == expected
    assert sum(library.calls.values()) <= 45, library.calls
