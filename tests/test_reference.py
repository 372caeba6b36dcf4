"""The oracle on hand-made positions, each with its answer argued in words."""

from __future__ import annotations

from typing import Any

import pytest

from asking import answer, deal_of, question, seats
from kranalyze.cards import card_name, mask_of, parse_card
from kranalyze.deal import Deal
from oracle import callable_cards, lead_values
from oracle.search import selfish


def leads(asked: Any, deal: Deal, **more: Any) -> dict[str, int]:
    game, q, rules = asked
    return {card_name(c): v for c, v in lead_values(game, q, deal, rules, **more).items()}


# Graden.


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
        return None if mask is None else {card_name(c) for c in range(32) if mask >> c & 1}

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


# Rußbach and Rufmariasch.


def test_russbach_alone_on_top_of_everything() -> None:
    # North takes three tricks with the only trumps: 10 for the SA, 60 for the others' Aces and Tens, 10 for
    # the last trick. With the 40 he has 120. He announces 100 and all tricks: 3 + 3 from each.
    deal = deal_of("SA SK SQ", "HA HT CA", "DA DT CT", "CK C9 HJ")
    asked = question("russbach", "simple", "N", trump="S")
    said = answer(asked, deal)
    assert (said.value, said.makeable) == (80, True)
    assert said.payoff == said.guarantee == seats(N=18, E=-6, S=-6, W=-6)
    hundred = answer(question("russbach", "hundred", "N", trump="S"), deal)
    assert (hundred.value, hundred.makeable, hundred.payoff) == (120, True, (None,) * 4)
    sweep = answer(question("russbach", "all_tricks", "N", trump="S"), deal)
    assert (sweep.value, sweep.makeable, sweep.guarantee) == (1, True, (None,) * 4)


UNDERTRUMP = deal_of("HA HT", "SK SQ", "S7 DA", "CA CT")


def test_undertrump_is_forced_and_the_opponents_announce() -> None:
    # North leads a heart. East must trump, and South, void too, must trump with the S7 though it is lower.
    # East leads his other trump and takes all: 50 in cards, 10 for the last trick, and his 40 make it 100.
    # At his turn in trick 1 he announces both: 3 + 3 for his side. North and South have no choice.
    said = answer(question("russbach", "simple", "N", trump="S", partner="S"), UNDERTRUMP)
    assert (said.value, said.makeable) == (0, False)
    assert said.payoff == seats(N=-6, E=6, S=-6, W=6)


def test_marriage_does_not_count_without_a_trick_of_the_player() -> None:
    # East's K and Q of hearts never take a trick: North's spades are trumps and take both.
    deal = deal_of("SA ST", "HK HQ", "S9 CA", "DA DT")
    said = answer(question("rufmariasch", "simple", "N", trump="S", partner="S"), deal)
    # Five Aces and Tens and the last trick, nothing for East's marriage.
    assert said.value == 60
    assert said.payoff == seats(N=6, E=-6, S=6, W=-6)


@pytest.mark.parametrize(("unit", "stake"), [("1", 10), ("3", 30)])
def test_rufmariasch_pays_by_the_difference(unit: str, stake: int) -> None:
    # As in Rußbach above East takes all: 50 + 10 + 40.
    said = answer(question("rufmariasch", "simple", "N", trump="S", partner="S", unit=unit), UNDERTRUMP)
    assert (said.value, said.makeable) == (-100, False)
    assert said.payoff == seats(N=-stake, E=stake, S=-stake, W=stake)


def test_calls_of_russbach_and_of_rufmariasch_with_a_free_call() -> None:
    def reach(game: str, partner: str | None, **options: str) -> int | None:
        asked = question(game, "simple", "N", trump="S", partner=partner, **options)
        return callable_cards(asked[0], asked[1], UNDERTRUMP, asked[2])

    assert reach("russbach", "S") == mask_of([parse_card("S7")])
    assert reach("russbach", "W") == 0 and reach("russbach", None) == 0
    assert reach("rufmariasch", "W") == 0
    assert reach("rufmariasch", "W", free_call="yes") == mask_of([parse_card("CA"), parse_card("CT")])


# Anrufen.


