"""What a seat knows after some cards, as layouts: their number, their order, samples, places."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from kranalyze.arguments import checked
from kranalyze.cards import card_name, cards_of, list_of_cards, mask_of, pack_mask
from kranalyze.core.hidden import Hidden
from kranalyze.core.rules import played_order
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import below, stream
from kranalyze.games import Game, Question
from kranalyze.known.facts import CannotBeError, HiddenPlace, couple, places_of
from kranalyze.kpn import Move, Record
from kranalyze.play import play_rules

#: Layouts made at a time.
_RUN = 4096


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows after some cards of a record.

    A layout is a ``Deal``: the cards still held, and as its talon the three cards laid away (RULINGS:
    anrufen3) if the seat does not know them. All are equally likely.

    Attributes:
        record, game: the game that is looked at, and which it is.
        after: how many cards have been played.
        seat: who looks.
        question: the contract as it is played, its partner left open.
        hand: the cards of the seat before the first card was played, after talon and discard.
        discard: what it laid away itself, else 0.
        shown: cards led (King or Queen) with which a marriage was registered.
        pack, size: the cards in play, and how many a hand has.

    >>> from kranalyze import read_kpn
    >>> known = knowledge(read_kpn("single-dummy.kpn").records[0], 20, "S")
    >>> known.count == len(list(known.layouts())) <= 6
    True
    """

    record: Record
    game: Game
    after: int
    seat: Seat
    question: Question
    hand: int
    discard: int
    shown: frozenset[int]
    pack: int
    size: int

    @property
    def called(self) -> int | None:
        """The called card, None if nothing is called."""
        return self.record.called if self.question.contract.party == "called" else None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The cards played so far."""
        return self.record.play[: self.after]

    def played(self, seat: int, since: int = 0) -> int:
        """The cards a seat has played since so many cards, as a mask."""
        return mask_of(move.card for move in self.moves[since:] if move.seat == seat)

    def held(self, after: int | None = None) -> int:
        """The cards that the seat held after so many of those played, default now."""
        return self.hand & ~mask_of(move.card for move in self.moves[:after] if move.seat == self.seat)

    @cached_property
    def unseen(self) -> int:
        """The cards whose place the seat does not see."""
        return self.pack & ~self.hand & ~self.discard & ~mask_of(move.card for move in self.moves)

    @property
    def tricks(self) -> int:
        """The number of finished tricks."""
        return self.after // len(play_rules(self.game, self.question).seats)

    @cached_property
    def open_hands(self) -> Mapping[Seat, int]:
        """What other players hold who have laid their cards face up by now.

        Raises:
            ValueError: such a hand is not known, and does not follow from what is.
        """
        question, contract = self.question, self.question.contract
        if not 0 < contract.open_after <= self.tricks:
            return {}
        others = [Seat(s) for s in play_rules(self.game, question).seats if s != self.seat]
        dealt = () if self.record.deal is None else self.record.deal.hands
        hands = {
            seat: dealt[seat] for seat in others if seat not in (question.declarer, question.second)
        }
        unknown = [seat for seat, hand in hands.items() if hand is None]
        if unknown and len(others) - len(hands) + len(unknown) > 1:  # else the last hand follows
            text = f"{unknown[0].title} has laid his cards face up after trick {contract.open_after}"
            raise ValueError(f"{text}, and they are not known")
        return {seat: hand & ~self.played(seat) for seat, hand in hands.items() if hand is not None}

    @cached_property
    def _steps(self) -> list[tuple[str, tuple[HiddenPlace, ...]]]:
        return list(places_of(self))

    @property
    def hidden(self) -> tuple[HiddenPlace, ...]:
        """The places that the seat cannot see, with all that is known of them."""
        return self._steps[-1][1]

    @cached_property
    def cases(self) -> tuple[Hidden, ...]:
        """The layouts, in parts that exclude each other; if there are none, what happened cannot be."""
        found = _cases(self.hidden, self.unseen)
        if found:
            return found
        text = next((text for text, places in self._steps[1:] if not _cases(places, self.unseen)), None)
        if text is None:
            raise CannotBeError("the cards do not fit the hands")
        raise CannotBeError(f"{text} cannot be: no layout of the cards fits it and what was before")

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(accumulate(case.count for case in self.cases))

    @property
    def count(self) -> int:
        """The number of possible layouts."""
        return self._ends[-1]

    def layout(self, number: int) -> Deal:
        """The layout of a number from 0.

        Raises:
            IndexError: there are not so many.
        """
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} layouts, none has number {number}")
        return next(self._deals(*self._place(number)))

    def _place(self, number: int) -> tuple[Hidden, array[int]]:
        """The case of a layout and its number there."""
        which = bisect_right(self._ends, number)
        return self.cases[which], array("Q", [number - (self._ends[which - 1] if which else 0)])

    def layouts(self) -> Iterator[Deal]:
        """All layouts in their order."""
        for case in self.cases:
            for first in range(0, case.count, _RUN):
                yield from self._deals(case, array("Q", range(first, min(first + _RUN, case.count))))

    def sample(self, n: int, seed: int = 0) -> list[Deal]:
        """Layouts drawn at random, each as likely as any other every time; the same seed draws the same."""
        return [next(self._deals(*self.drawn(i, seed))) for i in range(n)]

    def drawn(self, i: int, seed: int) -> tuple[Hidden, array[int]]:
        """The case of layout ``i`` of a seed's series, and its number there: each has a stream of its own."""
        return self._place(below(stream(seed, i), self.count, 64))

    def places(self) -> Mapping[int, Mapping[str, Fraction]]:
        """For every unseen card the probability of each place: ``N E S W``, ``discard``."""
        return {
            card: {
                place.name: Fraction(sum(case.count for case in self._holding(card, i)), self.count)
                for i, place in enumerate(self.hidden)
            }
            for card in cards_of(self.unseen)
        }

    def holding(self, card: int, place: int) -> Deal | None:
        """The first layout with a card in a place; None if there is none."""
        first = next((case for case in self._holding(card, place) if case.count), None)
        return None if first is None else next(self._deals(first, array("Q", [0])))

    def _holding(self, card: int, place: int) -> Iterator[Hidden]:
        """The cases, as far as a card lies in a place."""
        for case in self.cases:
            if case.may[place] >> card & 1:
                yield Hidden(_taking(case.may, place, 1 << card), case.room)

    def _deals(self, case: Hidden, numbers: array[int]) -> Iterator[Deal]:
        held: dict[Seat | None, int] = {self.seat: self.held()}
        for masks in zip(*case.out(numbers), strict=True):
            held.update(zip((place.seat for place in self.hidden), masks, strict=False))
            n, e, s, w = (held.get(seat, 0) for seat in Seat)
            yield Deal((n, e, s, w), held.get(None, 0))


