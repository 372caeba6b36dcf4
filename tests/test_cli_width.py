"""Tables fit the width of the terminal: titles are broken, and columns that do not fit follow below."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner

from kranalyze.cli import cli
from kranalyze.games import GAMES
from kranalyze.show.aligned import SCREEN, fit_columns

DEAL = "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T"

COMMANDS = {
    "table": ["table", DEAL],
    "stats": ["stats", "--random", "20", "--seed", "1"],
    "by": ["stats", "--random", "20", "--seed", "1", "--by", "aces,longest"],
    "par": ["par", DEAL],
    "odds": ["odds", "AKJ.AQ.T.", "--games", "4"],
    "odds with open cards": ["odds", "AKJ.AQ.T.", "--games", "0"],
    "analyze": ["analyze", "simulated-log.kpn", "--no-best"],
    "games": ["games"],
    "game": ["games", "graden"],
}


#: Words of column titles. They test a former bug: a narrow screen cut these words or left their columns out.
TITLES = {
    "alone", "as", "best", "bidding", "declarer", "defender", "each", "first", "layouts", "left", "makeable",
    "needs", "open", "partner", "passed", "pays:", "plays", "right", "seat", "some", "table", "up", "verdict",
}


def printed(arguments: list[str], columns: str | None) -> list[str]:
    """Return the lines that a command prints on a screen of ``columns`` columns. None: any width."""
    found = CliRunner().invoke(cli, arguments, env={"COLUMNS": columns})
    assert found.exit_code == 0, found.stderr
    return found.stdout.splitlines()


def in_columns(line: str) -> bool:
    """Return whether a line belongs to a table: it is indented, or its cells are two blanks apart."""
    return bool(re.search(r"^  |\S  +\S", line))


@pytest.mark.parametrize("name", COMMANDS)
def test_no_line_of_a_table_is_wider_than_the_screen(name: str) -> None:
    narrow = [line for line in printed(COMMANDS[name], "60") if in_columns(line) and "N:" not in line]
    assert narrow
    assert [line for line in narrow if len(line) > 60] == []
    assert not any("…" in line for line in printed(COMMANDS[name], None))


def test_a_terminal_is_asked_for_its_width() -> None:
    pty = pytest.importorskip("pty")
    import fcntl
    import struct
    import termios

    child, screen = pty.fork()
    if child == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 50, 0, 0))
        os.environ.pop("COLUMNS", None)
        os.execv(sys.executable, [sys.executable, "-m", "kranalyze", "games", "graden"])
    text = b""
    try:
        while some := os.read(screen, 4096):
            text += some
    except OSError:  # the command has ended
        pass
    assert os.waitpid(child, 0)[1] == 0
    lines = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in text.decode().splitlines()]
    table = lines[lines.index("Contracts") : lines.index("", lines.index("Contracts"))]
    assert max(map(len, table)) <= 50
    assert "needs" in text.decode()  # the last column follows below the others


@pytest.fixture
def screen() -> Iterator[Callable[[int], None]]:
    """Yield a function that sets the width of the screen for the test."""
    token = SCREEN.set(None)
    yield lambda width: SCREEN.set(width) and None
    SCREEN.reset(token)


def test_titles_are_broken_before_a_table_is_folded(screen: Callable[[int], None]) -> None:
    rows = [("name", "as declarer", "as defender"), ("Dora", "370", "1800")]
    assert fit_columns(rows, "<>>") == ["name  as declarer  as defender", "Dora          370         1800"]
    screen(24)
    assert fit_columns(rows, "<>>") == [
        "            as        as",
        "name  declarer  defender",
        "Dora       370      1800",
    ]


def test_a_folded_table_repeats_the_first_column_and_loses_nothing(screen: Callable[[int], None]) -> None:
    rows = [("contract", "how many", "mean", "who"), ("Königmord", "1234567", "+210.0", "everybody else")]
    screen(32)
    assert fit_columns(rows, "<>><", "  ") == [
        "  contract   how many    mean",
        "  Königmord   1234567  +210.0",
        "",
        "  contract   who",
        "  Königmord  everybody else",
    ]
    screen(25)  # the mark | lets the second table begin earlier
    assert fit_columns(rows, "<|>><") == [
        "contract   how many",
        "Königmord   1234567",
        "",
        "contract     mean",
        "Königmord  +210.0",
        "",
        "contract   who",
        "Königmord  everybody else",
    ]


def test_a_table_is_folded_before_columns_that_belong_together(screen: Callable[[int], None]) -> None:
    rows = [("card", "table", "95%", "open", "95%"), ("SA", "10.5%", "7-16%", "11.2%", "10-12%")]
    screen(26)
    assert fit_columns(rows, "<>>|>>") == [
        "card  table    95%", "SA    10.5%  7-16%", "", "card   open     95%", "SA    11.2%  10-12%",
    ]  # fmt: skip
    assert fit_columns(rows, "<>>>>") == [
        "card  table    95%   open", "SA    10.5%  7-16%  11.2%", "", "card     95%", "SA    10-12%",
    ]  # fmt: skip


def test_a_table_is_not_folded_earlier_than_necessary(screen: Callable[[int], None]) -> None:
    rows = [("card", "table", "95%", "open", "more"), ("SA", "10.5%", "7-16%", "11.2%", "1234")]
    screen(26)
    assert fit_columns(rows, "<|>>>|>") == [
        "card  table    95%   open", "SA    10.5%  7-16%  11.2%", "", "card  more", "SA    1234",
    ]  # fmt: skip


def test_only_long_texts_are_shortened(screen: Callable[[int], None]) -> None:
    marks = "East ♥T? (trick 2), West ♠A? (trick 3), West ♠9? (trick 4)"
    rows = [("board", "contract", "marked"), ("12", "Durchmarsch am letzten", marks)]
    screen(50)
    assert fit_columns(rows, "<<<") == [
        "board  contract",
        "12     Durchmarsch am letzten",
        "",
        "board  marked",
        f"12     {marks[:42]}…",  # 5 + 2 + 42 + 1 = 50
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ["analyze", "simulated-log.kpn", "--board", "1", "--no-best"],
        ["analyze", "simulated-log.kpn", "--no-best"],
        ["solve", "lessons.kpn"],
        ["advise", "single-dummy.kpn", "--board", "2", "--after", "19", "--games", "3"],
        ["advise", "single-dummy.kpn", "--board", "1", "--after", "9", "--games", "0"],
    ],
)
def test_sentences_are_broken_where_the_screen_ends(arguments: list[str]) -> None:
    whole = printed(arguments, None)
    assert max(map(len, whole)) > 70
    broken = printed(arguments, "70")
    assert [line for line in broken if len(line) > 70] == []
    if arguments[0] == "solve":  # `solve` prints no folded table
        assert " ".join(whole).split() == " ".join(broken).split()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_narrow_screen_shows_every_word_of_the_titles(name: str) -> None:
    """A test for a former bug: titles were cut to "as de…", which may mean declarer or defender."""
    titles = {word for line in printed(COMMANDS[name], None) for word in line.split() if word in TITLES}
    narrow = {word for line in printed(COMMANDS[name], "80") for word in line.split()}
    assert titles <= narrow


def test_contracts_are_rows_of_csv() -> None:
    rows = printed(["games", "--format", "csv"], None)
    assert rows[0] == (
        "game,cards,seats,hand,talon,unit,contract,name,rank,value,second,order,trump,party,requires"
    )
    assert len(rows) == 1 + sum(len(game.contracts) for game in GAMES.values())
    assert "graden,24,4,6,0,chips,bettler,Bettler,1,30,50,K,false,alone," in rows
