"""Refuse output names that would overwrite a file that the user needs.

Such a file is an input of the same command, another output of the same command, or a form from the command
``new`` that the user may have filled in.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import IO, TypeAlias

from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.cli.common import usage_error

#: Identity of a file. If two names have the same identity, they mean the same file. The identity of an
#: existing file is the pair of its device number and its inode number. The identity of a file that does not
#: exist yet is its path.
FileIdentity: TypeAlias = tuple[int, int] | str


def keep_files(
    inputs: Iterable[str], outputs: Sequence[str], fresh: Sequence[str], force: bool | None
) -> None:
    """End the command with exit status 2 if it would overwrite a file that the user needs.

    Args:
        inputs: names of the files that the command reads. ``-`` is standard input. A deal in place of a file
            name is ignored.
        outputs: names of the files that the command will write. ``-`` is standard output.
        fresh: names of outputs that must not exist yet.
        force: whether the user allows overwriting with ``--force``. None: the command has no such option.
    """
    if force:
        return
    hint = "" if force is None else ", or --force"
    for name in fresh:
        if isinstance(_file_identity_of_output(name), tuple) and name != "-":
            usage_error(f"{name} exists and would be overwritten: give another name{hint}.")
    read = {identity for name in inputs if (identity := _file_identity_of_input(name)) is not None}
    written = set[FileIdentity]()
    for name in outputs:
        identity = _file_identity_of_output(name)
        if identity is None:
            continue
        if identity in read:
            shown = "standard output" if name == "-" else name
            usage_error(f"{shown} is an input and would be overwritten: give another name{hint}.")
        if identity in written:
            usage_error(f"{name} would be written twice: give another name.")
        written.add(identity)


def _file_identity_of_input(name: str) -> FileIdentity | None:
    """Return the identity of the input file that an argument names.

    Return None if the argument names no regular file, for example if it is a deal, or names a pipe.
    """
    if name == "-":
        return _file_identity_of_stream(sys.stdin)
    with suppress(OSError, ValueError):
        return _identity_if_regular_file(path_of_own_or_bundled(name).stat())
    return None


def _file_identity_of_output(name: str) -> FileIdentity | None:
    """Return the identity of the output file that a name means.

    Return None if the name means a device, a pipe or a directory, which cannot be overwritten.
    """
    if name == "-":
        return _file_identity_of_stream(sys.stdout)
    try:
        return _identity_if_regular_file(os.stat(name))
    except (OSError, ValueError):
        return os.path.realpath(name)


def _file_identity_of_stream(stream: IO[str] | None) -> FileIdentity | None:
    """Return the identity of the regular file to which standard input or output is redirected.

    Return None if the stream is not redirected to a regular file.
    """
    with suppress(OSError, ValueError):  # the stream is closed, or has no file
        return None if stream is None else _identity_if_regular_file(os.fstat(stream.fileno()))
    return None


def _identity_if_regular_file(status: os.stat_result) -> FileIdentity | None:
    return (status.st_dev, status.st_ino) if stat.S_ISREG(status.st_mode) else None
