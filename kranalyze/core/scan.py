"""Base class for scans: the core reads KPN text from a place on, and keeps games as columns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from struct import calcsize
from typing import TYPE_CHECKING, Any, NamedTuple

from kranalyze.core.memory import check_size, check_unsigned

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: Description of a column: name, type letter in ``struct``, numbers per row.
Kind = tuple[str, str, int]

#: The tags whose texts can be kept, in the order of the core.
TEXTS = ("board", "event", "site", "date", "west", "north", "east", "south")


class LineStart(NamedTuple):
    """The beginning of a line in a text."""

    offset: int  # number of bytes before the line
    line: int  # line number, from 1


def scan_place(text: Any, at: int, line: int, index: int) -> dict[str, Any]:
    """Check a place in a text, and return the fields of its ``kr_scan_place``.

    Args:
        text: the text, as an array of the core.
        at: number of bytes before the place.
        line: line number of the place.
        index: index of the next game in the text.

    Raises:
        ValueError: the place is not in the text, or a number is out of range.
    """
    place = check_size(at)
    if place > len(text):
        raise cannot_go_on()
    return {
        "text": text, "size": len(text), "at": place,
        "line": check_unsigned(line), "index": check_unsigned(index),
    }  # fmt: skip


def cannot_go_on() -> ValueError:
    """Return the error for a scan that cannot continue at a given place."""
    return ValueError("a scan cannot go on from there")


class Scan(ABC):
    """A limited number of games of KPN as columns.

    Attributes:
        kinds: descriptions of the columns.
        columns: buffers of the columns, by name.
        ends: for each kept tag of ``TEXTS`` a buffer with the offset (int32) at which each game's text ends.
        texts: for each kept tag of ``TEXTS`` a buffer with the texts of all games, joined together. The text
            of an absent tag is empty.
        count: number of games kept so far.
        room: largest number of games.
    """

    kinds: tuple[Kind, ...]

    def __init__(self, room: int, texts: int, longest: int) -> None:
        """Allocate room for games.

        Args:
            room: largest number of games.
            texts: number of tags whose texts are kept. These are the first tags of ``TEXTS``.
            longest: largest number of bytes of a text.
        """
        self.room = room
        self.count = 0
        self.columns: dict[str, Buffer] = {
            name: bytearray(calcsize(code) * width * room) for name, code, width in self.kinds
        }
        self.ends = tuple(bytearray(4 * room) for _ in range(texts))
        self.texts = tuple(bytearray(longest * room) for _ in range(texts))

    def keep_games_and_skip_unreadable(
        self, text: bytes, at: LineStart, index: int, forced: int
    ) -> tuple[LineStart, LineStart, int]:
        """Read games from the beginning of a line on, and keep them. Then skip text that cannot be read.

        Args:
            text: the text. Its lines must end with a newline alone.
            at: the line with which the scan begins.
            index: index of the next game in the text.
            forced: index of a game. All records are read as records of this game. -1: each record names its
                game.

        Returns:
            The line after the kept games, the line after the skipped text, and the offset of the last kept
            game.
        """
        self.count, last, *ends = self._scanned((text, at.offset, at.line, index), forced)
        return LineStart(*ends[:2]), LineStart(*ends[2:]), last

    @abstractmethod
    def _scanned(self, place: tuple[bytes, int, int, int], forced: int) -> tuple[int, ...]:
        """Read and keep games, then skip text that cannot be read.

        Returns:
            Six numbers: number of games kept, offset of the last kept game, offset and line number after this
            game, offset and line number after the skipped text.
        """
