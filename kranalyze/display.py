"""How users' objects print, and look in a notebook.

Rendering is injected to avoid an import cycle: the front of the package names the module that renders. It is
imported when an object is printed or displayed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Renderer(Protocol):
        """The module ``show.objects``."""

        def text_of(self, value: Any, /) -> str:
            """Return the text of an object."""

        def notebook_frame(self, value: Any, /, *arguments: Any) -> Any:
            """Return the frame that a notebook displays."""


#: Holds the function that imports the renderer.
_importers: list[Callable[[], Renderer]] = []


def render_with(importer: Callable[[], Renderer]) -> None:
    """Set the function that imports the renderer."""
    _importers[:] = [importer]


def frame(value: Any, *arguments: Any) -> Any:
    """Return the frame of an object that a notebook displays."""
    return _importers[0]().notebook_frame(value, *arguments)


class PrintedAsText:
    """An object that prints like the command that shows it."""

    __slots__ = ()

    def __str__(self) -> str:
        return _importers[0]().text_of(self)


class ShownAsPage(PrintedAsText):
    """An object that prints like the command that shows it, and is a page in a notebook."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(frame(self)._repr_html_())
