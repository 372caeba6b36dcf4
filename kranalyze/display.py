"""What is printed, and shown in a notebook, of what users get: asked by name, when somebody looks.

Who is shown knows neither pages nor words, and these know him: so the way there is a name.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any


def framed(of: str, *what: Any) -> Any:
    """The frame that ``kranalyze.show.objects`` makes of something."""
    objects = import_module("kranalyze.show.objects")
    return objects.Frame(objects.FRAMED[of](*what))


class Printed:
    """What prints as the command that shows it does."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(import_module("kranalyze.show.objects").PRINTED[type(self).__name__](self))


class Shown(Printed):
    """What is a page in a notebook as well."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(framed(type(self).__name__, self)._repr_html_())
