"""The oracle on hand-made positions of Graden, each with the reason for its answer."""

from __future__ import annotations

import pytest

from asking import answer, deal_of, leads, question, seats
from kranalyze.cards import card_letters
from kranalyze.games.graden import GRADEN
from oracle import callable_cards
from oracle.graden import CLAUSES
from oracle.search import selfish


def test_every_contract_has_a_clause_in_the_order_of_the_auction() -> None:
    assert list(CLAUSES) == [contract.id for contract in GRADEN.contracts]


@pytest.mark.parametrize(
    ("contract", "v", "makes"),
    [
        ("bettler", 30, False),
        ("plauderer", 50, False),
        ("zehnermord", 60, True),
        ("koenigmord", 70, True),
        ("hundertermord", 80, True),
    ],
)
def test_one_suit_each(contract: str, v: int, makes: bool) -> None:
    # Each hand holds three cards of one suit, so nobody can follow suit. North takes whatever he leads.
    deal = deal_of("SA SK SQ", "HA HK HQ", "DA DK DQ", "CA CK CQ")
    said = answer(question("graden", contract, "N"), deal)
    sign = 1 if makes else -1
    assert (said.biddable, said.makeable, said.value) == (True, makes, int(makes))
    assert said.payoff == said.guarantee == seats(N=3 * sign * v, E=-sign * v, S=-sign * v, W=-sign * v)


def test_bettler_lost_to_must_beat_unless_the_right_card_is_led() -> None:
    deal = deal_of("S9 HQ H9", "ST DA DK", "SK DQ DJ", "SA HJ CA")
    # North leads the S9: West must beat the SK with the SA. West leads the HJ, and North must beat it with
    # the HQ. North leads the HQ: nobody holds a higher heart, so North takes the trick. North leads the H9:
    # West takes it with the HJ and has no heart left. If West leads the SA, North follows with the S9. If
    # West leads the CA, North discards a card, the HQ if he still holds it.
    assert leads(question("graden", "bettler", "N"), deal) == {"S9": 0, "HQ": 0, "H9": 1}
    assert answer(question("graden", "bettler", "N"), deal).payoff == seats(N=90, E=-30, S=-30, W=-30)


def test_durchmarsch_needs_the_right_partner() -> None:
    # North's SA takes trick 1. South's HA then takes North's H9.
    deal = deal_of("SA H9", "S9 HK", "SK HA", "SQ HQ")
    with_south = question("graden", "durchmarsch", "N", partner="S", order="K")
    assert answer(with_south, deal).payoff == seats(N=40, E=-40, S=40, W=-40)
    # If North leads the H9 first, South takes it and leads the SK, which North's SA must beat.
    assert leads(with_south, deal) == {"SA": 1, "H9": 1}
    with_east = question("graden", "durchmarsch", "N", partner="E", order="K")
    assert answer(with_east, deal).payoff == seats(N=-40, E=-40, S=40, W=40)


def test_durchmarsch_made_only_by_calling_a_ten() -> None:
    # North leads the SA, then the H9. In K-order South's HK takes the H9. If a Ten is called, the order is
    # T-order, and East's HT takes the H9.
    deal = deal_of("SA H9", "HT CT", "HK SQ", "HJ SJ")
    assert answer(question("graden", "durchmarsch", "N", partner="E", order="T"), deal).makeable is True
    assert answer(question("graden", "durchmarsch", "N", partner="E", order="K"), deal).makeable is False


def test_calls_that_reach_a_durchmarsch() -> None:
    deal = deal_of("SA H9", "HT CT", "HK SQ", "HJ ST")

    def cards(partner: str | None, order: str, **options: str) -> set[str] | None:
        game, q, rules = question("graden", "durchmarsch", "N", partner=partner, order=order, **options)
        mask = callable_cards(game, q, deal, rules)
        return None if mask is None else {card_letters(c) for c in range(32) if mask >> c & 1}

    assert cards("E", "T") == {"HT", "CT"} and cards("E", "K") == set()
    assert cards("W", "T") == {"ST"} and cards("W", "K") == {"HJ"}
    assert cards(None, "K", call_own="yes") == {"SA", "H9"}


def test_call_own_plays_alone_at_the_same_v() -> None:
    deal = deal_of("SA SK SQ", "HA HK HQ", "DA DK DQ", "CA CK CQ")
    said = answer(question("graden", "durchmarsch", "N", order="K", call_own="yes"), deal)
    assert said.payoff == seats(N=120, E=-40, S=-40, W=-40)


@pytest.mark.parametrize("contract", ["hundert", "hundert_letzten", "hundertermord"])
def test_king_and_queen_of_one_suit_are_needed_to_bid(contract: str) -> None:
    partner = "E" if contract == "hundert" else None
    deal = deal_of("SA SK HQ", "HA HK SQ", "DA DK DQ", "CA CK CQ")
    said = answer(question("graden", contract, "N", partner=partner), deal)
    assert said.biddable is False
    assert (said.makeable, said.value) == (None, None)
    assert said.guarantee == said.payoff == (None, None, None, None)
    assert answer(question("graden", contract, "S", partner=partner), deal).biddable is True


