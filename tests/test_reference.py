"""Test the oracle on hand-made positions of all games but Graden. Comments give reasons for the answers."""

from __future__ import annotations

import pytest

from asking import answer, deal_of, leads, question, seats
from kranalyze.cards import mask_of, parse_card
from oracle import callable_cards

# Rußbach and Rufmariasch.


def test_russbach_alone_on_top_of_everything() -> None:
    # North has all trumps and takes all three tricks: 10 points for the SA, 60 for the Aces and Tens of the
    # others, 10 for the last trick. With the 40 points of his marriage he has 120. He makes the announcements
    # "100" and "all tricks". Each opponent pays him 3 stakes for "100" and 3 stakes for "all tricks".
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
    # North leads a heart. East must trump. South is void, too, and must trump with the S7, although it is
    # lower. East leads his other trump and so takes both tricks: 50 points in cards, 10 for the last trick
    # and 40 for his marriage are 100. At his turn in trick 1 he announces "100" and "all tricks". Each
    # announcement brings his side 3 stakes. North and South have no choice.
    said = answer(question("russbach", "simple", "N", trump="S", partner="S"), UNDERTRUMP)
    assert (said.value, said.makeable) == (0, False)
    assert said.payoff == seats(N=-6, E=6, S=-6, W=6)


def test_marriage_does_not_count_without_a_trick_of_the_player() -> None:
    # North's spades are trumps and take both tricks. East declares K and Q of hearts, but takes no trick.
    deal = deal_of("SA ST", "HK HQ", "S9 CA", "DA DT")
    said = answer(question("rufmariasch", "simple", "N", trump="S", partner="S"), deal)
    # 50 points for five Aces and Tens, and 10 for the last trick. East's marriage counts nothing.
    assert said.value == 60
    assert said.payoff == seats(N=6, E=-6, S=6, W=-6)


@pytest.mark.parametrize(("unit", "stake"), [("1", 10), ("3", 30)])
def test_rufmariasch_pays_by_the_difference(unit: str, stake: int) -> None:
    # East takes both tricks, as in the test of Rußbach above. He has 50 + 10 + 40 points.
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
    # The deal is ``UNDERTRUMP`` with the S9 in place of the S7. East must trump trick 1 with his K or Q. When
    # he leads, he holds only one of them and cannot register the marriage. He has 60 points.
    deal = deal_of("HA HT", "SK SQ", "S9 DA", "CA CT")
    said = answer(question("anrufen", "simple", "N", trump="S", partner="S"), deal)
    assert (said.value, said.makeable) == (-60, False)
    assert said.payoff == seats(N=-1, E=1, S=-1, W=1)


def test_anrufen_registers_on_the_opening_lead() -> None:
    # North has all trumps and takes both tricks: 60 points for six Aces and Tens, 10 for the last trick, and
    # 40 for the marriage that he registers.
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
    # With hearts as trumps East takes both tricks. North still registers his marriage, for 20 points.
    said = answer(question("anrufen", "hundred", "N", trump="H"), deal)
    assert (said.value, said.makeable) == (20, False)


def test_anrufen_no_tricks() -> None:
    deal = deal_of("S9 H9", "SJ HJ", "SK HK", "SA HA")
    said = answer(question("anrufen", "no_tricks", "N"), deal)
    assert said.payoff == seats(N=6, E=-2, S=-2, W=-2)
    assert answer(question("anrufen", "no_tricks", "W"), deal).payoff == seats(N=2, E=2, S=2, W=-6)


def test_anrufen_for_three_discards_for_the_contract() -> None:
    deal = deal_of("SA", "S9", "CK", talon="C9 CJ DQ")
    # In the contract "simple", North keeps the SA and takes the trick: 10 + 10 points. The others have none.
    simple = answer(question("anrufen3", "simple", "N", trump="S"), deal)
    assert (simple.value, simple.makeable, simple.payoff) == (20, True, (2, -1, -1, None))
    assert simple.guarantee == (2, -1, -1, None)
    # In the contract "no tricks", North keeps a club, and South's CK takes the trick. With the SA or the DQ,
    # North would take the trick.
    none = answer(question("anrufen3", "no_tricks", "N"), deal)
    assert (none.value, none.payoff) == (1, (4, -2, -2, None))
    assert leads(question("anrufen3", "no_tricks", "N"), deal) == {"SA": 0, "C9": 1, "CJ": 1, "DQ": 0}
    discard = mask_of([parse_card("SA"), parse_card("C9"), parse_card("DQ")])
    assert leads(question("anrufen3", "no_tricks", "N"), deal, discard=discard) == {"CJ": 1}


