"""From what a seat knows to what the core looks at: positions without hidden cards, sums, plans."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from dataclasses import replace
from math import gcd

from kranalyze import parallel
from kranalyze.analysis.replay import Point, Replay
from kranalyze.answers.plan import Measure
from kranalyze.cards import cards_of, rank_of
from kranalyze.core.calls import new_shelf
from kranalyze.core.hidden import NOTHING, SETTLED, Hidden, Looked, Looking, SeenTask, look, plan
from kranalyze.core.task import GOALS, NONE
from kranalyze.deal import Deal, Seat
from kranalyze.known.layouts import Knowledge
from kranalyze.parallel import Pace, Progress, Stop, Stopped, default_workers

#: Layouts of the first piece, of the largest, and how long a piece should take, in seconds.
_FIRST, _LARGEST, _SECONDS = 4, 20_000, 0.15

#: Entries of the memory that pieces share, as a power of two.
_SHELF_BITS = 18

#: Layouts from which that memory is worth its making, and from which threads are.
_MANY, _FEW = 5_000, 64

#: Steps of the search for a plan, each about a position solved: some seconds. Three cards take thousands.
_STEPS = 20_000_000

#: Layouts for which a plan is searched for at most, and bytes of memory for that.
_MOST, _MEMORY = 50_000, 1 << 28


def view(known: Knowledge) -> tuple[Looking, int, tuple[int, int] | None]:
    """What is looked at in every layout, for the seat that is to play, or to lay a card face down.

    Returns:
        The positions but for the hidden cards, with what values are worth in units; the unit; and the only
        two settlements there are, the lower first, None if there are more.

    Raises:
        ValueError: it is not the seat's turn, nothing is played, or a card laid face down is not known.
    """
    question, called = known.question, known.called
    contract, declarer = question.contract, question.declarer
    if contract.goal.as_dealt:
        raise ValueError(f"{contract.name} is won as dealt, nothing is played")
    split = called if called is not None and known.unseen >> called & 1 else None
    parties: list[tuple[Seat | None, Deal]]
    if split is not None:
        holders = [(place.seat, known.holding(split, i)) for i, place in enumerate(known.hidden)]
        # A place that cannot hold the called card has no layouts: another stands in for it.
        possible = next((seat, deal) for seat, deal in holders if deal is not None)
        parties = [possible if deal is None else (seat, deal) for seat, deal in holders]
        parties += [possible] * (3 - len(parties))
    else:  # the player opposite, or who holds or played the called card
        partner = Seat((question.first + 2) % 4) if contract.party == "opposite" else None
        if called is not None:
            partner = next((move.seat for move in known.moves if move.card == called), known.seat)
        parties = [(partner, known.layout(0))]
    laid = NONE if known.laid is None else int(known.laid)
    points = [_point(known, None if who == declarer else who, deal, laid) for who, deal in parties]
    tables = [_settlements(point.measure, known.seat) for point in points]
    amounts = sorted({amount for table in tables for amount in table})
    unit = gcd(*amounts) or 1
    looked_at = tuple(
        SeenTask(point.measure.task(known.seat), point.position, [amount // unit for amount in table])
        for point, table in zip(points, tables, strict=True)
    )
    seats = (*(NONE if place.seat is None else int(place.seat) for place in known.hidden), NONE)[:3]
    two = (amounts[0], amounts[1]) if len(amounts) == 2 and amounts[0] <= 0 < amounts[1] else None
    return Looking(seats, split, looked_at, laid), unit, two


def _point(known: Knowledge, partner: Seat | None, layout: Deal, laid: int) -> Point:
    """The point in a layout, after what the seat itself says in the record at this turn.

    Nobody else's cards are in it, nor what was laid away, nor the card that ``laid`` has laid face down.
    """
    record, question, after = known.record, replace(known.question, partner=partner), known.after
    n, e, s, w = (hand | known.played(seat) for seat, hand in enumerate(layout.masks))
    away = known.discard or layout.talon
    own = any(move.seat == known.seat for move in record.play[after : after + 1])
    play = record.play[: after + own]
    spoken = {move.seat for move in play}
    bidders = [] if question.second is None else [question.first, question.second]
    face_down = {seat: next(cards_of((n, e, s, w)[seat])) for seat in bidders if seat != known.seat}
    face_down |= {seat: card for seat, card in record.face_down if seat == known.seat}
    face_down |= {move.seat: move.card for move in play if move.trick == 1 and move.seat in bidders}
    whole = replace(
        record,
        deal=Deal((n, e, s, w), away),
        discard=away or None,
        question=question,
        play=play,
        announce=tuple(said for said in record.announce if said.seat in spoken),
        contra=0 if any(said.what == "contra" for said in record.announce) else record.contra,
        face_down=tuple(face_down.items()),
    )
    replay = Replay(whole, question)
    if after == 0 and known.seat in bidders:
        point = Point(replay.opening, known.seat, replay.start())
    elif own:
        *_, turn = replay.turns()
        if turn.point is None:
            raise ValueError(f"the game is decided before card {after + 1}")
        point = turn.point
    else:
        point = replay.point(after)
        if not point.position.hands[point.seat]:
            raise ValueError(f"all cards are played after card {after}: ask of an earlier one")
        if point.seat != known.seat:
            raise ValueError(f"{point.seat.title} is to play, not {known.seat.title}")
    position, counted = point.position, point.measure.base.points
    mine, other, *more = position.points
    position = replace(
        position,
        hands=tuple(hand if seat == known.seat else 0 for seat, hand in enumerate(position.hands)),
        points=(mine, other - sum(counted[rank_of(c)] for c in cards_of(layout.talon)), *more),
        forced=tuple(NONE if seat == laid else card for seat, card in enumerate(position.forced)),
    )
    return replace(point, position=position)


def _settlements(measure: Measure, seat: int) -> list[int]:
    """What every value settles for a seat; a contract that is made or not has but two."""
    if measure.contract.goal.yes_or_no and not measure.parties:
        lost, made = (measure.settlement(seat, value) for value in (0, 1))
        return [lost] * (SETTLED + 1) + [made] * (SETTLED - 1)
    # Of a value paid by ten points only whole tens occur, so that nothing is rounded and amounts stay small.
    per = measure.contract.per
    return [0 if value % per else measure.settlement(seat, value) for value in range(-SETTLED, SETTLED)]


def looker(
    looking: Looking, most: int, workers: int | None, progress: Progress | None, stop: Stop | None
) -> Callable[[Mapping[Hidden, range | array[int]]], Looked]:
    """What gives the sums over layouts, by their numbers in each case, looked at piece by piece by threads.

    ``progress`` hears that ``most`` will be looked at; the sums do not depend on the number of workers.
    """
    pace, count, packed = Pace(_FIRST, _LARGEST, _SECONDS), workers or default_workers(), looking.pack()
    shelf = new_shelf(_SHELF_BITS) if most >= _MANY else None

    def piece(part: tuple[Hidden, range | array[int]]) -> Looked:
        if stop is not None and stop.is_set():
            raise Stopped
        with pace.timed(len(part[1])):
            return look(packed, *part, shelf)

    def looked(numbers: Mapping[Hidden, range | array[int]]) -> Looked:
        total, n = NOTHING, sum(map(len, numbers.values()))
        cuts = ((case, some, cut) for case, some in numbers.items() for cut in pace.cut(len(some)))
        parts = ((case, some[at : at + size]) for case, some, (at, size) in cuts)
        alone = count == 1 or n < _FEW
        here = ((part, piece(part)) for part in parts)
        for (_, some), found in here if alone else parallel.run(piece, parts, parallel.threads(count)):
            total += found
            if progress is not None:
                progress(len(some), most)
        return total

    return looked


def floors(known: Knowledge, seen: SeenTask, shares: Mapping[int, float]) -> dict[int, float | None]:
    """The floors of the seat's cards, of which the exact shares are given (RULINGS: single dummy).

    Of the layouts the share that one plan wins; None where the rulings define none, or it is not known.
    ``seen`` is what the seat looks at.
    """
    lone = _lone(known, seen)
    if lone is None:
        return dict.fromkeys(shares)
    nothing_to_decide = known.held().bit_count() <= 2
    # The card is the last one before the hands of the others lie open.
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

    def search(one: SeenTask) -> dict[int, int]:
        return plan(one.task, one.position, known.count, hands, wanted, _STEPS, _MEMORY, stop)

    # In a thread, so that Ctrl-C is heard meanwhile.
    pool = replace(parallel.threads(1), stop=lambda _: stop.__setitem__(0, 1))
    ((_, won),) = parallel.run(search, [lone], pool)
    return floor | {card: None if n < 0 else n / known.count for card, n in won.items()}


def _lone(known: Knowledge, seen: SeenTask) -> SeenTask | None:
    """The contract as tricks that the seat alone must take, or must not; None if it is not that."""
    question, called = known.question, known.called
    contract, mine = question.contract, 1 << known.seat
    own = called is not None and bool(known.hand >> called & 1)
    lone = own if contract.party == "called" else contract.party == "alone" or contract.sits_out
    if not lone or known.seat != question.declarer or question.second is not None:
        return None
    if not contract.goal.last_names_partner:
        return seen if seen.task.goal == GOALS["sweep"] else None
    sweep = replace(seen.task, goal=GOALS["sweep"], side=mine, takers=mine, tricks=known.size - 1)
    return replace(seen, task=replace(sweep, declarer=NONE, seek=NONE))
