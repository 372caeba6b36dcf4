"""A parsed game of KPN: the game as numbers, their places in the text, and the errors of the parser."""

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


@dataclass(slots=True, eq=False, repr=False)
class Word:
    """A word of trick 1 as numbers."""

    seat: int  # the seat that speaks
    kind: int  # kind of the word (``WORD_MARRIAGE`` ...)
    suit: int = numbers.UNSAID  # suit of a marriage; UNSAID: the text names no suit
    level: int = 0  # index of the contract to which the word raises
    points: int = 0  # points of a marriage
    parts: tuple[int, int, int] = (0, 0, 0)  # index of the word, its kind and its suit in the tag's value
    text: str = ""  # text of the kind
    flaw: Flaw | None = None  # error in the suit of a marriage


@dataclass(slots=True, eq=False, repr=False)
class Parsed:
    """A game of KPN as numbers.

    Attributes:
        block: tags and sections of the game, with their places in the text.
        game: the game under its rule options; ``ANY`` if it is unknown.
        rules: the rule options in force.
        deck: the deck in whose letters the game is written.
        fields: the fields of ``kr_record`` that are single numbers, by name.
        hands: masks of the hands by seat.
        laid: for some seats the card that the seat laid face down.
        score: for some seats the amount in the tag Score.
        calls: for each call its number, and the suit named with it.
        words: the words of trick 1.
        cells: the cells of the play: cards, ``NO_CARD`` or ``BAD_CARD``.
        flaws: problems of the tags.
        call_flaws: problems of calls. They count only if the judge reads the calls.
        word_flaws: problems of words. They count only if the judge reads the words.
        cell_flaws: problems of cells. They count only if the judge reads the cells.
        line_columns: number of cells in the first line of Play that is no trick; 0 if all are tricks.
        notes: the notes.
        spots: indexes of parts in the values of tags, by keys such as ("FaceDown", seat).
        ill: bits of the parts with errors (``enum kr_ill``).
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
    line_columns: int = 0
    notes: tuple[Note, ...] = ()
    spots: dict[tuple[str, int], int] = field(default_factory=dict)
    ill: int = 0

    def numbers(self, playing_order_allowed: bool = False) -> RecordNumbers:
        """Return the numbers for the judge.

        Args:
            playing_order_allowed: whether the cells of a trick may be in playing order.
        """
        words = [(w.seat, w.kind, w.suit, w.level, w.points, w.flaw is not None) for w in self.words]
        fields = {**self.fields, "ill": self.ill}
        if playing_order_allowed:
            fields["flags"] |= numbers.AS_PLAYED
        return RecordNumbers(
            self.game, fields, self.hands, self.laid, self.score, self.calls, words, self.cells
        )

    def value(self, name: str) -> str | None:
        """Return the value of a tag. None: the tag is absent, unknown (``?``) or not applicable (empty)."""
        value = self.block.tags.get(name)
        return None if value is None or value.strip() in ("", "?") else value

    def why_no_value(self, name: str) -> int:
        """Return why a tag has no valid value: ``ABSENT``, ``EMPTY``, ``UNSAID`` (unknown) or ``ILL``."""
        value = self.block.tags.get(name)
        if value is None:
            return numbers.ABSENT
        return {"": numbers.EMPTY, "?": numbers.UNSAID}.get(value.strip(), numbers.ILL)

    def text(self, code: str, **gaps: object) -> str:
        """Return the message of a problem of this game. The arguments are those of ``problem_text``."""
        return problem_text(code, gaps, Place(self.game, self.deck))

    def add_tag_error(self, name: str, code: str, at: int = 0, **gaps: object) -> None:
        """Add an error at a character of a tag's value.

        Args:
            name: name of the tag.
            code: code of the error in ``texts.problems``.
            at: index of the character in the value.
            gaps: values for the gaps of the message.
        """
        self.add_flaw(name, self.text(code, **gaps), at)

    def add_flaw(self, name: str, message: str, at: int = 0) -> None:
        """Add an error with a given message. ``fail`` explains the other arguments."""
        self.flaws.append(Flaw(self.block.place_in_tag(name, at), message))

    def entries(self, section: str) -> tuple[Entry, ...]:
        """Return the entries of a section. If the section is absent, return an empty tuple."""
        if section not in self.block.tags:
            return ()
        sections = (item for item in self.block.items if isinstance(item, Section) and item.name == section)
        return next((section.entries for section in sections), ())

    def seat(self, text: str) -> int | None:
        """Convert a text to a seat. None: the text is no seat of this game."""
        seat = seat_of(text)
        return None if seat is None or seat >= self.game.seats else seat
