"""``kranalyze solve`` rejects impossible arguments, deals and records, and its exit status shows why."""

from __future__ import annotations

from pathlib import Path

import pytest

from kranalyze.bundled import bundled_directory
from kranalyze.games import GAMES
from running import TOPS, ask, run


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (["--contract", "koenigmord", "--declarer", "S"], 0),
        (["--contract", "koenigmord", "--declarer", "N"], 1),
        (["--contract", "hundert", "--declarer", "S"], 0),
        (["--contract", "hundert", "--declarer", "N"], 1),  # North lacks the K+Q that he needs
        (["--contract", "schurln", "--leader", "N"], 0),  # nobody can make or lose a Schurln
    ],
)
def test_check_says_by_its_status_whether_it_can_be_made(args: list[str], status: int) -> None:
    assert run("solve", TOPS, *args, "--check").status == status
    assert run("solve", TOPS, *args).status == 0


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--declarer", "S"], "No record names a contract"),
        (["--contract", "koenigmord"], "No record names a declarer"),
        (["--contract", "nosuch", "--declarer", "S"], "unknown contract 'nosuch', known:"),
        (["--contract", "rufer", "--declarer", "S"], "unknown contract 'rufer' of graden"),
        (["--contract", "koenigmord", "--declarer", "X"], "unknown seat 'X'"),
        (["--contract", "durchmarsch", "--declarer", "S", "--call", "ZZ"], "unknown card 'ZZ'"),
        (["--contract", "durchmarsch", "--declarer", "S", "--order", "Q"], "'Q' is not one of"),
        (["--contract", "koenigmord", "--declarer", "S", "--trump", "Q"], "unknown suit 'Q'"),
        (["--contract", "koenigmord", "--declarer", "S", "--rule", "x"], "NAME=VALUE"),
        (
            ["--contract", "koenigmord", "--declarer", "S", "--rule", "x=y"],
            "no game has the rule options x=y",
        ),
        (
            ["--contract", "koenigmord", "--declarer", "S", "--game", "graden", "--rule", "x=y"],
            f"unknown rule option 'x' of graden, known: {', '.join(GAMES['graden'].in_force)}",
        ),
        (
            ["--contract", "koenigmord", "--declarer", "S", "--rule", "unit=2"],
            "unknown rule option 'unit' of graden",
        ),
        (["--contract", "koenigmord", "--declarer", "S", "--json", "--format", "text"], "exclude each other"),
        (["--board", "7", "--contract", "koenigmord", "--declarer", "S"], "there is no board '7', but ?"),
        (["--contract", "koenigmord", "--declarer", "S", "--contra", "-1"], "'--contra'"),
    ],
)
def test_arguments_that_are_wrong_by_themselves_are_status_2(args: list[str], words: str) -> None:
    result = run("solve", TOPS, *args)
    assert (result.status, result.out) == (2, "")
    assert words in result.err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--contract", "durchmarsch", "--declarer", "S", "--call", "S7"], "nobody holds the called card S7"),
        (["--contract", "durchmarsch", "--declarer", "S", "--partner", "S"], "cannot be the own partner"),
        (["--contract", "koenigmord", "--declarer", "S", "--partner", "N"], "cannot be the partner"),
        (["--contract", "koenigmord", "--declarer", "S", "--call", "DA"], "nothing is called in Königmord"),
        (["--contract", "koenigmord", "--declarer", "S", "--second", "N"], "has no second declarer"),
        (["--contract", "bettler", "--declarer", "S", "--second", "S"], "cannot be the second declarer too"),
        (["--contract", "koenigmord", "--declarer", "S", "--order", "T"], "K-order"),
        (["--contract", "koenigmord", "--declarer", "S", "--trump", "H"], "trump"),
        (["--contract", "koenigmord", "--declarer", "S", "--leader", "N"], "is led by its declarer"),
        (["--contract", "koenigmord", "--declarer", "S", "--discard", "SA HT C9"], "nothing is laid away"),
    ],
)
def test_what_cannot_be_on_this_deal_is_status_3(args: list[str], words: str) -> None:
    result = run("solve", TOPS, *args)
    assert (result.status, result.out) == (3, "")
    assert result.err.startswith("<deal>:1:1: error: ")
    assert words in result.err


