"""Data classes for what players do in a game: calls, announcements in trick 1, and cards."""

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from kranalyze.cards import CARDS, Card, Deck, suit_letter
from kranalyze.deal import Seat

#: The kinds of announcements in trick 1 (RULINGS: russbach, anrufen).
What = Literal["marriage", "hundred", "all", "raise", "contra"]


class Call(NamedTuple):
    """A call of the auction, by one seat.

    Attributes:
        seat: the seat that calls.
        call: id of a contract, ``gut`` (pass), ``mit`` (join), ``contra``, ``recontra`` or ``subcontra``. The
            text ``AP`` is read as several passes.
        trump: letter of the suit that the call names. In Anrufen the suit decides between equal bids. None:
            the call names no suit.
    """

    seat: Seat
    call: str
    trump: str | None = None

    def text(self, deck: Deck = "french") -> str:
        """Return the call as written in the section Auction, for example ``koenigmord`` or ``simple:D``."""
        return self.call if self.trump is None else f"{self.call}:{suit_letter(self.trump, deck)}"


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """A card that was played.

    Attributes:
        seat: the seat that played the card.
        number: the card as a number (0-31).
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
        what: kind of the word: ``marriage``, ``hundred`` or ``all``. In Anrufen there are also ``raise`` and
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
        """Return the word as written in the tag Announce, for example ``N 40 H``."""
        suit = None if self.suit is None else suit_letter(self.suit, deck)
        what = {"marriage": str(self.points), "hundred": "100"}.get(self.what, self.what)
        return " ".join(filter(None, (self.seat.name, what, suit, self.level)))
