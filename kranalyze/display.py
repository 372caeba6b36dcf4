"""Base classes of objects that print themselves as text and display themselves in notebooks.

Another module, the renderer, makes the texts and pictures. This module does not import the renderer, because
such an import would close an import cycle. Instead the package ``kranalyze`` calls ``render_with`` with a
function that imports the renderer. The import happens when an object is printed or displayed for the first
time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

#: Colours of a picture: light, dark, or (``auto``) those of the reader's browser or notebook.
Theme = Literal["auto", "light", "dark"]

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    class Renderer(Protocol):
        """The type of the renderer, which is the module ``show.objects``."""

        def text_of(self, value: Any, /) -> str:
            """Return the text of an object."""

        def row_of(self, value: Any, /) -> dict[str, Any]:
            """Return an object as a dict, for example an answer as ``kranalyze solve --json`` prints it."""

        def picture_of(self, value: Any, theme: Theme, deck: str, /) -> str:
            """Return a picture of an object as SVG."""

        def notebook_frame(self, value: Any, /, *arguments: Any) -> Any:
            """Return an iframe for a notebook. It has a board on which users can play an object's cards."""

        def notebook_picture(self, value: Any, /) -> str:
            """Return HTML with a small picture of an object, and a link to a board for playing."""


#: The function that imports the renderer, as the only item of a list. The list is empty until ``render_with``
#: is called.
_importers: list[Callable[[], Renderer]] = []


def render_with(importer: Callable[[], Renderer]) -> None:
    """Set the function that imports the renderer: the module that makes texts and pictures of objects."""
    _importers[:] = [importer]


def make_live_board_iframe(value: Any, *arguments: Any) -> Any:
    """Return an iframe for a notebook. It has a board on which users can play an object's cards."""
    return _importers[0]().notebook_frame(value, *arguments)


def svg_of(value: Any, theme: Theme, deck: str) -> str:
    """Return a picture of an object as SVG."""
    return _importers[0]().picture_of(value, theme, deck)


def dict_for_json(value: Any) -> dict[str, Any]:
    """Return an object as a dict, for example an answer as ``kranalyze solve --json`` prints it."""
    return _importers[0]().row_of(value)


class PrintedAsText:
    """Base class of objects for which ``print()`` prints the same text as the commands of kranalyze."""

    __slots__ = ()

    def __str__(self) -> str:
        return _importers[0]().text_of(self)


class ShownAsPage(PrintedAsText):
    """Base class of objects that notebooks display as a picture, with a link to a board for playing."""

    __slots__ = ()

    def live_board(self) -> Any:
        """Return an interactive board for a notebook. Users can step through the game, and play on.

        The notebook file grows by the board's script, which has several hundred kilobytes. A notebook also
        displays objects as pictures with a link below. These links open boards that use the same script.
        """
        return make_live_board_iframe(self)

    def _repr_html_(self) -> str:
        return _importers[0]().notebook_picture(self)
