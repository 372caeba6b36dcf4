"""Deals of bridge are rejected with the same sentence, whether they come from files, arguments or Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

import kranalyze
from kranalyze.cards import parse_hand
from kranalyze.cli import cli
from kranalyze.games import GAMES
from kranalyze.texts.problems import Place, problem_text

SENTENCE = "this is bridge, with hands of 13 cards; kranalyze solves games of 20 to 32 cards"

FILE = Path(__file__).parent / "data" / "invalid" / "bridge.kpn"

DEAL = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"


def errors(arguments: list[str], text: str | None = None) -> list[str]:
    """Run a command that must fail. Return the lines of its output that are error messages."""
    result = CliRunner().invoke(cli, arguments, input=text, prog_name="kranalyze")
    assert result.exit_code in (2, 3), result.output
    assert result.stdout == "" or arguments[0] == "check"
    return [line for line in result.stderr.splitlines() if "error:" in line.lower()]


def test_the_sentence_names_the_packs_of_the_games() -> None:
    packs = sorted(game.pack for game in GAMES.values())
    assert f"games of {packs[0]} to {packs[-1]} cards" in SENTENCE
    assert problem_text("deal_of_bridge", {}, Place()) == SENTENCE


@pytest.mark.parametrize(
    "command",
    [
        "solve club.pbn", "check club.pbn", "table club.pbn", "analyze club.pbn", "stats club.pbn",
        "par club.pbn", "odds club.pbn", "table club.pbn --game whist", "solve club.pbn --game graden",
        "solve club.pbn --contract bettler --declarer S", "analyze club.pbn --report evening.html",
        "convert club.pbn deals.csv", "convert club.pbn deals.kpn",
    ],
)  # fmt: skip
def test_a_file_is_refused_in_one_sentence(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pbn = tmp_path / "club.pbn"
    pbn.write_bytes(FILE.read_bytes())
    assert errors(command.split()) == [f"club.pbn:13:8: error: {SENTENCE}"]
    assert list(tmp_path.iterdir()) == [pbn]


def test_annotate_loses_nothing_of_a_file_of_bridge(tmp_path: Path) -> None:
    # The file is larger than the part of a file that the reader reads at a time.
    boards = "".join(f'[Board "{i}"]\n[Deal "{DEAL}"]\n\n' for i in range(1, 20_001))
    path = tmp_path / "tournament.pbn"
    path.write_text(boards, encoding="utf-8")
    assert path.stat().st_size > 1 << 20
    result = CliRunner().invoke(cli, ["annotate", str(path)], prog_name="kranalyze")
    assert result.exit_code == 3
    assert result.stderr == f"{path}:2:8: error: {SENTENCE}\n"
    assert boards.strip() in result.stdout


def test_standard_input_is_refused_in_one_sentence() -> None:
    assert errors(["table", "-"], FILE.read_text(encoding="utf-8")) == [f"<stdin>:13:8: error: {SENTENCE}"]


def test_a_batch_is_refused_in_one_sentence(tmp_path: Path) -> None:
    out = tmp_path / "out"
    arguments = ["batch", str(FILE), "-o", str(out), "--task", "table", "--shard-size", "1"]
    assert errors(arguments) == [f"{FILE}:13:8: error: {SENTENCE}"]


@pytest.mark.parametrize("arguments", [["solve", DEAL], ["table", DEAL], ["table", DEAL, "--game", "whist"]])
def test_a_typed_deal_is_refused_in_one_sentence(arguments: list[str]) -> None:
    assert errors(arguments) == [f"<deal>:1:1: error: {SENTENCE}"]


def test_a_typed_hand_is_refused_in_one_sentence() -> None:
    assert errors(["odds", "AKQ2.543.AKJ.T98"]) == [f"Error: {SENTENCE}."]


def test_a_game_of_bridge_among_others_does_not_affect_them(tmp_path: Path) -> None:
    game = '[Game "graden"] [Board "{}"] [Deal "{}"]\n\n'
    good = "N:AKQ.A.A.A T.KQ.KQ.K J.JT.JT.Q 9.9.9.JT9"
    path = tmp_path / "mixed.kpn"
    games = [game.format(board, DEAL if board in (1, 3) else good) for board in (1, 2, 3, 4)]
    path.write_text("".join(games), encoding="utf-8")
    file = kranalyze.read_kpn(path)
    assert [record.board for record in file.records] == ["2", "4"]
    place = len('[Game "graden"] [Board "1"] [Deal "') + 1
    assert [str(error) for error in file.errors] == [
        f"{path}:{line}:{place}: error: {SENTENCE}" for line in (1, 5)
    ]


def test_python_refuses_in_one_sentence() -> None:
    with pytest.raises(ValueError, match=f"^{SENTENCE}$"):
        kranalyze.Deal.parse(DEAL)
    with pytest.raises(ValueError, match=f"{SENTENCE}$"):
        kranalyze.solve(DEAL, contract="bettler", declarer="S")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AAKQJT9.AKQJ9.9.", "twice"),  # 13 cards, but no rank that only bridge has
        ("AKQJT9.A2.K.", "unknown rank '2'"),  # 9 cards
        ("AKQJT98765432X...", "unknown rank"),  # 14 signs
    ],
)  # fmt: skip
def test_other_hands_are_not_called_bridge(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as raised:
        parse_hand(text)
    assert "bridge" not in str(raised.value)
