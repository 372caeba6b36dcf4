"""A record as the numbers from which the core works out what a seat knows."""

from __future__ import annotations

from kranalyze.core import numbers
from kranalyze.core.knowledge import SeenNumbers
from kranalyze.games import Game
from kranalyze.kpn import Record


def seen_numbers(record: Record, game: Game | None = None) -> SeenNumbers:
    """Return the facts of a record, of which perhaps one hand is known; ``game``: its row, if at hand."""
    deal = record.deal
    contracts = {contract.id: number for number, contract in enumerate((game or record.game_row).contracts)}
    hands = (None,) * 4 if deal is None else deal.hands
    return SeenNumbers(
        fields={
            "contract": numbers.UNSAID if record.contract is None else contracts[record.contract],
            "declarer": _number(record.declarer), "second": _number(record.second),
            "leader": _number(record.leader), "forehand": _number(record.forehand),
            "called": _number(record.called), "trump": _number(record.trump),
            "raised_by": _speaker(record, "raise"), "contra_by": _speaker(record, "contra"),
            "has_deal": deal is not None, "known": sum(1 << s for s in range(4) if hands[s] is not None),
            "talon": record.talon, "discard": record.discard or 0, "has_discard": record.discard is not None,
        },
        hands=[hand or 0 for hand in hands],
        calls=[(call.seat, contracts.get(call.call, numbers.CALL_PASS)) for call in record.auction],
        marriages=[
            (word.seat, _number(word.suit), word.points)
            for word in record.announce
            if word.what == "marriage"
        ],
        cards=[(move.seat, move.card, move.trick, move.turn) for move in record.play],
    )  # fmt: skip


def _number(value: int | None) -> int:
    return numbers.UNSAID if value is None else value


def _speaker(record: Record, what: str) -> int:
    """The first seat that says something."""
    return next((word.seat for word in record.announce if word.what == what), numbers.UNSAID)
