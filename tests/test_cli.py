"""Test the command line: help, examples, start-up, completion, and exit statuses."""

from __future__ import annotations

import fcntl
import importlib
import os
import pkgutil
import pty
import re
import resource
import shlex
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

import kranalyze.cli
from kranalyze.answers.answer import solve
from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.cli import COMMANDS, cli
from kranalyze.deal import Seat
from kranalyze.kpn import parse_kpn, record_text
from running import PROGRAM, TOPS, run, spawn


def commands() -> dict[str, click.Command]:
    context = click.Context(cli)
    return {name: found for name in COMMANDS if (found := cli.get_command(context, name)) is not None}


def test_every_command_is_documented() -> None:
    found = [
        member
        for module in pkgutil.iter_modules(kranalyze.cli.__path__, "kranalyze.cli.")
        for member in vars(importlib.import_module(module.name)).values()
        if isinstance(member, click.Command)
    ]
    assert {command.name for command in found} == set(COMMANDS) == set(commands())
    assert {"solve", "table", "deal", "convert", "check", "games"} <= set(COMMANDS)
    for name, command in commands().items():
        shown = run(name, "--help")
        assert shown.status == 0, name
        assert shown.err == "", name
        assert command.help, name
        assert f"  kranalyze {name}" in shown.out.partition("Examples:")[2], name
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{name} {parameter.name}"
            else:
                assert parameter.human_readable_name.removesuffix("...") in (command.help or "") + (
                    command.epilog or ""
                ), f"{name} {parameter.name}"


def test_the_first_help_names_every_command_and_what_concerns_all() -> None:
    shown = run("--help").out
    for name in COMMANDS:
        assert f"\n  {name} " in shown
    for word in ("Exit status", "123", "FILE", "standard input", "bash_source", "zsh_source", "fish_source"):
        assert word in shown


def examples() -> Iterator[str]:
    """Yield the examples of all help texts, except examples that connect to another machine."""
    for command in (cli, *commands().values()):
        for line in (command.epilog or "").splitlines():
            if line.startswith("  kranalyze ") and "tcp://" not in line:
                yield line.strip().partition("     ")[0]


def words_of(command: str) -> list[str]:
    """Return the words of a command as a shell splits them. File names with ``*`` are expanded."""
    words = shlex.split(command)[1:]
    return [w for word in words for w in (sorted(map(str, Path().glob(word))) if "*" in word else [word])]


def log(game: str) -> str:
    """Return seven games. In Graden, South plays Königmord, and East holds the HT, which others can call."""
    if game != "graden":
        return run("deal", "-n", 7, "--seed", 1, "--game", game).out
    games = []
    for record in parse_kpn(run("deal", "-n", 7, "--seed", 1, "--hand", "E=HT").out).records:
        assert record.deal is not None
        line = solve(record.deal, contract="koenigmord", declarer="S").line
        tricks = (" ".join(dict(t.cards)[Seat(s)] for s in (2, 3, 0, 1)) for t in line)
        played = '\n[Contract "koenigmord"]\n[Declarer "S"]'
        assert record.dealer is not None
        callers = [Seat((record.dealer + turn) % 4) for turn in range(1, 5)]
        calls = " ".join("koenigmord" if seat == Seat.S else "gut" for seat in callers)
        played += f'\n[Auction "{callers[0].name}"]\n{calls}'
        games.append(record_text(record).rstrip() + played + '\n[Play "S"]\n' + "\n".join(tricks) + "\n")
    return "% KPN 1.0\n\n" + "\n".join(games)


