"""Advise a seat on its next call, from games that careful players finish (RULINGS: at the table).

A layout is an assignment of the unseen cards to the seats. To ``look`` at n layouts means to sample n
layouts.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from kranalyze.answers.attable import (
    TableFigures,
    careful_values_by_column,
    estimate_milliseconds_at_look_1,
    figures_of_payments,
    settlements_of,
)
from kranalyze.arguments import Expected, checked
from kranalyze.cards import letter_of_suit, number_of_suit
from kranalyze.core.bidding import PASS, SECOND, OpenAuction
from kranalyze.core.careful import LOOK, StartingPoint, play_careful
from kranalyze.deal import Deal, Seat
from kranalyze.display import PrintedAsText
from kranalyze.games.effort import judging_milliseconds
from kranalyze.known.auctionlayouts import AuctionKnowledge, auction_knowledge
from kranalyze.kpn.actions import Call
from kranalyze.kpn.record import Record
from kranalyze.kpn.recordfacts import call_number
from kranalyze.parallel import Progress
from kranalyze.simulation.carefulbids import DOUBLES, CarefulBidders, JudgedHand
from kranalyze.simulation.startingpoints import starting_point

#: Time limit for all auctions and games, in estimated milliseconds of one core. It applies only if the caller
#: requests no number of games.
_BUDGET = 5000.0

#: Number of layouts in the first round. Games are played in rounds, each on new layouts. Each later round at
#: most doubles the number of layouts so far.
_FIRST = 4

#: A call is dropped as clearly worse than the best call only after this many games.
_ENOUGH = 32

#: Largest number of layouts that are played if the caller requests no number of games.
_MOST = 2_000


class CallAdvice(NamedTuple):
    """The results of the games that were simulated after a legal call.

    Attributes:
        call: the call, with its seat.
        careful: the share of games that the seat won, and its mean payment. Careful players finished the
            games after this call.
        best: whether no other call has a greater mean payment than this call.
        declared: in how many of these games the seat became declarer or second declarer.
        made: in how many of these games the seat became declarer or second declarer, and its payment was
            above 0.

    >>> from kranalyze import read_kpn
    >>> record = read_kpn("simulated-log.kpn").records[1]
    >>> advice = advise_call(record, calls=3, games=8, look=16).of("zehnermord")
    >>> advice.careful.games, advice.declared
    (8, 8)
    """

    call: Call
    careful: TableFigures
    best: bool
    declared: int
    made: int

    @property
    def made_share(self) -> float | None:
        """``made`` divided by ``declared``, from 0 to 1. None if ``declared`` is 0."""
        return self.made / self.declared if self.declared else None


@dataclass(frozen=True, slots=True)
class AuctionAdvice(PrintedAsText):
    """Advice to a seat on its next call.

    Attributes:
        knowledge: what the seat knows during the auction.
        calls: the results of all legal calls, the greatest mean payment first.

    >>> from kranalyze import read_kpn
    >>> record = read_kpn("simulated-log.kpn").records[1]
    >>> found = advise_call(record, calls=3, games=2, look=4)
    >>> found.knowledge.seat.title, len(found.calls), found.of("gut").declared
    ('North', 7, 0)
    """

    knowledge: AuctionKnowledge
    calls: tuple[CallAdvice, ...]

    @property
    def best(self) -> tuple[Call, ...]:
        """The calls with the greatest mean payment."""
        return tuple(choice.call for choice in self.calls if choice.best)

    def of(self, call: str) -> CallAdvice:
        """Return the results of a call.

        ``call`` is the call as KPN writes it: ``gut``, ``koenigmord``, ``simple:D``.

        Raises:
            ValueError: the seat may not make this call.
        """
        for choice in self.calls:
            if choice.call.text() == call:
                return choice
        raise ValueError(f"call: {call} is no legal call here")

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield a dict for each call. ``kranalyze advise --calls N --json`` prints these dicts."""
        known = self.knowledge
        head = {
            "game": known.game.id, "seat": known.seat.name, "calls": len(known.calls), "layouts": known.count,
        }  # fmt: skip
        for choice in self.calls:
            yield {
                **head, "call": choice.call.text(), **careful_values_by_column(choice.careful),
                "declares": choice.declared / choice.careful.games, "made": choice.made_share,
                "best": choice.best,
            }  # fmt: skip


