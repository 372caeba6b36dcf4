"""pyarrow and polars can read Parquet files whose last columns were encoded without pyarrow."""

from __future__ import annotations

import io
import random
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from kranalyze.read.parquetwriter import FastParquetWriter
from kranalyze.read.thriftvalues import decode_struct, encode_struct

#: Columns of numbers and flags, each with the values that it may have.
_NUMBERS: dict[str, list[int | None]] = {
    "few": [*range(-3, 9)], "null_too": [None, 1, 2], "only_null": [None], "constant": [5],
    "byte": [*range(-128, 128)], "many": [*range(-128, 129)], "all": [-(1 << 15), 0, (1 << 15) - 1],
}  # fmt: skip
_FLAGS: dict[str, list[bool | None]] = {
    "flag": [True, False], "flag_or_null": [True, False, None], "never": [False]
}


def some_rows(count: int) -> pa.Table:
    """Return random rows. The types of the first and the fourth column have no fast encoding."""
    rng = random.Random(count)
    columns: dict[str, Any] = {
        "text": pa.array([str(i) for i in range(count)], pa.string()),
        "slow_flag": pa.array([rng.random() < 0.5 for _ in range(count)], pa.bool_()),
        "early": pa.array([i % 3 for i in range(count)], pa.int16()),
        "seat": pa.array(rng.choices("NESW", k=count), pa.string()),
    }
    columns |= {
        name: pa.array(rng.choices(values, k=count), pa.int16()) for name, values in _NUMBERS.items()
    }
    columns |= {name: pa.array(rng.choices(values, k=count), pa.bool_()) for name, values in _FLAGS.items()}
    return pa.table(columns).replace_schema_metadata({"kranalyze.table": "1"})


def written(table: pa.Table, size: int) -> bytes:
    """Return a file with row groups of ``size`` rows.

    pyarrow writes the first four columns. Two of them are texts. ``slow_flag`` is not named as fast.
    ``early`` is named as fast, but a text comes after it. Fast columns must be the last columns.
    """
    out = io.BytesIO()
    fast = [name for name in table.column_names if name != "slow_flag"]
    writer = FastParquetWriter(out, table.schema, fast, compression="zstd")
    for begin in range(0, table.num_rows, size):
        writer.write_table(table.slice(begin, size).combine_chunks())
    writer.close()
    return out.getvalue()


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 300, 3000])
@pytest.mark.parametrize("size", [1, 13, 256, 5000])
def test_rows_are_read_as_they_were_written(count: int, size: int) -> None:
    table = some_rows(min(count, 40 * size))
    data = written(table, size)
    read = pq.read_table(io.BytesIO(data))
    assert read.equals(table)
    assert read.schema.equals(table.schema, check_metadata=True)
    frame = pl.read_parquet(io.BytesIO(data))
    assert frame.equals(pl.DataFrame(table)) and frame.schema == pl.DataFrame(table).schema
    column = pl.scan_parquet(io.BytesIO(data)).select("flag_or_null").collect()
    assert column["flag_or_null"].to_list() == table.column("flag_or_null").to_pylist()


def test_the_footer_tells_the_sizes_of_all_columns() -> None:
    data = written(some_rows(3000), 1000)
    metadata = pq.read_metadata(io.BytesIO(data))
    assert metadata.num_row_groups == 3 and metadata.num_rows == 3000
    end = 4  # the length of the magic number
    for group in range(3):
        row_group = metadata.row_group(group)
        columns = [row_group.column(i) for i in range(row_group.num_columns)]
        assert row_group.total_byte_size == sum(c.total_uncompressed_size for c in columns)
        for column in columns:
            begin = column.dictionary_page_offset if column.has_dictionary_page else column.data_page_offset
            assert begin == end
            end = begin + column.total_compressed_size
    assert end == len(data) - 8 - metadata.serialized_size


def test_a_footer_that_is_decoded_and_encoded_has_the_same_bytes() -> None:
    out = io.BytesIO()
    table = some_rows(100).append_column("list", pa.array([[1.5], None] * 50))
    pq.write_table(table, out, compression="zstd", row_group_size=6)
    data = out.getvalue()
    length = int.from_bytes(data[-8:-4], "little")
    footer = data[-8 - length : -8]
    fields, end = decode_struct(memoryview(footer))
    assert end == length
    assert encode_struct(fields) == footer


def test_an_output_that_fails_ends_the_file_without_another_error() -> None:
    class Full(io.BytesIO):
        def write(self, data: Any) -> int:
            raise OSError("no space left")

    table = some_rows(10)
    with pytest.raises(OSError, match="no space left"):
        written_to(Full(), table)
    out = io.BytesIO()
    writer = FastParquetWriter(out, table.schema, ["flag"])
    writer.write_table(table)
    writer.close_without_footer()
    assert not out.getvalue().endswith(b"PAR1")


def written_to(out: io.BytesIO, table: pa.Table) -> None:
    """Write a table, and abandon the file on an error, as commands do."""
    writer = FastParquetWriter(out, table.schema, table.column_names)
    try:
        writer.write_table(table)
        writer.close()
    except BaseException:
        writer.close_without_footer()
        raise
