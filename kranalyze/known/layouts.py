"""Find the layouts that a seat cannot exclude after some cards: count, list and sample them.

A layout is an arrangement of the cards that the seat does not see. Each of these cards lies in a place: in a
hand, or in the discard. All layouts are equally likely. So the counts of layouts show how probable each place
of a card is.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from kranalyze.arguments import Expected, checked
from kranalyze.cards import CARDS, Card, card_of, cards_of, list_of_cards, mask_of, named_cards
from kranalyze.core.hidden import Hidden
from kranalyze.core.knowledge import HiddenPlace, KnowledgeError, Situation, situation_known_to_seat
from kranalyze.core.rules import rank_order_of_contract
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game, Question
from kranalyze.hands import CardTable, Hand
from kranalyze.known.refusals import no_layouts_error
from kranalyze.kpn import Move, Record
from kranalyze.kpn.recordfacts import fact_numbers

#: A single call of the core returns at most this many layouts.
_RUN = 4096


@dataclass(frozen=True)
class Knowledge:
    """What a seat can know after some cards of a record, and the layouts that it cannot exclude.

    A layout is a ``Deal`` of the cards that are still in hands. If the seat does not know the discard
    (RULINGS: anrufen3), the discard is the talon of this ``Deal``. All layouts are equally likely.

    Attributes:
        record: the record of the game.
        game: the game, with its rules in force.
        after: how many cards have been played.
        seat: the seat whose knowledge this is.
        question: the contract with its declarer, leader, trump and order of ranks. The partner is None.
        hand_mask: mask of the seat's cards before the first card is played. If the seat took the talon, these
            are its cards after the discard.
        discard_mask: mask of the cards that this seat discarded; 0: it discarded no card.
        shown: Kings and Queens that were led to register a marriage.
        pack_mask: mask of the cards in play.
        size: how many cards a hand has before the first card is played.
        unseen_mask: mask of the cards whose place the seat does not see.
        count: how many layouts the seat cannot exclude.
        situation: the same knowledge in the form that the core uses.

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
    hand_mask: int
    discard_mask: int
    shown: frozenset[Card]
    pack_mask: int
    size: int
    unseen_mask: int
    count: int
    situation: Situation = field(repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the arguments of ``knowledge_of``. Unpickling calls ``knowledge_of`` again."""
        shown = sorted(card.number for card in self.shown)
        return knowledge_of, (self.record, self.after, self.seat, shown, self.pack_mask)

    @property
    def called(self) -> Card | None:
        """The called card. None: no card is called."""
        return self.record.called if self.question.contract.party == "called" else None

    @property
    def hand(self) -> Hand:
        """The seat's cards before the first card is played.

        If the seat took the talon, these are its cards after the discard.
        """
        return Hand(self.hand_mask)

    @property
    def discard(self) -> Hand:
        """The cards that this seat discarded. Empty: it discarded no card."""
        return Hand(self.discard_mask)

    @property
    def pack(self) -> Hand:
        """All cards with which the game is played."""
        return Hand(self.pack_mask)

    @property
    def unseen(self) -> Hand:
        """The cards whose place the seat does not see."""
        return Hand(self.unseen_mask)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The cards that have been played so far, as moves."""
        return self.record.play[: self.after]

    def played(self, seat: Seat | str | int, since: int = 0) -> Hand:
        """Return the cards that a seat has played. Leave out the first ``since`` cards of the game.

        Raises:
            ValueError: there is no such seat.
        """
        return Hand(self.played_mask(Seat.parse(seat), since))

    def played_mask(self, seat: int, since_card_of_game: int = 0) -> int:
        """Return the mask of the cards that a seat has played. Leave out the first cards of the game.

        Args:
            seat: the seat.
            since_card_of_game: how many cards of the game, from its first card on, to leave out.
        """
        return mask_of(move.number for move in self.moves[since_card_of_game:] if move.seat == seat)

    def held(self, after: int | None = None) -> Hand:
        """Return the cards that the seat holds after the first ``after`` cards of the game.

        If ``after`` is None, return the cards that the seat holds now: after ``self.after`` cards.
        """
        return Hand(self.held_mask(after))

    def held_mask(self, after: int | None = None) -> int:
        """Return the mask of the cards that the seat holds after the first ``after`` cards of the game.

        If ``after`` is None, return the cards that the seat holds now: after ``self.after`` cards.
        """
        return self.hand_mask & ~mask_of(move.number for move in self.moves[:after] if move.seat == self.seat)

    @property
    def tricks(self) -> int:
        """How many tricks are finished."""
        return self.after // self.players

    @property
    def players(self) -> int:
        """How many seats play cards."""
        return self.situation.players

    @property
    def open_hands(self) -> Mapping[Seat, Hand]:
        """The hands that now lie face up. The key is the seat."""
        places = (place for place in self.hidden if place.is_open)
        return {place.seat: Hand(place.must_mask) for place in places if place.seat is not None}

    @property
    def laid(self) -> Seat | None:
        """The declarer whose card of trick 1 lies face down and is unknown to ``seat``.

        None: no unknown card lies face down, or it is not the turn of ``seat``.
        """
        return None if self.situation.laid < 0 else Seat(self.situation.laid)

    @property
    def hidden(self) -> tuple[HiddenPlace, ...]:
        """The hands and the discard that the seat cannot see, with the conditions on their cards."""
        return self.situation.places

    @property
    def cases(self) -> tuple[Hidden, ...]:
        """The cases into which the C core divides the layouts. Each layout belongs to exactly one case.

        A case says for each place (a hand, or the discard) which cards may lie there.
        """
        return self.situation.cases

    def layout(self, number: int) -> Deal:
        """Return the layout with the serial number ``number``. Serial numbers run from 0 to ``count`` - 1.

        Raises:
            IndexError: there is no layout with this number.
        """
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} layouts, none has number {number}")
        return next(self._deals(array("Q", [number])))

    def layouts(self) -> Iterator[Deal]:
        """Yield all layouts in the order of their serial numbers."""
        for first in range(0, self.count, _RUN):
            yield from self._deals(array("Q", range(first, min(first + _RUN, self.count))))

    def sample(self, n: int, seed: int = 0) -> list[Deal]:
        """Return ``n`` random layouts, drawn with replacement from all layouts.

        The same seed returns the same layouts.
        """
        return list(self._deals(self.situation.draw_numbers(seed, 0, n)))

    def draw_layout_numbers_by_case(self, seed: int, first: int, n: int) -> Mapping[Hidden, array[int]]:
        """Draw random layouts, and return the serial numbers of the drawn layouts of each case.

        In the result, the layouts of each case are numbered from 0. ``cases`` explains what a case is.

        Args:
            seed: seed of the series of draws.
            first: index of the first draw in the series.
            n: number of draws.
        """
        ends, cases = self.situation.ends, self.situation.cases
        numbers: dict[Hidden, array[int]] = {}
        for number in self.situation.draw_numbers(seed, first, n):
            case_index = bisect_right(ends, number)
            before = ends[case_index - 1] if case_index else 0
            numbers.setdefault(cases[case_index], array("Q")).append(number - before)
        return numbers

    def draw_hand_and_discard_columns(
        self, seed: int, first: int, n: int
    ) -> Mapping[Seat | None, array[int]]:
        """Draw random layouts. Return columns that have a mask of cards for each drawn layout.

        Args:
            seed: seed of the series of draws.
            first: index of the first draw in the series.
            n: number of draws.

        Returns:
            For each other seat a column with the cards that it still holds. The key None has the column of
            the discard.
        """
        columns = self.situation.layouts(self.situation.draw_numbers(seed, first, n))
        return {place.seat: column for place, column in zip(self.hidden, columns, strict=True)}

    def columns(self) -> Mapping[Seat, array[int]]:
        """Return the hands of the other seats in all layouts. The key is the seat.

        A column has the mask of the seat's hand for each layout, in the order of the serial numbers.
        """
        columns = self.situation.layouts(array("Q", range(self.count)))
        places = zip(self.hidden, columns, strict=True)
        return {place.seat: column for place, column in places if place.seat is not None}

    def places(self) -> CardTable[Mapping[str, Fraction]]:
        """Return for each unseen card the probability of each place.

        The places are the hands ``N E S W``, and ``discard``.
        """
        names, ways = [place.name for place in self.hidden], self.situation.layout_counts_by_card()
        return CardTable({
            CARDS[card]: {name: Fraction(n, self.count) for name, n in zip(names, ways[card], strict=True)}
            for card in cards_of(self.unseen_mask)
        })

    def holding(self, card: Card | str, place: int) -> Deal | None:
        """Return the first layout in which a card lies in a certain place. None: there is no such layout.

        Args:
            card: the card.
            place: index of the hand (or discard) in ``hidden``.
        """
        masks = self.situation.find_layout_with_card(card_of(card), place)
        return None if masks is None else self._deal(masks)

    def _deals(self, numbers: array[int]) -> Iterator[Deal]:
        """Yield the layouts with these serial numbers."""
        return map(self._deal, zip(*self.situation.layouts(numbers), strict=True))

    def _deal(self, masks: Sequence[int]) -> Deal:
        """Return the layout in which the hands and the discard consist of certain cards.

        ``masks`` has a mask of cards for each element of ``hidden``.
        """
        held: dict[Seat | None, int] = {self.seat: self.situation.held}
        held.update(zip((place.seat for place in self.hidden), masks, strict=True))
        n, e, s, w = (held.get(seat, 0) for seat in Seat)
        return Deal((n, e, s, w), held.get(None, 0))


