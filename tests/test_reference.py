"""The oracle on hand-made positions of all games but Graden, each with the reason for its answer."""

from __future__ import annotations

import pytest

from asking import answer, deal_of, leads, question, seats
from kranalyze.cards import mask_of, parse_card
from oracle import callable_cards

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
    # East takes all, as in Rußbach above: 50 + 10 + 40.
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
