"""The core agrees with plain search by rules written in Python: every game, contract and rule option."""
# mypy: no-strict-optional

import random
from typing import Any

import pytest

import oracle as reference
from asking import evaluate
from deals import random_deal, random_rules, with_endings
from kranalyze.answers import tables
from kranalyze.answers.answer import solve
from kranalyze.answers.plan import Plan
from kranalyze.deal import Deal
from kranalyze.games import GAMES, Game, Question


def name(seat: Any) -> Any:
    return None if seat is None else seat.name


def key_of(game: Game, question: Question) -> Any:
    return (
        question.contract.id,
        name(question.declarer),
        name(question.second),
        question.leader.name,
        question.trump,
        name(question.partner),
        question.order if game.orders else None,
    )


def compare(game: Game, deal: Deal, rules: dict[str, str], share: float, rnd: random.Random) -> int:
    """Compare a random share of the rows of a deal's table with the reference.

    Return how many rows were compared.
    """
    plan = Plan(game, rules=rules, selfish=True)
    asked = with_endings(game)
    rows = tables.table([deal], game=asked, rules=rules, selfish=True, workers=1).to_dicts()
    columns = ("contract", "declarer", "second", "leader", "trump", "partner", "order")
    found = {tuple(row[c] for c in columns): row for row in rows}
    assert len(found) == len(rows), "two rows for one question"
    compared = 0
    for question in plan.questions:
        row = found.pop(key_of(game, question), None)
        if row is None or rnd.random() > share:
            continue
        verdict = reference.verdict(game, question, deal, rules)
        said = (
            row["biddable"],
            row["makeable"],
            row["value"],
            tuple(row[f"guarantee_{s}"] for s in "nesw"),
            tuple(row[f"payoff_{s}"] for s in "nesw"),
        )
        expected = (
            verdict.biddable,
            verdict.makeable,
            verdict.value,
            tuple(verdict.guarantee),
            tuple(verdict.payoff),
        )
        assert said == expected, f"{deal} {rules} {key_of(game, question)}"
        compared += 1
    assert not found, "a row that is no question of the game"
    return compared


#: Numbers of samples. The quick suite takes sample 0, and ``make test-long`` the others too.
AGAIN = [0, *(pytest.param(i, marks=pytest.mark.long) for i in range(1, 6))]


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize(
    ("game", "size", "deals", "share"),
    [
        ("graden", 3, 3, 1.0),
        ("graden", 4, 2, 0.15),
        ("russbach", 2, 4, 1.0),
        ("russbach", 3, 3, 0.2),
        ("russbach", 4, 1, 0.12),
        ("rufmariasch", 3, 3, 1.0),
        ("rufmariasch", 4, 1, 0.3),
        ("anrufen", 3, 4, 0.4),
        ("anrufen", 4, 1, 0.2),
        ("anrufen3", 3, 3, 1.0),
        ("anrufen3", 4, 1, 0.3),
        ("bauernschnapsen", 3, 6, 1.0),
        ("bauernschnapsen", 4, 3, 0.2),
        ("bauernschnapsen", 5, 1, 0.05),
        ("whist", 3, 6, 1.0),
        ("whist", 4, 4, 0.3),
    ],
)
def test_the_table_is_what_plain_search_says(
    game: str, size: int, deals: int, share: float, again: int
) -> None:
    rnd = random.Random(f"{game} {size} {again}" if again else f"{game} {size}")
    compared = 0
    for _ in range(deals):
        compared += compare(
            GAMES[game], random_deal(GAMES[game], size, rnd), random_rules(GAMES[game], rnd), share, rnd
        )
    assert compared >= deals


def test_full_graden_deals() -> None:
    """A few questions on full hands; hundreds more are run by ``make test-long``."""
    rnd = random.Random(24)
    game = GAMES["graden"]
    two_sided = [q for q in Plan(game).questions if q.contract.id != "bettler"]
    for _ in range(3):
        deal = random_deal(game, 6, rnd)
        for question in rnd.sample(two_sided, 2):
            _one(game, question, deal)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200))
def test_many_full_graden_deals(seed: int) -> None:
    rnd = random.Random(seed)
    game = GAMES["graden"]
    deal = random_deal(game, 6, rnd)
    # For a contract with a second bidder, the oracle needs a minute. So only every 40th seed tries one.
    asked = Plan(game, selfish=True).questions
    many = [q for q in asked if q.second is not None]
    _one(game, rnd.choice(many if seed % 40 == 0 else [q for q in asked if q.second is None]), deal)


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "size", "share"),
    [
        ("anrufen", 6, 0.01),
        ("bauernschnapsen", 5, 0.2),
        ("anrufen3", 5, 0.1),
        ("whist", 5, 0.3),
        ("rufmariasch", 5, 0.05),
        ("russbach", 5, 0.02),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_full_and_longer_hands_of_the_other_games(game: Any, size: int, share: float, seed: int) -> None:
    rnd = random.Random(seed)
    compare(GAMES[game], random_deal(GAMES[game], size, rnd), random_rules(GAMES[game], rnd), share, rnd)


def _one(game: Game, question: Question, deal: Deal) -> None:
    rules = game.in_force
    verdict = reference.verdict(game, question, deal, rules)
    answer = evaluate(game, question, deal, rules)
    assert (answer.biddable, answer.makeable, answer.value) == (
        verdict.biddable,
        verdict.makeable,
        verdict.value,
    )
    assert (answer.guarantee, answer.payoff) == (tuple(verdict.guarantee), tuple(verdict.payoff))


@pytest.mark.parametrize("game", ["graden", "russbach", "rufmariasch", "anrufen", "bauernschnapsen", "whist"])
def test_the_values_of_the_first_cards(game: Any) -> None:
    rnd = random.Random(f"leads of {game}")
    for _ in range(4):
        deal = random_deal(GAMES[game], 3, rnd)
        rules = random_rules(GAMES[game], rnd)
        plan = [q for q in Plan(game, rules=rules).questions if q.contract.goal.kind != "dealt"]
        for question in rnd.sample(plan, 5):
            try:
                answer = solve(
                    deal,
                    game=game,
                    contract=question.contract,
                    declarer=question.declarer,
                    leader=question.leader,
                    trump=question.trump,
                    partner=question.partner,
                    order=question.order,
                    rules=rules,
                )
            except ValueError as error:
                assert "no card can be called" in str(error)
                continue
            if answer.biddable and answer.question == question:
                leads = {card.number: value for card, value in (answer.leads or {}).items()}
                assert leads == reference.lead_values(GAMES[game], question, deal, rules)
