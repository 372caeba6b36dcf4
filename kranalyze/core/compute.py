"""Apply Arrow's functions to columns, without importing ``pyarrow.compute``.

The import of ``pyarrow.compute`` wraps 286 functions. This takes 25 ms, a tenth of the start time of a
command that uses tables. The functions below call the same kernels (built-in functions of Arrow). Most of
them have the same name and meaning as in ``pyarrow.compute``. Three are different: ``all_true`` is the
function ``all`` of ``pyarrow.compute``, ``maximum`` is its function ``max``, and ``take_unchecked`` is its
function ``take`` without a check of the indexes. Arguments are columns (``pyarrow.Array``) or scalars.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

try:
    from pyarrow._compute import CastOptions, SetLookupOptions, TakeOptions, call_function
except ImportError:  # this pyarrow has no ``pyarrow._compute``: the public module has the same names
    from pyarrow.compute import CastOptions, SetLookupOptions, TakeOptions, call_function

if TYPE_CHECKING:
    from collections.abc import Callable


def _arrow_kernel(name: str) -> Callable[..., Any]:
    """Return a Python function that calls the Arrow kernel (built-in function) with this name."""

    def call(*columns: Any) -> Any:
        return call_function(name, columns)

    return call


add = _arrow_kernel("add")
all_true = _arrow_kernel("all")
and_ = _arrow_kernel("and")
binary_join = _arrow_kernel("binary_join")
binary_join_element_wise = _arrow_kernel("binary_join_element_wise")
binary_length = _arrow_kernel("binary_length")
bit_wise_and = _arrow_kernel("bit_wise_and")
choose = _arrow_kernel("choose")
cumulative_sum = _arrow_kernel("cumulative_sum")
dictionary_encode = _arrow_kernel("dictionary_encode")
equal = _arrow_kernel("equal")
greater = _arrow_kernel("greater")
greater_equal = _arrow_kernel("greater_equal")
if_else = _arrow_kernel("if_else")
indices_nonzero = _arrow_kernel("indices_nonzero")
invert = _arrow_kernel("invert")
is_null = _arrow_kernel("is_null")
is_valid = _arrow_kernel("is_valid")
less = _arrow_kernel("less")
list_element = _arrow_kernel("list_element")
list_flatten = _arrow_kernel("list_flatten")
list_parent_indices = _arrow_kernel("list_parent_indices")
list_value_length = _arrow_kernel("list_value_length")
max_element_wise = _arrow_kernel("max_element_wise")
maximum = _arrow_kernel("max")
min_max = _arrow_kernel("min_max")
multiply = _arrow_kernel("multiply")
not_equal = _arrow_kernel("not_equal")
or_ = _arrow_kernel("or")
shift_right = _arrow_kernel("shift_right")
sort_indices = _arrow_kernel("sort_indices")
subtract = _arrow_kernel("subtract")
take = _arrow_kernel("take")
utf8_length = _arrow_kernel("utf8_length")

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