def test_anrufen_registers_only_on_lead() -> None:
    # As above with the S9 for the S7: East must trump trick 1 with his K or Q, and when he is on lead he
    # holds one of them only. 60 points, no marriage.
    deal = deal_of("HA HT", "SK SQ", "S9 DA", "CA CT")
    said = answer(question("anrufen", "simple", "N", trump="S", partner="S"), deal)
    assert (said.value, said.makeable) == (-60, False)
    assert said.payoff == seats(N=-1, E=1, S=-1, W=1)


def test_anrufen_registers_on_the_opening_lead() -> None:
    # North alone holds the trumps: six Aces and Tens fall to him, 10 for the last trick, 40 registered.
    deal = deal_of("SK SQ", "HA HT", "DA DT", "CA CT")
    for contract, value, v in (
        ("simple", 110, 1),
        ("hundred", 110, 2),
        ("all_tricks", 1, 2),
        ("all_hundred", 1, 3),
    ):
        said = answer(question("anrufen", contract, "N", trump="S"), deal)
        assert (said.value, said.makeable) == (value, True), contract
        assert said.payoff == seats(N=3 * v, E=-v, S=-v, W=-v)
    # With hearts as trumps East takes everything, but the 20 are registered all the same.
    said = answer(question("anrufen", "hundred", "N", trump="H"), deal)
    assert (said.value, said.makeable) == (20, False)


def test_anrufen_no_tricks() -> None:
    deal = deal_of("S9 H9", "SJ HJ", "SK HK", "SA HA")
    said = answer(question("anrufen", "no_tricks", "N"), deal)
    assert said.payoff == seats(N=6, E=-2, S=-2, W=-2)
    assert answer(question("anrufen", "no_tricks", "W"), deal).payoff == seats(N=2, E=2, S=2, W=-6)


def test_anrufen_for_three_discards_for_the_contract() -> None:
    deal = deal_of("SA", "S9", "CK", talon="C9 CJ DQ")
    # Simple: the SA kept takes the trick: 10 + 10 against nothing.
    simple = answer(question("anrufen3", "simple", "N", trump="S"), deal)
    assert (simple.value, simple.makeable, simple.payoff) == (20, True, (2, -1, -1, None))
    assert simple.guarantee == (2, -1, -1, None)
    # No tricks: a club kept, South's King takes it. The SA and the DQ would win.
    none = answer(question("anrufen3", "no_tricks", "N"), deal)
    assert (none.value, none.payoff) == (1, (4, -2, -2, None))
    assert leads(question("anrufen3", "no_tricks", "N"), deal) == {"SA": 0, "C9": 1, "CJ": 1, "DQ": 0}
    discard = mask_of([parse_card("SA"), parse_card("C9"), parse_card("DQ")])
    assert leads(question("anrufen3", "no_tricks", "N"), deal, discard=discard) == {"CJ": 1}


def test_aces_and_tens_discarded_count_for_the_opponents() -> None:
    # One of four cards stays. The SA takes the trick, 10 + 10 own, but HA and DA lie in the discard: 20 - 20.
    # Nothing is better: each Ace not played is 10 for the others, who have nothing else.
    deal = deal_of("SA", "S9", "H9", talon="HA DA CJ")
    said = answer(question("anrufen3", "simple", "N", trump="S"), deal)
    assert (said.value, said.makeable) == (0, False)
    assert said.payoff == (-2, 1, 1, None)


def test_a_marriage_needs_both_cards_still_in_hand() -> None:
    # Two of five cards stay, trumps are spades. With K and Q of spades: 40, both tricks, 10 for the last,
    # and the Aces of East and South: 70.
    deal = deal_of("SK H9", "HA HJ", "DA DJ", talon="SQ D9 C9")
    assert answer(question("anrufen3", "simple", "N", trump="S"), deal).value == 70
    # Only one card can stay: no marriage, 10 for the trick and the two Aces.
    short = deal_of("SK", "HA", "DA", talon="SQ D9 C9")
    assert answer(question("anrufen3", "simple", "N", trump="S"), short).value == 30


# Bauernschnapsen.