def knowledge_of(
    record: Record,
    after: int,
    seat: int,
    marriage_cards_led: Iterable[int] | None = None,
    cards_in_play: int | None = None,
) -> Knowledge:
    """Return what a seat can know after some cards of a record.

    This function does the work of ``knowledge``. Its arguments must be valid.

    Args:
        record: the record.
        after: how many cards have been played.
        seat: the seat.
        marriage_cards_led: Kings and Queens that were led to register a marriage. None: the record shows
            which they are.
        cards_in_play: mask of the cards in play, if they are fewer than the game's pack. None: the whole
            pack.
    """
    if not isinstance(record, Record):
        raise ValueError(f"record: a Record is expected, not {type(record).__name__}")
    game, led = record.game_row, None if marriage_cards_led is None else mask_of(marriage_cards_led)
    try:
        known = situation_known_to_seat(game, fact_numbers(record, game), seat, after, led, cards_in_play)
    except KnowledgeError as error:
        raise no_layouts_error(error.problem, game, after) from None
    return Knowledge(
        record, game, after, Seat(seat), played_question(record), known.hand, known.discard,
        frozenset(named_cards(known.shown)), known.pack, known.size, known.unseen, known.count, known,
    )  # fmt: skip


def played_question(record: Record) -> Question:
    """Return the contract of a record with its declarer, leader, trump and order of ranks.

    The partner is None.
    """
    contract = record.contract_row
    if contract is None or record.leader is None:
        raise ValueError("the contract of the record is not known in full")
    called = None if record.called is None else record.called.number
    order = rank_order_of_contract(record.game_row, contract, called) or "K"
    trump = record.trump if contract.trump else None
    return Question(contract, record.declarer, record.leader, order, record.second, trump)


