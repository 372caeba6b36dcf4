"""Search the layouts that a seat cannot exclude, with the core: sums over layouts, and floors.

A floor is the share of the layouts that a single plan of the seat wins.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import gcd

from kranalyze import parallel
from kranalyze.cards import cards_of, rank_of
from kranalyze.core.hidden import (
    NOTHING,
    SETTLED,
    Hidden,
    Looked,
    Looking,
    SeenTask,
    count_strategy_wins,
    sum_worths,
)
from kranalyze.core.moments import Moment
from kranalyze.core.rules import partner_of
from kranalyze.core.task import GOALS, NONE, CorePosition
from kranalyze.core.walking import new_shelf
from kranalyze.deal import Deal, Seat
from kranalyze.known.layouts import Knowledge
from kranalyze.kpn.recordfacts import followed_record
from kranalyze.parallel import Pace, Progress, Stop, Stopped, default_workers

#: Layouts are searched in pieces. Number of layouts in the first piece, most layouts in a piece, target
#: seconds for a piece.
_FIRST, _LARGEST, _SECONDS = 4, 20_000, 0.15

#: log2 of the number of entries in the transposition table that pieces share.
_SHELF_BITS = 18

#: Least number of layouts for which a shared table is made, and least number for which threads are started.
_MANY, _FEW = 5_000, 64

#: Most steps of the search for a plan. A step takes about as long as solving a position. So many steps take
#: some seconds. With three cards in hand, a search needs thousands of steps.
_STEPS = 20_000_000

#: Most layouts, and most bytes of memory, for the search for a plan.
_MOST, _MEMORY = 50_000, 1 << 28


def layout_search(known: Knowledge) -> tuple[Looking, int, tuple[int, int] | None]:
    """Describe the search that the core makes in each layout, for the seat that plays or lays a card.

    Returns:
        Three values. The first has the positions without the hidden cards, and the settlements of values in
        units. The second is the amount of a unit. The third has the two possible settlements, the lower
        first; None: more than two settlements are possible.

    Raises:
        ValueError: it is not the seat's turn, the contract is decided without play, or a card laid face down
            is unknown.
    """
    called, contract = known.called, known.question.contract
    if contract.goal.as_dealt:
        raise ValueError(f"{contract.name} is won as dealt, nothing is played")
    split = called if called is not None and known.unseen >> called.number & 1 else None
    if split is None:
        layouts = [known.layout(0)]
    else:
        # The core needs a position for each place of the called card. If the card cannot lie in a place, any
        # other position will do.
        by_holder = [known.holding(split, place) for place in range(len(known.hidden))]
        possible = next(layout for layout in by_holder if layout is not None)
        layouts = [possible if layout is None else layout for layout in by_holder]
        layouts += [possible] * (3 - len(layouts))
    laid = NONE if known.laid is None else int(known.laid)
    moments = [_moment(known, layout) for layout in layouts]
    tables = [_settlements(moment, known.seat) for moment in moments]
    amounts = sorted({amount for table in tables for amount in table})
    unit = gcd(*amounts) or 1
    looked_at = tuple(
        SeenTask(
            moment.task(known.seat), _seen_position(known, moment, layout, laid),
            [amount // unit for amount in table],
        )
        for moment, layout, table in zip(moments, layouts, tables, strict=True)
    )  # fmt: skip
    seats = (*(NONE if place.seat is None else int(place.seat) for place in known.hidden), NONE)[:3]
    two = (amounts[0], amounts[1]) if len(amounts) == 2 and amounts[0] <= 0 < amounts[1] else None
    return Looking(seats, None if split is None else split.number, looked_at, laid), unit, two


def _moment(known: Knowledge, layout: Deal) -> Moment:
    """Return the moment of play in a layout.

    If the next card of the record is a card of the seat, its words at this turn are already spoken.

    Raises:
        ValueError: the game is over, or it is another seat's turn.
    """
    record, after, called = known.record, known.after, known.called
    n, e, s, w = hands = tuple(hand | known.played(seat) for seat, hand in enumerate(layout.masks))
    holder = None if called is None else next(seat for seat in Seat if hands[seat] >> called.number & 1)
    contract, first = known.question.contract, known.question.first
    question = known.question._replace(partner=partner_of(known.game, contract, first, holder))
    away = known.discard or layout.talon_mask
    next_move = next(iter(record.play[after : after + 1]), None)
    plays_next = next_move is not None and next_move.seat == known.seat
    play = record.play[: after + plays_next]
    spoken = {move.seat for move in play}
    bidders = [] if question.second is None else [question.first, question.second]
    # Take any card for an unknown card that lies face down. ``_seen_position`` removes it again.
    face_down = {seat: next(cards_of(hands[seat])) for seat in bidders if seat != known.seat}
    face_down |= {seat: card for seat, card in record.face_down if seat == known.seat}
    face_down |= {move.seat: move.number for move in play if move.trick == 1 and move.seat in bidders}
    followed = followed_record(replace(
        record,
        deal=Deal((n, e, s, w), away),
        discard=away or None,
        question=question,
        play=play,
        announce=tuple(word for word in record.announce if word.seat in spoken),
        contra=0 if any(word.what == "contra" for word in record.announce) else record.contra,
        face_down=tuple(face_down.items()),
    ))  # fmt: skip
    if after == 0 and known.seat in bidders:
        return followed.start()
    moment = followed.after(after)
    if plays_next:
        if moment.ended:
            raise ValueError(f"the game is decided before card {after + 1}")
        return followed.after_recorded_words(moment)
    if moment.beyond_end:
        raise ValueError(f"play was over before card {after}, which counts for nothing")
    if moment.all_played:
        raise ValueError(f"all {after} cards are played: name an earlier position (--after N or --at T.C)")
    if moment.seat != known.seat:
        raise ValueError(f"{moment.seat.title} is to play, not {known.seat.title}")
    return moment


def _seen_position(known: Knowledge, moment: Moment, layout: Deal, laid: int) -> CorePosition:
    """Return the position of a moment without the cards that the seat cannot see.

    These are the cards of other seats, an unknown discard, and the card that the seat ``laid`` has laid face
    down.
    """
    position, card_points = moment.position, moment.play_task.points
    mine, other, *more = position.points
    return position._replace(
        hands=tuple(hand if seat == known.seat else 0 for seat, hand in enumerate(position.hands)),
        points=(mine, other - sum(card_points[rank_of(c)] for c in cards_of(layout.talon_mask)), *more),
        forced=tuple(NONE if seat == laid else card for seat, card in enumerate(position.forced)),
    )


def _settlements(moment: Moment, seat: int) -> list[int]:
    """Return the settlement of a seat for each value from -SETTLED to SETTLED - 1.

    If the contract can only be made or lost, there are only two different settlements.
    """
    if moment.contract.goal.yes_or_no and not moment.has_parties:
        lost, made = moment.settlements(seat, (0, 1))
        return [lost] * (SETTLED + 1) + [made] * (SETTLED - 1)
    # If a contract pays for every ten points, all values are multiples of ten. Set the settlements of other
    # values to 0, so that none of them is rounded.
    per = moment.contract.per
    values = range(-SETTLED, SETTLED)
    amounts = moment.settlements(seat, values)
    return [0 if value % per else amount for value, amount in zip(values, amounts, strict=True)]


#: A piece of work: a case and the numbers of some of its layouts.
Part = tuple[Hidden, "range | array[int]"]


class LayoutSums:
    """Adds up the worths of cards over layouts, in threads. The sums do not depend on their number."""

    def __init__(
        self, looking: Looking, most: int, workers: int | None, progress: Progress | None, stop: Stop | None
    ) -> None:
        """Set up the search.

        Args:
            looking: the search that is made in each layout.
            most: most layouts of all calls of ``sum`` together.
            workers: number of threads. None: one for each core of the machine.
            progress: function that is called as layouts are done.
            stop: flag that ends the search with the exception ``Stopped``.
        """
        self._packed = looking.pack()
        self._most = most
        self._workers = workers or default_workers()
        self._progress = progress
        self._stop = stop
        self._pace = Pace(_FIRST, _LARGEST, _SECONDS)
        self._shelf = new_shelf(_SHELF_BITS) if most >= _MANY else None

    def sum(self, numbers: Mapping[Hidden, range | array[int]]) -> Looked:
        """Return the sums over layouts. ``numbers`` has for each case the numbers of its layouts."""
        total = NOTHING
        parts = self._parts(numbers)
        count = sum(map(len, numbers.values()))
        if self._workers == 1 or count < _FEW:
            pieces = ((part, self._piece(part)) for part in parts)
        else:
            pieces = parallel.run(self._piece, parts, parallel.thread_pool(self._workers))
        for (_, part_numbers), sums in pieces:
            total += sums
            if self._progress is not None:
                self._progress(len(part_numbers), self._most)
        return total

    def _parts(self, numbers: Mapping[Hidden, range | array[int]]) -> Iterator[Part]:
        """Cut the layouts into pieces of similar duration."""
        for case, of_case in numbers.items():
            for first, size in self._pace.cut(len(of_case)):
                yield case, of_case[first : first + size]

    def _piece(self, part: Part) -> Looked:
        """Return the sums over the layouts of a piece."""
        case, numbers = part
        if self._stop is not None and self._stop.is_set():
            raise Stopped
        with self._pace.timed(len(numbers)):
            return sum_worths(self._packed, case, numbers, self._shelf)


def floors(known: Knowledge, seen: SeenTask, shares: Mapping[int, float]) -> dict[int, float | None]:
    """Return the floors of the seat's cards (RULINGS: single dummy).

    The floor of a card is the share of the layouts that a single plan wins after the card. None: the rulings
    define no floor, or the search for it is too long.

    Args:
        known: the knowledge of the seat.
        seen: the task and position that the seat sees.
        shares: for each card its exact share.
    """
    lone = _lone(known, seen)
    if lone is None:
        return dict.fromkeys(shares)
    nothing_to_decide = known.held().bit_count() <= 2
    # If the other hands lie open after this card, the seat knows the layout and can plan for it.
    then_open = 0 < known.question.contract.open_after <= known.tricks + 1
    if nothing_to_decide or known.count == 1 or then_open:
        return dict(shares)
    floor: dict[int, float | None] = {card: None if share else 0.0 for card, share in shares.items()}
    wanted = sum(1 << card for card, share in shares.items() if share)
    if known.count > _MOST or not wanted:
        return floor
    columns = known.columns().items()
    hands = {int(seat): column for seat, column in columns if lone.task.seats >> seat & 1}
    stop = bytearray(1)

    def search_plans(seen: SeenTask) -> dict[int, int]:
        """Return for each card the number of layouts that a single plan wins."""
        return count_strategy_wins(
            seen.task, seen.position, known.count, hands, wanted, _STEPS, _MEMORY, stop
        )

    # Search in another thread, so that Ctrl-C can stop the search.
    pool = parallel.thread_pool(1)._replace(stop=lambda _: stop.__setitem__(0, 1))
    ((_, won),) = parallel.run(search_plans, [lone], pool)
    return floor | {card: None if count < 0 else count / known.count for card, count in won.items()}


def _lone(known: Knowledge, seen: SeenTask) -> SeenTask | None:
    """Return the task of a sweep that the seat, playing alone, must make or avoid, and its position.

    None: the rulings define no floor for the contract.
    """
    question, called = known.question, known.called
    contract, mine = question.contract, 1 << known.seat
    own = called is not None and bool(known.hand >> called.number & 1)
    lone = own if contract.party == "called" else contract.party == "alone" or contract.sits_out
    if not lone or known.seat != question.declarer or question.second is not None:
        return None
    if not contract.goal.last_names_partner:
        return seen if seen.task.goal == GOALS["sweep"] else None
    sweep = seen.task._replace(goal=GOALS["sweep"], side=mine, takers=mine, tricks=known.size - 1)
    return seen._replace(task=sweep._replace(declarer=NONE, seek=NONE))
