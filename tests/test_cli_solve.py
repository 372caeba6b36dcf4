"""Test ``kranalyze solve``: its texts and JSON, and questions taken from a record or from options."""

from __future__ import annotations

from pathlib import Path

import pytest

from kranalyze.bundled import bundled_directory
from kranalyze.cards import parse_card
from kranalyze.deal import Deal, Seat
from kranalyze.games import GAMES
from oracle.play import PlayRules, winner
from running import TOPS, ask, run

#: South's six cards are the highest of their suits, so that South takes every trick.
KOENIGMORD = ("solve", TOPS, "--contract", "koenigmord", "--declarer", "S")


def test_the_plain_sentence_comes_first() -> None:
    assert run(*KOENIGMORD).out.startswith("Königmord by South: can be made\n")
    lost = ask("Königmord", "north")
    assert lost.out.startswith("Königmord by North: cannot be made\n")
    assert lost.status == 0


def test_text_shows_hands_first_cards_line_and_payment() -> None:
    lines = run(*KOENIGMORD).out.splitlines()
    assert "            South" in lines
    assert "            ♠ A K Q" in lines
    assert "♦ A K Q                 ♦ J T 9" in lines
    assert "  can be made  ♠Q ♠K ♠A ♥Q ♥K ♥A" in lines
    at = lines.index("A line that makes it")
    tricks = lines[at + 1 : at + 7]
    assert [line.split()[0] for line in tricks] == [*"123456"]
    assert all(line.endswith("  South") for line in tricks)
    assert lines[-1] == "Settlement: North, East and West pay South 70 chips each"


def test_a_failing_contract_shows_the_line_that_defeats_it() -> None:
    # North leads. All cards of North's are lower than South's, so South must beat and takes the first trick.
    lines = ask("koenigmord", "N").out.splitlines()
    at = lines.index("The line that defeats it")
    assert lines[at + 1].startswith("  1  N ")
    assert lines[at + 1].endswith("  South")
    assert "  cannot be made  ♠9 ♠T ♠J ♥9 ♥T ♥J" in lines
    assert lines[-1] == "Settlement: North pays East, South and West 70 chips each"


def test_german_letters() -> None:
    shown = run(*KOENIGMORD, "--deck", "german").out
    assert "            L A K O" in shown.splitlines()
    assert "  can be made  LO LK LA HO HK HA" in shown.splitlines()
    assert not set("♠♥♦♣QJ") & set(shown)


def test_json_has_exactly_these_keys_in_this_order() -> None:
    result = run(*KOENIGMORD, "--json")
    (row,) = result.rows
    assert list(row) == [
        "deal", "board", "rules", "game", "contract", "declarer", "second", "leader", "trump", "partner",
        "order", "calls", "biddable", "makeable", "value", "guarantee", "payoff", "leads", "line",
    ]  # fmt: skip
    line = row.pop("line")
    assert row == {
        "deal": TOPS,
        "board": None,
        "rules": GAMES["graden"].in_force,
        "game": "graden",
        "contract": "koenigmord",
        "declarer": "S",
        "second": None,
        "leader": "S",
        "trump": None,
        "partner": None,
        "order": "K",
        "calls": None,
        "biddable": True,
        "makeable": True,
        "value": 1,
        "guarantee": {"N": -70, "E": -70, "S": 210, "W": -70},
        "payoff": {"N": -70, "E": -70, "S": 210, "W": -70},
        "leads": {"SQ": 1, "SK": 1, "SA": 1, "HQ": 1, "HK": 1, "HA": 1},
    }
    assert [trick["winner"] for trick in line] == ["S"] * 6
    assert result.out == run(*KOENIGMORD, "--format", "json").out
    assert result.out == run(*KOENIGMORD, "--json", "--deck", "german").out


