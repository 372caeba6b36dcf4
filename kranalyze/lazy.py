"""Import the public names of a package when they are first used.

So a command imports only the modules that it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any


def modules_by_public_name(names_by_module: Mapping[str, str]) -> dict[str, str]:
    """Return a dict from each public name to the module that defines it.

    Args:
        names_by_module: maps each module to the names that it defines, separated by blanks.

    >>> modules_by_public_name({"kranalyze.deal": "Deal Seat"})
    {'Deal': 'kranalyze.deal', 'Seat': 'kranalyze.deal'}
    """
    return {name: module for module, listed in names_by_module.items() for name in listed.split()}


def importer(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a function for a package to use as its ``__getattr__``.

    The returned function takes a public name. It imports the module that defines the name, and returns the
    named object.

    Args:
        package: name of the package.
        modules: maps each public name to the module that defines it.
    """

    def import_name(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(modules[name]), name)

    return import_name
