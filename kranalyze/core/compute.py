"""Apply Arrow's functions to columns, without importing ``pyarrow.compute``.

When it is imported, ``pyarrow.compute`` wraps 286 functions. That takes 25 ms, a tenth of the start of a
command with tables. The functions below call the same kernels. They have the names and the meaning of those
in ``pyarrow.compute``, except ``all_true`` (``all``) and ``maximum`` (``max``). Arguments are columns
(``pyarrow.Array``) or scalars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

try:
    from pyarrow._compute import CastOptions, SetLookupOptions, TakeOptions, call_function
except ImportError:  # this pyarrow has no ``pyarrow._compute``; ``pyarrow.compute`` has the same names
    from pyarrow.compute import CastOptions, SetLookupOptions, TakeOptions, call_function

if TYPE_CHECKING:
    from collections.abc import Callable


def _function(name: str) -> Callable[..., Any]:
    """Return a Python function that calls the Arrow kernel (built-in function) with this name."""

    def call(*columns: Any) -> Any:
        return call_function(name, columns)

    return call


add = _function("add")
all_true = _function("all")
and_ = _function("and")
binary_join = _function("binary_join")
binary_join_element_wise = _function("binary_join_element_wise")
binary_length = _function("binary_length")
bit_wise_and = _function("bit_wise_and")
choose = _function("choose")
cumulative_sum = _function("cumulative_sum")
dictionary_encode = _function("dictionary_encode")
equal = _function("equal")
greater = _function("greater")
greater_equal = _function("greater_equal")
if_else = _function("if_else")
indices_nonzero = _function("indices_nonzero")
invert = _function("invert")
is_null = _function("is_null")
is_valid = _function("is_valid")
less = _function("less")
list_element = _function("list_element")
list_flatten = _function("list_flatten")
list_parent_indices = _function("list_parent_indices")
list_value_length = _function("list_value_length")
max_element_wise = _function("max_element_wise")
maximum = _function("max")
min_max = _function("min_max")
multiply = _function("multiply")
not_equal = _function("not_equal")
or_ = _function("or")
shift_right = _function("shift_right")
sort_indices = _function("sort_indices")
subtract = _function("subtract")
take = _function("take")
utf8_length = _function("utf8_length")

_UNCHECKED = TakeOptions(boundscheck=False)


def fill_null(column: pa.Array, value: Any) -> pa.Array:
    """Return a copy of a column in which each null is replaced by ``value``."""
    return call_function("coalesce", [column, pa.scalar(value, column.type)])


def is_in(column: pa.Array, values: pa.Array) -> pa.Array:
    """Return for each item of a column whether the item is one of ``values``."""
    return call_function("is_in", [column], SetLookupOptions(value_set=values, skip_nulls=False))


def take_unchecked(column: pa.Array, places: pa.Array) -> pa.Array:
    """Return the items of a column at the given indexes. The indexes must be valid: they are not checked."""
    return call_function("take", [column, places], _UNCHECKED)


def cast(column: pa.Array, kind: pa.DataType) -> pa.Array:
    """Return a column with its items converted to another type.

    Raises:
        pyarrow.ArrowInvalid: an item does not fit the type.
    """
    return call_function("cast", [column], CastOptions.safe(kind))
