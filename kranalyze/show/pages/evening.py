"""Analysed games as the data of a page: all that was computed, there before the page's solver starts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kranalyze.analysis.bids import Bids, JudgedBid
from kranalyze.analysis.game import Analysed, Single
from kranalyze.analysis.texts import better_line, turning
from kranalyze.answers.answer import solve
from kranalyze.answers.best import BestBid
from kranalyze.core import calls as core
from kranalyze.kpn import Record
from kranalyze.show.pages.records import record_row, shown


def evening(games: Sequence[Analysed]) -> list[dict[str, Any]]:
    """The games of a log in order, cards and seats as numbers."""
    worths = _worths(games)
    return [_game(game, worths) for game in games]


def _worths(games: Iterable[Analysed]) -> dict[Any, dict[int, int]]:
    """The value of every legal card at every point of every game, asked together."""
    points = {card.point.pair: card.point for game in games for card in game.cards if card.point is not None}
    found = core.worth(points)
    return {
        pair: {c: point.measure.settlement(point.seat, value) for c, value in worth.cards.items()}
        for (pair, point), worth in zip(points.items(), found, strict=True)
    }


def _game(game: Analysed, worths: dict[Any, dict[int, int]]) -> dict[str, Any]:
    record, question = game.record, game.record.question
    row = record_row(record)
    facts = record.facts
    row |= {
        "verdict": game.verdict,
        "makeable": game.makeable,
        "made": game.made,
        "value": game.value,
        "payoff": list(game.payoff) if any(amount is not None for amount in game.payoff) else None,
        "settlement": record.settlement,
        "score": record.score,
        "given": None if game.replay is None else game.given_away,
        "costDiscard": game.cost_discard,
        "best": _choice(game.best),
        "passed": list(map(_choice, game.passed)),
        "problem": None if game.problem is None else game.problem.message,
        "takers": [] if facts is None else list(facts.winners),
        "partner": None if question is None else question.partner,
        "order": None if question is None else question.order,
        "bids": _bids(record),
        "alone": _alone(game.bids),
        "cards": [],
        "missed": [],
    }
    for card in game.cards:
        worth = {} if card.point is None else worths[card.point.pair]
        flat = [number for pair in worth.items() for number in pair]
        told = [flat, card.mark, card.turned if card.mark == "??" else "", card.cost_announce]
        while len(told) > 1 and not told[-1]:
            told.pop()
        row["cards"].append(told)
    places = {id(card): i for i, card in enumerate(game.cards)}
    for card in turning(game):
        line = [c for trick in better_line(card) for _, c in trick.cards]
        lay = 0 if card.point is None else len(card.point.position.played)  # cards that lay there before
        row["missed"].append([places[id(card)], line[lay:]])
    singles = [(at, card.single) for at, card in enumerate(game.cards)]
    row["known"] = [_known_of(at, single) for at, single in singles if single is not None]
    laid = {} if game.replay is None else game.replay.laid
    row["laid"] = [[seat, card] for seat, card in laid.items()]
    return shown(row)


def _known_of(at: int, single: Single) -> list[Any]:
    """What a card was worth on what its player could know: verdict, layouts, share and mean of every card."""
    cards = [[c, round(share, 4), round(single.means[c], 4)] for c, share in single.shares.items()]
    return [at, single.verdict or "", single.layouts, single.looked_at, cards]


def title_of(games: Sequence[Analysed]) -> str:
    """What the games have in common: their Event, else their Site or date, else the file."""
    for name in ("Event", "Site", "Date"):
        named = {game.record.tag(name) for game in games}
        if len(named) == 1 and None not in named:
            return str(named.pop())
    return Path(games[0].record.file).stem if games else "kranalyze"


def _choice(choice: BestBid | None) -> dict[str, Any] | None:
    if choice is None:
        return None
    calls = None if choice.calls is None else list(choice.calls)
    return {"contract": choice.contract.id, "trump": choice.trump, "calls": calls, "payoff": choice.payoff}


def _alone(bids: Bids | None) -> dict[str, Any] | None:
    """What bids were worth on the hands alone, where that was worked out; means to two places."""
    if bids is None:
        return None
    return shown(
        {
            "mean": None if bids.mean is None else round(bids.mean, 2),
            "best": _judged(bids.best),
            "passed": [_judged(bid) for bid in bids.passed] if any(bids.passed) else None,
        }
    )


def _judged(bid: JudgedBid | None) -> dict[str, Any] | None:
    if bid is None:
        return None
    calls = None if bid.call is None else [bid.call]
    return {"contract": bid.contract.id, "trump": bid.trump, "calls": calls, "mean": round(bid.mean, 2)}


def _bids(record: Record) -> list[list[Any]]:
    """What each contract bid was worth to its bidder: number of the call, whether makeable, the payoff."""
    game, deal, found = record.game_row, record.deal, []
    if deal is None or not deal.complete:
        return []
    for number, call in enumerate(record.auction):
        contract = next((c for c in game.contracts if c.id == call.call), None)
        if contract is None:
            continue
        trump = call.trump
        if trump is None and game.pairs and contract.trump:
            trump = record.trump
        try:
            answer = solve(
                deal, contract=contract, game=game, declarer=call.seat, dealer=record.dealer, trump=trump,
                leader=record.forehand if contract.leads == "forehand" else None, rules=record.rules,
                line=False,
            )  # fmt: skip
        except ValueError:
            continue  # a bid that the deal cannot follow has no worth
        found.append([number, answer.makeable, answer.payoff[call.seat]])
    return found