@pytest.mark.parametrize(
    ("west", "line"),
    [
        (" ..AKQ.AKJ", "1:41: error: West holds CJ, which is held by East too"),
        (" ..AKQ.AK", "1:33: error: West has 5 cards, graden has 6"),
        (" ..AKQ.AK8", "1:41: error: West holds C8, which is not in the 24 cards of graden"),
        ("", "1:1: error: a deal has 4 hands, here are 3"),
        (" ..AKQ.AK1", "1:41: error: unknown card 'C1'"),
    ],
)
def test_a_bad_deal_in_place_names_the_card_and_its_place(west: str, line: str) -> None:
    result = ask("koenigmord", "S", deal=f"N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ..{west}")
    assert result.status == 3
    assert result.err.startswith(f"<deal>:{line}")


def test_two_hands_that_are_not_known_are_too_many() -> None:
    result = ask("koenigmord", "S", deal="N:JT9.JT9.. ..JT9.JT9 - -")
    assert (result.status, result.err) == (3, "<deal>:1:1: error: a hand of the deal is not known\n")


def test_errors_of_some_boards_are_status_123(tmp_path: Path) -> None:
    text = (bundled_directory() / "lessons.kpn").read_text(encoding="utf-8")
    file = tmp_path / "broken.kpn"
    file.write_text(text.replace('[Deal "S:AKQ.AK.A. J.', '[Deal "S:AKQ.AK.A. A.', 1), encoding="utf-8")
    result = run("solve", file, "--json")
    assert result.status == 123
    assert [row["board"] for row in result.rows] == [str(i) for i in range(2, 11)]
    assert result.err.startswith(f"{file}:")
    assert "SA" in result.err
    assert "error: " in result.err
    # With --check, the status for errors replaces the status for a contract that cannot be made.
    assert run("solve", file, "--check").status == 123
    # The error of one board does not affect the other boards.
    assert run("solve", file, "--board", "2").err == ""


def test_a_record_without_a_contract_among_others_is_an_error_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "x.kpn"
    deal = f'[Game "graden"]\n[Deal "{TOPS}"]\n'
    file.write_text(f'{deal}[Contract "koenigmord"]\n[Declarer "S"]\n\n{deal}')
    result = run("solve", file, "--json")
    assert (result.status, len(result.rows)) == (123, 1)
    assert result.err == f"{file}:6:1: error: the record names no contract: give --contract\n"


@pytest.mark.parametrize("contract", ["kontraschnapser", "kontrabauernschnapser"])
def test_the_trump_of_kontra_forms_is_not_the_declarers_to_choose(contract: str) -> None:
    asked = ("solve", "N:Q.JT.JT. K..AK.KQ T.K..AJT AJ.AQ.Q.", "--game", "bauernschnapsen", "--contract",
             contract, "--declarer", "E", "--leader", "N")  # fmt: skip
    refused = run(*asked)
    assert (refused.status, refused.out) == (3, "")
    assert "is played in forehand's trump, which must be named" in refused.err
    assert run(*asked, "--trump", "D", "--json").rows[0]["trump"] == "D"


def test_no_trump_is_no_choice_elsewhere() -> None:
    refused = run("solve", TOPS, "--contract", "koenigmord", "--declarer", "S", "--trump", "none")
    assert (refused.status, refused.out) == (3, "")
    assert "a trump is not left out by choice in graden" in refused.err


@pytest.mark.parametrize(("game", "times"), [("graden", 1), ("anrufen", 2), ("bauernschnapsen", 4)])
def test_contra_is_said_as_often_as_the_game_knows(game: str, times: int) -> None:
    deal = TOPS if game != "bauernschnapsen" else "N:AK.AK.A. QJ.QJ.K. T.T.Q.AK ..JT.QJT"
    contract = {"graden": "koenigmord", "anrufen": "no_tricks", "bauernschnapsen": "gang"}[game]
    refused = run("solve", deal, "--game", game, "--contract", contract, "--declarer", "S", "--contra", times)
    assert (refused.status, refused.out) == (3, "")
    assert f"in {game}, not {times} times" in refused.err


@pytest.mark.parametrize("command", ["solve", "advise"])
def test_a_board_of_a_file_that_cannot_be_read(command: str, tmp_path: Path) -> None:
    result = run(command, tmp_path / "none.kpn", "--board", 1)
    assert result.status == 3 and result.err.endswith("the file cannot be read: No such file or directory\n")