def test_aces_and_tens_discarded_count_for_the_opponents() -> None:
    # North keeps one of four cards. The SA takes the trick for 10 + 10 points, but HA and DA in the discard
    # count 20 for the others: the difference is 0. No other card is better, because each discarded Ace counts
    # 10 for the others. They have no other points.
    deal = deal_of("SA", "S9", "H9", talon="HA DA CJ")
    said = answer(question("anrufen3", "simple", "N", trump="S"), deal)
    assert (said.value, said.makeable) == (0, False)
    assert said.payoff == (-2, 1, 1, None)


def test_a_marriage_needs_both_cards_still_in_hand() -> None:
    # North keeps two of five cards, K and Q of spades. Spades are trumps, so he takes both tricks: 40 points
    # for the marriage, 10 for the last trick, and 20 for the Aces of East and South are 70.
    deal = deal_of("SK H9", "HA HJ", "DA DJ", talon="SQ D9 C9")
    assert answer(question("anrufen3", "simple", "N", trump="S"), deal).value == 70
    # North can keep only one card, so he has no marriage. The trick counts 10, and its two Aces count 20.
    short = deal_of("SK", "HA", "DA", talon="SQ D9 C9")
    assert answer(question("anrufen3", "simple", "N", trump="S"), short).value == 30


# Bauernschnapsen.


def test_rufer_without_a_trick_for_the_loser() -> None:
    # North, who is forehand, holds all trumps and takes all tricks: 100 points.
    deal = deal_of("SA ST SK", "HA HT HK", "DA DT DK", "CA CT CK")
    rufer = question("bauernschnapsen", "rufer", "N", trump="S")
    said = answer(rufer, deal)
    assert (said.value, said.makeable, said.payoff) == (3, True, seats(N=3, E=-3, S=3, W=-3))
    # With hearts as trumps East takes all tricks.
    said = answer(question("bauernschnapsen", "rufer", "N", trump="H"), deal)
    assert (said.value, said.payoff) == (-3, seats(N=-3, E=3, S=-3, W=3))


def test_opening_marriage() -> None:
    # North has only K and Q of trumps. The others hold 32 points, so both tricks give North 39. By default
    # nothing may be registered on the opening lead. Afterwards North has only one of the two cards, so nobody
    # reaches 66, and the last trick wins 1. With the value ``pending`` the 40 points count after the first
    # trick. North then has 79 points in the end, and the others have no trick: he wins 3.
    deal = deal_of("SK SQ", "HA HT", "DK DJ", "CQ CJ")
    assert answer(question("bauernschnapsen", "rufer", "N", trump="S"), deal).value == 1
    pending = question("bauernschnapsen", "rufer", "N", trump="S", opening_marriage="pending")
    assert answer(pending, deal).value == 3
    assert answer(question("bauernschnapsen", "schnapser", "N", leader="N", trump="S"), deal).value == 0
    pending = question("bauernschnapsen", "schnapser", "N", leader="N", trump="S", opening_marriage="pending")
    assert answer(pending, deal).payoff == seats(N=6, E=-6, S=6, W=-6)


def test_in_a_schnapser_only_the_declarer_registers() -> None:
    # South's SA and ST take both tricks: 38 points. North leads K or Q of trumps while he holds both. In
    # South's Schnapser this registers nothing. In a Rufer it registers 40: the side has 78, and the others
    # have no trick.
    deal = deal_of("SK SQ", "HJ HQ", "SA ST", "DJ DQ")
    pending = {"trump": "S", "opening_marriage": "pending"}
    schnapser = question("bauernschnapsen", "schnapser", "S", leader="N", **pending)
    assert leads(schnapser, deal) == {"SK": 0, "SQ": 0}
    assert leads(question("bauernschnapsen", "rufer", "N", **pending), deal) == {"SK": 3, "SQ": 3}


def test_schnapser_registers_on_a_later_lead() -> None:
    # If North leads the SA, the trick has at least 11 + 2 + 2 + 3 = 18 points. Then he leads the SK and
    # registers 40: 58. The second trick adds at least 4 + 2 + 2 + 3: 69 points in time. If he leads the SK or
    # the SQ first, he loses the marriage. His three cards have 18 points, and the nine small cards of the
    # others have 27. Together this is less than 66.
    deal = deal_of("SA SK SQ", "HJ HQ CJ", "DJ DQ DK", "CQ CK HK")
    asked = question("bauernschnapsen", "schnapser", "N", leader="N", trump="S")
    assert leads(asked, deal) == {"SA": 1, "SK": 0, "SQ": 0}
    # North's partner South cannot make a Schnapser, because North takes the tricks.
    partner = question("bauernschnapsen", "schnapser", "S", leader="N", trump="S")
    assert leads(partner, deal) == {"SA": 0, "SK": 0, "SQ": 0}


