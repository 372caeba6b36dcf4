"""Records for the core's evaluation, made without a parser, and its columns by game for comparisons."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from kranalyze._core import ffi, lib
from kranalyze.core.evaluate import BY_CARD, BY_GAME, Evaluated
from kranalyze.core.judging import JudgedRecords
from kranalyze.core.rules import game_row
from kranalyze.games import Game
from kranalyze.kpn import Record

#: A row of columns by their names.
Row: TypeAlias = dict[str, Any]

_ORDERS = {"K": lib.KR_ORDER_K, "T": lib.KR_ORDER_T, "Z": lib.KR_ORDER_Z}
_KINDS = {
    "marriage": lib.KR_WORD_MARRIAGE, "hundred": lib.KR_WORD_HUNDRED, "all": lib.KR_WORD_ALL,
    "raise": lib.KR_WORD_RAISE, "contra": lib.KR_WORD_CONTRA,
}  # fmt: skip


def number(value: int | None) -> int:
    return -1 if value is None else int(value)


def level(game: Game, contract: str | None) -> int:
    return -1 if contract is None else [c.id for c in game.contracts].index(contract)


def judged_records(records: Sequence[Record]) -> JudgedRecords:
    """Records as they come from the judge, made from objects: their hands may be short."""
    rows: dict[Game, int] = {}
    words: list[dict[str, int]] = []
    columns, facts = ffi.new("kr_record[]", len(records)), ffi.new("kr_facts[]", len(records))
    for record, column, fact in zip(records, columns, facts, strict=True):
        game = record.game_row
        column.game = rows.setdefault(game, len(rows))
        column.first_word, column.words = len(words), len(record.announce)
        for seat in range(4):
            column.laid[seat] = lib.KR_ABSENT
        for laying, card in record.face_down:
            column.laid[laying] = card
        words += [
            {"seat": a.seat, "kind": _KINDS[a.what], "suit": number(a.suit), "level": level(game, a.level),
             "points": a.points} for a in record.announce
        ]  # fmt: skip
        fill_facts(fact, record, game)
    table = ffi.new("kr_game_row[]", len(rows))
    ffi.memmove(table, b"".join(map(game_row, rows)), ffi.sizeof(table))
    return JudgedRecords(table, columns, ffi.new("kr_record_word[]", words), facts, ffi.NULL, ffi.NULL)


def fill_facts(fact: Any, record: Record, game: Game) -> None:
    """What the judge says of a record."""
    fact.contract = level(game, record.contract)
    for name in ("declarer", "second", "trump", "called", "leader"):
        setattr(fact, name, number(getattr(record, name)))
    fact.partner = fact.order = -1
    fact.raised, fact.contra = lib.KR_NONE, record.contra
    if record.deal is not None:
        fact.has_deal, fact.talon = 1, record.deal.talon
        fact.hands = [hand or 0 for hand in record.deal.hands]
        fact.known = sum(1 << seat for seat, hand in enumerate(record.deal.hands) if hand is not None)
    if record.discard is not None:
        fact.has_discard, fact.discard = 1, record.discard
    if record.question is not None:
        fact.complete, fact.order = 1, _ORDERS[record.question.order]
        fact.partner, fact.trump = number(record.question.partner), number(record.question.trump)
    fact.cards = len(record.play)
    for card, move in zip(fact.card, record.play, strict=False):
        card.seat, card.card, card.trick, card.turn = move.seat, move.card, move.trick, move.turn
    if record.settlement is not None:
        fact.settled = 1
        fact.settlement = [amount or 0 for amount in (*record.settlement, 0)[:4]]
    if record.facts is None:
        return
    fact.counted_tricks = len(record.facts.winners)
    for i, winner in enumerate(record.facts.winners):
        fact.winner[i], fact.points[i] = winner, record.facts.points[i]
    suits = [number(a.suit) for a in record.announce if a.what == "marriage"]
    fact.marriages = fact.counted_marriages = len(record.facts.marriages)
    for i, marriage in enumerate(record.facts.marriages):
        fact.marriage[i].seat, fact.marriage[i].points = marriage.seat, marriage.points
        fact.marriage[i].suit = suits[i] if i < len(suits) else -1


# columns


def rows_of(kinds: Sequence[tuple[str, str, int]], buffers: Mapping[str, Any], count: int) -> list[Row]:
    """A dictionary for each row of columns."""
    rows: list[Row] = [{} for _ in range(count)]
    for name, code, width in kinds:
        values = array(code, bytes(buffers[name]))
        if name in ("choice", "worth"):
            ends = [0, *array("I", bytes(buffers["choice_end"]))]
            for i, row in enumerate(rows):
                row[name] = values[ends[i] : ends[i + 1]].tolist()
            continue
        for i, row in enumerate(rows):
            row[name] = values[i] if width == 1 else tuple(values[i * width : (i + 1) * width])
    return rows


def by_game(evaluated: Evaluated) -> list[tuple[Row, list[Row]]]:
    """Each game and its cards."""
    games = rows_of(BY_GAME, evaluated.by_game, evaluated.games)
    cards = rows_of(BY_CARD, evaluated.by_card, evaluated.cards)
    ends = [0, *(game["card_end"] for game in games)]
    return [(game, cards[ends[i] : ends[i + 1]]) for i, game in enumerate(games)]


def unless_empty(amount: int, nothing: int = lib.KR_NO_AMOUNT) -> int | None:
    """A number of a column, None for none."""
    return None if amount == nothing else amount
