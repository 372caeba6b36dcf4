"""Simulate the bundled log again, with the commands that its comments contain."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

LOG = Path(__file__).parents[1] / "datasets" / "simulated-log.kpn"

#: The beginning of each comment that contains a command.
_COMMAND = "; kranalyze simulate "


def commands(log: str) -> list[list[str]]:
    """Return the words of the commands in the comments of a log, without ``kranalyze``."""
    lines = [line for line in log.splitlines() if line.startswith(_COMMAND)]
    return [shlex.split(line.removeprefix("; "))[1:] for line in lines]


def main() -> None:
    """Write datasets/simulated-log.kpn. Each command in its comments writes a part of the file."""
    program = [sys.executable, "-m", "kranalyze"]
    parts = [
        subprocess.run([*program, *words], check=True, stdout=subprocess.PIPE).stdout
        for words in commands(LOG.read_text(encoding="utf-8"))
    ]
    LOG.write_bytes(b"".join(parts))


if __name__ == "__main__":
    main()
