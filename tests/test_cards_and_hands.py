"""The public cards, seats, hands and deals are read from text, are printed as text, and are no numbers."""

from __future__ import annotations

import copy
import json
import pickle
from itertools import pairwise

import polars as pl
import pytest

from kranalyze import Card, Deal, Hand, Seat

TEXT = "N:T.T.JT.KQ 9.9.9.JT9 AKQ.AK.A. J.QJ.KQ.A"


def test_a_card_is_its_text() -> None:
    card = Card("SA")
    assert (card, str(card), repr(card)) == ("SA", "SA", "♠A")
    assert (card.suit, card.rank) == ("S", "A")
    assert f"{card:>4}|{card:<4}|{card}" == "  SA|SA  |SA"
    table: dict[str, int] = {card: 1}
    assert table["SA"] == 1 and card in {"SA"} and not isinstance(card, int)
    assert json.dumps({"card": card, "leads": {card: 1}}) == '{"card": "SA", "leads": {"SA": 1}}'
    assert card.text("german") == "LA" and Card("HQ").text("german") == "HO"


def test_cards_are_read_in_every_spelling() -> None:
    assert Card("HT") is Card("h10") is Card("♥T") is Card(" ht ") is Card(Card("HT"))
    assert [Card(n) for n in (0, 7, 8, 31)] == ["S7", "SA", "H7", "CA"]


@pytest.mark.parametrize("wrong", ["", "S", "SX", "XA", "S1", "SAA", 32, -1, 1.5, None, True, b"SA"])
def test_what_is_no_card_is_an_error(wrong: object) -> None:
    with pytest.raises(ValueError, match="card"):
        Card(wrong)  # type: ignore[arg-type]


def test_cards_are_ordered_by_suit_and_rank() -> None:
    ranks = "789TJQKA"
    ordered = [Card(suit + rank) for suit in "SHDC" for rank in ranks]
    assert sorted(set(ordered)) == ordered == sorted(map(str, ordered), key=Card)
    for low, high in pairwise(ordered):
        assert low < high and low <= high and high > low and high >= low and not high < low
    assert max(Card("SK"), Card("ST")) == "SK"  # plain texts would compare T above K
    assert Card("SK") < "SA" and Card("SA") >= "SK"
    with pytest.raises(TypeError):
        _ = Card("SA") < 8  # type: ignore[operator]
    with pytest.raises(TypeError):
        _ = Card("SA") < "heart"


def test_cards_survive_copies_and_columns() -> None:
    for card in map(Card, range(32)):
        assert pickle.loads(pickle.dumps(card)) is copy.deepcopy(card) is card
        assert card.number == "SHDC".index(card.suit) * 8 + "789TJQKA".index(card.rank)
    frame = pl.DataFrame({"card": [Card("SA"), Card("HT")]})
    assert frame.schema == {"card": pl.String} and frame.filter(card=Card("HT")).height == 1


def test_a_seat_is_made_from_its_text() -> None:
    assert Seat("S") is Seat("south") is Seat("Süd") is Seat(2) is Seat.S
    assert f"{Seat('W'):>3}" == "  W" and str(Seat("w")) == "W"
    for wrong in ("X", "", 4, -1, None):
        with pytest.raises(ValueError, match="unknown seat"):
            Seat(wrong)


def test_a_hand_is_a_set_of_cards() -> None:
    hand = Hand("AKQ.AK.A.")
    assert len(hand) == 6 and "SA" in hand and Card("DA") in hand and "CA" not in hand and "♥K" in hand
    assert list(hand) == ["SA", "SK", "SQ", "HA", "HK", "DA"]  # the printed order: suits S H D C, high to low
    assert all(isinstance(card, Card) for card in hand)
    assert str(hand) == f"{hand}" == "AKQ.AK.A." and repr(hand) == "Hand('AKQ.AK.A.')"
    assert f"{hand:>10}" == " AKQ.AK.A."
    assert hand == Hand("SK SA SQ HA HK DA") == Hand(["SK", "SA", Card("SQ"), "HA", "HK", "DA"]) == Hand(hand)
    assert hash(hand) == hash(Hand(hand.mask)) and hand != Hand("AKQ.AK.K.")
    assert "nonsense" not in hand and None not in hand
    assert not Hand("...") and not Hand() and len(Hand()) == 0
    assert pickle.loads(pickle.dumps(hand)) == copy.deepcopy(hand) == hand
    with pytest.raises(AttributeError):
        hand.mask = 3  # type: ignore[misc]
    for wrong in ("AKQ", "AA...", 1 << 32, ["XX"], 1.5):
        with pytest.raises(ValueError):
            Hand(wrong)  # type: ignore[arg-type]


