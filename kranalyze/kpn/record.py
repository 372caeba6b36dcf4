"""Record: one game as it is written and as it is understood; KpnError: what is wrong in one, and where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from functools import lru_cache
from itertools import chain, groupby
from typing import Literal

from kranalyze.cards import Deck, suit_letter
from kranalyze.deal import Deal, Seat
from kranalyze.display import Shown
from kranalyze.frozen import frozen
from kranalyze.games import Contract, Game, Question, get_game
from kranalyze.kpn.played import Facts, Payoff

#: The tags of KPN, in the order in which new games are written (Note tags follow their section).
KNOWN_TAGS = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Game", "Rules", "Deck", "Dealer",
    "Deal", "Talon", "Discard", "Contract", "Declarer", "Second", "FaceDown", "Called", "Trump", "Announce",
    "Contra", "Score", "Auction", "Play", "Note",
)  # fmt: skip


@frozen
class Tag:
    """``[name "value"]``, the value without its escapes; ``#`` is already replaced."""

    name: str
    value: str


@frozen
class Comment:
    """``{text}``, ``;text`` or ``%text``, told apart by ``mark``; ``own_line``: nothing stands before."""

    mark: Literal["{", ";", "%"]
    text: str
    own_line: bool = True

    def __str__(self) -> str:
        return f"{{{self.text}}}" if self.mark == "{" else self.mark + self.text


@frozen
class Data:
    """A line of the section of a tag that KPN does not know."""

    text: str
    own_line: bool = True

    def __str__(self) -> str:
        return self.text


@frozen
class Entry:
    """A call or a card as written, with its marks (``!``, ``$3``, ``=1=``) and the comments after it."""

    text: str
    marks: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()

    def __str__(self) -> str:
        # The suffix ! or ? stands beside the card.
        beside = "".join(self.marks[:1]) if self.marks and self.marks[0][0] in "!?" else ""
        return " ".join((self.text + beside, *self.marks[bool(beside) :]))


@frozen
class Section:
    """``[Auction "seat"]`` or ``[Play "seat"]`` and its entries; ``comments`` stand before the first one."""

    name: str
    value: str
    entries: tuple[Entry, ...] = ()
    comments: tuple[Comment, ...] = ()


Item = Tag | Comment | Data | Section


#: An error makes its game unusable, a warning flags it.
Severity = Literal["error", "warning"]


