"""What a seat knows as layouts: what excludes them, their number, all in a fixed order, samples, places."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import NamedTuple

from kranalyze.arguments import checked
from kranalyze.cards import card_name, cards_of, mask_of, ranks_mask, suit_mask
from kranalyze.core.hidden import Hidden
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import below, stream
from kranalyze.frozen import frozen
from kranalyze.games.questions import requirement
from kranalyze.known.situation import CannotBeError, Situation, couple, situation
from kranalyze.kpn import Move, Record
from kranalyze.play import PlayRules, legal, why_illegal

#: Layouts made at a time.
_RUN = 4096


@frozen
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


#: The hidden places with what is known of them.
Places = tuple[HiddenPlace, ...]


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows after some cards of a record.

    A layout is a ``Deal``: the cards still held, and as its talon the three cards laid away (RULINGS:
    anrufen3) if the seat does not know them. All are equally likely.

    Attributes:
        seen: what has happened, and the own hand.
        hidden: the places that the seat cannot see.
        cases: the layouts, in parts that exclude each other.

    >>> from kranalyze import read_kpn
    >>> known = knowledge(read_kpn("single-dummy.kpn").records[0], 20, "S")
    >>> known.count == len(list(known.layouts())) <= 6
    True
    """

    seen: Situation
    hidden: Places
    cases: tuple[Hidden, ...] = field(repr=False)

    @property
    def seat(self) -> Seat:
        """Who looks."""
        return self.seen.seat

    @property
    def after(self) -> int:
        """How many cards have been played."""
        return self.seen.after

    @property
    def count(self) -> int:
        """The number of possible layouts."""
        return self._ends[-1]

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(accumulate(case.count for case in self.cases))

    def layout(self, number: int) -> Deal:
        """The layout of a number from 0.

        Raises:
            IndexError: there are not so many.
        """
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} layouts, none has number {number}")
        return next(self._deals(*self.place(number)))

    def place(self, number: int) -> tuple[Hidden, array[int]]:
        """The case of a layout and its number there."""
        which = bisect_right(self._ends, number)
        before = self._ends[which - 1] if which else 0
        return self.cases[which], array("Q", [number - before])

    def layouts(self) -> Iterator[Deal]:
        """All layouts in their order."""
        for case in self.cases:
            for first in range(0, case.count, _RUN):
                yield from self._deals(case, array("Q", range(first, min(first + _RUN, case.count))))

    def sample(self, n: int, seed: int = 0) -> list[Deal]:
        """Layouts drawn at random, each as likely as any other every time; the same seed draws the same."""
        return [self.layout(self.drawn(i, seed)) for i in range(n)]

    def drawn(self, i: int, seed: int) -> int:
        """The number of layout ``i`` of a seed's series: each has its own stream, as random deals have."""
        return below(stream(seed, i), self.count, 64)

    def places(self) -> Mapping[int, Mapping[str, Fraction]]:
        """For every unseen card the probability of each place: ``N E S W``, ``discard``."""
        return {
            card: {
                place.name: Fraction(sum(case.count for case in self._holding(card, i)), self.count)
                for i, place in enumerate(self.hidden)
            }
            for card in cards_of(self.seen.unseen)
        }

    def holding(self, card: int, place: int) -> Deal | None:
        """The first layout with a card in a place; None if there is none."""
        first = next((case for case in self._holding(card, place) if case.count), None)
        return None if first is None else next(self._deals(first, array("Q", [0])))

    def _holding(self, card: int, place: int) -> Iterator[Hidden]:
        """The cases, as far as a card lies in a place."""
        for case in self.cases:
            if case.may[place] >> card & 1:
                a, b, c = (may if i == place else may & ~(1 << card) for i, may in enumerate(case.may))
                yield Hidden((a, b, c), case.room)

    def _deals(self, case: Hidden, numbers: array[int]) -> Iterator[Deal]:
        held: dict[Seat | None, int] = {self.seat: self.seen.held()}
        for masks in zip(*case.out(numbers), strict=True):
            held.update(zip((place.seat for place in self.hidden), masks, strict=False))
            n, e, s, w = (held.get(seat, 0) for seat in Seat)
            yield Deal((n, e, s, w), held.get(None, 0))


#: By place what may lie there.
_May = tuple[int, ...]


class Fact(NamedTuple):
    """What something that happened after so many cards (``since``) says of what a seat held then.

    It held none of some cards, and one of some sets whole if there are any; ``text`` is what happened.
    """

    seat: Seat
    since: int
    cannot: int
    one_of: tuple[int, ...]
    text: str


