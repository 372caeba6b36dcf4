"""Open FILE arguments: KPN, CSV, Parquet, standard input, a bundled file, or a typed deal."""

from __future__ import annotations

import io
import re
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, Literal

from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.files import name_text, standard_stream
from kranalyze.kpn.record import KpnError

#: Formats of files with deals or games. The names are also endings of file names.
Format = Literal["kpn", "csv", "parquet"]

#: Pattern of the beginning of a typed deal.
_IN_PLACE = re.compile(r"\s*[NESWnesw]\s*:\s*[^\s\\/:]*[.\-\s]")

#: Pattern of a typed deal without the seat of its first hand.
_SEATLESS = re.compile(r"\s*(([\w-]*\.){3}[\w-]*|-)(\s+(([\w-]*\.){3}[\w-]*|-)){2,3}\s*")

#: Name of a typed deal in messages and in the column ``file``.
IN_PLACE = "<deal>"

#: Number of bytes at the beginning of an input that decide its format.
_HEAD = 4096


def is_typed_deal(source: str) -> bool:
    """Return whether an argument is a typed deal. False: it names a file.

    >>> is_typed_deal("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"), is_typed_deal("N:/deals.kpn")
    (True, False)
    """
    return _IN_PLACE.match(source) is not None and not Path(source).exists()


def unreadable_file_error(source: str, error: OSError) -> KpnError:
    """Return the error for a file that cannot be read, or for a typed deal that lacks its first seat."""
    if isinstance(error, FileNotFoundError) and _SEATLESS.fullmatch(source):
        first = source.split()[0]
        message = f'a deal begins with the seat of its first hand, as in "N:{first} ..."'
        return KpnError(IN_PLACE, 1, 1, "error", message)
    return KpnError(name_text(source), 1, 1, "error", f"the file cannot be read: {error.strerror or error}")


def format_of(name: str) -> Format | None:
    """Return the format of a file, by the ending of its name. None: the ending is unknown."""
    ending = Path(name).suffix.lower()
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
    """A stream that yields first bytes which were read already, and then the rest of a file."""

    def __init__(self, head: bytes, source: IO[bytes]) -> None:
        self.head, self.source = head, source

    def readable(self) -> bool:
        """Return that the stream is readable."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the next bytes into a buffer."""
        data = self.head[: len(buffer)] or self.source.read(len(buffer))
        self.head = self.head[len(buffer) :]
        buffer[: len(data)] = data
        return len(data)


def open_input(source: str, stack: ExitStack) -> tuple[IO[bytes], Format]:
    """Open a FILE argument. Return the open file and its format.

    Standard input with Parquet is copied to a temporary file: a Parquet file is read from its end.

    Args:
        source: name of a file, or ``-``.
        stack: closes the file at its end.
    """
    from_stdin = source == "-"
    file = (
        standard_stream("stdin")
        if from_stdin
        else stack.enter_context(path_of_own_or_bundled(source).open("rb"))
    )
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
