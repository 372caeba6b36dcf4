"""Analysed games as objects, made from the columns of evaluated games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import polars as pl

from kranalyze.analysis.bids import Bids
from kranalyze.answers.best import BestBid, best_bid
from kranalyze.answers.plan import NOBODY, Four
from kranalyze.cards import cards_of
from kranalyze.core.calls import UNKNOWN
from kranalyze.core.evaluate import (
    BY_CARD,
    BY_GAME,
    NO_SETTLEMENT,
    Evaluated,
    EvaluatedState,
)
from kranalyze.core.task import CorePosition, Task, many_parties
from kranalyze.kpn import KpnError, Move, Record

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.known.advice import Advice

#: The result of the contract compared with best play.
Verdict = Literal["made", "gift", "lost", "hopeless"]

_MARKS = ("", "?", "??")
_VERDICTS: tuple[Verdict, ...] = ("made", "gift", "lost", "hopeless")


class TaskPosition(NamedTuple):
    """The choice of a card: the position after the words of its player, and the player's search task."""

    task: Task
    position: CorePosition


@dataclass(frozen=True, slots=True)
class Judged:
    """A card of a record and its worth. Amounts are settlements of the seat that played it (the mover).

    Attributes:
        worths: the settlement that the mover could force after each legal card, lowest card number first. If
            the position is not known, this and all following attributes are empty or None.
        before: settlement that the mover could force before the card.
        after: settlement that the mover could force after the card.
        cost: ``before`` minus ``after``.
        best: the cards that cost nothing, lowest number first.
        mark: ``?`` if the card cost something, ``??`` if it changed who wins, else empty.
        cost_announce: cost of the mover's declarations and announcements, or of saying nothing.
        gain_announce: change of the settlement that the mover could force, by the mover's words.
        single: advice based on what the mover could know; None if it was not requested or there was no
            choice.
        verdict: verdict on the card by that advice, see `kranalyze.analysis.alone.verdict`.
        packed: task and position of ``point``, as bytes of the core.
    """

    move: Move
    worths: Mapping[int, int] = field(default_factory=dict)
    before: int | None = None
    after: int | None = None
    cost: int | None = None
    best: tuple[int, ...] = ()
    mark: str = ""
    cost_announce: int | None = None
    gain_announce: int | None = None
    single: Advice | None = None
    verdict: Literal["mistake", "unlucky", "lucky"] | None = None
    packed: tuple[bytes, bytes] | None = field(default=None, repr=False)

    @property
    def change(self) -> str:
        """The settlements that the mover could force before and after the card, ``+40 to -120``."""
        amounts = (amount for amount in (self.before, self.after) if amount is not None)
        return " to ".join(f"{amount:+d}" if amount else "0" for amount in amounts)

    @property
    def point(self) -> TaskPosition | None:
        """The position and task in which the card was chosen, None if the position is not known."""
        if self.packed is None:
            return None
        task, position = self.packed
        return TaskPosition(Task.unpack(task), CorePosition.unpack(position))


@dataclass(frozen=True, slots=True)
class Analysed:
    """A record and its analysis. Values that are unknown or do not apply are None.

    Attributes:
        followed: whether the game could be followed card by card. If not, too little is known of it.
        cards: every card played, judged.
        laid: by seat, the cards that lay face down in trick 1, if they are known.
        tricks: tricks taken by each seat, up to the last card of the record.
        points: points of each seat, likewise.
        value: value of the contract before the first card (anrufen3: before the discard), in its own measure.
        guarantee: by seat, the settlement it could force at that time. With more than two parties only some
            seats have one (RULINGS).
        payoff: by seat, the settlement under best play from that time on.
        makeable: whether the declarer could have forced a settlement above 0.
        made: whether the declarer got a settlement above 0.
        verdict: ``made``, ``gift``, ``lost`` or ``hopeless``; None while the game is unfinished, or without a
            declarer.
        costs: by seat, the total cost of its cards and announcements.
        cost_discard: cost of the declarer's discard, compared with the best discard.
        best: the makeable contract that would have paid the declarer most.
        passed: by seat except the declarer, the best contract above the one played that the seat could have
            bid and made. Empty if other contracts were not searched.
        bids: judgement of the bids by the hands alone, None if it was not requested.
        problem: why the game is not analysed.
    """

    record: Record
    followed: bool = False
    cards: tuple[Judged, ...] = ()
    laid: Mapping[int, int] = field(default_factory=dict)
    tricks: Four = NOBODY
    points: Four = NOBODY
    value: int | None = None
    guarantee: Four = NOBODY
    payoff: Four = NOBODY
    makeable: bool | None = None
    made: bool | None = None
    verdict: Verdict | None = None
    costs: Four = NOBODY
    cost_discard: int | None = None
    best: BestBid | None = None
    passed: tuple[BestBid | None, ...] = ()
    bids: Bids | None = None
    problem: KpnError | None = None

    @property
    def given_away(self) -> tuple[int, ...]:
        """The cost of each seat's cards and announcements, 0 if it is not known."""
        return tuple(cost or 0 for cost in self.costs)

    @property
    def parties(self) -> bool:
        """Whether more than two parties played."""
        question = self.record.question
        return question is not None and many_parties(self.record.game_row, question)

    def turned(self, card: Judged) -> Literal["lost", "won"] | None:
        """Return whether a card lost the contract or made it makeable; None if neither.

        With more than two parties the result is always None.
        """
        question = self.record.question
        if card.mark != "??" or question is None or self.parties:
            return None
        return "lost" if card.move.seat in (question.first, question.partner) else "won"


