"""Refuse to write over an input of the same command, over its other output, or over a file filled in."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeAlias

from kranalyze.bundled import path_of
from kranalyze.cli.common import usage

#: Device and inode of a regular file, which all its names share; the path of one that is not there yet.
Identity: TypeAlias = tuple[int, int] | str


def keep_files(
    inputs: Iterable[str], outputs: Sequence[str], fresh: Sequence[str], force: bool | None
) -> None:
    """Refuse to write over files that the user would miss; exit status 2.

    Args:
        inputs: the arguments of FILE, ``-`` for standard input; deals in place are no files.
        outputs: the files that are written, ``-`` for standard output.
        fresh: those of them that may not be there yet.
        force: whether all that is allowed; None if the command cannot be told so.
    """
    if force:
        return
    hint = "" if force is None else ", or --force"
    for name in fresh:
        if isinstance(_output(name), tuple) and name != "-":
            usage(f"{name} is there already, and would be written over: give another name{hint}.")
    read = {identity for name in inputs if (identity := _input(name)) is not None}
    written = set[Identity]()
    for name in outputs:
        identity = _output(name)
        if identity is None:
            continue
        if identity in read:
            shown = "standard output" if name == "-" else name
            usage(f"{shown} is an input, and would be written over: give another name{hint}.")
        if identity in written:
            usage(f"{name} would be written twice: give another name.")
        written.add(identity)


def _input(name: str) -> Identity | None:
    """The regular file that an argument stands for, None if it stands for something else."""
    if name == "-":
        return _of_stream(sys.stdin)
    with suppress(OSError, ValueError):
        return _regular(path_of(name).stat())
    return None


def _output(name: str) -> Identity | None:
    """The file that would be written, None if that is a device, a pipe or a directory."""
    if name == "-":
        return _of_stream(sys.stdout)
    try:
        return _regular(Path(name).stat())
    except (OSError, ValueError):
        return os.path.realpath(name)


def _of_stream(stream: IO[str] | None) -> Identity | None:
    """The regular file behind a standard stream, None if there is none."""
    with suppress(OSError, ValueError):  # closed, or of no file
        return None if stream is None else _regular(os.fstat(stream.fileno()))
    return None


def _regular(status: os.stat_result) -> Identity | None:
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None
