"""The command line and the system: file names, pipes, links and closed streams never cause a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import kranalyze
import kranalyze.batches
from extras import import_extra
from kranalyze.files import replacing
from running import ONE_GAME, PROGRAM, TOPS, Result, run, spawn

#: Commands that read files. With these arguments they write no files.
READERS = [
    ["check"],
    ["table", "--contract", "bettler"],
    ["stats", "--contract", "bettler"],
    ["par"],
    ["solve", "--contract", "bettler", "--declarer", "N"],
    ["convert"],
    ["analyze"],
    ["annotate"],
]
NAMES = [command[0] for command in READERS]

def deals(folder: Path, name: str = "deals.parquet") -> Path:
    """Write a random deal to a file, in the format that the ending of its name says. Return the path."""
    file = folder / name
    assert run("deal", "-n", 1, "--seed", 1, "-o", file).status == 0
    return file


def said(result: Result) -> str:
    """Return the whole output of a command, after a check that it has no traceback."""
    assert "Traceback" not in result.err, result.err
    return result.out + result.err


def written(form: str, name: str, folder: Path) -> str:
    """Run ``table -o NAME`` in a shell, for example with the name /dev/stdout. Return the shell's output."""
    command = f'{" ".join(map(quoted, PROGRAM))} table "{TOPS}" --format {form} -o {name}; wait'
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def quoted(word: str) -> str:
    return f"'{word}'"


@pytest.mark.parametrize("form", ["text", "json", "csv"])
def test_standard_output_has_a_name_too(tmp_path: Path, form: str) -> None:
    wanted = run("table", TOPS, "--format", form).out
    for name in ("/dev/stdout", "/dev/fd/1", ">(cat)") if form == "csv" else ("/dev/stdout",):
        assert written(form, name, tmp_path) == wanted
    assert list(tmp_path.iterdir()) == []


def test_an_open_file_is_written_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "all").write_text("before\n")
    assert written("csv", "/dev/stdout >> all; echo after >> all", tmp_path) == ""
    wanted = run("table", TOPS, "--format", "csv").out
    assert (tmp_path / "all").read_text() == f"before\n{wanted}after\n"


def test_parquet_goes_into_a_pipe(tmp_path: Path) -> None:
    written("parquet", ">(cat > rows.parquet)", tmp_path)
    wanted = kranalyze.table(TOPS)
    assert pl.read_parquet(tmp_path / "rows.parquet").height == wanted.height


@pytest.mark.parametrize(
    "args",
    [
        ["table", TOPS, "-o", ""],
        ["deal", "-n", 1, "-o", ""],
        ["convert", TOPS, ""],
        ["stats", TOPS, "-o", ""],
        ["stats", TOPS, "--report", ""],
        ["odds", "AKQ.AKQ..", "--report", ""],
        ["analyze", "simulated-log.kpn", "-o", ""],
        ["annotate", "simulated-log.kpn", "-o", ""],
        ["batch", TOPS, "--task", "table", "-o", ""],
    ],
    ids=lambda args: f"{args[0]}{args[-2]}",
)
def test_a_name_that_is_empty_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[object]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*args)
    assert (result.status, result.out) == (2, "")
    assert "the name is empty" in result.err
    assert list(tmp_path.iterdir()) == []


def test_python_refuses_an_empty_name_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="the name of the file is empty"), replacing("") as out:
        out.write(b"x")
    with pytest.raises(ValueError, match="the name of the directory is empty"):
        kranalyze.batch(TOPS, "")
    assert list(tmp_path.iterdir()) == []


@contextmanager
def fifo(path: Path, data: bytes) -> Iterator[Path]:
    """Make a named pipe, write the data into it in another thread, and yield the path of the pipe."""
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(data,))
    writer.start()
    yield path
    writer.join(10)
    assert not writer.is_alive()


@pytest.mark.parametrize("command", ["check", "table", "stats", "batch"])
@pytest.mark.parametrize("form", ["parquet", "csv", "kpn"])
def test_a_named_pipe_is_read(tmp_path: Path, form: str, command: str) -> None:
    data = deals(tmp_path, f"x.{form}").read_bytes()
    more = {"check": [], "batch": ["--task", "table", "-o", tmp_path / "batch"]}
    with fifo(tmp_path / f"pipe.{form}", data) as pipe:
        result = run(command, pipe, *more.get(command, ["--contract", "bettler"]))
    assert result.status == 0, result.err


@pytest.mark.parametrize("command", READERS, ids=NAMES)
def test_a_loop_of_links_is_no_input(tmp_path: Path, command: list[str]) -> None:
    loop = tmp_path / "loop.kpn"
    loop.symlink_to(loop)
    more = [tmp_path / "out.kpn"] if command == ["convert"] else []
    result = run(*command, loop, *more)
    assert (result.status, "symbolic links" in said(result)) == (3, True)


