"""No command overwrites its inputs, and ``new`` overwrites no file."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import click
import pytest

from kranalyze.bundled import bundled_directory
from kranalyze.cli import COMMANDS, cli
from kranalyze.cli.options import Output
from running import PROGRAM, TOPS, run, spawn

#: Arguments of each command that reads IN and writes OUT.
WRITERS = {
    "solve --report": ["solve", "IN", "--report", "OUT"],
    "table -o": ["table", "IN", "--contract", "bettler", "--format", "csv", "-o", "OUT"],
    "analyze --report": ["analyze", "IN", "--no-best", "--report", "OUT"],
    "annotate -o": ["annotate", "IN", "--format", "kpn", "-o", "OUT"],
    "stats -o": ["stats", "IN", "--contract", "bettler", "--format", "csv", "-o", "OUT"],
    "stats --report": ["stats", "IN", "--contract", "bettler", "--report", "OUT"],
    "odds --report": ["odds", "IN", "--contract", "koenigmord", "--report", "OUT"],
    "convert OUT": ["convert", "IN", "OUT", "--format", "kpn"],
    "page -o": ["page", "IN", "-o", "OUT"],
}

#: Commands that write into a directory: their arguments, and files that they write there.
FOLDERS = {
    "analyze -o": (["analyze", "IN", "--no-best", "-o", "DIR"], ["games.parquet", "cards.parquet"]),
    "batch -o": (
        ["batch", "IN", "--task", "table", "-o", "DIR"],
        ["table/x.parquet", "stale/table/x.parquet"],
    ),
}

#: Commands of ``WRITERS`` that may rewrite their input in place.
IN_PLACE = ["annotate -o", "convert OUT"]


def same_path(file: Path) -> Path:
    return file


def roundabout(file: Path) -> Path:
    (file.parent / "folder").mkdir()
    return file.parent / "folder" / ".." / file.name


def symbolic_link(file: Path) -> Path:
    link = file.with_name("link.kpn")
    link.symlink_to(file)
    return link


def hard_link(file: Path) -> Path:
    link = file.with_name("link.kpn")
    link.hardlink_to(file)
    return link


def words(args: list[str], **places: object) -> list[object]:
    return [places.get(word, word) for word in args]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Return the path of a log with one game that was played."""
    file = tmp_path / "evening.kpn"
    file.write_text(
        (bundled_directory() / "simulated-log.kpn").read_text("utf-8").split("\n\n")[1] + "\n", "utf-8"
    )
    return file


def test_every_command_that_reads_and_writes_is_tried_here() -> None:
    writers = set()
    for name in COMMANDS:
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        arguments = [param for param in command.params if isinstance(param, click.Argument)]
        if all(isinstance(param.type, Output) for param in arguments):
            continue
        for param in command.params:
            if isinstance(param.type, Output):
                place = param.metavar if param in arguments else param.opts[0]
                writers.add(f"{name} {place}")
    assert writers == {*WRITERS, *FOLDERS}


@pytest.mark.parametrize("way", [same_path, roundabout, symbolic_link, hard_link])
@pytest.mark.parametrize("command", WRITERS)
def test_an_input_is_not_written_over(log: Path, command: str, way: Callable[[Path], Path]) -> None:
    before, out = log.read_bytes(), way(log)
    result = run(*words(WRITERS[command], IN=log, OUT=out))
    assert (result.status, result.out) == (2, "")
    assert f"{out} is an input" in result.err
    assert log.read_bytes() == before


@pytest.mark.parametrize("command", WRITERS)
def test_another_file_is_written_over(log: Path, command: str) -> None:
    other = log.with_name("other.kpn")
    other.write_text("old")
    one_hand = command == "odds --report"  # ``odds`` writes no report on several hands
    assert run(*words(WRITERS[command], IN=log, OUT=other)).status == (2 if one_hand else 0)
    assert (other.read_text("utf-8") == "old") == one_hand


def test_the_second_of_several_inputs_counts_too(log: Path) -> None:
    result = run("stats", "lessons.kpn", log, "--contract", "bettler", "--report", log)
    assert (result.status, f"{log} is an input" in result.err) == (2, True)


