"""Rules are rows of data: nothing outside ``games/`` asks which game it is, and every option is obeyed."""
# mypy: no-strict-optional

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

import kranalyze
from asking import evaluate, random_play, short_deal
from kranalyze.analysis import analyze_records
from kranalyze.analysis.game import analysed
from kranalyze.answers.tables import table
from kranalyze.cards import card_name, cards_of, parse_card, parse_hand
from kranalyze.core.task import searches
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import Undealt, random_deal, random_deals
from kranalyze.games import GAMES, Contract, Game, Goal, Option, Question, payoff, questions
from kranalyze.games.base import BEAT
from kranalyze.games.played import Facts, settle
from kranalyze.hand import odds
from kranalyze.kpn import Record, new_record, parse_kpn
from kranalyze.play import legal, play_rules
from oracle import verdict
from oracle.search import Course, Search, two_sides
from oracle.table import State, replay

PACKAGE = Path(kranalyze.__file__).parent
SOURCES = [p for p in sorted(PACKAGE.rglob("*.py")) if p.parent.name != "games"]
NO_ROWS = {"base", "questions", "settlement", "played", "written"}
ROWS = {p.stem for p in (PACKAGE / "games").glob("*.py")} - NO_ROWS

#: What is no rule though it is written like one: a kind of goal, an announcement, what is settled in.
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
    if value != option.initial
]


def names(node: ast.AST) -> set[str]:
    """The ids among the texts of an expression."""
    return {n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)} & IDS


def asks_an_id(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Where a source compares with an id, looks one up, keeps a table of them, or takes a game's row."""
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


#: Who puts rows into the core's terms asks of what kind a goal is.
TRANSLATOR = PACKAGE / "core" / "task.py"


def asks_the_kind(tree: ast.Module) -> list[int]:
    """Where a source asks of what kind a goal is, which its properties say by what it means."""
    asked = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "kind")
    return [node.lineno for node in asked if ast.unparse(node.value).endswith(("goal", "settles"))]


def test_no_source_outside_games_asks_the_kind_of_a_goal() -> None:
    found = {p: asks_the_kind(ast.parse(p.read_text())) for p in SOURCES if p != TRANSLATOR}
    assert not {path: lines for path, lines in found.items() if lines}
    assert asks_the_kind(ast.parse(TRANSLATOR.read_text()))


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
def test_the_rows_stand_at_the_defaults(game: Game) -> None:
    assert game.in_force == {option.name: option.initial for option in game.options}
    assert game.under(game.in_force) is game


def test_an_option_that_governs_nothing_cannot_stand_in_a_row() -> None:
    for sets in ("", "no_such", "bettler.no_such", "nobody.value", "pack"):
        with pytest.raises(ValueError, match="governs no field"):
            replace(GAMES["graden"], options=(Option("new", ("a", "b"), "", sets, (1, 2)),))


@pytest.mark.parametrize(
    ("game", "option", "value"), OPTIONS, ids=[f"{game.id} {option.name}={v}" for game, option, v in OPTIONS]
)
def test_every_option_is_obeyed(game: Game, option: Option, value: str) -> None:
    """The row says otherwise, somebody outside ``games/`` or the settlement reads it, and answers differ."""
    other = game.under({option.name: value})
    assert other != game and other.in_force == {**game.in_force, option.name: value}
    field = option.sets.rpartition(".")[2]
    assert field in {f.name for row in (Game, Contract) for f in fields(row)}
    readers = [
        path
        for path in PACKAGE.rglob("*.py")
        if any(getattr(node, "attr", None) == field for node in ast.walk(ast.parse(path.read_text())))
    ]
    assert readers
    assert any(_answers(game, seed) != _answers(other, seed) for seed in range(12))


