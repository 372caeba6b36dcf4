"""Commands import only the modules that they need."""

import subprocess
from importlib import metadata

import pytest

import kranalyze
from running import PROGRAM

DEAL = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"
SOLVE = ["solve", DEAL, "--contract", "koenigmord", "--declarer", "S"]

#: A script that runs a command. The last line that it prints names all modules that were imported.
SCRIPT = """
import atexit, sys
from kranalyze.__main__ import main
atexit.register(lambda: print(*sys.modules, flush=True))
main()
"""


def imported_modules(*words: str) -> set[str]:
    command = [PROGRAM[0], "-P", "-c", SCRIPT, *words]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_the_installed_package_has_the_version_of_the_program() -> None:
    assert metadata.version("kranalyze") == kranalyze.__version__


#: Modules of the judge, and of the readers of KPN and of tables.
READERS = "kranalyze.core.judging kranalyze.kpn.lexer kranalyze.kpn.reader kranalyze.read.scanning"

#: Modules that ``check`` does not need: modules for users of Python, and the scanner of many deals.
NOT_FOR_CHECK = "kranalyze.arguments kranalyze.kpn.kpnfile kranalyze.read.scanning"

#: Modules that only single-dummy figures need.
SINGLE_DUMMY = "kranalyze.known.layouts kranalyze.hand.hand kranalyze.core.hidden"


@pytest.mark.parametrize(
    ("words", "unneeded"),
    [
        (["--version"], "importlib.metadata email kranalyze.cards kranalyze._core polars"),
        (SOLVE, f"{READERS} {SINGLE_DUMMY} json pathlib polars"),
        (["solve", "lessons.kpn", "--board", "1"], f"{SINGLE_DUMMY} mmap pathlib polars"),
        (["check", "lessons.kpn"], f"{SINGLE_DUMMY} {NOT_FOR_CHECK} kranalyze.core.task pathlib polars"),
        (["table", DEAL], f"{READERS} {SINGLE_DUMMY} kranalyze.analysis"),
        (["odds", "AKQ.AQ.A.", "--samples", "1"], "kranalyze.kpn.lexer kranalyze.known.layouts"),
        (["analyze", "lessons.kpn"], f"{SINGLE_DUMMY} kranalyze.analysis.board kranalyze.read.loggedrows"),
    ],
)  # fmt: skip
def test_a_command_does_not_import_what_it_does_not_need(words: list[str], unneeded: str) -> None:
    modules = imported_modules(*words)
    assert {"click", "kranalyze.cli"} <= modules
    assert modules & set(unneeded.split()) == set()
