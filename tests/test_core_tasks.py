"""The tasks of every question of every game: the core's against Python's."""

from __future__ import annotations

import random
from typing import Any

import pytest

from kranalyze._core import ffi, lib
from kranalyze.core.rules import game_row
from kranalyze.core.task import Task, played_task, searches, task_of
from kranalyze.games import GAMES, Game, Question, questions

ROLES = {
    "value": lib.KR_ROLE_VALUE, "stake": lib.KR_ROLE_STAKE, "guarantee": lib.KR_ROLE_GUARANTEE,
    "payoff": lib.KR_ROLE_PAYOFF,
}  # fmt: skip


def row_of(game: Game) -> Any:
    row = ffi.new("kr_game_row *")
    ffi.memmove(row, game_row(game), ffi.sizeof(row[0]))
    return row


def question_of(game: Game, question: Question) -> Any:
    def seat(value: int | None) -> int:
        return int(lib.KR_NONE if value is None else value)

    order: int = getattr(lib, f"KR_ORDER_{question.order}")
    return ffi.new("kr_question *", {
        "contract": game.contracts.index(question.contract), "declarer": seat(question.declarer),
        "leader": question.leader, "second": seat(question.second), "partner": seat(question.partner),
        "trump": lib.KR_NO_TRUMP if question.trump is None else question.trump, "order": order,
    })  # fmt: skip


def packed(task: Any) -> bytes:
    return bytes(ffi.buffer(ffi.new("kr_task *", task)))


def made(search: Any) -> tuple[bytes, int]:
    return packed(search.task), search.role


def rules_of(game: Game, rng: random.Random) -> Game:
    return game.under({o.name: rng.choice(o.values or ("1", "7", "1000000")) for o in game.options})


@pytest.mark.parametrize("name", GAMES)
def test_searches_of_every_question(name: str) -> None:
    rng, seen = random.Random(f"tasks {name}"), 0
    for _ in range(4):
        game = rules_of(GAMES[name], rng)
        row, out = row_of(game), ffi.new("kr_search[]", lib.KR_MAX_SEARCHES)
        for question in questions(game, selfish=True):
            asked = question_of(game, question)
            for selfish in (True, False):
                expected = [(s.task.pack(), ROLES[s.role]) for s in searches(game, question, selfish)]
                count = lib.kr_searches(row, asked, selfish, out)
                assert [made(out[i]) for i in range(count)] == expected
                seen += count
            if not question.contract.goal.as_dealt:
                assert packed(lib.kr_played_task(row, asked)) == played_task(game, question).pack()
    assert seen > 100


@pytest.mark.parametrize("name", GAMES)
def test_tasks_for_the_goals_of_other_contracts(name: str) -> None:
    """A goal may be put to the seats of another contract, as a raise does."""
    game = GAMES[name]
    row, listed = row_of(game), questions(game, selfish=True)
    asked = random.Random(name).sample(listed, min(60, len(listed)))
    for question in asked:
        for number, contract in enumerate(game.contracts):
            goals = [(contract.goal, row.contract[number].goal)]
            if contract.settles is not None:
                goals.append((contract.settles, row.contract[number].settles))
            for goal, goal_row in goals:
                if goal.as_dealt or goal.kind == "double":
                    continue
                expected: Task = task_of(game, question, goal)
                found = lib.kr_task_of(row, question_of(game, question), ffi.addressof(goal_row))
                assert packed(found) == expected.pack()