def _places_of(seen: Situation) -> Iterator[tuple[str, Places]]:
    """The hidden places with nothing known of them, then with one fact more each time, and its words."""
    seats = (seat for seat in Seat if seat < seen.game.seats and seat != seen.seat)
    places = {s: HiddenPlace(s, seen.size - seen.played(s).bit_count()) for s in seats}
    laid = seen.game.talon if seen.seat != seen.question.declarer else 0
    away = (HiddenPlace(None, laid),) if laid else ()
    yield "", (*places.values(), *away)
    for fact in chain(_bid(seen), _said(seen), _played(seen)):
        if fact.seat not in places:
            held = seen.held(fact.since)
            if fact.one_of and not any(held & mask == mask for mask in fact.one_of):
                raise CannotBeError(f"{fact.text} cannot be: {fact.seat.title} does not hold what it needs")
            if held & fact.cannot:
                raise CannotBeError(f"{fact.text} cannot be: {fact.seat.title} holds it")
            continue
        played = seen.played(fact.seat, fact.since)  # lay there
        for card in cards_of(played & fact.cannot):
            raise CannotBeError(f"{fact.text} cannot be: {fact.seat.title} played {card_name(card)} later")
        place = places[fact.seat]
        left = [mask & ~played for mask in fact.one_of if not mask & ~played & ~seen.unseen]
        if not fact.one_of:
            place = replace(place, cannot=place.cannot | fact.cannot & seen.unseen)
        elif not left:
            raise CannotBeError(f"{fact.text} cannot be: the cards it needs lie elsewhere")
        elif len(left) == 1:
            place = replace(place, must=place.must | left[0])
        elif 0 not in left:
            place = replace(place, one_of=(*place.one_of, tuple(left)))
        places[fact.seat] = place
        yield fact.text, (*places.values(), *away)


def _bid(seen: Situation) -> Iterator[Fact]:
    """Who bid a contract that needs something held it, and forehand a card of the trump suit."""
    game, record, question = seen.game, seen.record, seen.question
    declarer, forehand, named = question.declarer, record.forehand, record.trump
    if forehand is None and seen.contract.leads == "forehand":
        forehand = question.leader
    bids = dict.fromkeys((c.seat, c.call) for c in seen.record.auction)
    if declarer is not None:
        bids[declarer, seen.contract.id] = None
    if game.pairs and not game.calibration and named is not None and forehand is not None:
        trumps = tuple(1 << c for c in cards_of(seen.pack & suit_mask(named)))
        yield Fact(forehand, 0, 0, trumps, f"{forehand.title}'s naming trump")
    contracts = {contract.id: contract for contract in game.contracts}
    for seat, call in bids:
        contract = contracts.get(call)
        if contract is not None and contract.requires is not None:
            # Trumps of a suit that is not known are those of some suit.
            suits = range(4) if named is None else (named,)
            asked = (replace(question, contract=contract, trump=suit) for suit in suits)
            sets = dict.fromkeys(mask for q in asked for mask in requirement(q, game))
            yield Fact(seat, 0, 0, tuple(sets), f"{seat.title}'s bid of {contract.name}")
    if seen.called is not None and declarer is not None and not game.call_own:
        yield Fact(declarer, 0, 1 << seen.called, (), f"{declarer.title}'s call of {card_name(seen.called)}")


def _said(seen: Situation) -> Iterator[Fact]:
    """Who declared a marriage held both cards. Of a marriage without a suit it is one of the plain suits."""
    spoken = {move.seat for move in seen.moves}
    marriages = [a for a in seen.record.announce if a.seat in spoken and a.what == "marriage"]
    open_ones: set[Seat] = set()
    for said in marriages:
        suits = [said.suit]
        if said.suit is None:
            if said.seat in open_ones:
                raise ValueError(f"which marriages {said.seat.title} declared is not known")
            open_ones.add(said.seat)
            named = {seen.question.trump, *(s.suit for s in marriages if s.seat == said.seat)}
            suits = [s for s in range(4) if s not in named]
        couples = tuple(ranks_mask("KQ") & suit_mask(s) for s in suits if s is not None)
        yield Fact(said.seat, 0, 0, couples, f"{said.seat.title}'s declaration of {said.points}")


def _played(seen: Situation) -> Iterator[Fact]:
    """Every card was legal for the hand it came from; one laid face down was free.

    King or Queen led where a marriage would be registered: the other was held, or it was not.
    """
    rules, question = seen.play, seen.question
    trick: tuple[int, ...] = ()
    for i, move in enumerate(seen.moves):
        trick = () if move.turn == 1 else trick
        card = f"{move.seat.title}'s {card_name(move.card)} in trick {move.trick}"
        bidder = move.seat in (question.declarer, question.second)
        free = question.second is not None and move.trick == 1 and bidder
        if move.seat == seen.seat:
            reason = why_illegal(move.card, seen.held(i), trick, rules, move.card if free else None)
            if reason is not None:
                raise CannotBeError(f"{card} cannot be: {move.seat.title} {reason}")
        elif (seen.hand | seen.discard) >> move.card & 1:
            raise CannotBeError(f"{card} cannot be: {seen.seat.title} has it")
        elif trick and not free:
            yield Fact(move.seat, i, _excluded(move.card, trick, rules), (), card)
        other = couple(move.card) if not trick and move.seat != seen.seat else 0
        if other and _registers(seen, move):
            if move.card in seen.shown:
                yield Fact(move.seat, i, 0, (other,), f"the marriage registered with {card}")
            else:
                text = f"{card}, with no marriage registered, and {card_name(next(cards_of(other)))}"
                yield Fact(move.seat, i, other, (), text)
        trick = (*trick, move.card)


