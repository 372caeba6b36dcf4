"""One game: tricks, points and settlement as played, what the deal was worth, and the verdict."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from kranalyze.analysis.bids import Bids
from kranalyze.analysis.costs import Judged, Worths, ask, judge
from kranalyze.analysis.outlook import Outlook
from kranalyze.analysis.replay import Replay, Turn
from kranalyze.answers.best import BestBid, choices
from kranalyze.answers.measure import NOBODY, Four
from kranalyze.core import calls as core
from kranalyze.core.task import Task
from kranalyze.frozen import frozen
from kranalyze.games.played import counting
from kranalyze.kpn import KpnError, Record
from kranalyze.kpn.errors import Severity

#: Verdicts by (makeable, made).
VERDICTS = {(True, True): "made", (False, True): "gift", (True, False): "lost", (False, False): "hopeless"}


@frozen
class Analysed:
    """A record and what came of it; what is not known or does not apply is None.

    Attributes:
        replay: the record followed card by card, None if too little is known of it.
        cards: every card played, judged.
        tricks, points: by seat, as far as the game was played.
        value: of the contract before the first card (anrufen3: before the discard), in its own measure.
        guarantee: what seats could force then (RULINGS: of more than two parties only some).
        payoff: the settlement under best play from there.
        makeable, made: whether the declarer could have got, and got, a settlement above 0.
        cost_discard: what the discard cost the declarer, who has the best one to choose.
        best: the contract that would have paid the declarer most.
        passed: by seat the best makeable contract above the one played that it could have bid.
        bids: what bids were worth on the hands alone, None if that was not asked.
        problem: why it is not analysed.
    """

    record: Record
    replay: Replay | None = None
    cards: tuple[Judged, ...] = ()
    tricks: Four = NOBODY
    points: Four = NOBODY
    value: int | None = None
    guarantee: Four = NOBODY
    payoff: Four = NOBODY
    makeable: bool | None = None
    made: bool | None = None
    cost_discard: int | None = None
    best: BestBid | None = None
    passed: tuple[BestBid | None, ...] = (None, None, None, None)
    bids: Bids | None = None
    problem: KpnError | None = None

    @property
    def verdict(self) -> str | None:
        """``made``, ``gift``, ``lost`` or ``hopeless``; None while the game is open, or without declarer."""
        if self.makeable is None or self.made is None:
            return None
        return VERDICTS[self.makeable, self.made]

    @property
    def given_away(self) -> tuple[int, int, int, int]:
        """What the cards and announcements of each seat cost."""
        totals = [0, 0, 0, 0]
        for card in self.cards:
            totals[card.move.seat] += card.given_away
        n, e, s, w = totals
        return n, e, s, w

    def role(self, seat: int) -> str:
        """``declarer`` (a second one too), ``partner``, ``defender``, or ``alone`` where nobody declares."""
        record, question = self.record, self.record.question
        return role_of(seat, record.declarer, record.second, None if question is None else question.partner)


def role_of(seat: int, declarer: int | None, second: int | None, partner: int | None) -> str:
    """What a seat is in a game with such a declarer, second one and partner; see ``Analysed.role``."""
    if declarer is None:
        return "alone"
    if seat in (declarer, second):
        return "declarer"
    return "partner" if seat == partner else "defender"


@dataclass(slots=True)
class _Job:
    """A record on its way to the core and back."""

    record: Record
    replay: Replay | None = None
    turns: list[Turn] = field(default_factory=list)
    outlook: Outlook | None = None
    problem: KpnError | None = None


def analysed(records: Iterable[Record], best: bool = True) -> list[Analysed]:
    """Analyse records; all positions of all of them are solved together.

    Args:
        best: look for the best contract and those passed up too.
    """
    jobs = [_begun(record) for record in records]
    asked = Worths()
    for job in jobs:
        ask(job.turns, asked)
        if job.outlook is not None:
            job.outlook.ask(asked)
    try:
        asked.solve()
    except ValueError as error:
        if len(jobs) == 1:
            problem = _problem(jobs[0].record, f"cannot be solved: {error}", "error")
            return [Analysed(jobs[0].record, problem=problem)]
        return [one for job in jobs for one in analysed([job.record], best)]
    before = _before_discarding(jobs)
    found = [_finished(job, best, asked) for job, best in zip(jobs, before, strict=True)]
    return choices_added(found) if best else found


def _begun(record: Record) -> _Job:
    question = record.question
    if record.contract is None:
        return _Job(record)
    if question is None:
        message = "declarer, called card or trump is not known: not analysed"
        return _Job(record, problem=_problem(record, message))
    if question.contract.goal.as_dealt:
        return _Job(record)
    try:
        replay = Replay(record, question)
    except ValueError as error:
        return _Job(record, problem=_problem(record, f"{error}: not analysed"))
    return _Job(record, replay, list(replay.turns()), Outlook(replay, replay.point(0), 0))


def _problem(record: Record, message: str, severity: Severity = "warning") -> KpnError:
    return KpnError(record.file, record.line, 1, severity, message, record.index)


def _before_discarding(jobs: Sequence[_Job]) -> list[int | None]:
    """The values of the best discard where there is one (RULINGS: anrufen3)."""
    asking: dict[Task, list[int]] = {}
    for i, job in enumerate(jobs):
        if job.replay is not None and job.record.game_row.talon:
            task = replace(job.replay.opening.base, talon_to=job.replay.question.leader)
            asking.setdefault(task, []).append(i)
    values: list[int | None] = [None] * len(jobs)
    for task, places in asking.items():
        deals = [deal for i in places if (deal := jobs[i].record.deal) is not None]
        n, e, s, w = (array("I", [deal.masks[seat] for deal in deals]) for seat in range(4))
        talon = array("I", [deal.talon for deal in deals])
        for i, value in zip(
            places, core.solve_columns((n, e, s, w), talon, len(deals), [task], [0]).values, strict=True
        ):
            values[i] = value
    return values


def _finished(job: _Job, best: int | None, asked: Worths) -> Analysed:
    """What came of a record; ``best`` is the value of the best discard where there is one."""
    record = job.record
    tricks, points = _as_played(record)
    made = None
    if record.settlement is not None and record.declarer is not None:
        made = record.settlement[record.declarer] > 0
    game = Analysed(record, job.replay, tricks=tricks, points=points, made=made, problem=job.problem)
    if job.outlook is None:
        return _as_dealt(game)
    found, cost = job.outlook.worth(asked, best), None
    if best is not None and record.declarer is not None:
        forced, left = found.payoff, job.outlook.worth(asked).payoff
        cost = (forced[record.declarer] or 0) - (left[record.declarer] or 0)
    return replace(
        game,
        cards=tuple(judge(job.turns, asked)),
        value=found.value,
        guarantee=found.guarantee,
        payoff=found.payoff,
        makeable=found.makeable,
        cost_discard=cost,
    )


def _as_dealt(game: Analysed) -> Analysed:
    """A contract that is won as dealt needs no play (RULINGS: bauernschnapsen)."""
    question, settlement = game.record.question, game.record.settlement
    if question is None or not question.contract.goal.as_dealt or settlement is None:
        return game
    return replace(game, value=1, guarantee=settlement, payoff=settlement, makeable=True)


def _as_played(record: Record) -> tuple[Four, Four]:
    """Tricks and points of each seat; marriages count where they count for the settlement."""
    facts, question = record.facts, record.question
    if facts is None or question is None:
        return NOBODY, NOBODY
    tricks, points = [0, 0, 0, 0], [0, 0, 0, 0]
    for winner, worth in zip(facts.winners, facts.points, strict=True):
        tricks[winner] += 1
        points[winner] += worth
    for marriage in counting(question, facts):
        if question.contract.goal.own_marriages and marriage.seat != question.declarer:
            continue
        points[marriage.seat] += marriage.points
    seats = record.game_row.seats
    nobody = (None,) * (4 - seats)
    return (*tricks[:seats], *nobody), (*points[:seats], *nobody)


def choices_added(games: Sequence[Analysed]) -> list[Analysed]:
    """Games with the declarer's best contract, and those that others passed up."""
    found = choices([game.record for game in games])
    return [replace(game, best=one.best, passed=one.passed) for game, one in zip(games, found, strict=True)]
