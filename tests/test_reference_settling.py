"""The reference settles games like the tables of the rulings and the examples of the game descriptions."""
# mypy: no-strict-optional

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from asking import question, seats
from kranalyze.cards import cards_of, pack_mask
from kranalyze.core.questionborder import questions
from kranalyze.games import GAMES
from oracle.asked import BAUERN_BIDDERS, CALLED, NO_TRUMP, amount, ask, made, pays
from oracle.auction import ASCENDING as BIDS
from oracle.bauern import Race, rufer_settlement
from oracle.graden import CLAUSES, double_settlement, schurln_settlement
from oracle.settling import bauern_points, card_points, marriages, settlement
from oracle.stakes import need, stakes_settlement

NO, YES = (False, False), (True, True)
OWN, OTHER = (True, False), (False, True)


@pytest.mark.parametrize(
    ("side", "amount_", "playing", "expected"),
    [
        ((0, 2), 5, (0, 1, 2, 3), (5, -5, 5, -5)),
        ((1, 2), -4, (0, 1, 2, 3), (4, -4, -4, 4)),
        ((3,), 70, (0, 1, 2, 3), (-70, -70, -70, 210)),
        ((3,), -70, (0, 1, 2, 3), (70, 70, 70, -210)),
        ((1,), 2, (0, 1, 2), (-2, 4, -2, 0)),
    ],
)
def test_two_against_two_and_one_against_the_others(
    side: Any, amount_: int, playing: Any, expected: Any
) -> None:
    assert settlement(side, amount_, playing) == expected and sum(expected) == 0


# Rußbach.


def test_ninety_points_in_all() -> None:
    for pack in (24, 32):
        assert card_points(cards_of(pack_mask(pack))) + 10 == 90
    assert bauern_points(cards_of(pack_mask(20))) == 120
    # With all four marriages there are 190 points (Anrufen).
    assert 90 + sum(marriages(pack_mask(24), 2).values()) == 190


@pytest.mark.parametrize(("married", "points"), [(0, 50), (20, 60), (40, 80), (60, 100), (80, 120)])
def test_what_a_team_needs(married: int, points: int) -> None:
    assert need(married) == points


def test_seventy_with_a_forty_loses_to_sixty() -> None:
    # "If a team declares 40 and takes only 70 points, their opponents, who have declared nothing, win even
    # though they have only 60 points."
    assert stakes_settlement((30, 60), (40, 0), YES, NO, NO) == -1
    assert stakes_settlement((60, 30), (0, 40), YES, NO, NO) == 1


def test_hundred_points_and_all_tricks_unannounced_are_forty_cents() -> None:
    assert stakes_settlement((90, 0), (20, 0), OWN, NO, NO) * 10 == 40