@pytest.mark.parametrize("declarer", [*"NESW"])
@pytest.mark.parametrize("contract", ["koenigmord", "bettler", "durchmarsch", "durchmarsch_letzten"])
def test_the_line_is_a_legal_play_of_the_whole_deal(contract: str, declarer: str) -> None:
    (row,) = ask(contract, declarer, "--json").rows
    held = dict(zip("NESW", Deal.parse(row["deal"]).masks, strict=True))
    leader = row["leader"]
    rules = PlayRules(order=row["order"], trump=None)
    for trick in row["line"]:
        assert trick["leader"] == leader
        seats = [seat for seat, _ in trick["cards"]]
        assert seats == [Seat((Seat[leader] + i) % 4).name for i in range(4)]
        cards = [parse_card(card) for _, card in trick["cards"]]
        for seat, card in zip(seats, cards, strict=True):
            assert held[seat] >> card & 1
            held[seat] ^= 1 << card
        leader = seats[winner(cards, rules)]
        assert trick["winner"] == leader
    assert not any(held.values())


def test_what_is_left_open_is_solved_and_named() -> None:
    # In the K-order South takes every trick, whoever the partner is. Calling a Ten makes Tens high (T-order).
    # North holds the Tens of South's suits. If South calls one of these Tens, North is the partner, and the
    # contract is made. If South calls a Ten of East's, North is an opponent and takes a trick with a Ten.
    (row,) = ask("durchmarsch", "S", "--json").rows
    assert row["makeable"] is True
    assert row["calls"]
    east = ask("durchmarsch", "S", "--call", "DT", "--json").rows[0]
    assert (east["partner"], east["order"], east["calls"]) == ("E", "T", ["DT", "CT"])
    assert east["makeable"] is False
    north = ask("durchmarsch", "S", "--partner", "N", "--order", "t")
    assert north.out.startswith(
        "Durchmarsch by South: can be made, calling ♠T or ♥T (held by North, Tens are high)\n"
    )
    text = ask("durchmarsch", "S", "--call", "DT").out
    assert text.startswith(
        "Durchmarsch by South: cannot be made, calling ♦T or ♣T (held by East, Tens are high)\n"
    )
    # As an opponent South would defeat North. As North's partner South helps him to make the contract.
    open_ = ask("durchmarsch", "N").out
    called = "♠Q, ♠K, ♠A, ♥Q, ♥K or ♥A (held by South)"
    assert open_.startswith(f"Durchmarsch by North: can be made, calling {called}\n")


def test_who_may_bid_hundert() -> None:
    # East holds King and Queen of a suit, South does not. In the T-order only North's Tens beat cards of
    # East's, so East must call a card of North's.
    deal = "N:JT9.JT9.. AKQ.AKQ.. ..JT9.JT9 ..AKQ.AKQ"
    refused = ask("hundert", "S", deal=deal).out
    assert refused.startswith("Hundert by South: cannot be bid (needs King and Queen of one suit)\n")
    made = ask("hundert", "E", deal=deal).out
    assert made.startswith("Hundert by East: can be made, calling ♠9, ♠T, ♠J, ♥9, ♥T or ♥J (held by North)\n")


def test_a_choice_that_does_not_help_is_said_not_to() -> None:
    # North has only spades and diamonds. East can beat all of North's spades, and South can beat all of
    # North's diamonds. East and South cannot both be the partner, so one of them defeats North.
    deal = "N:JT9..JT9. AKQ.JT9.. ..AKQ.JT9 .AKQ..AKQ"
    shown = ask("durchmarsch", "N", deal=deal).out
    assert shown.startswith("Durchmarsch by North: cannot be made, whatever is chosen; shown here: calling ")


def test_not_biddable_in_json() -> None:
    (row,) = ask("hundert", "N", "--json").rows
    assert row["biddable"] is False
    assert [row[key] for key in ("makeable", "value")] == [None, None]
    assert row["payoff"] == row["guarantee"] == {"N": None, "E": None, "S": None, "W": None}
    assert (row["leads"], row["line"]) == ({}, [])


def test_the_record_says_what_the_arguments_do_not() -> None:
    # Board 5 of the lessons is a Durchmarsch by South that calls the Ten of clubs; it can be made.
    own = run("solve", "lessons.kpn", "--board", "5", "--json").rows[0]
    assert (own["contract"], own["declarer"]) == ("durchmarsch", "S")
    assert (own["order"], own["partner"]) == ("T", "N")
    assert own["makeable"] is True
    assert "CT" in own["calls"]
    # An argument about the call replaces the recorded call. If an argument names another contract, the
    # recorded call is dropped.
    other = run("solve", "lessons.kpn", "--board", "5", "--partner", "W", "--json").rows[0]
    assert (other["partner"], other["makeable"]) == ("W", False)
    solo = run("solve", "lessons.kpn", "--board", "5", "--contract", "bettler", "--json").rows[0]
    assert [solo[key] for key in ("contract", "declarer", "partner", "calls")] == ["bettler", "S", None, None]


