"""Files: written so that they are whole or not there; their names; standard streams as files."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Literal, TextIO

#: Files written aside that have not taken their places yet.
_unfinished: set[Path] = set()


def drop_unfinished() -> None:
    """Remove what is half written, before the process ends in the middle of it."""
    for aside in list(_unfinished):
        with suppress(OSError):
            aside.unlink()


def name_text(path: str | os.PathLike[str]) -> str:
    """The name of an input as text for messages and columns: ``-`` is standard input.

    What of a name is no UTF-8 is replaced.

    >>> name_text("-"), name_text("evening.kpn")
    ('<stdin>', 'evening.kpn')
    """
    name = os.fsdecode(path)
    return "<stdin>" if name == "-" else name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def standard_stream(name: Literal["stdin", "stdout"]) -> BinaryIO:
    """Return the bytes of standard input or output.

    Raises:
        OSError: whoever started the program has closed it; ``filename`` is ``<stdin>`` or ``<stdout>``.
    """
    stream: TextIO | None = getattr(sys, name)
    if stream is None or getattr(stream, "closed", False):  # programs may put another object there
        raise OSError(errno.EBADF, "it is closed", f"<{name}>")
    return stream.buffer


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A binary file that takes the place of ``path`` when the block ends well.

    Until then the bytes lie in a hidden file beside it. They are synced before the rename, so that
    after a crash, too, the old file or the new one is there, whole. If the block raises, or the disk
    is full, the old file stays as it was and nothing is left beside it. A symbolic link stays a link,
    an existing file keeps its mode. What cannot be replaced is written to directly: a device, a pipe,
    and what this process has open (``/dev/stdout``, ``/dev/fd/63``).

    Raises:
        OSError: the file cannot be written; ``filename`` is ``path``.
    """
    given = os.fspath(path)
    try:
        if not given:
            raise FileNotFoundError(errno.ENOENT, "the name of the file is empty")
        mode = None
        with suppress(FileNotFoundError):
            mode = Path(given).stat().st_mode
        if mode is not None and stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        number = None if mode is None else _descriptor(given)
        if number is not None or (mode is not None and not stat.S_ISREG(mode)):
            with Path(given).open("wb") if number is None else os.fdopen(os.dup(number), "wb") as direct:
                yield direct
            return
        target = Path(os.path.realpath(given))
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
        with suppress(OSError):  # the rename is made durable, where the system can
            handle = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
    except OSError as error:
        if error.filename is None or ".part" in str(error.filename):
            number, why = error.errno or errno.EIO, error.strerror if error.errno else str(error)
            raise OSError(number, why or os.strerror(number), given) from error
        raise


def _descriptor(path: str) -> int | None:
    """The number of the open file of this process that an existing name stands for, if it does."""
    while True:
        folder, name = os.path.split(path)
        real = os.path.realpath(folder)
        if name.isdecimal() and real in ("/dev/fd", f"/proc/{os.getpid()}/fd"):
            return int(name)
        if not Path(path).is_symlink():
            return None
        path = os.path.join(folder, os.readlink(path))  # noqa: PTH115, PTH118