@pytest.mark.parametrize(
    ("points", "married", "took", "hundred", "all_tricks", "stakes"),
    [
        # A simple game: 50 of 90 win one stake.
        ((50, 40), (0, 0), YES, NO, NO, 1),
        ((40, 50), (0, 0), YES, NO, NO, -1),
        # 100 points without an announcement: 2 instead of 1. 90 points without a marriage that counts: 1.
        ((80, 10), (20, 0), YES, NO, NO, 2),
        ((90, 0), (0, 0), YES, NO, NO, 1),
        ((10, 80), (0, 40), YES, NO, NO, -2),
        # Both sides reach what they need: 40 + 40 (need: 80), and 50 (need: 50). The higher total wins 1.
        ((40, 50), (40, 0), YES, NO, NO, 1),
        ((50, 40), (0, 20), YES, NO, NO, -1),
        # Both sides have marriages: 60 + 60 (need: 100), and 30 + 20 (need: 60). Winning with 100 brings 2.
        ((60, 30), (60, 20), YES, NO, NO, 2),
        # The loser may have 100 or more too: 50 + 80 wins against 40 + 80 (need of both: 120), and brings 2.
        ((50, 40), (80, 80), YES, NO, NO, 2),
        # If 100 was announced, only the announcement is paid (3), not the game.
        ((80, 10), (20, 0), YES, OWN, NO, 3),
        ((70, 20), (20, 0), YES, OWN, NO, -3),
        ((10, 80), (0, 20), YES, OTHER, NO, -3),
        ((10, 80), (0, 0), YES, OTHER, NO, 3),
        # The other side announced "100" and has only 90. It pays 3. The game, which it won, is not paid.
        ((40, 50), (0, 40), YES, OTHER, NO, 3),
        # Both sides announce 100: each announcement is settled by itself.
        ((50, 40), (60, 60), YES, YES, NO, 0),
        ((80, 10), (20, 0), YES, YES, NO, 6),
        ((50, 40), (20, 20), YES, YES, NO, 0),
        # The announcement "all tricks" brings or costs 3 in addition to the game.
        ((90, 0), (0, 0), OWN, NO, OWN, 4),
        ((90, 0), (20, 0), OWN, NO, OWN, 5),
        ((80, 10), (0, 0), YES, NO, OWN, -2),
        ((50, 40), (0, 0), YES, NO, OTHER, 4),
        ((0, 90), (0, 0), OTHER, NO, OTHER, -4),
        ((50, 40), (0, 0), YES, NO, YES, 1),
        # All tricks are taken without an announcement: 2 in addition to the game.
        ((90, 0), (0, 0), OWN, NO, NO, 3),
        ((90, 0), (20, 0), OWN, NO, NO, 4),
        ((0, 90), (0, 20), OTHER, NO, NO, -4),
        # The 2 are also paid if the other side announced "all tricks" and took none. That side pays 3 more
        # for its failure.
        ((90, 0), (0, 0), OWN, NO, OTHER, 1 + 2 + 3),
        # The announcements "100" and "all tricks" bring 3 each. If only "100" was announced, taking all
        # tricks brings 2.
        ((90, 0), (20, 0), OWN, OWN, OWN, 6),
        ((90, 0), (20, 0), OWN, OWN, NO, 5),
        ((90, 0), (0, 0), OWN, OWN, OWN, 0),
        ((80, 10), (20, 0), YES, OWN, OWN, 0),
        # Both sides announce "100" and "all tricks". One side makes both: it gets 3 + 3 for the announcements
        # "100", and 3 + 3 for the announcements "all tricks".
        ((90, 0), (20, 0), OWN, YES, YES, 12),
        ((0, 90), (0, 20), OTHER, YES, YES, -12),
    ],
)
def test_russbach_stakes(
    points: Any, married: Any, took: Any, hundred: Any, all_tricks: Any, stakes: int
) -> None:
    assert stakes_settlement(points, married, took, hundred, all_tricks) == stakes
    # If the sides are exchanged, the result is the negative.
    turned = [pair[::-1] for pair in (points, married, took, hundred, all_tricks)]
    assert stakes_settlement(*turned) == -stakes


def test_one_side_always_reaches_its_need_and_never_both_with_equal_totals() -> None:
    # If the sides are exchanged, the settlement of every outcome is the negative. An outcome in which neither
    # side reached its need, or in which both totals were equal, would break this (RULINGS exclude both).
    flags = list(product((False, True), repeat=2))
    tried = 0
    for own, d0, d1 in product(range(0, 100, 10), range(0, 120, 20), range(0, 120, 20)):
        for took in (YES, OWN, OTHER):
            if took != YES and (own, d0 if took == OTHER else d1) != (90 if took == OWN else 0, 0):
                continue
            for hundred, sweep in product(flags, flags):
                here = stakes_settlement((own, 90 - own), (d0, d1), took, hundred, sweep)
                there = stakes_settlement((90 - own, own), (d1, d0), took[::-1], hundred[::-1], sweep[::-1])
                assert here == -there
                tried += 1
    assert tried > 5000


# Graden.


