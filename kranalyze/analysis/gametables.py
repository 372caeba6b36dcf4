"""Analysed games as rows: the tables of games and of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa

from kranalyze.analysis.bids import Bids
from kranalyze.analysis.game import VERDICTS, Analysed, Judged, Single
from kranalyze.analysis.gamecolumns import (
    BIDS_SCHEMA,
    CARDS_SCHEMA,
    GAMES_SCHEMA,
    SINGLE_COLUMNS,
    SINGLE_SCHEMA,
)
from kranalyze.cards import SUITS, card_name
from kranalyze.games import GAMES
from kranalyze.kpn.build import call_text
from kranalyze.read.rowscan import hand_texts

_SEATS = ("N", "E", "S", "W")
_HANDS = frozenset(("hand", *(f"hand_{seat.lower()}" for seat in _SEATS)))
_CARDS = tuple(card_name(c) for c in range(32))
_CONTRACTS = tuple(dict.fromkeys(c.id for game in GAMES.values() for c in game.contracts))

#: The values that a column of coded text can have.
NAMES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("dealer", "declarer", "second", "leader", "partner", "seat"), _SEATS),
    **dict.fromkeys(("trump", "best_trump", "bid_best_trump"), tuple(SUITS)),
    **dict.fromkeys(("called", "bid_best_call", "card", "legal", "best", "best_calls", "sd_best"), _CARDS),
    **dict.fromkeys(("contract", "raised", "best_contract", *(f"passed_{s}" for s in "nesw")), _CONTRACTS),
    **dict.fromkeys(("bid_best", *(f"bid_passed_{s}" for s in "nesw")), _CONTRACTS),
    "game": tuple(GAMES),
    "verdict": tuple(VERDICTS.values()),
    "mark": ("?", "??"),
    "sd_verdict": ("mistake", "unlucky", "lucky"),
    "role": ("declarer", "partner", "defender", "alone"),
}

#: The numbers of coded texts.
CODES = {name: {text: i for i, text in enumerate(names)} for name, names in NAMES.items()}


def games_table(games: Sequence[Analysed], bids: bool = False) -> pa.Table:
    """A row for each game (``GAMES_SCHEMA``, with what bids were worth ``BIDS_SCHEMA``)."""
    if not bids:
        return _table(GAMES_SCHEMA, [_game_row(game) for game in games])
    return _table(BIDS_SCHEMA, [(*_game_row(game), *_bids_row(game.bids or Bids())) for game in games])


def cards_table(games: Sequence[Analysed], single_dummy: bool = False) -> pa.Table:
    """A row for each card played (``CARDS_SCHEMA``, with what players could know ``SINGLE_SCHEMA``)."""
    rows = [_card_row(game, card) for game in games for card in game.cards]
    if not single_dummy:
        return _table(CARDS_SCHEMA, rows)
    more = [_single_row(card.single, card.move.card) for game in games for card in game.cards]
    return _table(SINGLE_SCHEMA, [(*row, *some) for row, some in zip(rows, more, strict=True)])


def _table(schema: pa.Schema, rows: Sequence[tuple[Any, ...]]) -> pa.Table:
    """Rows, each with its values in the order of the schema, as a table."""
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(schema)
    arrays = [_array(field, column) for field, column in zip(schema, columns, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _array(field: pa.Field, values: Sequence[Any]) -> pa.Array:
    """A column; coded texts are given as texts or, seats, suits and cards, as numbers."""
    if field.name in NAMES:
        codes, names = CODES[field.name], pa.array(NAMES[field.name], pa.string())
        if not pa.types.is_list(field.type):
            numbers = pa.array([codes.get(value, value) for value in values], pa.int8())
            return pa.DictionaryArray.from_arrays(numbers, names)
        lists = pa.array(values, pa.list_(pa.int8()))
        listed = pa.DictionaryArray.from_arrays(lists.values, names)
        return pa.ListArray.from_arrays(lists.offsets, listed, mask=lists.is_null())
    if field.name in _HANDS:
        return hand_texts(pa.array(values, pa.uint32()))
    if pa.types.is_dictionary(field.type):
        return pa.array(values, pa.string()).dictionary_encode().cast(field.type)
    return pa.array(values, field.type)


def _four(amounts: Sequence[int | None] | None, seats: int) -> list[int | None]:
    return [None if amounts is None or s >= seats else amounts[s] for s in range(4)]


def _game_row(game: Analysed) -> tuple[Any, ...]:
    record, question, best, seats = game.record, game.record.question, game.best, game.record.game_row.seats
    facts, settlement, declarer = record.facts, record.settlement, record.declarer
    same = None if record.score is None or settlement is None else record.score == settlement
    hands = (None,) * 4 if record.deal is None else record.deal.hands
    return (
        record.file, record.index, record.line, record.board, record.tag("Event"), record.tag("Date"),
        record.game,
        None if record.forehand is None else (record.forehand - 1) % seats,
        *hands, record.talon, *_four(hands, seats),
        " ".join(map(call_text, record.auction)) or None,
        record.contract, declarer,
        None if declarer is None else hands[declarer],
        record.second, record.leader,
        None if question is None else question.trump,
        record.called,
        None if question is None else question.partner,
        None if facts is None or facts.raised is None else facts.raised.id,
        record.contra, *record.names, len(record.play),
        settlement is not None or record.finished,
        *game.tricks, *game.points, *_four(settlement, seats), *_four(record.score, seats), same,
        game.value, game.makeable, game.made, game.verdict, *game.guarantee, *game.payoff,
        *_four(None if game.replay is None else game.given_away, seats),
        game.cost_discard,
        *((None,) * 4 if best is None else (best.contract.id, best.trump, best.calls, best.payoff)),
        *(None if one is None else one.contract.id for one in game.passed),
    )  # fmt: skip


def _bids_row(bids: Bids) -> tuple[Any, ...]:
    best = bids.best
    return (
        bids.mean,
        *((None,) * 4 if best is None else (best.contract.id, best.call, best.trump, best.mean)),
        bids.cost,
        *(None if bid is None else bid.contract.id for bid in bids.passed),
        *(None if bid is None else bid.mean for bid in bids.passed),
    )


def _card_row(game: Analysed, card: Judged) -> tuple[Any, ...]:
    record, move = game.record, card.move
    worths = [*card.worths], [*card.worths.values()], card.best
    return (
        record.file, record.index, record.board, record.game,
        move.trick, move.turn, move.seat, record.names[move.seat], move.card,
        *((None,) * 3 if card.point is None else worths),
        card.before, card.after, card.cost, card.mark or None, card.cost_announce, card.gain_announce,
        record.contract, game.role(move.seat),
    )  # fmt: skip


def _single_row(one: Single | None, card: int) -> tuple[Any, ...]:
    if one is None:
        return (None,) * len(SINGLE_COLUMNS)
    best = one.best[0]
    return (
        one.layouts, one.looked_at, one.shares[best], one.shares[card], one.means[best], one.means[card],
        one.cost, one.low, one.high, one.best, one.verdict,
    )  # fmt: skip
