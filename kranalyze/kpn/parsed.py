"""Parsed: a game of KPN as numbers, each with its place in the text, and what cannot be read of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from kranalyze.cards import Deck
from kranalyze.core import numbers
from kranalyze.core.judging import RecordNumbers
from kranalyze.games import Game
from kranalyze.kpn.deals import ANY, seat_of
from kranalyze.kpn.lexer import Block, Flaw
from kranalyze.kpn.record import Entry, Note, Section
from kranalyze.texts.problems import Place, problem_text


@dataclass(slots=True)
class Word:
    """A word of trick 1 as numbers, and where its parts begin in the value of Announce."""

    seat: int
    kind: int
    suit: int = numbers.UNSAID
    level: int = 0
    points: int = 0
    parts: tuple[int, int, int] = (0, 0, 0)
    text: str = ""
    flaw: Flaw | None = None


@dataclass(slots=True)
class Parsed:
    """A game as numbers.

    Attributes:
        block: its tags and sections, with their places in the text.
        game: the row of the game by the rules in force, ``ANY`` if it is not known.
        fields: the fields of ``kr_record`` that are single numbers; what is not there is absent.
        flaws: what is wrong with its tags.
        call_flaws, word_flaws, cell_flaws: what is wrong with calls, words and cells; they count only if the
            judge reads these.
        deck: in what letters it is written.
    """

    block: Block
    game: Game = ANY
    rules: dict[str, str] = field(default_factory=dict)
    deck: Deck = "french"
    fields: dict[str, int] = field(default_factory=dict)
    hands: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    laid: dict[int, int] = field(default_factory=dict)
    score: dict[int, int] = field(default_factory=dict)
    calls: list[tuple[int, int]] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)
    cells: list[int] = field(default_factory=list)
    flaws: list[Flaw] = field(default_factory=list)
    call_flaws: list[Flaw] = field(default_factory=list)
    word_flaws: list[Flaw] = field(default_factory=list)
    cell_flaws: list[Flaw] = field(default_factory=list)
    line_columns: int = 0  # of the first line that is no trick
    notes: tuple[Note, ...] = ()
    #: Places of parts of values, as of ("FaceDown", seat).
    spots: dict[tuple[str, int], int] = field(default_factory=dict)
    ill: int = 0

    def numbers(self, as_played: bool = False) -> RecordNumbers:
        """The numbers for the judge.

        Args:
            as_played: tricks may stand in playing order.
        """
        words = [(w.seat, w.kind, w.suit, w.level, w.points, w.flaw is not None) for w in self.words]
        fields = {**self.fields, "ill": self.ill}
        if as_played:
            fields["flags"] |= numbers.AS_PLAYED
        return RecordNumbers(
            self.game, fields, self.hands, self.laid, self.score, self.calls, words, self.cells
        )

    def value(self, name: str) -> str | None:
        """The value of a tag; None if it is absent, unknown (``?``) or not applicable (empty)."""
        value = self.block.tags.get(name)
        return None if value is None or value.strip() in ("", "?") else value

    def state(self, name: str) -> int:
        """What a tag without a value says."""
        value = self.block.tags.get(name)
        if value is None:
            return numbers.ABSENT
        return {"": numbers.EMPTY, "?": numbers.UNSAID}.get(value.strip(), numbers.ILL)

    def text(self, code: str, **gaps: object) -> str:
        """What is wrong, in words."""
        return problem_text(code, gaps, Place(self.game, self.deck))

    def fail(self, name: str, code: str, at: int = 0, **gaps: object) -> None:
        """Note a problem with the value of a tag, at one of its characters."""
        self.refuse(name, self.text(code, **gaps), at)

    def refuse(self, name: str, message: str, at: int = 0) -> None:
        """Note a problem that has been put into words already."""
        self.flaws.append(Flaw(self.block.spot(name, at), message))

    def entries(self, name: str) -> tuple[Entry, ...]:
        """What stands in a section, nothing if it is absent."""
        if name not in self.block.tags:
            return ()
        sections = (item for item in self.block.items if isinstance(item, Section) and item.name == name)
        return next((section.entries for section in sections), ())

    def seat(self, text: str) -> int | None:
        """The seat that a text names, None if it names none that plays."""
        seat = seat_of(text)
        return None if seat is None or seat >= self.game.seats else seat
