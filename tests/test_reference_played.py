"""The oracle's settlement of games played to the end, each worked out card by card."""

from __future__ import annotations

import pytest

from asking import cards, deal_of, question, seats
from kranalyze.cards import parse_card
from kranalyze.deal import Deal
from oracle import Played, Said, settle
from oracle.table import IllegalPlay


def test_russbach_game_with_words() -> None:
    deal = deal_of("HA HT", "SK SQ", "S7 DA", "CA CT")
    asked = question("russbach", "simple", "N", trump="S", partner="S")
    line = cards("HA SQ S7 CA SK DA CT HT")

    def settled(*said: Said) -> tuple[int | None, ...]:
        return settle(*asked, Played(deal, line, said))

    # East and West take both tricks and 60 points. They announced nothing: 1 for the game, 2 for all tricks.
    assert settled() == seats(N=-3, E=3, S=-3, W=3)
    # With the marriage of trumps East and West have 100 points: 2 for the game, 2 for all tricks.
    forty = Said(1, "marriage", 0)
    assert settled(forty) == seats(N=-4, E=4, S=-4, W=4)
    # Without the marriage the announcement "100" fails: East and West pay 3, and get 2 for all tricks.
    assert settled(Said(1, "hundred")) == seats(N=1, E=-1, S=1, W=-1)
    assert settled(forty, Said(1, "hundred"), Said(1, "all_tricks")) == seats(N=-6, E=6, S=-6, W=6)
    # An announcement by both partners counts once: 3 for the hundred, 2 for all tricks.
    assert settled(forty, Said(1, "hundred"), Said(3, "hundred")) == seats(N=-5, E=5, S=-5, W=5)
    # North's announcement "all tricks" fails: East and West get 3 more.
    assert settled(Said(0, "all_tricks")) == seats(N=-6, E=6, S=-6, W=6)
    with pytest.raises(ValueError, match="West does not hold the marriage"):
        settled(Said(3, "marriage", 0))
    with pytest.raises(ValueError, match="East says the same twice"):
        settled(forty, forty)


def test_rufmariasch_game() -> None:
    deal = deal_of("HA HT", "SK SQ", "S7 DA", "CA CT")
    asked = question("rufmariasch", "simple", "N", trump="S", partner="S", unit="2")
    line = cards("HA SQ S7 CA SK DA CT HT")
    assert settle(*asked, Played(deal, line)) == seats(N=-12, E=12, S=-12, W=12)
    assert settle(*asked, Played(deal, line, (Said(1, "marriage", 0),))) == seats(N=-20, E=20, S=-20, W=20)
    with pytest.raises(ValueError, match="nobody says hundred in rufmariasch"):
        settle(*asked, Played(deal, line, (Said(1, "hundred"),)))


def test_anrufen_game_raised_and_contra() -> None:
    # North leads K and Q of trumps and takes both tricks: 60 points, and 40 for the marriage.
    deal = deal_of("SK SQ", "HA HT", "S9 DA", "CA CT")
    asked = question("anrufen", "simple", "N", trump="S", partner="S")
    line = cards("SK HA S9 CA SQ HT DA CT")

    def settled(*said: Said) -> tuple[int | None, ...]:
        return settle(*asked, Played(deal, line, said))

    for words, v in (
        ((), 1),
        ((Said(1, "contra"),), 2),
        ((Said(2, "raise", level="hundred"),), 2),
        ((Said(2, "raise", level="all_hundred"), Said(3, "contra")), 4),
    ):
        assert settled(*words) == seats(N=v, E=-v, S=v, W=-v)
    for words, message in (
        ((Said(0, "raise", level="hundred"),), "North cannot raise simple to hundred"),
        ((Said(2, "raise", level="no_tricks"),), "South cannot raise simple to no_tricks"),
        ((Said(2, "contra"),), "South cannot say contra"),
        ((Said(1, "contra"), Said(3, "contra")), "West cannot say contra"),
        ((Said(1, "marriage", 1),), "nobody says marriage in anrufen"),
    ):
        with pytest.raises(ValueError, match=message):
            settled(*words)


