"""The knowledge of a seat after some cards, as possible layouts: number, order, samples, places of cards."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kranalyze.arguments import Expected, checked
from kranalyze.cards import CARDS, Card, card_of, cards_of, list_of_cards, mask_of
from kranalyze.core.hidden import Hidden
from kranalyze.core.knowledge import HiddenPlace, KnowledgeError, Situation, know
from kranalyze.core.rules import played_order
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game, Question
from kranalyze.hands import CardTable
from kranalyze.known.refusals import refusal
from kranalyze.kpn import Move, Record
from kranalyze.kpn.recordfacts import fact_numbers

#: Number of layouts that are made in one call of the core.
_RUN = 4096


@dataclass(frozen=True)
class Knowledge:
    """The knowledge of a seat after some cards of a record.

    A layout is a ``Deal`` of the cards still held. If the seat does not know the three cards laid away
    (RULINGS: anrufen3), they are the talon of the layout. All layouts are equally likely.

    Attributes:
        record: the record of the game.
        game: the game, with its rules in force.
        after: number of cards played.
        seat: the seat whose knowledge this is.
        question: the contract as it is played. Its partner is left open.
        hand: mask of the seat's cards before the first card, after talon and discard.
        discard: mask of the cards that the seat itself laid away, else 0.
        shown: Kings and Queens that were led from a registered marriage.
        pack: mask of the cards in play.
        size: number of cards of a hand.
        unseen: mask of the cards whose place the seat does not see.
        count: number of possible layouts.

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
    unseen: int
    count: int
    _situation: Situation = field(repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the arguments from which the knowledge can be made again."""
        return situation, (self.record, self.after, self.seat, self.shown, self.pack)

    @property
    def called(self) -> Card | None:
        """The called card, None if no card is called."""
        called = self.record.called if self.question.contract.party == "called" else None
        return None if called is None else CARDS[called]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The cards played so far."""
        return self.record.play[: self.after]

    def played(self, seat: int, since: int = 0) -> int:
        """Return a mask of the cards that ``seat`` has played after the first ``since`` cards of the game."""
        return mask_of(move.number for move in self.moves[since:] if move.seat == seat)

    def held(self, after: int | None = None) -> int:
        """Return a mask of the seat's cards after the first ``after`` cards of the game, default now."""
        return self.hand & ~mask_of(move.number for move in self.moves[:after] if move.seat == self.seat)

    @property
    def tricks(self) -> int:
        """The number of finished tricks."""
        return self.after // self.players

    @property
    def players(self) -> int:
        """The number of seats that play their cards."""
        return self._situation.players

    @property
    def open_hands(self) -> Mapping[Seat, int]:
        """The hands that other players have laid face up by now, as masks."""
        return {place.seat: place.must for place in self.hidden if place.is_open and place.seat is not None}

    @property
    def laid(self) -> Seat | None:
        """The seat whose card of trick 1 lies face down, unknown to this seat when it is to play.

        None if there is no such card.
        """
        return None if self._situation.laid < 0 else Seat(self._situation.laid)

    @property
    def hidden(self) -> tuple[HiddenPlace, ...]:
        """The places that the seat cannot see, with all that it knows of them."""
        return self._situation.places

    @property
    def cases(self) -> tuple[Hidden, ...]:
        """The layouts, split into cases that exclude each other."""
        return self._situation.cases

    def layout(self, number: int) -> Deal:
        """Return the layout with a number, from 0.

        Raises:
            IndexError: there is no layout with this number.
        """
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} layouts, none has number {number}")
        return next(self._deals(array("Q", [number])))

    def layouts(self) -> Iterator[Deal]:
        """Yield all layouts in the order of their numbers."""
        for first in range(0, self.count, _RUN):
            yield from self._deals(array("Q", range(first, min(first + _RUN, self.count))))

    def sample(self, n: int, seed: int = 0) -> list[Deal]:
        """Return ``n`` random layouts. Each is drawn from all layouts with equal probability.

        The same seed draws the same layouts.
        """
        return list(self._deals(self._situation.drawn(seed, 0, n)))

    def drawn(self, seed: int, first: int, n: int) -> Mapping[Hidden, array[int]]:
        """Return the random layouts ``first`` to ``first + n - 1`` of a seed's series.

        The result holds by case the numbers of the layouts within the case.
        """
        ends, cases = self._situation.ends, self._situation.cases
        numbers: dict[Hidden, array[int]] = {}
        for number in self._situation.drawn(seed, first, n):
            which = bisect_right(ends, number)
            before = ends[which - 1] if which else 0
            numbers.setdefault(cases[which], array("Q")).append(number - before)
        return numbers

    def drawn_columns(self, seed: int, first: int, n: int) -> Mapping[Seat | None, array[int]]:
        """Return the random layouts ``first`` to ``first + n - 1`` of a seed's series as columns.

        The result holds by place the cards still held there, as masks. The place None is the discard.
        """
        columns = self._situation.layouts(self._situation.drawn(seed, first, n))
        return {place.seat: column for place, column in zip(self.hidden, columns, strict=True)}

    def columns(self) -> Mapping[Seat, array[int]]:
        """Return for each other seat its hand in every layout, in the order of the layouts."""
        columns = self._situation.layouts(array("Q", range(self.count)))
        places = zip(self.hidden, columns, strict=True)
        return {place.seat: column for place, column in places if place.seat is not None}

    def places(self) -> CardTable[Mapping[str, Fraction]]:
        """Return for every unseen card the probability of each place: ``N E S W``, ``discard``."""
        names, ways = [place.name for place in self.hidden], self._situation.ways()
        return CardTable({
            CARDS[card]: {name: Fraction(n, self.count) for name, n in zip(names, ways[card], strict=True)}
            for card in cards_of(self.unseen)
        })

    def holding(self, card: Card | str, place: int) -> Deal | None:
        """Return the first layout in which a place holds a card; None if there is none."""
        masks = self._situation.holding(card_of(card), place)
        return None if masks is None else self._deal(masks)

    def _deals(self, numbers: array[int]) -> Iterator[Deal]:
        return map(self._deal, zip(*self._situation.layouts(numbers), strict=True))

    def _deal(self, masks: Sequence[int]) -> Deal:
        """Return the layout whose hidden places hold the cards of ``masks``."""
        held: dict[Seat | None, int] = {self.seat: self._situation.held}
        held.update(zip((place.seat for place in self.hidden), masks, strict=True))
        n, e, s, w = (held.get(seat, 0) for seat in Seat)
        return Deal((n, e, s, w), held.get(None, 0))


