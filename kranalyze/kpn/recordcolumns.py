"""Convert records to arrays of facts for the C core, without judging the games again.

The judge is the part of the C core that checks games against the rules. Judging the games again would return
the same arrays, but would take longer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kranalyze.cards import number_of_suit
from kranalyze.core import numbers
from kranalyze.core.facts import fields_of
from kranalyze.core.judging import JudgedRecords, WordNumbers, records_with_facts
from kranalyze.games import Game
from kranalyze.kpn.record import Record
from kranalyze.kpn.recordfacts import encode_words_of_trick_1, face_down_card_of_each_seat, fact_numbers


def record_columns(records: Sequence[Record]) -> JudgedRecords:
    """Convert records to arrays for the C core. The records are not checked against the rules again."""
    rows: dict[Game, int] = {}
    words: list[WordNumbers] = []
    columns: list[dict[str, Any]] = []
    facts: list[dict[str, Any]] = []
    for record in records:
        game = record.game_row
        columns.append({
            "game": rows.setdefault(game, len(rows)),
            "first_word": len(words), "words": len(record.announce),
            "laid": face_down_card_of_each_seat(record),
            "score": [amount or 0 for amount in record.score or ()],
            "scored": 0 if record.score is None else (1 << game.seats) - 1,
        })  # fmt: skip
        words += encode_words_of_trick_1(record, game)
        facts.append(fields_of(fact_numbers(record, game)) | _result_facts(record, game))
    return records_with_facts(rows, columns, words, facts)


def _result_facts(record: Record, game: Game) -> dict[str, Any]:
    """Return the results of a game as fields of ``kr_facts``: settlement, tricks, marriages and the raise."""
    question, counted = record.question, record.facts
    fields: dict[str, Any] = {"finished": record.finished, "raised": numbers.NONE}
    if record.trump is None and question is not None and question.trump is not None:
        fields["trump"] = number_of_suit(question.trump)
    if record.settlement is not None:
        fields |= {"settled": 1, "settlement": [amount or 0 for amount in record.settlement[:4]]}
    if counted is None:
        return fields
    suits = [number_of_suit(word.suit) for word in record.announce if word.what == "marriage"]
    suits += [None] * (len(counted.marriages) - len(suits))
    marriages = [
        {"seat": m.seat, "points": m.points, "suit": numbers.UNSAID if suit is None else suit}
        for m, suit in zip(counted.marriages, suits, strict=False)
    ]
    if counted.raised is not None:
        fields["raised"] = [contract.id for contract in game.contracts].index(counted.raised.id)
    return fields | {
        "counted_tricks": len(counted.winners), "winner": list(counted.winners),
        "points": list(counted.points), "marriages": len(marriages), "counted_marriages": len(marriages),
        "marriage": marriages,
    }  # fmt: skip
