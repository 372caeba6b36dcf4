"""The data class ``Record``: the record of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, groupby
from typing import TYPE_CHECKING

from kranalyze.deal import Seat
from kranalyze.display import ShownAsPage
from kranalyze.games import get_game
from kranalyze.hands import Hand
from kranalyze.kpn.items import Comment, Section, Tag

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kranalyze.cards import Card, Deck
    from kranalyze.deal import Deal
    from kranalyze.games import Contract, Game, Question
    from kranalyze.kpn.actions import Announcement, Call, Move
    from kranalyze.kpn.items import Item, Note
    from kranalyze.kpn.played import Facts, Payoff


@dataclass(slots=True, repr=False)
class Record(ShownAsPage):
    """The record of a game, read from a KPN file or made by a program.

    ``items`` is the game as written. All other attributes follow from the items, and do not depend on the
    deck whose letters the items use. Suits are letters: ``S``, ``H``, ``D``, ``C``. The value None means
    unknown or not applicable. Two records with the same content are equal, even if they come from different
    places or files.

    Attributes:
        items: tags, comments and sections in the order of the text. Each value ``#`` has been replaced by the
            value of the same tag in the previous game.
        game: id of the card game.
        rules: all rule options of the card game, with their values.
        deck: the deck whose card letters the items use.
        dealer: seat of the dealer.
        deal: the hands, and the talon if the game has one. The talon has the cards of the tag Talon. Without
            this tag, the talon has the cards that are not in a hand.
        discard: the three cards that the declarer laid away.
        contract: id of the contract, from the tag Contract or the section Auction. If a card game has only
            one contract, the text needs neither the tag nor the section.
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
        finished: whether the game was played to the end, or was decided without play.
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
        """The values of the tags by name, in the order of the text. The tag Note is left out.

        Sections are included. The value of a section is a seat.
        """
        named = (item for item in self.items if isinstance(item, Tag | Section))
        return {item.name: item.value for item in named if item.name != "Note"}

    def tag(self, name: str) -> str | None:
        """Return the value of a tag.

        Return None if the tag is absent, its value is unknown (``?``), or its value is empty because the tag
        does not apply.
        """
        for item in self.items:
            if isinstance(item, Tag | Section) and item.name == name:
                return None if item.value in ("", "?") else item.value
        return None

    def section(self, name: str) -> Section | None:
        """Return the section Auction or Play as written, or None if the game lacks this section."""
        return next((i for i in self.items if isinstance(i, Section) and i.name == name), None)

    @property
    def board(self) -> str | None:
        """The value of the tag Board, as a text. None: the board is unknown."""
        return self.tag("Board")

    @property
    def names(self) -> tuple[str | None, str | None, str | None, str | None]:
        """The names of the players N E S W. If the name of a player is unknown, it is None."""
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

        None: the dealer and the auction are unknown.
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
