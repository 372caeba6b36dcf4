"""Open files (KPN, CSV, Parquet, bundled files, standard input) that arguments name, and detect typed deals.

On the command line, a user may type the cards of a deal instead of the name of a file. Such a deal is called
a typed deal.
"""

from __future__ import annotations

import io
import os.path
import re
from contextlib import ExitStack
from typing import IO, Any, Literal

from kranalyze.bundled import open_own_or_bundled
from kranalyze.files import name_text, standard_stream
from kranalyze.kpn.kpnerror import KpnError

#: Formats of files with deals or games. The name of a format is also the usual ending of its files.
Format = Literal["kpn", "csv", "parquet"]

#: Pattern of the beginning of a deal that is typed on the command line, for example ``N:AK.QT.9``.
_IN_PLACE = re.compile(r"\s*[NESWnesw]\s*:\s*[^\s\\/:]*[.\-\s]")

#: Pattern of a deal on the command line that lacks the seat of its first hand, for example without ``N:``.
_SEATLESS = r"\s*(([\w-]*\.){3}[\w-]*|-)(\s+(([\w-]*\.){3}[\w-]*|-)){2,3}\s*"

#: Name of a deal typed on the command line, in messages and in the column ``file``.
IN_PLACE = "<deal>"

#: Number of bytes at the beginning of an input from which its format is guessed.
_HEAD = 4096


def is_typed_deal(source: str) -> bool:
    """Return whether an argument is a deal typed on the command line. False: the argument names a file.

    >>> is_typed_deal("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"), is_typed_deal("N:/deals.kpn")
    (True, False)
    """
    return _IN_PLACE.match(source) is not None and not os.path.exists(source)


def unreadable_file_error(source: str, error: OSError) -> KpnError:
    """Return the error for a file that cannot be read.

    If the name of the file looks like a deal without a seat, the error explains how deals begin.
    """
    if isinstance(error, FileNotFoundError) and re.fullmatch(_SEATLESS, source):
        first = source.split()[0]
        message = f'a deal begins with the seat of its first hand, as in "N:{first} ..."'
        return KpnError(IN_PLACE, 1, 1, "error", message)
    return KpnError(name_text(source), 1, 1, "error", f"the file cannot be read: {error.strerror or error}")


def format_of(name: str) -> Format | None:
    """Return the format of a file from the ending of its name. None: the ending is unknown."""
    ending = os.path.splitext(name)[1].lower()
    endings: dict[str, Format] = {".kpn": "kpn", ".pbn": "kpn", ".csv": "csv", ".parquet": "parquet"}
    return endings.get(ending)


def guess_format(data: bytes) -> Format:
    """Guess the format of a file from its first bytes."""
    if data[:4] == b"PAR1":
        return "parquet"
    first = data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0]
    columns = {cell.strip().strip(b'"').lower() for cell in re.split(rb"[,;]", first)}
    return "csv" if {b"n", b"e", b"s", b"w"} <= columns else "kpn"


class _Ahead(io.RawIOBase):
    """A stream that repeats the bytes already read from a file, and then continues with the file."""

    def __init__(self, head: bytes, source: IO[bytes]) -> None:
        self.head, self.source = head, source

    def readable(self) -> bool:
        """Return True: the stream is readable."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the next bytes into a buffer."""
        data = self.head[: len(buffer)] or self.source.read(len(buffer))
        self.head = self.head[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


def open_input(source: str, stack: ExitStack) -> tuple[IO[bytes], Format]:
    """Open a FILE argument. Return the open file and its format.

    Parquet from standard input or from a pipe is copied to a temporary file, because a Parquet file is read
    from its end.

    Args:
        source: name of a file, or ``-`` for standard input.
        stack: an exit stack. The file is closed when the stack is closed.
    """
    from_stdin = source == "-"
    file = standard_stream("stdin") if from_stdin else stack.enter_context(open_own_or_bundled(source))
    head = file.read(_HEAD)
    form = (None if source == "-" else format_of(source)) or guess_format(head)
    if source != "-" and file.seekable():
        file.seek(0)
        return file, form
    stream = io.BufferedReader(_Ahead(head, file))
    if form != "parquet":
        return stream, form
    import shutil
    import tempfile

    copy: IO[bytes] = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115
    shutil.copyfileobj(stream, copy)
    copy.seek(0)
    return copy, form
