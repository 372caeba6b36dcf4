"""Analysed games as the data of a page: all that was computed, there before the page's solver starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kranalyze.analysis import Analysed
from kranalyze.analysis.texts import better_line, turning
from kranalyze.answers.answer import solve
from kranalyze.core import calls as core
from kranalyze.games import GAMES, Game, get_game
from kranalyze.kpn import Announcement, Record

if TYPE_CHECKING:
    from kranalyze.read import Case


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
        "payoff": _known(game.payoff),
        "settlement": record.settlement,
        "score": record.score,
        "given": None if game.replay is None else game.given_away,
        "costDiscard": game.cost_discard,
        "best": None if game.best is None else _choice(game.best),
        "passed": [None if one is None else _choice(one) for one in game.passed],
        "problem": None if game.problem is None else game.problem.message,
        "takers": [] if facts is None else [int(seat) for seat in facts.winners],
        "partner": None if question is None or question.partner is None else int(question.partner),
        "order": None if question is None else question.order,
        "bids": _bids(record),
        "cards": [],
        "missed": [],
    }
    for card in game.cards:
        worth = {} if card.point is None else worths[card.point.pair]
        flat = [number for pair in worth.items() for number in pair]
        told = [flat, card.mark, _turned(game, card) if card.mark == "??" else "", card.cost_announce]
        while len(told) > 1 and not told[-1]:
            told.pop()
        row["cards"].append(told)
    places = {id(card): i for i, card in enumerate(game.cards)}
    for card in turning(game):
        line = [c for trick in better_line(card) for _, c in trick.cards]
        lay = 0 if card.point is None else len(card.point.position.played)  # cards that lay there before
        row["missed"].append([places[id(card)], line[lay:]])
    laid = {} if game.replay is None else game.replay.laid
    row["laid"] = [[int(seat), card] for seat, card in laid.items()]
    return shown(row)


def _turned(game: Analysed, card: Any) -> str | None:
    """Whether with this card the contract was lost or became makeable; nothing with more parties."""
    if card.point is None or card.point.measure.parties:
        return None
    return "lost" if card.point.measure.base.side >> card.move.seat & 1 else "won"


def title_of(games: Sequence[Analysed]) -> str:
    """What the games have in common: their Event, else their Site or date, else the file."""
    for name in ("Event", "Site", "Date"):
        named = {game.record.tag(name) for game in games}
        if len(named) == 1 and None not in named:
            return str(named.pop())
    return Path(games[0].record.file).stem if games else "kranalyze"


def case_row(case: Case) -> dict[str, Any]:
    """A deal that was not analysed; what it says of a contract stays open to be asked."""
    if case.record is not None:
        return shown(record_row(case.record))
    game = GAMES[case.game]
    return shown(
        {
            "board": case.board,
            "game": case.game,
            "rules": _chosen_rules(game, case.rules),
            "deck": case.deck,
            "hands": list(case.deal.hands),
            "talon": case.deal.talon,
            "dealer": None if case.dealer is None else int(case.dealer),
        }
    )


def _chosen_rules(game: Game, rules: Mapping[str, str]) -> dict[str, str]:
    """The options that differ from their defaults."""
    usual = game.rules()
    return {name: value for name, value in game.rules(rules).items() if value != usual[name]}


def shown(row: dict[str, Any]) -> dict[str, Any]:
    """A row without what says nothing."""
    return {key: value for key, value in row.items() if value not in (None, [], {}, "")}


def record_row(record: Record) -> dict[str, Any]:
    """A record as the page knows it, analysed or not."""
    deal = record.deal
    return {
        "board": record.board,
        "event": record.tag("Event"),
        "date": record.tag("Date"),
        "game": record.game,
        "rules": _chosen_rules(get_game(record.game), record.rules),
        "deck": record.deck,
        "names": list(record.names),
        "dealer": None if record.dealer is None else int(record.dealer),
        "hands": None if deal is None else list(deal.hands),
        "talon": record.talon,
        "discard": record.discard,
        "contract": record.contract,
        "declarer": None if record.declarer is None else int(record.declarer),
        "second": None if record.second is None else int(record.second),
        "leader": None if record.leader is None else int(record.leader),
        "called": record.called,
        "trump": _trump(record),
        "contra": record.contra,
        "laid": [[int(seat), card] for seat, card in record.face_down],
        "said": _said(record),
        "announce": [_announcement(one) for one in record.announce],
        "auction": [[int(call.seat), call.call, call.trump] for call in record.auction],
        "seats": [int(move.seat) for move in record.play],
        "play": [move.card for move in record.play],
        "notes": _notes(record),
        "comments": [comment.text.strip() for comment in record.comments],
    }


def _announcement(one: Announcement) -> list[Any]:
    return [int(one.seat), one.what, one.suit, one.points, one.level]


def _said(record: Record) -> list[dict[str, Any]]:
    """What was said with the cards of trick 1, in the terms of the solver; where one declares silence too."""
    found: list[dict[str, Any]] = []
    goals = [goal for c in record.game_row.contracts for goal in (c.goal, c.settles) if goal is not None]
    if not record.announce and all(goal.marriages != "declared" for goal in goals):
        return found
    for at, move in enumerate(record.play):
        if move.trick > 1:
            break
        mine = [one for one in record.announce if one.seat == move.seat]
        words: dict[str, Any] = {
            "at": at,
            "declared": [one.suit for one in mine if one.what == "marriage" and one.suit is not None],
            "announced": sum({"hundred": 1, "all": 2}.get(what, 0) for what in {one.what for one in mine}),
        }
        for one in mine:
            if one.what == "raise":
                words["raise"] = one.level
            if one.what == "contra":
                words["contra"] = 1
        found.append(words)
    return found


def _known(amounts: Sequence[int | None]) -> list[int | None] | None:
    return None if all(amount is None for amount in amounts) else list(amounts)


def _choice(choice: Any) -> dict[str, Any]:
    return {
        "contract": choice.contract.id,
        "trump": choice.trump,
        "calls": None if choice.calls is None else list(choice.calls),
        "payoff": choice.payoff,
    }


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


def _notes(record: Record) -> list[list[Any]]:
    """Notes at cards, by number of the card."""
    section = record.section("Play")
    if section is None:
        return []
    texts = {f"={note.number}=": note.text for note in record.notes if note.section == "Play"}
    found = []
    for at, move in enumerate(record.play):
        entry = section.entries[move.entry]
        words = [texts[mark] for mark in entry.marks if mark in texts]
        found += [[at, text] for text in (*words, *(comment.text.strip() for comment in entry.comments))]
    return found


def _trump(record: Record) -> int | None:
    """The trump suit; -1 where one could have been chosen and none was."""
    question = record.question
    if question is None or question.trump is not None:
        return None if question is None else question.trump
    return -1 if question.contract.trump else None