@checked(after=Expected.NUMBER, seat=Expected.SEAT, marriage_cards_led=Expected.CARDS)
def knowledge(
    record: Record, after: int = 0, seat: Seat | str | int = Seat.N, *,
    marriage_cards_led: str | Iterable[Card | str | int] | None = None,
) -> Knowledge:  # fmt: skip
    """Return what a seat can know after some cards of a record (RULINGS: single dummy).

    In trick 1 the seat knows the words (announcements) of all players who have played a card, but not the
    words of the next player.

    Args:
        record: the record. The seat's own hand must be known. Other hands are not used.
        after: how many cards have been played.
        seat: the seat.
        marriage_cards_led: the Kings and Queens that were led to register a marriage. Default: the hands of
            the record and the later cards show which they are.

    Raises:
        ValueError: necessary facts are unknown, or the game has no such position.
        CannotBeError: no layout fits the course of the game. The message names the impossible card or call.
            (This class is a subclass of ValueError.)

    >>> from kranalyze import read_kpn
    >>> known = knowledge(read_kpn("single-dummy.kpn").records[0], 20, "S")
    >>> known.sample(1, seed=7)[0].size, {sum(where.values()) for where in known.places().values()}
    (1, {Fraction(1, 1)})
    """
    return knowledge_of(
        record,
        after,
        Seat.parse(seat),
        None if marriage_cards_led is None else list_of_cards(marriage_cards_led),
    )
