"""Build the messages for problems of records.

The judge (the C code that checks the rules) and the parsers report a problem as a code and values. The file
``problems.toml`` has a text for each code. A gap is a named placeholder in a text, for example ``{seat}``.
The name of a gap decides how its value is shown, in messages of Python and on the page. The context of a
problem is the card game, the deck, and the call or announcement in which the problem occurred.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kranalyze.cards import Deck, card_letters, cards_of, suit_letter

if TYPE_CHECKING:
    from typing import Protocol

    class NamedContract(Protocol):
        """A contract, with the attributes that messages use."""

        @property
        def id(self) -> str:
            """Return the id of the contract."""

        @property
        def name(self) -> str:
            """Return the name under which messages mention the contract."""

    class NamedGame(Protocol):
        """A card game, with the attributes that messages use.

        This is a protocol, so that this module need not import the package ``games``.
        """

        @property
        def id(self) -> str:
            """Return the id of the game."""

        @property
        def pack(self) -> int:
            """Return how many cards the whole pack has."""

        @property
        def size(self) -> int:
            """Return how many cards a full hand has."""

        @property
        def seats(self) -> int:
            """Return how many players the game has."""

        @property
        def talon(self) -> int:
            """Return how many cards the talon has; 0 in games without a talon."""

        @property
        def endings(self) -> bool:
            """Return True if a deal may have shorter hands, for example the last five cards."""

        @property
        def most_contra(self) -> int:
            """Return how many doubling calls (Contra, Recontra, Subcontra) the game allows; 0: none."""

        @property
        def contracts(self) -> Sequence[NamedContract]:
            """Return the contracts. Problems name a contract by its index in this sequence."""


Language = Literal["en", "de"]


class Place(NamedTuple):
    """The context of a problem: the card game, the deck, and the call or announcement in question."""

    game: "NamedGame | None" = None  # the card game with its rule options; None if the game is unknown
    deck: Deck = "french"  # the deck whose card letters the message uses
    text: str = ""  # the call or announcement that has the problem, as the record writes it


#: The default context: no game is known, and cards have French letters.
NOWHERE = Place()


@cache
def problem_texts_by_code() -> Mapping[str, Any]:
    """Return the contents of ``problems.toml``: for each code of a problem, its text in each language."""
    import tomllib  # imported here because most commands show no problem and start faster without it
    from pathlib import Path

    return tomllib.loads((Path(__file__).parent / "problems.toml").read_text(encoding="utf-8"))


def problem_text(
    code: str, gaps: Mapping[str, Any], place: Place = NOWHERE, language: Language = "en"
) -> str:
    """Return the message of a problem.

    Args:
        code: code of the problem.
        gaps: values to insert. The key is the name of a gap (placeholder) in the text.
        place: the context of the problem. Gaps without a value can be filled from the context.
        language: language of the message.
    """
    template: str = problem_texts_by_code()[code][language]
    return template.format_map(_Gaps(gaps, place, language))


def judged_gaps(code: str, args: Sequence[int]) -> dict[str, Any]:
    """Return a dict from each gap (named placeholder) in the text of a problem to the value of the gap.

    Args:
        code: code of the problem that the judge (the C code that checks the rules) reported.
        args: numbers that the judge reported with this code.
    """
    names: str = problem_texts_by_code()[code]["args"]
    if names.endswith("*"):
        return {names[:-1]: list(args)}
    return dict(zip(names.split(), args, strict=False))


class _Gaps(dict[str, str]):
    """A mapping for ``str.format_map``, from the name of a gap (placeholder) to the text to insert."""

    def __init__(self, gaps: Mapping[str, Any], place: Place, language: Language) -> None:
        super().__init__()
        self.gaps = gaps
        self.place = place
        self.language = language
        self.words: Mapping[str, Any] = problem_texts_by_code()["words"][language]

    def __missing__(self, name: str) -> str:
        fact = _FACTS.get(name)
        if fact is not None and name not in self.gaps:
            return fact(self)
        show = _SHOWN.get(name)
        return str(self.gaps[name]) if show is None else show(self, self.gaps[name])

    # Each of the next functions converts a value to the text that a gap (placeholder) shows.

    def quoted(self, text: str) -> str:
        """Return a text in quotation marks."""
        return f"„{text}“" if self.language == "de" else repr(text)

    def seat(self, seat: int) -> str:
        name: str = self.words["seats"][seat]
        return name

    def seats(self, mask: int) -> str:
        """Join the names of the seats in a mask with the word "and". Seat n has bit n."""
        return str(self.words["and"]).join(self.seat(seat) for seat in range(4) if mask >> seat & 1)

    def card(self, card: int) -> str:
        return card_letters(card, self.place.deck)

    def cards(self, mask: int) -> str:
        """List the cards in a mask, high cards first, for example ``one of HA HK``."""
        cards = " ".join(self.card(card) for card in reversed(list(cards_of(mask & 0xFFFFFFFF))))
        choice: str = self.words["one_of" if " " in cards else "one_card"]
        return choice.format(cards=cards)

    def suit(self, suit: int) -> str:
        return suit_letter(suit, self.place.deck)

    def join_suit_letters(self, mask: int) -> str:
        """Join the letters of the suits in a mask with the word "or". Suit n has bit n."""
        return str(self.words["or"]).join(self.suit(suit) for suit in range(4) if mask >> suit & 1)

    def suit_name(self, suit: int) -> str:
        name: str = self.words[f"suits_{self.place.deck}"][suit]
        return name

    def contract(self, contract: int) -> str:
        return self._game.contracts[contract].name

    def contract_id(self, contract: int) -> str:
        return self._game.contracts[contract].id

    def call_word(self, non_bid_call: int) -> str:
        """Return the word for a call that is not a bid, for example "gut" (pass).

        ``non_bid_call`` is the number of the call, which is negative.
        """
        word: str = self.words["calls"][-non_bid_call - 1]
        return word

    def call(self, call: int) -> str:
        """Return the contract's name for a bid. For another call, return its word in quotation marks."""
        return self.contract(call) if call >= 0 else self.quoted(self.call_word(call))

    def required_cards(self, index: int) -> str:
        """Describe the cards that a bid requires. ``index`` is the index in the list ``words.required``."""
        text: str = self.words["required"][index]
        return text.format(size=self._game.size)

    def by(self, seat: int) -> str:
        """Return the text "by" with the name of a seat. Return an empty text if there is no seat (-1)."""
        return "" if seat < 0 else str(self.words["by"]).format(seat=self.seat(seat))

    def times(self, count: int) -> str:
        """Return the text for how often something happened, for example "twice"."""
        known: list[str] = self.words["times"]
        return known[count] if count < len(known) else str(self.words["times_more"]).format(count=count)

    def hand_sizes(self, hands: Sequence[int]) -> str:
        """List seats with the sizes of their hands.

        Each number in ``hands`` is seat * 256 + size. Negative numbers are unused entries.
        """
        return ", ".join(f"{self.seat(hand >> 8)} {hand & 255}" for hand in hands if hand >= 0)

    def list_amounts_by_seat(self, amounts: Sequence[int]) -> str:
        """List amounts with the letters of their seats, for example ``N:3 E:-1 S:-1 W:-1``."""
        seats = enumerate(amounts[: self._game.seats])
        return " ".join(f"{'NESW'[seat]}:{amount}" for seat, amount in seats)

    def auction_result(self, outcome: Sequence[int]) -> str:
        """Describe how an auction ends.

        The numbers in ``outcome`` are the contract, the declarer, the second declarer and the trump suit. A
        contract of -1 means that the cards are dealt again. A lower number means that the auction has not
        ended. For a seat or suit, a negative number means none.
        """
        contract, declarer, second, trump = outcome
        if contract < 0:
            return str(self.words["new_deal" if contract == -1 else "not_finished"])
        text = self.contract(contract)
        if trump >= 0:
            text += str(self.words["in_trump"]).format(suit=self.suit(trump))
        if declarer >= 0:
            text += str(self.words["by_seat"]).format(seat=self.seat(declarer))
        if second >= 0:
            text += str(self.words["with_second"]).format(seat=self.seat(second))
        return text

    def join_names_with_or(self, names: Sequence[str]) -> str:
        """Join names with the word "or"."""
        return str(self.words["or"]).join(names)

    # Each of the next functions fills a gap (placeholder) from the context of the problem or from other gaps.

    @property
    def _game(self) -> "NamedGame":
        assert self.place.game is not None
        return self.place.game

    def allowed_hand_sizes(self) -> str:
        """Return how many cards a hand may have: a number, or a range if shorter hands are allowed."""
        size = self._game.size
        return str(self.words["range"]).format(least=1, most=size) if self._game.endings else str(size)

    def most_contra(self) -> str:
        """Return the text that says how many doubling calls (Contra, Recontra, Subcontra) the game allows."""
        most = self._game.most_contra
        return str(self.words["most_contra"]).format(count=most) if most else str(self.words["no_contra"])

    def count_cards(self) -> str:
        """Return the value of the gap ``count`` with the word "card" or "cards"."""
        count = self.gaps["count"]
        return f"{count} {self.words['cards'][count != 1]}"

    def count_calls(self) -> str:
        """Return the value of the gap ``count`` with the word "call" or "calls"."""
        count = self.gaps["count"]
        return f"{count} {self.words['call_count'][count != 1]}"


