"""Commands import only the modules that they need."""

import subprocess
from importlib import metadata

import pytest

import kranalyze
from running import PROGRAM

DEAL = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"

#: Prints the modules that a command has imported, as the last line.
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


@pytest.mark.parametrize(
    ("words", "unneeded"),
    [
        (["--version"], "importlib.metadata email kranalyze.cards kranalyze._core polars"),
    ],
)  # fmt: skip
def test_a_command_does_not_import_what_it_does_not_need(words: list[str], unneeded: str) -> None:
    modules = imported_modules(*words)
    assert {"click", "kranalyze.cli"} <= modules
    assert modules & set(unneeded.split()) == set()
