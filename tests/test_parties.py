"""Compare play of more than two parties on full hands with a search in C that tries every card."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import oracle as reference
from deals import random_deal
from kranalyze.answers import tables
from kranalyze.answers.plan import Plan
from kranalyze.deal import Deal
from kranalyze.games import Question
from kranalyze.games.graden import GRADEN
from plain import compiled

SOURCE = Path(__file__).with_name("plain_parties.c")

#: The letters that plain_parties.c uses for the contracts.
KINDS = {"schurln": "s", "bettler": "b", "plauderer": "p", "durchmarsch_letzten": "d", "hundert_letzten": "h"}

#: A question to plain_parties.c (kind, first and second seat, deal) and its answer (payoffs, guarantees).
Asked = tuple[str, int, int, Deal]
Said = tuple[tuple[int, ...], tuple[int, ...]]
Plain = Callable[[Sequence[Asked]], list[Said]]

#: The rules in force, once for each value of ``mitbettler``. No other rule option matters here.
RULES = [GRADEN.under({"mitbettler": value}).in_force for value in ("loser_pays", "as_printed")]

#: Numbers of runs. Run 0 asks a sample of questions. ``make test-long`` adds runs that ask all of them.
AGAIN = [0, *(pytest.param(i, marks=pytest.mark.long) for i in range(1, 50))]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Plain:
    program = compiled(SOURCE, tmp_path_factory.mktemp("plain"))

    def ask(questions: Sequence[Asked]) -> list[Said]:
        lines = (
            f"{kind} {first} {second} " + " ".join(f"{mask:x}" for mask in deal.masks)
            for kind, first, second, deal in questions
        )
        numbers = [tuple(map(int, line.split())) for line in program(lines)]
        assert len(numbers) == len(questions)
        return [(line[:4], line[4:]) for line in numbers]

    return ask


def of_many(rules: dict[str, str]) -> list[Question]:
    """Return the questions with more than two parties."""
    every = Plan(GRADEN, rules=rules, selfish=True).questions
    return [q for q in every if q.contract.id in KINDS and bool(q.second is None) != bool(q.contract.second)]


def asked(question: Question, deal: Deal, rules: dict[str, str]) -> Asked:
    kind = KINDS[question.contract.id]
    if kind == "b" and rules["mitbettler"] == "as_printed":
        kind = "o"
    first = question.leader if question.declarer is None else question.declarer
    return kind, int(first), int(question.second or 0), deal


def same(said: Sequence[int | None], expected: Sequence[int]) -> bool:
    """Return whether numbers equal the expected numbers. A None matches any number."""
    return all(x is None or x == y for x, y in zip(said, expected, strict=True))


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules["mitbettler"])
def test_the_plain_search_is_what_the_oracle_says(plain: Plain, rules: dict[str, str]) -> None:
    rnd = random.Random(4)
    deal = random_deal(GRADEN, 3, rnd)
    every = rnd.sample(of_many(rules), 20)
    compared = 0
    for question, (pays, forced) in zip(every, plain([asked(q, deal, rules) for q in every]), strict=True):
        verdict = reference.verdict(GRADEN, question, deal, rules)
        if verdict.biddable:
            assert tuple(verdict.payoff) == pays
            assert same(verdict.guarantee, forced)
            compared += 1
    assert compared > 10


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("rules", RULES, ids=lambda rules: rules["mitbettler"])
def test_full_deals(plain: Plain, rules: dict[str, str], again: int) -> None:
    rnd = random.Random(f"{rules['mitbettler']} {again}")
    deal = random_deal(GRADEN, 6, rnd)
    rows = tables.table([deal], rules=rules, selfish=True, workers=1).to_dicts()
    found = {tuple(r[c] for c in ("contract", "declarer", "second", "leader")): r for r in rows}
    questions = of_many(rules)
    for question in questions if again else rnd.sample(questions, 6):
        seats = (None if seat is None else seat.name for seat in (question.declarer, question.second))
        row = found[question.contract.id, *seats, question.leader.name]
        if not row["biddable"]:
            continue
        [(pays, forced)] = plain([asked(question, deal, rules)])
        assert tuple(row[f"payoff_{s}"] for s in "nesw") == pays, (deal, question)
        assert same([row[f"guarantee_{s}"] for s in "nesw"], forced), (deal, question)
