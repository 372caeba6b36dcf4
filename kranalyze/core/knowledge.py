"""Compute with the core (solver/knowledge.h) what a seat knows: which layouts it cannot exclude.

A layout is an arrangement of the cards that the seat cannot see. These cards lie in hidden places: the hands
of other seats and, in some games, the discard. Evidence is an act, such as a bid, that shows which cards a
seat held or did not hold.
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

#: Names of the reasons why there are no layouts, by the number in ``kr_know_problem.code``. The file of error
#: messages uses these names.
CODES: dict[int, str] = {
    number: name.removeprefix("KR_").lower()
    for number, name in ffi.typeof("enum kr_know_code").elements.items()
}
#: Names of the kinds of evidence, by the number in ``kr_know_problem.evidence``. The file of error messages
#: uses these names.
EVIDENCE: dict[int, str] = {
    number: name.removeprefix("KR_").lower()
    for number, name in ffi.typeof("enum kr_evidence_kind").elements.items()
}

_BITS = (1 << 64) - 1

#: The lowest code for a contradiction. This code and all higher codes mean that facts contradict each other.
FIRST_CONTRADICTION: int = lib.KR_KNOW_CARDS_MISFIT

#: Code for this reason: the record does not have as many cards as the position needs.
NO_POSITION: int = lib.KR_KNOW_NO_POSITION

#: Code for this reason: a card was played against the rules. With this code, the first number of
#: ``KnowledgeProblem.args`` is the judge's code for the broken rule.
NOT_LEGAL: int = lib.KR_KNOW_NOT_LEGAL


class KnowledgeProblem(NamedTuple):
    """The reason why no arrangement of the unseen cards is possible (``kr_know_problem``).

    Attributes:
        code: the reason, a number of ``enum kr_know_code``.
        args: numbers that the error message mentions. ``enum kr_know_code`` lists them for each code.
        evidence: kind of the act (for example a bid) that contradicts other facts, a number of
            ``enum kr_evidence_kind``.
        seat: the seat that did this act.
        trick: number of the trick, from 1, if the act was to play a card.
        value: the card, the contract or the points of the act, depending on ``evidence``.
    """

    code: int
    args: tuple[int, ...]
    evidence: int
    seat: int
    trick: int
    value: int


class KnowledgeError(ValueError):
    """Raised if too little of a game is known, or if the facts about the game contradict each other.

    The attribute ``problem`` has the details.
    """

    def __init__(self, problem: KnowledgeProblem) -> None:
        super().__init__(CODES[problem.code])
        self.problem = problem


class HiddenPlace(NamedTuple):
    """A hand, or the discard, that the knowing seat cannot see (``kr_hidden_place``).

    The knowing seat is the seat whose knowledge a ``Situation`` describes.

    Attributes:
        seat: the seat that holds the hidden hand. None: the place is the discard (RULINGS: anrufen3).
        room: how many cards lie in the place.
        cannot_mask: mask of the unseen cards that cannot lie in the place.
        must_mask: mask of the unseen cards that must lie in the place.
        is_open: whether the hand lies face up. If so, ``must_mask`` has the cards of the hand.
        family_masks: conditions on the cards of the place. Each condition is a tuple of masks. A condition is
            fulfilled if the place contains all cards of at least one of its masks.
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
    """What a seat knows: which layouts (arrangements of the unseen cards) are possible (``kr_knowledge``).

    The layouts are divided into cases. Each layout belongs to exactly one case.

    Attributes:
        struct: the core's struct ``kr_knowledge``.
        count: how many layouts are possible.
        pack: mask of the cards in play.
        hand: mask of the seat's hand after talon and discard, before the first card is played.
        held: mask of the seat's hand now.
        discard: mask of the seat's own discard.
        unseen: mask of the cards that the seat cannot see.
        shown: mask of the Kings and Queens that were led to register a marriage.
        size: how many cards a hand has at the start.
        players: how many seats play cards.
        laid: another seat, whose card of trick 1 lies face down and is unknown. -1: there is no such card.
        ends: for each case, how many layouts this case and all earlier cases have together.
    """

    def __init__(self, known: Any) -> None:
        """Wrap the core's struct ``kr_knowledge``. At least one layout must be possible."""
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
        """The hidden places: the hands that the seat cannot see, and the discard if it is hidden."""
        return tuple(_hidden_place_from_struct(self.struct.place[i]) for i in range(self.struct.places))

    @cached_property
    def cases(self) -> tuple[Hidden, ...]:
        """The cases into which the layouts are divided. Each layout belongs to exactly one case."""
        parts = (self.struct.part[i] for i in range(self.struct.cases))
        return tuple(Hidden(tuple(part.may), tuple(part.room)) for part in parts)

    def layouts(self, numbers: array[int]) -> tuple[array[int], ...]:
        """Return the layouts with certain numbers, as a column of masks for each hidden place.

        Args:
            numbers: numbers of layouts, below ``count``, as an array of type ``Q``.
        """
        columns = tuple(array("I", bytes(4 * len(numbers))) for _ in range(lib.KR_HIDDEN))
        knowledgeborder.write_layouts(self.struct, numbers, len(numbers), columns)
        return columns[: len(self.places)]

    def draw_numbers(self, seed: int, first: int, count: int) -> array[int]:
        """Draw random layouts, and return their numbers.

        Args:
            seed: seed of the series of draws. Its lowest 64 bits are used.
            first: index of the first draw in the series.
            count: how many layouts to draw.
        """
        numbers = array("Q", bytes(8 * max(count, 0)))
        knowledgeborder.write_drawn_numbers(self.struct, seed & _BITS, first, len(numbers), numbers)
        return numbers

    def layout_counts_by_card(self) -> list[Sequence[int]]:
        """Return a list for each of 32 cards: in how many layouts the card lies in each hidden place."""
        ways, places = knowledgeborder.count_layouts_by_card_and_place(self.struct), len(self.places)
        return [ways[lib.KR_HIDDEN * card : lib.KR_HIDDEN * card + places] for card in range(32)]

    def find_layout_with_card(self, card: int, place: int) -> tuple[int, ...] | None:
        """Return the first layout in which a card lies in a hidden place, as a mask for each hidden place.

        Return None if the card lies in this place in no layout.

        Args:
            card: the card (0-31).
            place: index of the hidden place.
        """
        masks = knowledgeborder.first_layout_with(self.struct, card, place)
        return None if masks is None else masks[: len(self.places)]


