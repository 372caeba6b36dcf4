"""Colours appear only on a terminal, and a notice says what a summary leaves out."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from kranalyze.cli.common import coloured
from running import run

RED = "\x1b[31m"


def test_red_suits_and_marks_are_painted() -> None:
    assert coloured("♠A ♥K") == f"♠A {RED}♥\x1b[0mK"
    assert coloured(" 2  W ♦A??  N ♦9?") == (
        f" 2  W {RED}♦\x1b[0mA\x1b[31m\x1b[1m??\x1b[0m  N {RED}♦\x1b[0m9\x1b[33m\x1b[1m?\x1b[0m"
    )
    assert coloured("What is it? Nothing.") == "What is it? Nothing."


@pytest.mark.parametrize(
    ("args", "environment", "colours"),
    [
        ((), {}, True),
        ((), {"NO_COLOR": "1"}, False),
        (("--color", "never"), {}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
    ],
)
def test_a_terminal_gets_colours(args: tuple[str, ...], environment: dict[str, str], colours: bool) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-P", "-m", "kranalyze", *args, "solve", "lessons.kpn", "--board", "1"]
    clean = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    done = subprocess.run(command, stdout=theirs, env={**clean, **environment, "TERM": "xterm"}, timeout=60)
    os.close(theirs)
    said = b""
    while len(said) < 200:
        said += os.read(ours, 1000)
    os.close(ours)
    assert done.returncode == 0 and (RED.encode() in said) == colours


def test_a_file_or_a_pipe_gets_none_unless_it_is_asked_for() -> None:
    asked = ("solve", "lessons.kpn", "--board", "1")
    assert RED not in run(*asked).out and RED in run("--color", "always", *asked).out


def test_a_list_of_games_that_is_left_out_is_mentioned(tmp_path: Path) -> None:
    record = (
        '[Game "whist"]\n[Board "{}"]\n[Deal "N:A... K... Q... J..."]\n[Trump ""]\n'
        '[Play "N"]\nSA SK SQ SJ\n\n'
    )
    file = tmp_path / "log.kpn"
    for games, listed in ((60, True), (61, False)):
        file.write_text("".join(record.format(i) for i in range(games)), encoding="utf-8")
        out = run("analyze", file).out
        told = (
            "61 games are too many to list (at most 60). --board B shows a game card by card, "
            "--games --json lists all.\n"
        )
        assert (told in out) != listed and ("board" in out.splitlines()[0].split()) == listed
