"""Tables fit the width of the terminal, and a notice says what is left out."""

from __future__ import annotations

import os
import re
import sys

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


def printed(arguments: list[str], columns: str | None) -> list[str]:
    """The lines of a command's output at a width."""
    found = CliRunner().invoke(cli, arguments, env={"COLUMNS": columns})
    assert found.exit_code == 0, found.stderr
    return found.stdout.splitlines()


def in_columns(line: str) -> bool:
    """Whether a line is one of a table: its lines are set in or its cells two blanks apart."""
    return bool(re.search(r"^  |\S  +\S", line))


@pytest.mark.parametrize("name", COMMANDS)
def test_no_line_of_a_table_is_wider_than_the_screen(name: str) -> None:
    narrow = [line for line in printed(COMMANDS[name], "60") if in_columns(line) and "N:" not in line]
    assert narrow
    assert [line for line in narrow if len(line) > 60] == []
    assert not any("…" in line or "too narrow" in line for line in printed(COMMANDS[name], None))


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
    except OSError:  # the other side is closed
        pass
    assert os.waitpid(child, 0)[1] == 0
    lines = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in text.decode().splitlines()]
    table = lines[lines.index("Contracts") : lines.index("", lines.index("Contracts"))]
    assert max(map(len, table)) <= 50
    left_out = " ".join(table)
    assert "too narrow for: " in left_out
    assert left_out.endswith("needs)")


def test_names_are_shortened_before_columns_are_left_out_and_numbers_never_are() -> None:
    rows = [("contract", "how many", "who"), ("a very long name of a contract", "1234567", "somebody else")]
    shown = SCREEN.set(40)
    try:
        assert fit_columns(rows, "<><") == [
            "contract              how many  who",
            "a very long name of…   1234567  somebod…",
        ]
        SCREEN.set(20)
        assert fit_columns(rows, "<><") == [
            "contract    how many",
            "a very lo…   1234567",
            "(too narrow for:",
            "  who)",
        ]
    finally:
        SCREEN.reset(shown)
    assert max(map(len, fit_columns(rows, "<><"))) == 30 + 2 + 8 + 2 + 13


def test_contracts_are_rows_of_csv() -> None:
    rows = printed(["games", "--format", "csv"], None)
    assert rows[0] == (
        "game,cards,seats,hand,talon,unit,contract,name,rank,value,second,order,trump,party,requires"
    )
    assert len(rows) == 1 + sum(len(game.contracts) for game in GAMES.values())
    assert "graden,24,4,6,0,chips,bettler,Bettler,1,30,50,K,false,alone," in rows