#: By place what may lie there.
_May = tuple[int, ...]


def _cases(places: Sequence[HiddenPlace], unseen: int) -> tuple[Hidden, ...]:
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
    room = (*(place.room for place in places), 0)[:3]
    three = ((*case, 0)[:3] for case in found)
    hidden = (Hidden(case, room) for case in three if case[0] | case[1] | case[2] == unseen)
    return tuple(case for case in hidden if case.count)


def _taking(case: _May, place: int, mask: int) -> _May:
    """A case with cards that lie nowhere but in a place; if they cannot lie there, they lie nowhere."""
    return tuple(may if i == place else may & ~mask for i, may in enumerate(case))


def _whole(
    case: _May, must: int, place: int, room: int, family: Sequence[int]
) -> Iterator[tuple[_May, int]]:
    """The cases in which one of some sets lies whole in a place, with what must lie there then."""
    if not family:
        return
    mask, *rest = family
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


def situation(record: Record, after: int, seat: int, shown: Iterable[int] | None = None) -> Knowledge:
    """What a seat knows, see ``knowledge``; what cannot be shows when its layouts are looked at."""
    if not isinstance(record, Record):
        raise ValueError(f"record: a Record is expected, not {type(record).__name__}")
    question, game = question_of(record), record.game_row
    contract, deal, title = question.contract, record.deal, Seat(seat).title
    if question.declarer is None and contract.makeable_at is not None:
        raise ValueError("the declarer is not known")
    if not 0 <= after <= len(record.play):
        cards = f"{len(record.play)} card{'' if len(record.play) == 1 else 's'}"
        raise ValueError(f"the record has {cards}, there is no position after {after}")
    if seat >= game.seats:
        raise ValueError(f"{record.game} is played without {title}")
    if deal is None or deal.hands[seat] is None:
        raise ValueError(f"the hand of {title} is not known")
    if contract.party == "called":
        if record.called is None:
            raise ValueError("the called card is not known")
        if not pack_mask(game.pack) >> record.called & 1:
            raise ValueError(f"{card_name(record.called)} is called, which is not in the pack of {game.id}")
    if contract.trump and record.trump is None and not game.calibration:
        raise ValueError("the trump is not known")
    laid = bool(game.talon) and seat == question.declarer
    if laid and record.discard is None:
        raise ValueError("the discard is not known")
    away, hands = record.discard or 0, [hand or 0 for hand in deal.hands]
    if question.declarer is not None and hands[question.declarer]:
        hands[question.declarer] = (hands[question.declarer] | deal.talon) & ~away
    if shown is None:
        shown = _registered(record, after, hands)
    size, pack = game.size, pack_mask(game.pack)
    if game.endings and hands[seat].bit_count() != size:  # of whist: fewer cards than the whole pack
        size = hands[seat].bit_count()
        if not deal.complete and size * game.seats not in (20, 24):
            raise ValueError("which cards are in play is not known")
        pack = sum(deal.masks) if deal.complete else pack_mask(size * game.seats)
    own = hands[seat], away if laid else 0
    return Knowledge(record, game, after, Seat(seat), question, *own, frozenset(shown), pack, size)


