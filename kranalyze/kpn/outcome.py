"""Data classes for readers of KPN: the state of a reader between two games, and the result for a game."""

from collections.abc import Mapping
from typing import NamedTuple

from kranalyze.cards import Deck
from kranalyze.kpn.items import Comment
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.record import Record

#: An empty mapping of tags. It is a ``dict``, because a read-only mapping cannot be pickled.
_NO_TAGS: Mapping[str, str] = {}


class Start(NamedTuple):
    """The state of a file reader before it reads a game. Another reader can continue from this state."""

    line: int = 1  # line of the file at which the reader continues, from 1
    game: int = 0  # index of the next game in the file, from 0
    #: tags of the previous game; if a tag of the next game has the value ``#``, the value of the same tag is
    #: copied from the previous game
    before: Mapping[str, str] = _NO_TAGS
    deck: Deck = "french"  # the deck (French or German) whose card letters the previous game uses
    evening: Mapping[str, str] = _NO_TAGS  # tags that are added to all later games
    began: int = 0  # line of the file at which the previous game begins, from 1; 0: no previous game


class Broken(NamedTuple):
    """A game with errors. Its text is kept, so that writing the file again loses nothing."""

    game: int  # index of the game in the file, from 0
    line: int  # line of the file at which the game begins, from 1
    text: str
    preamble: tuple[tuple[Comment, ...], ...] = ()  # the comments that precede the game, block by block


class Outcome(NamedTuple):
    """The result of reading a game: all its problems, and a record or the text of a game with errors.

    The last result of a file may have only comments.
    """

    record: Record | None  # the game; None: the game has errors, or there are only comments
    problems: tuple[KpnError, ...]  # errors and warnings of the game
    broken: Broken | None = None  # the text of a game with errors; None: the game has no errors
    trailing: tuple[tuple[Comment, ...], ...] = ()  # the comments that follow the last game, block by block
