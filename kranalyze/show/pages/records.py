"""Deals, records and analysed games as the data of a page, cards, seats and suits as numbers.

All that was computed of a game is there before the page's solver starts; what says nothing is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kranalyze.deal import Deal
from kranalyze.games import Game, get_game
from kranalyze.games.written import rules_text, written_rules
from kranalyze.kpn import Record

if TYPE_CHECKING:
    from kranalyze.analysis.bids import JudgedBid
    from kranalyze.analysis.game import Analysed
    from kranalyze.answers.best import BestBid


def case_row(case: Record) -> dict[str, Any]:
    """A deal that was not analysed; what it says of a contract stays open to be asked."""
    return shown(record_row(case))


def deal_row(deal: Deal, game: Game, rules: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A deal of a game, nothing asked about it."""
    chosen = written_rules(rules_text(game, game.rules(rules or {})))
    return shown({"game": game.id, "rules": chosen, "hands": list(deal.hands), "talon": deal.talon})


def asked_row(row: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """A row under a question (seats, cards and suits as numbers, None for what is left open).

    The play of a record stays where it is its own question that is asked.
    """
    known = {name: value for name, value in asked.items() if value is not None}
    if all(row.get(name, known[name]) == known[name] for name in known):
        return dict(row) | known
    kept = ("board", "event", "date", "game", "rules", "deck", "names", "hands", "talon", "dealer")
    return {name: row[name] for name in kept if name in row} | known


def shown(row: dict[str, Any]) -> dict[str, Any]:
    """A row without what says nothing."""
    return {key: value for key, value in row.items() if value not in (None, [], {}, "")}


def record_row(record: Record) -> dict[str, Any]:
    """A record as the page knows it, analysed or not."""
    deal, question = record.deal, record.question
    trump = None if question is None else question.trump
    if question is not None and trump is None and question.contract.trump:
        trump = -1  # one could have been chosen and none was
    return {
        "board": record.board,
        "event": record.tag("Event"),
        "date": record.tag("Date"),
        "game": record.game,
        "rules": written_rules(rules_text(get_game(record.game), record.rules)),
        "deck": record.deck,
        "names": list(record.names) if any(record.names) else None,
        "dealer": record.dealer,
        "hands": None if deal is None else list(deal.hands),
        "talon": record.talon,
        "discard": record.discard,
        "contract": record.contract,
        "declarer": record.declarer,
        "second": record.second,
        "leader": record.leader,
        "called": record.called,
        "trump": trump,
        "contra": record.contra,
        "laid": [[seat, card] for seat, card in record.face_down],
        "announce": [[one.seat, one.what, one.suit, one.points, one.level] for one in record.announce],
        "auction": [[call.seat, call.call, call.trump] for call in record.auction],
        "seats": [move.seat for move in record.play],
        "play": [move.card for move in record.play],
        "notes": _notes(record),
        "comments": [comment.text.strip() for comment in record.comments],
    }


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


def evening(games: Sequence[Analysed]) -> list[dict[str, Any]]:
    """The games of a log in order."""
    return [_game(game) for game in games]


def title_of(games: Sequence[Analysed]) -> str:
    """What the games have in common: their Event, else their Site or date, else the file."""
    for name in ("Event", "Site", "Date"):
        named = {game.record.tag(name) for game in games}
        if len(named) == 1 and None not in named:
            return str(named.pop())
    return Path(games[0].record.file).stem if games else "kranalyze"


def _game(game: Analysed) -> dict[str, Any]:
    from kranalyze.analysis.texts import better_line, turning

    record, question, facts, alone = game.record, game.record.question, game.record.facts, game.bids
    row = record_row(record) | {
        "verdict": game.verdict,
        "makeable": game.makeable,
        "made": game.made,
        "value": game.value,
        "payoff": list(game.payoff) if any(amount is not None for amount in game.payoff) else None,
        "settlement": record.settlement,
        "score": record.score,
        "given": None if game.replay is None else game.given_away,
        "costDiscard": game.cost_discard,
        "best": _bid(game.best),
        "passed": list(map(_bid, game.passed)),
        "problem": None if game.problem is None else game.problem.message,
        "takers": [] if facts is None else list(facts.winners),
        "partner": None if question is None else question.partner,
        "order": None if question is None else question.order,
        "bids": _bids(record),
        "alone": alone and shown({  # what bids were worth on the hands alone
            "mean": None if alone.mean is None else round(alone.mean, 2),
            "best": _bid(alone.best),
            "passed": list(map(_bid, alone.passed)) if any(alone.passed) else None,
        }),
        "cards": [],
        "missed": [],
    }  # fmt: skip
    for card in game.cards:
        flat = [number for pair in card.worths.items() for number in pair]
        told = [flat, card.mark, card.turned if card.mark == "??" else "", card.cost_announce]
        while len(told) > 1 and not told[-1]:
            told.pop()
        row["cards"].append(told)
    places = {id(card): i for i, card in enumerate(game.cards)}
    for card in turning(game):
        line = [c for trick in better_line(card) for _, c in trick.cards]
        lay = 0 if card.point is None else len(card.point.position.played)  # cards that lay there before
        row["missed"].append([places[id(card)], line[lay:]])
    # What cards were worth on what their players could know: share and mean of every card.
    row["known"] = [
        [at, card.verdict or "", one.layouts, one.looked_at,
         [[c.card, round(c.share, 4), round(c.mean, 4)] for c in one.cards]]
        for at, card in enumerate(game.cards)
        if (one := card.single) is not None
    ]  # fmt: skip
    row["laid"] = [] if game.replay is None else [[seat, card] for seat, card in game.replay.laid.items()]
    return shown(row)


def _bid(bid: BestBid | JudgedBid | None) -> dict[str, Any] | None:
    """A contract that could have been bid, and what it would have paid."""
    from kranalyze.answers.best import BestBid

    if bid is None:
        return None
    row = {"contract": bid.contract.id, "trump": bid.trump}
    if isinstance(bid, BestBid):
        return row | {"calls": bid.calls, "payoff": bid.payoff}
    return row | {"calls": None if bid.call is None else [bid.call], "mean": round(bid.mean, 2)}


def _bids(record: Record) -> list[list[Any]]:
    """What each contract bid was worth to its bidder: number of the call, whether makeable, the payoff."""
    from kranalyze.answers.answer import solve

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