def situation(
    record: Record, after: int, seat: int, shown: Iterable[int] | None = None, pack: int | None = None
) -> Knowledge:
    """Return the knowledge of a seat, see ``knowledge``.

    ``pack`` is a mask of the cards in play, if they are fewer than the game has.
    """
    if not isinstance(record, Record):
        raise ValueError(f"record: a Record is expected, not {type(record).__name__}")
    game, led = record.game_row, None if shown is None else mask_of(shown)
    try:
        known = know(game, fact_numbers(record, game), seat, after, led, pack)
    except KnowledgeError as error:
        raise refusal(error.problem, game, after) from None
    return Knowledge(
        record, game, after, Seat(seat), question_of(record), known.hand, known.discard,
        frozenset(cards_of(known.shown)), known.pack, known.size, known.unseen, known.count, known,
    )  # fmt: skip


def question_of(record: Record) -> Question:
    """Return the contract of a record as it is played. Its partner is left open."""
    contract = record.contract_row
    if contract is None or record.leader is None:
        raise ValueError("the contract of the record is not known in full")
    order = played_order(record.game_row, contract, record.called) or "K"
    trump = record.trump if contract.trump else None
    return Question(contract, record.declarer, record.leader, order, record.second, trump)


@checked(after=Expected.NUMBER, seat=Expected.SEAT, shown=Expected.CARDS)
def knowledge(
    record: Record, after: int = 0, seat: Seat | str | int = Seat.N, *,
    shown: str | Iterable[Card | str | int] | None = None,
) -> Knowledge:  # fmt: skip
    """Return what a seat knows after some cards of a record (RULINGS: single dummy).

    The words of the next player are not known yet.

    Args:
        record: the seat's own hand must be known. Other hands may be unknown; they are not used.
        after: number of cards played.
        seat: the seat whose knowledge is returned.
        shown: King or Queen of every registered marriage that was led. Default: as the hands of the record
            tell, or the later play of the other card.

    Raises:
        ValueError: too little is known, or the game has no such position.
        CannotBeError: a ValueError: no layout fits the course of the game. The message names the card or call
            that cannot be.

    >>> from kranalyze import read_kpn
    >>> known = knowledge(read_kpn("single-dummy.kpn").records[0], 20, "S")
    >>> known.sample(1, seed=7)[0].size, {sum(where.values()) for where in known.places().values()}
    (1, {Fraction(1, 1)})
    """
    return situation(record, after, Seat.parse(seat), None if shown is None else list_of_cards(shown))
