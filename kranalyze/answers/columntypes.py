"""Types of table columns, and schemas that hold the meanings of columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import pyarrow as pa

TEXT = pa.dictionary(pa.int8(), pa.string())
FILE_NAME = pa.dictionary(pa.int32(), pa.string())
CARD_LIST = pa.list_(pa.dictionary(pa.int8(), pa.string()))

SEATS = ["N", "E", "S", "W"]

#: A column: name, type, meaning.
Column: TypeAlias = tuple[str, pa.DataType, str]

#: Columns of a question, in tables of deals and of games.
QUESTION_COLUMNS: tuple[Column, ...] = (
    ("second", TEXT, "seat of the second Bettler or Plauderer, or null"),
    ("leader", TEXT, "seat that leads to trick 1"),
    ("trump", TEXT, "trump suit S H D C, null without trump"),
)


def described(columns: Iterable[Column], metadata: Mapping[Any, Any]) -> pa.Schema:
    """Return a schema of columns. The metadata of each field hold its meaning."""
    fields = [pa.field(name, kind, metadata={b"meaning": text.encode()}) for name, kind, text in columns]
    return pa.schema(fields, metadata=metadata)