@pytest.mark.parametrize(
    "args",
    [
        ["table", TOPS, "-o"],
        ["deal", "-n", 1, "-o"],
        ["convert", TOPS],
        ["stats", TOPS, "-o"],
        ["odds", "AKQ.AKQ..", "--report"],
        ["annotate", "simulated-log.kpn", "-o"],
        ["analyze", "simulated-log.kpn", "--no-best", "-o"],
        ["batch", TOPS, "--task", "table", "-o"],
    ],
    ids=lambda args: args[0],
)
def test_a_loop_of_links_is_no_output(tmp_path: Path, args: list[object]) -> None:
    loop = tmp_path / "loop.csv"
    loop.symlink_to(loop)
    result = run(*args, loop)
    assert result.status == 3
    assert str(loop) in said(result)


@pytest.mark.parametrize("command", READERS, ids=NAMES)
@pytest.mark.parametrize("form", ["csv", "parquet", "kpn"])
def test_names_that_are_not_utf8(tmp_path: Path, form: str, command: list[str]) -> None:
    name = os.fsdecode(os.fsencode(tmp_path / "deals") + b"\xff." + form.encode())
    Path(name).write_bytes(ONE_GAME.encode() if form == "kpn" else deals(tmp_path, f"x.{form}").read_bytes())
    out = os.fsdecode(os.fsencode(tmp_path / "out") + b"\xfe.csv")
    result = run(*command, name, *([out] if command == ["convert"] else []))
    said(result)
    logs_only = command in (["analyze"], ["annotate"])
    assert result.status == (3 if logs_only and form != "kpn" else 0), result.err
    if command == ["convert"]:
        assert Path(out).exists()


@pytest.mark.parametrize("args", [["check"], ["batch", "--task", "table", "-o", "batch"]], ids=lambda a: a[0])
def test_a_deal_that_is_not_utf8(tmp_path: Path, args: list[str]) -> None:
    bad = os.fsdecode(b"N:A\xffK... .AK.. ..AK. ...AK")
    done = subprocess.run([*PROGRAM, *args, bad], cwd=tmp_path, capture_output=True, check=False)
    assert (done.returncode, b"unknown card" in done.stderr, b"Traceback" in done.stderr) == (3, True, False)


def test_a_directory_whose_name_is_not_utf8(tmp_path: Path) -> None:
    result = run("batch", TOPS, "--task", "table", "-o", os.fsdecode(os.fsencode(tmp_path) + b"/\xff"))
    assert (result.status, "is not UTF-8 text" in said(result)) == (2, True)


@pytest.mark.parametrize("command", [*READERS[:6], ["batch", "--task", "table", "-o"]], ids=lambda c: c[0])
@pytest.mark.parametrize("twice", ["n", "board"])
def test_a_column_that_stands_twice(tmp_path: Path, twice: str, command: list[str]) -> None:
    table = pq.read_table(deals(tmp_path))
    double = pa.Table.from_arrays([*table.columns, table.column(twice)], [*table.column_names, twice])
    pq.write_table(double, tmp_path / "double.parquet")
    lines = deals(tmp_path, "x.csv").read_text().splitlines()
    lines = [f"{lines[0]},{twice}", *(f"{line},{line.split(',')[0]}" for line in lines[1:])]
    (tmp_path / "double.csv").write_text("\n".join(lines))
    places = {"parquet": f"1:{table.num_columns + 1}", "csv": f"1:{len(lines[0]) - len(twice) + 1}"}
    for form, place in places.items():
        file = tmp_path / f"double.{form}"
        out = [tmp_path / f"out-{form}"] if command[0] in ("batch", "convert") else []
        words = [*command, *out, file] if command[0] == "batch" else [*command, file, *out]
        result = run(*words, *(["--format", "kpn"] if command == ["convert"] else []))
        assert f"{file}:{place}: error: there are two columns {twice}\n" in said(result)
        assert result.status == 3


