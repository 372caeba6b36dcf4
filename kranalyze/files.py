"""Write files as a whole or not at all, name files in messages, and open standard streams as files."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, BinaryIO, Literal, TextIO

if TYPE_CHECKING:
    from pathlib import Path

#: Paths of the temporary files that ``replacing`` has not yet renamed to their final names.
_unfinished: set[Path] = set()


def drop_unfinished() -> None:
    """Remove temporary files that are not complete. Call this function before ending the process early."""
    for aside in list(_unfinished):
        with suppress(OSError):
            aside.unlink()


def name_text(path: str | os.PathLike[str]) -> str:
    """Return the name of an input file as a text for messages and tables.

    The name ``-`` becomes ``<stdin>``. Bytes of the name that are not UTF-8 are replaced.

    >>> name_text("-"), name_text("evening.kpn")
    ('<stdin>', 'evening.kpn')
    """
    name = os.fsdecode(path)
    if name == "-":
        return "<stdin>"
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def standard_stream(name: Literal["stdin", "stdout"]) -> BinaryIO:
    """Return standard input or output as a binary file.

    Raises:
        OSError: the stream is closed. The exception's ``filename`` is ``<stdin>`` or ``<stdout>``.
    """
    stream: TextIO | None = getattr(sys, name)
    if stream is None or getattr(stream, "closed", False):  # a stream may lack the attribute ``closed``
        raise OSError(errno.EBADF, "it is closed", f"<{name}>")
    return stream.buffer


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a binary file that replaces ``path`` when the ``with`` block ends without an exception.

    The bytes are written to a hidden file in the same directory. At the end this file is synced, and then
    renamed to ``path``. So even after a crash, ``path`` is either the complete old file or the complete new
    file. If the block raises an exception, or the disk is full, the old file is kept and the hidden file is
    removed. A symbolic link stays a link, and an existing file keeps its mode. Devices, pipes and open
    files of this process (``/dev/stdout``, ``/dev/fd/63``) cannot be replaced. They are written directly.

    Raises:
        OSError: the file cannot be written. The exception's ``filename`` is ``path``.
    """
    from pathlib import Path

    name = os.fspath(path)
    try:
        if not name:
            raise FileNotFoundError(errno.ENOENT, "the name of the file is empty")
        mode = None
        with suppress(FileNotFoundError):
            mode = Path(name).stat().st_mode
        if mode is not None and stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        number = None if mode is None else _descriptor(name)
        if number is not None or (mode is not None and not stat.S_ISREG(mode)):
            with Path(name).open("wb") if number is None else os.fdopen(os.dup(number), "wb") as direct:
                yield direct
            return
        target = Path(os.path.realpath(name))
        aside = target.with_name(f".{target.name[:200]}.{os.urandom(6).hex()}.part")
        _unfinished.add(aside)
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
        finally:
            _unfinished.discard(aside)
        with suppress(OSError):  # make the rename durable, if the system can do this
            handle = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
    except OSError as error:
        if error.filename is None or ".part" in str(error.filename):
            number = error.errno or errno.EIO
            reason = error.strerror if error.errno else str(error)
            raise OSError(number, reason or os.strerror(number), name) from error
        raise


def _descriptor(path: str) -> int | None:
    """Return the file descriptor that a path such as ``/dev/fd/63`` or ``/dev/stdout`` stands for.

    Return None if the path does not stand for an open file of this process.
    """
    while True:
        folder, name = os.path.split(path)
        real = os.path.realpath(folder)
        if name.isdecimal() and real in ("/dev/fd", f"/proc/{os.getpid()}/fd"):
            return int(name)
        if not os.path.islink(path):
            return None
        path = os.path.join(folder, os.readlink(path))