@lru_cache(maxsize=4096)
def _excluded(card: int, trick: tuple[int, ...], rules: PlayRules) -> int:
    """The cards that a player of a card did not hold, or it would not have been legal."""
    return mask_of(c for c in range(32) if not legal(1 << card | 1 << c, trick, rules) >> card & 1)


def _registers(seen: Situation, move: Move) -> bool:
    """Whether a marriage led with this card would be registered (RULINGS: anrufen, bauernschnapsen)."""
    goal, question = seen.contract.goal, seen.question
    if not any(c.goal.marriages == "lead" for c in seen.game.contracts) or question.trump is None:
        return False
    alone = goal.own_marriages and move.seat != question.declarer
    if seen.game.pairs and (goal.marriages != "lead" or alone):
        return False
    return move.trick > 1 or seen.game.opening_marriage != "no"


def _cases(places: Places, unseen: int) -> list[Hidden]:
    """Layouts by cases that exclude each other, in a fixed order; cases without layouts are left out."""
    first: _May = tuple(unseen & ~place.cannot for place in places)
    for i, place in enumerate(places):
        first = _taking(first, i, place.must)
    found = [first]
    for i, place in enumerate(places):
        held = [(case, place.must) for case in found]
        for family in place.one_of:
            held = [some for case, must in held for some in _whole(case, must, i, place.room, family)]
        found = [case for case, _ in held]
    i, j, k = (*(place.room for place in places), 0)[:3]
    hidden = [Hidden((a, b, c), (i, j, k)) for a, b, c in ((*case, 0)[:3] for case in found)]
    return [case for case in hidden if case.count and not unseen & ~(case.may[0] | case.may[1] | case.may[2])]


def _taking(case: _May, place: int, mask: int) -> _May:
    """A case with cards that lie nowhere but in a place; if they cannot lie there, they lie nowhere."""
    return tuple(may if i == place else may & ~mask for i, may in enumerate(case))


def _whole(
    case: _May, must: int, place: int, room: int, family: Sequence[int]
) -> Iterator[tuple[_May, int]]:
    """The cases in which one of some sets lies whole in a place, with what must lie there then."""
    if not family:
        return
    mask, rest = family[0], family[1:]
    if not mask & ~case[place] and (must | mask).bit_count() <= room:
        yield _taking(case, place, mask), must | mask
    if all((must | mask | other).bit_count() > room for other in rest):
        yield from _whole(case, must, place, room, rest)
        return
    # The set is not whole: its first card is missing, or its second first.
    for card in cards_of(mask & ~must):
        missing = tuple(may & ~(1 << card) if i == place else may for i, may in enumerate(case))
        yield from _whole(missing, must, place, room, rest)
        if not case[place] >> card & 1:
            return
        case, must = _taking(case, place, 1 << card), must | 1 << card


def knowledge_of(seen: Situation) -> Knowledge:
    """What a seat knows in a situation."""
    steps = list(_places_of(seen))
    hidden = steps[-1][1]
    found = tuple(_cases(hidden, seen.unseen))
    if not found:
        text = next((text for text, places in steps[1:] if not _cases(places, seen.unseen)), None)
        if text is None:
            raise CannotBeError("the cards do not fit the hands")
        raise CannotBeError(f"{text} cannot be: no layout of the cards fits it and what was before")
    return Knowledge(seen, hidden, found)


@checked
def knowledge(
    record: Record, after: int = 0, seat: Seat | int | str = Seat.N, *, shown: Iterable[int] | None = None
) -> Knowledge:
    """What a seat knows after some cards of a record, before the next player speaks (RULINGS: single dummy).

    Args:
        record: the own hand must be known; others need not be, and are not looked at.
        after: number of cards played.
        seat: who looks.
        shown: King or Queen of every registered marriage that was led; default as the record tells.

    Raises:
        ValueError: too little is known, or there is no such position.
        CannotBeError: a ValueError: no layout fits what has happened; it names what cannot be.

    >>> from kranalyze import read_kpn
    >>> known = knowledge(read_kpn("single-dummy.kpn").records[0], 20, "S")
    >>> known.sample(1, seed=7)[0].size, {sum(where.values()) for where in known.places().values()}
    (1, {Fraction(1, 1)})
    """
    who = Seat.parse(seat)
    return knowledge_of(situation(record, after, who, None if shown is None else frozenset(shown)))