def question_of(record: Record) -> Question:
    """The contract of a record as it is played, its partner left open."""
    contract = record.contract_row
    if contract is None or record.leader is None:
        raise ValueError("the contract of the record is not known in full")
    order = played_order(record.game_row, contract, record.called) or "K"
    trump = record.trump if contract.trump else None
    return Question(contract, record.declarer, record.leader, order, record.second, trump)


def _registered(record: Record, after: int, hands: Sequence[int]) -> Iterator[int]:
    """Kings and Queens led while the other one was held, as far as the record tells."""
    for i, move in enumerate(record.play[:after]):
        if move.turn == 1 and (other := couple(move.card)):
            later = any(m.seat == move.seat and other >> m.card & 1 for m in record.play[i + 1 :])
            gone = any(other >> m.card & 1 for m in record.play[:i])
            if later or (hands[move.seat] & other and not gone):
                yield move.card


@checked
def knowledge(
    record: Record, after: int = 0, seat: Seat | int | str = Seat.N, *,
    shown: str | Iterable[int | str] | None = None,
) -> Knowledge:  # fmt: skip
    """What a seat knows after some cards of a record, before the next player speaks (RULINGS: single dummy).

    Args:
        record: the own hand must be known; others need not be, and are not looked at.
        after: number of cards played.
        seat: who looks.
        shown: King or Queen of every registered marriage that was led; default as the hands of the record
            tell, or the later play of the other card.

    Raises:
        ValueError: too little is known, or there is no such position.
        CannotBeError: a ValueError: no layout fits what has happened; it names what cannot be.

    >>> from kranalyze import read_kpn
    >>> known = knowledge(read_kpn("single-dummy.kpn").records[0], 20, "S")
    >>> known.sample(1, seed=7)[0].size, {sum(where.values()) for where in known.places().values()}
    (1, {Fraction(1, 1)})
    """
    known = situation(record, after, Seat.parse(seat), None if shown is None else list_of_cards(shown))
    _ = known.cases  # what cannot be is said now
    return known
