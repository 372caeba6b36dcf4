"""What settlement does to columns, as plain lists: for a few rows, since to load Arrow takes 0.1 s.

The functions are those of `arrays`; None is null.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import add as _sum
from operator import ge, mul
from typing import Any

Column = list[Any]


def column(code: str, facts: Iterable[int | None]) -> Column:
    """Some numbers."""
    return list(facts)


def numbers(code: str, data: Any, count: int) -> Column:
    """Numbers of a buffer."""
    return memoryview(data).cast("B").cast(code)[:count].tolist()  # type: ignore[call-overload, no-any-return]


def nulls(code: str, count: int) -> Column:
    """A column that says nothing."""
    return [None] * count


def take(values: Column, places: Column) -> Column:
    """The values at some places, None where the place is."""
    return [None if place is None else values[place] for place in places]


def without(values: Column, unknown: int) -> Column:
    """The values, None for one of them."""
    return [None if value == unknown else value for value in values]


def where(condition: Column, values: Column) -> Column:
    """The values where a condition holds, None elsewhere."""
    return [value if holds else None for holds, value in zip(condition, values, strict=True)]


def _both(combine: Callable[[Any, Any], Any], left: Column, right: Column | int) -> Column:
    if isinstance(right, int):
        right = [right] * len(left)
    return [None if a is None or b is None else combine(a, b) for a, b in zip(left, right, strict=True)]


def add(left: Column, right: Column) -> Column:
    """Sums."""
    return _both(_sum, left, right)


def multiply(left: Column, right: Column | int) -> Column:
    """Products."""
    return _both(mul, left, right)


def at_least(values: Column, least: Column | int) -> Column:
    """Whether values reach a bound, None where one of them is not known."""
    return _both(ge, values, least)


def coalesce(first: Column, second: Column) -> Column:
    """The first of two values, or where it is None the second."""
    return [b if a is None else a for a, b in zip(first, second, strict=True)]


def bounds(values: Column) -> tuple[int, int] | None:
    """The least and the greatest value; None if there are none."""
    known = [value for value in values if value is not None]
    return (min(known), max(known)) if known else None


def filled(values: Column) -> Column:
    """The values, 0 for None."""
    return [value or 0 for value in values]