def test_a_run_json_of_many_brackets(tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("[" * 100_000)
    result = run("batch", TOPS, "--task", "table", "-o", tmp_path)
    assert (result.status, "run.json is not the list of shards" in said(result)) == (2, True)
    with pytest.raises(ValueError, match="is not the list of shards"):
        kranalyze.batches.read_batch(tmp_path)


#: Script that runs the program. It gets a Ctrl-C while it imports the module that its first argument names.
INTERRUPTED = """
import os, signal, sys
wanted = [sys.argv.pop(1)]
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name in wanted:
            wanted.clear()
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from kranalyze.__main__ import main
main()
"""


@pytest.mark.parametrize(
    ("module", "status"),
    [
        ("click", -signal.SIGINT),
        ("kranalyze.cli", -signal.SIGINT),
        ("kranalyze.cli.common", -signal.SIGINT),
        ("kranalyze.files", -signal.SIGINT),
        ("kranalyze.cli.table", 130),
        ("kranalyze.deal", 130),
        ("polars", 130),
        ("kranalyze.answers.tables", 130),
    ],
)
def test_ctrl_c_while_the_program_is_loaded(module: str, status: int) -> None:
    command = [sys.executable, "-P", "-c", INTERRUPTED, module, "table", TOPS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", "")


def test_who_ignores_ctrl_c_goes_on_doing_so() -> None:
    code = INTERRUPTED.replace("class Finder", "signal.signal(signal.SIGINT, signal.SIG_IGN)\nclass Finder")
    command = [sys.executable, "-P", "-c", code, "polars", "table", TOPS, "--format", "csv"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.extra
@pytest.mark.parametrize(
    "address", ["", "none", "foo://x", "tls://127.0.0.1:1", "inproc://x", "tcp://127.0.0.1:x"]
)
def test_a_scheduler_that_is_none(tmp_path: Path, address: str) -> None:
    import_extra("distributed", "dask")
    result = run("batch", TOPS, "--task", "table", "-o", tmp_path, "--engine", "dask", "--scheduler", address)
    assert result.status == 3
    assert result.err.startswith(f"error: no Dask scheduler answers at {address}: ")


@pytest.mark.extra
@pytest.mark.parametrize("error", [RuntimeError("closed"), OSError("closed"), ValueError("no loop")])
def test_a_scheduler_that_dies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    class Client:
        """A client whose scheduler was killed."""

        status = "closed"

        def __init__(self, *args: object, **more: object) -> None: ...

        def __enter__(self) -> None: ...

        def __exit__(self, *args: object) -> None: ...

        def nthreads(self) -> dict[str, int]:
            raise error

        def get_executor(self, **more: object) -> ThreadPoolExecutor:
            return ThreadPoolExecutor(1)

    monkeypatch.setattr(import_extra("distributed", "dask"), "Client", Client)
    log = tmp_path / "log.kpn"
    log.write_text(ONE_GAME)
    args = ["batch", log, "-o", tmp_path / "out", "--task", "table"]
    result = run(*args, "--engine", "dask", "--scheduler", "tcp://x:1")
    assert result.status == 3
    assert result.err.startswith(f"error: the Dask scheduler at tcp://x:1 is gone: {error}. Finished shards")


#: Commands that read standard input.
FROM_STDIN = [
    ["check", "-"],
    ["table", "-"],
    ["stats", "-"],
    ["par", "-"],
    ["solve", "-", "--contract", "bettler", "--declarer", "N"],
    ["advise", "-"],
    ["odds", "-", "--samples", "10"],
    ["convert", "-", "-"],
    ["convert", "-", "x.csv"],
    ["analyze", "-"],
    ["annotate", "-"],
    ["page", "-", "-o", "x.html"],
    ["batch", "-", "--task", "table", "-o", "x"],
]


def closed(folder: Path, args: list[str], *streams: int) -> Result:
    """Run a command with some of its standard streams closed.

    Standard input is a log, unless it is closed.
    """
    (folder / "log.kpn").write_text(ONE_GAME)
    closing = " ".join(f"{stream}>&-" for stream in streams)
    command = f"exec {' '.join(map(quoted, [*PROGRAM, *args]))} < log.kpn {closing}"
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    return Result(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("args", FROM_STDIN, ids=" ".join)
def test_a_standard_input_that_is_closed_is_said(tmp_path: Path, args: list[str]) -> None:
    result = closed(tmp_path, args, 0)
    assert result.status == 3
    assert result.err.startswith("<stdin>:") and "error: " in result.err, result.err
    assert result.err.splitlines()[0].endswith(": it is closed")
    assert "Traceback" not in result.err
    written = {path.name for path in tmp_path.iterdir()}
    assert written <= {"log.kpn"} or args[0] == "batch"


@pytest.mark.parametrize("args", [*FROM_STDIN, ["games"], ["new"], ["deal", "-n", "1"]], ids=" ".join)
@pytest.mark.parametrize("streams", [(1,), (0, 1)], ids=str)
def test_a_standard_output_that_is_closed_is_said(
    tmp_path: Path, args: list[str], streams: tuple[int, ...]
) -> None:
    result = closed(tmp_path, args, *streams)
    assert (result.status, result.err) == (3, "standard output: error: it is closed\n")
    assert [path.name for path in tmp_path.iterdir()] == ["log.kpn"]


@pytest.mark.parametrize("args", FROM_STDIN, ids=" ".join)
def test_a_standard_error_that_is_closed_does_no_harm(tmp_path: Path, args: list[str]) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    usual, silent = closed(first, args), closed(second, args, 2)
    assert usual.status == silent.status == 0
    assert (silent.out, silent.err) == (usual.out, "")
    names = [sorted(path.name for path in folder.iterdir()) for folder in (first, second)]
    assert names[0] == names[1]


def test_a_standard_input_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with (tmp_path / "out").open("wb") as stdin:
        result = spawn("check", "-", stdin=stdin)
    assert result.status == 3
    assert result.err.startswith("<stdin>:1:1: error: the file cannot be read: ")


def test_python_says_that_standard_input_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(OSError, match="it is closed"):
        kranalyze.read_kpn("-")
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(OSError, match="it is closed"):
        kranalyze.write_kpn([], "-")
