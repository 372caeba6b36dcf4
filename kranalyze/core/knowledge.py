"""What a seat knows and its layouts, by the core (solver/knowledge.h): numbers of a record in, places out."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kranalyze._core import ffi, lib
from kranalyze.core import knowledgeborder
from kranalyze.core.facts import FactNumbers, packed_facts
from kranalyze.core.hidden import Hidden
from kranalyze.core.rules import game_row
from kranalyze.deal import Seat
from kranalyze.games import Game

#: The names of the codes of a ``kr_know_problem`` and of its evidence, as the table of texts has them.
CODES: dict[int, str] = {
    number: name.removeprefix("KR_").lower()
    for number, name in ffi.typeof("enum kr_know_code").elements.items()
}
EVIDENCE: dict[int, str] = {
    number: name.removeprefix("KR_").lower()
    for number, name in ffi.typeof("enum kr_evidence_kind").elements.items()
}

_BITS = (1 << 64) - 1

#: Codes from this one on say that what is known contradicts itself.
FIRST_CONTRADICTION: int = lib.KR_KNOW_CARDS_MISFIT

#: The code of a position that the record has not.
NO_POSITION: int = lib.KR_KNOW_NO_POSITION

#: The code of a card that its own player could not play, whose first argument is a code of the judge.
NOT_LEGAL: int = lib.KR_KNOW_NOT_LEGAL


@dataclass(frozen=True, slots=True)
class KnowledgeProblem:
    """Why there are no layouts (``kr_know_problem``).

    Attributes:
        code: ``enum kr_know_code``; ``args``: its arguments.
        evidence: ``enum kr_evidence_kind``, with its seat, the trick of its card and its value.
    """

    code: int
    args: tuple[int, ...]
    evidence: int
    seat: int
    trick: int
    value: int


class KnowledgeError(ValueError):
    """Too little is known, or it contradicts itself; ``problem`` says what."""

    def __init__(self, problem: KnowledgeProblem) -> None:
        super().__init__(CODES[problem.code])
        self.problem = problem


@dataclass(frozen=True, slots=True)
class HiddenPlace:
    """A place that the seat cannot see (``kr_hidden_place``).

    Attributes:
        seat: whose hand it is; None: the cards laid away (RULINGS: anrufen3).
        room: how many cards lie there.
        cannot: of the unseen cards those that do not lie there.
        must: those that do.
        is_open: it lies face up, and ``must`` are its cards.
        families: families of sets; of each family one set lies there whole.
    """

    seat: Seat | None
    room: int
    cannot: int
    must: int
    is_open: bool
    families: tuple[tuple[int, ...], ...]

    @property
    def name(self) -> str:
        """``N``, ``E``, ``S``, ``W`` or ``discard``."""
        return "discard" if self.seat is None else self.seat.name


class Situation:
    """What a seat knows (``kr_knowledge``).

    Attributes:
        count: the number of possible layouts.
        pack, hand, held, discard, unseen: masks, as ``kr_knowledge`` has them.
        shown: Kings and Queens led with a registered marriage, a mask.
        size: cards of a hand.
        players: how many seats play their cards.
        laid: the seat whose card of trick 1 lies face down and is not known; -1: there is none.
        ends: how many layouts there are up to and with each case.
    """

    def __init__(self, known: Any) -> None:
        """Read the C structure, which has layouts."""
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
        """The layouts by cases that exclude each other."""
        parts = (self._known.part[i] for i in range(self._known.cases))
        return tuple(Hidden(tuple(part.may), tuple(part.room)) for part in parts)

    def layouts(self, numbers: array[int]) -> tuple[array[int], ...]:
        """Return the layouts of numbers (``Q``, all below ``count``), a column of masks for each place."""
        columns = tuple(array("I", bytes(4 * len(numbers))) for _ in range(lib.KR_HIDDEN))
        knowledgeborder.know_layouts(self._known, numbers, len(numbers), columns)
        return columns[: len(self.places)]

    def drawn(self, seed: int, first: int, count: int) -> array[int]:
        """Return the numbers of layouts ``first`` and following of the series of a seed (modulo 2^64)."""
        numbers = array("Q", bytes(8 * max(count, 0)))
        knowledgeborder.know_draw(self._known, seed & _BITS, first, len(numbers), numbers)
        return numbers

    def ways(self) -> list[Sequence[int]]:
        """Return by card in how many layouts it lies in each place."""
        ways, places = knowledgeborder.know_places(self._known), len(self.places)
        return [ways[lib.KR_HIDDEN * card : lib.KR_HIDDEN * card + places] for card in range(32)]

    def holding(self, card: int, place: int) -> tuple[int, ...] | None:
        """Return the first layout with a card in a place, a mask for each; None if there is none."""
        masks = knowledgeborder.know_holding(self._known, card, place)
        return None if masks is None else masks[: len(self.places)]


def know(
    game: Game, facts: FactNumbers, seat: int, after: int, shown: int | None = None, pack: int | None = None
) -> Situation:
    """Return what a seat knows after some cards (RULINGS: single dummy).

    Args:
        shown: Kings and Queens led with a registered marriage; default as hands and later cards tell.
        pack: the cards in play, of a pack smaller than the game's.

    Raises:
        KnowledgeError: there are no layouts.
        ValueError: numbers that cannot be.
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