def _answers(game: Game, seed: int) -> list[Any]:
    """All that is answered about a deal, and what a Bettler for two pays that only the first makes."""
    found: list[Any] = [table(random_deals(game, 1, seed=seed), game=game).rows()]
    for question in questions(game, selfish=True):
        if question.second is not None:
            winners = tuple(Seat(question.second) for _ in range(game.size))
            found.append(settle(game, question, Facts(winners, (0,) * game.size, True)))
    return found


#: A hand with which a Bettler may live or die by the duty to beat.
HAND = "K9.J9.T9."


@pytest.fixture
def lenient(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Graden with one option more."""
    game = replace(GAMES["graden"], options=(*GAMES["graden"].options, BEAT))
    monkeypatch.setitem(GAMES, game.id, game)
    return game


FREE = {"beat": "none"}


def test_beat_for_graden_is_obeyed_by_table_odds_and_solve(lenient: Game) -> None:
    """By all roads to the share of one hand: the walk of layouts, plain search, whole tables."""
    hand = parse_hand(HAND)
    deals = random_deals(lenient, 400, seed=1, given={Seat.S: hand})
    shares = {}
    for rules in ({}, FREE):
        rows = table(deals, game=lenient, contracts=["bettler"], declarers=[Seat.S], rules=rules)
        shares[bool(rules)] = share = sum(rows["makeable"]) / rows.height
        [sampled] = odds(HAND, game=lenient, contracts=["bettler"], samples=400, seed=1, rules=rules)
        assert sampled.share == share
        [known] = odds(HAND, game=lenient, contracts=["bettler"], rules=rules, within=0.05)
        assert known.share == pytest.approx(share, abs=0.1)
        first = Deal(tuple(deals.row(0)[:4]))
        answer = kranalyze.solve(first, game=lenient, contract="bettler", declarer="S", rules=rules)
        assert answer.makeable == rows["makeable"][0]
        if not rules:
            [booked] = odds(HAND, contracts=["bettler"], rules=rules)
            assert booked.method == "book" and booked.share == pytest.approx(share, abs=0.1)
    assert shares[True] < shares[False] - 0.1
    assert all(o.method != "book" for o in odds(HAND, contracts=["bettler"], rules=FREE, within=0.2))


@pytest.mark.parametrize("contract", [c.id for c in GAMES["graden"].contracts if c.goal.kind != "most"])
def test_beat_for_graden_agrees_with_the_oracle(lenient: Game, contract: str) -> None:
    rng = random.Random(contract)
    free = lenient.under(FREE)
    for _ in range(3):
        deal = short_deal(free, 4, rng)
        asked = questions(free.under(FREE), [free.contract(contract)])
        for question in rng.sample(asked, min(len(asked), 8)):
            said = verdict(free, question, deal, free.in_force)
            core = evaluate(free, question, deal, free.in_force)
            assert (core.biddable, core.makeable, core.value) == (said.biddable, said.makeable, said.value)
            assert core.payoff == tuple(said.payoff)
            assert not any(search.task.flags & 2 for search in searches(free.under(FREE), question))


#: North leads the SJ against his own Bettler, and East keeps back the SK.
KEPT_BACK = """[Game "graden"] [Rules "beat={}"] [Dealer "W"]
[Deal "N:JT.AK.A.A K9.QT.9.9 AQ.J9.KQ. ..JT.KQJT"]
[Contract "bettler"] [Declarer "N"]
[Play "N"]
SJ S9 SQ DJ
*
"""


def test_beat_for_graden_is_obeyed_by_kpn_and_analyze(lenient: Game) -> None:
    strict = parse_kpn(KEPT_BACK.format("all"))
    assert [error.message for error in strict.errors] == ["East must beat the SJ"]
    file = parse_kpn(KEPT_BACK.format("none"))
    assert not file.problems and file.records[0].game_row == lenient.under(FREE)
    [record] = file.records
    assert record.question is not None and record.deal is not None
    held = parse_hand("K9...")
    for rules, cards in (({}, ["SK"]), (FREE, ["S9", "SK"])):
        how = play_rules(lenient.under(rules), record.question)
        assert [card_name(c) for c in cards_of(legal(held, [parse_card("SJ")], how))] == cards
    # The settlement that was to be had is that of the same question put to the deal by the option.
    [game] = analyze_records([record]).games.to_dicts()
    asked = evaluate(lenient.under(FREE), record.question, record.deal, FREE)
    assert [game[f"payoff_{seat}"] for seat in "nesw"] == list(asked.payoff)


#: A contract that no game has: a row, and what it means by plain search.
ONE_TRICK = Contract("no_such_yet", "Noch keiner", 90, Goal("exactly", tricks=1), 90, "K")


@pytest.fixture
def one_more(monkeypatch: pytest.MonkeyPatch) -> Game:
    """Graden with one contract more."""
    *bids, schurln = GAMES["graden"].contracts
    game = replace(GAMES["graden"], contracts=(*bids, ONE_TRICK, schurln))
    monkeypatch.setitem(GAMES, game.id, game)
    return game


def takes_one(game: Game, question: Question, deal: Deal) -> int:
    """1 if the declarer can take exactly one trick, by trying every play."""
    course = Course[int](
        start=0,
        end=lambda taken: int(taken == 1),
        take=lambda taken, seat, cards, number, last: (taken + (seat == question.declarer), 0),
        over=lambda taken: taken > 1,
    )
    search = Search(play_rules(game, question), course, two_sides([question.declarer or 0]), deal.size)
    return search.outcome(State(deal.masks, question.leader), course.start)


def test_a_contract_takes_a_row(one_more: Game) -> None:
    """To take exactly one trick: right at once in all that asks about contracts."""
    rng, seen = random.Random(5), set[int]()
    asked = questions(one_more, [ONE_TRICK])
    assert [q.declarer for q in asked] == list(Seat)
    for _ in range(8):
        deal = short_deal(one_more, 4, rng, ranks="AKQJT9")
        for question in asked:
            value = takes_one(one_more, question, deal)
            seen.add(value)
            answer = evaluate(one_more, question, deal, {})
            assert (answer.value, answer.makeable) == (value, bool(value))
            assert answer.payoff == payoff(one_more, question, 90 if value else -90)
    assert seen == {0, 1}
    deals = random_deals(one_more, 60, seed=3, given={Seat.S: parse_hand(HAND)})
    rows = table(deals, game=one_more, contracts=[ONE_TRICK.id], declarers=[Seat.S])
    [found] = odds(HAND, game=one_more, contracts=[ONE_TRICK.name], samples=60, seed=3)
    assert found.share == rows["makeable"].mean() and found.mean == rows["payoff_s"].mean()


def test_a_contract_of_a_new_row_is_played_and_analysed(one_more: Game) -> None:
    """Games of random cards: they settle by the tricks taken, and best play by the deal is that of solve."""
    rng, records, seen = random.Random(2), list[Record](), set[bool]()
    for seed in range(10):
        deal = random_deal(Undealt.of(one_more), seed, 0)
        [question] = questions(one_more, [ONE_TRICK], [Seat.N])
        cards = random_play(one_more, question, deal, {}, rng)
        tricks = replay(deal.masks, Seat.N, cards, play_rules(one_more, question))
        made = sum(trick.winner == Seat.N for trick in tricks) == 1
        played = [(s, c) for trick in tricks for s, c in zip(trick.seats, trick.cards, strict=True)]
        record = new_record(deal, "graden", dealer=Seat.W, auction=[ONE_TRICK.id, "AP"], play=played)
        assert (record.contract, record.declarer) == (ONE_TRICK.id, Seat.N)
        assert record.settlement == payoff(one_more, question, 90 if made else -90)
        records.append(record)
        seen.add(made)
    assert seen == {True, False}
    for record, game in zip(records, analysed(records), strict=True):
        assert record.deal is not None and record.question is not None
        answer = evaluate(one_more, record.question, record.deal, {})
        assert game.payoff == answer.payoff
        assert game.made == (record.settlement == payoff(one_more, record.question, 90))
