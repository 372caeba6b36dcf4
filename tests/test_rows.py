"""Rules are rows of data: code outside ``games/`` never asks for a game's id, and obeys every option."""
# mypy: no-strict-optional

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

import kranalyze
from core_settling import Course, settle
from kranalyze.answers.tables import table
from kranalyze.core.questionborder import questions
from kranalyze.deal import Seat
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES, Contract, Game, Option
from kranalyze.kpn import parse_kpn

PACKAGE = Path(kranalyze.__file__).parent
SOURCES = [p for p in sorted(PACKAGE.rglob("*.py")) if p.parent.name != "games"]
JUDGE = [path.read_text() for path in (Path(__file__).resolve().parents[1] / "solver").glob("*.c")]
NO_ROWS = {"aims", "base", "effort", "question", "written"}
ROWS = {p.stem for p in (PACKAGE / "games").glob("*.py")} - NO_ROWS

#: Ids that also have another meaning in sources: a kind of goal, an announcement, a unit of settlement.
OTHER_WORDS = {"hundred", "tricks", "unit"}
IDS = (
    {game.id for game in GAMES.values()}
    | {contract.id for game in GAMES.values() for contract in game.contracts}
    | {option.name for game in GAMES.values() for option in game.options}
) - OTHER_WORDS

#: Every option of every game with each value that is not the default.
OPTIONS = [
    (game, option, value)
    for game in GAMES.values()
    for option in game.options
    for value in (option.values or ("1", "7"))
    if value != option.default_value
]


def names(node: ast.AST) -> set[str]:
    """Return the ids of games, contracts and options that an expression contains as texts."""
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)} & IDS


def asks_an_id(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield line and id of each place that compares, looks up or lists ids, or imports the row of a game."""
    for node in ast.walk(tree):
        found: set[str] = set()
        if isinstance(node, ast.Compare):
            found = names(node)
        elif isinstance(node, ast.MatchValue):
            found = names(node.value)
        elif isinstance(node, ast.Subscript):
            found = names(node.slice)
        elif isinstance(node, ast.Dict):
            found = set().union(*(names(key) for key in node.keys if key is not None))
        elif isinstance(node, ast.Set | ast.Tuple | ast.List) and len(node.elts) > 1:
            found = names(node)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("startswith", "endswith", "get", "index", "count"):
                found = set().union(*map(names, node.args))
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("kranalyze.games."):
            found = {node.module.rsplit(".", 1)[1]} & ROWS - {"__init__"}
        yield from ((getattr(node, "lineno", 0), name) for name in found)


def test_no_source_outside_games_asks_a_game_or_a_contract_its_id() -> None:
    asked = [
        f"{path.relative_to(PACKAGE)}:{line} {name}"
        for path in SOURCES
        for line, name in asks_an_id(ast.parse(path.read_text()))
    ]
    assert not asked


@pytest.mark.parametrize(
    "source",
    [
        'if game.id == "graden": pass',
        'x = contract.id in ("bettler", y)',
        'x = game.id.startswith("anrufen")',
        'x = rules.get("beat")',
        'x = rules["call_own"]',
        'STAKES = {"bettler": 50}',
        'WALKED = ("bettler", "plauderer")',
        "from kranalyze.games.graden import GRADEN",
    ],
)
def test_the_reader_of_sources_sees_such_a_question(source: str) -> None:
    assert list(asks_an_id(ast.parse(source)))


def asks_the_kind(tree: ast.Module) -> list[int]:
    """Return the lines of a source that ask for a goal's kind instead of its properties."""
    asked = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "kind")
    return [node.lineno for node in asked if ast.unparse(node.value).endswith(("goal", "settles"))]


def test_no_source_outside_games_asks_the_kind_of_a_goal() -> None:
    found = {p: asks_the_kind(ast.parse(p.read_text())) for p in SOURCES}
    assert not {path: lines for path, lines in found.items() if lines}
    assert asks_the_kind(ast.parse("if contract.goal.kind in RACES: pass"))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_the_rows_stand_at_the_defaults(game: Game) -> None:
    assert game.in_force == {option.name: option.default_value for option in game.options}
    assert game.under(game.in_force) is game


def test_an_option_that_governs_nothing_cannot_stand_in_a_row() -> None:
    for sets in ("", "no_such", "bettler.no_such", "nobody.value", "pack"):
        with pytest.raises(ValueError, match="governs no field"):
            replace(GAMES["graden"], options=(Option("new", ("a", "b"), "", sets, (1, 2)),))


@pytest.mark.parametrize(
    ("game", "option", "value"), OPTIONS, ids=[f"{game.id} {option.name}={v}" for game, option, v in OPTIONS]
)
def test_every_option_is_obeyed(game: Game, option: Option, value: str) -> None:
    assert idle(game, option, value) is None


@pytest.mark.parametrize(
    ("option", "why"),
    [
        (Option("new", ("a", "b"), "", "must_beat", (True, True)), "the row stays as it is"),
        (Option("new", ("a", "b"), "", "endings", (False, True)), "no answer differs"),
        (Option("new", ("a", "b"), "", "bettler.aliases", ((), ("bet",))), "no answer differs"),
    ],
    ids=lambda one: one if isinstance(one, str) else one.sets,
)
def test_an_option_that_nothing_obeys_is_found_out(option: Option, why: str) -> None:
    assert idle(replace(GAMES["graden"], options=(option,)), option, "b") == why


def idle(game: Game, option: Option, value: str) -> str | None:
    """Return why no code obeys this value of an option; None if some code does."""
    other = game.under({option.name: value})
    if other == game or other.in_force != {**game.in_force, option.name: value}:
        return "the row stays as it is"
    field = option.sets.rpartition(".")[2]
    assert field in {f.name for row in (Game, Contract) for f in fields(row)}
    sources = (ast.parse(path.read_text()) for path in PACKAGE.rglob("*.py"))
    by_python = any(getattr(node, "attr", None) == field for tree in sources for node in ast.walk(tree))
    if not by_python and not any(re.search(rf"->{field}\b", text) for text in JUDGE):
        return f"nobody reads {field}"
    differ = any(_answers(game, seed) != _answers(other, seed) for seed in range(12))
    return None if differ else "no answer differs"


def _passed_out(game: Game) -> list[str]:
    """Return the problem of an auction in which the dealer bids after everybody passed."""
    if game.in_force.keys() != GAMES[game.id].in_force.keys():
        return []  # KPN does not know an option that exists only in a test
    first = "N" if game.seats == 3 else "W"
    passes, bid = "gut " * game.seats * game.bidding.rounds, game.contracts[0].id
    rules = " ".join(f"{name}={value}" for name, value in game.in_force.items())
    text = f'[Game "{game.id}"] [Rules "{rules}"] [Dealer "S"] [Deal "?"]\n[Auction "{first}"]\n'
    return [problem.message for problem in parse_kpn(f"{text}{passes}{bid}\n").problems]


def _answers(game: Game, seed: int) -> list[Any]:
    """Return answers about a deal and about an auction.

    Add settlements of contracts with two bidders, for games in which only the first bidder succeeds.
    """
    found: list[Any] = [table(random_deals(game, 1, seed=seed), game=game).rows(), _passed_out(game)]
    for question in questions(game, selfish=True):
        if question.second is not None:
            winners = tuple(Seat(question.second) for _ in range(game.size))
            found.append(settle(game, question, Course(winners, (0,) * game.size, True)))
    return found
