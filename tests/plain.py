"""Compile and call plain searches in C that share no code with the core."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

#: A function that runs a program on input lines with arguments, and returns the lines that it prints.
Program = Callable[..., list[str]]


def compiled(source: Path, folder: Path) -> Program:
    """Compile a C source into a program in a folder. Return a function that runs the program."""
    program = folder / source.stem
    subprocess.run([os.environ.get("CC", "cc"), "-O2", "-std=gnu17", "-o", program, source], check=True)

    def ask(lines: Iterable[str], *arguments: str) -> list[str]:
        text = "\n".join(lines) + "\n"
        done = subprocess.run([program, *arguments], input=text, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    return ask
