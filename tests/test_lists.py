"""Settlements of a few rows as plain lists: those that many have as Arrow arrays."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from kranalyze.answers import arrays, lists
from kranalyze.answers.plan import Plan
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES, questions

_BOTH = ("biddable", "makeable", "value", "payoff", "guarantee", "forced", "discards")


@pytest.mark.parametrize("game", GAMES)
def test_a_few_rows_come_to_what_many_come_to(game: str) -> None:
    rules = GAMES[game].under({})
    asked = questions(rules, rules.contracts, None, False)[::3]
    n, e, s, w, talon = (array("I", column) for column in random_deals(rules, 1, seed=5))
    few, many = (
        Plan.of(rules, asked, contra=int(rules.most_contra > 0), few=few).settled(
            (n, e, s, w), talon, 1
        )
        for few in (True, False)
    )
    assert few.found.count > 3
    for name in _BOTH:
        mine, theirs = getattr(few, name), getattr(many, name)
        if name in ("payoff", "guarantee"):
            for seat in range(4):
                assert mine(seat) == theirs(seat).to_pylist(), (name, seat)
            continue
        if name in ("forced", "discards"):
            mine, theirs = mine(), theirs()
        assert mine == (None if theirs is None else theirs.to_pylist()), name


@pytest.mark.parametrize(
    ("name", "given", "found"),
    [
        ("take", ([7, None, 9], [2, None, 1, 0]), [9, None, None, 7]),
        ("add", ([1, None, 3], [4, 5, None]), [5, None, None]),
        ("multiply", ([2, None], -3), [-6, None]),
        ("at_least", ([1, 3, None, 5], 3), [False, True, None, True]),
        ("at_least", ([1, 3, 4], [2, None, 4]), [False, None, True]),
        ("coalesce", ([None, 0, None], [4, 5, None]), [4, 0, None]),
        ("without", ([1, -9, 2], -9), [1, None, 2]),
        ("where", ([True, False], [4, 5]), [4, None]),
        ("filled", ([3, None],), [3, 0]),
        ("bounds", ([3, None, -2],), (-2, 3)),
        ("bounds", ([None],), None),
    ],
)
def test_both_reckon_alike(name: str, given: tuple[Any, ...], found: Any) -> None:
    assert getattr(lists, name)(*given) == found

    def made(x: Any) -> Any:
        return arrays.column("i", x) if isinstance(x, list) and x[0] is not True else x

    if name == "where":
        given = (arrays.at_least(arrays.column("i", [1, 0]), 1), given[1])
    answer = getattr(arrays, name)(*map(made, given))
    assert (answer.to_pylist() if name != "bounds" else answer) == found