def test_rufer_without_a_trick_for_the_loser() -> None:
    # Forehand holds all trumps and takes everything, 100 points.
    deal = deal_of("SA ST SK", "HA HT HK", "DA DT DK", "CA CT CK")
    rufer = question("bauernschnapsen", "rufer", "N", trump="S")
    said = answer(rufer, deal)
    assert (said.value, said.makeable, said.payoff) == (3, True, seats(N=3, E=-3, S=3, W=-3))
    # With hearts as trumps East does.
    said = answer(question("bauernschnapsen", "rufer", "N", trump="H"), deal)
    assert (said.value, said.payoff) == (-3, seats(N=-3, E=3, S=-3, W=3))


def test_opening_marriage() -> None:
    # K and Q of trumps are all North has, the others hold 32 points: 39 for two tricks. Nothing may be
    # registered on the opening lead, and afterwards one of the two is gone: nobody has 66, the last trick
    # wins 1. Pending, the 40 count with the first trick: 40 + 4 or 3 + what falls, 79 in the end, and the
    # others are without a trick: 3.
    deal = deal_of("SK SQ", "HA HT", "DK DJ", "CQ CJ")
    assert answer(question("bauernschnapsen", "rufer", "N", trump="S"), deal).value == 1
    pending = question("bauernschnapsen", "rufer", "N", trump="S", opening_marriage="pending")
    assert answer(pending, deal).value == 3
    assert answer(question("bauernschnapsen", "schnapser", "N", leader="N", trump="S"), deal).value == 0
    pending = question("bauernschnapsen", "schnapser", "N", leader="N", trump="S", opening_marriage="pending")
    assert answer(pending, deal).payoff == seats(N=6, E=-6, S=6, W=-6)


def test_in_a_schnapser_only_the_declarer_registers() -> None:
    # South's SA and ST take both tricks, 38 points. North's K and Q of trumps on the opening lead would bring
    # 40 more, but it is South's Schnapser. In a Rufer they count: 78, and the others have no trick.
    deal = deal_of("SK SQ", "HJ HQ", "SA ST", "DJ DQ")
    pending = {"trump": "S", "opening_marriage": "pending"}
    schnapser = question("bauernschnapsen", "schnapser", "S", leader="N", **pending)
    assert leads(schnapser, deal) == {"SK": 0, "SQ": 0}
    assert leads(question("bauernschnapsen", "rufer", "N", **pending), deal) == {"SK": 3, "SQ": 3}


def test_schnapser_registers_on_a_later_lead() -> None:
    # SA: at least 11 + 2 + 2 + 3 = 18, then the K with 40: 58, and the second trick adds at least
    # 4 + 2 + 2 + 3: 69 in time. The K or the Q first spoils the marriage: three tricks are 18 and nine small
    # cards of 27 together.
    deal = deal_of("SA SK SQ", "HJ HQ CJ", "DJ DQ DK", "CQ CK HK")
    asked = question("bauernschnapsen", "schnapser", "N", leader="N", trump="S")
    assert leads(asked, deal) == {"SA": 1, "SK": 0, "SQ": 0}
    # His partner cannot do it: the tricks are North's.
    partner = question("bauernschnapsen", "schnapser", "S", leader="N", trump="S")
    assert leads(partner, deal) == {"SA": 0, "SK": 0, "SQ": 0}


def test_partner_sits_out_in_bettler() -> None:
    # East cannot follow, West's SJ is below the SQ: North takes the trick, though South's SA lies there.
    deal = deal_of("SQ", "HA", "SA", "SJ")
    said = answer(question("bauernschnapsen", "bettler", "N"), deal)
    assert (said.value, said.payoff) == (0, seats(N=-5, E=5, S=-5, W=5))
    made = answer(question("bauernschnapsen", "bettler", "W", bettler_value="4"), deal)
    # West leads the SJ, North beats it: made, for 4 points under the option.
    assert made.payoff == seats(N=-4, E=4, S=-4, W=4)


def test_gang_is_lost_to_the_partner() -> None:
    # On the SA South throws one of his hearts, and the other one beats North's HQ.
    deal = deal_of("SA HQ", "DA HJ", "HA HK", "CA CK")
    said = answer(question("bauernschnapsen", "gang", "N"), deal)
    assert (said.value, said.payoff) == (0, seats(N=-9, E=9, S=-9, W=9))


