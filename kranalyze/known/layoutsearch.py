"""For each card of a seat, add up its worth in the layouts that the seat cannot exclude, and find its floor.

The core does the searches. A layout is an arrangement of the cards that the seat does not see. The layouts
are divided into cases. A case says for each hand and for the discard which cards may lie there. The worth of
a card measures the settlement that the seat can force after the card. A plan says for every possible course
of the game which card the seat plays next. A plan does not know the layout. The floor of a card is the part
of the layouts that the best single plan wins after the card.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping

from kranalyze import parallel
from kranalyze.core.hidden import NOTHING, Hidden, Looked, count_strategy_wins, sum_worths_of_legal_cards
from kranalyze.core.task import GOALS, NONE, Task
from kranalyze.core.viewpoint import (
    ALL_PLAYED,
    AS_DEALT,
    BEYOND,
    DECIDED,
    OTHER_SEAT,
    LayoutSearch,
    card_value_search,
)
from kranalyze.core.walking import new_shelf
from kranalyze.deal import Seat
from kranalyze.known.layouts import Knowledge
from kranalyze.kpn.recordfacts import encode_words_of_trick_1, face_down_card_of_each_seat, fact_numbers
from kranalyze.parallel import Pace, Progress, Stop, Stopped, default_workers

#: Threads search the layouts in pieces. ``_FIRST``: how many layouts each of the first pieces has.
#: ``_LARGEST``: how many layouts a piece can have at most. ``_SECONDS``: how long a piece should take.
_FIRST, _LARGEST, _SECONDS = 4, 20_000, 0.15

#: Size of the transposition table that all pieces share: log2 of how many entries it has.
_SHELF_BITS = 18

#: If all calls of ``LayoutSums.sum_card_worths`` together may search ``_MANY`` layouts or more, the pieces
#: share a transposition table. If a single call searches ``_FEW`` layouts or more, it uses several threads.
_MANY, _FEW = 5_000, 64

#: The search for a card's best plan gives up after this many steps. So many steps take some seconds. A step
#: takes about as long as solving a position. With three cards in hand, a search needs thousands of steps.
_STEPS = 20_000_000

#: If there are more than ``_MOST`` layouts, no search for a plan is made. The search for a plan uses at most
#: ``_MEMORY`` bytes of memory.
_MOST, _MEMORY = 50_000, 1 << 28


def search_per_layout(known: Knowledge) -> LayoutSearch:
    """Return the search with which the core finds what each card of the seat is worth in each layout.

    If the seat also plays the next card of the record, the search begins after the words (announcements) that
    the seat says at this turn.

    Raises:
        ValueError: it is not the seat's turn, the contract is decided without play, or a card laid face down
            is unknown.
    """
    record, game = known.record, known.game
    facts, words = fact_numbers(record, game), encode_words_of_trick_1(record, game)
    search = card_value_search(game, facts, words, face_down_card_of_each_seat(record), known.situation)
    if search.code:
        raise ValueError(_no_search(known, search))
    return search


def _no_search(known: Knowledge, search: LayoutSearch) -> str:
    """Return a sentence that says why there is nothing to search. The reason is ``search.code``."""
    after = known.after
    sentences = {
        AS_DEALT: f"{known.question.contract.name} is won as dealt, nothing is played",
        DECIDED: f"the game is decided before card {after + 1}",
        BEYOND: f"play was over before card {after}, which counts for nothing",
        ALL_PLAYED: f"all {after} cards are played: name an earlier position (--after N or --at T.C)",
        OTHER_SEAT: f"{Seat(search.seat).title} is to play, not {known.seat.title}",
    }
    return sentences[search.code]


#: A piece of work for a thread: a case, and the serial numbers of some layouts within this case.
Part = tuple[Hidden, "range | array[int]"]


class LayoutSums:
    """Adds up how much each card is worth, over many layouts and in several threads.

    The sums do not depend on how many threads run.
    """

    def __init__(
        self, search: LayoutSearch, most: int, workers: int | None, progress: Progress | None,
        stop: Stop | None,
    ) -> None:  # fmt: skip
        """Store the arguments. Nothing is searched yet.

        Args:
            search: the search that is made in each layout.
            most: largest number of layouts that all calls of ``sum_card_worths`` together search. This number
                is the total that ``progress`` gets.
            workers: number of threads. None: one for each core of the machine.
            progress: function that is called as layouts are done.
            stop: flag that ends the search with the exception ``Stopped``.
        """
        self._looking = search.looking
        self._most = most
        self._workers = workers or default_workers()
        self._progress = progress
        self._stop = stop
        self._pace = Pace(_FIRST, _LARGEST, _SECONDS)
        self._shelf = new_shelf(_SHELF_BITS) if most >= _MANY else None

    def sum_card_worths(self, layout_numbers: Mapping[Hidden, range | array[int]]) -> Looked:
        """Search some layouts. Return for each legal card the number of wins and the sum of its worths.

        Args:
            layout_numbers: for each case the serial numbers of its layouts to search.
        """
        total = NOTHING
        parts = self._parts(layout_numbers)
        count = sum(map(len, layout_numbers.values()))
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
        """Cut the layouts into pieces that take similar times."""
        for case, of_case in numbers.items():
            for first, size in self._pace.cut_starts_and_lengths(len(of_case)):
                yield case, of_case[first : first + size]

    def _piece(self, part: Part) -> Looked:
        """Search the layouts of a piece. Return each card's number of wins and the sum of its worths."""
        case, numbers = part
        if self._stop is not None and self._stop.is_set():
            raise Stopped
        with self._pace.timed(len(numbers)):
            return sum_worths_of_legal_cards(self._looking, case, numbers, self._shelf)


