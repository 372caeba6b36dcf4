"""Run the command line in tests, in this process or in another one, and import scripts as modules."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from click.testing import CliRunner

from kranalyze.cli import cli

#: South holds A K Q of spades and of hearts, North J T 9 of these suits. West holds A K Q of diamonds and of
#: clubs, East J T 9 of these suits.
TOPS = "N:JT9.JT9.. ..JT9.JT9 AKQ.AKQ.. ..AKQ.AKQ"

#: A log with one game, which is cut off after a trick.
ONE_GAME = (
    f'[Game "graden"]\n[Board "1"]\n[Dealer "W"]\n[Deal "{TOPS}"]\n[Contract "bettler"]\n[Declarer "N"]\n'
    '[Auction "N"]\nbettler gut gut gut\n[Play "N"]\nS9 D9 SA DA\n'
)

#: A log of 76 games of all kinds. Some tests depend on single games of this log.
EVENING = Path(__file__).parent / "data" / "evening.kpn"

#: The words of a command that starts the program without an installed script.
PROGRAM = [sys.executable, "-P", "-m", "kranalyze"]


@dataclass(frozen=True)
class Result:
    """The output of a command, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def rows(self) -> list[Any]:
        """Return the lines of the output, read as JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*args: object, stdin: bytes | str | None = None) -> Result:
    """Run a command in this process, and return its result. An exception other than an exit is raised."""
    result = CliRunner().invoke(cli, [str(arg) for arg in args], input=stdin, prog_name="kranalyze")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Result(result.exit_code, result.stdout, result.stderr)


def ask(contract: str, declarer: str, *more: object, deal: object = TOPS) -> Result:
    """Run ``solve`` for one contract and one declarer, and return its result."""
    return run("solve", deal, "--contract", contract, "--declarer", declarer, *more)


def spawn(*args: object, **more: Any) -> Result:
    """Run a command in a new process, and return its result."""
    command = [*PROGRAM, *map(str, args)]
    done = subprocess.run(command, stderr=subprocess.PIPE, timeout=600, **{"stdout": subprocess.PIPE, **more})
    return Result(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())


def script(name: str) -> ModuleType:
    """Import a script of ``scripts/`` as a module, and return it. The script's ``main`` does not run."""
    path = Path(__file__).parents[1] / "scripts" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
