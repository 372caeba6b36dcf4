"""Define the base class of readers in which the core reads KPN, the format of hand records, into columns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from struct import calcsize
from typing import TYPE_CHECKING, Any, NamedTuple

from kranalyze.core.memory import check_size_t, check_unsigned

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: Description of a column: its name, its type letter in Python's module ``struct``, and how many numbers each
#: row has.
Kind = tuple[str, str, int]

#: The tags of KPN whose texts a scan can keep, in the order in which the core numbers them.
TEXTS = ("board", "event", "site", "date", "west", "north", "east", "south")


class LineStart(NamedTuple):
    """The beginning of a line in a text."""

    offset: int  # number of bytes before the line
    line: int  # line number, from 1


def scan_place_fields(text: Any, at: int, line: int, index: int) -> dict[str, Any]:
    """Check the place where the core shall begin to read, and return it as fields of ``kr_scan_place``.

    Args:
        text: the text, as an array of the core.
        at: number of bytes before the place.
        line: line number of the place.
        index: index of the next game in the text.

    Raises:
        ValueError: the place is not in the text, or a number is out of range.
    """
    place = check_size_t(at)
    if place > len(text):
        raise cannot_continue_scan_error()
    return {
        "text": text, "size": len(text), "at": place,
        "line": check_unsigned(line), "index": check_unsigned(index),
    }  # fmt: skip


def cannot_continue_scan_error() -> ValueError:
    """Return the exception which says that the core cannot continue from a given place in the text."""
    return ValueError("a scan cannot go on from there")


class Scan(ABC):
    """Columns with games that the core has read from KPN text. There is room for a limited number of games.

    Attributes:
        kinds: for each column its name, its type letter, and how many numbers each row has.
        columns: buffers of the columns, by name.
        ends: for each kept tag of ``TEXTS`` a buffer with an int32 per game: the offset in the buffer of
            ``texts`` at which the game's text ends.
        texts: for each kept tag of ``TEXTS`` a buffer with the texts of all games, joined together. If a game
            lacks the tag, its text is empty.
        count: how many games the columns have so far.
        room: how many games the columns can have.
    """

    kinds: tuple[Kind, ...]

    def __init__(self, room: int, texts: int, longest: int) -> None:
        """Allocate memory for the columns.

        Args:
            room: how many games the columns can have.
            texts: how many tags are kept as texts, counted from the first tag in ``TEXTS``.
            longest: how many bytes the text of a tag can have.
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
        """Read games from the beginning of a line on, and keep these games. Then skip unreadable text.

        Args:
            text: the text. Its lines must end with a newline, without a carriage return.
            at: the line with which reading begins.
            index: index of the first game that will be read, among the games of the text.
            forced: index of a card game. All records are read as records of this card game. -1: each record
                names its card game.

        Returns:
            The line after the kept games, the line after the skipped text, and the offset of the last kept
            game.
        """
        place = text, at.offset, at.line, index
        self.count, last, *ends = self._keep_games_then_skip_unreadable(place, forced)
        return LineStart(*ends[:2]), LineStart(*ends[2:]), last

    @abstractmethod
    def _keep_games_then_skip_unreadable(
        self, place: tuple[bytes, int, int, int], forced: int
    ) -> tuple[int, ...]:
        """Read and keep games, then skip text that cannot be read. Offsets are in bytes.

        Returns:
            Six numbers. The first is how many games were kept. The second is the offset of the last kept
            game. The next two are the offset and the line number after this game. The last two are the offset
            and the line number after the skipped text.
        """