@pytest.mark.parametrize("line", list(examples()))
def test_every_example_of_the_help_works(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = log("russbach" if "russbach" in line else "graden")
    for name in {"evening.kpn", *re.findall(r"[\w*-]+\.(?:kpn|csv|parquet)", line)}:
        made_here = line.startswith("kranalyze new")  # ``new`` refuses a file that exists
        if not made_here and not path_of_own_or_bundled(name).exists():
            assert run("convert", "-", name.replace("*", "1"), stdin=text).status == 0
    said: str | None = None
    for part in re.sub(r"-n \d{4,}", "-n 7", line).split(" | "):
        if not part.startswith("kranalyze "):
            break
        command, _, source = part.partition(" < ")
        words = words_of(command)
        result = run(*words, stdin=Path(source).read_text() if source else said)
        assert result.status in ((0, 1) if "--check" in words else (0,)), result.err
        said = result.out
        assert said or {"-o", "--shards"} & {*words} or words[0] == "convert"


def test_help_starts_without_what_only_work_needs() -> None:
    script = (
        "import atexit, sys\nfrom kranalyze.cli import main\n"
        "names = ('polars', 'pyarrow', 'tqdm', 'kranalyze._core')\n"
        "atexit.register(lambda: print([name for name in names if name in sys.modules], flush=True))\n"
        "main()"
    )
    command = [PROGRAM[0], "-P", "-c", script, "--help"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_an_answer_comes_without_what_only_tables_need() -> None:
    script = (
        "import atexit, sys\nfrom kranalyze.__main__ import main\n"
        "names = ('polars', 'pyarrow', 'tqdm')\n"
        "atexit.register(lambda: print([name for name in names if name in sys.modules], flush=True))\n"
        "main()"
    )
    command = [PROGRAM[0], "-P", "-c", script, "solve", "lessons.kpn", "--board", "1"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "can be made" in done.stdout and done.stdout.splitlines()[-1] == "[]"


def test_version() -> None:
    assert run("--version").out == f"kranalyze {kranalyze.__version__}\n"


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("kranalyze so", {"solve"}),
        ("kranalyze solve x.kpn --contr", {"--contract", "--contra"}),
        ("kranalyze solve x.kpn --contract koe", {"koenigmord"}),
        ("kranalyze table --game graden --contract h", {"hundert", "hundert_letzten", "hundertermord"}),
        ("kranalyze table --game bau", {"bauernschnapsen"}),
        ("kranalyze deal --game anr", {"anrufen", "anrufen3"}),
        ("kranalyze solve x.kpn --declarer s", {"S"}),
    ],
)
def test_the_shell_completes(typed: str, offered: set[str]) -> None:
    words = typed.split()
    shell = {"_KRANALYZE_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    done = spawn(env={**os.environ, **shell})
    assert {line.partition(",")[2] for line in done.out.splitlines()} == offered


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["nosuch"],
        ["solve"],
        ["solve", TOPS, "--nosuch"],
        ["solve", TOPS, "--declarer", "Q", "--contract", "koenigmord"],
        ["table"],
        ["deal"],
        ["convert", "x"],
        ["check"],
        ["games", "nosuch"],
        ["table", TOPS, "--game", "nosuch"],
    ],
)
def test_wrong_usage_is_status_2(args: list[str]) -> None:
    result = run(*args)
    assert result.status == 2
    assert "Usage: kranalyze" in result.err


def test_interrupting_ends_quietly_at_once_and_keeps_the_old_file(tmp_path: Path) -> None:
    deals, out = tmp_path / "deals.parquet", tmp_path / "out.parquet"
    assert run("deal", "-n", 20_000, "--seed", 1, "--game", "russbach", "-o", deals).status == 0
    out.write_bytes(b"old")
    command = [*PROGRAM, "table", str(deals), "-o", str(out)]
    # A shell without job control may make processes ignore interrupts. This process must not ignore them.
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:  # fmt: skip
        while not list(tmp_path.glob(".*.part")):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=300)
    assert (process.returncode, *said) == (130, b"", b"")
    assert out.read_bytes() == b"old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["deals.parquet", "out.parquet"]


@pytest.mark.parametrize("form", ["json", "csv", "text"])
def test_a_reader_that_goes_away_is_no_error(form: str) -> None:
    command = [*PROGRAM, "table", "recorded-deals-24.kpn", "--format", form]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        said = process.stderr.read()
    assert (process.returncode, said) == (141, b"")


