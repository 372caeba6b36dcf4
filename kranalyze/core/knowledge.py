"""Compute the knowledge of a seat with the core (solver/knowledge.h): the layouts that it cannot exclude.

A layout distributes the cards that the seat cannot see among hidden places: the hands of other seats, and at
times the discard. Evidence is an act, such as a bid, that shows which cards a seat held or did not hold.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from kranalyze._core import ffi, lib
from kranalyze.core import knowledgeborder
from kranalyze.core.facts import FactNumbers, packed_facts
from kranalyze.core.hidden import Hidden
from kranalyze.core.rules import game_row
from kranalyze.deal import Seat
from kranalyze.games import Game

#: Name of each number of ``kr_know_problem.code``, as in the table of texts.
CODES: dict[int, str] = {
    number: name.removeprefix("KR_").lower()
    for number, name in ffi.typeof("enum kr_know_code").elements.items()
}
#: Name of each number of ``kr_know_problem.evidence`` (a kind of evidence), as in the table of texts.
EVIDENCE: dict[int, str] = {
    number: name.removeprefix("KR_").lower()
    for number, name in ffi.typeof("enum kr_evidence_kind").elements.items()
}

_BITS = (1 << 64) - 1

#: Lowest code that means a contradiction between facts. All higher codes mean a contradiction too.
FIRST_CONTRADICTION: int = lib.KR_KNOW_CARDS_MISFIT

#: Code for a position that is not in the record.
NO_POSITION: int = lib.KR_KNOW_NO_POSITION

#: Code for a card that was played against the rules. Its first argument is the judge's code for the reason.
NOT_LEGAL: int = lib.KR_KNOW_NOT_LEGAL


class KnowledgeProblem(NamedTuple):
    """The reason why there are no layouts (``kr_know_problem``).

    Attributes:
        code: the reason, a number of ``enum kr_know_code``.
        args: numbers for the text of the reason. ``enum kr_know_code`` lists them for each code.
        evidence: kind of the act that contradicts other facts, a number of ``enum kr_evidence_kind``.
        seat: seat that acted.
        trick: number of the trick, from 1, if the act was a card.
        value: the card, contract or points of the act, depending on ``evidence``.
    """

    code: int
    args: tuple[int, ...]
    evidence: int
    seat: int
    trick: int
    value: int


class KnowledgeError(ValueError):
    """Too little is known, or the facts contradict each other. ``problem`` has the details."""

    def __init__(self, problem: KnowledgeProblem) -> None:
        super().__init__(CODES[problem.code])
        self.problem = problem


class HiddenPlace(NamedTuple):
    """A hand or discard that the seat cannot see (``kr_hidden_place``).

    Attributes:
        seat: seat whose hand this is. None: the place is the discard (RULINGS: anrufen3).
        room: number of cards in the place.
        cannot_mask: mask of the unseen cards that cannot lie in the place.
        must_mask: mask of the unseen cards that must lie in the place.
        is_open: whether the hand lies face up. ``must_mask`` then has its cards.
        family_masks: conditions on the place, each a tuple of masks. The place must contain all cards of at
            least one mask of each tuple.
    """

    seat: Seat | None
    room: int
    cannot_mask: int
    must_mask: int
    is_open: bool
    family_masks: tuple[tuple[int, ...], ...]

    @property
    def name(self) -> str:
        """The name of the place: ``N``, ``E``, ``S``, ``W`` or ``discard``."""
        return "discard" if self.seat is None else self.seat.name


class Situation:
    """The knowledge of a seat (``kr_knowledge``). Its layouts are divided into cases without common layouts.

    Attributes:
        struct: the ``kr_knowledge``.
        count: number of possible layouts.
        pack: mask of the cards in play.
        hand: mask of the seat's hand before the first card, after talon and discard.
        held: mask of the seat's hand now.
        discard: mask of the seat's own discard.
        unseen: mask of the cards whose place the seat does not see.
        shown: mask of the Kings and Queens that were led to register a marriage.
        size: number of cards in a hand.
        players: number of seats that play cards.
        laid: seat whose card of trick 1 lies face down and is unknown. -1: no such card.
        ends: for each case the number of layouts in this case and all earlier cases together.
    """

    def __init__(self, known: Any) -> None:
        """Read a ``kr_knowledge`` with at least one layout."""
        self.struct = known
        self.shown: int = known.shown
        self.count: int = known.count
        self.pack: int = known.pack
        self.hand: int = known.hand
        self.held: int = known.held
        self.discard: int = known.discard
        self.unseen: int = known.unseen
        self.size: int = known.size
        self.players: int = known.players
        self.laid: int = known.laid
        self.ends = tuple(known.ends[0 : known.cases])

    @cached_property
    def places(self) -> tuple[HiddenPlace, ...]:
        """The hidden places."""
        return tuple(_place(self.struct.place[i]) for i in range(self.struct.places))

    @cached_property
    def cases(self) -> tuple[Hidden, ...]:
        """The cases. Each layout belongs to exactly one of them."""
        parts = (self.struct.part[i] for i in range(self.struct.cases))
        return tuple(Hidden(tuple(part.may), tuple(part.room)) for part in parts)

    def layouts(self, numbers: array[int]) -> tuple[array[int], ...]:
        """Return the layouts with the given numbers, as a column of masks for each place.

        Args:
            numbers: numbers below ``count``, as an array of type ``Q``.
        """
        columns = tuple(array("I", bytes(4 * len(numbers))) for _ in range(lib.KR_HIDDEN))
        knowledgeborder.write_layouts(self.struct, numbers, len(numbers), columns)
        return columns[: len(self.places)]

    def draw_numbers(self, seed: int, first: int, count: int) -> array[int]:
        """Draw random numbers of layouts.

        Args:
            seed: seed of the series of draws; its lowest 64 bits count.
            first: index of the first draw in the series.
            count: number of draws.
        """
        numbers = array("Q", bytes(8 * max(count, 0)))
        knowledgeborder.write_drawn_numbers(self.struct, seed & _BITS, first, len(numbers), numbers)
        return numbers

    def ways(self) -> list[Sequence[int]]:
        """Return for each of 32 cards and each place the number of layouts with this card in this place."""
        ways, places = knowledgeborder.count_layouts_by_card_and_place(self.struct), len(self.places)
        return [ways[lib.KR_HIDDEN * card : lib.KR_HIDDEN * card + places] for card in range(32)]

    def layout_with_card(self, card: int, place: int) -> tuple[int, ...] | None:
        """Return the first layout in which a card lies in a place, as a mask for each place.

        None: the card lies there in no layout.
        """
        masks = knowledgeborder.first_layout_with(self.struct, card, place)
        return None if masks is None else masks[: len(self.places)]


def seat_situation(
    game: Game,
    facts: FactNumbers,
    seat: int,
    after: int,
    marriage_cards_led: int | None = None,
    cards_in_play: int | None = None,
) -> Situation:
    """Return the knowledge of a seat after some cards (RULINGS: single dummy).

    Args:
        game: the game under its rule options.
        facts: the facts of the record.
        seat: the seat.
        after: number of cards that have been played.
        marriage_cards_led: mask of the Kings and Queens that were led to register a marriage. None: the mask
            is worked out from the hands and the later cards.
        cards_in_play: mask of the cards in play, if they are fewer than the game's pack. None: the game's
            pack.

    Raises:
        KnowledgeError: there are no layouts.
        ValueError: a number is out of range.
    """
    row = ffi.new("kr_game_row *")
    ffi.memmove(row, game_row(game), ffi.sizeof("kr_game_row"))
    if cards_in_play is not None:
        row.pack = cards_in_play
        row.size = (cards_in_play.bit_count() - game.talon) // game.seats
    position = after if 0 <= after <= lib.KR_MAX_CARDS else lib.KR_MAX_CARDS + 1
    known = knowledgeborder.core_knowledge(
        ffi.buffer(row), packed_facts(facts), seat, position, marriage_cards_led
    )
    if known.problem.code:
        raise KnowledgeError(_problem(known.problem))
    return Situation(known)


def _problem(problem: Any) -> KnowledgeProblem:
    """Convert a ``kr_know_problem``."""
    return KnowledgeProblem(
        problem.code, tuple(problem.arg), problem.evidence, problem.seat, problem.trick, problem.value
    )


def _place(place: Any) -> HiddenPlace:
    """Convert a ``kr_hidden_place``."""
    families = (place.family[i] for i in range(place.families))
    return HiddenPlace(
        None if place.seat < 0 else Seat(place.seat), place.room, place.cannot, place.must,
        bool(place.is_open),
        tuple(tuple(family.set[0 : family.sets]) for family in families),
    )  # fmt: skip
