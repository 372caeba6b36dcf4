"""Seats and deals. A deal is the cards of all seats. Nothing in this module depends on the card game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypeAlias

from kranalyze.cards import (
    Card,
    Deck,
    card_letters,
    card_of,
    cards_of,
    hand_text,
    pack_mask,
    parse_hand,
    suit_text,
    suits_text,
)
from kranalyze.display import Theme, make_live_board_iframe, svg_of
from kranalyze.hands import Hand, mask_of_hand

#: For each seat its letter, its English and German names in capitals, and its number.
_NAMES = (
    ("N", "NORTH", "NORD", 0), ("E", "EAST", "OST", 1), ("S", "SOUTH", "SÜD", "SUED", 2), ("W", "WEST", 3),
)  # fmt: skip


class Seat(IntEnum):
    """A seat at the table: N, E, S or W (clockwise). A seat is a number from 0 to 3 that prints as a letter.

    ``Seat("west")`` reads a text as ``Seat.parse`` does, and raises the same errors.

    >>> Seat("west"), str(Seat.W), Seat.W.title, Seat.W == 3
    (<Seat.W: 3>, 'W', 'West', True)
    """

    if TYPE_CHECKING:  # type checkers do not see that `Seat("west")` works through `_missing_`

        def __new__(cls, value: object) -> Seat:
            """Return the seat that a number or a text stands for."""

    N = 0
    E = 1
    S = 2
    W = 3

    @classmethod
    def _missing_(cls, value: object) -> Seat:
        """Return the seat that a text names. The enum calls this method for values that are no members."""
        if isinstance(value, str):
            return cls.parse(value)
        raise ValueError(_no_seat(value))

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(self.name, spec)

    @property
    def title(self) -> str:
        """The English name of the seat: North, East, South or West."""
        return ("North", "East", "South", "West")[self]

    @classmethod
    def parse(cls, text: Seat | str | int) -> Seat:
        """Return the seat for a number, or for an English or German letter or word in any case.

        East is ``E`` in both languages: the letter ``O`` (for Ost) is not accepted.

        Raises:
            ValueError: the text or number is not a seat.

        >>> Seat.parse("Süd").title, Seat.parse("ost").title
        ('South', 'East')
        """
        word = text.strip().upper() if isinstance(text, str) else text
        for seat, names in zip(cls, _NAMES, strict=True):
            if word in names:
                return seat
        raise ValueError(_no_seat(text))


def _no_seat(value: object) -> str:
    """Return the error message for a value that is not a seat."""
    return f"unknown seat {value!r}: N, E, S or W"


#: A mapping from seats to cards that they hold. The cards of a seat are a ``Hand``, a mask or a text. A key
#: may be anything that ``Seat.parse`` accepts.
Held: TypeAlias = (
    Mapping[Seat, Hand | int | str] | Mapping[int, Hand | int | str] | Mapping[str, Hand | int | str]
)

#: A mapping from seats to cards that they laid face down, one card for a seat. A key may be anything that
#: ``Seat.parse`` accepts.
Laid: TypeAlias = (
    Mapping[Seat, Card | str | int] | Mapping[int, Card | str | int] | Mapping[str, Card | str | int]
)

#: The types of hands that ``Deal`` must convert to masks.
_NO_MASKS = frozenset((Hand, str))

#: The hands N E S W as masks. An unknown hand is None.
Masks: TypeAlias = tuple[int | None, int | None, int | None, int | None]


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Deal:
    """The cards of all seats, and the talon. In games of three players West's hand is empty.

    Attributes:
        hand_masks: the hands N E S W as 32-bit masks. An unknown hand is None.
        talon_mask: the talon as a mask; 0: the deal has no talon.

    >>> deal = Deal.parse("N:T.T.JT.KQ 9.9.9.JT9 AKQ.AK.A. J.QJ.KQ.A")
    >>> deal
    Deal.parse('N:T.T.JT.KQ 9.9.9.JT9 AKQ.AK.A. J.QJ.KQ.A')
    >>> deal.south, "SA" in deal.south, deal.holder("CA").title
    (Hand('AKQ.AK.A.'), True, 'West')
    """

    hand_masks: Masks
    talon_mask: int

    def __init__(
        self, hands: Sequence[Hand | str | int | None], talon: Hand | str | int = 0
    ) -> None:
        """Make a deal from four hands in the order N E S W. A hand is a ``Hand``, a text, a mask or None.

        Raises:
            ValueError: there are not four hands, or a text is not a hand.
        """
        masks = tuple(hands)
        if not _NO_MASKS.isdisjoint(map(type, masks)):  # convert only if some hand is not a mask yet
            masks = tuple(mask_of_hand(hand) if isinstance(hand, Hand | str) else hand for hand in masks)
        if len(masks) != len(_NAMES):
            raise ValueError(f"a deal has four hands, not {len(masks)}")
        object.__setattr__(self, "hand_masks", masks)
        object.__setattr__(self, "talon_mask", talon if type(talon) is int else _talon_mask(talon))

    @classmethod
    def parse(cls, text: str, deck: Deck = "french", talon: Hand | str | int = 0) -> Deal:
        """Parse a text such as ``"N:h h h h"``: a seat, a colon, and hands clockwise from this seat.

        Each ``h`` is a hand as ``cards.parse_hand`` reads it, or ``-`` for an unknown hand. Bars separate the
        hands if a hand contains blanks: ``"N:SA SK|..."``. A text with three hands has no hand for West.

        Args:
            text: the text.
            deck: deck whose letters the text uses for suits and ranks: ``"french"`` or ``"german"``.
            talon: the talon as a ``Hand``, a text (``"CJ CT C9"``) or a mask.

        Raises:
            ValueError: the seat is missing, the number of hands is wrong, a card is unknown, or a card occurs
                twice.
        """
        if not isinstance(text, str):
            raise ValueError(f"a deal, or its text, is expected, not {type(text).__name__}")
        if not isinstance(deck, str) or deck not in ("french", "german"):
            raise ValueError(f"unknown deck {deck!r}: french or german")
        talon_cards = _talon_mask(talon, deck)
        if not isinstance(talon_cards, int) or not 0 <= talon_cards < 1 << 32:
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
        seen = talon_cards
        for i, word in enumerate(words):
            mask = None if word in ("-", "–") else parse_hand(word, deck)
            for c in cards_of(seen & (mask or 0)):
                raise ValueError(f"card {card_letters(c, deck)} is held twice")
            seen |= mask or 0
            hands[(first + i) % seats] = mask
        return cls(hands, talon_cards)

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> Deal:
        """Return the deal in a row of a frame. The row has columns ``n e s w``.

        A column ``talon`` is optional. Hands are masks or texts. An unknown hand is None or ``-``.

        Raises:
            ValueError: a column is missing, or a value is not a hand. The message names the column.

        >>> row = {"n": "AKQJT9...", "e": ".AKQJT9..", "s": "..AKQJT9.", "w": "-"}
        >>> Deal.of_row(row)
        Deal.parse('N:AKQJT9... .AKQJT9.. ..AKQJT9. -')
        """
        masks: list[int | None] = []
        for name in ("n", "e", "s", "w", "talon"):
            if name not in row and name != "talon":
                raise ValueError(f"a row of a deal has the columns n e s w, there is no {name}")
            value = row.get(name)
            try:
                masks.append(None if value is None or value == "-" else mask_of_hand(value))
            except ValueError as error:
                raise ValueError(f"{name}: {error}") from None
        return cls(masks[:4], masks[4] or 0)

    @classmethod
    def of(cls, deal: Deal | str) -> Deal:
        """Return the argument if it is a ``Deal``. If it is a text, parse it.

        Raises:
            ValueError: the text is not a deal, or the argument is neither a ``Deal`` nor a text.
        """
        return deal if isinstance(deal, Deal) else cls.parse(deal)

    @property
    def complete(self) -> bool:
        """Whether all hands are known."""
        return all(h is not None for h in self.hand_masks)

    def with_fourth_hand(self, pack: int, size: int) -> Deal:
        """Return the deal with its only unknown hand filled in.

        The hand is filled in only if three hands are known and full, all their cards are in the pack, and the
        rest of the pack is a full hand. Otherwise return the deal unchanged.

        Args:
            pack: how many cards the pack has.
            size: how many cards a full hand has.
        """
        known = [hand for hand in self.hand_masks if hand is not None]
        cards = pack_mask(pack)
        rest = cards & ~sum(known)
        if len(known) != 3 or sum(known) & ~cards or any(h.bit_count() != size for h in (*known, rest)):
            return self
        n, e, s, w = (rest if hand is None else hand for hand in self.hand_masks)
        return Deal((n, e, s, w), self.talon_mask)

    @property
    def size(self) -> int:
        """How many cards the first known hand has. It is 0 if no hand is known."""
        return next((h.bit_count() for h in self.hand_masks if h is not None), 0)

    @property
    def masks(self) -> tuple[int, int, int, int]:
        """The masks of the four hands N E S W.

        Raises:
            ValueError: a hand is unknown.
        """
        if not self.complete:
            raise ValueError("a hand of the deal is not known")
        n, e, s, w = (hand or 0 for hand in self.hand_masks)
        return n, e, s, w

    def mask(self, seat: int) -> int:
        """Return the mask of a seat's hand.

        Raises:
            ValueError: the hand is unknown.
        """
        mask = self.hand_masks[seat]
        if mask is None:
            raise ValueError(f"the hand of {Seat(seat).title} is not known")
        return mask

    @property
    def hands(self) -> tuple[Hand | None, Hand | None, Hand | None, Hand | None]:
        """The hands N E S W. An unknown hand is None."""
        n, e, s, w = (None if mask is None else Hand(mask) for mask in self.hand_masks)
        return n, e, s, w

    def hand(self, seat: Seat | str | int) -> Hand:
        """Return the hand of a seat.

        Raises:
            ValueError: there is no such seat, or its hand is unknown.
        """
        return Hand(self.mask(Seat.parse(seat)))

    @property
    def north(self) -> Hand:
        """North's hand. An unknown hand raises a ValueError."""
        return self.hand(Seat.N)

    @property
    def east(self) -> Hand:
        """East's hand. An unknown hand raises a ValueError."""
        return self.hand(Seat.E)

    @property
    def south(self) -> Hand:
        """South's hand. An unknown hand raises a ValueError."""
        return self.hand(Seat.S)

    @property
    def west(self) -> Hand:
        """West's hand. An unknown hand raises a ValueError."""
        return self.hand(Seat.W)

    @property
    def talon(self) -> Hand:
        """The cards of the talon. In a game without talon it is empty."""
        return Hand(self.talon_mask)

    def holder(self, card: Card | str | int) -> Seat | None:
        """Return the seat that holds a card. Return None if no known hand has the card.

        Raises:
            ValueError: there is no such card.
        """
        number = card_of(card)
        return next((seat for seat in Seat if (self.hand_masks[seat] or 0) >> number & 1), None)

    def check(self, pack: int, hand_size: int, seats: int = 4, talon: int = 0, endings: bool = False) -> None:
        """Check that the deal fits a game: it has only cards of the pack, no card twice, and full hands.

        Args:
            pack: how many cards the pack has: 20, 24 or 32.
            hand_size: how many cards a full hand has.
            seats: how many seats play: 4, or 3 without West.
            talon: how many cards the talon has.
            endings: whether to accept the deal of an unfinished game: shorter hands of equal size, and an
                empty talon.

        Raises:
            ValueError: the deal does not fit the game. The message names the card or the hand.
        """
        pack_cards = pack_mask(pack)
        seen = 0
        hands = zip(Seat, self.hand_masks, strict=True)
        known_hands = [(seat, hand) for seat, hand in hands if hand is not None]
        for seat, mask in (*known_hands, (None, self.talon_mask)):
            if mask is None or not 0 <= mask < 1 << 32:
                whose = "the talon" if seat is None else f"{seat.title}'s hand"
                raise ValueError(f"{whose}, {mask}, is no mask of 32 cards")
            if seat is not None and seat >= seats and mask:
                raise ValueError(f"{seat.title} has no hand in a game of three")
            for c in cards_of(mask & ~pack_cards):
                holds = "the talon has" if seat is None else f"{seat.title} holds"
                raise ValueError(f"{holds} {card_letters(c)}, which is not in the pack of {pack}")
            for c in cards_of(mask & seen):
                too = "is held twice" if seat is not None else "of the talon is held too"
                raise ValueError(f"card {card_letters(c)} {too}")
            seen |= mask
        sizes = [(seat, hand.bit_count()) for seat, hand in known_hands if seat < seats]
        if len({size for _, size in sizes}) > 1:
            listed = ", ".join(f"{seat.title} {size}" for seat, size in sizes)
            raise ValueError(f"hands of unequal size: {listed}")
        size = sizes[0][1] if sizes else hand_size
        if size != hand_size and not (endings and 1 <= size < hand_size):
            raise ValueError(f"hands of {size} cards, the game has {hand_size}")
        if self.talon_mask.bit_count() not in ((0, talon) if endings else (talon,)):
            raise ValueError(f"a talon of {self.talon_mask.bit_count()} cards, the game has {talon}")

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        if not self.talon_mask:
            return f"Deal.parse({self.text()!r})"
        seats = 4 if self.hand_masks[Seat.W] else 3
        return f"Deal.parse({self.text(seats=seats)!r}, talon={hand_text(self.talon_mask)!r})"

    def text(self, deck: Deck = "french", first: Seat = Seat.N, seats: int = 4) -> str:
        """Return the deal as a text, as in KPN. The text begins with the hand of the seat ``first``."""
        order = [(first + i) % seats for i in range(seats)]
        shown = ("-" if (h := self.hand_masks[s]) is None else hand_text(h, deck) for s in order)
        return f"{first.name}:{' '.join(shown)}"

    def diagram(self, deck: Deck = "french", order: str = "K") -> str:
        """Return a text that shows the hands round a table. If three seats play, West is left out.

        A French deck shows suits as symbols. A German deck shows suits as letters.
        """
        north, east, south, west = ([s.title, *_hand_lines(self.hand_masks[s], deck, order)] for s in Seat)
        pad = max(12, *(len(line) + 3 for line in (*north, *east, *south, *west)))
        if self.hand_masks[Seat.W] == 0 and any(self.hand_masks):
            west = [""] * 5
        middle = (w.ljust(2 * pad) + e for w, e in zip(west, east, strict=True))
        lines = [" " * pad + n for n in north] + [*middle] + [" " * pad + s for s in south]
        if self.talon_mask:
            suits = (line for line in _hand_lines(self.talon_mask, deck, order) if not line.endswith("–"))
            lines.append("Talon  " + "  ".join(suits))
        return "\n".join(line.rstrip() for line in lines)

    def board(
        self, game: str | None = None, contract: str | None = None, declarer: Seat | str | int | None = None
    ) -> Any:
        """Return an interactive board for a notebook. Users play the deal and see the worth of each card.

        Args:
            game: id or name of the game. Default: the usual game with hands of this size.
            contract: the contract to play. None: no contract is chosen yet.
            declarer: the seat that declares the contract.

        Raises:
            ValueError: the deal does not fit the game, or the contract does not exist.
        """
        return make_live_board_iframe(self, game, contract, declarer)

    def svg(self, *, theme: Theme = "auto", deck: Deck = "french") -> str:
        """Return a picture of the deal as SVG.

        Args:
            theme: ``light``, ``dark``, or ``auto`` to follow the settings of the reader's browser.
            deck: French cards, or German cards with the signs of their suits.

        Raises:
            ArgumentError: the theme or the deck is unknown.

        >>> Deal.parse("N:AKQJT9... .AKQJT9.. ..AKQJT9. ...AKQJT9").svg(theme="dark").count("<text")
        28
        """
        return svg_of(self, theme, deck)

    def _repr_svg_(self) -> str:
        return self.svg()


def _talon_mask(talon: Hand | str | int, deck: Deck = "french") -> int:
    """Return the mask of a talon. The talon is a ``Hand``, a text or a mask. A mask is not checked.

    Raises:
        ValueError: the text is not a list of cards.
    """
    if isinstance(talon, Hand):
        return talon.mask
    try:
        return parse_hand(talon, deck) if isinstance(talon, str) else talon
    except ValueError as error:
        raise ValueError(f"talon: {error}") from None


def _hand_lines(mask: int | None, deck: Deck = "french", order: str = "K") -> list[str]:
    """Return four lines of text for a hand, one for each suit."""
    if mask is None:
        return ["(not known)", "", "", ""]
    suits = enumerate(suits_text(mask, deck, order))
    return [f"{suit_text(suit, deck)} {' '.join(ranks) or '–'}" for suit, ranks in suits]
