"""Define the classes of analysed games and judged cards, and make their objects from arrays of the C core."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import polars as pl

from kranalyze.analysis.bids import Bids
from kranalyze.answers.best import BestBid, convert_best_bid_row
from kranalyze.answers.plan import NOBODY, Four
from kranalyze.cards import CARDS, Card, named_cards
from kranalyze.core.calls import UNKNOWN
from kranalyze.core.evaluate import (
    BY_CARD,
    BY_GAME,
    NO_SETTLEMENT,
    Evaluated,
    EvaluatedState,
)
from kranalyze.core.task import CorePosition, Task, many_parties
from kranalyze.deal import Seat
from kranalyze.hands import CardTable
from kranalyze.kpn import KpnError, Move, Record

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.known.advice import Advice

#: The result of a contract compared with best play. ``made``: the contract was makeable and was made.
#: ``gift``: the contract was not makeable, but was made. ``lost``: the contract was makeable, but was lost.
#: ``hopeless``: the contract was not makeable and was lost.
Verdict = Literal["made", "gift", "lost", "hopeless"]

_MARKS = ("", "?", "??")
_VERDICTS: tuple[Verdict, ...] = ("made", "gift", "lost", "hopeless")


class TaskPosition(NamedTuple):
    """The situation in which a seat chose a card, in the form that the core can solve."""

    task: Task  # the search problem; its solution at ``position`` is what the seat can force
    position: CorePosition  # the position after the announcements that the seat made with the card


@dataclass(frozen=True, slots=True)
class Judged:
    """A card of a record and the cost of this card. The mover is the seat that played the card.

    All amounts are settlements of the mover in the game's unit. If the position is unknown, all attributes
    except ``move`` are empty or None. The mover's words are what it said with the card in trick 1: marriages,
    announcements, a raise or Contra.

    Attributes:
        move: the seat and the card.
        worths: for each legal card the settlement that the mover could force after playing this card, lowest
            card first.
        before: settlement that the mover could force before the card.
        after: settlement that the mover could force after the card.
        cost: ``before`` minus ``after``.
        best: the legal cards that cost nothing, lowest card first.
        mark: ``??`` if the card changed who wins. ``?`` if the card cost something but changed no winner.
            Empty if the card cost nothing.
        cost_announce: cost of the mover's words compared with the best words. Saying nothing can cost
            something, for example if a marriage is not declared.
        gain_announce: by how much the mover's words changed the settlement that the mover could force.
            Negative: the words lowered this settlement.
        single: advice for this turn, from what the mover could know. None: advice was not requested, or the
            mover had no choice.
        verdict: verdict on the card, derived from ``single``
            (see `kranalyze.analysis.alone.single_dummy_verdict`).
        packed: the search problem and the position of ``point``, each as bytes. None: the position is
            unknown.
    """

    move: Move
    worths: Mapping[Card, int] = field(default_factory=dict)
    before: int | None = None
    after: int | None = None
    cost: int | None = None
    best: tuple[Card, ...] = ()
    mark: str = ""
    cost_announce: int | None = None
    gain_announce: int | None = None
    single: Advice | None = None
    verdict: Literal["mistake", "unlucky", "lucky"] | None = None
    packed: tuple[bytes, bytes] | None = field(default=None, repr=False)

    @property
    def change(self) -> str:
        """The settlements that the mover could force before and after the card, as text: ``+40 to -120``."""
        amounts = (amount for amount in (self.before, self.after) if amount is not None)
        return " to ".join(f"{amount:+d}" if amount else "0" for amount in amounts)

    @property
    def point(self) -> TaskPosition | None:
        """The situation in which the seat chose the card. It is None if the position is unknown."""
        if self.packed is None:
            return None
        task, position = self.packed
        return TaskPosition(Task.unpack(task), CorePosition.unpack(position))


@dataclass(frozen=True, slots=True)
class Analysed:
    """A record and its analysis. Values that are unknown or do not apply are None.

    Attributes:
        record: the record.
        followed: whether every card of the game could be analysed in turn. False: a necessary fact, such as a
            hand, is unknown.
        cards: all cards played, with their costs.
        laid: the cards that were laid face down for trick 1. The key is the seat that laid the card.
        tricks: for each seat the number of tricks taken, up to the last card of the record.
        points: for each seat the points taken, up to the last card of the record.
        value: what the declarer's side could reach with best play from the first card on (anrufen3: from the
            discard on). The unit is what the contract counts, for example tricks or card points.
        guarantee: for each seat the settlement that it could force before the first card (anrufen3: before
            the discard). With more than two parties only some seats have a guarantee (RULINGS).
        payoff: for each seat the settlement if all seats play best from the first card on (anrufen3: from the
            discard on).
        makeable: whether the declarer could have forced a settlement above 0.
        made: whether the declarer got a settlement above 0.
        verdict: the result compared with best play. None: the game is unfinished or has no declarer.
        costs: for each seat the total cost of its cards and announcements.
        cost_discard: cost of the declarer's discard, compared with the best discard.
        best: the makeable contract that would have paid the declarer most.
        passed: for each seat the best contract that the seat could have bid and made. The contract must rank
            above the contract that was played. The item of the declarer is None. If other contracts were
            not searched, ``passed`` is empty.
        bids: judgement of each bid, from the bidder's hand without the other hands. None: not requested.
        problem: the reason why the game is not analysed. None: the game is analysed.
    """

    record: Record
    followed: bool = False
    cards: tuple[Judged, ...] = ()
    laid: Mapping[Seat, Card] = field(default_factory=dict)
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
        """For each seat the total cost of its cards and announcements. An unknown cost counts as 0."""
        return tuple(cost or 0 for cost in self.costs)

    @property
    def has_more_than_two_parties(self) -> bool:
        """Whether more than two parties played."""
        question = self.record.question
        return question is not None and many_parties(self.record.game_row, question)

    def turned(self, card: Judged) -> Literal["lost", "won"] | None:
        """Return the effect of a card on the contract.

        Returns:
            ``lost``: the declarer's side played the card, and can no longer make the contract.
            ``won``: the defenders played the card, and the declarer's side can now make the contract.
            None: the card did not change whether the contract can be made, or more than two parties play.
        """
        question = self.record.question
        if card.mark != "??" or question is None or self.has_more_than_two_parties:
            return None
        return "lost" if card.move.seat in (question.first, question.partner) else "won"


#: Columns that have a number for each seat. The key is the name of a column. The value is the number that
#: means "unknown or not applicable" in this column.
_BY_SEAT = {
    "tricks": -1, "points": UNKNOWN, "guarantee": NO_SETTLEMENT, "payoff": NO_SETTLEMENT,
    "cost": NO_SETTLEMENT,
}  # fmt: skip


def analysed_games(
    records: Sequence[Record], evaluated: Evaluated, best: pl.DataFrame | None,
    problems: Mapping[int, KpnError],
) -> list[Analysed]:  # fmt: skip
    """Return analysed games as objects.

    Args:
        records: the records of the games.
        evaluated: the core's evaluation of these records. It must include the position before each card.
        best: frame with the best bid of each seat (``answers.best.BEST``, four rows per game). None: best
            bids were not requested.
        problems: for each record that is not analysed, the reason. The key is the record's index.
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
            found = [convert_best_bid_row(record.game_row, bid) for bid in bids[4 * place : 4 * place + 4]]
            passed = tuple(None if seat == record.declarer else bid for seat, bid in enumerate(found))
            best_one = None if record.declarer is None else found[record.declarer]
        games.append(
            Analysed(
                record,
                followed=followed[place],
                cards=tuple(own),
                laid={Seat(seat): CARDS[card] for seat, card in enumerate(row["laid"]) if card >= 0},
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
    """Yield all cards of evaluated games with their costs. ``moves`` has the games' moves, in order."""
    columns = _lists(BY_CARD, evaluated.by_card, evaluated.cards)
    names = ("judged", "before", "after", "mark", "best", "words_cost", "words_gain", "choice_end")
    rows = zip(*(columns[name] for name in names), strict=True)
    choices, worths, first = columns["choice"], columns["worth"], 0
    for move, row, packed in zip(moves, rows, evaluated.packed_tasks_and_positions(), strict=True):
        is_judged, before, after, mark, best, words_cost, words_gain, end = row
        if not is_judged:
            yield Judged(move)
            continue
        yield Judged(
            move,
            CardTable(zip((CARDS[card] for card in choices[first:end]), worths[first:end], strict=True)),
            before,
            after,
            before - after,
            named_cards(best),
            _MARKS[mark],
            _unless(words_cost, NO_SETTLEMENT),
            _unless(words_gain, NO_SETTLEMENT),
            packed=packed,
        )
        first = end


def _lists(
    columns: Iterable[tuple[str, str, int]], buffers: Mapping[str, Buffer], count: int
) -> dict[str, list[Any]]:
    """Convert columns of the core to lists.

    A column with several numbers per row becomes a list of tuples. The columns that ``_FLAT`` names become
    flat lists of numbers instead.

    Args:
        columns: for each column its name, the format code of its numbers, and how many numbers a row has.
        buffers: the memory of each column, by the column's name.
        count: how many rows the columns have.
    """
    lists = dict[str, list[Any]]()
    for name, code, width in columns:
        numbers: Any = memoryview(buffers[name])
        flat = [] if not count else numbers.cast("B").cast(code)[: width * count].tolist()
        if name in _FLAT or width == 1:
            lists[name] = flat
        else:
            lists[name] = [tuple(flat[at : at + width]) for at in range(0, width * count, width)]
    return lists


#: Columns that have several numbers for each turn: one for each card that was legal at the turn. Such a
#: column has the numbers of all turns one after another. The column ``choice_end`` has for each turn the
#: index after the turn's last number.
_FLAT = ("choice", "worth")


def _unless(number: int, nothing: int) -> int | None:
    """Return None if ``number`` equals ``nothing``. Otherwise return ``number``."""
    return None if number == nothing else number


def _flag(number: int) -> bool | None:
    """Convert 1 to True, 0 to False and a negative number to None."""
    return None if number < 0 else bool(number)
