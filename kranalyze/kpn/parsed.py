"""A game of KPN as numbers, their places in the text, and the flaws that the parser found."""

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
    """A word of trick 1 as numbers, with the places of its parts in the value of Announce."""

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
    """A game of KPN as numbers.

    Attributes:
        block: tags and sections of the game, with their places in the text.
        game: the game under its rule options, ``ANY`` if unknown.
        fields: the fields of ``kr_record`` that are single numbers. A missing field is an absent tag.
        flaws: problems of the tags.
        call_flaws, word_flaws, cell_flaws: problems of calls, words and cells. They count only if the judge
            reads the calls, words or cells.
        deck: the deck in whose letters the game is written.
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
    line_columns: int = 0  # number of cells in the first line that is no trick
    notes: tuple[Note, ...] = ()
    #: Places of parts of values, by keys such as ("FaceDown", seat).
    spots: dict[tuple[str, int], int] = field(default_factory=dict)
    ill: int = 0

    def numbers(self, as_played: bool = False) -> RecordNumbers:
        """Return the numbers for the judge.

        Args:
            as_played: whether tricks may be in playing order.
        """
        words = [(w.seat, w.kind, w.suit, w.level, w.points, w.flaw is not None) for w in self.words]
        fields = {**self.fields, "ill": self.ill}
        if as_played:
            fields["flags"] |= numbers.AS_PLAYED
        return RecordNumbers(
            self.game, fields, self.hands, self.laid, self.score, self.calls, words, self.cells
        )

    def value(self, name: str) -> str | None:
        """Return the value of a tag; None if the tag is absent, unknown (``?``) or not applicable (empty)."""
        value = self.block.tags.get(name)
        return None if value is None or value.strip() in ("", "?") else value

    def state(self, name: str) -> int:
        """Return the state of a tag without a valid value: absent, empty, unknown or ill."""
        value = self.block.tags.get(name)
        if value is None:
            return numbers.ABSENT
        return {"": numbers.EMPTY, "?": numbers.UNSAID}.get(value.strip(), numbers.ILL)

    def text(self, code: str, **gaps: object) -> str:
        """Return the message of a problem of this game."""
        return problem_text(code, gaps, Place(self.game, self.deck))

    def fail(self, name: str, code: str, at: int = 0, **gaps: object) -> None:
        """Add a flaw at a character of a tag's value."""
        self.refuse(name, self.text(code, **gaps), at)

    def refuse(self, name: str, message: str, at: int = 0) -> None:
        """Add a flaw with a finished message."""
        self.flaws.append(Flaw(self.block.spot(name, at), message))

    def entries(self, name: str) -> tuple[Entry, ...]:
        """Return the entries of a section; none if the section is absent."""
        if name not in self.block.tags:
            return ()
        sections = (item for item in self.block.items if isinstance(item, Section) and item.name == name)
        return next((section.entries for section in sections), ())

    def seat(self, text: str) -> int | None:
        """Return the seat of a text; None if the text is no seat of this game."""
        seat = seat_of(text)
        return None if seat is None or seat >= self.game.seats else seat
