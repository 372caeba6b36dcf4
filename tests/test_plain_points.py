"""Points, marriages and announcements on full hands equal those of a plain search in C without the core."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import oracle as reference
from deals import random_deal
from kranalyze.answers import tables
from kranalyze.answers.plan import Plan
from kranalyze.cards import SUITS
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES, Game
from plain import compiled

SOURCE = Path(__file__).with_name("plain_points.c")

#: For each game, the contracts that plain_points.c can solve, with the letters that plain_points.c uses.
KINDS = {
    "russbach": {"simple": "r"},
    "rufmariasch": {"simple": "m"},
    "anrufen3": {"simple": "d", "hundred": "p", "all_tricks": "a", "all_hundred": "a"},
}

#: A question to plain_points.c: letter of the contract, declarer, trump, partner, and the deal.
Asked = tuple[str, int, int, int, Deal]
Plain = Callable[[Sequence[Asked]], list[int]]

#: Numbers of runs. Run 0 compares a sample of rows. ``make test-long`` adds runs that compare all rows.
AGAIN = [0, *(pytest.param(i, marks=pytest.mark.long) for i in range(1, 25))]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Plain:
    program = compiled(SOURCE, tmp_path_factory.mktemp("plain"))

    def ask(questions: Sequence[Asked]) -> list[int]:
        lines = (
            f"{kind} {declarer} {trump} {partner} "
            + " ".join(f"{mask or 0:x}" for mask in (*deal.masks, deal.talon_mask))
            for kind, declarer, trump, partner, deal in questions
        )
        return [int(line) for line in program(lines)]

    return ask


def said(contract: str, number: int, alone: bool) -> dict[str, Any]:
    """Return the value that a number of plain_points.c stands for, and in Rußbach the declarer's payment."""
    if contract == "all_tricks":
        return {"value": int(number >= 0)}
    if contract == "all_hundred":
        return {"value": int(number >= 100)}
    return {"value": number, "payoff": number * (3 if alone else 1)}


@pytest.mark.parametrize("game", KINDS)
def test_the_plain_search_is_what_the_oracle_says(plain: Plain, game: str) -> None:
    rnd, row, rules = random.Random(game), GAMES[game], GAMES[game].in_force
    deal = random_deal(row, 3, rnd)
    every = [q for q in Plan(row).questions if q.contract.id in KINDS[game]]
    compared = 0
    for question in rnd.sample(every, 16):
        verdict = reference.verdict(row, question, deal, rules)
        if not verdict.biddable or question.declarer is None or question.trump is None:
            continue
        first = question.declarer
        trump = SUITS.index(question.trump)
        partner = first if question.partner is None else question.partner
        if partner != first and not deal.masks[partner] >> 8 * trump & 0xFF:
            continue
        kind = KINDS[game][question.contract.id]
        [number] = plain([(kind, int(first), trump, int(partner), deal)])
        expected = said(question.contract.id, number, partner == first)
        found = {"value": verdict.value, "payoff": verdict.payoff[first]}
        which = "payoff" if game == "russbach" else "value"
        assert found[which] == expected[which], question
        compared += 1
    assert compared > 7


@pytest.mark.parametrize("again", AGAIN)
@pytest.mark.parametrize("game", KINDS)
def test_full_deals(plain: Plain, game: str, again: int) -> None:
    rnd, row = random.Random(f"{game} {again}"), GAMES[game]
    deals = [random_deal(row, row.size, rnd)] if again else married(row, 4, rnd)
    rows = [r for r in tables.table(deals, game=game, workers=1).to_dicts() if r["contract"] in KINDS[game]]
    assert len(rows) > 40 * len(deals)
    chosen = rows if again else rnd.sample(rows, 20 if row.talon else 40)
    questions = []
    for r in chosen:
        first = Seat.parse(r["declarer"])
        partner = first if r["partner"] is None else Seat.parse(r["partner"])
        kind, trump = KINDS[game][r["contract"]], "SHDC".index(r["trump"])
        questions.append((kind, int(first), trump, int(partner), deals[r["deal"]]))
    for r, number in zip(chosen, plain(questions), strict=True):
        expected = said(r["contract"], number, r["partner"] is None)
        found = {"value": r["value"], "payoff": r[f"payoff_{r['declarer'].lower()}"]}
        which = "payoff" if game == "russbach" else "value"
        assert found[which] == expected[which], (deals[r["deal"]], r)


def married(game: Game, count: int, rnd: random.Random) -> list[Deal]:
    """Return deals in which at least two hands have a marriage. The talon counts as a part of each hand."""
    found: list[Deal] = []
    while len(found) < count:
        deal = random_deal(game, game.size, rnd)
        held = [(mask or 0) | (deal.talon_mask or 0) for mask in deal.masks]
        if sum(any(mask >> 8 * suit & 0x60 == 0x60 for suit in range(4)) for mask in held) >= 2:
            found.append(deal)
    return found
