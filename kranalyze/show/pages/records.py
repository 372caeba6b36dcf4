"""Deals and records as the data of a page: cards, seats and suits as numbers, what says nothing left out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kranalyze.deal import Deal
from kranalyze.games import Game, get_game
from kranalyze.kpn import Record


def case_row(case: Record) -> dict[str, Any]:
    """A deal that was not analysed; what it says of a contract stays open to be asked."""
    return shown(record_row(case))


def deal_row(deal: Deal, game: Game, rules: Mapping[str, str] | None = None) -> dict[str, Any]:
    """A deal of a game, nothing asked about it."""
    chosen = _chosen_rules(game, rules or {})
    return {"game": game.id, "rules": chosen, "hands": list(deal.hands), "talon": deal.talon}


def asked_row(row: Mapping[str, Any], asked: Mapping[str, Any]) -> dict[str, Any]:
    """A row under a question (seats, cards and suits as numbers, None for what is left open).

    The play of a record stays where it is its own question that is asked.
    """
    known = {name: value for name, value in asked.items() if value is not None}
    if all(row.get(name, known[name]) == known[name] for name in known):
        return dict(row) | known
    kept = ("board", "event", "date", "game", "rules", "deck", "names", "hands", "talon", "dealer")
    return {name: row[name] for name in kept if name in row} | known


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
        "trump": _trump(record),
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


def _trump(record: Record) -> int | None:
    """The trump suit; -1 where one could have been chosen and none was."""
    question = record.question
    if question is None or question.trump is not None:
        return None if question is None else question.trump
    return -1 if question.contract.trump else None
