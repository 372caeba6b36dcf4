"""Define the types of table columns, and build schemas that describe the meaning of each column."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import pyarrow as pa

TEXT = pa.dictionary(pa.int8(), pa.string())
FILE_NAME = pa.dictionary(pa.int32(), pa.string())
CARD_LIST = pa.list_(pa.dictionary(pa.int8(), pa.string()))

SEATS = ["N", "E", "S", "W"]

#: Description of a column: name, type, meaning.
Column: TypeAlias = tuple[str, pa.DataType, str]

#: Columns that tables of deals and tables of games share. They describe how a contract is played: second
#: declarer, trump, leader.
QUESTION_COLUMNS: tuple[Column, ...] = (
    ("second", TEXT, "seat of the second Bettler or Plauderer, or null"),
    ("leader", TEXT, "seat that leads to trick 1"),
    ("trump", TEXT, "trump suit S H D C, null without trump"),
)


def documented_schema(columns: Iterable[Column], metadata: Mapping[Any, Any]) -> pa.Schema:
    """Return the schema of a table. The meaning of each column is stored in the metadata of its field.

    Args:
        columns: the columns.
        metadata: metadata of the whole table.
    """
    fields = [pa.field(name, kind, metadata={b"meaning": text.encode()}) for name, kind, text in columns]
    return pa.schema(fields, metadata=metadata)
