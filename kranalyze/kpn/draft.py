"""Draft: a game while it is being read, its values so far and what is wrong with it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field

from kranalyze.cards import Deck, card_name
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, Question
from kranalyze.games.played import Facts
from kranalyze.kpn.deals import Fail
from kranalyze.kpn.errors import Severity
from kranalyze.kpn.items import Section
from kranalyze.kpn.lexer import Block, escapes_in_value
from kranalyze.kpn.record import Announcement, Call, Move, Note, Score


@dataclass(slots=True)
class Problem:
    """Something wrong at a place in the text."""

    at: int
    severity: Severity
    message: str


@dataclass(slots=True)
class Draft:
    """What is known of a game so far. The fields are those of Record; rows of data instead of ids."""

    text: str
    block: Block
    tags: Mapping[str, str]
    copied: frozenset[str] = frozenset()
    problems: list[Problem] = field(default_factory=list)
    game: Game | None = None
    rules: dict[str, str] = field(default_factory=dict)
    deck: Deck = "french"
    dealer: Seat | None = None
    deal: Deal | None = None
    discard: int | None = None
    contract: Contract | None = None
    declarer: Seat | None = None
    second: Seat | None = None
    face_down: tuple[tuple[Seat, int], ...] = ()
    called: int | None = None
    trump: int | None = None
    announce: tuple[Announcement, ...] = ()
    contra: int = 0
    score: Score | None = None
    auction: tuple[Call, ...] = ()
    leader: Seat | None = None
    play: tuple[Move, ...] = ()
    finished: bool = False
    settlement: Score | None = None
    notes: tuple[Note, ...] = ()
    question: Question | None = None
    facts: Facts | None = None
    escapes: dict[str, list[int]] = field(default_factory=dict)

    def value(self, name: str) -> str | None:
        """The value of a tag; None if it is absent, unknown (``?``) or not applicable (empty)."""
        value = self.tags.get(name)
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
        self.problems.append(Problem(at, severity, message))

    @property
    def broken(self) -> bool:
        """Whether there is an error so far, warnings apart."""
        return any(p.severity == "error" for p in self.problems)

    @property
    def forehand(self) -> Seat | None:
        """The player left of the dealer, None if the dealer is not known."""
        if self.dealer is None or self.game is None:
            return None
        return Seat((self.dealer + 1) % self.game.seats)

    def section(self, name: str) -> Section | None:
        """A section as written, None if it is absent."""
        return next((i for i in self.block.items if isinstance(i, Section) and i.name == name), None)

    def entry_at(self, name: str, index: int) -> int:
        """The place of an entry of a section."""
        return self.block.entry_spots[name][index]

    def card(self, card_: int) -> str:
        """The name of a card in the deck of the game."""
        return card_name(card_, self.deck)