@checked(
    calls=Expected.NUMBER, games=Expected.COUNT, look=Expected.COUNT, seed=Expected.SEED,
    workers=Expected.COUNT,
)  # fmt: skip
def advise_call(
    record: Record, *, calls: int | None = None, games: int | None = None, look: int = LOOK, seed: int = 0,
    workers: int | None = None, progress: Progress | None = None,
) -> AuctionAdvice:  # fmt: skip
    """Advise a seat on its next call, from what this seat can know: its own hand and the calls so far.

    After each legal call, careful players finish the auction and play the game (RULINGS: at the table). The
    players bid and play as in ``simulate``. The unseen cards are dealt at random. A deal that the advised
    seat can exclude is not used. All calls are tried on the same deals.

    Args:
        record: the record. Of its hands, only the hand of the advised seat is used.
        calls: how many calls of the record have been made. The seat that calls next gets the advice. Default:
            all calls.
        games: number of games after each call. Default: as many as fit into about five seconds of one
            processor core, but fewer games after calls that are clearly worse than the best call.
        look: largest number of layouts that a player samples at each turn. To judge a bid with open
            cards, a player samples at most 64 layouts.
        seed: seed of the layouts and games. The figures do not depend on the number of workers.
        workers: number of threads. Default: one for each core of the machine.
        progress: function that is called when games are done.

    Raises:
        ValueError: the card game has no auction, the record has fewer calls than ``calls``, the auction has
            ended, a necessary fact is unknown, or no layout fits the calls.

    >>> from kranalyze import new_record
    >>> record = new_record(deal="N:AKQ.AKQ.. - - -", dealer="N", auction="gut gut gut")
    >>> found = advise_call(record, games=10, look=16)
    >>> [call.text() for call in found.best], found.of("koenigmord").careful.mean
    (['koenigmord'], 210.0)
    """
    known = auction_knowledge(record, len(record.auction) if calls is None else calls)
    rounds = _Rounds(known, look, seed, workers, progress)
    if games is not None:
        rounds.play_layouts(games)
    else:
        rounds.play_within(_BUDGET)
    return AuctionAdvice(known, rounds.advice())


class _Outcome(NamedTuple):
    """The result of one game: the game that followed one call on one layout of the unseen cards.

    Attributes:
        paid: what the advised seat is paid, in units of the game. The number is negative if the seat pays.
        is_declarer: whether the advised seat became declarer or second declarer.
    """

    paid: int
    is_declarer: bool


