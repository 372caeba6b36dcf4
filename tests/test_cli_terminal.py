"""Test output on a terminal: no text in a file steers the terminal; encoding and ``--color`` are obeyed."""

from __future__ import annotations

import os
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from running import ONE_GAME, PROGRAM, TOPS, run, spawn

#: Two control sequences that steer a terminal. The first clears the screen. The second begins with the
#: control character U+009B. The tests put both sequences into texts that a user writes.
STEERING = "\x1b[2J\x9bA"


def steering_log(folder: Path) -> Path:
    """Write a log that would steer a terminal: by its comments, its board, its players and its file name."""
    file = folder / f"evening{STEERING}.kpn"
    head = f'; says {STEERING}\n\n[Event "x"]\n'
    names = "".join(f'[{seat} "{seat}{STEERING}"]\n' for seat in ("North", "East", "South", "West"))
    game = ONE_GAME.replace('[Board "1"]', f'[Board "1{STEERING}"]')
    file.write_text(head + names + game, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "args",
    [
        ["check"], ["table"], ["stats"], ["par"], ["solve"], ["solve", "--json"], ["solve", "--after", 1],
        ["analyze"], ["analyze", "--board", f"1{STEERING}"], ["analyze", "--json"], ["table", "--json"],
        ["solve", "--board", f"2{STEERING}"], ["table", "-o", f"{STEERING}.{STEERING}"],
    ],
    ids=lambda args: "".join(map(str, args)).encode("ascii", "ignore").decode().replace("\x1b", ""),
)  # fmt: skip
def test_nothing_in_a_file_steers_the_terminal(tmp_path: Path, args: list[object]) -> None:
    result = run(*args[:1], steering_log(tmp_path), *args[1:])
    everything = result.out + result.err
    assert everything
    assert not {"\x1b", "\x9b"} & set(everything)
    assert result.status == (2 if ("--board" in args and "solve" in args) or "-o" in args else 0), everything


def test_what_steers_is_written_out(tmp_path: Path) -> None:
    file = steering_log(tmp_path)
    assert run("analyze", file).out.startswith(r"Board 1\x1b[2J\x9bA: Bettler by North")
    said = run("check", file).out
    assert said == f"{tmp_path}/evening" + r"\x1b[2J\x9bA.kpn: 1 good record, 0 errors, 0 warnings" + "\n"
    row = run("solve", file, "--json").rows[0]
    assert row["board"] == f"1{STEERING}"  # JSON is for programs and keeps the text


@pytest.mark.parametrize(
    "args",
    [["convert", "-", "--format", "csv"], ["annotate"], ["table", "--format", "csv"]],
    ids=lambda a: a[0],
)
def test_files_go_to_a_terminal_without_steering_it(tmp_path: Path, args: list[str]) -> None:
    file = steering_log(tmp_path)
    master, slave = os.openpty()
    command = [*PROGRAM, args[0], str(file), *args[1:]]
    process = subprocess.Popen(command, stdout=slave, stderr=subprocess.DEVNULL)
    os.close(slave)
    shown = b""
    with suppress(OSError):  # a read at the end of the terminal's output fails
        while part := os.read(master, 4096):
            shown += part
    os.close(master)
    assert process.wait() == 0
    assert b"\\x1b[2J\\x9bA" in shown
    assert b"\x1b" not in shown
    into_a_pipe = subprocess.run(command, capture_output=True, check=True).stdout
    assert STEERING.encode() in into_a_pipe


def test_a_terminal_gets_text_in_its_own_encoding() -> None:
    master, slave = os.openpty()
    with os.fdopen(slave, "wb") as screen:
        env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
        assert spawn("table", TOPS, "--contract", "bettler", stdout=screen, env=env).status == 0
    assert "Königrufen (Graden)".encode("latin-1") in os.read(master, 4096)
    os.close(master)


@pytest.mark.parametrize(("color", "paint"), [("never", b""), ("always", b"\x1b[31m")])
def test_what_threads_write_on_a_terminal_is_painted_as_asked(
    tmp_path: Path, color: str, paint: bytes
) -> None:
    (tmp_path / "x.csv").write_text(f"n,e,s,w,board\n{','.join(TOPS[2:].split())},♥\n", "utf-8")
    master, slave = os.openpty()
    with os.fdopen(slave, "wb") as screen:
        asked = ("--contract", "bettler", "--format", "csv")
        assert spawn("--color", color, "table", tmp_path / "x.csv", *asked, stdout=screen).status == 0
    assert b"," + paint + "♥".encode() in os.read(master, 4096)
    os.close(master)


def test_a_board_has_one_line(tmp_path: Path) -> None:
    (tmp_path / "x.csv").write_text(f'n,e,s,w,board\n{",".join(TOPS[2:].split())},"1\n2"\n')
    asked = ["--contract", "bettler", "--declarer", "N"]
    for args in (["table"], ["par"], ["solve", *asked], ["solve", *asked, "--after", 0], ["advise", *asked]):
        # The name of the board has a line break. The output has a blank instead.
        assert "Board 1 2" in run(args[0], tmp_path / "x.csv", *args[1:]).out, args
