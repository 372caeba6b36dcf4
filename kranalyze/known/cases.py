"""From facts to layouts: what each hidden place cannot and must hold, and cases that exclude each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kranalyze.cards import card_name, cards_of, mask_of
from kranalyze.core.hidden import Hidden
from kranalyze.deal import Seat
from kranalyze.known.facts import Fact, facts
from kranalyze.known.situation import CannotBeError, Situation

#: Places of a structure of the core.
_PLACES = 3


@dataclass(frozen=True, slots=True)
class HiddenPlace:
    """A place that the seat cannot see.

    Attributes:
        seat: whose hand it is; None: the cards laid away (RULINGS: anrufen3).
        room: how many cards lie there.
        cannot: of the unseen cards those that do not lie there.
        must: those that do.
        one_of: families of sets; of each family one set lies there whole.
    """

    seat: Seat | None
    room: int
    cannot: int = 0
    must: int = 0
    one_of: tuple[tuple[int, ...], ...] = ()

    @property
    def name(self) -> str:
        """``N``, ``E``, ``S``, ``W`` or ``discard``."""
        return "discard" if self.seat is None else self.seat.name


def places_of(seen: Situation) -> tuple[HiddenPlace, ...]:
    """The hidden places with all that is known of them.

    Raises:
        CannotBeError: something that happened cannot have, whatever the others hold; it is named.
    """
    places = {place.seat: place for place in _empty(seen)}
    for fact in facts(seen):
        if fact.seat in places:
            places[fact.seat] = _with(seen, places[fact.seat], fact)
        else:
            _check_seen(seen, fact)
    return tuple(places.values())


def misfit(seen: Situation) -> str:
    """What happened last when there was still a layout, where together no layout fits all that happened."""
    places = {place.seat: place for place in _empty(seen)}
    for fact in facts(seen):
        if fact.seat in places:
            places[fact.seat] = _with(seen, places[fact.seat], fact)
            if not cases(tuple(places.values()), seen.unseen):
                return f"{fact.text} cannot be: no layout of the cards fits it and what was before"
    return "the cards do not fit the hands"


def _empty(seen: Situation) -> Iterator[HiddenPlace]:
    for seat in Seat:
        if seat < seen.game.seats and seat != seen.seat:
            yield HiddenPlace(seat, seen.size - seen.played(seat).bit_count())
    if seen.game.talon and seen.seat != seen.declarer:
        yield HiddenPlace(None, seen.game.talon)


def _check_seen(seen: Situation, fact: Fact) -> None:
    """A fact about the own hand must hold."""
    held = seen.hand & ~mask_of(m.card for m in seen.moves[: fact.since] if m.seat == seen.seat)
    if fact.one_of and not any(held & mask == mask for mask in fact.one_of):
        raise CannotBeError(f"{fact.text} cannot be: {fact.seat.title} does not hold what it needs")
    if held & fact.cannot:
        raise CannotBeError(f"{fact.text} cannot be: {fact.seat.title} holds it")


def _with(seen: Situation, place: HiddenPlace, fact: Fact) -> HiddenPlace:
    """A place with one more fact; what the seat has played since lay there."""
    unseen = seen.unseen
    played = mask_of(m.card for m in seen.moves[fact.since :] if m.seat == fact.seat)
    for card in cards_of(played & fact.cannot):
        raise CannotBeError(f"{fact.text} cannot be: {fact.seat.title} played {card_name(card)} later")
    cannot = place.cannot | (fact.cannot & unseen)
    if not fact.one_of:
        return replace(place, cannot=cannot)
    left = [mask & ~played for mask in fact.one_of if not mask & ~played & ~unseen]
    if not left:
        raise CannotBeError(f"{fact.text} cannot be: the cards it needs lie elsewhere")
    if 0 in left:
        return place
    if len(left) == 1:
        return replace(place, must=place.must | left[0])
    return replace(place, one_of=(*place.one_of, tuple(left)))


@dataclass(frozen=True, slots=True)
class _Case:
    """By place what must and cannot lie there."""

    must: tuple[int, ...]
    cannot: tuple[int, ...]

    def takes(self, place: int, mask: int) -> _Case | None:
        """With cards that must lie in a place; None if they cannot."""
        if mask & self.cannot[place] or any(mask & m for i, m in enumerate(self.must) if i != place):
            return None
        must = tuple(m | mask if i == place else m for i, m in enumerate(self.must))
        return _Case(must, self.cannot)

    def lacks(self, place: int, card: int) -> _Case | None:
        """With a card that does not lie in a place; None if it must."""
        if self.must[place] >> card & 1:
            return None
        cannot = tuple(c | 1 << card if i == place else c for i, c in enumerate(self.cannot))
        return _Case(self.must, cannot)


def cases(places: Sequence[HiddenPlace], unseen: int) -> list[Hidden]:
    """Layouts by cases that exclude each other, in a fixed order; cases without layouts are left out."""
    started: list[_Case] = []
    plain = _Case((0,) * len(places), tuple(place.cannot for place in places))
    first: _Case | None = plain
    for i, place in enumerate(places):
        first = None if first is None else first.takes(i, place.must)
    started = [] if first is None else [first]
    for i, place in enumerate(places):
        for family in place.one_of:
            started = [case for one in started for case in _whole(one, i, place.room, family)]
    found = [_hidden(case, places, unseen) for case in started]
    return [hidden for hidden in found if hidden is not None and hidden.count]


def _whole(case: _Case, place: int, room: int, family: Sequence[int]) -> Iterator[_Case]:
    """The cases in which one of some sets lies whole in a place: the first, or not it but the second."""
    if not family:
        return
    mask, rest = family[0], family[1:]
    taken = case.takes(place, mask)
    if taken is not None and taken.must[place].bit_count() <= room:
        yield taken
    if all((case.must[place] | mask | other).bit_count() > room for other in rest):
        yield from _whole(case, place, room, rest)
        return
    for missing in _not_whole(case, place, mask):
        yield from _whole(missing, place, room, rest)


def _not_whole(case: _Case, place: int, mask: int) -> Iterable[_Case]:
    """The cases in which a set is not whole in a place: its first card is missing, or its second first."""
    held: _Case | None = case
    for card in cards_of(mask):
        if held is None:
            return
        missing = held.lacks(place, card)
        if missing is not None:
            yield missing
        held = held.takes(place, 1 << card)


def _hidden(case: _Case, places: Sequence[HiddenPlace], unseen: int) -> Hidden | None:
    may, room = [0] * _PLACES, [0] * _PLACES
    for i, place in enumerate(places):
        elsewhere = 0
        for k, must in enumerate(case.must):
            elsewhere |= must if k != i else 0
        may[i] = unseen & ~case.cannot[i] & ~elsewhere
        room[i] = place.room
    if unseen & ~(may[0] | may[1] | may[2]):
        return None
    return Hidden((may[0], may[1], may[2]), (room[0], room[1], room[2]))
