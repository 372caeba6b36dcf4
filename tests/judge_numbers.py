"""Call the core's judge with records as plain numbers, and return facts and problems as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kranalyze._core import ffi, lib
from kranalyze.core.rules import game_row
from kranalyze.games import GAMES
from kranalyze.kpn.parsed import Parsed
from oracle.judgingrecord import Judged, Problem, Written

_CODES = {
    n: name.removeprefix("KR_").lower() for n, name in ffi.typeof("enum kr_problem_code").elements.items()
}
_PLACES = {n: name.removeprefix("KR_AT_").lower() for n, name in ffi.typeof("enum kr_place").elements.items()}
_NUMBERS = (
    "known", "ill_hands", "deal", "has_talon", "talon", "has_discard", "discard", "dealer", "contract",
    "declarer", "second", "called", "trump", "auction", "play", "scored", "contra", "ill", "flags",
)  # fmt: skip
_FACTS = (
    "talon", "discard", "known", "has_deal", "has_discard", "settled", "calls_read", "words_read",
    "cells_read", "judged", "complete", "finished", "ended", "over", "over_side", "over_points",
    "turned", "contract", "declarer", "second", "partner", "trump", "leader", "order", "called",
    "partner_known", "contra", "raised", "counted_tricks", "counted_marriages",
)  # fmt: skip


#: The codes of all problems that a record can have.
CODES = set(_CODES.values()) - {"good", "problem_codes"}


def written(parsed: Parsed, game: str) -> Written:
    """Return the numbers of a game that the reader of KPN has parsed."""
    fields = {name: int(number) for name, number in parsed.fields.items()}
    return Written(
        game=game,
        rules=dict(parsed.rules),
        hands=[int(hand) for hand in parsed.hands],
        laid=[parsed.laid.get(seat, lib.KR_ABSENT) for seat in range(4)],
        score=[parsed.score.get(seat, 0) for seat in range(4)],
        scored=sum(1 << seat for seat in parsed.score),
        ill=parsed.ill,
        calls=[(int(call), int(suit)) for call, suit in parsed.calls],
        words=[
            (int(w.seat), int(w.kind), int(w.suit), int(w.level), int(w.points), int(w.flaw is not None))
            for w in parsed.words
        ],
        cells=[int(cell) for cell in parsed.cells],
        **fields,
    )


def _row(game: str, rules: dict[str, str]) -> bytes:
    known = {option.name for option in GAMES[game].options}
    row = bytearray(game_row(GAMES[game].under({k: v for k, v in rules.items() if k in known})))
    if "all_pass" in rules and "all_pass" not in known:
        fields = ffi.from_buffer("kr_game_row *", row)
        fields.dealer_bids = int(rules["all_pass"] == "dealer")
    return bytes(row)


def judge_numbers(records: Sequence[Written]) -> list[Judged]:
    """Return the facts and problems that the core's judge finds in each record.

    Raises:
        ValueError: the core rejects a number; ``args[1]`` is the index of the record, or of the row of rules.
    """
    rows: dict[bytes, int] = {}
    packed = ffi.new("kr_record[]", len(records))
    calls, words, cells = list[Any](), list[Any](), list[int]()
    for one, record in zip(packed_each(packed, len(records)), records, strict=True):
        one.game = rows.setdefault(_row(record.game, record.rules), len(rows))
        for name in _NUMBERS:
            setattr(one, name, getattr(record, name))
        one.hands, one.laid, one.score = record.hands, record.laid, record.score
        one.first_call, one.calls = len(calls), len(record.calls)
        one.first_word, one.words = len(words), len(record.words)
        one.first_cell, one.cells = len(cells), len(record.cells)
        calls += record.calls
        words += record.words
        cells += record.cells
    table = ffi.new("kr_game_row[]", len(rows))
    ffi.memmove(table, b"".join(rows), ffi.sizeof(table))
    columns = (
        ffi.new("kr_record_call[]", calls),
        ffi.new("kr_record_word[]", words),
        ffi.new("int8_t[]", cells),
    )
    room = sum(lib.kr_problem_room(one) for one in packed_each(packed, len(records)))
    facts, problems = ffi.new("kr_facts[]", len(records)), ffi.new("kr_problem[]", room)
    ends, bad = ffi.new("uint32_t[]", len(records)), ffi.new("size_t *")
    task = ffi.new("kr_judging *")
    task.games, task.records, task.room = len(rows), len(records), room
    task.call_count, task.word_count, task.cell_count = len(calls), len(words), len(cells)
    task.game, task.record, task.facts, task.problem, task.problem_end = table, packed, facts, problems, ends
    task.columns.call, task.columns.word, task.columns.cell = columns
    status = lib.kr_judge_records(task, bad)
    if status:
        raise ValueError(status, int(bad[0]))
    result, first = [], 0
    for i in range(len(records)):
        result.append(Judged(_facts(facts[i]), [_problem(p) for p in problems[first : ends[i]]]))
        first = ends[i]
    return result


def packed_each(packed: Any, count: int) -> list[Any]:
    """Return a pointer to each record of an array, through which the record can be written."""
    return [packed + i for i in range(count)]


def _facts(f: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {name: int(getattr(f, name)) for name in _FACTS}
    facts["hands"] = [int(hand) for hand in f.hands]
    facts["settlement"] = [int(pay) for pay in f.settlement]
    facts["calls"] = [(int(c.seat), int(c.call), int(c.suit)) for c in f.call[0 : f.calls]]
    facts["cards"] = [
        (int(c.seat), int(c.card), int(c.trick), int(c.turn), int(c.cell)) for c in f.card[0 : f.cards]
    ]
    facts["winners"] = [int(w) for w in f.winner[0 : f.tricks]]
    facts["points"] = [int(p) for p in f.points[0 : f.tricks]]
    facts["marriages"] = [
        (int(m.seat), int(m.suit), int(m.points), int(m.trick)) for m in f.marriage[0 : f.marriages]
    ]
    facts["hundreds"] = [int(n) for n in f.hundreds]
    facts["alls"] = [int(n) for n in f.alls]
    return facts


def _problem(p: Any) -> Problem:
    return Problem(
        _CODES[p.code],
        _PLACES[p.place],
        int(p.index),
        tuple(int(a) for a in p.arg),
        bool(p.severity),
        bool(p.hint),
    )