def test_all_boards_without_board_and_one_with() -> None:
    rows = run("solve", "lessons.kpn", "--json").rows
    assert [row["board"] for row in rows] == [str(i) for i in range(1, 11)]
    assert [row["board"] for row in run("solve", "lessons.kpn", "--board", "3", "--json").rows] == ["3"]
    # The comments in the file argue that boards 1, 2 and 4 can be made and board 3 cannot.
    assert [row["makeable"] for row in rows[:4]] == [True, True, False, True]
    assert run("solve", "lessons.kpn", "--check").status == 1
    assert run("solve", "lessons.kpn", "--check", "--board", "1").status == 0


def test_boards_are_set_apart_in_text() -> None:
    shown = run("solve", "lessons.kpn").out
    assert shown.count("\n" + "-" * 60 + "\n") == 9
    assert "Board 7 · Königrufen (Graden)" in shown


def test_rules_of_the_command_line_go_over_those_of_the_record(tmp_path: Path) -> None:
    file = tmp_path / "x.kpn"
    file.write_text(f'[Game "graden"][Rules "call_own=yes mitbettler=as_printed"][Deal "{TOPS}"]\n')
    (row,) = ask("koenigmord", "S", "--json", deal=file).rows
    assert row["rules"] == GAMES["graden"].under({"call_own": "yes", "mitbettler": "as_printed"}).in_force
    (row,) = ask("koenigmord", "S", "--rule", "call_own=no", "--json", deal=file).rows
    assert row["rules"] == GAMES["graden"].under({"mitbettler": "as_printed"}).in_force


def test_call_own_plays_alone_against_three() -> None:
    args = ("solve", TOPS, "--contract", "durchmarsch", "--declarer", "S", "--call", "SA")
    refused = run(*args)
    assert refused.status == 3
    assert refused.err == "<deal>:1:1: error: South cannot call the own card SA (rule option call_own)\n"
    (row,) = run(*args, "--rule", "call_own=yes", "--json").rows
    assert (row["partner"], row["payoff"]) == (None, {"N": -40, "E": -40, "S": 120, "W": -40})


def test_a_deal_in_place_may_be_german_and_short_hands_are_endings() -> None:
    german = TOPS.replace("Q", "O").replace("J", "U")
    assert ask("koenigmord", "S", "--json", deal=german).rows == (run(*KOENIGMORD, "--json").rows)
    shown = ask("durchmarsch", "S", "--call", "ST", deal=german).out
    # The deal has German letters, so the call has German letters, too: ST is the Ten of bells (diamonds).
    assert "calling ST or ET (held by East, Tens are high)" in shown
    ending = "N:K... Q... A... J..."
    made = ask("koenigmord", "S", "--game", "graden", deal=ending).out
    assert made.startswith("Königmord by South: can be made\n")
    assert ask("koenigmord", "S", deal=ending).status == 3


def test_a_second_bettler_and_schurln_show_what_is_sure() -> None:
    # North has the same suits as South, and East the same as West, but North's and East's cards are lower.
    # So both Bettlers can lose every trick. Both bidders get 50 chips, which South and West pay.
    shown = ask("bettler", "N", "--second", "E")
    assert shown.out.startswith("Bettler by North and East: can be made\n")
    assert shown.out.endswith(
        "\nSure, whatever the others do: North +50, East +50 chips\n"
        "Settlement, each playing for himself: South and West pay 50 chips each, North and East get 50 each\n"
    )
    schurln = run("solve", TOPS, "--contract", "schurln", "--dealer", "W").out
    assert schurln.startswith("Schurln, North leading: each for himself\n")
    assert "\nSure, whatever the others do: North " in schurln


