"""Advice on calls, against expectations worked out from the rules (RULINGS: at the table, single dummy)."""

from __future__ import annotations

import re
from math import comb, sqrt
from pathlib import Path
from typing import Any

import pytest

from kranalyze import CallAdvice, Record, Seat, advise_call, new_record, odds
from kranalyze.cards import cards_of, hand_mask, rank_of, suit_of
from kranalyze.known.auctionlayouts import auction_knowledge
from running import run


def record(game: str, deal: str, auction: str, dealer: str = "W", **more: Any) -> Record:
    return new_record(game=game, deal=deal, dealer=dealer, auction=auction, **more)


def quick(known: Record, **more: Any) -> dict[str, CallAdvice]:
    """Judge each possible call with a few games. Return the advice, by the text of the call."""
    found = advise_call(known, **{"games": 12, "look": 6, "workers": 1, **more})
    return {choice.call.text(): choice for choice in found.calls}


def means(found: dict[str, CallAdvice]) -> dict[str, float]:
    return {call: choice.careful.mean for call, choice in found.items()}


def test_a_graden_hand_that_takes_every_trick_after_three_passes() -> None:
    """The hand has the three highest cards of two suits: in the K-order they are Ace, King and Queen."""
    found = quick(record("graden", "N:- - - AKQ.AKQ..", "gut gut gut"))
    sure = found["koenigmord"]
    assert (sure.careful.mean, sure.careful.share, sure.declared, sure.made) == (210, 1, 12, 12)
    assert found["gut"].declared == 0
    assert abs(found["gut"].careful.mean) <= 30  # in Schurln a seat wins or loses 10 or 30 chips
    assert found["bettler"].careful.mean == -90  # an Ace that is led takes the trick
    assert found["plauderer"].careful.mean == -150
    assert found["durchmarsch_letzten"].careful.mean == 120
    assert next(iter(found)) in ("koenigmord", "hundertermord")


def test_a_hand_without_a_marriage_may_not_bid_what_needs_one() -> None:
    found = quick(record("graden", "N:- - - AQ9.KJ9..", "gut gut gut"), games=1, look=1)
    assert set(found) == {
        "gut", "bettler", "durchmarsch", "durchmarsch_letzten", "plauderer", "zehnermord", "koenigmord",
    }  # fmt: skip


def test_the_calls_after_a_bettler() -> None:
    """Only one player may join a Bettler. The first bidder may bid higher, or pass and keep his Bettler."""
    hand = "AQ9.KJ9.."
    higher = {"gut", "durchmarsch", "durchmarsch_letzten", "plauderer", "zehnermord", "koenigmord"}
    settings = {"games": 1, "look": 1}
    assert set(quick(record("graden", f"N:- {hand} - -", "bettler"), **settings)) == higher | {"mit"}
    assert set(quick(record("graden", f"N:- - {hand} -", "bettler mit"), **settings)) == higher
    last = record("graden", f"N:{hand} - - -", "bettler mit gut gut")
    assert set(quick(last, **settings)) == higher
    assert quick(last, **settings)["gut"].declared == 1
    joined = quick(record("graden", "N:- - - J9.J9.9.9", "bettler gut gut"))["mit"]
    assert joined.declared > 6  # only North may still bid higher


def test_a_bidder_of_a_contract_that_needs_king_and_queen_holds_them() -> None:
    """East bid Hundert, and South holds two Queens. So East has a marriage in diamonds or clubs."""
    known = auction_knowledge(record("graden", "N:- - QJ9.QJ9.. -", "gut hundert"), 2)
    # South does not see 18 cards. If East has King and Queen of one of the two suits, East's other four cards
    # come from the remaining 16 (``pair``). If East has both marriages, two cards come from 14 (``both``).
    pair = comb(16, 4)
    both = comb(14, 2)
    assert known.seat == Seat.S
    assert known.count == (2 * pair - both) * comb(12, 6)
    columns = known.drawn_columns(1, 0, 200)
    for east in columns[Seat.E]:
        ranks = {(suit_of(card), "789TJQKA"[rank_of(card)]) for card in cards_of(east)}
        assert any({(suit, "K"), (suit, "Q")} <= ranks for suit in (2, 3))


def test_herrenschnapser_is_won_as_dealt() -> None:
    """Forehand's five trumps win 24 points. His bid shows his whole hand, and ten cards stay hidden."""
    own = quick(record("bauernschnapsen", "N:AKQJT... - - -", "", trump="S"))
    assert (means(own)["herrenschnapser"], own["herrenschnapser"].made) == (24, 12)
    other = record("bauernschnapsen", "N:- .AKQJT.. - -", "herrenschnapser", trump="S")
    assert auction_knowledge(other, 1).count == comb(10, 5)
    assert means(quick(other)) == {"gut": -24}


