"""What is printed, and shown in a notebook, of what users get: asked when somebody looks.

Who is shown knows neither pages nor words, and these know him: so the front of the package says who they are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

#: What gives the module of texts and frames.
_shower: list[Callable[[], Any]] = []


def shown_by(objects: Callable[[], Any]) -> None:
    """Say what gives the module of texts and frames, when somebody looks."""
    _shower[:] = [objects]


def framed(of: str, *what: Any) -> Any:
    """The frame of a page that shows something."""
    objects = _shower[0]()
    return objects.Frame(objects.FRAMED[of](*what))


class Printed:
    """What prints as the command that shows it does."""

    __slots__ = ()

    def __str__(self) -> str:
        return str(_shower[0]().PRINTED[type(self).__name__](self))


class Shown(Printed):
    """What is a page in a notebook as well."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(framed(type(self).__name__, self)._repr_html_())