@pytest.mark.parametrize(
    ("north", "value", "payoff"),
    [
        # North leads the SA, then the H9. South's HA takes the H9, so South is the partner.
        ("SA H9", 1, seats(N=40, E=-40, S=40, W=-40)),
        # North leads the SA, then a diamond. Nobody can follow suit, so North takes the last trick too.
        ("SA D9", 3, seats(N=120, E=-40, S=-40, W=-40)),
        # North's cards are the lowest of their suits, so North loses the first trick.
        ("S9 H9", -3, seats(N=-120, E=40, S=40, W=40)),
    ],
)
def test_durchmarsch_am_letzten(north: str, value: int, payoff: tuple[int, ...]) -> None:
    deal = deal_of(north, "SJ HK", "SK HA", "SQ HQ")
    said = answer(question("graden", "durchmarsch_letzten", "N"), deal)
    assert (said.value, said.makeable, said.payoff) == (value, value >= 1, payoff)
    assert said.guarantee == (payoff[0], None, None, None)


def test_selfish_rule_step_by_step() -> None:
    # East chooses the most for East, whatever the others get.
    east = selfish((0,))
    assert east(1, [(9, 1, -5, -5), (-3, 2, 0, 1)]) == (-3, 2, 0, 1)
    # Both outcomes are equal for East. So East chooses the one that pays least to North, the declarer. Only
    # later does East compare what South gets.
    assert east(1, [(3, 1, -4, 0), (1, 1, 0, -2)]) == (1, 1, 0, -2)
    # Both outcomes are equal for East and North. So East chooses the one that pays least to South. Only later
    # does East compare what West gets.
    assert east(1, [(1, 1, 0, -2), (1, 1, -2, 0)]) == (1, 1, -2, 0)
    # The declarer skips the step about himself and begins with his left-hand neighbour.
    assert east(0, [(1, 0, -1, 0), (1, -1, 0, 0)]) == (1, -1, 0, 0)
    # Two Bettlers, East is first and North second: South compares what East gets, then North, then West.
    both = selfish((1, 0))
    assert both(2, [(5, 0, 0, -5), (0, 1, 0, -1)]) == (5, 0, 0, -5)
    assert both(2, [(5, 0, 0, -5), (4, 0, 0, -4)]) == (4, 0, 0, -4)
    # North, the second Bettler, gives least to East, the first, before other seats are compared.
    assert both(0, [(2, -1, -5, 4), (2, -2, 4, -4)]) == (2, -2, 4, -4)
    # Schurln has no declarer: South compares what West gets, then North, then East.
    assert selfish(())(2, [(0, 9, 1, -1), (9, 0, 1, -2)]) == (9, 0, 1, -2)


def test_second_bettler_caught_and_double_guarantees() -> None:
    # North lays a spade. East lays the HA, because the SA would win at once. South takes trick 1 with the SK
    # and leads the SJ, which East's SA must beat. So East fails, North gets 150, and the others get nothing.
    # If South played the SJ in trick 1, West's SQ would take it, both bidders would succeed, and South would
    # lose 50.
    deal = deal_of("S9 ST", "SA HA", "SK SJ", "SQ DQ")
    asked = question("graden", "bettler", "N", second="E")
    said = answer(asked, deal)
    assert said.payoff == seats(N=150, E=-150, S=0, W=0)
    # North's spades are the lowest and never win. So North gets at least 50, even if all others play against
    # North: 50 is the payment if both Bettlers succeed. East cannot prevent a loss of 150.
    assert said.guarantee == (50, -150, None, None)
    assert (said.makeable, said.value) == (True, None)
    # In a Plauderer all payments are twice as high as in a Bettler. With ``as_printed`` the bidder who
    # succeeds pays, but only in a Bettler. So in the Bettler East fails on purpose, and North cannot.
    assert answer(question("graden", "plauderer", "N", second="E"), deal).payoff == seats(
        N=300, E=-300, S=0, W=0
    )
    printed = answer(question("graden", "plauderer", "N", second="E", mitbettler="as_printed"), deal)
    assert printed.payoff == seats(N=300, E=-300, S=0, W=0)
    printed = answer(question("graden", "bettler", "N", second="E", mitbettler="as_printed"), deal)
    assert printed.payoff == seats(N=-150, E=150, S=0, W=0)


def test_two_bettlers_who_both_succeed() -> None:
    # Neither bidder holds a card that could win a trick, so both bidders get 50.
    deal = deal_of("S9 H9", "SJ HJ", "SK HK", "SA HA")
    said = answer(question("graden", "bettler", "N", second="E"), deal)
    assert said.payoff == seats(N=50, E=50, S=-50, W=-50)
    assert said.guarantee == (50, 50, None, None)


def test_schurln_of_two_cards() -> None:
    # The HA and the last trick count 10 points each. North leads the HA: North has 10. East's SK then takes
    # the S9 and the last trick, so the two tie. North leads the S9: East's SK takes it. East must then lead
    # the H9, and North's HA takes 20 points.
    deal = deal_of("S9 HA", "SK H9", "SQ D9", "SJ DK")
    said = answer(question("graden", "schurln", leader="N"), deal)
    assert said.payoff == seats(N=-10, E=-10, S=10, W=10)
    # Only North has a choice. North can leave East with -10. South and West get 10 after either lead.
    assert said.guarantee == seats(N=-10, E=-10, S=10, W=10)
    assert (said.makeable, said.value) == (None, None)
