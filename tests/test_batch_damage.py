"""Damaged files of batches and missing inputs: nothing is lost, and everything is reported."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

import kranalyze
from batches import Row, log, rows
from kranalyze.batches import BatchResult, read_batch
from running import run

#: For each task, the tables that a user reads.
TABLES = {"table": ["table", "errors"], "analyze": ["games", "cards", "errors", "players"]}


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("inputs")
    deals = log(folder / "deals.kpn", 30)
    deals.write_text(deals.read_text() + '[Game "graden"]\n[Deal "N:A"]\n')  # a record with an error
    games = folder / "games.kpn"
    played = run("convert", "simulated-log.kpn", "-", "--format", "kpn").out.split("\n\n")[1:25]
    games.write_text("\n\n".join([*played, '[Game "graden"]\n[Deal "N:A"]\n']))
    return {"table": deals, "analyze": games}


def made(inputs: dict[str, Path], task: str, out: Path) -> BatchResult:
    return kranalyze.batch(inputs[task], out, task=task, shard_size=10, best=task == "table")


def content(result: BatchResult) -> dict[str, list[Row]]:
    return {table: rows(result, table) for table in TABLES[result.task]}


@pytest.fixture(scope="module", params=["table", "analyze"])
def whole(
    request: pytest.FixtureRequest, inputs: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> BatchResult:
    return made(inputs, request.param, tmp_path_factory.mktemp("whole") / "out")


def flipped(data: bytes) -> bytes:
    at = random.Random(len(data)).randrange(8 * len(data))
    return data[: at // 8] + bytes([data[at // 8] ^ 1 << at % 8]) + data[at // 8 + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "truncated": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "flipped": flipped,
    "first byte": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "last byte": lambda data: data[:-1] + bytes([data[-1] ^ 1]),
    "zeros": lambda data: bytes(len(data)),
    "longer": lambda data: data + b"\n",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_shard_is_made_again_and_this_is_said(
    whole: BatchResult, inputs: dict[str, Path], tmp_path: Path, damage: str
) -> None:
    wanted = content(whole)
    folders = ["shards", *TABLES[whole.task][: 1 if whole.task == "table" else 2], "errors"]
    for number, folder in enumerate(folders):
        out = tmp_path / str(number)
        shutil.copytree(whole.folder, out)
        path = sorted((out / folder).iterdir())[0]
        good = path.read_bytes()
        path.write_bytes(DAMAGES[damage](good))
        result = made(inputs, whole.task, out)
        harmless = folder == "shards" and damage == "longer"  # a newline at the end does not change JSON
        assert (result.damaged, result.reused) == (not harmless, len(whole.shards) - (not harmless))
        assert content(result) == content(read_batch(out)) == wanted
        if not harmless:
            assert path.read_bytes() == good


def test_the_command_says_how_many_were_damaged(inputs: dict[str, Path], tmp_path: Path) -> None:
    args = ["batch", inputs["table"], "-o", tmp_path, "--task", "table", "--shard-size", 10]
    run(*args)
    for path in sorted((tmp_path / "table").iterdir())[:2]:
        path.write_bytes(path.read_bytes()[:100])
    again = run(*args)
    parts = "30 of 31 records in 4 shards; 2 of them reused; 2 damaged shards made again"
    assert (again.status, again.err.splitlines()[-1]) == (123, f"{tmp_path}: {parts}")


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_list_of_shards_is_not_believed(whole: BatchResult, tmp_path: Path, damage: str) -> None:
    out = tmp_path / "out"
    shutil.copytree(whole.folder, out)
    path = out / "run.json"
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    if damage == "longer":
        assert content(read_batch(out)) == content(whole)
    else:
        with pytest.raises(ValueError, match=r"run\.json is not the list of shards"):
            read_batch(out)


def test_a_file_that_is_missing_is_made_again(
    whole: BatchResult, inputs: dict[str, Path], tmp_path: Path
) -> None:
    shutil.copytree(whole.folder, tmp_path / "out")
    for folder in ("shards", "errors", TABLES[whole.task][0]):
        sorted((tmp_path / "out" / folder).iterdir())[0].unlink()
        result = made(inputs, whole.task, tmp_path / "out")
        assert (result.damaged, result.reused) == (0, len(whole.shards) - 1)
        assert content(result) == content(whole)


@pytest.mark.parametrize("how", ["gone", "a directory", "a loop"])
def test_an_input_that_vanished_leaves_the_finished_batch_alone(
    whole: BatchResult, inputs: dict[str, Path], tmp_path: Path, how: str
) -> None:
    source = Path(shutil.copy(inputs[whole.task], tmp_path / "input.kpn"))
    out = tmp_path / "out"
    args = ["batch", source, "-o", out, "--task", whole.task, "--shard-size", 10]
    run(*args)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    source.unlink()
    if how == "a directory":
        source.mkdir()
    elif how == "a loop":
        source.symlink_to(source)
    result = run(*args)
    assert (result.status, result.err.splitlines()[-1].startswith(f"{source}: error: ")) == (3, True)
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before


def test_without_a_finished_batch_other_inputs_are_done(inputs: dict[str, Path], tmp_path: Path) -> None:
    result = kranalyze.batch([tmp_path / "none.kpn", inputs["table"]], tmp_path / "out")
    assert result.done == 30
    assert rows(result, "errors")[0][-1] == "the file cannot be read: No such file or directory"