def _word(name: str) -> Callable[[_Gaps, int], str]:
    """Return a function for `_SHOWN` that returns a word by its index.

    The words are the list ``name`` in the table ``words`` of ``problems.toml``.
    """
    return lambda gaps, number: str(gaps.words[name][number])


#: For the name of a gap (placeholder), the function that converts its value to a text. If a name is missing
#: here, ``str`` converts the value.
_SHOWN: dict[str, Callable[[_Gaps, Any], str]] = {
    **dict.fromkeys(("seat", "other", "first"), _Gaps.seat),
    **dict.fromkeys(("contract", "standing"), _Gaps.contract),
    **dict.fromkeys(("contract_id", "level_id"), _Gaps.contract_id),
    **dict.fromkeys(("call", "expected"), _Gaps.call),
    **dict.fromkeys(("text", "behind"), _Gaps.quoted),
    **dict.fromkeys(("card", "other_card"), _Gaps.card),
    "last": _Gaps.call_word, "seats": _Gaps.seats, "cards": _Gaps.cards,
    "suit": _Gaps.suit, "suits": _Gaps.join_suit_letters, "suit_name": _Gaps.suit_name, "times": _Gaps.times,
    "required": _Gaps.required_cards,
    "by": _Gaps.by, "hands": _Gaps.hand_sizes, "score": _Gaps.list_amounts_by_seat,
    "outcome": _Gaps.auction_result,
    "names": _Gaps.join_names_with_or, "bidders": _word("bidders"), "side": _word("sides"),
    "pile": _word("piles"), "word": _word("announced"),
}  # fmt: skip

#: For the name of a gap (placeholder), the function that fills this gap if the caller gives no value for it.
#: The function takes the text from the context of the problem or from other gaps.
_FACTS: dict[str, Callable[[_Gaps], str]] = {
    "game": lambda gaps: gaps._game.id,
    "pack": lambda gaps: str(gaps._game.pack),
    "talon": lambda gaps: str(gaps._game.talon),
    "seats_number": lambda gaps: str(gaps._game.seats),
    "text": lambda gaps: gaps.quoted(gaps.place.text),
    "sizes": _Gaps.allowed_hand_sizes, "most_contra": _Gaps.most_contra, "count_cards": _Gaps.count_cards,
    "count_calls": _Gaps.count_calls,
}  # fmt: skip
