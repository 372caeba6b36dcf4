"""What is wrong with a record in words: the codes of the judge and of the parsers, by the table ``problems.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from kranalyze.cards import Deck, card_name, cards_of, suit_letter
from kranalyze.games import Game

Language = Literal["en", "de"]


@dataclass(frozen=True, slots=True)
class Place:
    """What the numbers of a problem mean: the game by the rules in force, the deck, the token as written."""

    game: Game
    deck: Deck = "french"
    text: str = ""
    columns: int = 0


@cache
def table() -> dict[str, Any]:
    """Return the table of texts by code."""
    return tomllib.loads((Path(__file__).parent / "problems.toml").read_text(encoding="utf-8"))


def problem_text(code: str, args: Sequence[int], place: Place, language: Language = "en") -> str:
    """Return what is wrong, in one sentence.

    Args:
        code: a name of the table.
        args: the numbers behind it.
        place: the game and the token.
    """
    row = table()[code]
    names = row["args"].split()
    values = _Values(place, language, list(zip(names, args, strict=False)))
    template: str = row[language]
    return template.format_map(values)


class _Values(dict[str, object]):
    """The values of a template, worked out when the template asks for them."""

    def __init__(self, place: Place, language: Language, args: list[tuple[str, int]]) -> None:
        super().__init__()
        self.place = place
        self.args = args
        self.words: dict[str, Any] = table()["words"][language]

    def number(self, name: str) -> int:
        """The argument of a name."""
        return next(number for given, number in self.args if given == name)

    def __missing__(self, name: str) -> object:
        found = getattr(self, f"_{name}", None)
        if found is not None:
            return found()
        kind = _KINDS[name]
        return kind(self, self.number(name))

    # numbers in words

    def seat_name(self, seat: int) -> str:
        name: str = self.words["seats"][seat]
        return name

    def card_text(self, card: int) -> str:
        return card_name(card, self.place.deck)

    def suit_text(self, suit: int) -> str:
        return suit_letter(suit, self.place.deck)

    def suit_name_text(self, suit: int) -> str:
        name: str = self.words["suits" if self.place.deck == "french" else "suits_german"][suit]
        return name

    def contract_name(self, contract: int) -> str:
        return self.place.game.contracts[contract].name

    def contract_id(self, contract: int) -> str:
        return self.place.game.contracts[contract].id

    def call_word(self, call: int) -> str:
        word: str = self.words["calls"][-call - 1]
        return word

    def call_text(self, call: int) -> str:
        if call >= 0:
            return self.contract_name(call)
        return str(self.words["quoted"]).format(call=self.call_word(call))

    def cards_text(self, mask: int) -> str:
        cards = " ".join(self.card_text(card) for card in reversed(list(cards_of(mask & 0xFFFFFFFF))))
        choice: str = self.words["one_of" if " " in cards else "one_card"]
        return choice.format(cards=cards)

    def suits_text(self, mask: int) -> str:
        return str(self.words["or"]).join(self.suit_text(suit) for suit in range(4) if mask >> suit & 1)

    def seats_text(self, mask: int) -> str:
        return str(self.words["and"]).join(self.seat_name(seat) for seat in range(4) if mask >> seat & 1)

    def times_text(self, count: int) -> str:
        known: list[str] = self.words["times"]
        return known[count] if count < len(known) else str(self.words["times_more"]).format(count=count)

    def required_text(self, required: int) -> str:
        text: str = self.words["required"][required]
        return text.format(size=self.place.game.size)

    def by_text(self, seat: int) -> str:
        return "" if seat < 0 else str(self.words["by"]).format(seat=self.seat_name(seat))

    # what a game is

    def _game(self) -> str:
        return self.place.game.id

    def _pack(self) -> int:
        return self.place.game.pack

    def _talon(self) -> int:
        return self.place.game.talon

    def _text(self) -> str:
        return self.place.text

    def _columns(self) -> int:
        return self.place.columns

    def _seats_number(self) -> int:
        return self.place.game.seats

    def _sizes(self) -> str:
        size = self.place.game.size
        return str(self.words["range"]).format(least=1, most=size) if self.place.game.endings else str(size)

    def _most_contra(self) -> str:
        most = self.place.game.most_contra
        return str(self.words["most_contra"]).format(count=most) if most else str(self.words["no_contra"])

    # numbers that need others

    def _count_cards(self) -> str:
        count = self.number("count")
        return f"{count} {self.words['cards'][count != 1]}"

    def _count_calls(self) -> str:
        count = self.number("count")
        return f"{count} {self.words['call_count'][count != 1]}"

    def _hands(self) -> str:
        hands = [number for name, number in self.args if name == "hand" and number >= 0]
        return ", ".join(f"{self.seat_name(hand >> 8)} {hand & 255}" for hand in hands)

    def _score(self) -> str:
        amounts = [number for name, number in self.args if name == "amount"]
        seats = enumerate(amounts[: self.place.game.seats])
        return " ".join(f"{'NESW'[seat]}:{amount}" for seat, amount in seats)

    def _outcome(self) -> str:
        contract, declarer, second, trump = (number for _, number in self.args)
        if contract < 0:
            return str(self.words["new_deal" if contract == -1 else "not_finished"])
        text = self.contract_name(contract)
        if trump >= 0:
            text += str(self.words["in_trump"]).format(suit=self.suit_text(trump))
        if declarer >= 0:
            text += str(self.words["by_seat"]).format(seat=self.seat_name(declarer))
        if second >= 0:
            text += str(self.words["with_second"]).format(seat=self.seat_name(second))
        return text


def _plain(_: _Values, number: int) -> int:
    return number


#: How the arguments of each name are shown.
_KINDS: dict[str, Any] = {
    **dict.fromkeys(("seat", "other", "first"), _Values.seat_name),
    "card": _Values.card_text,
    "cards": _Values.cards_text,
    "suit": _Values.suit_text,
    "suit_name": _Values.suit_name_text,
    "suits": _Values.suits_text,
    **dict.fromkeys(("contract", "standing"), _Values.contract_name),
    **dict.fromkeys(("contract_id", "level_id"), _Values.contract_id),
    **dict.fromkeys(("call", "expected"), _Values.call_text),
    "last": _Values.call_word,
    "seats": _Values.seats_text,
    "times": _Values.times_text,
    "required": _Values.required_text,
    "by": _Values.by_text,
    "bidders": lambda values, number: values.words["bidders"][number],
    "side": lambda values, number: values.words["sides"][number],
    "pile": lambda values, number: values.words["piles"][number],
    "word": lambda values, number: values.words["announced"][number],
    **dict.fromkeys(("count", "other_count", "tricks", "right"), _plain),
}
