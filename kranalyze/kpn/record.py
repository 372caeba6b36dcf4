"""Record: one game, as text and as numbers. KpnError: a problem of a file with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from functools import lru_cache
from itertools import chain, groupby
from typing import Literal, NamedTuple

from kranalyze.cards import Deck, suit_letter
from kranalyze.deal import Deal, Seat
from kranalyze.display import ShownAsPage
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.kpn.played import Facts, Payoff

#: The tags of KPN in the order in which new games have them. Note tags follow their section.
KNOWN_TAGS = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Game", "Rules", "Deck", "Dealer",
    "Deal", "Talon", "Discard", "Contract", "Declarer", "Second", "FaceDown", "Called", "Trump", "Announce",
    "Contra", "Score", "Auction", "Play", "Note",
)  # fmt: skip


class Tag(NamedTuple):
    """A tag, ``[name "value"]``. The value has escapes resolved and ``#`` replaced by the copied value."""

    name: str
    value: str


class Comment(NamedTuple):
    """A comment: ``{text}``, ``;text`` or ``%text``, by ``mark``. ``own_line``: whether it begins a line."""

    mark: Literal["{", ";", "%"]
    text: str
    own_line: bool = True

    def __str__(self) -> str:
        return f"{{{self.text}}}" if self.mark == "{" else self.mark + self.text


class Data(NamedTuple):
    """A line in the section of an unknown tag."""

    text: str
    own_line: bool = True

    def __str__(self) -> str:
        return self.text


class Entry(NamedTuple):
    """A call or a card as written, with its marks (``!``, ``$3``, ``=1=``) and the comments after it."""

    text: str
    marks: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()

    def __str__(self) -> str:
        # The marks ! and ? follow the card without a blank.
        beside = "".join(self.marks[:1]) if self.marks and self.marks[0][0] in "!?" else ""
        return " ".join((self.text + beside, *self.marks[bool(beside) :]))


class Section(NamedTuple):
    """A section, ``[Auction "seat"]`` or ``[Play "seat"]``. ``comments`` stand before the first entry."""

    name: str
    value: str
    entries: tuple[Entry, ...] = ()
    comments: tuple[Comment, ...] = ()


Item = Tag | Comment | Data | Section


#: A game with an error is left out. A game with only warnings is used.
Severity = Literal["error", "warning"]