@dataclass(unsafe_hash=True, repr=False)
class KpnError(ValueError):
    """One thing wrong in a KPN file, with its place; ``str()`` is the line that people are shown.

    Attributes:
        file: name of the file, as given by the caller.
        line, column: the place, both from 1; columns are counted in characters.
        severity: ``error``, or ``warning`` where the game is used all the same.
        message: what is wrong, with the card, hand or call named.
        record: index in the file of the game it belongs to, from 0; None if it belongs to no game.

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

    def __repr__(self) -> str:  # on which the names of shards hang
        return f"KpnError{astuple(self)}"


#: What is said in trick 1 (RULINGS: russbach, anrufen).
What = Literal["marriage", "hundred", "all", "raise", "contra"]


@frozen
class Call:
    """A call of the auction.

    Attributes:
        call: a contract id, or ``gut``, ``mit``, ``contra``, ``recontra``, ``subcontra``. What ``AP``
            stands for is spelled out.
        trump: the suit named with it (Anrufen's equal bids).
    """

    seat: Seat
    call: str
    trump: int | None = None

    def text(self, deck: Deck = "french") -> str:
        """The call as the Auction has it, ``koenigmord`` or ``simple:D``."""
        return self.call if self.trump is None else f"{self.call}:{suit_letter(self.trump, deck)}"


@frozen
class Move:
    """A card as it was played.

    Attributes:
        trick: number of the trick, from 1.
        turn: place in the trick, from 1.
        entry: index of the entry in the Play section.
    """

    seat: Seat
    card: int
    trick: int
    turn: int
    entry: int = field(default=-1, compare=False)


@frozen
class Announcement:
    """A declaration or announcement of trick 1.

    Attributes:
        what: ``marriage`` (with its ``suit`` and ``points``), ``hundred``, ``all``; in Anrufen
            ``raise`` (to the contract ``level``) and ``contra``.
        suit: where it was left out, the one that the hand leaves; None if that cannot be told.
    """

    seat: Seat
    what: What
    suit: int | None = None
    points: int = 0
    level: str | None = None

    def text(self, deck: Deck = "french") -> str:
        """The announcement as the Announce tag has it, ``N 40 H``."""
        suit = None if self.suit is None else suit_letter(self.suit, deck)
        what = {"marriage": str(self.points), "hundred": "100"}.get(self.what, self.what)
        return " ".join(filter(None, (self.seat.name, what, suit, self.level)))


@frozen
class Note:
    """``[Note "number:text"]`` and the section it belongs to ("" before the first one)."""

    number: int
    text: str
    section: str


@dataclass(slots=True)
class Record(Shown):
    """One game of a KPN file. The meaning does not depend on the deck it is written in.

    The reader fills it in as it goes along (``Draft``); after that it is not changed any more.

    ``items`` holds what was written, everything else follows from it: cards are numbers, sets of cards masks,
    suits 0-3 (S H D C). None means unknown or not applicable. Two records are equal if the same was written,
    wherever it stands.

    Attributes:
        items: tags, comments and sections in the order written, with ``#`` replaced.
        game: id of the game.
        rules: the rule options in force, all of them.
        deal: the hands, and the talon in a game that has one (the cards left over if the tag is absent).
        discard: mask of the three cards discarded.
        contract: id; if there is no Contract tag the one that the Auction leads to, or the game's only one.
        face_down: the cards laid for trick 1, (seat, card).
        announce: the declarations and announcements in the order made.
        contra: number of Contra calls.
        score: what was logged, N E S W.
        auction: the calls, ``AP`` spelled out.
        leader: who leads to trick 1, None if nothing says so.
        play: the cards in the order they were played.
        finished: the play did not break off (``*`` or ``+``), or the game needs none.
        settlement: what the game as played comes to, None as long as that is open.
        notes: all Note tags.
        preamble: blocks of comments between the game before and this one.
        line: line of the file where it begins, from 1.
        index: its place in the file, from 0.
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
        """The values of the tags in the order written, sections by their seat, without Note."""
        named = (item for item in self.items if isinstance(item, Tag | Section))
        return {item.name: item.value for item in named if item.name != "Note"}

    def tag(self, name: str) -> str | None:
        """The value of a tag; None if it is absent, unknown (``?``) or not applicable (empty)."""
        for item in self.items:
            if isinstance(item, Tag | Section) and item.name == name:
                return None if item.value in ("", "?") else item.value
        return None

    def section(self, name: str) -> Section | None:
        """The Auction or the Play section as written."""
        return next((i for i in self.items if isinstance(i, Section) and i.name == name), None)

    @property
    def board(self) -> str | None:
        """The board, as written."""
        return self.tag("Board")

    @property
    def names(self) -> tuple[str | None, str | None, str | None, str | None]:
        """The names of the players N E S W."""
        return self.tag("North"), self.tag("East"), self.tag("South"), self.tag("West")

    @property
    def talon(self) -> int:
        """Mask of the talon, 0 if the game has none."""
        return 0 if self.deal is None else self.deal.talon

    @property
    def comments(self) -> tuple[Comment, ...]:
        """All comments of the game, those in its sections too, in the order written."""
        found: list[Comment] = []
        for item in self.items:
            if isinstance(item, Comment):
                found.append(item)
            elif isinstance(item, Section):
                found += chain(item.comments, *(entry.comments for entry in item.entries))
        return tuple(found)

    @property
    def game_row(self) -> Game:
        """The game as a row of data, by the rules in force."""
        return _row_of(get_game(self.game), tuple(self.rules.items()))

    @property
    def contract_row(self) -> Contract | None:
        """The contract as a row of data."""
        return None if self.contract is None else self.game_row.contract(self.contract)

    @property
    def no_trump(self) -> bool:
        """Whether it is said that there is no trump, where that is a choice: by an empty Trump (whist)."""
        return self.game_row.calibration and self.tags.get("Trump", "?").strip() == ""

    @property
    def forehand(self) -> Seat | None:
        """The player left of the dealer."""
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


@frozen
class Broken:
    """A game with errors, kept as it was written so that nothing is lost when the file is written back."""

    index: int
    line: int
    text: str
    preamble: tuple[tuple[Comment, ...], ...] = ()


@lru_cache(maxsize=256)
def _row_of(game: Game, rules: tuple[tuple[str, str], ...]) -> Game:
    return game.under(dict(rules))
