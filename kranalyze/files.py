"""Writing a file so that it is whole or not there: write aside, sync, rename."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary file that takes the place of ``path`` when the block ends well.

    Until then the bytes lie in a hidden file beside it. They are synced before the rename, so that
    after a crash, too, the old file or the new one is there, whole. If the block raises, or the disk
    is full, the old file stays as it was and nothing is left beside it. A symbolic link stays a link,
    an existing file keeps its mode. A device or a pipe cannot be replaced and is written to directly.

    Raises:
        OSError: the file cannot be written; ``filename`` is ``path``.
    """
    given = os.fspath(path)
    target = Path(os.path.realpath(given))
    try:
        mode = _mode(target)
        if mode is not None and stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if mode is not None and not stat.S_ISREG(mode):
            with target.open("wb") as direct:
                yield direct
            return
        aside = target.with_name(f".{target.name[:200]}.{secrets.token_hex(6)}.part")
        try:
            with aside.open("xb") as out:
                yield out
                out.flush()
                os.fsync(out.fileno())
            if mode is not None:
                aside.chmod(stat.S_IMODE(mode))
            aside.replace(target)
        except BaseException:
            with suppress(OSError):
                aside.unlink()
            raise
        _sync_directory(target.parent)
    except OSError as error:
        if error.filename is None or ".part" in str(error.filename):
            raise _renamed(error, given) from error
        raise


def _mode(path: Path) -> int | None:
    """The mode of a file, None if there is none."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _renamed(error: OSError, path: str) -> OSError:
    """The same error, naming the file that the caller asked for."""
    if error.errno is None:
        return OSError(errno.EIO, str(error), path)
    return OSError(error.errno, error.strerror or os.strerror(error.errno), path)


def _sync_directory(folder: Path) -> None:
    """Make a rename durable, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
