"""Let careful players play the contracts of a hand in random layouts.

RULINGS defines careful players in the section "At the table". A layout is a way to deal the cards that are
not known. At each turn a careful player samples layouts to judge its cards. ``look`` is the maximum number of
these layouts. Table figures are the results of the games: how many games were won, and the settlements.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from kranalyze.answers.attable import (
    TableFigures,
    estimate_milliseconds_at_look_1,
    figures_of,
    settlements_if_only_two,
)
from kranalyze.answers.forehand import find_trump_of_best_contract, keep_trumps_forehand_can_name
from kranalyze.answers.plan import Plan
from kranalyze.answers.settled import SettledRows
from kranalyze.cards import Card, number_of_suit
from kranalyze.core.arrow import int_array, series_of_array
from kranalyze.core.careful import LOOK, CarefulGames, StartingPoint, play_careful
from kranalyze.games import Contract
from kranalyze.games.question import contract_deciding_trump
from kranalyze.hand.asking import HandQuery
from kranalyze.hand.figures import WIDTH
from kranalyze.parallel import Progress

#: Number of games of each contract in the first round. ``figures_within`` plays games in rounds.
_FIRST = 8

#: Number of layouts that must be tried for a contract before the contract can be judged worse than another.
_ENOUGH = 64


class FixedChoice(Protocol):
    """An object with a called card and a trump, which the declarer chooses before seeing the layout.

    ``Choice`` fits this protocol.
    """

    @property
    def call(self) -> Card | None:
        """The called card. None: no card is called."""

    @property
    def trump(self) -> str | None:
        """The letter of the trump suit. None: no trump, or the other side names the trump."""


class ContractGames:
    """The games that careful players play with a hand in one contract.

    Attributes:
        figures: results of the games so far. None: none of the layouts tried so far allowed the contract.
        played: how many layouts have been tried. If a layout allows the contract, a game is played in it.
        milliseconds: estimated time of all games so far, in milliseconds of one processor core.
    """

    def __init__(self, query: HandQuery, contract: Contract, choice: FixedChoice, look: int) -> None:
        """Prepare the games of a contract. No game is played yet.

        Args:
            query: the hand, its seat, and the known cards of other seats.
            contract: the contract.
            choice: the called card and the trump that the declarer has chosen.
            look: maximum number of layouts that a player samples to judge its cards at a turn.
        """
        self.figures: TableFigures | None = None
        self.played = 0
        self.milliseconds = 0.0
        self._query = query
        self._contract = contract
        self._look = look
        called = None if choice.call is None else choice.call.number
        called_cards = 0 if called is None else 1 << called
        questions = [
            question
            for question in query.questions([contract])
            if choice.trump in (None, question.trump)
            and (question.callable_mask is None or question.callable_mask & called_cards)
        ]
        # A question is a contract with its declarer, leader, trump and partner. If two questions differ only
        # by the partner, keep one of them, because the layout decides who is the partner.
        by_trump = {question.trump: question for question in reversed(questions)}
        self._trumps = [number_of_suit(trump) for trump in by_trump]
        self._starting_points = [
            StartingPoint(query.game, q, called, query.forehand) for q in by_trump.values()
        ]
        self._settlements = settlements_if_only_two(query.game, questions, query.seat)

    @property
    def has_settlement(self) -> bool:
        """Whether the contract has a settlement. A contract without a settlement is not played."""
        return self._contract.stake != "none"

    def play(
        self, columns: Sequence[array[int]], seed: int, workers: int | None, progress: Progress | None
    ) -> None:
        """Play a game in each of the next layouts, and add the results to ``figures``.

        Args:
            columns: the next layouts, as columns N E S W and talon (type ``I``).
            seed: seed of the series of games.
            workers: number of threads. Default: one for each core of the machine.
            progress: function that is called each time some games are done.
        """
        query = self._query
        count = len(columns[0])
        which = self._starting_point_index_by_layout(columns) if len(self._starting_points) > 1 else None
        games = play_careful(
            self._starting_points, count, hands=columns[:4],
            talon=columns[4] if query.game.talon else None, which=which,
            look=self._look, seed=seed, first=self.played, workers=workers, progress=progress,
        )  # fmt: skip
        figures = figures_of(games, query.seat, self._look, self._settlements)
        if figures is not None:
            self.figures = figures if self.figures is None else self.figures + figures
        self.played += count
        self.milliseconds += self._estimate_milliseconds(games)

    @property
    def milliseconds_per_game(self) -> float:
        """Estimated milliseconds for a game of this contract, on one processor core.

        The estimate is the mean over the layouts tried so far. Before the first layout, the estimate is for a
        game in which all cards are played.
        """
        if self.played:
            return self.milliseconds / self.played
        game = self._query.game
        longest = array("B", [game.size * game.seats])
        return self._estimate_milliseconds(CarefulGames(1, {"cards": longest, "state": array("B", [0])}))

    def _estimate_milliseconds(self, games: CarefulGames) -> float:
        """Return an estimate of how many milliseconds some games take, on one processor core.

        The estimate for a game in which no card is played is 0.02 milliseconds.
        """
        of_looks = estimate_milliseconds_at_look_1(games, self._query.game, self._starting_points[0].question)
        return 0.02 * games.count + self._look * of_looks

    def _starting_point_index_by_layout(self, columns: Sequence[array[int]]) -> array[int]:
        """Return for each layout the index (in ``_starting_points``) of the starting point of its game.

        The starting points differ in their trump: the suit that forehand names before the auction. Forehand
        names the suit in which its own Rufer is best. Which suit is best depends on the layout.
        """
        query = self._query
        rufer = contract_deciding_trump(query.game, self._contract)
        assert rufer is not None
        n, e, s, w, talon = columns
        plan = Plan(query.game, chosen_questions=query.questions([rufer], query.forehand))
        rows = SettledRows(plan, (n, e, s, w), talon, len(n)).frame_of_solved_deals().filter("biddable")
        held = series_of_array(int_array("I", columns[query.forehand], len(n)), "held")
        rows = keep_trumps_forehand_can_name(rows, query.game, held.to_frame().with_row_index("deal"))
        trumps = dict(find_trump_of_best_contract(rows).rows())
        return array("I", [self._trumps.index(trumps[deal]) for deal in range(len(n))])


def table_figures(
    query: HandQuery, choices: Mapping[Contract, FixedChoice], *, games: int, look: int = LOOK, seed: int = 0,
    workers: int | None = None, progress: Progress | None = None,
) -> dict[Contract, TableFigures]:  # fmt: skip
    """Play games of a hand in some contracts, and return the results by contract.

    All contracts are played in the same random layouts. The result has no entry for a contract without a
    settlement, and no entry for a contract that none of the layouts allows.

    Args:
        query: the hand, its seat, and the known cards of other seats.
        choices: for each contract the called card and trump that the declarer has chosen.
        games: number of layouts to try for each contract. A game is played in each layout that allows the
            contract.
        look: maximum number of layouts that a player samples to judge its cards at a turn.
        seed: seed of the layouts and games.
        workers: number of threads. Default: one for each core of the machine. The figures do not depend on
            this number.
        progress: function that is called each time some games are done.

    Raises:
        ValueError: a number is out of range, or a game cannot be solved.

    >>> from kranalyze.hand.figures import Choice
    >>> from kranalyze.cards import parse_hand
    >>> from kranalyze.games import GAMES
    >>> query = HandQuery(GAMES["graden"], parse_hand("AKQ.AKQ.."))
    >>> koenigmord = query.game.contract("koenigmord")
    >>> found = table_figures(query, {koenigmord: Choice(None, None, 1, 1, 210)}, games=20)[koenigmord]
    >>> found.share, found.mean
    (1.0, 210.0)
    """
    contests = _contests(query, choices, look)
    columns = query.columns(0, games, seed)
    for contest in contests.values():
        contest.play(columns, seed, workers, _without_total(progress))
    return _figures(contests)


def figures_within(
    query: HandQuery, choices: Mapping[Contract, FixedChoice], *, milliseconds: float,
    most: int | None = None, look: int = LOOK, seed: int = 0, workers: int | None = None,
    progress: Progress | None = None,
) -> dict[Contract, TableFigures]:  # fmt: skip
    """Play as many games as fit into an estimated time. Return the results by contract.

    Games are played in rounds. Later rounds have more games of each contract. If several contracts may still
    be the best contract, the next round has only games of these contracts. Otherwise the next round has games
    of the contracts whose share of won games has a wide confidence interval. The time is not measured, but
    estimated from the cards that were played. So the results are the same on every machine.

    Args:
        query, choices, look, seed, workers, progress: as for ``table_figures``.
        milliseconds: estimated time for all contracts together, in milliseconds of one processor core.
        most: maximum number of games of each contract. None: only the time limits the games.
    """
    contests = _contests(query, choices, look)
    while pending := _pending(list(contests.values())):
        left = milliseconds - sum(contest.milliseconds for contest in contests.values())
        counts = [max(contest.played, _FIRST) for contest in pending]
        if most is not None:
            counts = [min(count, most - one.played) for count, one in zip(counts, pending, strict=True)]
        times = (contest.milliseconds_per_game for contest in pending)
        wanted = sum(time * count for count, time in zip(counts, times, strict=True))
        if left < wanted:
            least = 0 if any(contest.played for contest in pending) else 1
            counts = [max(least, int(count * left / wanted)) for count in counts]
        if not any(count > 0 for count in counts):
            break
        for contest, count in zip(pending, counts, strict=True):
            if count > 0:
                columns = query.columns(contest.played, count, seed)
                contest.play(columns, seed, workers, _without_total(progress))
    return _figures(contests)


def _pending(contests: Sequence[ContractGames]) -> list[ContractGames]:
    """Return the contracts that have games in the next round.

    If several contracts may be the best contract, return these contracts. Otherwise return all contracts
    whose share of won games has a wide confidence interval.
    """
    candidates = [contest for contest in contests if _may_be_best(contest, contests)]
    if len(candidates) > 1:
        return candidates
    return [contest for contest in contests if _share_is_uncertain(contest)]


def _contests(
    query: HandQuery, choices: Mapping[Contract, FixedChoice], look: int
) -> dict[Contract, ContractGames]:
    """Return for each contract an object that plays its games. Leave out contracts without a settlement."""
    contests = {
        contract: ContractGames(query, contract, choice, look) for contract, choice in choices.items()
    }
    return {contract: contest for contract, contest in contests.items() if contest.has_settlement}


def _figures(contests: Mapping[Contract, ContractGames]) -> dict[Contract, TableFigures]:
    """Return the results of the games by contract. Leave out contracts of which no game was played."""
    return {
        contract: contest.figures for contract, contest in contests.items() if contest.figures is not None
    }


def _share_is_uncertain(contest: ContractGames) -> bool:
    """Return whether a contract's share of won games is still uncertain.

    The share is uncertain if its 95% interval is wider than ``WIDTH``. If no layout so far has allowed the
    contract, the share is uncertain until ``_ENOUGH`` layouts have been tried.
    """
    if contest.figures is None:
        return contest.played < _ENOUGH
    low, high = contest.figures.interval
    return high - low > WIDTH


def _may_be_best(contest: ContractGames, contests: Iterable[ContractGames]) -> bool:
    """Return whether a contract may have the best mean of all contracts, and needs more games.

    Every contract needs games until ``_ENOUGH`` layouts have been tried. After that, a contract needs no
    more games if no layout allowed the contract. It also needs no more games if its share of won games is
    certain enough (see ``_share_is_uncertain``).
    """
    if contest.figures is None or contest.played < _ENOUGH:
        return contest.played < _ENOUGH
    lows = [other.figures.mean_interval[0] for other in contests if other.figures is not None]
    return _share_is_uncertain(contest) and contest.figures.mean_interval[1] >= max(lows)


def _without_total(progress: Progress | None) -> Progress | None:
    """Return a function that calls ``progress`` without a total. Return None if ``progress`` is None.

    The function drops the total that ``ContractGames.play`` reports, because this total counts only the
    games of one contract in one round.
    """
    if progress is None:
        return None
    return lambda done, _total: progress(done, None)
