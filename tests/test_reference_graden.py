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
    # Three cards of a suit in each hand, and no other player ever follows: whatever North leads he takes.
    deal = deal_of("SA SK SQ", "HA HK HQ", "DA DK DQ", "CA CK CQ")
    said = answer(question("graden", contract, "N"), deal)
    sign = 1 if makes else -1
    assert (said.biddable, said.makeable, said.value) == (True, makes, int(makes))
    assert said.payoff == said.guarantee == seats(N=3 * sign * v, E=-sign * v, S=-sign * v, W=-sign * v)


def test_bettler_lost_to_must_beat_unless_the_right_card_is_led() -> None:
    deal = deal_of("S9 HQ H9", "ST DA DK", "SK DQ DJ", "SA HJ CA")
    # S9: West must beat the SK with the SA, leads the HJ, and North must beat it with the HQ.
    # HQ: nobody holds a higher heart. H9: West's HJ takes it, and has no heart left to lead: on his
    # spade North follows with the S9 below it, on his club North discards, the HQ if he still has it.
    assert leads(question("graden", "bettler", "N"), deal) == {"S9": 0, "HQ": 0, "H9": 1}
    assert answer(question("graden", "bettler", "N"), deal).payoff == seats(N=90, E=-30, S=-30, W=-30)


def test_durchmarsch_needs_the_right_partner() -> None:
    # SA takes trick 1; the H9 then falls to South's HA.
    deal = deal_of("SA H9", "S9 HK", "SK HA", "SQ HQ")
    with_south = question("graden", "durchmarsch", "N", partner="S", order="K")
    assert answer(with_south, deal).payoff == seats(N=40, E=-40, S=40, W=-40)
    # Led first, the H9 makes South lead: the SK, and North's SA must beat it.
    assert leads(with_south, deal) == {"SA": 1, "H9": 1}
    with_east = question("graden", "durchmarsch", "N", partner="E", order="K")
    assert answer(with_east, deal).payoff == seats(N=-40, E=-40, S=40, W=40)


def test_durchmarsch_made_only_by_calling_a_ten() -> None:
    # North leads the SA, then the H9: in K-order South's HK takes it, with a Ten called East's HT does.
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
        # SA and then the H9: South, who holds the HA, takes it and is the partner.
        ("SA H9", 1, seats(N=40, E=-40, S=40, W=-40)),
        # SA and then a diamond that nobody can follow: North takes the last trick too.
        ("SA D9", 3, seats(N=120, E=-40, S=-40, W=-40)),
        # Both are the lowest of their suits: the first trick is lost.
        ("S9 H9", -3, seats(N=-120, E=40, S=40, W=40)),
    ],
)
def test_durchmarsch_am_letzten(north: str, value: int, payoff: tuple[int, ...]) -> None:
    deal = deal_of(north, "SJ HK", "SK HA", "SQ HQ")
    said = answer(question("graden", "durchmarsch_letzten", "N"), deal)
    assert (said.value, said.makeable, said.payoff) == (value, value >= 1, payoff)
    assert said.guarantee == (payoff[0], None, None, None)


def test_selfish_rule_step_by_step() -> None:
    # Most for oneself, whatever the others get.
    east = selfish((0,))
    assert east(1, [(9, 1, -5, -5), (-3, 2, 0, 1)]) == (-3, 2, 0, 1)
    # Equal for East: least for the declarer North, before the next seat South is looked at.
    assert east(1, [(3, 1, -4, 0), (1, 1, 0, -2)]) == (1, 1, 0, -2)
    # Equal for North too: least for South, then West.
    assert east(1, [(1, 1, 0, -2), (1, 1, -2, 0)]) == (1, 1, -2, 0)
    # The declarer skips the step about himself and begins with his left-hand neighbour.
    assert east(0, [(1, 0, -1, 0), (1, -1, 0, 0)]) == (1, -1, 0, 0)
    # Two Bettlers, East first, North second: South thinks of East, then of North, then of West.
    both = selfish((1, 0))
    assert both(2, [(5, 0, 0, -5), (0, 1, 0, -1)]) == (5, 0, 0, -5)
    assert both(2, [(5, 0, 0, -5), (4, 0, 0, -4)]) == (4, 0, 0, -4)
    # The second Bettler spites the first one before his neighbour.
    assert both(0, [(2, -1, -5, 4), (2, -2, 4, -4)]) == (2, -2, 4, -4)
    # Nobody is declarer in Schurln: South looks at West, North, East in turn.
    assert selfish(())(2, [(0, 9, 1, -1), (9, 0, 1, -2)]) == (9, 0, 1, -2)


def test_second_bettler_caught_and_double_guarantees() -> None:
    # North lays a spade. East lays the HA, for the SA would win at once. South takes trick 1 with the SK
    # and leads the SJ, which East's SA must beat: East fails, North gets his 150, the others nothing.
    # South would lose 50 if he let both succeed (by the SJ in trick 1, West's SQ over it).
    deal = deal_of("S9 ST", "SA HA", "SK SJ", "SQ DQ")
    asked = question("graden", "bettler", "N", second="E")
    said = answer(asked, deal)
    assert said.payoff == seats(N=150, E=-150, S=0, W=0)
    # North's spades are the lowest and never win; against all others together he gets the 50 of two
    # successful Bettlers. East cannot prevent his 150.
    assert said.guarantee == (50, -150, None, None)
    assert (said.makeable, said.value) == (True, None)
    # Plauderer: exactly double. As printed the one who succeeds pays, in the Bettler only: North cannot
    # help succeeding, and East fails gladly.
    assert answer(question("graden", "plauderer", "N", second="E"), deal).payoff == seats(
        N=300, E=-300, S=0, W=0
    )
    printed = answer(question("graden", "plauderer", "N", second="E", mitbettler="as_printed"), deal)
    assert printed.payoff == seats(N=300, E=-300, S=0, W=0)
    printed = answer(question("graden", "bettler", "N", second="E", mitbettler="as_printed"), deal)
    assert printed.payoff == seats(N=-150, E=150, S=0, W=0)


def test_two_bettlers_who_both_succeed() -> None:
    # Neither holds anything that could win: both get 50.
    deal = deal_of("S9 H9", "SJ HJ", "SK HK", "SA HA")
    said = answer(question("graden", "bettler", "N", second="E"), deal)
    assert said.payoff == seats(N=50, E=50, S=-50, W=-50)
    assert said.guarantee == (50, 50, None, None)


def test_schurln_of_two_cards() -> None:
    # North has the HA, the last trick is the other ten points. HA first: North has 10, then East's SK takes
    # the S9 and the last trick: they tie. S9 first: East's SK takes it, and his H9 gives North 20.
    deal = deal_of("S9 HA", "SK H9", "SQ D9", "SJ DK")
    said = answer(question("graden", "schurln", leader="N"), deal)
    assert said.payoff == seats(N=-10, E=-10, S=10, W=10)
    # Nobody but North has a say: East's guarantee is what North leaves him, South's and West's are sure.
    assert said.guarantee == seats(N=-10, E=-10, S=10, W=10)
    assert (said.makeable, said.value) == (None, None)
