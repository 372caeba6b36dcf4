"""Test properties that all verdicts and positions have, on random short deals of all games."""
# mypy: no-strict-optional

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from asking import cards, deal_of, question, random_play, short_deal
from kranalyze.cards import SUITS, cards_of, number_of_suit
from kranalyze.core.questionborder import questions
from kranalyze.deal import Deal
from kranalyze.games import GAMES, Game, Question
from logs import cards_laid
from oracle import Played, Positions, Said, callable_cards, position_value, settle, verdict
from oracle.asked import ask, many_sided, two_sided
from oracle.play import play_rules
from oracle.search import Course, Search, each_for_himself, two_sides
from oracle.settling import marriages
from oracle.stakes import StakesSearch, stakes
from oracle.table import State

#: Game, number of cards in a hand, and ranks of the pack. Four hands with as many cards as there are ranks
#: hold the whole pack.
SHORT = [
    ("graden", 3, "AKT"),
    ("russbach", 3, "ATKQ"),
    ("rufmariasch", 3, "ATKQ"),
    ("anrufen", 3, "ATKQ"),
    ("anrufen3", 3, "ATKQ"),
    ("bauernschnapsen", 3, "ATKQJ"),
    ("whist", 3, "AKQJ"),
    ("graden", 4, "AKQT"),
    ("anrufen", 4, "ATKQ"),
    ("bauernschnapsen", 4, "ATKQJ"),
]


def options(game: Game, rng: random.Random) -> dict[str, str]:
    return game.under({o.name: rng.choice(o.values or ("1", "3")) for o in game.options}).in_force


def picked(game: Game, rules: dict[str, str], rng: random.Random, count: int) -> list[Question]:
    """Return a random question of each contract, and ``count`` more questions."""
    every = questions(game.under(rules), selfish=True)
    first = [rng.choice([q for q in every if q.contract.id == c.id]) for c in game.contracts]
    return first + rng.sample(every, count)


@pytest.mark.parametrize(("name", "size", "ranks"), SHORT)
@pytest.mark.parametrize("seed", range(3))
def test_every_verdict_is_consistent(name: str, size: int, ranks: str, seed: int) -> None:
    rng, game = random.Random(f"{name} {seed}"), GAMES[name]
    deal, rules = short_deal(game, size, rng, ranks), options(game, rng)
    for q in picked(game, rules, rng, 8):
        said = verdict(game, q, deal, rules)
        if not said.biddable:
            assert said == replace(said, makeable=None, value=None, guarantee=(None,) * 4, payoff=(None,) * 4)
            continue
        if any(p is not None for p in said.payoff):
            assert sum(p or 0 for p in said.payoff) == 0
        many = name == "graden" and (
            q.second is not None or q.contract.id in ("schurln", "durchmarsch_letzten", "hundert_letzten")
        )
        if not many:
            assert said.guarantee == said.payoff
            continue
        for seat, sure in enumerate(said.guarantee):
            # In selfish play, a seat gets at least what it can force against all others together.
            assert sure is None or said.payoff[seat] >= sure
        if q.contract.id.endswith("letzten"):
            assert said.value in (-3, 1, 3) and said.makeable == (said.value >= 1)


def line_of(game: Game, q: Question, deal: Deal, rules: dict[str, str], rng: random.Random) -> Played:
    """Return a game with random cards and random words of trick 1."""
    discard, face_down = cards_laid(game, q, deal, rng)
    said: list[Said] = []
    if game.id in ("russbach", "rufmariasch"):
        for seat in range(4):
            said += [
                Said(seat, "marriage", suit)
                for suit in marriages(deal.mask(seat), number_of_suit(q.trump))
                if rng.random() < 0.5
            ]
            if game.id == "russbach":
                said += [Said(seat, what) for what in ("hundred", "all_tricks") if rng.random() < 0.2]
    if game.id == "anrufen" and q.partner is not None and q.contract.id in ("hundred", "all_tricks"):
        said.append(Said(q.partner, "raise", level="all_hundred"))
    if game.id.startswith("anrufen"):
        against = [s for s in range(game.seats) if s not in (q.declarer, q.partner)]
        said.append(Said(rng.choice(against), "contra"))
    line = random_play(game, q, deal, rules, rng, discard or 0, face_down)
    contra = rng.choice((0, 1, 2)) if game.id == "bauernschnapsen" else 0
    return Played(deal, line, tuple(said), discard, face_down, contra)


def settles(q: Question) -> bool:
    return q.contract.stake != "none"


