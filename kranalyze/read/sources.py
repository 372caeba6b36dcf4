"""What a FILE argument may be: KPN, CSV, Parquet, standard input, a bundled file, a deal given in place."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from kranalyze.bundled import find
from kranalyze.files import name_text
from kranalyze.kpn.record import KpnError

#: Formats of files of deals, which are also the endings of their names.
Format = Literal["kpn", "csv", "parquet"]

#: How a deal given in place begins.
_IN_PLACE = re.compile(r"\s*[NESWnesw]\s*:\s*[^\s\\/:]*[.\-\s]")

#: The name that a deal given in place has in messages and in the column ``file``.
IN_PLACE = "<deal>"


def is_in_place(source: str) -> bool:
    """Whether an argument is a deal and not the name of a file.

    >>> is_in_place("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9"), is_in_place("N:/deals.kpn")
    (True, False)
    """
    return _IN_PLACE.match(source) is not None and not Path(source).exists()


def path_of(source: str) -> Path:
    """The file of an argument: the user's own, or, if there is none, the bundled one of that name."""
    path = Path(source)
    if not path.exists():
        return find(source) or path
    return path


def unreadable(source: str, error: OSError) -> KpnError:
    """A file that cannot be read, as an error among others."""
    return KpnError(name_text(source), 1, 1, "error", f"the file cannot be read: {error.strerror or error}")


def format_of(name: str) -> Format | None:
    """The format that the ending of a name says."""
    ending = Path(name).suffix.lower()
    endings: dict[str, Format] = {".kpn": "kpn", ".pbn": "kpn", ".csv": "csv", ".parquet": "parquet"}
    return endings.get(ending)


def sniffed(data: bytes) -> Format:
    """The format of bytes whose name says nothing."""
    if data[:4] == b"PAR1":
        return "parquet"
    first = data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0]
    columns = {cell.strip().strip(b'"').lower() for cell in re.split(rb"[,;]", first)}
    return "csv" if {b"n", b"e", b"s", b"w"} <= columns else "kpn"
