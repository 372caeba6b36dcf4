"""Seats and deals: the cards that each seat holds, whatever the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

from kranalyze.cards import (
    Deck,
    card_name,
    card_of,
    cards_of,
    hand_text,
    pack_mask,
    parse_hand,
    suit_text,
    suits_text,
)
from kranalyze.display import frame

#: Names of each seat in capitals, English and German, and its number.
_NAMES = (
    ("N", "NORTH", "NORD", 0), ("E", "EAST", "OST", 1), ("S", "SOUTH", "SÜD", "SUED", 2), ("W", "WEST", 3),
)  # fmt: skip


class Seat(IntEnum):
    """The four seats, clockwise: numbers that print as letters.

    >>> Seat.parse("west"), str(Seat.W), Seat.W.title, Seat.W == 3
    (<Seat.W: 3>, 'W', 'West', True)
    """

    N = 0
    E = 1
    S = 2
    W = 3

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    @property
    def title(self) -> str:
        """North, East, South or West."""
        return ("North", "East", "South", "West")[self]

    @classmethod
    def parse(cls, text: Seat | int | str) -> Seat:
        """Return the seat of a number, or of an English or German letter or word in any case.

        East is ``E`` in both languages: the letter ``O`` of Ost names no seat.

        Raises:
            ValueError: the text or number is no seat.

        >>> Seat.parse("Süd").title, Seat.parse("ost").title
        ('South', 'East')
        """
        word = text.strip().upper() if isinstance(text, str) else text
        for seat, names in zip(cls, _NAMES, strict=True):
            if word in names:
                return seat
        raise ValueError(f"unknown seat {text!r}: N, E, S or W")


#: Cards by seat, as masks or as text. A seat is written in any way that ``Seat.parse`` accepts.
Held: TypeAlias = Mapping[Seat, int | str] | Mapping[int, int | str] | Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards of all seats: four hands as 32-bit masks in the order N E S W, and the talon.

    An unknown hand is None. In games of three players West's hand is empty (0).
    >>> deal = Deal.parse("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9")
    >>> deal.size, str(deal)
    (6, 'N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9')
    """

    hands: tuple[int | None, int | None, int | None, int | None]
    talon: int = 0

    @classmethod
    def parse(cls, text: str, deck: Deck = "french", talon: int = 0) -> Deal:
        """Parse ``"N:h h h h"``: hands clockwise from the seat named first. Three hands leave West empty.

        A hand is a text that ``cards.parse_hand`` reads, or ``-`` if it is not known. Hands that contain
        blanks are separated by bars: ``"N:SA SK|..."``.

        Raises:
            ValueError: there is no seat, a wrong number of hands, an unknown card, or a card that occurs
                twice.
        """
        if not isinstance(text, str):
            raise ValueError(f"a deal, or its text, is expected, not {type(text).__name__}")
        if not isinstance(deck, str) or deck not in ("french", "german"):
            raise ValueError(f"unknown deck {deck!r}: french or german")
        if not isinstance(talon, int) or not 0 <= talon < 1 << 32:
            raise ValueError(f"talon: {talon!r} is no mask of 32 cards")
        head, colon, body = text.strip().partition(":")
        if not colon:
            raise ValueError(f"a deal begins with a seat and a colon, as in 'N:... ', not {text!r}")
        first = Seat.parse(head)
        words = [word.strip() for word in body.split("|")] if "|" in body else body.split()
        if len(words) not in (3, 4):
            raise ValueError(f"a deal has four hands (three in anrufen3), not {len(words)}")
        seats = len(words)
        if first >= seats:
            raise ValueError("a deal of three hands has no West")
        hands: list[int | None] = [0, 0, 0, 0]
        seen = talon
        for i, word in enumerate(words):
            mask = None if word in ("-", "–") else parse_hand(word, deck)
            for c in cards_of(seen & (mask or 0)):
                raise ValueError(f"card {card_name(c, deck)} is held twice")
            seen |= mask or 0
            hands[(first + i) % seats] = mask
        return cls((hands[0], hands[1], hands[2], hands[3]), talon)

    @classmethod
    def of(cls, deal: Deal | str) -> Deal:
        """Return a deal as it is, or parse the text of a deal.

        Raises:
            ValueError: the text is no deal, or the argument is neither a Deal nor a text.
        """
        return deal if isinstance(deal, Deal) else cls.parse(deal)

    @property
    def complete(self) -> bool:
        """Whether all hands are known."""
        return all(h is not None for h in self.hands)

    def filled(self, pack: int, size: int) -> Deal:
        """Return the deal with one unknown hand filled in, if the other three hands are complete."""
        known = [hand for hand in self.hands if hand is not None]
        cards = pack_mask(pack)
        rest = cards & ~sum(known)
        if len(known) != 3 or sum(known) & ~cards or any(h.bit_count() != size for h in (*known, rest)):
            return self
        n, e, s, w = (rest if hand is None else hand for hand in self.hands)
        return Deal((n, e, s, w), self.talon)

    @property
    def size(self) -> int:
        """Number of cards in the first known hand, 0 if none is known."""
        return next((h.bit_count() for h in self.hands if h is not None), 0)

    @property
    def masks(self) -> tuple[int, int, int, int]:
        """The four masks of a complete deal.

        Raises:
            ValueError: a hand is unknown.
        """
        if not self.complete:
            raise ValueError("a hand of the deal is not known")
        n, e, s, w = (hand or 0 for hand in self.hands)
        return n, e, s, w

    def hand(self, seat: int) -> int:
        """Return the mask of a seat's hand.

        Raises:
            ValueError: the hand is unknown.
        """
        mask = self.hands[seat]
        if mask is None:
            raise ValueError(f"the hand of {Seat(seat).title} is not known")
        return mask

    def holder(self, card_: int) -> Seat | None:
        """Return the seat that holds a card, or None if no known hand has it.

        Raises:
            ValueError: the number is no card.
        """
        number = card_of(card_)
        return next((seat for seat in Seat if (self.hands[seat] or 0) >> number & 1), None)

    def check(self, pack: int, hand_size: int, seats: int = 4, talon: int = 0, endings: bool = False) -> None:
        """Check that the deal fits a pack: only its cards, no card twice, and hands of equal size.

        Args:
            pack: number of cards in the pack: 20, 24 or 32.
            hand_size: number of cards in a full hand.
            seats: number of seats: 4, or 3 for a deal without West.
            talon: number of cards in the talon.
            endings: whether shorter hands of equal size are accepted too, with or without the talon.

        Raises:
            ValueError: the deal does not fit; the message names the card or the hand.
        """
        pack_cards = pack_mask(pack)
        seen = 0
        known_hands = [(seat, hand) for seat, hand in zip(Seat, self.hands, strict=True) if hand is not None]
        for seat, mask in (*known_hands, (None, self.talon)):
            if mask is None or not 0 <= mask < 1 << 32:
                whose = "the talon" if seat is None else f"{seat.title}'s hand"
                raise ValueError(f"{whose}, {mask}, is no mask of 32 cards")
            if seat is not None and seat >= seats and mask:
                raise ValueError(f"{seat.title} has no hand in a game of three")
            for c in cards_of(mask & ~pack_cards):
                holds = "the talon has" if seat is None else f"{seat.title} holds"
                raise ValueError(f"{holds} {card_name(c)}, which is not in the pack of {pack}")
            for c in cards_of(mask & seen):
                too = "is held twice" if seat is not None else "of the talon is held too"
                raise ValueError(f"card {card_name(c)} {too}")
            seen |= mask
        sizes = [(seat, hand.bit_count()) for seat, hand in known_hands if seat < seats]
        if len({size for _, size in sizes}) > 1:
            listed = ", ".join(f"{seat.title} {size}" for seat, size in sizes)
            raise ValueError(f"hands of unequal size: {listed}")
        size = sizes[0][1] if sizes else hand_size
        if size != hand_size and not (endings and 1 <= size < hand_size):
            raise ValueError(f"hands of {size} cards, the game has {hand_size}")
        if self.talon.bit_count() not in ((0, talon) if endings else (talon,)):
            raise ValueError(f"a talon of {self.talon.bit_count()} cards, the game has {talon}")

    def __str__(self) -> str:
        return self.text()

    def text(self, deck: Deck = "french", first: Seat = Seat.N, seats: int = 4) -> str:
        """Return the deal as text, as in KPN. The hand of ``first`` comes first."""
        order = [(first + i) % seats for i in range(seats)]
        shown = ("-" if (h := self.hands[s]) is None else hand_text(h, deck) for s in order)
        return f"{first.name}:{' '.join(shown)}"

    def diagram(self, deck: Deck = "french", order: str = "K") -> str:
        """Return a drawing of the hands round a table, without West in games of three.

        Suits are drawn as symbols, in a German deck as letters.
        """
        north, east, south, west = ([s.title, *_hand_lines(self.hands[s], deck, order)] for s in Seat)
        pad = max(12, *(len(line) + 3 for line in (*north, *east, *south, *west)))
        if self.hands[Seat.W] == 0 and any(self.hands):
            west = [""] * 5
        middle = (w.ljust(2 * pad) + e for w, e in zip(west, east, strict=True))
        lines = [" " * pad + n for n in north] + [*middle] + [" " * pad + s for s in south]
        if self.talon:
            suits = (line for line in _hand_lines(self.talon, deck, order) if not line.endswith("–"))
            lines.append("Talon  " + "  ".join(suits))
        return "\n".join(line.rstrip() for line in lines)

    def board(
        self, game: str | None = None, contract: str | None = None, declarer: Seat | str | int | None = None
    ) -> Any:
        """Return a board for a notebook, to play the deal on. The board shows the worth of each card.

        Args:
            game: id or name of the game. Default: the usual game with hands of this size.
            contract: the contract to be played, None for none.
            declarer: declarer of the contract.

        Raises:
            ValueError: the deal does not fit the game, or the contract does not exist.
        """
        return frame(self, game, contract, declarer)

    def _repr_html_(self) -> str:
        from html import escape

        hands = ("<br>".join(map(escape, _hand_lines(hand))) for hand in self.hands)
        n, e, s, w = (f"<td><b>{t.title}</b><br>{hand}</td>" for t, hand in zip(Seat, hands, strict=True))
        rows = (f"<td></td>{n}<td></td>", f"{w}<td></td>{e}", f"<td></td>{s}<td></td>")
        return f"<table class='kranalyze-deal'>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _hand_lines(mask: int | None, deck: Deck = "french", order: str = "K") -> list[str]:
    """Return the four lines of a hand, one for each suit."""
    if mask is None:
        return ["(not known)", "", "", ""]
    suits = enumerate(suits_text(mask, deck, order))
    return [f"{suit_text(suit, deck)} {' '.join(ranks) or '–'}" for suit, ranks in suits]