@pytest.mark.parametrize(("name", "size", "ranks"), SHORT)
@pytest.mark.parametrize("seed", range(3))
def test_no_card_gains_and_the_last_one_settles(name: str, size: int, ranks: str, seed: int) -> None:
    rng, game = random.Random(f"play {name} {seed}"), GAMES[name]
    deal, rules = short_deal(game, size, rng, ranks), options(game, rng)
    for q in picked(game, rules, rng, 6):
        played = line_of(game, q, deal, rules, rng)
        positions = Positions(game, q, rules, played)
        if q.contract.id in ("herrengang", "herrenschnapser"):
            continue
        if not settles(q):
            values = [positions.value(after) for after in range(len(played.cards) + 1)]
            own = (q.leader if q.declarer is None else q.declarer, q.partner)
            for after, (before, later) in enumerate(pairwise(values)):
                assert later <= before if positions.seat(after) in own else later >= before
            continue
        for after in range(len(played.cards)):
            seat = positions.seat(after)
            silent = positions.forced(after, laid=2)
            spoken = positions.forced(after, spoken=True, laid=2)
            later = positions.forced(after + 1)  # type: ignore[assignment]
            if name not in ("anrufen", "anrufen3"):
                # Before it speaks, a seat can still choose its best words. So no words raise its value.
                # In Anrufen, the only words are raises and Contra. The oracle does not let seats choose them.
                assert spoken[seat] <= silent[seat]
            assert later[seat] <= spoken[seat]  # type: ignore[index]
        assert positions.ended()
        assert positions.forced(len(played.cards)) == settle(game, q, rules, played)


@pytest.mark.parametrize(("name", "size", "ranks"), [s for s in SHORT if s[0] != "whist"])
def test_the_first_position_is_the_verdict(name: str, size: int, ranks: str) -> None:
    rng, game = random.Random(name), GAMES[name]
    deal, rules = short_deal(game, size, rng, ranks), options(game, rng)
    compared = 0
    for q in picked(game, rules, rng, 6):
        said = verdict(game, q, deal, rules)
        if not said.biddable or not settles(q):
            continue
        for seat, sure in enumerate(said.guarantee):
            if sure is not None:
                assert position_value(game, q, rules, Played(deal), seat) == sure
                compared += 1
    assert compared


def test_the_mover_of_the_first_position_is_the_leader() -> None:
    deal = deal_of("HA HT", "SK SJ", "HK HQ", "DK DQ")
    asked = question("bauernschnapsen", "kontrabauernschnapser", "E", leader="N", trump="S")
    assert position_value(*asked, Played(deal)) == -24
    # After the HA it is the turn of East, the declarer.
    assert position_value(*asked, Played(deal, cards("HA"))) == 24


def test_a_position_in_mid_trick_counts_what_was_given_away() -> None:
    # North declares Bettler. Leading the S9 is a mistake: West gets in and leads the HJ. The H9 is right.
    deal = deal_of("S9 HQ H9", "ST DA DK", "SK DQ DJ", "SA HJ CA")
    asked = question("graden", "bettler", "N")
    assert position_value(*asked, Played(deal), 0) == 90
    assert position_value(*asked, Played(deal, cards("S9")), 0) == -90
    # East and South have no choice. After West's SA the opponents can beat North, unless West leads the CA.
    assert position_value(*asked, Played(deal, cards("S9 ST SK SA"))) == 30
    assert position_value(*asked, Played(deal, cards("S9 ST SK SA CA")), 3) == -30


def test_face_down_cards_are_laid_one_after_the_other() -> None:
    deal = deal_of("S9 ST", "SA HA", "SK SJ", "SQ DQ")
    asked = question("graden", "bettler", "N", second="E")
    good = Positions(*asked, Played(deal, face_down=tuple(zip((0, 1), cards("S9 HA"), strict=True))))
    bad = Positions(*asked, Played(deal, face_down=tuple(zip((0, 1), cards("S9 SA"), strict=True))))
    # East's result: if all others play against East, East fails and pays 150, whichever cards have been laid.
    # North's result: if all others play against North, they let East succeed, too (South plays the SJ), and
    # North gets only 50. They can do so as long as East has not laid the SA.
    for laid in (0, 1, 2):
        assert good.forced(0, laid=laid)[1] == -150
        assert good.forced(0, laid=laid)[0] == 50
    # If East has laid the SA, East fails in any case, and North gets 150.
    assert [bad.forced(0, laid=laid)[0] for laid in (0, 1, 2)] == [50, 50, 150]