def test_games_with_trump_discard_and_forehand() -> None:
    # West is forehand and holds all five trumps (clubs). A Herrenschnapser with five trumps is always won.
    deal = "W:...AKQJT AKQJT... .AKQJT.. ..AKQJT."
    shown = run("solve", deal, "--contract", "herrenschnapser", "--leader", "W", "--trump", "C").out
    assert shown.startswith("Herrenschnapser by West: can be made, trump ♣\n")
    assert shown.rstrip().endswith("East and West get 24 each")
    # Three hands of seven leave three cards, which are the talon.
    three = "N:AKQJT9.A.. .KQJT9..AK ..AKQJ.QJT"
    (row,) = ask("no_tricks", "N", "--json", deal=three).rows
    assert (row["game"], row["payoff"]["W"]) == ("anrufen3", None)
    assert len(set(row["discard"])) == 3
    (fixed,) = ask("no_tricks", "N", "--discard", "sa SK HA", "--json", deal=three).rows
    assert set(fixed["discard"]) == {"SA", "SK", "HA"}


def test_input_from_standard_input() -> None:
    text = (bundled_directory() / "lessons.kpn").read_bytes()
    assert run("solve", "-", "--json", stdin=text).rows == run("solve", "lessons.kpn", "--json").rows


#: An ending with two cards in each hand. The answer contains the trump that was asked for.
WHIST = "N:K.A.. A.K.. .Q.A. .J.K."


def test_whist_can_be_asked_without_trump() -> None:
    ask_for = ("solve", WHIST, "--game", "whist", "--contract", "tricks", "--leader", "N")
    assert run(*ask_for, "--trump", "none", "--json").rows[0]["trump"] is None
    assert run(*ask_for, "--trump", "S", "--json").rows[0]["trump"] == "S"


def test_an_empty_trump_of_whist_is_no_trump() -> None:
    # Without trump East takes both tricks with his aces. If diamonds are trump, South ruffs the first trick
    # and takes the second with the DA.
    whist = '[Game "whist"] [Deal "N:9.9.. A.A.. ..A9. ...AK"] [Contract "tricks"] {}\n[Play "N"]\n*\n'

    def asked(trump: str, *more: str) -> tuple[str | None, int]:
        (row,) = run("solve", "-", "--json", *more, stdin=whist.format(trump)).rows
        return row["trump"], row["value"]

    for more in ((), ("--after", "0")):
        assert asked('[Trump ""]', *more) == (None, 0)
        assert asked('[Trump "D"]', *more) == ("D", 2)
    (judged,) = [
        row
        for row in run("analyze", "-", "--json", stdin=whist.format('[Trump ""]')).rows
        if row["table"] == "games"
    ]
    assert (judged["trump"], judged["value"]) == (None, 0)
    # An unknown trump in the record leaves the trump open. A trump in the arguments replaces the record's.
    assert asked('[Trump "?"]') == ("D", 2)
    assert asked('[Trump ""]', "--trump", "D") == ("D", 2)


def test_forehand_names_a_trump_in_hand() -> None:
    # RULINGS (bauernschnapsen): if a question leaves the trump open, only suits that forehand holds are
    # considered. North is forehand and has no club, though clubs would be the best trump for his side.
    deal = "N:Q.JT.JT. K..AK.KQ T.K..AJT AJ.AQ.Q."
    asked = ("solve", deal, "--game", "bauernschnapsen", "--contract", "rufer", "--declarer", "N", "--json")
    named = {suit: run(*asked, "--trump", suit).rows[0]["value"] for suit in "SHDC"}
    assert named["C"] > max(named[suit] for suit in "SHD")
    (best,) = run(*asked).rows
    assert best["trump"] in "SHD" and best["value"] == max(named[suit] for suit in "SHD")


def test_contra_doubles_in_bauernschnapsen() -> None:
    # North holds ace and king of two suits and the ace of a third, and wins all five tricks. "Gang" pays 9.
    deal = "N:AK.AK.A. QJ.QJ.K. T.T.Q.AK ..JT.QJT"
    asked = ("solve", deal, "--game", "bauernschnapsen", "--contract", "gang", "--declarer", "N", "--json")
    assert run(*asked).rows[0]["payoff"]["N"] == 9
    assert run(*asked, "--contra", 2).rows[0]["payoff"]["N"] == 36