def test_anrufen_for_three_played() -> None:
    deal = deal_of("SA", "S9", "CK", talon="HA CJ DQ")
    asked = question("anrufen3", "simple", "N", trump="S")
    discard = sum(1 << c for c in cards("HA CJ DQ"))
    # North has 20 points: SA and the last trick. The opponents have 10: the Ace in the discard.
    assert settle(*asked, Played(deal, cards("SA S9 CK"), discard=discard)) == (2, -1, -1, None)
    contra = (Said(2, "contra"),)
    assert settle(*asked, Played(deal, cards("SA S9 CK"), contra, discard)) == (4, -2, -2, None)
    # North keeps CJ, which loses to CK. The opponents also get the two Aces in the discard.
    discard = sum(1 << c for c in cards("HA SA DQ"))
    assert settle(*asked, Played(deal, cards("CJ S9 CK"), discard=discard)) == (-2, 1, 1, None)
    with pytest.raises(ValueError, match="before the declarer discarded"):
        settle(*asked, Played(deal, cards("SA S9 CK")))


SCHNAPSER = deal_of("SA ST SJ HK HQ", "SQ HJ CA CT DA", "SK DK DQ DJ DT", "CK CQ CJ HA HT")


def test_schnapser_stops_after_trick_three() -> None:
    # Three tricks bring North 56 points: 11+3+4+2, 10+2+2+3 and 2+10+3+4. The HK, led to trick 4, would show
    # a marriage for 20, but play is over before trick 4.
    asked = question("bauernschnapsen", "schnapser", "N", leader="N", trump="S")
    line = cards("SA SQ SK CJ ST HJ DJ CQ SJ CT DQ CK")
    assert settle(*asked, Played(SCHNAPSER, line)) == seats(N=-6, E=6, S=-6, W=6)
    assert settle(*asked, Played(SCHNAPSER, line, contra=2)) == seats(N=-24, E=24, S=-24, W=24)
    # After two tricks North has 37 points, and play is not over.
    with pytest.raises(ValueError, match="play is not finished"):
        settle(*asked, Played(SCHNAPSER, line[:8]))


def test_rufer_stops_with_the_card_that_registers() -> None:
    # The same three tricks, but a Rufer goes on: the HK led to trick 4 shows a marriage for 20. Now North's
    # side has 56 + 20 = 76 points, and play is over. The opponents have taken no trick, so the side gets 3.
    asked = question("bauernschnapsen", "rufer", "N", trump="S")
    line = cards("SA SQ SK CJ ST HJ DJ CQ SJ CT DQ CK HK")
    assert settle(*asked, Played(SCHNAPSER, line)) == seats(N=3, E=-3, S=3, W=-3)
    assert settle(*asked, Played(SCHNAPSER, line, contra=1)) == seats(N=6, E=-6, S=6, W=-6)
    with pytest.raises(ValueError, match="play is not finished"):
        settle(*asked, Played(SCHNAPSER, line[:12]))


def test_double_bettler_played() -> None:
    deal = deal_of("S9 ST", "SA HA", "SK SJ", "SQ DQ")
    asked = question("graden", "bettler", "N", second="E")
    # East lays the HA face down. In trick 2 South leads the SJ, and East must win with the SA.
    assert settle(*asked, Played(deal, cards("S9 HA SK SQ SJ DQ ST SA"))) == seats(N=150, E=-150, S=0, W=0)
    # If South plays the SJ to trick 1, West wins with the SQ and leads the DQ. Then North and East succeed.
    assert settle(*asked, Played(deal, cards("S9 HA SJ SQ DQ ST SA SK"))) == seats(N=50, E=50, S=-50, W=-50)
    laid = ((0, parse_card("S9")), (1, parse_card("SA")))
    with pytest.raises(IllegalPlay, match="East must play the SA laid face down"):
        settle(*asked, Played(deal, cards("S9 HA"), face_down=laid))


def test_broken_rules_are_named() -> None:
    deal = deal_of("SA H9", "S9 HK", "SK HA", "SQ HQ")
    with pytest.raises(IllegalPlay, match="East must follow spades with the S9") as caught:
        settle(*question("graden", "koenigmord", "N"), Played(deal, cards("SA HK")))
    assert (caught.value.trick, caught.value.turn) == (1, 2)


def test_a_sweep_is_settled_by_the_first_trick_lost() -> None:
    deal = deal_of("SA H9", "S9 HK", "SK HA", "SQ HQ")
    lost = Played(deal, cards("H9 HK HA HQ"))
    assert settle(*question("graden", "koenigmord", "N"), lost) == seats(N=-210, E=70, S=70, W=70)


def test_whist_and_called_hundreds_settle_nothing() -> None:
    deal = Deal.parse("N:A... K... Q... J...")
    for asked in (
        question("whist", "tricks", leader="N"),
        question("russbach", "hundred", "N", trump="S", partner="S"),
    ):
        with pytest.raises(ValueError, match="settles nothing"):
            settle(*asked, Played(deal, cards("SA SK SQ SJ")))
