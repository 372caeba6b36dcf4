"""Write Parquet files with many columns of small numbers and flags faster than pyarrow does.

pyarrow looks up each number in a hash table. This module is faster: it writes a dictionary of consecutive
numbers. The index of a number is the number minus the first number of the dictionary. An index has 4 or 8
bits. Flags are copied unchanged, because Arrow and Parquet both store them as bits. pyarrow writes all
other columns and the footer. This module then adds its columns to the footer.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Collection
from contextlib import suppress
from functools import lru_cache
from itertools import takewhile
from typing import IO, Any, NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from kranalyze.core.dealborder import pack_half_bytes
from kranalyze.read.thriftvalues import (
    BINARY,
    BYTE,
    I32,
    I64,
    LIST,
    STRUCT,
    TRUE,
    Field,
    Items,
    decode_struct,
    encode_struct,
    encode_varint,
)

# Numbers from parquet.thrift. Each line has numbers of one kind: types of values, encodings, a compression
# codec, kinds of pages, the mark of a column that may have nulls, and the mark of numbers with 16 bits.
_BOOLEAN, _INT32 = 0, 1
_PLAIN, _RLE, _RLE_DICTIONARY = 0, 3, 8
_ZSTD = 6
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_OPTIONAL = 1
_INT_16 = 16

#: Largest index into a dictionary. An index has at most 8 bits here.
_LARGEST_INDEX = 255

# Field numbers from parquet.thrift, one line for each struct: the footer (FileMetaData), then structs inside
# the footer (RowGroup, SchemaElement, KeyValue).
_SCHEMA, _ROW_GROUPS, _KEY_VALUES, _COLUMN_ORDERS = 2, 4, 5, 7
_COLUMNS, _TOTAL_SIZE, _STORED_SIZE = 1, 2, 6
_CHILDREN = 5
_KEY, _VALUE = 1, 2

# Field numbers of the struct that describes a column of a row group (ColumnChunk).
_OFFSET, _ABOUT = 2, 3

#: Key under which pyarrow stores the Arrow schema in the metadata of a file.
_ARROW_SCHEMA = b"ARROW:schema"

#: Types of the columns that this module encodes.
FAST_TYPES = (pa.int16(), pa.bool_())


class _Sink:
    """A file object to which pyarrow writes. Its method ``write`` passes the bytes on to the output ``out``.

    Before pyarrow writes the footer, ``out`` is replaced by a buffer, so that the footer can be changed.
    """

    closed = False

    def __init__(self, out: IO[bytes]) -> None:
        self.out = out

    def write(self, data: bytes) -> int:
        """Write bytes to the output."""
        return self.out.write(data)

    def flush(self) -> None:
        """Do nothing: the owner of the output flushes it."""

    def close(self) -> None:
        """Do nothing: the owner of the output closes it."""


class _Chunk(NamedTuple):
    """The encoded and compressed pages of one column in one row group."""

    physical_type: int
    encodings: tuple[int, ...]
    dictionary: bytes  # header and page of the dictionary; empty if there is no dictionary
    data: bytes  # header and page of the values
    plain_size: int  # number of bytes of both pages with their headers, before compression
    values: int  # number of values in the column, including nulls


class FastParquetWriter:
    """A Parquet writer with its own encoding of small numbers and flags, which is faster than pyarrow's.

    Columns with this encoding must be the last columns of the schema. pyarrow writes the columns before them.
    """

    def __init__(self, out: IO[bytes], schema: pa.Schema, fast: Collection[str], **arguments: Any) -> None:
        """Begin a file.

        Args:
            out: the output. The caller closes it.
            schema: the schema of the file.
            fast: names of the columns that this class shall encode. They must be at the end of the schema. If
                a column is not named here, or its type is not in ``FAST_TYPES``, pyarrow writes this column
                and all columns before it.
            arguments: further arguments of ``pyarrow.parquet.ParquetWriter``.
        """
        self._schema = schema
        names = set(fast)
        self._fast = list(
            takewhile(lambda field: field.name in names and field.type in FAST_TYPES, list(schema)[::-1])
        )[::-1]
        self._slow = schema.names[: len(schema) - len(self._fast)]
        self._out = out
        self._sink = _Sink(out)
        # pyarrow and this module write to the same file object, because pyarrow computes the offsets in its
        # footer from the position in this file object.
        self._file = pa.PythonFile(self._sink, mode="w")
        slow_schema = pa.schema([schema.field(name) for name in self._slow], schema.metadata)
        self._writer = pq.ParquetWriter(self._file, slow_schema, **arguments)
        self._groups: list[list[dict[int, Field]]] = []

    def write_table(self, table: pa.Table) -> None:
        """Write a table as one row group."""
        slow = table.select(self._slow).combine_chunks()
        self._writer.write_table(slow, row_group_size=max(table.num_rows, 1))
        self._groups.append([self._write_chunk(field.name, table.column(field.name)) for field in self._fast])

    def close(self) -> None:
        """Write the footer, which completes the file. The output stays open."""
        footer = io.BytesIO()
        self._sink.out = footer
        self._writer.close()
        self._out.write(self._footer_with_own_columns(footer.getvalue()) if self._fast else footer.getvalue())

    def close_without_footer(self) -> None:
        """Close pyarrow's writer without writing a footer. Call this method if writing has failed."""
        self._sink.out = io.BytesIO()
        with suppress(Exception):
            self._writer.close()
        self._writer.is_open = False

    def _write_chunk(self, name: str, column: pa.ChunkedArray) -> dict[int, Field]:
        """Write a column of a row group. Return the column's entry in the footer (ColumnChunk)."""
        array = column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks)
        if array.offset:  # copy the array, so that its values begin at the start of its memory
            array = pa.concat_arrays([array, pa.nulls(0, column.type)])
        chunk = _encode_column(array)
        begin = self._file.tell()
        self._file.write(chunk.dictionary + chunk.data)
        about = {
            1: Field(I32, chunk.physical_type),
            2: Field(LIST, Items(I32, list(chunk.encodings))),
            3: Field(LIST, Items(BINARY, [name.encode()])),
            4: Field(I32, _ZSTD),
            5: Field(I64, chunk.values),
            6: Field(I64, chunk.plain_size),
            7: Field(I64, len(chunk.dictionary) + len(chunk.data)),
            9: Field(I64, begin + len(chunk.dictionary)),
        }
        if chunk.dictionary:
            about[11] = Field(I64, begin)
        return {_OFFSET: Field(I64, 0), _ABOUT: Field(STRUCT, about)}

    def _footer_with_own_columns(self, pyarrow_tail: bytes) -> bytes:
        """Return pyarrow's footer with entries for the columns that this module has encoded.

        Args:
            pyarrow_tail: the end of a Parquet file as pyarrow wrote it. This is the footer, followed by four
                bytes with the footer's length, and four bytes with the name of the format.
        """
        footer, _ = decode_struct(memoryview(pyarrow_tail))
        elements = _values_of_list_field(footer[_SCHEMA])
        root = elements[0]
        root[_CHILDREN] = Field(I32, _value_of_number_field(root[_CHILDREN]) + len(self._fast))
        elements += map(_schema_element, self._fast)
        _values_of_list_field(footer[_COLUMN_ORDERS]).extend({1: Field(STRUCT, {})} for _ in self._fast)
        for group, chunks in zip(_values_of_list_field(footer[_ROW_GROUPS]), self._groups, strict=True):
            _values_of_list_field(group[_COLUMNS]).extend(chunks)
            for total, part in ((_TOTAL_SIZE, 6), (_STORED_SIZE, 7)):
                added = sum(_value_of_number_field(_fields(chunk[_ABOUT])[part]) for chunk in chunks)
                group[total] = Field(I64, _value_of_number_field(group[total]) + added)
        for pair in _values_of_list_field(footer[_KEY_VALUES]):
            if pair[_KEY].value == _ARROW_SCHEMA:
                pair[_VALUE] = Field(BINARY, base64.b64encode(self._schema.serialize()))
        encoded = encode_struct(footer)
        return encoded + len(encoded).to_bytes(4, "little") + pyarrow_tail[-4:]


