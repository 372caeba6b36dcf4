"""The knowledge of a seat and its possible layouts, computed by the core (solver/knowledge.h)."""

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

#: Names of the codes of a ``kr_know_problem`` and of its evidence, as in the table of texts.
CODES: dict[int, str] = {
    number: name.removeprefix("KR_").lower()
    for number, name in ffi.typeof("enum kr_know_code").elements.items()
}
EVIDENCE: dict[int, str] = {
    number: name.removeprefix("KR_").lower()
    for number, name in ffi.typeof("enum kr_evidence_kind").elements.items()
}

_BITS = (1 << 64) - 1

#: First of the codes for facts that contradict each other. The codes from here on all mean that.
FIRST_CONTRADICTION: int = lib.KR_KNOW_CARDS_MISFIT

#: Code for a position that is not in the record.
NO_POSITION: int = lib.KR_KNOW_NO_POSITION

#: Code for a card that its player could not legally play. The first argument is a code of the judge.
NOT_LEGAL: int = lib.KR_KNOW_NOT_LEGAL


class KnowledgeProblem(NamedTuple):
    """The reason why there are no layouts (``kr_know_problem``).

    Attributes:
        code: the code, from ``enum kr_know_code``.
        args: arguments of the code.
        evidence: the kind of evidence, from ``enum kr_evidence_kind``.
        seat: seat of the evidence.
        trick: trick of the evidence's card.
        value: value of the evidence.
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
    """A place that the seat cannot see (``kr_hidden_place``).

    Attributes:
        seat: seat whose hand it is. None: the cards laid away (RULINGS: anrufen3).
        room: number of cards in the place.
        cannot: mask of the unseen cards that cannot lie in the place.
        must: mask of the unseen cards that must lie in the place.
        is_open: whether the place lies face up. ``must`` then has its cards.
        families: families of sets of cards. Of each family, one whole set lies in the place.
    """

    seat: Seat | None
    room: int
    cannot: int
    must: int
    is_open: bool
    families: tuple[tuple[int, ...], ...]

    @property
    def name(self) -> str:
        """Name of the place: ``N``, ``E``, ``S``, ``W`` or ``discard``."""
        return "discard" if self.seat is None else self.seat.name


class Situation:
    """The knowledge of a seat (``kr_knowledge``).

    Attributes:
        count: number of possible layouts.
        pack, hand, held, discard, unseen: masks. ``kr_knowledge`` explains them.
        shown: mask of the Kings and Queens that were led with a registered marriage.
        size: number of cards in a hand.
        players: number of seats that play cards.
        laid: seat whose card of trick 1 lies face down and is unknown; -1 if there is none.
        ends: for each case the number of layouts in this and all earlier cases.
    """

    def __init__(self, known: Any) -> None:
        """Read the C structure, which must have layouts."""
        self._known = known
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
        return tuple(_place(self._known.place[i]) for i in range(self._known.places))

    @cached_property
    def cases(self) -> tuple[Hidden, ...]:
        """The layouts, divided into cases that exclude each other."""
        parts = (self._known.part[i] for i in range(self._known.cases))
        return tuple(Hidden(tuple(part.may), tuple(part.room)) for part in parts)

    def layouts(self, numbers: array[int]) -> tuple[array[int], ...]:
        """Return layouts by number (``Q``, below ``count``), as a column of masks for each place."""
        columns = tuple(array("I", bytes(4 * len(numbers))) for _ in range(lib.KR_HIDDEN))
        knowledgeborder.know_layouts(self._known, numbers, len(numbers), columns)
        return columns[: len(self.places)]

    def drawn(self, seed: int, first: int, count: int) -> array[int]:
        """Return ``count`` random layout numbers of the series ``seed`` (modulo 2^64), from ``first`` on."""
        numbers = array("Q", bytes(8 * max(count, 0)))
        knowledgeborder.know_draw(self._known, seed & _BITS, first, len(numbers), numbers)
        return numbers

    def ways(self) -> list[Sequence[int]]:
        """Return for each card the number of layouts in which it lies in each place."""
        ways, places = knowledgeborder.know_places(self._known), len(self.places)
        return [ways[lib.KR_HIDDEN * card : lib.KR_HIDDEN * card + places] for card in range(32)]

    def holding(self, card: int, place: int) -> tuple[int, ...] | None:
        """Return the first layout with a card in a place, as a mask for each place; None if there is none."""
        masks = knowledgeborder.know_holding(self._known, card, place)
        return None if masks is None else masks[: len(self.places)]


def know(
    game: Game, facts: FactNumbers, seat: int, after: int, shown: int | None = None, pack: int | None = None
) -> Situation:
    """Return the knowledge of a seat after some cards (RULINGS: single dummy).

    Args:
        game: the game under its rule options.
        facts: the facts of the record.
        seat: the seat.
        after: number of cards that have been played.
        shown: mask of the Kings and Queens led with a registered marriage. None: taken from the hands and the
            later cards.
        pack: mask of the cards in play, if the pack is smaller than the game's.

    Raises:
        KnowledgeError: there are no layouts.
        ValueError: a number is out of range.
    """
    row = ffi.new("kr_game_row *")
    ffi.memmove(row, game_row(game), ffi.sizeof("kr_game_row"))
    if pack is not None:
        row.pack = pack
        row.size = (pack.bit_count() - game.talon) // game.seats
    position = after if 0 <= after <= lib.KR_MAX_CARDS else lib.KR_MAX_CARDS + 1
    known = knowledgeborder.know(ffi.buffer(row), packed_facts(facts), seat, position, shown)
    if known.problem.code:
        raise KnowledgeError(_problem(known.problem))
    return Situation(known)


def _problem(problem: Any) -> KnowledgeProblem:
    return KnowledgeProblem(
        problem.code, tuple(problem.arg), problem.evidence, problem.seat, problem.trick, problem.value
    )


def _place(place: Any) -> HiddenPlace:
    families = (place.family[i] for i in range(place.families))
    return HiddenPlace(
        None if place.seat < 0 else Seat(place.seat), place.room, place.cannot, place.must,
        bool(place.is_open),
        tuple(tuple(family.set[0 : family.sets]) for family in families),
    )  # fmt: skip
