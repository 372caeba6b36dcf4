"""Slips of a typing hand: each gets the one message that helps, and the command that mends it does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kranalyze.games import GAMES, get_game
from kranalyze.kpn import parse_kpn

# The deal and the play of a game, its tricks once by seats (W N E S) and once in playing order.
HEAD = (
    '[Board "2"]\n[Game "graden"]\n[Deal "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ"]\n'
    '[Contract "durchmarsch"]\n[Declarer "W"]\n[Called "SA"]\n[Play "W"]\n'
)
BY_SEATS = "CA C9 CT CJ\nDA D9 DK DT\nSK SA SJ S9\nCQ CK SQ H9\nST DQ HK DJ\nHQ HJ HA HT\n"
AS_PLAYED = "CA C9 CT CJ\nDA D9 DK DT\nSK SA SJ S9\nCK SQ H9 CQ\nDQ HK DJ ST\nHJ HA HT HQ\n"
HINT = "columns are seats, not playing order; `kranalyze convert --as-played` reads them so"


def test_tricks_in_playing_order_are_one_error_that_says_so() -> None:
    file = parse_kpn(HEAD + AS_PLAYED, "typed.kpn")
    (error,) = file.errors
    assert str(error) == f"typed.kpn:11:4: error: North does not hold the SQ: {HINT}"


def test_they_are_read_so_when_asked() -> None:
    (right,) = parse_kpn(HEAD + BY_SEATS).records
    (read,) = parse_kpn(HEAD + AS_PLAYED, as_played=True).records
    assert [(m.seat, m.card) for m in read.play] == [(m.seat, m.card) for m in right.play]
    assert read == right  # what is written back has its columns by seats
    (same,) = parse_kpn(HEAD + BY_SEATS, as_played=True).records
    assert same == right


def test_marks_and_what_broke_off_go_with_their_cards() -> None:
    short = 'CA C9 CT CJ\nDA D9 DK DT\nSK SA SJ S9\nCK?? =1= SQ H9 CQ\n*\n[Note "1:dear"]\n'
    (read,) = parse_kpn(HEAD + short, as_played=True).records
    section = read.section("Play")
    assert section is not None
    assert [e.text for e in section.entries[12:]] == ["CQ", "CK", "SQ", "H9", "*"]
    assert section.entries[13].marks and not section.entries[12].marks
    assert section.entries[read.play[12].entry].text == "CK"


def test_play_that_is_wrong_either_way_keeps_its_errors() -> None:
    wrong = AS_PLAYED.replace("DQ HK DJ ST", "DQ HK ST DJ")
    for as_played in (False, True):
        errors = parse_kpn(HEAD + wrong, as_played=as_played).errors
        assert len(errors) > 1 and not any(HINT in e.message for e in errors)


def test_a_trick_that_is_not_whole_is_not_turned() -> None:
    # Everybody sits one place further: the columns begin with North, and East leads the last trick.
    head = HEAD.replace('"N:', '"E:').replace('[Declarer "W"]', '[Declarer "N"]').replace('"W"', '"N"')
    cut = AS_PLAYED.replace("HJ HA HT HQ\n", "HJ HA\n+\n")
    errors = parse_kpn(head + cut).errors
    assert len(errors) > 1 and not any(HINT in e.message for e in errors)


def test_convert_writes_them_by_seats(tmp_path: Path) -> None:
    (tmp_path / "typed.kpn").write_text(HEAD + AS_PLAYED, encoding="utf-8")
    command = [sys.executable, "-P", "-m", "kranalyze", "convert", "typed.kpn", "evening.kpn"]
    refused = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert refused.returncode == 3 and HINT in refused.stderr
    subprocess.run([*command, "--as-played"], cwd=tmp_path, check=True)
    assert BY_SEATS in (tmp_path / "evening.kpn").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Königrufen", "unknown game 'Königrufen', did you mean graden or russbach?"),
        ("Rusbach", "unknown game 'Rusbach', did you mean russbach?"),
        ("Anruffen", "unknown game 'Anruffen', did you mean anrufen?"),
    ],
)
def test_a_game_that_was_nearly_named(name: str, said: str) -> None:
    with pytest.raises(ValueError) as error:
        get_game(name)
    assert str(error.value) == said


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("durchmarch", "unknown contract 'durchmarch' of graden, did you mean durchmarsch?"),
        ("Königsmord", "unknown contract 'Königsmord' of graden, did you mean koenigmord?"),
        ("Zehner", "unknown contract 'Zehner' of graden, did you mean zehnermord?"),
    ],
)
def test_a_contract_that_was_nearly_named(name: str, said: str) -> None:
    with pytest.raises(ValueError) as error:
        GAMES["graden"].contract(name)
    assert str(error.value) == said


def test_a_rule_option_that_was_nearly_named() -> None:
    with pytest.raises(ValueError) as error:
        GAMES["bauernschnapsen"].rules({"betler_value": "4"})
    assert str(error.value) == (
        "unknown rule option 'betler_value' of bauernschnapsen, did you mean bettler_value?"
    )
