"""Messages for hands and deals that were typed with a mistake: too many cards, German letters, no seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from running import run

GRADEN = "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T"


def error_of(*arguments: object) -> str:
    """Return the error message of a command, without the usage text before it."""
    done = run(*arguments)
    assert done.status in (2, 3) and not done.out
    return done.err.rpartition("Error: ")[2].strip()


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        (
            "AKQ.AQT.A.",
            "the hand has 7 cards, and a hand of graden has 6; if it is of anrufen3, give --game anrufen3.",
        ),
        (
            "AKQ.AQT.A.K",
            "the hand has 8 cards, and a hand of graden has 6; if it is of russbach or rufmariasch, name the "
            "game with --game.",
        ),
        (
            "AKQT.AQT.A.K",
            "the hand has 9 cards, and no game deals so many (graden 6, russbach 8, rufmariasch 8, "
            "anrufen 6, anrufen3 7, bauernschnapsen 5); a part of a hand needs --game.",
        ),
    ],
)
def test_a_hand_with_too_many_cards_is_compared_with_the_usual_game(hand: str, message: str) -> None:
    assert error_of("odds", hand) == message


@pytest.mark.parametrize(
    ("deal", "messages"),
    [
        (  # South has East's Ten of hearts. The other hands have six cards, so the deal is of Graden.
            "S:Q.KT9.T.AQ A.AQ.AK.T KJ9.J.J.J T..Q9.K9",
            ["<deal>:1:3: error: South has 7 cards, graden has 6",
             "<deal>:1:34: error: East has 5 cards, graden has 6"],
        ),
        (
            "N:AKQJ.AK.A. - - -",
            ["<deal>:1:1: error: the deal names no game, and no game usually has 4 hands of 7 cards: name it "
             "with --game"],
        ),
    ],
)  # fmt: skip
def test_the_usual_game_of_a_deal_has_as_many_hands(deal: str, messages: list[str]) -> None:
    assert error_of("table", deal, "--contract", "bettler").splitlines() == messages


def test_a_deal_of_three_hands_is_still_of_three_players() -> None:
    deal = "N:AKQ.AK.A.9 JT9.QJ.K.K .T9.QJT.QJ"
    rows = run("table", deal, "--contract", "no_tricks", "--json").rows
    assert {row["game"] for row in rows} == {"anrufen3"}


def test_a_deal_without_its_seat_is_no_missing_file(tmp_path: Path) -> None:
    assert error_of("table", GRADEN.removeprefix("N:")) == (
        '<deal>:1:1: error: a deal begins with the seat of its first hand, as in "N:KJ9.J.J.J ..."'
    )
    missing = tmp_path / "my games.2.kpn"
    assert error_of("table", missing).endswith("error: the file cannot be read: No such file or directory")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["odds", "AKQ.AO.A."],
         "unknown rank 'O' in French letters, German for Q; --deck german reads "
         "all cards in German letters."),
        (["odds", "AKQ.AU.A.", "--deck", "german"],
         "unknown rank 'Q' in German letters, French for O; --deck french reads "
         "all cards in French letters."),
        (["odds", "AKQ.AB.A."], "unknown rank 'B'."),
    ],
)  # fmt: skip
def test_a_rank_of_the_other_deck_is_explained(arguments: list[str], message: str) -> None:
    assert error_of(*arguments) == message


def test_a_deal_in_letters_of_both_decks_is_one_error() -> None:
    """A test for a former bug: after one German letter, all French Queens and Jacks were unknown cards."""
    deal = GRADEN.replace("A.AQ.AK.T", "A.AO.AK.T")
    column = deal.index("O") + 1
    assert error_of("solve", deal, "--contract", "bettler", "--declarer", "W") == (
        f"<deal>:1:{column}: error: O is a German letter, but the deal has French letters (Q, J), too"
    )
    german = GRADEN.replace("Q", "O").replace("J", "U")
    rows = [run("table", text, "--contract", "bettler", "--json").rows for text in (GRADEN, german)]
    assert rows[0] == rows[1]


def test_a_list_of_hands_in_german_letters_is_read_with_the_option(tmp_path: Path) -> None:
    file = tmp_path / "hands.txt"
    file.write_text("AKO.AO.A.\n", encoding="utf-8")
    assert error_of("odds", file) == (
        f"{file}:1:1: error: unknown rank 'O' in French letters, German for Q; --deck german reads it"
    )
    rows = run("odds", file, "--deck", "german", "--contract", "bettler", "--json").rows
    assert rows[0]["hand"] == "AKQ.AQ.A."
