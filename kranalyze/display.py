"""Let users' objects print themselves as text and display themselves in notebooks.

Rendering is injected to avoid an import cycle: the package ``kranalyze`` names the module that renders. That
module is imported when an object is printed or displayed for the first time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

#: Colours of a picture. ``auto`` follows the browser or notebook.
Theme = Literal["auto", "light", "dark"]

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Renderer(Protocol):
        """The functions that are needed from the module ``show.objects``."""

        def text_of(self, value: Any, /) -> str:
            """Return the text of an object."""

        def row_of(self, value: Any, /) -> dict[str, Any]:
            """Return the keys and values that the command of an object prints as JSON."""

        def picture_of(self, value: Any, theme: Theme, deck: str, /) -> str:
            """Return an object as SVG."""

        def notebook_frame(self, value: Any, /, *arguments: Any) -> Any:
            """Return the frame with the live board of an object."""

        def notebook_picture(self, value: Any, /) -> str:
            """Return a small picture of an object with a link to its live board, as HTML."""


#: Has a single item: the function that imports the renderer.
_importers: list[Callable[[], Renderer]] = []


def render_with(importer: Callable[[], Renderer]) -> None:
    """Set the function that imports the renderer."""
    _importers[:] = [importer]


def make_live_board_iframe(value: Any, *arguments: Any) -> Any:
    """Return the frame with the live board of an object, for notebooks."""
    return _importers[0]().notebook_frame(value, *arguments)


def svg_of(value: Any, theme: Theme, deck: str) -> str:
    """Return an object as SVG."""
    return _importers[0]().picture_of(value, theme, deck)


def json_row(value: Any) -> dict[str, Any]:
    """Return the keys and values that the command of an object prints as JSON."""
    return _importers[0]().row_of(value)


class PrintedAsText:
    """Base class of objects whose ``str()`` is the output of the command for such objects."""

    __slots__ = ()

    def __str__(self) -> str:
        return _importers[0]().text_of(self)


class ShownAsPage(PrintedAsText):
    """Base class of such objects that notebooks display as a picture with a link to a live board."""

    __slots__ = ()

    def live_board(self) -> Any:
        """Return the live board for a notebook, to step through and to play on.

        A notebook keeps its script, several hundred kilobytes. The links below pictures use it, too.
        """
        return make_live_board_iframe(self)

    def _repr_html_(self) -> str:
        return _importers[0]().notebook_picture(self)
