"""Draft: a game while it is being read, its values so far and what is wrong with it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import NamedTuple

from kranalyze.cards import card_name, pack_mask
from kranalyze.deal import Seat
from kranalyze.games import Contract, Game
from kranalyze.kpn.deals import seat_of
from kranalyze.kpn.errors import Severity
from kranalyze.kpn.lexer import Block, escapes_in_value
from kranalyze.kpn.record import Record


class Flaw(NamedTuple):
    """Something wrong at a place in the text."""

    at: int
    message: str
    severity: Severity = "error"


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

    def record(self) -> Record:
        """The record as it was understood."""
        self.contract = None if self.level is None else self.level.id
        return Record(**{one.name: getattr(self, one.name) for one in fields(Record)})

    def value(self, name: str) -> str | None:
        """The value of a tag; None if it is absent, unknown (``?``) or not applicable (empty)."""
        value = self.given.get(name)
        return None if value is None or value.strip() in ("", "?") else value

    def says_nothing(self, name: str) -> bool:
        """Whether a tag is absent or unknown; one that is empty says that there is nothing."""
        return self.given.get(name, "?").strip() == "?"

    def fail(self, name: str, index: int, message: str, severity: Severity = "error") -> None:
        """Note a problem with the value of a tag, at one of its characters."""
        at = self.block.spots.get(name, self.block.tag_start)
        if name in self.block.spots and name not in self.copied:
            at += index + bisect_left(escapes_in_value(self.text, at), index)
        self.fail_at(at, message, severity)

    def fail_entry(self, name: str, index: int, message: str, severity: Severity = "error") -> None:
        """Note a problem with an entry of a section."""
        self.fail_at(self.block.entry_spots[name][index], message, severity)

    def fail_at(self, at: int, message: str, severity: Severity = "error") -> None:
        """Note a problem at a place in the text."""
        self.problems.append(Flaw(at, message, severity))

    @property
    def broken(self) -> bool:
        """Whether there is an error so far, warnings apart."""
        return any(p.severity == "error" for p in self.problems)

    def card(self, card_: int) -> str:
        """The name of a card in the deck of the game."""
        return card_name(card_, self.deck)

    def not_in_pack(self, card_: int) -> str | None:
        """That a card is not in the pack of the game, None if it is."""
        game = self.row
        if game is None or pack_mask(game.pack) >> card_ & 1:
            return None
        return f"{self.card(card_)} is not in the {game.pack} cards of {game.id}"

    def held(self, seat: int | None) -> int | None:
        """The cards dealt to a seat, None if they are not known."""
        return None if self.deal is None or seat is None else self.deal.hands[seat]

    def seat(self, text: str) -> Seat | None:
        """The seat that a text names, None if it names none that plays."""
        seat = seat_of(text)
        return None if seat is None or not self.plays(seat) else seat

    def plays(self, seat: Seat) -> bool:
        """Whether a seat takes part in the game."""
        return self.row is None or seat < self.row.seats

    def first_of(self, name: str) -> Seat | None:
        """The seat that a section begins with, None if there is no section or no such seat."""
        section = self.section(name) if name in self.given else None
        first = None if section is None else self.seat(section.value)
        if section is not None and first is None:
            article = "an" if name == "Auction" else "a"
            self.fail(name, 0, f"{article} {name} begins with a seat, not {section.value!r}")
        return first
