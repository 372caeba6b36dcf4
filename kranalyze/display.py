"""Base classes of objects that print themselves as text and display themselves in notebooks.

The module that renders objects is injected to avoid an import cycle: the package ``kranalyze`` names this
module. It is imported when an object is printed or displayed for the first time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

#: Colours of a picture. ``auto`` follows the browser or notebook.
Theme = Literal["auto", "light", "dark"]

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Renderer(Protocol):
        """The functions of the module ``show.objects`` that are used here."""

        def text_of(self, value: Any, /) -> str:
            """Return the text of an object."""

        def row_of(self, value: Any, /) -> dict[str, Any]:
            """Return the keys and values of the JSON that the command for such objects prints."""

        def picture_of(self, value: Any, theme: Theme, deck: str, /) -> str:
            """Return a picture of an object as SVG."""

        def notebook_frame(self, value: Any, /, *arguments: Any) -> Any:
            """Return the iframe with the live board of an object."""

        def notebook_picture(self, value: Any, /) -> str:
            """Return HTML with a small picture of an object, and a link to the object's live board."""


#: A list with one item: the function that imports the renderer. It is empty until ``render_with`` is called.
_importers: list[Callable[[], Renderer]] = []


def render_with(importer: Callable[[], Renderer]) -> None:
    """Set the function that imports the renderer."""
    _importers[:] = [importer]


def make_live_board_iframe(value: Any, *arguments: Any) -> Any:
    """Return the iframe with the live board of an object, for notebooks."""
    return _importers[0]().notebook_frame(value, *arguments)


def svg_of(value: Any, theme: Theme, deck: str) -> str:
    """Return a picture of an object as SVG."""
    return _importers[0]().picture_of(value, theme, deck)


def json_row(value: Any) -> dict[str, Any]:
    """Return the keys and values of the JSON that the command for such objects prints."""
    return _importers[0]().row_of(value)


class PrintedAsText:
    """Base class of objects that print as text. ``str()`` returns what their command prints."""

    __slots__ = ()

    def __str__(self) -> str:
        return _importers[0]().text_of(self)


class ShownAsPage(PrintedAsText):
    """Base class of objects that notebooks display as a picture with a link to a live board."""

    __slots__ = ()

    def live_board(self) -> Any:
        """Return the live board for a notebook. Users can step through the game, and play on.

        The notebook stores the board's script, several hundred kilobytes. Links below pictures use this
        script, too.
        """
        return make_live_board_iframe(self)

    def _repr_html_(self) -> str:
        return _importers[0]().notebook_picture(self)
