"""Test six jobs of users, as users write them: cards, hands and seats are objects or texts, not numbers."""

from __future__ import annotations

from pathlib import Path

import polars as pl

import kranalyze
from kranalyze import Card, Deal, Hand, Position
from running import EVENING

DEAL = Deal.parse("S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9")


def test_all_contracts_of_a_deal() -> None:
    rows = kranalyze.table(DEAL, declarers=["S"]).filter("makeable")
    made = rows.group_by("contract", maintain_order=True).agg("calls").rows()
    assert "koenigmord" in dict(made) and "bettler" not in dict(made)
    called = rows.filter(contract="durchmarsch")["calls"].explode().drop_nulls().unique()
    assert all(Card(card) not in DEAL.south for card in called) and len(called)


def test_constrained_deals() -> None:
    frame = kranalyze.deals(50, seed=1, known={"S": "AKQ.A.A.9", "W": "HT"})
    deals = [Deal.of_row(row) for row in frame.iter_rows(named=True)]
    assert {deal.south for deal in deals} == {Hand("AKQ.A.A.9")}
    assert all("HT" in deal.west for deal in deals)
    north_has_an_ace = [deal for deal in deals if deal.north.aces]
    assert len({deal.holder("CA") for deal in deals}) == 3 and north_has_an_ace


def test_a_playout_and_undo() -> None:
    at = Position.of_deal(DEAL, contract="koenigmord", declarer="S")
    while not at.ended:
        at = at.play(at.careful_card(look=16, seed=1))
    assert at.settlement == (-70, -70, 210, -70)  # South holds the highest cards of every suit that he leads
    assert at.undo().play(at.record.play[-1].card) == at
    assert kranalyze.parse_kpn(kranalyze.write_kpn(at.record)).records[0].play == at.record.play


def test_the_value_of_each_card() -> None:
    at = Position.of_record(kranalyze.read_kpn(EVENING).records[1], 4)
    values = at.values()  # as in the guide: only the Ten of spades makes the Durchmarsch
    assert values == {"ST": 40, "SK": -40, "HQ": -40, "DA": -40, "CQ": -40}
    assert max(values, key=lambda card: values[card]) == "ST" and repr(at.legal[0]) == "♠T"
    assert set(at.advise(exact=True, floor=False).best) <= set(at.legal)


def test_a_whole_log() -> None:
    found = kranalyze.analyze(EVENING, best=False)
    mistake = found.cards.filter(mark="??").row(0, named=True)
    assert (mistake["player"], Card(mistake["card"])) == ("Emil", Card("DA"))
    assert mistake["best"] == ["ST"] and "ST" in Hand(mistake["legal"])
    hands = found.games.filter(game="graden").select(
        "contract", aces=pl.col("hand").map_elements(lambda hand: Hand(hand).aces, pl.Int64)
    )
    assert hands.filter(contract="koenigmord")["aces"].mean() is not None
    played = [record.play[0].card for record in kranalyze.records(EVENING) if record.play]
    assert all(card.suit in "SHDC" for card in played)


def test_a_picture(tmp_path: Path) -> None:
    at = Position.of_deal(DEAL, contract="koenigmord", declarer="S").play("SA")
    (tmp_path / "position.svg").write_text(at.svg(theme="dark"), encoding="utf-8")
    assert "♠\ufe0eA" in (tmp_path / "position.svg").read_text(encoding="utf-8")


def test_what_a_user_prints_has_no_card_as_a_number() -> None:
    """Texts of objects show cards by suit and rank."""
    at = Position.of_deal(DEAL, contract="koenigmord", declarer="S").play("SA")
    shown = {
        repr(DEAL): "Deal.parse('N:T.T.JT.KQ 9.9.9.JT9 AKQ.AK.A. J.QJ.KQ.A')",
        repr(DEAL.south): "Hand('AKQ.AK.A.')",
        repr(at.trick): "((<Seat.S: 2>, ♠A),)",
        repr(at.legal): "(♠J,)",
        repr(at.record.play): "(<Move: S SA in trick 1>,)",
        repr(at.undo().answer().line[0].cards[0][1]): "♠Q",
    }
    assert all(text == expected for text, expected in shown.items())
