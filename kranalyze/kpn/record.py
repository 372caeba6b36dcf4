"""Data classes of KPN: the record of a game, its parts, and problems with line and column."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from functools import lru_cache
from itertools import chain, groupby
from typing import Literal, NamedTuple

from kranalyze.cards import CARDS, Card, Deck, suit_letter
from kranalyze.deal import Deal, Seat
from kranalyze.display import ShownAsPage
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.hands import Hand
from kranalyze.kpn.played import Facts, Payoff

#: The tags that KPN defines, in the order in which they are written. But a Note tag follows the section to
#: which its note belongs.
KNOWN_TAGS = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Game", "Rules", "Deck", "Dealer",
    "Deal", "Talon", "Discard", "Contract", "Declarer", "Second", "FaceDown", "Called", "Trump", "Announce",
    "Contra", "Score", "Auction", "Play", "Note",
)  # fmt: skip


class Tag(NamedTuple):
    """A tag, ``[name "value"]``. The value has no escapes.

    A value ``#`` has been replaced by the value that the previous game has.
    """

    name: str
    value: str


class Comment(NamedTuple):
    """A comment: ``{text}``, ``;text`` or ``%text``."""

    mark: Literal["{", ";", "%"]  # ``{``, ``;`` or ``%``, the character that begins the comment
    text: str
    own_line: bool = True  # whether no other text precedes the comment on its line

    def __str__(self) -> str:
        return f"{{{self.text}}}" if self.mark == "{" else self.mark + self.text


class Data(NamedTuple):
    """A line of text after a tag that KPN does not define. The line is kept as it is."""

    text: str
    own_line: bool = True  # whether no other text precedes this text on its line

    def __str__(self) -> str:
        return self.text


class Entry(NamedTuple):
    """An entry of a section: a call of the auction, or a card that was played."""

    text: str
    marks: tuple[str, ...] = ()  # the marks of the entry, such as ``!``, ``$3`` or ``=1=``
    comments: tuple[Comment, ...] = ()  # the comments that follow the entry

    def __str__(self) -> str:
        # Write the mark ! or ? directly after the card, without a blank.
        beside = "".join(self.marks[:1]) if self.marks and self.marks[0][0] in "!?" else ""
        return " ".join((self.text + beside, *self.marks[bool(beside) :]))


class Section(NamedTuple):
    """A section, ``[Auction "seat"]`` or ``[Play "seat"]``."""

    name: str
    value: str  # the seat that calls first, or leads to trick 1
    entries: tuple[Entry, ...] = ()
    comments: tuple[Comment, ...] = ()  # comments before the first entry


#: An item. A part of the text of a game: a tag, a comment, a line after an unknown tag, or a section.
Item = Tag | Comment | Data | Section


#: How bad a problem is. A game with an error does not become a record. A game that has only warnings becomes
#: a record.
Severity = Literal["error", "warning"]


@dataclass(unsafe_hash=True, repr=False)
class KpnError(ValueError):
    """A problem in a KPN file, with its line and column.

    ``str()`` returns a message for people, in one line.

    Attributes:
        file: name of the file, as passed by the caller.
        line: line of the problem, from 1.
        column: column of the problem in characters, from 1.
        severity: ``error`` or ``warning``. A game that has only warnings becomes a record.
        message: description of the problem. It names the wrong card, hand or call.
        record: index of the game in the file, from 0. None: the problem belongs to no game.

    >>> print(KpnError("log.kpn", 4, 9, "error", "unknown card 'SX'"))
    log.kpn:4:9: error: unknown card 'SX'
    """

    file: str
    line: int
    column: int
    severity: Severity
    message: str
    record: int | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message}"

    def __repr__(self) -> str:  # do not change this text, because the names of shards depend on it
        return f"KpnError{astuple(self)}"


#: The kinds of announcements in trick 1 (RULINGS: russbach, anrufen).
What = Literal["marriage", "hundred", "all", "raise", "contra"]


class Call(NamedTuple):
    """A call of the auction, by one seat.

    Attributes:
        seat: the seat that calls.
        call: id of a contract, ``gut`` (pass), ``mit`` (join), ``contra``, ``recontra`` or ``subcontra``. The
            text ``AP`` is read as several passes.
        trump: letter of the suit that the call names. In Anrufen it decides between equal bids. None: the
            call names no suit.
    """

    seat: Seat
    call: str
    trump: str | None = None

    def text(self, deck: Deck = "french") -> str:
        """Return the call as the section Auction has it, for example ``koenigmord`` or ``simple:D``."""
        return self.call if self.trump is None else f"{self.call}:{suit_letter(self.trump, deck)}"


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """A card that was played.

    Attributes:
        seat: the seat that played the card.
        number: number of the card.
        trick: number of the trick, from 1.
        turn: number of the card within its trick, from 1, in the order of play.
        entry: index of the card in the section Play of the text; -1: unknown.

    >>> from kranalyze import read_kpn
    >>> move = read_kpn("simulated-log.kpn").records[1].play[0]
    >>> move.seat.title, move.card, move.trick
    ('North', ♣T, 1)
    """

    seat: Seat
    number: int
    trick: int
    turn: int
    entry: int = field(default=-1, compare=False)

    @property
    def card(self) -> Card:
        """The card that was played."""
        return CARDS[self.number]

    def __repr__(self) -> str:
        return f"<Move: {self.seat.name} {self.card} in trick {self.trick}>"


class Announcement(NamedTuple):
    """An announcement in trick 1, also called a word.

    A seat declares a marriage, announces 100 or all tricks, raises the contract, or says Contra.

    Attributes:
        seat: the seat that says the word.
        what: kind of the word: ``marriage``, ``hundred`` or ``all``; in Anrufen also ``raise`` and
            ``contra``.
        suit: letter of the suit of a marriage. If the text names no suit, the suit is worked out from the
            hand. None: the suit is unknown, or the word is not a marriage.
        points: points of a marriage.
        level: id of the contract to which the declarer's partner raises. None: the word is not a raise.
    """

    seat: Seat
    what: What
    suit: str | None = None
    points: int = 0
    level: str | None = None

    def text(self, deck: Deck = "french") -> str:
        """Return the word as the tag Announce has it, for example ``N 40 H``."""
        suit = None if self.suit is None else suit_letter(self.suit, deck)
        what = {"marriage": str(self.points), "hundred": "100"}.get(self.what, self.what)
        return " ".join(filter(None, (self.seat.name, what, suit, self.level)))


class Note(NamedTuple):
    """A note to a game, a call or a card: ``[Note "number:text"]``."""

    number: int
    text: str
    #: the section that the note follows, ``Auction`` or ``Play``; empty: the note precedes all sections
    section: str


@dataclass(slots=True, repr=False)
class Record(ShownAsPage):
    """The record of a game, read from a KPN file or made by a program.

    ``items`` is the game as written. All other values follow from the items, and do not depend on the deck
    whose letters the items use. Suits are letters: ``S``, ``H``, ``D``, ``C``. None means unknown or not
    applicable. Two records with the same content are equal, even if they come from different places or files.

    Attributes:
        items: tags, comments and sections in the order of the text. Each value ``#`` has been replaced by the
            value that the previous game has.
        game: id of the card game.
        rules: all rule options of the card game, with their values.
        deck: the deck whose card letters the items use.
        dealer: seat of the dealer.
        deal: the hands. In a game with a talon also the talon: the cards of the tag Talon, or else the cards
            that are not in a hand.
        discard: the three cards that the declarer laid away.
        contract: id of the contract, from the tag Contract or the section Auction. If a game has only one
            contract, neither is needed.
        declarer: seat of the declarer.
        second: seat of the second declarer.
        face_down: the cards laid face down for trick 1, each with its seat.
        called: the called card.
        trump: letter of the trump suit.
        announce: the words of trick 1 (announcements), in the order in which they were said.
        contra: number of Contra calls.
        score: the chips that N E S W won or lost, as the players wrote them down (tag Score).
        auction: the calls, with ``AP`` replaced by passes.
        leader: the seat that leads to trick 1. None: unknown.
        play: the cards in the order of play.
        finished: whether the game was played to its end, or was decided without play.
        settlement: the chips that N E S W win or lose, computed from the cards. None: the game is undecided.
        notes: all Note tags.
        question: the contract, with the seats of both sides, the trump suit and the order of ranks.
        facts: facts of the play, such as the winners of tricks.
        preamble: blocks of comments between the previous game and this game.
        line: first line of the game in the file, from 1.
        index: index of the game in the file, from 0.
        file: name of the file.

    >>> from kranalyze import read_kpn
    >>> record = read_kpn("simulated-log.kpn").records[1]
    >>> record.contract, record.declarer.title, [call.call for call in record.auction]
    ('zehnermord', 'North', ['gut', 'gut', 'gut', 'zehnermord'])
    """

    items: tuple[Item, ...]
    game: str
    rules: Mapping[str, str]
    deck: Deck = "french"
    dealer: Seat | None = None
    deal: Deal | None = None
    discard: Hand | None = None
    contract: str | None = None
    declarer: Seat | None = None
    second: Seat | None = None
    face_down: tuple[tuple[Seat, Card], ...] = ()
    called: Card | None = None
    trump: str | None = None
    announce: tuple[Announcement, ...] = ()
    contra: int = 0
    score: Payoff | None = None
    auction: tuple[Call, ...] = ()
    leader: Seat | None = None
    play: tuple[Move, ...] = ()
    finished: bool = False
    settlement: Payoff | None = None
    notes: tuple[Note, ...] = ()
    question: Question | None = None
    facts: Facts | None = None
    preamble: tuple[tuple[Comment, ...], ...] = field(default=(), compare=False)
    line: int = field(default=1, compare=False)
    index: int = field(default=0, compare=False)
    file: str = field(default="<string>", compare=False)

    @property
    def tags(self) -> dict[str, str]:
        """The values of the tags by name, in the order of the text. Note is left out.

        Sections are included. Their value is a seat.
        """
        named = (item for item in self.items if isinstance(item, Tag | Section))
        return {item.name: item.value for item in named if item.name != "Note"}

    def tag(self, name: str) -> str | None:
        """Return the value of a tag.

        None: the tag is absent, its value is unknown (``?``), or its value is empty because it does not
        apply.
        """
        for item in self.items:
            if isinstance(item, Tag | Section) and item.name == name:
                return None if item.value in ("", "?") else item.value
        return None

    def section(self, name: str) -> Section | None:
        """Return the section Auction or Play as the text has it. None: the game lacks this section."""
        return next((i for i in self.items if isinstance(i, Section) and i.name == name), None)

    @property
    def board(self) -> str | None:
        """The value of the tag Board, as a text. None: the board is unknown."""
        return self.tag("Board")

    @property
    def names(self) -> tuple[str | None, str | None, str | None, str | None]:
        """The names of the players N E S W. None stands for a player whose name is unknown."""
        return self.tag("North"), self.tag("East"), self.tag("South"), self.tag("West")

    @property
    def talon(self) -> Hand:
        """The cards of the talon. Empty: the deal is unknown, or the game has no talon."""
        return Hand() if self.deal is None else self.deal.talon

    @property
    def comments(self) -> tuple[Comment, ...]:
        """All comments of the game in the order of the text. Comments within sections are included."""
        comments: list[Comment] = []
        for item in self.items:
            if isinstance(item, Comment):
                comments.append(item)
            elif isinstance(item, Section):
                comments += chain(item.comments, *(entry.comments for entry in item.entries))
        return tuple(comments)

    @property
    def game_row(self) -> Game:
        """The card game with its rule options, as a ``Game`` object."""
        return _row_of(get_game(self.game), tuple(self.rules.items()))

    @property
    def contract_row(self) -> Contract | None:
        """The contract as a ``Contract`` object. None: the contract is unknown."""
        return None if self.contract is None else self.game_row.contract(self.contract)

    @property
    def no_trump(self) -> bool:
        """Whether the game is played without trump because its tag Trump is empty (whist)."""
        return self.game_row.calibration and self.tags.get("Trump", "?").strip() == ""

    @property
    def forehand(self) -> Seat | None:
        """The seat left of the dealer. If the dealer is unknown, the seat that calls first in the auction.

        None: both are unknown.
        """
        if self.dealer is None:
            return self.auction[0].seat if self.auction else None
        return Seat((self.dealer + 1) % get_game(self.game).seats)

    def __repr__(self) -> str:
        contract = "" if self.contract is None else f", {self.contract}"
        by = "" if self.declarer is None else f" by {self.declarer.title}"
        return f"<Record {self.index} of {self.file}: {self.game}{contract}{by}>"

    @property
    def tricks(self) -> tuple[tuple[Move, ...], ...]:
        """The cards that were played, trick by trick."""
        return tuple(tuple(trick) for _, trick in groupby(self.play, lambda move: move.trick))


@lru_cache(maxsize=256)
def _row_of(game: Game, rules: tuple[tuple[str, str], ...]) -> Game:
    return game.under(dict(rules))
