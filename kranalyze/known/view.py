"""From what a seat knows to what the core looks at: positions without hidden cards, what values settle."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import gcd

from kranalyze.analysis.measure import Measure
from kranalyze.analysis.replay import Point, Replay
from kranalyze.cards import cards_of, rank_of
from kranalyze.core.hidden import SETTLED, Looking, SeenTask
from kranalyze.core.task import NONE
from kranalyze.deal import Deal, Seat
from kranalyze.games import Question
from kranalyze.known.layouts import Knowledge
from kranalyze.known.situation import Situation
from kranalyze.kpn import Record


@dataclass(frozen=True, slots=True)
class View:
    """What is looked at in every layout, for the seat to play.

    Attributes:
        looking: the positions but for the hidden cards, and what values are worth in units of ``unit``.
        points: of each case the position without the hidden cards.
        two: the only two settlements there are, the lower first; None if there are more.
    """

    looking: Looking
    unit: int
    points: tuple[Point, ...]
    two: tuple[int, int] | None


def view(known: Knowledge) -> View:
    """The view of the seat that is to play, or to lay a card face down.

    Raises:
        ValueError: it is not the seat's turn, nothing is played, or a card laid face down is not known.
    """
    seen = known.seen
    if seen.contract.goal.as_dealt:
        raise ValueError(f"{seen.contract.name} is won as dealt, nothing is played")
    split = _split(seen)
    partners = [_partner(seen, split, i, known) for i in range(3 if split is not None else 1)]
    first = next(deal for _, deal in partners if deal is not None)
    points = tuple(_without(seen, seen.question(partner), deal or first) for partner, deal in partners)
    tables = [_settlements(point.measure, seen.seat) for point in points]
    unit = gcd(*(amount for table in tables for amount in table)) or 1
    amounts = sorted({amount for point, table in zip(points, tables, strict=True) for amount in table})
    cases = tuple(
        SeenTask(point.measure.task(seen.seat), point.position, [amount // unit for amount in table])
        for point, table in zip(points, tables, strict=True)
    )
    seats = [NONE if place.seat is None else int(place.seat) for place in known.hidden]
    a, b, c = (*seats, NONE, NONE, NONE)[:3]
    return View(
        Looking((a, b, c), split, cases, _laid_by(seen)),
        unit,
        points,
        (amounts[0], amounts[1]) if len(amounts) == 2 and amounts[0] <= 0 < amounts[1] else None,
    )


def _split(seen: Situation) -> int | None:
    """The called card if the seat does not know who held it, or holds it."""
    called = seen.called
    return called if called is not None and seen.unseen >> called & 1 else None


def _partner(
    seen: Situation, split: int | None, place: int, known: Knowledge
) -> tuple[Seat | None, Deal | None]:
    """The declarer's partner if the called card lies in a place, and a layout in which it does."""
    if split is not None:
        if place >= len(known.hidden):
            return None, None
        holder = known.hidden[place].seat
        return None if holder == seen.declarer else holder, known.holding(split, place)
    if seen.contract.party == "opposite":
        first = seen.leader if seen.declarer is None else seen.declarer
        return Seat((first + 2) % 4), known.layout(0)
    partner: Seat | None = None
    if seen.called is not None:
        mine = seen.hand >> seen.called & 1
        partner = seen.seat if mine else next(m.seat for m in seen.moves if m.card == seen.called)
    return None if partner == seen.declarer else partner, known.layout(0)


def _laid_by(seen: Situation) -> int:
    """The seat whose card lies face down in trick 1 and is not known."""
    if seen.second is None or seen.declarer is None or seen.after >= seen.game.seats:
        return NONE
    if seen.after == 0:
        return int(seen.declarer) if seen.seat == seen.second else NONE
    played = any(move.seat == seen.second for move in seen.moves)
    return NONE if played or seen.seat == seen.second else int(seen.second)


def _record(seen: Situation, question: Question, layout: Deal) -> Record:
    """The record as it would be with a layout, up to the card that the seat plays."""
    record = seen.record
    hands = [hand | seen.played(seat) for seat, hand in enumerate(layout.masks)]
    away = seen.discard or layout.talon
    until = seen.after + 1
    if len(record.play) < until or record.play[seen.after].seat != seen.seat:
        until = seen.after
    spoken = {move.seat for move in record.play[:until]}
    face_down = dict(record.face_down)
    for bidder in (seen.declarer, seen.second) if seen.second is not None else ():
        assert bidder is not None
        shown = next((m.card for m in record.play[:until] if m.trick == 1 and m.seat == bidder), None)
        if shown is not None:
            face_down[bidder] = shown
        elif bidder != seen.seat:
            face_down[bidder] = next(cards_of(hands[bidder]))
    return replace(
        record,
        deal=Deal((hands[0], hands[1], hands[2], hands[3]), away),
        discard=away or None,
        question=question,
        play=record.play[:until],
        announce=tuple(said for said in record.announce if said.seat in spoken),
        contra=0 if any(said.what == "contra" for said in record.announce) else record.contra,
        face_down=tuple(face_down.items()),
    )


def _point(seen: Situation, question: Question, layout: Deal) -> Point:
    """The position in a layout, after what the seat itself says in the record at this turn."""
    replay = Replay(_record(seen, question, layout), question)
    if seen.after == 0 and seen.second is not None and seen.seat in (seen.declarer, seen.second):
        return Point(replay.opening, seen.seat, replay.start())
    if len(replay.record.play) > seen.after:
        *_, turn = replay.turns()
        if turn.point is None:
            raise ValueError(f"the game is decided before card {seen.after + 1}")
        return turn.point
    point = replay.point(seen.after)
    if not point.position.hands[point.seat]:
        raise ValueError(f"all cards are played after card {seen.after}: ask of an earlier one")
    if point.seat != seen.seat:
        raise ValueError(f"{point.seat.title} is to play, not {seen.seat.title}")
    return point


def _without(seen: Situation, question: Question, layout: Deal) -> Point:
    """The position of a layout without its hidden cards, and without their points if they were laid away."""
    point = _point(seen, question, layout)
    position = point.position
    own, other, *more = position.points
    away = sum(seen.game.points[rank_of(c)] for c in cards_of(layout.talon))
    position = replace(
        position,
        hands=tuple(hand if s == seen.seat else 0 for s, hand in enumerate(position.hands)),
        points=(own, other - away, *more),
        forced=tuple(NONE if s == _laid_by(seen) else card for s, card in enumerate(position.forced)),
    )
    return replace(point, position=position)


def _settlements(measure: Measure, seat: int) -> list[int]:
    """What every value settles for a seat; a contract that is made or not has but two."""
    if measure.contract.goal.yes_or_no and not measure.parties:
        lost, made = (measure.settlement(seat, value) for value in (0, 1))
        return [lost] * (SETTLED + 1) + [made] * (SETTLED - 1)
    # Of a value paid by ten points only whole tens occur, so that nothing is rounded and amounts stay small.
    per = measure.contract.per
    return [
        0 if value % per else measure.settlement(seat, value) for value in range(-SETTLED, SETTLED)
    ]