def test_contra_doubles_a_game_that_is_sure() -> None:
    """North takes all tricks with his five trumps. He wins 12 points, and each doubling call doubles them."""
    tops = "N:AKQJT... - - -"
    bid = "bauernschnapser gut gut gut"
    found = means(quick(record("bauernschnapsen", tops, f"{bid} contra gut", trump="S")))
    assert set(found) == {"gut", "recontra"}
    assert found["gut"] == 24
    assert 48 <= found["recontra"] <= 96  # an opponent may say Subcontra
    partner = record("bauernschnapsen", "N:- - .AKQJT.. -", f"{bid} contra", trump="S")
    assert auction_knowledge(partner, 5).seat == Seat.S
    passed = record("bauernschnapsen", "N:- .AKQJT.. - -", bid, trump="S")
    assert set(quick(passed)) == {"gut", "contra"}
    last = record("bauernschnapsen", "N:- - - .AKQJT..", f"{bid} gut gut", trump="S")
    assert set(quick(last)) == {"gut", "contra"}
    for ended in (f"{bid} gut gut gut gut", f"{bid} contra recontra subcontra"):
        with pytest.raises(ValueError, match="the auction has ended"):
            advise_call(record("bauernschnapsen", tops, ended, trump="S"), games=1, look=1)


def test_a_lost_herrenschnapser_costs_twice_with_contra() -> None:
    """A Herrenschnapser is settled without play, so the mean payments are exact."""
    bid = "herrenschnapser gut gut gut"
    found = quick(record("bauernschnapsen", "N:- - - .AKQJT..", f"{bid} gut gut", trump="S"))
    assert means(found) == {"gut": -24, "contra": -48}


def test_nobody_is_paid_if_all_pass_twice_in_anrufen() -> None:
    deal = "N:- - - AKQ.AK.A."
    found = quick(record("anrufen", deal, "gut gut gut gut gut gut gut"), games=3, look=2)
    assert means(found)["gut"] == 0
    assert set(found) == {"gut", "simple", "hundred", "no_tricks", "all_tricks", "all_hundred"}
    rules = {"all_pass": "dealer"}
    passed = " ".join(["gut"] * 8)
    forced = quick(record("anrufen", deal, passed, rules=rules), games=3, look=2)
    assert set(forced) == {"simple", "hundred", "no_tricks", "all_tricks", "all_hundred"}


def test_equal_bids_of_anrufen_name_each_trump() -> None:
    """An equal bid is offered with each trump. A seat that lost against an equal bid may only bid higher."""
    ties = {f"simple:{suit}" for suit in "SHDC"}
    others = {"gut", "hundred", "no_tricks", "all_tricks", "all_hundred"}
    known = record("anrufen", "N:- - - .AKT.AK.A", "simple gut gut")
    found = quick(known, games=4, look=4)
    assert set(found) == ties | others
    lost = record("anrufen", "N:.AKT.AK.A - - -", "simple:D gut simple:H gut")
    assert set(quick(lost, games=1, look=1)) == others


def test_the_mean_of_a_last_bid_is_the_table_mean_of_the_hand() -> None:
    hand = "AKJ.AQ.T."
    last = record("graden", f"N:- - - {hand}", "gut gut gut")
    (table,) = odds(hand, contracts=["koenigmord"], games=600, look=8, seed=5)
    call = advise_call(last, games=600, look=8).of("koenigmord").careful
    assert table.careful is not None
    pooled = (table.careful.share + call.share) / 2
    assert abs(table.careful.share - call.share) < 4.5 * sqrt(2 * pooled * (1 - pooled) / 600)


FAMILIES = [
    ("graden", "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ", "N:A.J.Q9.K9 KT.Q.A.AQ QJ.AK.K.T 9.T9.JT.J", {}),
    ("bauernschnapsen", "N:AKQ.A.A. JT.KQ.K. .JT.QJ.A ..T.KQJT", "N:AKQ.A.A. ..T.KQJT JT.KQ.K. .JT.QJ.A",
     {"trump": "S"}),
    ("anrufen", "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ", "N:A.J.Q9.K9 KT.Q.A.AQ QJ.AK.K.T 9.T9.JT.J", {}),
    ("anrufen3", "N:A.J.Q9.K9J QJ.AK.K.TA 9.T9Q.JT.Q", "N:A.J.Q9.K9J 9.T9Q.JT.Q QJ.AK.K.TA", {}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "deal", "redealt", "more"), FAMILIES, ids=[row[0] for row in FAMILIES])