@dataclass(unsafe_hash=True, repr=False)
class KpnError(ValueError):
    """A problem in a KPN file with its place. ``str()`` returns a line for people.

    Attributes:
        file: name of the file, as passed by the caller.
        line, column: place of the problem, both from 1. Columns are counted in characters.
        severity: ``error``, or ``warning`` if the game is used.
        message: text of the problem. It names the card, hand or call.
        record: index of the game in the file, from 0; None if the problem belongs to no game.

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

    def __repr__(self) -> str:  # the names of shards depend on this text
        return f"KpnError{astuple(self)}"


#: Kinds of words of trick 1 (RULINGS: russbach, anrufen).
What = Literal["marriage", "hundred", "all", "raise", "contra"]


class Call(NamedTuple):
    """A call of the auction.

    Attributes:
        seat: the seat that calls.
        call: a contract id, or ``gut``, ``mit``, ``contra``, ``recontra``, ``subcontra``. ``AP`` is replaced
            by the passes that it abbreviates.
        trump: the suit named with the call (Anrufen's equal bids), or None.
    """

    seat: Seat
    call: str
    trump: int | None = None

    def text(self, deck: Deck = "french") -> str:
        """Return the call as written in the Auction, ``koenigmord`` or ``simple:D``."""
        return self.call if self.trump is None else f"{self.call}:{suit_letter(self.trump, deck)}"


@dataclass(frozen=True, slots=True)
class Move:
    """A card that was played.

    Attributes:
        trick: number of the trick, from 1.
        turn: turn within the trick, from 1.
        entry: index of the entry in the Play section.
    """

    seat: Seat
    card: int
    trick: int
    turn: int
    entry: int = field(default=-1, compare=False)


class Announcement(NamedTuple):
    """A declaration or announcement of trick 1.

    Attributes:
        seat: the seat that speaks.
        what: ``marriage`` (with its ``suit`` and ``points``), ``hundred``, ``all``; in Anrufen
            ``raise`` (to the contract ``level``) and ``contra``.
        suit: suit of a marriage. A suit that was left out is worked out from the hand. None if the hand does
            not decide.
    """

    seat: Seat
    what: What
    suit: int | None = None
    points: int = 0
    level: str | None = None

    def text(self, deck: Deck = "french") -> str:
        """Return the announcement as written in the tag Announce, ``N 40 H``."""
        suit = None if self.suit is None else suit_letter(self.suit, deck)
        what = {"marriage": str(self.points), "hundred": "100"}.get(self.what, self.what)
        return " ".join(filter(None, (self.seat.name, what, suit, self.level)))


class Note(NamedTuple):
    """A note, ``[Note "number:text"]``. ``section`` is its section, "" before the first section."""

    number: int
    text: str
    section: str


@dataclass(slots=True)
class Record(ShownAsPage):
    """One game of a KPN file. Its values do not depend on the deck in whose letters it is written.

    ``items`` is the game as written. All other values follow from the items. Cards are numbers, sets of cards
    are masks, suits are 0-3 (S H D C), whatever the deck. None means unknown or not applicable. Two records
    are equal if they have the same content, even in different places or files.

    Attributes:
        items: tags, comments and sections in their written order, with ``#`` replaced.
        game: id of the game.
        rules: all rule options of the game.
        deal: the hands, and the talon in a game with a talon (the remaining cards if the tag is absent).
        discard: mask of the three cards discarded.
        contract: id from the tag Contract, or else from the result of the Auction, or the game's only
            contract.
        face_down: the cards laid face down for trick 1, as (seat, card).
        announce: the declarations and announcements in the order in which they were made.
        contra: number of Contra calls.
        score: the settlement written in the log, N E S W.
        auction: the calls, with ``AP`` replaced by passes.
        leader: the seat that leads to trick 1, None if unknown.
        play: the cards in the order in which they were played.
        finished: whether the game was played to its end, or needs no play.
        settlement: the settlement of the game as played, None while it is undecided.
        notes: all Note tags.
        preamble: blocks of comments between the game before and this game.
        line: first line of the game in the file, from 1.
        index: index of the game in the file, from 0.
        file: name of the file.

    >>> from kranalyze import read_kpn
    >>> record = read_kpn("simulated-log.kpn").records[1]
    >>> record.contract, record.declarer.title, [call.call for call in record.auction]
    ('durchmarsch', 'West', ['bettler', 'durchmarsch', 'gut', 'gut', 'gut'])
    """

    items: tuple[Item, ...]
    game: str
    rules: Mapping[str, str]
    deck: Deck = "french"
    dealer: Seat | None = None
    deal: Deal | None = None
    discard: int | None = None
    contract: str | None = None
    declarer: Seat | None = None
    second: Seat | None = None
    face_down: tuple[tuple[Seat, int], ...] = ()
    called: int | None = None
    trump: int | None = None
    announce: tuple[Announcement, ...] = ()
    contra: int = 0
    score: Payoff | None = None
    auction: tuple[Call, ...] = ()
    leader: Seat | None = None
    play: tuple[Move, ...] = ()
    finished: bool = False
    settlement: Payoff | None = None
    notes: tuple[Note, ...] = ()
    question: Question | None = field(default=None, repr=False)
    facts: Facts | None = field(default=None, repr=False)
    preamble: tuple[tuple[Comment, ...], ...] = field(default=(), compare=False, repr=False)
    line: int = field(default=1, compare=False)
    index: int = field(default=0, compare=False)
    file: str = field(default="<string>", compare=False)

    @property
    def tags(self) -> dict[str, str]:
        """Values of the tags in their written order, without Note. The value of a section is its seat."""
        named = (item for item in self.items if isinstance(item, Tag | Section))
        return {item.name: item.value for item in named if item.name != "Note"}

    def tag(self, name: str) -> str | None:
        """Return the value of a tag; None if the tag is absent, unknown (``?``) or not applicable (empty)."""
        for item in self.items:
            if isinstance(item, Tag | Section) and item.name == name:
                return None if item.value in ("", "?") else item.value
        return None

    def section(self, name: str) -> Section | None:
        """Return the section Auction or Play as written."""
        return next((i for i in self.items if isinstance(i, Section) and i.name == name), None)

    @property
    def board(self) -> str | None:
        """The value of the tag Board, as written; None if unknown."""
        return self.tag("Board")

    @property
    def names(self) -> tuple[str | None, str | None, str | None, str | None]:
        """The names of the players N E S W."""
        return self.tag("North"), self.tag("East"), self.tag("South"), self.tag("West")

    @property
    def talon(self) -> int:
        """Mask of the talon, 0 if the deal has none."""
        return 0 if self.deal is None else self.deal.talon

    @property
    def comments(self) -> tuple[Comment, ...]:
        """All comments of the game in their written order, including those in sections."""
        comments: list[Comment] = []
        for item in self.items:
            if isinstance(item, Comment):
                comments.append(item)
            elif isinstance(item, Section):
                comments += chain(item.comments, *(entry.comments for entry in item.entries))
        return tuple(comments)

    @property
    def game_row(self) -> Game:
        """The game under its rule options."""
        return _row_of(get_game(self.game), tuple(self.rules.items()))

    @property
    def contract_row(self) -> Contract | None:
        """The contract as a row of data, or None."""
        return None if self.contract is None else self.game_row.contract(self.contract)

    @property
    def no_trump(self) -> bool:
        """Whether an empty tag Trump means that the game is played without trump (whist)."""
        return self.game_row.calibration and self.tags.get("Trump", "?").strip() == ""

    @property
    def forehand(self) -> Seat | None:
        """The seat left of the dealer, or else the first caller; None if unknown."""
        if self.dealer is None:
            return self.auction[0].seat if self.auction else None
        return Seat((self.dealer + 1) % get_game(self.game).seats)

    def __repr__(self) -> str:
        contract = "" if self.contract is None else f", {self.contract}"
        by = "" if self.declarer is None else f" by {self.declarer.title}"
        return f"<Record {self.index} of {self.file}: {self.game}{contract}{by}>"

    @property
    def tricks(self) -> tuple[tuple[Move, ...], ...]:
        """The cards played, trick by trick."""
        return tuple(tuple(trick) for _, trick in groupby(self.play, lambda move: move.trick))


@lru_cache(maxsize=256)
def _row_of(game: Game, rules: tuple[tuple[str, str], ...]) -> Game:
    return game.under(dict(rules))
