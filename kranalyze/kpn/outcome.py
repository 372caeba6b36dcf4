"""The state of a reader between two games, and the result of reading a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from kranalyze.cards import Deck
from kranalyze.kpn.record import Comment, KpnError, Record


@dataclass(frozen=True, slots=True)
class Start:
    """The state of a reader at a place in a file. Reading can continue from this state."""

    line: int = 1  # line of the file
    index: int = 0  # index of the next game in the file
    before: Mapping[str, str] = field(default_factory=dict)  # tags of the game before, which ``#`` copies
    deck: Deck = "french"  # deck of the game before
    evening: Mapping[str, str] = field(default_factory=dict)  # tags that hold for all following games
    began: int = 0  # first line of the game before, 0 if there is none


@dataclass(frozen=True, slots=True)
class Broken:
    """A game with errors. Its text is kept, so that nothing is lost when the file is written again."""

    index: int
    line: int
    text: str
    preamble: tuple[tuple[Comment, ...], ...] = ()


class Outcome(NamedTuple):
    """The result of reading one game: a record, or a broken game. The last result may have comments only."""

    record: Record | None
    problems: tuple[KpnError, ...]
    broken: Broken | None = None
    trailing: tuple[tuple[Comment, ...], ...] = ()
