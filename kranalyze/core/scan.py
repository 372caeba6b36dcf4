"""A scan of KPN by the core: its place in the text, and the columns of the games that it has kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from struct import calcsize
from typing import TYPE_CHECKING, Any, NamedTuple

from kranalyze.core.memory import size_of, unsigned

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: A column: name, letter of the type in ``struct``, numbers per row.
Kind = tuple[str, str, int]

#: Tags of a record whose texts are kept, in the order of the core.
TEXTS = ("board", "event", "site", "date", "west", "north", "east", "south")


class LineStart(NamedTuple):
    """The beginning of a line: the number of bytes before the line, and its line number from 1."""

    offset: int
    line: int


def start_of(text: Any, at: int, line: int, index: int) -> dict[str, Any]:
    """Check a place in a text, and return the fields of its ``kr_scan_place``.

    Args:
        text: the text, as an array of the core.
        at: bytes before the place.
        line: line number of the place.
        index: number of the next game.

    Raises:
        ValueError: the place is not in the text, or a number is out of range.
    """
    place = size_of(at)
    if place > len(text):
        raise cannot_go_on()
    return {
        "text": text, "size": len(text), "at": place, "line": unsigned(line), "index": unsigned(index),
    }  # fmt: skip


def cannot_go_on() -> ValueError:
    """Return the error for a scan that cannot continue at a place."""
    return ValueError("a scan cannot go on from there")


class Scan(ABC):
    """Games of KPN as columns, up to a number of games.

    Attributes:
        kinds: names and types of the columns.
        columns: buffers of the columns, by name.
        ends, texts: for each kept tag of ``TEXTS`` the ends of the games' texts, and the texts of all games
            joined together. An absent text is empty.
        count: number of games kept.
        room: largest number of games.
    """

    kinds: tuple[Kind, ...]

    def __init__(self, room: int, texts: int, longest: int) -> None:
        """Allocate room for games.

        Args:
            room: largest number of games.
            texts: number of tags whose texts are kept, the first of ``TEXTS``.
            longest: largest number of bytes of a text.
        """
        self.room = room
        self.count = 0
        self.columns: dict[str, Buffer] = {
            name: bytearray(calcsize(code) * width * room) for name, code, width in self.kinds
        }
        self.ends = tuple(bytearray(4 * room) for _ in range(texts))
        self.texts = tuple(bytearray(longest * room) for _ in range(texts))

    def go_on(
        self, text: bytes, at: LineStart, index: int, forced: int
    ) -> tuple[LineStart, LineStart, int]:
        """Scan games from a place on, and keep them.

        Args:
            text: the text. Its lines must end with a newline alone.
            at: the beginning of a line.
            index: number of the next game.
            forced: index of the game that all records are taken for. -1: each record names its game.

        Returns:
            The end of the kept games; the end of the skipped text after them; the beginning of the last kept
            game.
        """
        self.count, last, *ends = self._scanned((text, at.offset, at.line, index), forced)
        return LineStart(*ends[:2]), LineStart(*ends[2:]), last

    @abstractmethod
    def _scanned(self, place: tuple[bytes, int, int, int], forced: int) -> tuple[int, ...]:
        """Keep games, and skip the text after them that cannot be kept.

        Returns:
            Number of games kept; beginning of the last kept game; place and line after that game; place and
            line after the skipped text.
        """
