"""Pieces of the inputs: some records each, cut out so that they can be read and solved elsewhere."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from kranalyze.kpn.errors import KpnError
from kranalyze.kpn.reader import KpnFile, Start
from kranalyze.read.columns import Columns
from kranalyze.read.reading import Deals

if TYPE_CHECKING:
    import polars as pl

#: What a piece holds: text of one of the formats, a deal given in place, or only what is wrong.
Form = Literal["kpn", "csv", "parquet", "deal", "problem"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Records of one input that follow one another; small, and complete without the input.

    Attributes:
        file: name of the input, as given.
        form: what ``data`` is.
        data: the records, compressed: KPN, a CSV with its header, or a Parquet file of their own.
        size: bytes of the records before they were compressed.
        records: how many they are, those with errors too.
        start: index and line of the first one in the input, and what it copies from the one before.
        header: lines of ``data`` above the first record (CSV).
        problem: why nothing, or nothing more, can be read of the input.
        content: hash of all that the rows of the piece can hang on.
    """

    file: str
    form: Form
    data: bytes = field(repr=False)
    size: int
    records: int
    start: Start = field(default_factory=Start)
    header: int = 0
    problem: KpnError | None = None
    content: bytes = field(default=b"", repr=False)


def make_piece(
    file: str,
    form: Form,
    text: bytes,
    records: int,
    start: Start | None = None,
    *,
    header: int = 0,
    problem: KpnError | None = None,
    same: bytes | None = None,
) -> Piece:
    """A piece with its hash.

    Args:
        text: what is read; compressed unless it is so by itself.
        same: what stands for the text in the hash, where equal records may have different bytes.
    """
    start = start or Start()
    data = text if form == "parquet" else zlib.compress(text, 1)
    before = sorted(start.before.items())
    facts = (file, form, records, start.line, start.index, before, start.deck, header, str(problem or ""))
    digest = hashlib.sha256(repr(facts).encode("utf-8", "surrogateescape"))
    digest.update(text if same is None else same)
    return Piece(file, form, data, len(text), records, start, header, problem, digest.digest())


def problem_piece(problem: KpnError) -> Piece:
    """A piece that says why nothing, or nothing more, can be read of an input."""
    return make_piece(problem.file, "problem", b"", 0, problem=problem)


def opened(piece: Piece, game: str | None = None, rules: Mapping[str, str] | None = None) -> Deals:
    """The records of a piece, ready to be read as a FILE argument is."""
    if piece.problem is not None:
        return Deals(piece.file, trouble=piece.problem)
    data: Any = piece.data if piece.form == "parquet" else zlib.decompress(piece.data)
    if piece.form == "deal":
        data = data.decode("utf-8", "surrogateescape")
    return Deals(piece.file, piece.form, data, game, rules or {}, start=piece.start)


def records_of(piece: Piece, game: str | None = None, rules: Mapping[str, str] | None = None) -> KpnFile:
    """The records of a piece, and all that is wrong; of deals nothing but that they are no records."""
    file = opened(piece, game, rules).records()
    if file is not None:
        return file
    problem = piece.problem
    if problem is None:
        message = "these are deals, and no games that were played"
        problem = KpnError(piece.file, piece.start.line, 1, "error", message, piece.start.index)
    return KpnFile(piece.file, problems=(problem,))


def columns_of(piece: Piece, game: str | None = None, rules: Mapping[str, str] | None = None) -> Columns:
    """The deals of a piece as columns, and all that is wrong, with places in the input."""
    columns = opened(piece, game, rules).frame()
    return _shifted(columns, piece) if piece.form in ("csv", "parquet") else columns


def _shifted(columns: Columns, piece: Piece) -> Columns:
    """Indices and lines as they are in the input; what is said of its header is said once."""
    import polars as pl

    index, lines, header = piece.start.index, piece.start.line - 1 - piece.header, piece.header

    def moved(problem: KpnError) -> KpnError:
        line = problem.line + lines if problem.line > header else problem.line
        record = None if problem.record is None else problem.record + index
        return KpnError(problem.file, line, problem.column, problem.severity, problem.message, record)

    def column(name: str, by: int) -> pl.Expr:
        return (pl.col(name).cast(pl.Int64) + by).cast(pl.UInt32)

    problems = [moved(p) for p in columns.problems if index == 0 or p.line > header]
    frame = columns.frame.with_columns(column("deal", index), column("line", lines))
    return replace(columns, frame=frame, problems=problems)
