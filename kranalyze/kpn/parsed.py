"""A parsed game of KPN: its values as numbers, their places in the text, and errors found so far.

The judge is the part of the C core that checks games against the rules (``solver/judge.h``). A word of trick
1 is an announcement, for example of a marriage or of 100 points. A cell is a card in the section Play,
or ``-`` in place of a card.
"""

from dataclasses import dataclass, field

from kranalyze.cards import Deck
from kranalyze.core import numbers
from kranalyze.core.judging import RecordNumbers
from kranalyze.games import Game
from kranalyze.kpn.deals import ANY, seat_of
from kranalyze.kpn.items import Entry, Note, Section
from kranalyze.kpn.lexer import Block, Flaw
from kranalyze.texts.problems import Place, problem_text


@dataclass(slots=True, eq=False, repr=False)
class Word:
    """A word of trick 1, that is, an announcement. Its parts are numbers."""

    seat: int  # the number of the seat that makes the announcement
    kind: int  # kind of the word as a number, for example ``WORD_MARRIAGE``
    suit: int = numbers.UNSAID  # suit of a marriage; UNSAID: the text names no suit
    level: int = 0  # index of the contract to which the declarer's partner raises
    points: int = 0  # points of a marriage

    #: Where the word, its kind and its suit begin in the tag's value, as indexes of characters.
    parts: tuple[int, int, int] = (0, 0, 0)
    text: str = ""  # the kind of the word as it is written in the text
    flaw: Flaw | None = None  # an error in the suit of a marriage; None: the suit has no error


@dataclass(slots=True, eq=False, repr=False)
class Parsed:
    """A game of KPN as numbers.

    Attributes:
        block: tags and sections of the game, with their places in the text.
        game: the card game with its rule options; ``ANY`` if the game is unknown.
        rules: the rule options in force.
        deck: the deck whose card letters the game uses.
        fields: values of the fields of the C struct ``kr_record``, by field name. Only fields with a single
            number are included.
        hands: mask of the cards in each seat's hand.
        laid: for each seat the number of the card that it laid face down. Seats that laid no card are
            missing.
        score: for each seat the amount that the tag Score names.
        calls: the calls of the auction. Each has two numbers: the call, and the suit that it names.
        words: the words of trick 1 (announcements).
        cells: the cells of the section Play, as numbers of cards. ``NO_CARD``: the cell is empty.
            ``BAD_CARD``: the card cannot be read.
        flaws: problems in the tags.
        call_flaws: problems in calls. These problems count only if the judge reads the calls.
        word_flaws: problems in words. These problems count only if the judge reads the words.
        cell_flaws: problems in cells. These problems count only if the judge reads the cells.
        line_columns: if a line of the section Play has an error, the number of cells in the incomplete trick
            or the wrong line. The error message needs this number. 0: there is no error in these lines.
        notes: the notes.
        spots: where parts of a tag's value begin, as indexes of characters in the value. A key is the name of
            the tag and the part, for example ("FaceDown", seat).
        ill: a mask with a bit for each part of the game that has an error. ``enum kr_ill`` explains the bits.
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
        """Return the values of the game as the numbers that the judge reads.

        Args:
            playing_order_allowed: whether the cards of a trick may be written in the order of play. False:
                they must be in columns by seat.
        """
        words = [(w.seat, w.kind, w.suit, w.level, w.points, w.flaw is not None) for w in self.words]
        fields = {**self.fields, "ill": self.ill}
        if playing_order_allowed:
            fields["flags"] |= numbers.AS_PLAYED
        return RecordNumbers(
            self.game, fields, self.hands, self.laid, self.score, self.calls, words, self.cells
        )

    def value(self, name: str) -> str | None:
        """Return the value of a tag.

        Return None if the tag is absent, if its value is unknown (``?``), or if its value is empty because
        the tag does not apply.
        """
        value = self.block.tags.get(name)
        return None if value is None or value.strip() in ("", "?") else value

    def why_no_value(self, name: str) -> int:
        """Return a number that says why a tag has no valid value.

        ``ABSENT``: the tag is missing. ``EMPTY``: the value is empty. ``UNSAID``: the value is unknown.
        ``ILL``: the value is wrong.
        """
        value = self.block.tags.get(name)
        if value is None:
            return numbers.ABSENT
        return {"": numbers.EMPTY, "?": numbers.UNSAID}.get(value.strip(), numbers.ILL)

    def text(self, code: str, **gaps: object) -> str:
        """Return the message of a problem of this game. ``problem_text`` explains the arguments."""
        return problem_text(code, gaps, Place(self.game, self.deck))

    def add_tag_error(self, name: str, code: str, at: int = 0, **gaps: object) -> None:
        """Add an error at a character of a tag's value.

        Args:
            name: name of the tag.
            code: code of the error in ``texts.problems``.
            at: index of the character in the value.
            gaps: values for the placeholders of the message.
        """
        self.add_tag_error_message(name, self.text(code, **gaps), at)

    def add_tag_error_message(self, name: str, message: str, at: int = 0) -> None:
        """Add an error with a message. ``add_tag_error`` explains the other arguments."""
        self.flaws.append(Flaw(self.block.place_in_tag(name, at), message))

    def entries(self, section: str) -> tuple[Entry, ...]:
        """Return the entries (calls or cards) of a section. If there is no such section, return ()."""
        if section not in self.block.tags:
            return ()
        sections = (item for item in self.block.items if isinstance(item, Section) and item.name == section)
        return next((section.entries for section in sections), ())

    def seat(self, text: str) -> int | None:
        """Convert a text to a seat. Return None if the text does not name a seat of this card game."""
        seat = seat_of(text)
        return None if seat is None or seat >= self.game.seats else seat