def test_figures_depend_neither_on_hidden_cards_nor_on_workers(
    game: str, deal: str, redealt: str, more: dict[str, Any]
) -> None:
    dealer = "S" if game == "anrufen3" else "W"
    settings: dict[str, Any] = {"games": 3, "look": 4}
    rows = [
        list(advise_call(record(game, cards, "", dealer, **more), workers=workers, **settings).rows())
        for cards, workers in ((deal, 1), (deal, 3), (redealt, 1))
    ]
    assert rows[0] == rows[1] == rows[2]
    assert len({row["call"] for row in rows[0]}) == len(rows[0]) >= 6


def test_without_a_number_of_games_bad_calls_have_fewer_games() -> None:
    found = advise_call(record("graden", "N:AKQ.AKQ.. - - -", "gut gut gut", "N"), look=16)
    games = {choice.call.text(): choice.careful.games for choice in found.calls}
    assert games["koenigmord"] >= games["bettler"] >= 32


@pytest.mark.parametrize(
    ("known", "calls", "message"),
    [
        (record("graden", "N:- - - AKQ.AKQ..", "gut"), 3, "the record has 1 calls, not 3"),
        (record("graden", "N:AKQ.AKQ.. - - -", "gut gut gut koenigmord"), 4, "ended after 4 calls"),
        (record("graden", "N:AKQ.AKQ.. - - -", "gut"), 1, "East's hand is not known"),
        (new_record(game="graden", deal="N:AKQ.AKQ.. - - -"), 0, "the dealer is not known"),
        (new_record(game="russbach", deal="N:AKQJ.AKQJ.. - - -", dealer="W"), 0, "russbach has no auction"),
        (record("bauernschnapsen", "N:AKQJT... - - -", ""), 0, "trump that forehand has named is not known"),
        (record("graden", "N:- - KQJ.QJ9.. -", "gut hundert"), 2, None),
    ],
)
def test_what_cannot_be_advised_on(known: Record, calls: int, message: str | None) -> None:
    if message is None:
        assert advise_call(known, calls=calls, games=1, look=1).calls
        return
    with pytest.raises(ValueError, match=message):
        advise_call(known, calls=calls, games=1, look=1)


def test_a_bid_that_no_hand_allows_is_refused() -> None:
    """South holds all Queens. So East has no King and Queen of a suit, and may not bid Hundert."""
    impossible = record("graden", "N:- - QJ.QJ.Q.Q -", "gut hundert")
    with pytest.raises(ValueError, match="Hundert"):
        advise_call(impossible, games=1, look=1)


def test_the_command(tmp_path: Path) -> None:
    log = tmp_path / "log.kpn"
    log.write_text(
        '[Board "7"]\n[Game "graden"]\n[Dealer "W"]\n[Deal "N:- - - AKQ.AKQ.."]\n'
        '[Auction "N"]\ngut gut gut +\n'
    )
    settings = ("--games", "3", "--look", "4")
    printed = run("advise", str(log), "--calls", "3", "--json", *settings)
    sure = next(row for row in printed.rows if row["call"] == "koenigmord")
    assert sure["careful_mean"] == 210 and sure["declares"] == sure["made"] == 1
    assert (sure["game"], sure["seat"], sure["calls"], sure["careful_games"]) == ("graden", "W", 3, 3)
    text = run("advise", str(log), "--calls", "3", *settings).out
    assert "Board 7 · Königrufen (Graden) · West to call" in text
    beyond = run("advise", str(log), "--calls", "9")
    assert beyond.status == 3
    assert f"{log}:1:1: error: board 7: the record has 3 calls, not 9" in beyond.err
    typed = ("advise", "N:- AKQ.AKQ.. - -", "--dealer", "W", "--auction", "gut")
    assert "East to call" in run(*typed, *settings).out
    assert run("advise", str(log), "--calls", "3", "--after", "0").status == 2
    assert run("advise", str(log), "--calls", "3", "--games", "0").status == 2


def test_the_columns_of_the_format() -> None:
    text = (Path(__file__).parent.parent / "datasets" / "FORMAT.md").read_text()
    section = text.split("## Advice on calls")[1].split("\n## ")[0]
    explained = {name for line in section.splitlines() if line.startswith("| `")
                 for name in re.findall(r"`(\w+)`", line.split("|")[1])}  # fmt: skip
    known = record("graden", "N:- - - AKQ.AKQ..", "gut gut gut")
    (row, *_) = advise_call(known, games=1, look=1).rows()
    assert explained == {"file", "board", *row}


def test_own_cards_are_those_of_the_seat_to_call() -> None:
    known = auction_knowledge(record("graden", "N:- AKQ.AKQ.. - -", "gut"), 1)
    assert known.hand_mask == hand_mask("AKQ.AKQ..")
    assert set(known.drawn_columns(0, 0, 5)[Seat.E]) == {known.hand_mask}
