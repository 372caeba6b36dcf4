"""Records as the columns that the judge gives: nothing is judged again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kranalyze._core import ffi
from kranalyze.core import numbers
from kranalyze.core.judging import JudgedRecords, row_table
from kranalyze.games import Game
from kranalyze.kpn.record import Announcement, Call, Record
from kranalyze.kpn.sections import CALLS
from kranalyze.kpn.views import KINDS, ORDERS

_ORDERS = {order: number for number, order in ORDERS.items()}
_KINDS = {kind: number for number, kind in KINDS.items()}


def record_columns(records: Sequence[Record]) -> JudgedRecords:
    """Return records as columns. What a record holds is taken for right: nothing is judged."""
    rows: dict[Game, int] = {}
    words: list[dict[str, int]] = []
    columns: list[dict[str, Any]] = []
    facts: list[dict[str, Any]] = []
    for record in records:
        game = record.game_row
        contracts = {contract.id: number for number, contract in enumerate(game.contracts)}
        columns.append({
            "game": rows.setdefault(game, len(rows)),
            "first_word": len(words), "words": len(record.announce),
            "laid": _laid(record),
            "score": [amount or 0 for amount in record.score or ()],
            "scored": 0 if record.score is None else (1 << game.seats) - 1,
        })  # fmt: skip
        words += (_word(word, contracts) for word in record.announce)
        facts.append(_facts(record, game, contracts))
    problems, ends = ffi.new("kr_problem[]", 0), ffi.new("uint32_t[]", len(records))
    return JudgedRecords(
        row_table(rows), ffi.new("kr_record[]", columns), ffi.new("kr_record_word[]", words),
        ffi.new("kr_facts[]", facts), problems, ends,
    )  # fmt: skip


def _number(value: int | None) -> int:
    return numbers.UNSAID if value is None else int(value)


def _trump(record: Record) -> int | None:
    return record.question.trump if record.trump is None and record.question is not None else record.trump


def _laid(record: Record) -> list[int]:
    laid = dict(record.face_down)
    return [laid.get(seat, numbers.ABSENT) for seat in range(4)]  # type: ignore[call-overload]


def _word(word: Announcement, contracts: Mapping[str, int]) -> dict[str, int]:
    level = 0 if word.level is None else contracts[word.level]
    return {
        "seat": word.seat, "kind": _KINDS[word.what], "suit": _number(word.suit), "level": level,
        "points": word.points,
    }  # fmt: skip


def _call(call: Call, contracts: Mapping[str, int]) -> dict[str, int]:
    number = CALLS[call.call] if call.call in CALLS else contracts[call.call]
    return {"seat": call.seat, "call": number, "suit": _number(call.trump)}


def _facts(record: Record, game: Game, contracts: Mapping[str, int]) -> dict[str, Any]:
    """What the judge says of a record (``kr_facts``), as far as others read it."""
    deal, question, counted = record.deal, record.question, record.facts
    facts: dict[str, Any] = {
        "contract": numbers.UNSAID if record.contract is None else contracts[record.contract],
        "declarer": _number(record.declarer), "second": _number(record.second),
        "partner": numbers.UNSAID, "order": numbers.UNSAID, "leader": _number(record.leader),
        "trump": _number(_trump(record)), "called": _number(record.called),
        "forehand": _number(record.forehand), "contra": record.contra, "raised": numbers.NONE,
        "finished": record.finished,
        "calls": len(record.auction), "call": [_call(call, contracts) for call in record.auction],
        "cards": len(record.play),
        "card": [{"seat": m.seat, "card": m.card, "trick": m.trick, "turn": m.turn} for m in record.play],
    }  # fmt: skip
    if deal is not None:
        known = [seat for seat, hand in enumerate(deal.hands) if hand is not None]
        facts |= {"has_deal": 1, "talon": deal.talon, "hands": [hand or 0 for hand in deal.hands]}
        facts["known"] = sum(1 << seat for seat in known)
    if record.discard is not None:
        facts |= {"has_discard": 1, "discard": record.discard}
    if record.settlement is not None:
        facts |= {"settled": 1, "settlement": [amount or 0 for amount in record.settlement[:4]]}
    if question is not None:
        facts |= {"complete": 1, "order": _ORDERS[question.order], "partner": _number(question.partner)}
    if counted is not None:
        suits = [_number(word.suit) for word in record.announce if word.what == "marriage"]
        marriages = [
            {"seat": m.seat, "points": m.points, "suit": suits[i] if i < len(suits) else numbers.UNSAID}
            for i, m in enumerate(counted.marriages)
        ]
        facts |= {
            "counted_tricks": len(counted.winners), "winner": list(counted.winners),
            "points": list(counted.points), "marriages": len(marriages),
            "counted_marriages": len(marriages), "marriage": marriages,
            "raised": numbers.NONE if counted.raised is None else contracts[counted.raised.id],
        }  # fmt: skip
    return facts
