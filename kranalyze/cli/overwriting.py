"""Refuse to overwrite an input of the command, another of its outputs, or a form that was filled in."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeAlias

from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.cli.common import usage_error

#: Identity of a file, to find out whether two names mean the same file. If the file exists: its device and
#: inode numbers. If it does not exist yet: its path.
Identity: TypeAlias = tuple[int, int] | str


def keep_files(
    inputs: Iterable[str], outputs: Sequence[str], fresh: Sequence[str], force: bool | None
) -> None:
    """Refuse to overwrite files that the user needs. The exit status is then 2.

    Args:
        inputs: the values of the argument FILE. ``-`` is standard input. A deal typed on the command line is
            ignored.
        outputs: names of the files to be written, ``-`` for standard output.
        fresh: names of outputs that must not exist yet.
        force: whether overwriting is allowed. None: the command has no option ``--force``.
    """
    if force:
        return
    hint = "" if force is None else ", or --force"
    for name in fresh:
        if isinstance(_output(name), tuple) and name != "-":
            usage_error(f"{name} exists and would be overwritten: give another name{hint}.")
    read = {identity for name in inputs if (identity := _input(name)) is not None}
    written = set[Identity]()
    for name in outputs:
        identity = _output(name)
        if identity is None:
            continue
        if identity in read:
            shown = "standard output" if name == "-" else name
            usage_error(f"{shown} is an input and would be overwritten: give another name{hint}.")
        if identity in written:
            usage_error(f"{name} would be written twice: give another name.")
        written.add(identity)


def _input(name: str) -> Identity | None:
    """Return the identity of the regular file that an argument names. None: it names something else."""
    if name == "-":
        return _of_stream(sys.stdin)
    with suppress(OSError, ValueError):
        return _regular(path_of_own_or_bundled(name).stat())
    return None


def _output(name: str) -> Identity | None:
    """Return the identity of the file that would be written. None: a device, a pipe or a directory."""
    if name == "-":
        return _of_stream(sys.stdout)
    try:
        return _regular(Path(name).stat())
    except (OSError, ValueError):
        return os.path.realpath(name)


def _of_stream(stream: IO[str] | None) -> Identity | None:
    """Return the identity of the regular file that a standard stream uses. None: there is no such file."""
    with suppress(OSError, ValueError):  # the stream is closed, or has no file
        return None if stream is None else _regular(os.fstat(stream.fileno()))
    return None


def _regular(status: os.stat_result) -> Identity | None:
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None
