"""One game: tricks, points and settlement as played, what the deal was worth, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kranalyze.analysis.bids import Bids
from kranalyze.analysis.costs import Judged, Worths, ask, judge
from kranalyze.analysis.replay import Pair, Replay, Turn
from kranalyze.answers.best import BestBid, choices
from kranalyze.answers.measure import NOBODY, Four, Sought
from kranalyze.core import calls as core
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
        could: by seat the makeable contract that would have paid it most, of all that the declarer could have
            bid, of those above the one played that others could.
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
    could: tuple[BestBid | None, ...] = (None, None, None, None)
    bids: Bids | None = None
    problem: KpnError | None = None

    @property
    def verdict(self) -> str | None:
        """``made``, ``gift``, ``lost`` or ``hopeless``; None while the game is open, or without declarer."""
        if self.makeable is None or self.made is None:
            return None
        return VERDICTS[self.makeable, self.made]

    @property
    def best(self) -> BestBid | None:
        """The contract that would have paid the declarer most."""
        return None if self.record.declarer is None else self.could[self.record.declarer]

    @property
    def passed(self) -> tuple[BestBid | None, ...]:
        """By seat the best makeable contract above the one played that it could have bid."""
        return tuple(None if s == self.record.declarer else one for s, one in enumerate(self.could))

    @property
    def given_away(self) -> tuple[int, ...]:
        """What the cards and announcements of each seat cost."""
        return tuple(sum(c.given_away for c in self.cards if c.move.seat == seat) for seat in range(4))

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


#: A game with its turns, and what has to be asked to know what its contract is worth.
_Job = tuple[Analysed, list[Turn], dict[Sought, Pair]]


def analysed(records: Iterable[Record], best: bool = True) -> list[Analysed]:
    """Analyse records; all positions of all of them are solved together.

    Args:
        best: look for the best contract and those passed up too.
    """
    jobs = [_begun(record) for record in records]
    asked = Worths()
    for _, turns, outlook in jobs:
        ask(turns, asked)
        asked.ask(*outlook.values())
    try:
        asked.solve()
    except ValueError as error:
        if len(jobs) == 1:
            record = jobs[0][0].record
            return [Analysed(record, problem=_problem(record, f"cannot be solved: {error}", "error"))]
        return [one for game, _, _ in jobs for one in analysed([game.record], best)]
    games = [_finished(*job, asked) for job in jobs]
    if not best:
        return games
    could = choices([game.record for game in games])
    return [replace(game, could=seats) for game, seats in zip(games, could, strict=True)]


def _begun(record: Record) -> _Job:
    """A game as it was played, laid out for the core if it can be followed card by card."""
    question, paid = record.question, record.settlement
    tricks, points = _as_played(record)
    made = None if paid is None or record.declarer is None else paid[record.declarer] > 0
    game = Analysed(record, tricks=tricks, points=points, made=made)
    if record.contract is None:
        return game, [], {}
    if question is None:
        message = "declarer, called card or trump is not known: not analysed"
        return replace(game, problem=_problem(record, message)), [], {}
    if question.contract.goal.as_dealt:
        if paid is not None:
            game = replace(game, value=1, guarantee=paid, payoff=paid, makeable=True)
        return game, [], {}
    try:
        replay = Replay(record, question)
    except ValueError as error:
        return replace(game, problem=_problem(record, f"{error}: not analysed")), [], {}
    return replace(game, replay=replay), list(replay.turns()), replay.outlook(replay.point(0), 0)


def _problem(record: Record, message: str, severity: Severity = "warning") -> KpnError:
    return KpnError(record.file, record.line, 1, severity, message, record.index)


def _finished(game: Analysed, turns: Sequence[Turn], outlook: dict[Sought, Pair], asked: Worths) -> Analysed:
    """What came of a record; where cards are laid away all is judged by the best discard."""
    replay, declarer = game.replay, game.record.declarer
    if replay is None:
        return game
    measure, cost = replay.opening, None
    found = asked.foreseen(measure, outlook)
    if measure.game.talon and game.record.deal is not None and declarer is not None:
        task = replace(measure.base, talon_to=replay.question.leader)
        value = core.solve_columns(*core.columns([game.record.deal]), 1, [task], [0]).values[0]
        left, found = found, measure.foreseen({("value", 0): value})
        cost = (found.payoff[declarer] or 0) - (left.payoff[declarer] or 0)
    cards = tuple(judge(turns, asked))
    return replace(game, cards=cards, cost_discard=cost, **found._asdict())


def _as_played(record: Record) -> tuple[Four, Four]:
    """Tricks and points of each seat; marriages count where they count for the settlement."""
    facts, question = record.facts, record.question
    if facts is None or question is None:
        return NOBODY, NOBODY
    seats = record.game_row.seats
    tricks, points = [0] * seats, [0] * seats
    for winner, worth in zip(facts.winners, facts.points, strict=True):
        tricks[winner] += 1
        points[winner] += worth
    own = question.contract.goal.own_marriages
    for marriage in counting(question, facts):
        points[marriage.seat] += 0 if own and marriage.seat != question.declarer else marriage.points
    return (*tricks, *NOBODY[seats:]), (*points, *NOBODY[seats:])