def situation_known_to_seat(
    game: Game,
    facts: FactNumbers,
    seat: int,
    after: int,
    marriage_cards_led: int | None = None,
    cards_in_play: int | None = None,
) -> Situation:
    """Return what a seat knows after some cards of a record (RULINGS, section "Single dummy").

    Args:
        game: the game under its rule options.
        facts: the facts of the record.
        seat: the seat.
        after: how many cards of the record have been played.
        marriage_cards_led: mask of the Kings and Queens that were led to register a marriage. None: this mask
            is computed from the hands and the later cards of the record.
        cards_in_play: mask of the cards in play, for a game that is played with a part of the pack. None:
            the whole pack of the game is in play.

    Raises:
        KnowledgeError: no arrangement of the unseen cards is possible.
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
    """Convert the core's struct ``kr_know_problem`` to a ``KnowledgeProblem``."""
    return KnowledgeProblem(
        problem.code, tuple(problem.arg), problem.evidence, problem.seat, problem.trick, problem.value
    )


def _hidden_place_from_struct(struct: Any) -> HiddenPlace:
    """Convert the core's struct ``kr_hidden_place`` to a ``HiddenPlace``."""
    families = (struct.family[i] for i in range(struct.families))
    return HiddenPlace(
        None if struct.seat < 0 else Seat(struct.seat), struct.room, struct.cannot, struct.must,
        bool(struct.is_open),
        tuple(tuple(family.set[0 : family.sets]) for family in families),
    )  # fmt: skip