def _values_of_list_field(field: Field) -> list[Any]:
    """Return the values of a Thrift field that holds a list."""
    assert isinstance(field.value, Items)
    return field.value.values


def _fields(field: Field) -> dict[int, Field]:
    """Return the fields of a Thrift field that holds a struct, by field number."""
    assert isinstance(field.value, dict)
    return field.value


def _value_of_number_field(field: Field) -> int:
    """Return the value of a Thrift field that holds a number."""
    assert isinstance(field.value, int)
    return field.value


def _schema_element(field: pa.Field) -> dict[int, Field]:
    """Return the entry that describes a column in the footer's schema (SchemaElement)."""
    element = {
        1: Field(I32, _BOOLEAN if field.type == pa.bool_() else _INT32),
        3: Field(I32, _OPTIONAL),
        4: Field(BINARY, field.name.encode()),
    }
    if field.type == pa.int16():
        element[6] = Field(I32, _INT_16)
        of_16_bits_signed = {1: Field(BYTE, bytes([16])), 2: Field(TRUE, True)}
        element[10] = Field(STRUCT, {10: Field(STRUCT, of_16_bits_signed)})
    return element


def _encode_column(column: pa.Array) -> _Chunk:
    """Return a column of flags or numbers (int16) in encoded form.

    The values of ``column`` must begin at the start of its memory (offset 0).
    """
    values = column.drop_null() if column.null_count else column
    if column.type == pa.bool_():
        dictionary = None
        encoded = _bytes_of(values, -(-len(values) // 8))
    else:
        dictionary, encoded = _dictionary_and_encoded_numbers(values)
    encoding = _PLAIN if dictionary is None else _RLE_DICTIONARY
    data = _compressed_page_and_plain_size(
        _DATA_PAGE, _levels(column) + encoded, 5, (len(column), encoding, _RLE, _RLE)
    )
    first = b"", 0
    if dictionary is not None:
        plain = _bytes_of(dictionary, 4 * len(dictionary))
        first = _compressed_page_and_plain_size(_DICTIONARY_PAGE, plain, 7, (len(dictionary), _PLAIN))
    return _Chunk(
        physical_type=_BOOLEAN if column.type == pa.bool_() else _INT32,
        encodings=(_PLAIN, _RLE) if dictionary is None else (_PLAIN, _RLE, _RLE_DICTIONARY),
        dictionary=first[0],
        data=data[0],
        plain_size=first[1] + data[1],
        values=len(column),
    )


def _dictionary_and_encoded_numbers(values: pa.Array) -> tuple[pa.Array | None, bytes]:
    """Encode numbers (int16) as indexes into a dictionary of numbers.

    Returns:
        A pair. In most cases it consists of the dictionary (int32) and the encoded indexes. The first byte of
        the encoded indexes says how many bits an index has. If there are no numbers, or if the numbers are
        too far apart for indexes of 8 bits, the pair consists of None and the numbers, each in four bytes.
    """
    bounds = pc.min_max(values)
    least = bounds["min"].as_py()
    most = bounds["max"].as_py()
    if least is not None and least == most:  # all numbers are equal: a run of the index 0
        return pa.array([least], pa.int32()), bytes([8]) + encode_varint(len(values) << 1) + b"\0"
    if least is not None and least > 0:
        least = 0  # if the dictionary begins with 0, the index of each number is the number itself
    if least is None or most - least > _LARGEST_INDEX:
        return None, _bytes_of(values.cast(pa.int32()), 4 * len(values))
    dictionary = pa.array(range(least, most + 1), pa.int32())
    groups = -(-len(values) // 8)  # number of groups of 8 indexes; the last group is padded
    width = 4 if most - least < 16 else 8
    if width == 4:
        half_bytes = bytearray(4 * groups)
        pack_half_bytes(len(values), values.buffers()[1], least, half_bytes)
        packed = bytes(half_bytes)
    else:
        indexes = pc.subtract(values, pa.scalar(least, pa.int16()))
        packed = _bytes_of(indexes.cast(pa.uint8(), safe=False), len(values))
    return dictionary, bytes([width]) + encode_varint(groups << 1 | 1) + packed.ljust(width * groups, b"\0")


def _levels(column: pa.Array) -> bytes:
    """Return the encoded definition levels of a column: 1 for a row with a value, 0 for a null."""
    if not column.null_count:
        levels = encode_varint(len(column) << 1) + b"\1"  # no nulls: a single run of ones
    else:
        groups = -(-len(column) // 8)
        levels = encode_varint(groups << 1 | 1) + _bytes_of(column.is_valid(), groups)
    return len(levels).to_bytes(4, "little") + levels


def _bytes_of(values: pa.Array, size: int) -> bytes:
    """Return the first ``size`` bytes of an array's values, as the array stores them in memory."""
    data = values.buffers()[1]
    return b"" if data is None else data.to_pybytes()[:size]


def _compressed_page_and_plain_size(
    kind: int, data: bytes, field: int, numbers: tuple[int, ...]
) -> tuple[bytes, int]:
    """Compress a page and make its header.

    Args:
        kind: kind of the page: a number from parquet.thrift.
        data: data of the page, not compressed.
        field: number of the header field that only this kind of page has. The field holds a struct.
        numbers: the numbers in this struct, in the order of the struct's fields.

    Returns:
        A pair. The first item is the header followed by the compressed data. The second item is the number of
        bytes that header and data would have if the data were not compressed.
    """
    stored = pa.compress(data, "zstd", asbytes=True)
    header = encode_struct({1: Field(I32, kind), 2: Field(I32, len(data)), 3: Field(I32, len(stored))})
    # Leave out the last byte, which ends the header, because another field follows.
    encoded = header[:-1] + _encode_page_header_end(field, numbers)
    return encoded + stored, len(encoded) + len(data)


@lru_cache(maxsize=64)
def _encode_page_header_end(field: int, numbers: tuple[int, ...]) -> bytes:
    """Return the encoded end of a page header: the field that only one kind of page has, and the last byte.

    Args:
        field: number of the field. The field before it in the header has the number 3. Thrift stores only the
            difference between the numbers of the two fields.
        numbers: the numbers in the struct that the field holds, in the order of the struct's fields.
    """
    about = {number: Field(I32, value) for number, value in enumerate(numbers, 1)}
    return encode_struct({field - 3: Field(STRUCT, about)})
