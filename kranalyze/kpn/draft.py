"""Draft: a game while it is being read, its values so far and what is wrong with it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from kranalyze.cards import card_name
from kranalyze.games import Contract, Game
from kranalyze.kpn.deals import Fail
from kranalyze.kpn.errors import Severity
from kranalyze.kpn.lexer import Block, escapes_in_value
from kranalyze.kpn.record import Record


@dataclass(slots=True)
class Flaw:
    """Something wrong at a place in the text."""

    at: int
    severity: Severity
    message: str


@dataclass(slots=True, kw_only=True)
class Draft(Record):
    """A record while it is being read: what is known of it so far, and what is wrong with it.

    Attributes:
        text: what it is read from.
        block: its tags and sections with their places in the text.
        given: the values of the tags, ``#`` replaced.
        copied: the tags that had ``#``.
        as_played: read tricks in playing order where they are no good play by seats.
        row, level: the game by the rules in force, and the contract, once they are known.
    """

    text: str
    block: Block
    given: Mapping[str, str]
    copied: frozenset[str] = frozenset()
    problems: list[Flaw] = field(default_factory=list)
    as_played: bool = False
    row: Game | None = None
    level: Contract | None = None
    escapes: dict[str, list[int]] = field(default_factory=dict)

    def record(self) -> Record:
        """The record as it was understood."""
        self.contract = None if self.level is None else self.level.id
        return Record(**{one.name: getattr(self, one.name) for one in fields(Record)})

    def value(self, name: str) -> str | None:
        """The value of a tag; None if it is absent, unknown (``?``) or not applicable (empty)."""
        value = self.given.get(name)
        return None if value is None or value.strip() in ("", "?") else value

    def fail(self, name: str, index: int, message: str, severity: Severity = "error") -> None:
        """Note a problem with the value of a tag, at one of its characters."""
        start = self.block.spots.get(name)
        if start is None:
            self.fail_at(self.block.tag_start, message, severity)
        elif name in self.copied:
            self.fail_at(start, message, severity)
        else:
            if name not in self.escapes:
                self.escapes[name] = escapes_in_value(self.text, start)
            self.fail_at(start + index + bisect_left(self.escapes[name], index), message, severity)

    def failer(self, name: str) -> Fail:
        """``fail`` for one tag."""
        return lambda index, message: self.fail(name, index, message)

    def fail_at(self, at: int, message: str, severity: Severity = "error") -> None:
        """Note a problem at a place in the text."""
        self.problems.append(Flaw(at, severity, message))

    @property
    def broken(self) -> bool:
        """Whether there is an error so far, warnings apart."""
        return any(p.severity == "error" for p in self.problems)

    def entry_at(self, name: str, index: int) -> int:
        """The place of an entry of a section."""
        return self.block.entry_spots[name][index]

    def card(self, card_: int) -> str:
        """The name of a card in the deck of the game."""
        return card_name(card_, self.deck)