def test_beat_all_or_none_changes_an_answer() -> None:
    # HQ first: South, who must beat, takes it from his partner with the HA; free, he plays the HJ, and the
    # SA makes the second trick. After the SA, on which South throws the HA, the HQ is good either way.
    deal = deal_of("HQ SA", "DA DK", "HA HJ", "CA CK")
    assert leads(question("bauernschnapsen", "gang", "N"), deal) == {"HQ": 0, "SA": 1}
    assert leads(question("bauernschnapsen", "gang", "N", beat="none"), deal) == {"HQ": 1, "SA": 1}


def test_zehnerloch_ranks_the_ace_lowest() -> None:
    # East keeps a spade for the second trick: above the Ace in Zehnerloch, below it in Gang.
    deal = deal_of("ST SA", "SK SQ", "HK HQ", "DK DQ")
    assert answer(question("bauernschnapsen", "gang", "N"), deal).value == 1
    assert answer(question("bauernschnapsen", "zehnerloch", "N"), deal).value == 0
    assert answer(question("bauernschnapsen", "zehnerloch", "E"), deal).value == 0
    # Without the second spade in East's hand the Ace makes a trick.
    other = deal_of("ST SA", "SK CQ", "HK HQ", "DK DQ")
    said = answer(question("bauernschnapsen", "zehnerloch", "N"), other)
    assert said.payoff == seats(N=10, E=-10, S=10, W=-10)


def test_forehand_leads_to_the_other_sides_contract() -> None:
    # North leads; East trumps and takes the second trick too with his other trump.
    deal = deal_of("HA HT", "SK SJ", "HK HQ", "DK DQ")
    said = answer(question("bauernschnapsen", "kontrabauernschnapser", "E", leader="N", trump="S"), deal)
    assert (said.value, said.payoff) == (1, seats(N=-24, E=24, S=-24, W=24))
    # His partner West cannot: East's trumps take the tricks.
    said = answer(question("bauernschnapsen", "kontrabauernschnapser", "W", leader="N", trump="S"), deal)
    assert said.value == 0


def test_won_as_dealt() -> None:
    deal = deal_of("SA ST SK SQ SJ", "HA HT HK HQ HJ", "DA DT DK DQ CJ", "CA CT CK CQ DJ")
    said = answer(question("bauernschnapsen", "herrengang", "E", leader="E"), deal)
    assert (said.value, said.makeable, said.payoff) == (1, True, seats(N=-18, E=18, S=-18, W=18))
    assert answer(question("bauernschnapsen", "herrengang", "S", leader="S"), deal).biddable is False
    said = answer(question("bauernschnapsen", "herrenschnapser", "N", trump="S"), deal)
    assert said.payoff == seats(N=24, E=-24, S=24, W=-24)
    assert answer(question("bauernschnapsen", "herrenschnapser", "N", trump="H"), deal).biddable is False


# Whist.


def test_simple_squeeze() -> None:
    # South's CA squeezes West, who guards both majors: a heart lets South's HQ win, a spade North's SJ.
    # The HQ loses to the HK, West returns a spade, and after the SA North has only the SJ for West's other
    # spade. The S7 to the SA leaves North with the SJ and the H7 to lead: West takes both.
    deal = deal_of("SA SJ H7", "DA DK DQ", "CA HQ S7", "SK SQ HK")
    asked = question("whist", "tricks", leader="S")
    assert leads(asked, deal) == {"CA": 3, "HQ": 1, "S7": 1}
    said = answer(asked, deal)
    assert (said.value, said.makeable, said.payoff, said.guarantee) == (3, None, (None,) * 4, (None,) * 4)


def test_whist_trumps_need_not_be_played() -> None:
    # Trumps hearts: North ruffs a spade with the H7, West takes the other. Without trumps West takes both.
    deal = deal_of("H7 D7", "DA DK", "S7 S8", "SA SK")
    assert answer(question("whist", "tricks", leader="W", trump="H"), deal).value == 1
    assert answer(question("whist", "tricks", leader="W"), deal).value == 2
