"""One game: what every card cost, what the deal was worth, how it ended, and the verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from kranalyze.analysis.bids import Bids
from kranalyze.analysis.replay import Pair, Point, Replay, Turn
from kranalyze.answers.best import BestBid, choices
from kranalyze.answers.plan import NOBODY, Foreseen, Four, Measure, Sought
from kranalyze.core import calls as core
from kranalyze.core.calls import Worth
from kranalyze.games import Question
from kranalyze.games.played import counting
from kranalyze.kpn import KpnError, Move, Record
from kranalyze.kpn.record import Severity
from kranalyze.show.text import listed, signed

if TYPE_CHECKING:
    from kranalyze.known.advice import Advice


@dataclass(frozen=True, slots=True)
class Judged:
    """A card of a record and what it was worth, in settlements of the seat that played it.

    Attributes:
        point: where it was chosen, None if the position is not known; then nothing else is.
        worths: the cards that could be played, lowest number first, with what the mover could force after
            each.
        before, after: what he could force before the card and after it.
        cost: what the card gave away.
        best: the cards that cost nothing, lowest number first.
        mark: ``?`` it cost something, ``??`` it changed who wins, else empty.
        cost_announce: what his declarations and announcements, or the lack of one, cost.
        gain_announce: by how much what he said changed what he could force.
        single: what to play on what the player could know, None if that was not asked or he had no choice.
        verdict: of the card on that, see `kranalyze.known.advice.verdict`.
    """

    move: Move
    point: Point | None = None
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

    @property
    def change(self) -> str:
        """From what to what the card changed what the mover could force, ``+40 to -120``."""
        return " to ".join(filter(None, map(signed, (self.before, self.after))))

    @property
    def turned(self) -> Literal["lost", "won"] | None:
        """Whether with this card the contract was lost, or became makeable; None among more parties."""
        if self.mark != "??" or self.point is None or self.point.measure.parties:
            return None
        return "lost" if self.point.measure.base.side >> self.move.seat & 1 else "won"


@dataclass(frozen=True, slots=True)
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
        best: the makeable contract that would have paid the declarer most.
        passed: by seat the best of those above the one played that it could have bid, but for the declarer;
            empty where other contracts were not looked for.
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
    passed: tuple[BestBid | None, ...] = ()
    bids: Bids | None = None
    problem: KpnError | None = None

    @property
    def verdict(self) -> str | None:
        """``made``, ``gift``, ``lost`` or ``hopeless``; None while the game is open, or without declarer."""
        if self.makeable is None or self.made is None:
            return None
        return ("made", "gift", "lost", "hopeless")[2 * (not self.made) + (not self.makeable)]

    @property
    def given_away(self) -> tuple[int, ...]:
        """What the cards and announcements of each seat cost."""
        costs = [(c.move.seat, (c.cost or 0) + (c.cost_announce or 0)) for c in self.cards]
        return tuple(sum(cost for seat, cost in costs if seat == mine) for mine in range(4))


def role_of(seat: int, question: Question | None) -> str:
    """``declarer`` (a second one too), ``partner``, ``defender``, or ``alone`` where nobody declares."""
    if question is None or question.declarer is None:
        return "alone"
    if seat in (question.declarer, question.second):
        return "declarer"
    return "partner" if seat == question.partner else "defender"


def analysed(records: Iterable[Record], best: bool = True) -> list[Analysed]:
    """Analyse records, with ``best`` the best contract and those passed up; all positions solved together."""
    games = [_begun(record) for record in records]
    every = [[] if game.replay is None else list(game.replay.turns()) for game in games]
    outlooks = [{} if game.replay is None else game.replay.outlook(game.replay.point(0), 0) for game in games]
    chosen = [turn.point.pair for turns in every for turn in turns if turn.point is not None]
    said = [one.pair for turns in every for turn in turns for one in turn.options]
    try:
        worths = solved([*said, *(pair for outlook in outlooks for pair in outlook.values())], chosen)
    except ValueError as error:
        if len(games) == 1:
            record = games[0].record
            return [Analysed(record, problem=_problem(record, f"cannot be solved: {error}", "error"))]
        return [one for game in games for one in analysed([game.record], best)]
    could = choices([game.record for game in games]) if best else []
    for i, (game, turns, outlook) in enumerate(zip(games, every, outlooks, strict=True)):
        record, replay, cost = game.record, game.replay, None
        if best and record.deal is not None and record.deal.complete:
            passed = tuple(None if seat == record.declarer else one for seat, one in enumerate(could[i]))
            own = None if record.declarer is None else could[i][record.declarer]
            games[i] = game = replace(game, best=own, passed=passed)
        if replay is None:
            continue
        measure, found = replay.opening, foreseen(replay.opening, outlook, worths)
        if measure.game.talon and record.deal is not None and record.declarer is not None:
            # Where cards are laid away all is judged by the best discard.
            task = replace(measure.base, talon_to=replay.question.leader)
            value = core.solve_columns(*core.columns([record.deal]), 1, [task], [0]).values[0]
            left, found = found, measure.foreseen({("value", 0): value})
            cost = (found.payoff[record.declarer] or 0) - (left.payoff[record.declarer] or 0)
        games[i] = replace(game, cards=tuple(judge(turns, worths)), cost_discard=cost, **found._asdict())
    return games


def _begun(record: Record) -> Analysed:
    """A game as it was played, with its replay if it can be followed card by card.

    Marriages count among the points where they count for the settlement.
    """
    question, paid, facts, seats = record.question, record.settlement, record.facts, record.game_row.seats
    made = None if paid is None or record.declarer is None else paid[record.declarer] > 0
    game = Analysed(record, made=made)
    if facts is not None and question is not None:
        points = [0] * seats
        for winner, worth in zip(facts.winners, facts.points, strict=True):
            points[winner] += worth
        own = question.contract.goal.own_marriages
        for marriage in counting(question, facts):
            points[marriage.seat] += 0 if own and marriage.seat != question.declarer else marriage.points
        tricks, absent = map(facts.winners.count, range(seats)), NOBODY[seats:]
        game = replace(game, tricks=(*tricks, *absent), points=(*points, *absent))
    if record.contract is None:
        return game
    if question is None:
        return replace(game, problem=_problem(record, f"{_unknown(record)} not known: not analysed"))
    if question.contract.goal.as_dealt:
        return game if paid is None else replace(game, value=1, guarantee=paid, payoff=paid, makeable=True)
    try:
        return replace(game, replay=Replay(record, question))
    except ValueError as error:
        return replace(game, problem=_problem(record, f"{error}: not analysed"))


def _unknown(record: Record) -> str:
    """What is missing for the question that a contract asks, with its verb."""
    contract, missing = record.contract_row, list[str]()
    assert contract is not None
    if contract.makeable_at is not None and record.declarer is None:
        missing.append("the declarer")
    if contract.party == "called" and record.called is None:
        missing.append("the called card")
    if contract.trump and record.trump is None and not record.game_row.calibration:
        missing.append("the trump")
    if record.deal is None:
        missing.append("the deal")
    elif not record.deal.complete:
        missing.append("a hand of the deal")
    if not missing:  # nothing else decides who plays what
        missing.append("the leader to trick 1")
    return f"{listed(missing)} {'is' if len(missing) == 1 else 'are'}"


def _problem(record: Record, message: str, severity: Severity = "warning") -> KpnError:
    return KpnError(record.file, record.line, 1, severity, message, record.index)


def solved(values: Iterable[Pair], cards: Iterable[Pair] = ()) -> dict[Pair, Worth]:
    """The worth of positions, of ``cards`` that after each card too, each solved once and all together.

    Raises:
        ValueError: a position cannot be.
    """
    found: dict[Pair, Worth] = {}
    for pairs, each in ((cards, True), (values, False)):
        left = [pair for pair in dict.fromkeys(pairs) if pair not in found]
        found |= zip(left, core.worth(left, cards=each), strict=True)
    return found


def foreseen(
    measure: Measure, outlook: Mapping[Sought, Pair], worths: Mapping[Pair, Worth]
) -> Foreseen:
    """What a contract is worth, from what `Replay.outlook` asks; a game of Rußbach is made if it pays."""
    values = {sought: worths[pair].value for sought, pair in outlook.items()}
    if ("payoff", 0) in outlook:
        amounts = worths[outlook["payoff", 0]].vector
        values |= {("payoff", seat): amount for seat, amount in enumerate(amounts)}
    found = measure.foreseen(values)
    return found._replace(makeable=values["stake", 0] > 0) if ("stake", 0) in values else found


def judge(turns: Sequence[Turn], worths: Mapping[Pair, Worth]) -> list[Judged]:
    """The cards of a game in their order, by the worth of its positions."""
    judged = list[Judged]()
    for turn in turns:
        move, point = turn.move, turn.point
        if point is None:
            judged.append(Judged(move))
            continue
        measure, worth = point.measure, worths[point.pair]
        amounts = {card: measure.settlement(move.seat, value) for card, value in worth.cards.items()}
        before, after = max(amounts.values()), amounts[move.card]
        if measure.parties:
            changed = before > 0 >= after
        else:
            changed = measure.wins(worth.value) != measure.wins(worth.cards[move.card])
        mark = "" if before == after else "??" if changed else "?"
        best = tuple(card for card, amount in amounts.items() if amount == before)
        said: tuple[int | None, int | None] = None, None  # what it cost, and gained
        if turn.options:
            options = [p.measure.settlement(p.seat, worths[p.pair].value) for p in turn.options]
            said = max(before, *options) - before, before - options[0]
        judged.append(Judged(move, point, amounts, before, after, before - after, best, mark, *said))
    return judged
