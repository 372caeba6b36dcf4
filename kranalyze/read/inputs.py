"""Cutting inputs into pieces, one after another, so that no input is ever in memory as a whole."""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import IO, Any

from kranalyze.files import name_text
from kranalyze.read.cut_kpn import cut_kpn
from kranalyze.read.cut_rows import cut_csv, cut_parquet
from kranalyze.read.pieces import Piece, make_piece, problem_piece
from kranalyze.read.sources import (
    IN_PLACE,
    format_of,
    is_in_place,
    path_of,
    sniffed,
    unreadable,
)

#: How much of an input is looked at to tell its format.
_HEAD = 4096


@dataclass(slots=True)
class Progress:
    """How far the inputs have been cut, in bytes.

    Attributes:
        total: bytes of all inputs, 0 where that is not known.
        passed: bytes of the inputs that are done with.
        within: bytes of the input at hand that have been cut.
    """

    total: int = 0
    passed: int = 0
    within: float = 0

    @property
    def share(self) -> float | None:
        """The part of all inputs that has been cut, None if it cannot be told."""
        if not self.total:
            return None
        return min(1.0, (self.passed + self.within) / self.total)

    def leave(self, source: str) -> None:
        """An input is done with."""
        self.within, self.passed = 0, self.passed + _size(source)


def _size(source: str) -> int:
    """Bytes of an input, 0 if it has none of its own."""
    if source == "-" or is_in_place(source):
        return 0
    path = path_of(source)
    return path.stat().st_size if path.is_file() else 0


class _Ahead(io.RawIOBase):
    """A stream whose first bytes have been looked at; ``read(n)`` is short only at its end."""

    def __init__(self, head: bytes, source: IO[bytes]) -> None:
        self.head, self.source = head, source

    def readable(self) -> bool:
        """It is."""
        return True

    def read(self, size: int = -1) -> bytes:
        """The next bytes."""
        first, self.head = (self.head, b"") if size < 0 else (self.head[:size], self.head[size:])
        wanted = -1 if size < 0 else size - len(first)
        return first + self.source.read(wanted) if wanted else first

    def readinto(self, buffer: Any) -> int:
        """The next bytes, into a buffer."""
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def measured(inputs: Sequence[str]) -> Progress:
    """Nothing cut yet; the total is not known if one of the inputs is a stream."""
    return Progress(0 if "-" in inputs else sum(map(_size, inputs)))


def cut(
    source: str,
    size: int,
    game: str | None = None,
    rules: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    strict: bool = False,
) -> Iterator[Piece]:
    """The pieces of an input in their order; what cannot be read is a piece, too.

    Args:
        source: a FILE argument.
        size: records of a piece.
        game, rules: as for reading records.
        progress: told how far the input has been cut.
        strict: raise where the input cannot be read.

    Raises:
        OSError: the input cannot be read, and ``strict``.
    """
    progress = progress or Progress()
    if is_in_place(source):
        yield make_piece(IN_PLACE, "deal", source.encode("utf-8", "surrogateescape"), 1)
        return
    name = name_text(source)
    try:
        with ExitStack() as stack:
            file, form = _opened(source, stack)
            if form == "parquet":
                for piece, share in cut_parquet(file, name, size):
                    progress.within = share * _size(source)
                    yield piece
                return
            pieces = cut_csv(file, name, size) if form == "csv" else _games(file, name, size, game, rules)
            for piece in pieces:
                progress.within += piece.size
                yield piece
    except OSError as error:
        if strict:
            raise
        yield problem_piece(unreadable(name, error))
    finally:
        progress.leave(source)


def _games(
    file: IO[bytes], name: str, size: int, game: str | None, rules: Mapping[str, str] | None
) -> Iterator[Piece]:
    for games in cut_kpn(file, size, game, rules):
        text = games.text.encode("utf-8", "surrogateescape")
        yield make_piece(name, "kpn", text, games.games, games.start)


def _opened(source: str, stack: ExitStack) -> tuple[IO[bytes], str]:
    """The input from its first byte, and its format. Parquet can be sought in, it is read from its end."""
    file: IO[bytes] = sys.stdin.buffer if source == "-" else stack.enter_context(path_of(source).open("rb"))
    head = file.read(_HEAD)
    form = (None if source == "-" else format_of(source)) or sniffed(head)
    if source != "-" and file.seekable():
        file.seek(0)
        return file, form
    stream = io.BufferedReader(_Ahead(head, file))
    if form != "parquet":
        return stream, form
    copy: IO[bytes] = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115
    shutil.copyfileobj(stream, copy)
    copy.seek(0)
    return copy, form
