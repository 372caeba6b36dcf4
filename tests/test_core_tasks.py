"""Questions, tasks, shares and stakes of the core equal those of the oracle, which follows the rulings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from kranalyze._core import ffi, lib
from kranalyze.cards import SUITS, number_of_suit
from kranalyze.core.calls import BIDDABLE, applicable_questions, hand_and_talon_columns
from kranalyze.core.questionborder import (
    auction_allows,
    bidding_seats,
    cards_permitting_trump,
    holds_cards_required_to_bid,
    question_struct,
    questions,
)
from kranalyze.core.rules import row_address
from kranalyze.core.task import CoreQuestion, Task, packed_question_conditions, searches
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import random_deals
from kranalyze.games import GAMES, Game, Question
from oracle.asked import Asked, amount, ask, biddable, callable_cards, made, pays
from oracle.graden import CLAUSES
from oracle.listing import CONTRACTS, bidders_of, listed, pack_of
from oracle.searched import Fields, paying, played, searched

ALL = pytest.mark.parametrize("name", GAMES)

#: Values on both sides of every limit. For Rufmariasch ``TENS`` is enough: its points are multiples of 10.
TENS = (-130, -100, -20, -10, 0, 10, 20, 90, 100, 130)
VALUES = (*TENS, *range(-3, 4), 9, 11, 49, 50, 51, 99, 101)


def rows_of(name: str) -> Iterator[Game]:
    """Yield the row of a game under every choice of its options.

    An option that can be any number gets three numbers.
    """
    game = GAMES[name]
    for values in product(*(option.values or ("1", "7", "1000000") for option in game.options)):
        yield game.under({option.name: value for option, value in zip(game.options, values, strict=True)})


def all_asked(name: str) -> Iterator[Asked]:
    """Yield every question of a game, under every choice of its options."""
    for game in rows_of(name):
        for question in questions(game, selfish=True):
            yield ask(game, question, game.in_force)


def differing(task: Task, expected: Fields) -> dict[str, tuple[object, object]]:
    """Return the fields of a task that differ from the expected fields, each with both values."""
    pairs = {name: (getattr(task, name), value) for name, value in expected.items()}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


@ALL
def test_the_list_of_questions(name: str) -> None:
    for game in rows_of(name):
        assert tuple(contract.id for contract in game.contracts) == CONTRACTS[name]
        ours = [
            (
                q.contract.id, q.declarer, q.leader, q.order, q.second, number_of_suit(q.trump), q.partner,
                q.callable_mask,
            )
            for q in questions(game, selfish=True)
        ]
        assert ours == list(listed(name, game.in_force))
        without = [q for q in listed(name, game.in_force) if q.second is None and q.contract != "schurln"]
        assert len(questions(game)) == len(without)


@ALL
def test_the_searches_of_every_question(name: str) -> None:
    count = 0
    for asked in all_asked(name):
        game, question = asked.game, asked.question
        for selfish in (True, False):
            ours, expected = searches(game, question, selfish), searched(asked, selfish)
            assert [search.role for search in ours] == [role for role, _ in expected]
            for search, (_, fields) in zip(ours, expected, strict=True):
                assert differing(search.task, fields) == {}, question
                count += 1
        cheapest = paying(asked)
        ours = tuple(CoreQuestion(game, question).searches_for_declarers_gain())
        assert [search.role for search in ours] == [role for role, _ in cheapest]
        for search, (_, fields) in zip(ours, cheapest, strict=True):
            assert differing(search.task, fields) == {}, question
        if expected:
            assert differing(CoreQuestion(game, question).played, played(asked)) == {}, question
    assert count >= 40


@ALL
def test_the_tasks_of_play_by_seat(name: str) -> None:
    """With two sides all seats have the same task. With more parties each seat seeks its own payment."""
    for asked in all_asked(name):
        core = CoreQuestion(asked.game, asked.question)
        assert core.parties == asked.parties
        if not searched(asked, selfish=False):
            continue
        value = searched(asked, selfish=False)[0][1] | {"talon_to": 255, "seek": 255}
        assert differing(core.value_task(), value) == {}
        for seat in range(asked.game.seats):
            own = {"seek": seat, "side": 1 << seat} if asked.parties else {}
            assert differing(core.task(seat), played(asked) | own) == {}


@ALL
def test_the_shares_of_the_seats(name: str) -> None:
    for asked in all_asked(name):
        core = CoreQuestion(asked.game, asked.question)
        units = tuple(core.payment_for_amount_one(seat) for seat in range(4))
        if asked.parties:
            v = {"bettler": 50, "plauderer": 100, "schurln": 10}.get(asked.id) or CLAUSES[asked.id].v
            assert units == (v, v, v, v)
            continue
        expected = tuple(share or 0 for share in pays(asked, 1))
        if name == "whist" or (name == "russbach" and asked.id != "simple"):
            # Nothing is settled. The unit only says whether a seat is for or against the declarer's side.
            expected = tuple(1 if seat in asked.side else -1 for seat in range(4))
        assert units == expected


@ALL
def test_the_stakes_of_values(name: str) -> None:
    """Core and oracle have the same stakes between payer and receiver, for all values and all Contras."""
    contras = {"bauernschnapsen": 3, "anrufen": 1, "anrufen3": 1}.get(name, 0)
    for asked in all_asked(name):
        if asked.parties:
            core = CoreQuestion(asked.game, asked.question)
            assert [core.amount_paid(number, "guarantee") for number in (-3, 0, 1)] == [-3, 0, 1]
            continue
        for contra in range(contras + 1):
            check_stakes(ask(asked.game, asked.question, asked.rules, contra=contra))


def check_stakes(asked: Asked) -> None:
    """Compare amounts, settlements and winners with those of the oracle."""
    game, contra = asked.game, asked.contra
    core = CoreQuestion(game, asked.question, contra)
    row, struct = row_address(game), question_struct(game, asked.question)
    measure = ffi.new("kr_measure *", lib.kr_measure_of(row, struct))
    for value in TENS if game.id == "rufmariasch" else VALUES:
        stake = amount(asked, value)
        expected = value if stake is None else stake
        assert core.amount_paid(value) == expected, (asked.id, value, contra)
        for seat in range(game.seats):
            assert (
                lib.kr_settles(measure, contra, seat, value) == core.payment_for_amount_one(seat) * expected
            )
        wins = lib.kr_wins(measure, contra, value)
        if game.id == "whist":
            assert wins == -1  # nobody wins or loses
        elif (game.id, asked.id) == ("russbach", "simple"):
            assert wins == (value > 0)  # the value is a number of stakes
        else:
            assert wins == made(asked, value)
    if asked.id == "hundred" and game.id != "russbach":
        paid = amount(asked, 100)
        assert paid is not None
        assert [core.amount_paid(result, "made") for result in (0, 1)] == [-paid, paid]
    assert core.amount_paid(-3, "stake") == -3


@ALL
def test_what_a_deal_reaches_and_a_hand_may_bid(name: str) -> None:
    """Core and oracle agree on callable cards, on cards required to bid, and on trumps of forehand."""
    rng, flags_seen = random.Random(name), set[int]()
    for game in rows_of(name):
        listing = questions(game, selfish=True)
        for deal in deals_of(game, rng):
            reach = applicable_questions(
                hand_and_talon_columns([deal])[0],
                1,
                [packed_question_conditions(game, question) for question in listing],
            )
            for question, flags in zip(listing, reach.flags, strict=True):
                asked = ask(game, question, game.in_force)
                calls = callable_cards(game, question, deal, game.in_force)
                expected = (calls is None or calls > 0) + 2 * biddable(asked, deal)
                assert flags == expected, question
                flags_seen.add(flags)
                if question.declarer is not None:
                    hand = deal.mask(question.declarer)
                    assert holds_cards_required_to_bid(game, question, hand) == biddable(asked, deal)
                held = pack_of(name)
                if name == "bauernschnapsen" and question.trump is not None:
                    held = 0xFF << 8 * SUITS.index(question.trump)
                hand = deal.mask(question.leader)
                assert bool(hand & cards_permitting_trump(game, question)) == bool(hand & held)
    assert BIDDABLE in flags_seen


def deals_of(game: Game, rng: random.Random) -> list[Deal]:
    """Return random deals. If four hands use up the pack, add a deal in which each seat holds one suit."""
    drawn = random_deals(game, 6, seed=rng.getrandbits(32)).rows()
    deals = [Deal((n, e, s, w), talon) for n, e, s, w, talon in drawn]
    if game.seats == 4 and game.pack == 4 * game.size:
        n, e, s, w = (pack_of(game.id) & 0xFF << 8 * suit for suit in rng.sample(range(4), 4))
        deals.append(Deal((n, e, s, w)))
    return deals


@ALL
def test_who_may_bid(name: str) -> None:
    for game in rows_of(name):
        for forehand in list(Seat)[: game.seats]:
            for contract in game.contracts:
                if contract.makeable_at is None:
                    continue
                seats = bidders_of(name, contract.id, forehand)
                assert set(bidding_seats(game, contract, forehand)) == seats
            for question in questions(game):
                if question.declarer is not None:
                    assert auction_allows(game, question, forehand) == may_follow(game, question, forehand)
        for question in questions(game):
            if question.declarer is not None:
                matters = name in ("russbach", "rufmariasch") or led_by_forehand(question)
                matters = matters or question.contract.id == "herrengang"
                assert auction_allows(game, question, None) is not matters


def led_by_forehand(question: Question) -> bool:
    """Return whether forehand leads to trick 1 (RULINGS: bauernschnapsen, the column "leads")."""
    by_declarer = ("bettler", "gang", "zehnerloch", "herrengang")
    return question.contract.id in set(CONTRACTS["bauernschnapsen"]) - set(by_declarer)


def may_follow(game: Game, question: Question, forehand: int) -> bool:
    """Return whether an auction with this forehand can lead to a question."""
    leads = not led_by_forehand(question) or question.leader == forehand
    return leads and question.declarer in bidders_of(game.id, question.contract.id, forehand)


def test_a_contract_of_another_row_is_that_of_the_game() -> None:
    """The game decides what a question's contract is worth, even if the question comes from another game."""
    plain = GAMES["bauernschnapsen"]
    [question] = questions(plain, [plain.contract("bettler")], [Seat.N])
    four = CoreQuestion(plain.under({"bettler_value": "4"}), question)
    assert (CoreQuestion(plain, question).amount_paid(1), four.amount_paid(1)) == (5, 4)
    with pytest.raises(ValueError, match="not in list"):
        CoreQuestion(GAMES["whist"], question)


def test_what_cannot_be_is_refused() -> None:
    """Numbers that would make the core read outside its arrays are rejected."""
    game = GAMES["graden"]
    question = questions(game)[0]
    seats = {"declarer": 4, "leader": -1, "second": 200, "partner": 8}
    wrong: dict[str, Any] = seats | {"trump": 4, "order": "X"}
    for field, value in wrong.items():
        with pytest.raises(ValueError, match=r"cannot have|no seat"):
            CoreQuestion(game, question._replace(**{field: value}))
    core = CoreQuestion(game, questions(game, [game.contract("schurln")], selfish=True)[0])
    for seat in (-1, 4):
        with pytest.raises(ValueError, match="no seat"):
            core.task(seat)
        with pytest.raises(ValueError, match="no seat"):
            bidding_seats(game, question.contract, seat)  # type: ignore[arg-type]
    for contra in (-1, 4):
        with pytest.raises(ValueError, match="Contra"):
            CoreQuestion(game, question, contra)
