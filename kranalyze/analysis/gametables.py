"""Analysed games as rows: the tables of games and of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa

from kranalyze.analysis.bids import Bids
from kranalyze.analysis.costs import Judged
from kranalyze.analysis.game import VERDICTS, Analysed
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
    rows = [row for game in games for row in _card_rows(game)]
    if not single_dummy:
        return _table(CARDS_SCHEMA, rows)
    more = [_single_row(card) for game in games for card in game.cards]
    return _table(SINGLE_SCHEMA, [(*row, *some) for row, some in zip(rows, more, strict=True)])


def _table(schema: pa.Schema, rows: Sequence[tuple[Any, ...]]) -> pa.Table:
    """Rows, each with its values in the order of the schema, as a table."""
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(schema)
    arrays = [_array(field, column) for field, column in zip(schema, columns, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _array(field: pa.Field, values: Sequence[Any]) -> pa.Array:
    if field.name in NAMES:
        codes, names = CODES[field.name], pa.array(NAMES[field.name], pa.string())
        if not pa.types.is_list(field.type):
            numbers = pa.array([None if v is None else codes[v] for v in values], pa.int8())
            return pa.DictionaryArray.from_arrays(numbers, names)
        offsets, listed = [0], []
        for some in values:
            listed += [codes[v] for v in some or ()]
            offsets.append(len(listed))
        coded = pa.DictionaryArray.from_arrays(pa.array(listed, pa.int8()), names)
        missing = pa.array([some is None for some in values], pa.bool_())
        return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), coded, mask=missing)
    if field.name in _HANDS:
        return hand_texts(pa.array(values, pa.uint32()))
    if pa.types.is_dictionary(field.type):
        return pa.array(values, pa.string()).dictionary_encode().cast(field.type)
    return pa.array(values, field.type)


def _seat(seat: int | None) -> str | None:
    return None if seat is None else _SEATS[seat]


def _names(cards: Iterable[int] | None) -> list[str] | None:
    return None if cards is None else [_CARDS[c] for c in cards]


def _game_row(game: Analysed) -> tuple[Any, ...]:
    record, question, best = game.record, game.record.question, game.best
    facts = record.facts
    raised = None if facts is None or facts.raised is None else facts.raised.id
    seats = record.game_row.seats
    trump = None if question is None or question.trump is None else SUITS[question.trump]
    same = None
    if record.score is not None and record.settlement is not None:
        same = record.score == record.settlement
    given = None if game.replay is None else game.given_away
    hands = (None,) * 4 if record.deal is None else record.deal.hands
    dealer = None if record.forehand is None else (record.forehand - 1) % seats
    return (
        record.file,
        record.index,
        record.line,
        record.board,
        record.tag("Event"),
        record.tag("Date"),
        record.game,
        _seat(dealer),
        *hands,
        record.talon,
        *_four(hands, seats),
        " ".join(map(call_text, record.auction)) or None,
        record.contract,
        _seat(record.declarer),
        None if record.declarer is None else hands[record.declarer],
        _seat(record.second),
        _seat(record.leader),
        trump,
        None if record.called is None else _CARDS[record.called],
        None if question is None else _seat(question.partner),
        raised,
        record.contra,
        *record.names,
        len(record.play),
        record.settlement is not None or record.finished,
        *game.tricks,
        *game.points,
        *_four(record.settlement, seats),
        *_four(record.score, seats),
        same,
        game.value,
        game.makeable,
        game.made,
        game.verdict,
        *game.guarantee,
        *game.payoff,
        *_four(given, seats),
        game.cost_discard,
        None if best is None else best.contract.id,
        None if best is None or best.trump is None else SUITS[best.trump],
        None if best is None else _names(best.calls),
        None if best is None else best.payoff,
        *(None if one is None else one.contract.id for one in game.passed),
    )


def _bids_row(bids: Bids) -> tuple[Any, ...]:
    best = bids.best
    return (
        bids.mean,
        None if best is None else best.contract.id,
        None if best is None or best.call is None else _CARDS[best.call],
        None if best is None or best.trump is None else SUITS[best.trump],
        None if best is None else best.mean,
        bids.cost,
        *(None if bid is None else bid.contract.id for bid in bids.passed),
        *(None if bid is None else bid.mean for bid in bids.passed),
    )


def _four(amounts: Sequence[int | None] | None, seats: int) -> list[int | None]:
    return [None if amounts is None or s >= seats else amounts[s] for s in range(4)]


def _card_rows(game: Analysed) -> Iterable[tuple[Any, ...]]:
    record = game.record
    roles = [game.role(seat) for seat in range(4)]
    names = record.names
    for card in game.cards:
        seat = card.move.seat
        yield (
            record.file,
            record.index,
            record.board,
            record.game,
            card.move.trick,
            card.move.turn,
            _SEATS[seat],
            names[seat],
            _CARDS[card.move.card],
            *(
                (None,) * 3
                if card.point is None
                else (_names(card.worths), [*card.worths.values()], _names(card.best))
            ),
            card.before,
            card.after,
            card.cost,
            card.mark or None,
            card.cost_announce,
            card.gain_announce,
            record.contract,
            roles[seat],
        )


def _single_row(card: Judged) -> tuple[Any, ...]:
    one = card.single
    if one is None:
        return (None,) * len(SINGLE_COLUMNS)
    best = one.best[0]
    return (
        one.layouts,
        one.looked_at,
        one.shares[best],
        one.shares[one.card],
        one.means[best],
        one.means[one.card],
        one.cost,
        one.low,
        one.high,
        _names(one.best),
        one.verdict,
    )
