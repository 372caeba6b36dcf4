"""Texts for people name the rule options that are not the defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

import kranalyze
from kranalyze.games import GAMES
from kranalyze.show.text import game_name_and_changed_rules
from running import run

DEAL = "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T"
OPTION = ("--rule", "call_own=yes")
TITLE = "Königrufen (Graden) (call_own=yes)"
GAME = (
    '[Game "graden"]\n{rules}[Board "{board}"]\n[Deal "N:A.J.Q9.K9 QJ.AK.K.T 9.T9.JT.J KT.Q.A.AQ"]\n'
    '[Contract "durchmarsch"]\n[Declarer "W"]\n[Called "SA"]\n[Play "W"]\nCA C9 CT CJ\nDA D9 DK DT\n*\n\n'
)


def test_the_title_of_a_game_has_the_options_that_differ() -> None:
    game = GAMES["graden"]
    assert (
        game_name_and_changed_rules(game)
        == game_name_and_changed_rules(game.under({"call_own": "no"}))
        == "Königrufen (Graden)"
    )
    both = game.under({"call_own": "yes", "mitbettler": "as_printed"})
    assert game_name_and_changed_rules(both) == "Königrufen (Graden) (call_own=yes mitbettler=as_printed)"


@pytest.mark.parametrize(
    "command",
    [
        ("solve", DEAL, "--contract", "durchmarsch", "--declarer", "W"),
        ("solve", DEAL, "--contract", "durchmarsch", "--declarer", "W", "--play", "SA"),
        ("table", DEAL, "--contract", "koenigmord"),
        ("odds", "AKQ.AKQ..", "--contract", "koenigmord", "--samples", "5"),
        ("odds", "AKQ.AKQ..", "AKJ.AKQ..", "--contract", "koenigmord", "--samples", "5"),
        ("advise", "N:- - AKJ.AQ.T. -", "--contract", "koenigmord", "--declarer", "S", "--within", "1"),
        ("stats", DEAL, "--contract", "koenigmord"),
        ("par", DEAL, "--dealer", "N"),
        ("analyze", "lessons.kpn", "--board", "1"),
        ("analyze", "lessons.kpn"),
    ],
    ids=" ".join,
)
def test_every_command_names_them(command: tuple[str, ...]) -> None:
    done = run(*command, *OPTION)
    assert done.status == 0 and TITLE in done.out
    assert "call_own" not in run(*command).out


def test_many_games_by_several_rules(tmp_path: Path) -> None:
    file, rules = tmp_path / "log.kpn", '[Rules "call_own=yes"]\n'
    text = "".join(GAME.format(rules=rules if board < 3 else "", board=board) for board in range(1, 4))
    file.write_text(text, encoding="utf-8")
    found = run("analyze", file).out
    assert "Königrufen (Graden) (call_own=yes in 2 of 3 games)\n" in found
    assert "Players" not in found
    alone = tmp_path / "alone.kpn"
    alone.write_text(GAME.format(rules=rules, board=1) + GAME.format(rules=rules, board=2), encoding="utf-8")
    assert f"{TITLE}\n" in run("analyze", alone).out
    names = text.replace('[Board', '[West "Anna"]\n[Board')
    file.write_text(names, encoding="utf-8")
    assert "Players of Königrufen (Graden) (call_own=yes in 2 of 3 games): won" in run("analyze", file).out


def test_objects_print_them_too() -> None:
    rules = {"unit": "7"}
    answer = kranalyze.solve(
        "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987", game="rufmariasch", contract="simple",
        declarer="N", call="SA", rules=rules,
    )  # fmt: skip
    assert "Rufmariasch (unit=7) · North leads" in str(answer)
