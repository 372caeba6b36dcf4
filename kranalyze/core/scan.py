"""A scan of KPN by the core: where it stands in its text, and the columns of the games it has kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from struct import calcsize
from typing import TYPE_CHECKING, Any

from kranalyze.core.memory import size_of, unsigned

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: A column: name, type by its letter in ``struct``, numbers a row.
Kind = tuple[str, str, int]

#: Tags of a record whose text is kept, in the core's order.
TEXTS = ("board", "event", "site", "date", "west", "north", "east", "south")


@dataclass(frozen=True, slots=True)
class LineStart:
    """Where a line begins: bytes before it, and its number from 1."""

    offset: int
    line: int


def start_of(text: Any, at: int, line: int, index: int) -> dict[str, Any]:
    """Return the fields of a place in a text (``kr_scan_place``), checked.

    Args:
        text: an array of the core.

    Raises:
        ValueError: the place is not in the text, or a number does not fit.
    """
    place = size_of(at)
    if place > len(text):
        raise cannot_go_on()
    return {
        "text": text, "size": len(text), "at": place, "line": unsigned(line), "index": unsigned(index),
    }  # fmt: skip


def cannot_go_on() -> ValueError:
    """Return the error of a scan that is to go on from a place that cannot be."""
    return ValueError("a scan cannot go on from there")


class Scan(ABC):
    """Games of KPN as columns, as many as there is room for.

    Attributes:
        kinds: the columns.
        columns: their numbers, by name.
        ends, texts: where the text of each game ends in that of all games, for as many of ``TEXTS`` as are
            kept. A text that is absent is empty.
        count, room: games kept, and how many there may be.
    """

    kinds: tuple[Kind, ...]

    def __init__(self, room: int, texts: int, longest: int) -> None:
        """Make room for games.

        Args:
            room: how many.
            texts: how many of ``TEXTS`` are kept.
            longest: bytes of a text.
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
        """Keep the games from a place on.

        Args:
            text: lines that end with a newline alone.
            at: where a line begins.
            index: number of the next game.
            forced: the place among the games of the one that every record is taken to be of, -1: none.

        Returns:
            Where they end; where what follows, and is not kept, ends; where the last one begins.
        """
        self.count, last, *ends = self._scanned((text, at.offset, at.line, index), forced)
        return LineStart(*ends[:2]), LineStart(*ends[2:]), last

    @abstractmethod
    def _scanned(self, place: tuple[bytes, int, int, int], forced: int) -> tuple[int, ...]:
        """Keep games, and go past what follows.

        Returns:
            Games kept; where the last one begins; place and line behind it; the same behind what follows.
        """
