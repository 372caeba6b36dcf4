"""Parquet of deals: hands as UInt32 masks."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from kranalyze.kpn.errors import KpnError
from kranalyze.read.columns import (
    MASKS,
    READERS,
    TEXTS,
    Columns,
    fitting,
    given_columns,
    header_problem,
    nothing,
    schema,
)

if TYPE_CHECKING:
    import polars as pl

#: Version of the layout of these columns, written into the metadata of the file.
FORMAT_VERSION = "1"

#: What is said of a file without them.
HEADER = "a Parquet of deals has columns n, e, s and w"


def parse_parquet(source: Any, name: str, game: str | None = None) -> Columns:
    """Read a Parquet of deals: columns ``n e s w`` (and ``talon``) of masks, optional texts.

    Places are given as row (from 1) and column of the table.

    Args:
        source: a path or an Arrow file.
        name: its name, for messages and the column ``file``.
        game: id of the game that all deals are taken to be of.

    Raises:
        OSError: the file cannot be read; a damaged one is a problem among others.
    """
    import polars as pl
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        # By itself Arrow opens names in UTF-8 only.
        file = pq.ParquetFile(pa.OSFile(os.fsencode(source)) if isinstance(source, Path) else source)
        names = file.schema_arrow.names
        problem = header_problem(names, name, HEADER)
        if problem is not None:
            return nothing(problem)
        table = file.read([column for column in (*MASKS, *TEXTS) if column in names])
    except (pa.ArrowException, UnicodeDecodeError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        return nothing(KpnError(name, 1, 1, "error", f"not a Parquet file: {_first_line(error)}"))
    columns: dict[str, Any] = {}
    for column in table.column_names:
        place = names.index(column) + 1
        values = table.column(column)
        wanted = pa.uint32() if column in MASKS else pa.string()
        if column in MASKS and not (pa.types.is_integer(values.type) or pa.types.is_null(values.type)):
            message = f"column {column} is of type {values.type}, masks (UInt32) are expected"
            return nothing(KpnError(name, 1, place, "error", message))
        try:
            values = values.cast(wanted)
            values.validate(full=True)  # texts that are not UTF-8 would be met later, at a worse place
            columns[column] = pl.Series(column, values)
        except pa.ArrowException as error:
            message = f"column {column} cannot be read: {_first_line(error)}"
            return nothing(KpnError(name, 1, place, "error", message))
    frame = pl.DataFrame(columns).with_columns(
        pl.lit(None).alias("rules"),
        pl.lit(name).alias("file"),
        pl.int_range(pl.len(), dtype=pl.UInt32).alias("deal"),
        pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).alias("line"),
    )
    for column in ("talon", *TEXTS):
        if column not in frame.columns:
            frame = frame.with_columns(pl.lit(0 if column == "talon" else None).alias(column))
    frame = frame.with_columns(pl.col("talon").fill_null(0))
    result = Columns(frame.select(*schema()).cast(schema()))  # type: ignore[arg-type]
    for column in ("dealer", "game"):
        place = names.index(column) + 1 if column in names else 1
        result = _translated(result, column, place)
    return fitting(result, game)


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0]


def _translated(columns: Columns, column: str, place: int) -> Columns:
    """A column of few different texts, read; rows whose text means nothing are left out."""
    import polars as pl

    frame, problems = columns.frame, list(columns.problems)
    known: dict[str, str | None] = {}
    for text in frame[column].drop_nulls().unique().sort():
        try:
            known[text] = READERS[column](text.strip())  # type: ignore[assignment]
        except ValueError as error:
            bad = frame.filter(pl.col(column) == text)
            problems += [
                KpnError(file, line, place, "error", str(error), deal)
                for file, deal, line in bad.select("file", "deal", "line").iter_rows()
            ]
            frame = frame.filter(pl.col(column).ne_missing(text))
    if known:
        new = pl.col(column).replace_strict(known, default=None, return_dtype=pl.String)
        frame = frame.with_columns(new)
    return Columns(frame, problems)


def write_parquet(frame: pl.DataFrame, out: BinaryIO) -> None:
    """Write deals as Parquet, masks as UInt32; what ``parse_parquet`` reads.

    The metadata say the version of the layout and of the program, and how a mask is read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    from kranalyze import __version__

    given = given_columns(frame)
    kinds = {"board": pa.string(), "dealer": pa.dictionary(pa.int8(), pa.string())}
    kinds["game"] = kinds["dealer"]
    about = {
        "kranalyze.deals": FORMAT_VERSION,
        "kranalyze.version": __version__,
        "kranalyze.masks": "bit = suit * 8 + rank, suits S H D C, ranks 7 8 9 T J Q K A",
    }
    fields = [pa.field(column, kinds.get(column, pa.uint32())) for column in given.columns]
    arrays = [
        array.cast(pa.string()).cast(f.type) if f.name in TEXTS else array
        for f in fields
        for array in (given[f.name].to_arrow(),)
    ]
    table = pa.Table.from_arrays(arrays, schema=pa.schema(fields, metadata=about))
    pq.write_table(table, out, compression="zstd")