#: Columns that have a number for each seat, and the number that means none.
_BY_SEAT = {
    "tricks": -1, "points": UNKNOWN, "guarantee": NO_SETTLEMENT, "payoff": NO_SETTLEMENT,
    "cost": NO_SETTLEMENT,
}  # fmt: skip


def analysed_games(
    records: Sequence[Record], evaluated: Evaluated, best: pl.DataFrame | None,
    problems: Mapping[int, KpnError],
) -> list[Analysed]:  # fmt: skip
    """Return games as objects.

    Args:
        evaluated: the evaluation of the records, with positions and tasks.
        best: the best bid of each seat (``answers.best.BEST``, four rows a game), None if it was not
            requested.
        problems: why a record is not analysed, by the place of the record.
    """
    columns = _lists(BY_GAME, evaluated.by_game, evaluated.games)
    followed = [state == EvaluatedState.EVALUATED for state in columns["state"]]
    moves = (record.play for record, is_followed in zip(records, followed, strict=True) if is_followed)
    cards = list(_judged_cards(evaluated, chain.from_iterable(moves)))
    bids = None if best is None else best.rows()
    games, first = list[Analysed](), 0
    for place, record in enumerate(records):
        row = {name: column[place] for name, column in columns.items()}
        own = cards[first : row["card_end"]]
        first = row["card_end"]
        tricks, points, guarantee, payoff, costs = (
            tuple(_unless(amount, nothing) for amount in row[name]) for name, nothing in _BY_SEAT.items()
        )
        best_one, passed = None, tuple[BestBid | None, ...]()
        if bids is not None and record.deal is not None and record.deal.complete:
            found = [best_bid(record.game_row, bid) for bid in bids[4 * place : 4 * place + 4]]
            passed = tuple(None if seat == record.declarer else bid for seat, bid in enumerate(found))
            best_one = None if record.declarer is None else found[record.declarer]
        games.append(
            Analysed(
                record,
                followed=followed[place],
                cards=tuple(own),
                laid={seat: card for seat, card in enumerate(row["laid"]) if card >= 0},
                tricks=tricks,
                points=points,
                guarantee=guarantee,
                payoff=payoff,
                value=_unless(row["value"], UNKNOWN),
                makeable=_flag(row["makeable"]),
                made=_flag(row["made"]),
                verdict=None if row["verdict"] < 0 else _VERDICTS[row["verdict"]],
                costs=costs,
                cost_discard=_unless(row["discard_cost"], NO_SETTLEMENT),
                best=best_one,
                passed=passed,
                problem=problems.get(place),
            )
        )
    return games


def _judged_cards(evaluated: Evaluated, moves: Iterable[Move]) -> Iterator[Judged]:
    """Yield the cards of evaluated games. ``moves`` are the same cards in the same order."""
    columns = _lists(BY_CARD, evaluated.by_card, evaluated.cards)
    names = ("judged", "before", "after", "mark", "best", "words_cost", "words_gain", "choice_end")
    rows = zip(*(columns[name] for name in names), strict=True)
    choices, worths, first = columns["choice"], columns["worth"], 0
    for move, row, packed in zip(moves, rows, evaluated.packed(), strict=True):
        is_judged, before, after, mark, best, words_cost, words_gain, end = row
        if not is_judged:
            yield Judged(move)
            continue
        yield Judged(
            move,
            dict(zip(choices[first:end], worths[first:end], strict=True)),
            before,
            after,
            before - after,
            tuple(cards_of(best)),
            _MARKS[mark],
            _unless(words_cost, NO_SETTLEMENT),
            _unless(words_gain, NO_SETTLEMENT),
            packed=packed,
        )
        first = end


def _lists(
    columns: Iterable[tuple[str, str, int]], buffers: Mapping[str, Buffer], count: int
) -> dict[str, list[Any]]:
    """Convert columns of the core to lists. A column with a number for each seat becomes tuples."""
    lists = dict[str, list[Any]]()
    for name, code, width in columns:
        numbers: Any = memoryview(buffers[name])
        flat = [] if not count else numbers.cast("B").cast(code)[: width * count].tolist()
        if name in _FLAT or width == 1:
            lists[name] = flat
        else:
            lists[name] = [tuple(flat[at : at + width]) for at in range(0, width * count, width)]
    return lists


#: Columns whose lists vary in length. ``choice_end`` says where the list of a card ends.
_FLAT = ("choice", "worth")


def _unless(number: int, nothing: int) -> int | None:
    return None if number == nothing else number


def _flag(number: int) -> bool | None:
    return None if number < 0 else bool(number)
