"""Special kernels refuse tasks that do not meet their conditions."""

from typing import Any

import pytest

from kranalyze.cards import parse_hand
from kranalyze.core import calls as core
from kranalyze.core.questionborder import questions
from kranalyze.core.task import MUST_BEAT, PLAIN, Task, searches
from kranalyze.games import GAMES
from kranalyze.hand.asking import HandQuery
from kranalyze.hand.tally import can_count_without_search

#: Contracts without trumps, with the duty to beat. ``WALKED``: a leader who plays alone must take no trick,
#: or a leader and a partner must take every trick. ``GUARDED``: a leader who plays alone must take every
#: trick, or every trick but the last.
WALKED = {"bettler", "plauderer", "durchmarsch", "hundert"}
GUARDED = {"zehnermord", "koenigmord", "hundertermord", "durchmarsch_letzten", "hundert_letzten"}


def _tasks(game: str, contract: str, **rules: str) -> list[Task]:
    row = GAMES[game]
    filled = row.under(rules).in_force
    asked = [q for q in questions(row.under(filled)) if q.contract.id == contract and q.second is None]
    return [s.task for q in asked for s in searches(row.under(filled), q, include_selfish=False)]


@pytest.mark.parametrize("contract", sorted(WALKED | GUARDED))
def test_graden_is_walked_and_guarded_where_the_kernels_say(contract: str) -> None:
    tasks = _tasks("graden", contract)
    assert {core.can_count_makeable_layouts(t) for t in tasks} == {contract in WALKED}
    assert {core.can_count_sweep_layouts(t) for t in tasks} == {contract in GUARDED}


@pytest.mark.parametrize("contract", sorted(WALKED))
def test_a_task_of_other_rules_is_not_walked(contract: str) -> None:
    task = _tasks("graden", contract)[0]
    assert core.can_count_makeable_layouts(task)
    changes = (
        {"flags": task.flags & ~MUST_BEAT},
        {"flags": task.flags | PLAIN},
        {"trump": 2},
        {"seats": 7, "side": 1, "takers": 6, "leader": 0},
        {"need": 10},
        {"tricks": 5},
        {"talon_to": 0},
        {"leader": (task.leader + 2) % 4, "side": 1 << task.leader, "takers": 15 & ~(1 << task.leader)},
        {"strength": (6, 1, 2, 3, 4, 5, 0, 7)},
    )
    for change in changes:
        assert not core.can_count_makeable_layouts(task._replace(**change)), change


@pytest.mark.parametrize(
    ("game", "rules", "walked"),
    [
        ("graden", {}, WALKED),
        ("graden", {"call_own": "yes"}, {"bettler", "plauderer"}),
        ("anrufen", {}, set()),
        ("bauernschnapsen", {}, set()),
    ],
)
def test_odds_take_the_walk_for_contracts_that_fit_it(game: Any, rules: Any, walked: Any) -> None:
    row = GAMES[game]
    hand = parse_hand({5: "AK.AK.A.", 6: "AK.AK.AK."}[row.size])
    asked = HandQuery(row, hand, rules=row.under(rules).in_force)
    assert {c.id for c in row.contracts if can_count_without_search(asked, c)} == walked
