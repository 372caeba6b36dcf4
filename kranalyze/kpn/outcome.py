"""The state of a reader between two games, and the result of reading a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kranalyze.cards import Deck
from kranalyze.kpn.record import Comment, KpnError, Record

#: An empty mapping of tags. It is a plain ``dict``, because it must be picklable.
_NO_TAGS: Mapping[str, str] = {}


class Start(NamedTuple):
    """The state of a reader at a place in a file. Another reader can continue from this state."""

    line: int = 1  # line of the file
    game: int = 0  # index of the next game in the file
    before: Mapping[str, str] = _NO_TAGS  # tags of the previous game; the value ``#`` copies from them
    deck: Deck = "french"  # deck whose card letters the previous game uses
    evening: Mapping[str, str] = _NO_TAGS  # tags that hold for all following games
    began: int = 0  # first line of the previous game; 0: there is no previous game


class Broken(NamedTuple):
    """A game with errors. Its text is kept, so that nothing is lost when the file is written again."""

    game: int  # index of the game in the file, from 0
    line: int  # first line of the game, from 1
    text: str
    preamble: tuple[tuple[Comment, ...], ...] = ()  # blocks of comments before the game


class Outcome(NamedTuple):
    """The result of reading a game. The last result of a file may have only comments."""

    record: Record | None  # None: the game has errors
    problems: tuple[KpnError, ...]  # errors and warnings of the game
    broken: Broken | None = None  # the text of a game with errors
    trailing: tuple[tuple[Comment, ...], ...] = ()  # blocks of comments after the last game