@pytest.mark.parametrize(
    ("first", "second", "pays_"),
    [(True, True, (50, 50, -50, -50)), (True, False, (150, -150, 0, 0)), (False, True, (-150, 150, 0, 0)),
     (False, False, (-100, -100, 100, 100))],
)
def test_double_bettler_and_plauderer(first: bool, second: bool, pays_: tuple[int, ...]) -> None:
    # RULINGS give the settlement as (first, second, other, other). Here South bids first and East second.
    def by_seat(settled: tuple[int, ...]) -> tuple[int, ...]:
        return settled[2], settled[1], settled[0], settled[3]

    bettler = double_settlement(2, 1, first, second, plauderer=False, printed=False)
    assert by_seat(bettler) == pays_ and sum(pays_) == 0
    plauderer = double_settlement(2, 1, first, second, plauderer=True, printed=False)
    assert plauderer == tuple(2 * p for p in bettler)
    # With ``mitbettler = as_printed`` the winner pays 150 to the loser, but only in the Bettler.
    printed = double_settlement(2, 1, first, second, plauderer=False, printed=True)
    assert printed == (tuple(-p for p in bettler) if first != second else bettler)
    assert double_settlement(2, 1, first, second, plauderer=True, printed=True) == plauderer


@pytest.mark.parametrize(
    ("points", "pays_"),
    [
        ((50, 20, 10, 10), (-30, 10, 10, 10)),
        ((0, 0, 0, 90), (10, 10, 10, -30)),
        ((40, 10, 40, 0), (-10, 10, -10, 10)),
        ((0, 30, 30, 30), (30, -10, -10, -10)),
        ((30, 30, 0, 30), (-10, -10, 30, -10)),
    ],
)
def test_schurln(points: tuple[int, ...], pays_: tuple[int, ...]) -> None:
    assert schurln_settlement(points) == pays_ and sum(pays_) == 0


def test_schurln_has_no_tie_of_four() -> None:
    # Four seats never have equal points: the 90 points are nine units of ten, and 9 is not divisible by 4.
    # Every settlement has the sum 0.
    for shares in product(range(0, 100, 10), repeat=3):
        points = (*shares, 90 - sum(shares))
        if points[3] >= 0:
            assert points.count(max(points)) < 4
            assert sum(schurln_settlement(points)) == 0


@pytest.mark.parametrize(
    ("contract", "lone", "v"),
    [("bettler", "N", 30), ("plauderer", "E", 50), ("zehnermord", "S", 60), ("koenigmord", "W", 70),
     ("hundertermord", "N", 80)],
)
def test_graden_values(contract: str, lone: str, v: int) -> None:
    asked = ask(*question("graden", contract, lone))
    stake = amount(asked, 1)
    assert stake == v and amount(asked, 0) == -v
    assert sorted(pays(asked, stake)) == [-v, -v, -v, 3 * v]


# Anrufen.


@pytest.mark.parametrize(
    ("level", "value", "makes", "tokens"),
    [
        ("simple", 10, True, 1),
        ("simple", -10, False, 1),
        ("hundred", 100, True, 2),
        ("hundred", 90, False, 2),
        ("no_tricks", 1, True, 2),
        ("all_tricks", 1, True, 2),
        ("all_tricks", 0, False, 2),
        ("all_hundred", 1, True, 3),
    ],
)
def test_anrufen_tokens(level: str, value: int, makes: bool, tokens: int) -> None:
    game, q, rules = question(
        "anrufen", level, "N", trump=None if level == "no_tricks" else "D", partner=None
    )
    for contra in (0, 1):
        asked = ask(game, q, rules, contra=contra)
        assert made(asked, value) is makes
        assert amount(asked, value) == (tokens + contra) * (1 if makes else -1)


def test_ninety_points_lose_a_hundred() -> None:
    # "A player bids 100 points and registers a marriage for 20. The bidder's team take 90 points and the
    # other team has 40. The bidder's team loses ... because they failed to take 100 points as announced."
    asked = ask(*question("anrufen", "hundred", "N", trump="D", partner="S"))
    assert made(asked, 90) is False
    assert pays(asked, amount(asked, 90)) == seats(N=-2, E=2, S=-2, W=2)
    simple = ask(*question("anrufen", "simple", "N", trump="D", partner="S"))
    assert pays(simple, amount(simple, 90 - 40)) == seats(N=1, E=-1, S=1, W=-1)


# Bauernschnapsen.