class _Rounds:
    """Plays games after each legal call, in rounds. Each round has new layouts of the unseen cards.

    Attributes:
        played: number of layouts that were played so far.
        milliseconds: estimated time of all auctions and games so far, in milliseconds of one processor core.
    """

    def __init__(
        self, known: AuctionKnowledge, look: int, seed: int, workers: int | None, progress: Progress | None
    ) -> None:
        """Prepare the games. The arguments are those of ``advise_call``."""
        self.played = 0
        self.milliseconds = 0.0
        self._known = known
        self._look = look
        self._seed = seed
        self._workers = workers
        self._progress = progress
        self._games = 0
        self._judged: set[JudgedHand] = set()
        self._extremes: tuple[int, int] | None = None
        self._outcomes: dict[Call, list[_Outcome]] = {call: [] for call in legal_calls(known)}
        self._pending = list(self._outcomes)

    def play_within(self, milliseconds: float) -> None:
        """Play a round, and then more rounds as long as their estimated time fits into ``milliseconds``.

        Stop earlier if only one call may still be best, or after ``_MOST`` layouts.
        """
        count = _FIRST
        while count > 0:
            self.play_layouts(count)
            left = milliseconds - self.milliseconds
            self._pending = [call for call in self._pending if self._may_be_best(call)]
            cost = self.milliseconds / self.played
            count = min(self.played, int(left / cost), _MOST - self.played)
            if len(self._pending) < 2 and self.played >= _ENOUGH:
                break

    def play_layouts(self, count: int) -> None:
        """Play ``count`` new layouts after each pending call. A call is pending if it may still be best."""
        known = self._known
        columns = known.drawn_columns(self._seed, self.played, count)
        deals = [Deal((n, e, s, w), talon) for n, e, s, w, talon in zip(*columns, strict=True)]
        points = [self._puts(deal) for deal in deals]
        paid = self._play_games_for_payments(columns, points)
        for call in self._pending:
            outcomes = self._outcomes[call]
            for layout, by_call in enumerate(points):
                point = by_call[call]
                if point is None:
                    outcomes.append(_Outcome(0, False))
                    continue
                seats = (point.question.declarer, point.question.second)
                outcomes.append(_Outcome(paid[layout, point], known.seat in seats))
        self.played += count
        amounts = [outcome.paid for outcomes in self._outcomes.values() for outcome in outcomes]
        self._extremes = (min(amounts), max(amounts))

    def _puts(self, deal: Deal) -> dict[Call, StartingPoint | None]:
        """Return for each pending call the starting point of the game that follows on the layout ``deal``.

        None: all seats pass, so no game follows.
        """
        known = self._known
        bidders = CarefulBidders(known.game, deal.masks, known.forehand, (self._look,) * 4)
        points: dict[Call, StartingPoint | None] = {}
        trump = number_of_suit(known.trump)
        for call in self._pending:
            auction = bidders.auction_after(known.calls, trump)
            made = bidders.make_call(auction, known.calls, call)
            bid = bidders.finish_auction(auction, made, trump)
            is_played = bid.contract is not None
            points[call] = starting_point(known.game, deal, bid, known.forehand) if is_played else None
        for judged in bidders.judged - self._judged:
            self.milliseconds += judging_milliseconds(
                known.game, judged.contract, judged.look, judged.is_double
            )
        self._judged |= bidders.judged
        return points

    def _play_games_for_payments(
        self, columns: Sequence[array[int]], starting_points: Sequence[dict[Call, StartingPoint | None]]
    ) -> dict[tuple[int, StartingPoint], int]:
        """Play the games of some layouts, and return what the advised seat is paid in each game.

        If several calls lead to the same game in a layout, this game is played only once.

        Args:
            columns: the layouts, as five columns of card masks: N, E, S, W and the talon.
            starting_points: for each layout a mapping from each call to the starting point of the game that
                follows. None: no game follows.

        Returns:
            A dict from pairs (index of the layout, starting point of the game) to payments.
        """
        known = self._known
        wanted = {
            (layout, point): None
            for layout, by_call in enumerate(starting_points)
            for point in by_call.values()
            if point
        }
        ids = [contract.id for contract in known.game.contracts]
        order = sorted(wanted, key=lambda item: ids.index(item[1].question.contract.id))
        paid: dict[tuple[int, StartingPoint], int] = {}
        for _, group in groupby(order, lambda item: item[1].question.contract):
            items = list(group)
            layouts = [layout for layout, _ in items]
            hands = [array("I", [column[layout] for layout in layouts]) for column in columns]
            games = play_careful(
                [point for _, point in items], len(items), hands=hands[:4],
                talon=hands[4] if known.game.talon else None, which=array("I", range(len(items))),
                look=self._look, seed=self._seed, first=self._games, workers=self._workers,
                progress=self._counted,
            )  # fmt: skip
            self._games += len(items)
            for item, amount in zip(items, settlements_of(games, known.seat), strict=True):
                if amount is None:
                    raise ValueError("a layout does not allow the contract")
                paid[item] = amount
            of_looks = estimate_milliseconds_at_look_1(games, known.game, items[0][1].question)
            self.milliseconds += 0.02 * len(items) + self._look * of_looks
        return paid

    def _counted(self, done: int, _total: int | None) -> None:
        """Report ``done`` games to the caller's ``progress``, with None as total.

        The total is unknown, because later rounds play more games.
        """
        if self._progress is not None:
            self._progress(done, None)

    def _may_be_best(self, call: Call) -> bool:
        """Return whether a call may still turn out to have the greatest mean payment."""
        if self.played < _ENOUGH:
            return True
        lows = [self._figures(other).mean_interval[0] for other in self._outcomes]
        return self._figures(call).mean_interval[1] >= max(lows)

    def _figures(self, call: Call) -> TableFigures:
        """Return how often games after a call were won so far, and the mean payment in these games."""
        figures = figures_of_payments([outcome.paid for outcome in self._outcomes[call]], self._look)
        return replace(figures, extremes=self._extremes)

    def advice(self) -> tuple[CallAdvice, ...]:
        """Return the results of all calls, the greatest mean payment first."""
        figures = {call: self._figures(call) for call in self._outcomes}
        top = max(one.mean for one in figures.values())
        advice = []
        for call, outcomes in self._outcomes.items():
            declared = [outcome for outcome in outcomes if outcome.is_declarer]
            made = sum(outcome.paid > 0 for outcome in declared)
            advice.append(
                CallAdvice(call, figures[call], figures[call].mean == top, len(declared), made)
            )
        return tuple(sorted(advice, key=lambda choice: -figures[choice.call].mean))


def legal_calls(known: AuctionKnowledge) -> list[Call]:
    """Return all calls that the seat may make.

    A bid that equals the last bid names a trump. List such a bid once for each trump that it may name.
    """
    game = known.game
    hands = [known.hand_mask if seat == known.seat else None for seat in Seat]
    auction = OpenAuction(game, known.forehand, hands, number_of_suit(known.trump))
    for call in known.calls:  # a bid without a suit gets suit 0: the legal calls are the same for all suits
        suit = 0 if call.trump is None and game.bidding.ties else number_of_suit(call.trump)
        auction.take(call_number(game, call), suit)
    if auction.is_over:
        return [Call(known.seat, "gut"), Call(known.seat, DOUBLES[auction.contra])]
    texts = (("gut", PASS), ("mit", SECOND))
    calls = [Call(known.seat, text) for text, number in texts if auction.allows(number)]
    for number, contract in enumerate(game.contracts):
        is_tie = auction.contract == number and bool(game.bidding.ties)
        suits: Sequence[int | None] = range(4) if is_tie and contract.trump else (None,)
        calls += [
            Call(known.seat, contract.id, letter_of_suit(suit))
            for suit in suits
            if auction.allows(number, suit)
        ]
    return calls