def test_hands_are_combined_as_sets() -> None:
    hand, other = Hand("AK..."), Hand("KQ..A.")
    assert hand & other == Hand("K...") and hand | other == Hand("AKQ..A.") and hand - other == Hand("A...")
    assert hand ^ other == Hand("AQ..A.") and not hand.isdisjoint(other) and Hand("A...") <= hand
    assert hand & {Card("SA")} == Hand("A...") and hand - {"SA"} == Hand("K...")


def test_the_features_of_a_hand_are_counted() -> None:
    hand = Hand("AKQ.AT.KQ.T")
    assert hand.suits == {"S": "AKQ", "H": "AT", "D": "KQ", "C": "T"}
    assert hand.of_suit("H") == Hand(".AT..") and hand.of_suit("diamonds"[0]) == Hand("..KQ.")
    assert hand.lengths == {"S": 3, "H": 2, "D": 2, "C": 1}
    assert (hand.aces, hand.tens, hand.longest, hand.marriages, hand.voids) == (2, 2, 3, 2, 0)
    assert (hand.count("K"), hand.count("AK"), hand.count("7")) == (2, 4, 0)
    assert Hand("AKQJT9...").voids == 3 and Hand("AKQJT9...").longest == 6
    assert (Hand().longest, Hand().voids, Hand().suits["S"]) == (0, 4, "")
    with pytest.raises(ValueError, match="unknown suit 'X'"):
        hand.of_suit("X")
    with pytest.raises(ValueError, match="unknown rank 'X'"):
        hand.count("AX")


def test_a_hand_has_the_features_that_statistics_group_by() -> None:
    from kranalyze.survey.figurecolumns import FEATURES

    assert [name for name in FEATURES if not isinstance(getattr(Hand("AKQ.AK.A."), name), int)] == []


def test_a_deal_shows_hands_and_cards() -> None:
    deal = Deal.parse(TEXT)
    assert repr(deal) == f"Deal.parse('{TEXT}')" and str(deal) == TEXT and Deal.parse(str(deal)) == deal
    assert deal.hand("S") == deal.hand(Seat.S) == deal.south == Hand("AKQ.AK.A.")
    assert (deal.north, deal.east, deal.west) == (Hand("T.T.JT.KQ"), Hand("9.9.9.JT9"), Hand("J.QJ.KQ.A"))
    assert deal.hands == (deal.north, deal.east, deal.south, deal.west)
    assert "SA" in deal.south and Card("CA") in deal.west
    assert deal.holder("SA") is Seat.S and deal.holder(Card("CA")) is Seat.W and deal.holder("C7") is None
    assert Deal(deal.hands) == deal == Deal([str(hand) for hand in deal.hands])
    with pytest.raises(ValueError, match="unknown card 'XX'"):
        deal.holder("XX")
    with pytest.raises(ValueError, match="unknown seat 'X'"):
        deal.hand("X")


def test_unknown_hands_and_talons_are_shown() -> None:
    partly = Deal.parse("N:- - AKQ.AK.A. -")
    assert repr(partly) == "Deal.parse('N:- - AKQ.AK.A. -')" and partly.hands[0] is None
    with pytest.raises(ValueError, match="the hand of North is not known"):
        _ = partly.north
    three = Deal.parse("N:AKQJT9.A.. .KQJT9.AK. ..QJT9.AKQ", talon="CJ CT C9")
    assert three.talon == Hand("...JT9") and three.west == Hand()
    assert eval(repr(three)) == three and "talon=" in repr(three)


def test_a_deal_has_four_hands() -> None:
    for hands in ([], ["AKQ.AK.A."] * 3, [1, 2, 4, 8, 16]):
        with pytest.raises(ValueError, match=f"a deal has four hands, not {len(hands)}"):
            Deal(hands)