def best_plan_share_by_card(
    known: Knowledge, search: LayoutSearch, exact_shares: Mapping[int, float]
) -> dict[int, float | None]:
    """Return the floor of each card of the seat (RULINGS: single dummy).

    The floor of a card is the part of the layouts that a single plan wins after the card. The floor is None
    if the rulings define no floor for the contract, or if the search would take too long or too much memory.

    Args:
        known: what the seat can know.
        search: the search that is made in each layout.
        exact_shares: for each card the part of all layouts that the seat's side wins after the card.
    """
    sweep = _lone_sweep(known, search.task)
    if sweep is None:
        return dict.fromkeys(exact_shares)
    nothing_to_decide = known.held_mask().bit_count() <= 2
    # If the other hands lie open from the next trick on, the seat knows the layout from the next trick on. So
    # the floor equals the share.
    then_open = 0 < known.question.contract.open_after <= known.tricks + 1
    if nothing_to_decide or known.count == 1 or then_open:
        return dict(exact_shares)
    floor: dict[int, float | None] = {card: None if share else 0.0 for card, share in exact_shares.items()}
    wanted = sum(1 << card for card, share in exact_shares.items() if share)
    if known.count > _MOST or not wanted:
        return floor
    columns = known.columns().items()
    hands = {int(seat): column for seat, column in columns if sweep.seats >> seat & 1}
    stop = bytearray(1)

    def search_plans(task: Task) -> dict[int, int]:
        """Return for each card how many layouts the best plan wins. -1 means that the search gave up."""
        return count_strategy_wins(
            task, search.position, known.count, hands, wanted, _STEPS, _MEMORY, stop
        )

    # Search in another thread, so that Ctrl-C can stop the search.
    pool = parallel.thread_pool(1)._replace(stop=lambda _executor, _futures: stop.__setitem__(0, 1))
    ((_, won),) = parallel.run(search_plans, [sweep], pool)
    return floor | {card: None if count < 0 else count / known.count for card, count in won.items()}


def _lone_sweep(known: Knowledge, task: Task) -> Task | None:
    """Return the task of the search for plans: a sweep that the seat as lone declarer must make or avoid.

    Return None if the seat is not a declarer who plays alone, or if the rulings define no floor for the
    contract.

    Args:
        known: what the seat can know.
        task: the task that the core searches in each layout.
    """
    question, called = known.question, known.called
    contract, mine = question.contract, 1 << known.seat
    own = called is not None and bool(known.hand_mask >> called.number & 1)
    lone = own if contract.party == "called" else contract.party == "alone" or contract.sits_out
    if not lone or known.seat != question.declarer or question.second is not None:
        return None
    if not contract.goal.last_winner_becomes_partner:
        return task if task.goal == GOALS["sweep"] else None
    sweep = task._replace(goal=GOALS["sweep"], side=mine, takers=mine, tricks=known.size - 1)
    return sweep._replace(declarer=NONE, seek=NONE)