@pytest.mark.parametrize(
    ("points", "took", "last", "value"),
    [
        ((66, 33), YES, None, 1),
        ((80, 32), YES, None, 2),
        ((120, 0), OWN, 0, 3),
        # A loser without a trick always pays 3, even with 33 points or more from registered marriages.
        ((70, 40), OWN, None, 3),
        ((32, 66), YES, None, -2),
        ((33, 66), YES, None, -1),
        ((0, 90), OTHER, None, -3),
        # Nobody has 66 points: the winner of the last trick gets 1.
        ((60, 60), YES, 0, 1),
        ((65, 55), YES, 1, -1),
        ((65, 0), OWN, 0, 1),
    ],
)
def test_rufer_one_two_three(points: Any, took: Any, last: Any, value: Any) -> None:
    assert rufer_settlement(Race(points, took, 0, last)) == value
    mirrored = Race(points[::-1], took[::-1], 0, None if last is None else 1 - last)
    assert rufer_settlement(mirrored) == -value


@pytest.mark.parametrize(
    ("contract", "declarer", "v"),
    [("bettler", "E", 5), ("schnapser", "S", 6), ("gang", "E", 9), ("zehnerloch", "W", 10),
     ("bauernschnapser", "S", 12), ("kontraschnapser", "W", 12), ("herrengang", "E", 18),
     ("kontrabauernschnapser", "E", 24), ("herrenschnapser", "N", 24)],
)
@pytest.mark.parametrize("contra", [0, 1, 2, 3])
def test_bauernschnapsen_game_points(contract: str, declarer: str, v: int, contra: int) -> None:
    game, rules = GAMES["bauernschnapsen"], GAMES["bauernschnapsen"].in_force
    q = next(
        q
        for q in questions(game.under(rules))
        if q.contract.id == contract and q.declarer.name == declarer
        and (q.leader.name == "N" or not q.contract.trump)
    )
    asked = ask(game, q, rules, contra=contra)
    stake = amount(asked, 1)
    assert stake == v * 2**contra and amount(asked, 0) == -stake
    own = "NS" if declarer in "NS" else "EW"
    assert pays(asked, stake) == tuple(stake if s in own else -stake for s in "NESW")


# The questions.


@pytest.mark.parametrize("name", GAMES)
def test_every_question_of_the_games_is_one_the_rulings_know(name: str) -> None:
    # ``ask`` refuses seats, orders, trumps and leaders that a contract cannot have.
    game = GAMES[name]
    options = {"graden": {"call_own": "yes"}, "rufmariasch": {"free_call": "yes"}}
    for rules in (game.in_force, game.under(options.get(name)).in_force):
        for q in questions(game.under(rules), selfish=True):
            ask(game, q, rules)


def plain(game: str) -> int:
    """Count the contracts without trump in a game with trumps."""
    return sum(name == game for name, _ in NO_TRUMP)


@pytest.mark.parametrize(
    ("name", "count"),
    [
        # Contracts played alone (also "am letzten"): 4 seats. Durchmarsch: 4 seats x 3 partners x 2 orders.
        # Hundert: 4 x 3. Bettler and Plauderer by two bidders: 12 pairs each. Schurln: 4 leaders.
        ("graden", 4 * len([c for c in BIDS if not CLAUSES[c].called]) + 24 + 12 + 24 + 4),
        # Contracts with trump: 4 callers x 4 trumps x 4 (3 partners, or alone). Without trump: one per seat.
        ("russbach", 4 * 4 * 4 * len(CALLED["russbach"])),
        ("rufmariasch", 4 * 4 * 4),
        ("anrufen", 4 * 4 * 4 * len(CALLED["anrufen"]) + 4 * plain("anrufen")),
        ("anrufen3", 3 * 4 * len(CALLED["anrufen"]) + 3 * plain("anrufen3")),
        # Contracts with trump: 4 forehands x 4 trumps x the one or two seats that may bid.
        ("bauernschnapsen", 4 * 4 * sum(map(len, BAUERN_BIDDERS.values())) + 4 * plain("bauernschnapsen")),
        ("whist", 4 * 5),
    ],
)
def test_number_of_questions(name: str, count: int) -> None:
    game = GAMES[name]
    assert len(questions(game, selfish=True)) == count