@pytest.mark.parametrize("seed", range(6))
def test_rufmariasch_declaring_is_always_right(seed: int) -> None:
    # Whether each player chooses what to declare, or declares everything, the outcome is the same.
    rng, game = random.Random(seed), GAMES["rufmariasch"]
    deal, rules = short_deal(game, 3, rng, "ATKQ"), game.in_force
    for q in rng.sample(questions(game.under(rules)), 6):
        asked, outcomes = ask(game, q, rules), set()
        for choosing in (False, True):
            course = two_sided(asked, deal.masks, ask_marriages=choosing)
            search = Search(play_rules(game.under(rules), q), course, two_sides(asked.side), 3)
            outcomes.add(search.outcome(State(deal.masks, q.leader), course.start))
        assert len(outcomes) == 1


@pytest.mark.parametrize("seed", range(4))
def test_russbach_all_words_at_once_is_word_by_word(seed: int) -> None:
    rng, game = random.Random(seed), GAMES["russbach"]
    deal, rules = short_deal(game, 3 if seed else 4, rng, "ATKQ"), game.in_force
    for q in rng.sample([q for q in questions(game) if q.contract.id == "simple"], 4 if seed else 1):
        asked = ask(game, q, rules)
        trump = number_of_suit(q.trump)
        how, course = play_rules(game.under(rules), q), stakes(deal.masks, asked.side, trump)
        start = State(deal.masks, q.leader)
        plain = Search(how, course, two_sides(asked.side), deal.size).outcome(start, course.start)
        assert StakesSearch(how, deal.masks, asked.side, trump).outcome(start, course.start) == plain


@pytest.mark.parametrize("seed", range(4))
def test_selfish_play_does_not_depend_on_the_order_of_cards(seed: int) -> None:
    rng, game = random.Random(seed), GAMES["graden"]
    deal, rules = short_deal(game, 3, rng, "AKT"), game.in_force
    for q in questions(game.under(rules), selfish=True):
        asked = ask(game, q, rules)
        if not asked.parties or q.second is not None:
            continue
        course: Course = many_sided(asked)  # type: ignore[type-arg]
        choose = each_for_himself(asked.declarers)
        forward = Search(play_rules(game.under(rules), q), course, choose, 3)
        backward = Search(
            play_rules(game.under(rules), q),
            course,
            lambda s, o, choose=choose: choose(s, o[::-1]),  # type: ignore[misc]
            3,
        )
        start = State(deal.masks, q.leader)
        assert forward.outcome(start, course.start) == backward.outcome(start, course.start)


@pytest.mark.parametrize("seed", range(5))
def test_turning_the_table_turns_the_verdict(seed: int) -> None:
    name = ("graden", "anrufen", "russbach", "bauernschnapsen", "whist")[seed]
    rng, game = random.Random(seed), GAMES[name]
    deal, rules = short_deal(game, 3, rng, "ATKQ"), game.in_force
    n, e, s, w = deal.hand_masks
    turned = Deal((w, n, e, s))
    every = questions(game.under(rules), selfish=True)

    def by_one(q: Question) -> Question:
        def turn(seat: Any) -> Any:
            return None if seat is None else (seat + 1) % 4

        return next(
            o
            for o in every
            if o.contract is q.contract
            and (o.order, o.trump) == (q.order, q.trump)
            and (o.declarer, o.leader, o.second, o.partner)
            == (turn(q.declarer), turn(q.leader), turn(q.second), turn(q.partner))
        )

    for q in rng.sample(every, 8):
        here, there = verdict(game, q, deal, rules), verdict(game, by_one(q), turned, rules)
        assert (here.biddable, here.makeable, here.value) == (there.biddable, there.makeable, there.value)
        assert here.guarantee == (*there.guarantee[1:], there.guarantee[0])
        # The rule of selfish play compares seats clockwise, so the payoffs turn with the table.
        assert here.payoff == (*there.payoff[1:], there.payoff[0])


@pytest.mark.parametrize("name", ["graden", "russbach", "rufmariasch", "anrufen"])
def test_calls_partition_the_deal(name: str) -> None:
    # Each callable card belongs to exactly one of the questions with the same trump.
    rng, game = random.Random(name), GAMES[name]
    full = short_deal(game, 4, rng, "ATKQ")
    rules = game.under({"call_own": "yes"} if name == "graden" else {}).in_force
    every = questions(game.under(rules), declarers=(1,))
    rows = [q for q in every if q.contract.id in ("simple", "durchmarsch")]
    trumps = {q.trump for q in rows}
    for trump in trumps:
        reached = [callable_cards(game, q, full, rules) or 0 for q in rows if q.trump == trump]
        together = 0
        for mask in reached:
            assert together & mask == 0
            together |= mask
        dealt = sum(full.masks)
        own_suit = sum(1 << c for c in cards_of(dealt) if SUITS[c >> 3] == trump)
        assert together == (own_suit if name in ("russbach", "rufmariasch") else dealt)