def test_a_bundled_file_is_an_input_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    books = tmp_path / "datasets"
    books.mkdir()
    shutil.copy(bundled_directory() / "lessons.kpn", books)
    monkeypatch.setattr("kranalyze.bundled._bundled_directory", lambda: str(books))
    place = tmp_path / "elsewhere"
    place.mkdir()
    monkeypatch.chdir(place)
    result = run("page", "lessons.kpn", "-o", books / "lessons.kpn")
    assert (result.status, "is an input" in result.err) == (2, True)
    # Without a directory, ``-o lessons.kpn`` names another file, in the user's current directory.
    assert run("page", "lessons.kpn", "-o", "lessons.kpn").status == 0
    assert (place / "lessons.kpn").read_bytes() != (books / "lessons.kpn").read_bytes()


@pytest.mark.parametrize(
    "args", [["annotate", "-", "-o"], ["convert", "-"], ["page", "-", "-o"]], ids=lambda args: args[0]
)
def test_what_standard_input_is_read_from_is_an_input(log: Path, args: list[str]) -> None:
    before = log.read_bytes()
    with log.open("rb") as stdin:
        result = spawn(*args, log, stdin=stdin)
    assert (result.status, f"{log} is an input" in result.err) == (2, True)
    assert log.read_bytes() == before


def test_standard_output_may_not_be_the_input_either(log: Path) -> None:
    before = log.read_bytes()
    with log.open("ab") as stdout:
        result = spawn("annotate", log, stdout=stdout)
    assert (result.status, "is an input" in result.err) == (2, True)
    assert log.read_bytes() == before


@pytest.mark.parametrize("command", FOLDERS)
def test_an_input_in_the_directory_is_not_written_over(tmp_path: Path, command: str) -> None:
    args, names = FOLDERS[command]
    for name in names:
        file = tmp_path / "out" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        assert run("convert", "simulated-log.kpn", file, "--force").status == 0
        before = file.read_bytes()
        result = run(*words(args, IN=file, DIR=tmp_path / "out"))
        assert (result.status, f"{file} is an input" in result.err) == (2, True)
        assert file.read_bytes() == before
        file.unlink()


@pytest.mark.parametrize("command", FOLDERS)
def test_another_file_in_the_directory_is_read(log: Path, command: str) -> None:
    before = log.read_bytes()
    assert run(*words(FOLDERS[command][0], IN=log, DIR=log.parent)).status == 0
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    "args",
    [
        ["stats", TOPS, "--contract", "bettler", "--format", "csv"],
        ["analyze", "simulated-log.kpn", "--no-best"],
    ],
    ids=lambda args: args[0],
)
def test_two_outputs_are_two_files(tmp_path: Path, args: list[str]) -> None:
    folder = args[0] == "analyze"
    report = tmp_path / "games.parquet" if folder else tmp_path / "x.html"
    result = run(*args, "-o", tmp_path if folder else report, "--report", report)
    assert (result.status, f"{report} would be written twice" in result.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", IN_PLACE)
def test_a_log_is_rewritten_in_place_if_that_is_wanted(log: Path, command: str) -> None:
    elsewhere = log.with_name("other.kpn")
    assert run(*words(WRITERS[command], IN=log, OUT=elsewhere)).status == 0
    assert run(*words(WRITERS[command], IN=log, OUT=log), "--force").status == 0
    assert log.read_bytes() == elsewhere.read_bytes()


def test_devices_are_no_inputs_to_be_kept(tmp_path: Path) -> None:
    with Path(os.devnull).open("rb") as nothing:
        result = spawn("deal", "-n", 1, "--seed", 1, "-o", os.devnull, stdin=nothing)
    assert result.status == 0
    command = f"{' '.join(PROGRAM)} convert /dev/stdin /dev/stdout --format kpn"
    pipe = f"cat {bundled_directory() / 'lessons.kpn'} | {command} | cat"
    done = subprocess.run(["bash", "-c", pipe], cwd=tmp_path, capture_output=True, check=False)
    assert done.stderr == b"" and done.stdout.count(b"[Deal ") == 10


def test_a_log_that_was_filled_in_is_not_begun_anew(tmp_path: Path) -> None:
    file, link = tmp_path / "evening.kpn", tmp_path / "link.kpn"
    args = ["new", "--game", "graden", "-n", 12, "-o"]
    assert run(*args, file).status == 0
    empty = file.read_bytes()
    file.write_bytes(empty.replace(b'[North "?"]', b'[North "Anna"]'))
    link.symlink_to(file)
    for name in (file, link):
        before = file.read_bytes()
        result = run(*args, name)
        assert (result.status, result.out) == (2, "")
        assert f"{name} exists" in result.err and "--force" in result.err
        assert file.read_bytes() == before
    assert run(*args, file, "--force").status == 0
    assert file.read_bytes() == empty
    assert run(*args, os.devnull).status == run(*args, "-").status == 0