@pytest.mark.parametrize(
    "args",
    [
        ["--help"],
        ["games"],
        ["solve", TOPS, "--contract", "koenigmord", "--declarer", "S"],
        ["table", TOPS],
        ["table", TOPS, "--format", "parquet"],
        ["deal", "-n", "5", "--seed", "1"],
        ["convert", "lessons.kpn", "-", "--format", "csv"],
    ],
)
def test_a_full_standard_output_is_status_3(args: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        done = spawn(*args, stdout=full)
    assert (done.status, done.err) == (3, "standard output: error: No space left on device\n")


def test_a_closed_standard_output_is_status_3() -> None:
    line = ["sh", "-c", 'exec "$@" >&-', "sh", *PROGRAM, "games"]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (3, "standard output: error: it is closed\n")


@pytest.mark.parametrize(
    ("name", "old"),
    [
        ("out.kpn", b"old"), ("out.csv", b"old"), ("out.parquet", b"old"), ("out.parquet", None),
        ("out.json", b"old"), ("out.txt", None),
    ],
)  # fmt: skip
def test_a_full_disk_leaves_the_old_output(tmp_path: Path, name: str, old: bytes | None) -> None:
    # A limit on the size of files simulates the full disk.
    out = tmp_path / name
    if old is not None:
        out.write_bytes(old)
    if name.endswith((".kpn", ".csv", ".parquet")):
        args: list[object] = ["deal", "-n", 2000, "--seed", 1, "-o", out]
    else:
        args = ["table", "recorded-deals-24.kpn", "-o", out]
    done = spawn(*args, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4000, 4000)))
    assert (done.status, done.out) == (3, "")
    assert done.err == f"{out}: error: File too large\n"
    assert [p.read_bytes() for p in tmp_path.iterdir()] == ([] if old is None else [old])


@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_a_full_disk_under_a_table(tmp_path: Path, form: str) -> None:
    out = tmp_path / f"out.{form}"
    out.write_bytes(b"old")
    limit = (2000, 2000)
    done = spawn(
        "table", "recorded-deals-24.kpn", "-o", out,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )  # fmt: skip
    assert (done.status, done.err) == (3, f"{out}: error: File too large\n")
    assert [p.read_bytes() for p in tmp_path.iterdir()] == [b"old"]


@pytest.mark.parametrize("target", ["no/such/folder.csv", "."])
def test_an_output_that_cannot_be(tmp_path: Path, target: str) -> None:
    done = run("table", TOPS, "--format", "csv", "-o", tmp_path / target)
    assert done.status == 3
    assert done.err.startswith(f"{tmp_path / target}: error: ")


def test_a_progress_bar_only_on_a_terminal(tmp_path: Path) -> None:
    args = ["table", "recorded-deals-24.kpn", "-o", str(tmp_path / "out.csv")]
    assert spawn(*args).err == ""
    terminal, end = pty.openpty()
    fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with subprocess.Popen([*PROGRAM, *args], stdout=subprocess.DEVNULL, stderr=end) as process:
        os.close(end)
        said = b""
        while True:
            try:
                part = os.read(terminal, 4096)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            said += part
    os.close(terminal)
    assert process.returncode == 0
    assert b"13/13" in said


def test_a_terminal_without_suit_symbols_gets_letters() -> None:
    args = ["solve", TOPS, "--contract", "koenigmord", "--declarer", "S"]
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    command = [*PROGRAM, *args]
    said = subprocess.run(command, capture_output=True, check=True, env=environment).stdout.decode("latin-1")
    assert said.startswith("Königmord by South: can be made\n")
    assert "S A K Q\n" in said
    assert "?" not in said


def test_a_table_for_a_terminal_without_umlauts() -> None:
    command = [*PROGRAM, "table", TOPS]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    said = subprocess.run(command, capture_output=True, check=True, env=environment).stdout.decode("ascii")
    assert "Koenigmord " in said
    assert "?" not in said