def test_partner_sits_out_in_bettler() -> None:
    # East cannot follow suit, and West's SJ is lower than the SQ. So North takes the trick. South, who holds
    # the SA, sits out.
    deal = deal_of("SQ", "HA", "SA", "SJ")
    said = answer(question("bauernschnapsen", "bettler", "N"), deal)
    assert (said.value, said.payoff) == (0, seats(N=-5, E=5, S=-5, W=5))
    made = answer(question("bauernschnapsen", "bettler", "W", bettler_value="4"), deal)
    # West leads the SJ, and North beats it. West makes the Bettler, for 4 points under the option.
    assert made.payoff == seats(N=-4, E=4, S=-4, W=4)


def test_gang_is_lost_to_the_partner() -> None:
    # South throws one of his hearts on the SA. His other heart beats North's HQ.
    deal = deal_of("SA HQ", "DA HJ", "HA HK", "CA CK")
    said = answer(question("bauernschnapsen", "gang", "N"), deal)
    assert (said.value, said.payoff) == (0, seats(N=-9, E=9, S=-9, W=9))


def test_beat_all_or_none_changes_an_answer() -> None:
    # If North leads the HQ, South must by default beat it with the HA and takes the trick from his partner.
    # Under the rule ``none`` South plays the HJ, and the SA takes the second trick. If North leads the SA,
    # South throws the HA. Then the HQ takes the second trick under both rules.
    deal = deal_of("HQ SA", "DA DK", "HA HJ", "CA CK")
    assert leads(question("bauernschnapsen", "gang", "N"), deal) == {"HQ": 0, "SA": 1}
    assert leads(question("bauernschnapsen", "gang", "N", beat="none"), deal) == {"HQ": 1, "SA": 1}


def test_zehnerloch_ranks_the_ace_lowest() -> None:
    # East keeps a spade for the second trick. It beats the Ace in Zehnerloch, but not in Gang.
    deal = deal_of("ST SA", "SK SQ", "HK HQ", "DK DQ")
    assert answer(question("bauernschnapsen", "gang", "N"), deal).value == 1
    assert answer(question("bauernschnapsen", "zehnerloch", "N"), deal).value == 0
    assert answer(question("bauernschnapsen", "zehnerloch", "E"), deal).value == 0
    # If East has only one spade, the Ace takes the second trick.
    other = deal_of("ST SA", "SK CQ", "HK HQ", "DK DQ")
    said = answer(question("bauernschnapsen", "zehnerloch", "N"), other)
    assert said.payoff == seats(N=10, E=-10, S=10, W=-10)


def test_forehand_leads_to_the_other_sides_contract() -> None:
    # North leads; East trumps and takes the second trick too with his other trump.
    deal = deal_of("HA HT", "SK SJ", "HK HQ", "DK DQ")
    said = answer(question("bauernschnapsen", "kontrabauernschnapser", "E", leader="N", trump="S"), deal)
    assert (said.value, said.payoff) == (1, seats(N=-24, E=24, S=-24, W=24))
    # East's partner West cannot make the contract, because East's trumps take the tricks.
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
    # South leads the CA: West guards spades and hearts and must give one of them up. If he throws the HK,
    # South's HQ wins; if he throws a spade, North's SJ wins. South leads the HQ: West takes it with the HK
    # and returns a spade. North takes it with the SA and has only the SJ, which loses to West's other spade.
    # South leads the S7 to North's SA: North must then lead the SJ or the H7, and West takes both.
    deal = deal_of("SA SJ H7", "DA DK DQ", "CA HQ S7", "SK SQ HK")
    asked = question("whist", "tricks", leader="S")
    assert leads(asked, deal) == {"CA": 3, "HQ": 1, "S7": 1}
    said = answer(asked, deal)
    assert (said.value, said.makeable, said.payoff, said.guarantee) == (3, None, (None,) * 4, (None,) * 4)


def test_whist_trumps_need_not_be_played() -> None:
    # With hearts as trumps North ruffs one spade with the H7, and West takes the other trick. Without trumps
    # West takes both.
    deal = deal_of("H7 D7", "DA DK", "S7 S8", "SA SK")
    assert answer(question("whist", "tricks", leader="W", trump="H"), deal).value == 1
    assert answer(question("whist", "tricks", leader="W"), deal).value == 2
