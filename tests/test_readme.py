"""Run the commands and the Python code of README and guides, and compare their output.

Each ``console`` block runs from its top in an empty directory outside the checkout. In the output shown, a
line ``...`` stands for any number of lines, and ``{...}`` for a JSON object.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

import kranalyze
from kranalyze import bundled
from kranalyze.analysis import gamecolumns as analyses
from kranalyze.cli import cli
from kranalyze.read.columns import MASKS, TEXTS
from kranalyze.survey import figurecolumns as statistics

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "datasets" / "GUIDE.md").read_text(encoding="utf-8")

ANLEITUNG = (ROOT / "datasets" / "ANLEITUNG.md").read_text(encoding="utf-8")

FORMAT = (ROOT / "datasets" / "FORMAT.md").read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """Return the texts of the fenced code blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Yield the commands of a console block, each with the output that the block shows."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines = part.split("\n")
        end = 0
        while lines[end].endswith("\\"):
            end += 1
        yield "\n".join(lines[: end + 1]), "\n".join(lines[end + 1 :])


def as_pattern(shown: str) -> str:
    """Return a regular expression for output in which lines may have been left out."""
    lines = [re.escape(line).replace(re.escape("{...}"), r"\{[^{}]*\}") for line in shown.split("\n")[:-1]]
    return "".join(r"(.*\n)*?" if line == re.escape("...") else line + "\n" for line in lines)


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return environment variables that make the shell command ``kranalyze`` run the code under test."""
    tools = tmp_path / "tools"
    tools.mkdir()
    command = tools / "kranalyze"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m kranalyze "$@"\n')
    command.chmod(0o755)
    package = Path(kranalyze.__file__).parent.parent
    return os.environ | {
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(package),
        "PYTHONUTF8": "1",
        "COLUMNS": "200",
    }


def run(command: str, environment: dict[str, str], cwd: Path) -> str:
    """Return all output of a command. A ``kranalyze`` command that needs no shell runs in this process."""
    words = shlex.split(command)
    if words[0] == "kranalyze" and not re.search(r"[|<>$;&*]", command):
        with chdir(cwd):
            return CliRunner(env={"COLUMNS": "200"}).invoke(cli, words[1:], prog_name="kranalyze").output
    done = subprocess.run(
        ["bash", "-c", command],
        env=environment,
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=600,
        check=False,
    )
    return done.stdout.decode("utf-8")


@pytest.mark.parametrize(
    "block",
    [*blocks(README, "console"), *blocks(GUIDE, "console"), *blocks(ANLEITUNG, "console")],
    ids=lambda block: block.split("\n")[0][2:60],
)
def test_commands(block: str, environment: dict[str, str], tmp_path: Path) -> None:
    cwd = tmp_path / "elsewhere"
    cwd.mkdir()
    for command, shown in commands(block):
        said = run(command, environment, cwd)
        if not re.fullmatch(as_pattern(shown), said):
            assert said == shown, command


@pytest.mark.parametrize("page", ["README.md", "datasets/GUIDE.md"])
def test_python(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = "\n".join(blocks((ROOT / page).read_text(encoding="utf-8"), "python"))
    test = doctest.DocTestParser().get_doctest(code, {}, page, page, 0)
    said: list[str] = []
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=said.append)
    assert result.attempted >= 5
    assert result.failed == 0, "".join(said)


def test_the_two_commands_of_the_first_screen() -> None:
    first_screen = "\n".join(README.split("\n")[:40])
    lines = "".join(blocks(first_screen, "sh")).split("\n")
    assert "pip install . && kranalyze solve lessons.kpn --board 1" in lines
    assert "pip install '.[test]' && pytest -n auto" in lines


def test_every_command_is_explained(environment: dict[str, str], tmp_path: Path) -> None:
    listed = run("kranalyze --help", environment, tmp_path).split("Commands:\n")[1].split("\n\n")[0]
    names = re.findall(r"^  (\w+) ", listed, re.MULTILINE)
    assert {"solve", "table", "deal", "convert", "check"} <= set(names)
    for name in names:
        assert re.search(rf"^### .*`{name}`", GUIDE, re.MULTILINE), f"the guide does not explain {name}"
        said = run(f"kranalyze {name} --help", environment, tmp_path)
        after_usage = said.split("Usage:")[1].split("\n", 1)[1]
        assert f"kranalyze {name} " in after_usage, f"{name} --help has no example"


def section(heading: str) -> str:
    """Return the text under a heading of FORMAT.md, up to the next heading."""
    found = re.search(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", FORMAT, re.MULTILINE | re.DOTALL)
    assert found, f"FORMAT.md has no section {heading}"
    return found[1]


def first_cells(text: str, head: str) -> list[str]:
    """Return the names in the first column of the table with this head.

    A cell ``x_n`` ``_e`` names x_n and x_e.
    """
    table = re.search(rf"^\| {head} \|.*\n\|-.*\n((?:\|.*\n?)+)", text, re.MULTILINE)
    assert table, f"no table with the head {head}"
    names: list[str] = []
    for line in table[1].splitlines():
        for name in re.findall(r"`([^`]+)`", line.split("|")[1]):
            names.append(names[-1].rpartition("_")[0] + name if name.startswith("_") else name)
    return names


@pytest.mark.parametrize(
    ("heading", "names"),
    [
        ("games.parquet", analyses.GAMES_SCHEMA.names),
        ("cards.parquet", analyses.CARDS_SCHEMA.names),
        ("players.parquet", analyses.PLAYERS_SCHEMA.names),
        ("Statistics", statistics.SCHEMA.names),
    ],
)
def test_every_column_is_explained(heading: str, names: list[str]) -> None:
    assert first_cells(section(heading), "column") == names


def test_every_column_of_what_players_could_know_is_explained() -> None:
    for heading, columns in (
        ("cards.parquet", analyses.SINGLE_COLUMNS),
        ("players.parquet", analyses.SINGLE_PLAYERS_COLUMNS),
    ):
        assert first_cells(section(heading), "added column") == [name for name, _, _ in columns]


def test_the_columns_of_deals_are_explained() -> None:
    assert first_cells(section("Deals for machines"), "column") == [*MASKS, *TEXTS]


def test_every_figure_of_the_statistics_is_explained() -> None:
    assert first_cells(section("Statistics"), "figure") == list(statistics.FIGURES)
    assert first_cells(section("Statistics"), "who") == list(statistics.WHO)


def test_every_column_of_the_book_is_explained() -> None:
    text = "".join(re.findall(r"^\| ([^|]*) \|", section("The book of hands"), re.MULTILINE))
    contracts = "|".join(contract.id for contract in kranalyze.GAMES["graden"].contracts)
    named = re.findall(r"(\*C\*)?`(\w+)`", text)
    patterns = [f"({contracts}){name}" if each else name for each, name in named]
    columns = list(pl.read_parquet_schema(bundled.bundled_directory() / "graden_hands.parquet"))
    assert [column for column in columns if not any(re.fullmatch(p, column) for p in patterns)] == []
    assert [p for p in patterns if not any(re.fullmatch(p, column) for column in columns)] == []


PAGES = [p.relative_to(ROOT).as_posix() for p in [*ROOT.glob("*.md"), *ROOT.glob("datasets/*.md")]]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text):
        path, _, anchor = target.partition("#")
        there = (ROOT / page).parent / path if path else ROOT / page
        assert there.exists(), target
        heads = re.findall(r"^#+ (.+)$", there.read_text(encoding="utf-8"), re.MULTILINE) if anchor else []
        anchors = {re.sub(r"[^\w -]", "", head).lower().replace(" ", "-") for head in heads}
        assert not anchor or anchor in anchors, target
