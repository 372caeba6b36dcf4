"""Analysed games as rows: the tables of games and of cards, from objects and from columns of the core.

And of players: what these two add up to for each name and game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.analysis.bids import Bids
from kranalyze.analysis.game import Analysed, Judged, role_of
from kranalyze.analysis.gamecolumns import (
    BIDS_SCHEMA,
    CARDS_SCHEMA,
    CODES,
    GAMES_SCHEMA,
    NAMES,
    PLAYERS_SCHEMA,
    SINGLE_PLAYERS_SCHEMA,
    SINGLE_SCHEMA,
)
from kranalyze.answers.best import best_bids
from kranalyze.core.arrow import arrays, card_lists, scanned, unless
from kranalyze.core.calls import UNKNOWN
from kranalyze.core.ordinary import BY_CARD, BY_GAME, Ordinary, Rules, judged
from kranalyze.read.logpieces import hand_texts

_SEATS = "nesw"
_HANDS = frozenset(("hand", *(f"hand_{seat}" for seat in _SEATS)))

#: What tells players apart; their sums, and those of what they could know, where the cards tell it.
_KEYS = ("player", "game")
_SUMS = PLAYERS_SCHEMA.names[len(_KEYS) : -1]
_SINGLE = SINGLE_PLAYERS_SCHEMA.names[len(PLAYERS_SCHEMA) :]

#: Batches that players are counted of at a time: few games take as long as many.
_TOGETHER = 4


def tables(games: Sequence[Analysed], single_dummy: bool = False, bids: bool = False) -> dict[str, pa.Table]:
    """``games`` and ``cards`` of games that are objects, with what was judged on what players could know."""
    cards = (_card_row(game, card) for game in games for card in game.cards)
    return {
        "games": _of_rows(BIDS_SCHEMA if bids else GAMES_SCHEMA, map(_game_row, games)),
        "cards": _of_rows(SINGLE_SCHEMA if single_dummy else CARDS_SCHEMA, cards),
    }


def _of_rows(schema: pa.Schema, rows: Iterable[tuple[Any, ...]]) -> pa.Table:
    """Rows, each with its values in the order of the schema and of what is added to it, as a table."""
    every = list(rows)
    return _table(schema, dict(zip(schema.names, zip_longest(*every), strict=False)), len(every))


def _table(schema: pa.Schema, columns: dict[str, Any], count: int) -> pa.Table:
    """Columns by name as a table, null where there is none."""
    return pa.Table.from_arrays([_array(f, columns.get(f.name), count) for f in schema], schema=schema)


def _array(field: pa.Field, values: Any, count: int) -> pa.Array:
    """A column of an array or a list: of coded texts the texts or their numbers, of hands texts or masks."""
    kind, ready, listed = field.type, isinstance(values, pa.Array), pa.types.is_list(field.type)
    if values is None:
        return pa.nulls(count, kind)
    if ready and values.type == kind:
        return values
    if field.name in _HANDS:
        return hand_texts(pa.array(values, pa.uint32()))
    if field.name not in NAMES:
        return values.cast(kind) if ready else pa.array(values, kind)
    if not ready:
        codes = CODES[field.name]
        given = values if listed else [codes.get(value, value) for value in values]
        values = pa.array(given, pa.list_(pa.int8()) if listed else pa.int8())
    names = pa.array(NAMES[field.name], pa.string())
    if not listed:
        return pa.DictionaryArray.from_arrays(values.cast(pa.int8()), names)
    coded, missing = pa.DictionaryArray.from_arrays(values.values, names), values.is_null()
    return pa.ListArray.from_arrays(values.offsets, coded, mask=missing if values.null_count else None)


# games as objects


def _four(amounts: Sequence[int | None] | None, seats: int) -> list[int | None]:
    return [None if amounts is None or s >= seats else amounts[s] for s in range(4)]


def _game_row(game: Analysed) -> tuple[Any, ...]:
    """The columns of ``BIDS_SCHEMA``."""
    record, question, best, seats = game.record, game.record.question, game.best, game.record.game_row.seats
    facts, settlement, declarer = record.facts, record.settlement, record.declarer
    same = None if record.score is None or settlement is None else record.score == settlement
    hands = (None,) * 4 if record.deal is None else record.deal.hands
    alone, bid = game.bids or Bids(), (game.bids or Bids()).best
    return (
        record.file, record.index, record.line, record.board, record.tag("Event"), record.tag("Date"),
        record.game,
        None if record.forehand is None else (record.forehand - 1) % seats,
        *hands, record.talon, *_four(hands, seats),
        " ".join(call.text() for call in record.auction) or None,
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
        *(one and one.contract.id for one in game.passed or (None,) * 4),
        alone.mean,
        *((None,) * 4 if bid is None else (bid.contract.id, bid.calls and bid.calls[0], bid.trump, bid.mean)),
        alone.cost, *(None if one is None else one.contract.id for one in alone.passed),
        *(None if one is None else one.mean for one in alone.passed),
    )  # fmt: skip


def _card_row(game: Analysed, card: Judged) -> tuple[Any, ...]:
    """The columns of ``SINGLE_SCHEMA``."""
    record, move, single = game.record, card.move, card.single
    known: tuple[Any, ...] = ()
    if single is not None:
        best, played = single.of(single.best[0]), single.of(move.card)
        known = (
            single.layouts, single.looked_at, best.share, played.share, best.mean, played.mean,
            played.cost, played.cost_low, played.cost_high, single.best, card.verdict,
        )  # fmt: skip
    worths = [*card.worths], [*card.worths.values()], card.best
    return (
        record.file, record.index, record.board, record.game,
        move.trick, move.turn, move.seat, record.names[move.seat], move.card,
        *((None,) * 3 if card.point is None else worths),
        card.before, card.after, card.cost, card.mark or None, card.cost_announce, card.gain_announce,
        record.contract, role_of(move.seat, record.question), *known,
    )  # fmt: skip


# ordinary games as columns


def analyzed_in_bulk(games: Ordinary, file: str, best: bool = True) -> dict[str, pa.Table]:
    """``games`` and ``cards`` of ordinary games; see ``analyze``."""
    count, rules = games.count, games.rules
    found, worth = judged(games)
    given = scanned(games) | arrays(BY_GAME, worth, count)
    contracts, roles = _facts(rules)
    ids = pa.array([CODES["game"][game.id] for game in rules.games], pa.int8())
    alone, place = pc.is_null(given["declarer"]), pc.fill_null(given["declarer"], 0).cast(pa.int64())
    hands = {f"hand_{seat}": hand_texts(given[seat]) for seat in _SEATS}
    won = pc.choose(place, *(given[f"settlement_{seat}"] for seat in _SEATS))
    made, makeable = unless(alone, pc.greater(won, 0)), pc.not_equal(given["makeable"], 0)
    finished, unscored = pc.is_valid(given["shape"]), pc.equal(given["scored"], 0)
    by_game = given | {
        "file": pa.DictionaryArray.from_arrays(pa.nulls(count, pa.int32()).fill_null(0), [file]),
        "record": given["index"],
        "game": ids.take(given["game"]),
        **hands,
        "auction": _auctions(rules, given["game"], given["call"]),
        "contract": contracts.take(given["shape"]),
        "hand": unless(alone, pc.choose(place, *hands.values())),
        "contra": pa.nulls(count, pa.uint8()).fill_null(0),
        **{f"player_{name[0]}": given[name] for name in ("north", "east", "south", "west")},
        "played": pc.list_value_length(given["card"]),
        "finished": finished,
        **{f"score_{seat}": unless(unscored, given[f"settlement_{seat}"]) for seat in _SEATS},
        "score_ok": unless(unscored, finished),
        "value": unless(pc.equal(given["value"], UNKNOWN), given["value"]),
        "makeable": makeable,
        "made": made,
        "verdict": pc.add(pc.if_else(made, 0, 2), pc.if_else(makeable, 0, 1)),
        **(_chosen(games, given) if best else {}),
    }
    by_card = arrays(BY_CARD, found, games.cards)
    game, seat = pc.list_parent_indices(given["card"]).cast(pa.int32()), by_card["seat"].cast(pa.int32())
    names = pa.concat_arrays([by_game[f"player_{one}"] for one in _SEATS])
    by_card |= {
        **{name: by_game[name].take(game) for name in ("file", "record", "board", "game", "contract")},
        "player": names.take(pc.add(pc.multiply(seat, count), game)),
        "card": given["card"].values,
        "legal": by_card["choice"],
        "guarantees": by_card["worth"],
        "best": card_lists(by_card["best"]),
        "guarantee_before": by_card["before"],
        "guarantee_after": by_card["after"],
        "cost": pc.subtract(by_card["before"], by_card["after"]),
        "mark": unless(pc.equal(by_card["mark"], 0), pc.subtract(by_card["mark"], 1)),
        "cost_announce": by_card["said"],
        "gain_announce": by_card["gained"],
        "role": roles.take(pc.add(pc.multiply(given["shape"].cast(pa.int32()).take(game), 4), seat)),
    }
    return {
        "games": _table(GAMES_SCHEMA, by_game, count), "cards": _table(CARDS_SCHEMA, by_card, games.cards),
    }  # fmt: skip


@lru_cache(maxsize=8)
def _facts(rules: Rules) -> tuple[pa.Array, pa.Array]:
    """What the shape of a game says, by its number: the code of its contract; the roles of the four seats."""
    roles = [CODES["role"][role_of(seat, question)] for question in rules.shapes for seat in range(4)]
    contracts = [CODES["contract"][q.contract.id] for q in rules.shapes]
    return pa.array(contracts, pa.int8()), pa.array(roles, pa.int8())


def _auctions(rules: Rules, rows: pa.Array, calls: pa.Array) -> pa.Array:
    """The calls of each game as one text."""
    names, firsts = list[str](), list[int]()
    for game in rules.games:
        names += ("mit", "gut")
        firsts.append(len(names))
        names += (contract.id for contract in game.contracts)
    first = pa.array(firsts, pa.int32()).take(rows).take(pc.list_parent_indices(calls))
    words = pa.array(names).take(pc.add(first, calls.values))
    text = pc.binary_join(pa.ListArray.from_arrays(calls.offsets, words), " ")
    return unless(pc.equal(text, ""), text)


def _chosen(games: Ordinary, given: dict[str, pa.Array]) -> dict[str, pa.Array]:
    """The declarer's best contract, and those that others passed up, put together again game by game."""
    which, declarer, parts = given["shape"].to_pylist(), pl.Series(given["declarer"]), list[pl.DataFrame]()
    forehand = pc.add(given["dealer"], pa.scalar(1, pa.int8())).to_pylist()
    for number, row in enumerate(games.rules.games):
        places = pc.indices_nonzero(pc.equal(given["game"], number)).cast(pa.int32())
        if not (listed := places.to_pylist()):
            continue
        asked = ((games.rules.shapes[which[i]], forehand[i] % row.seats) for i in listed)
        played = [(q.contract, q.declarer, q.trump, first) for q, first in asked]
        hands = tuple(given[seat].take(places).buffers()[1] for seat in _SEATS)
        found = best_bids(row, hands, None, played)
        codes = pl.Series([CODES["contract"][c.id] for c in row.contracts], dtype=pl.Int8)
        at = pl.Series([4 * i + seat for i in listed for seat in range(4)])
        parts.append(found.with_columns(codes.gather(found["contract"]).alias("contract"), at.alias("at")))
    every = pl.concat(parts).sort("at")
    best = every.select(pl.all().gather(pl.int_range(0, pl.len(), 4) + declarer))
    calls = best["calls"].to_arrow()
    told = {f"best_{name}": best[name].to_arrow() for name in ("contract", "trump", "payoff")}
    told["best_calls"] = unless(calls.is_null(), card_lists(calls))
    for seat, name in enumerate(_SEATS):
        contract, own = every["contract"].gather_every(4, seat), declarer.eq_missing(seat)
        told[f"passed_{name}"] = pl.select(pl.when(~own).then(contract)).to_series().to_arrow()
    return told


# players


class Totals:
    """Adds up the players of games that come one batch after another; memory does not grow with them."""

    def __init__(self) -> None:
        self._sums, self._held = pl.DataFrame(), list[list[pl.LazyFrame]]()

    def add(self, games: pa.Table | pl.LazyFrame, cards: pa.Table | pl.LazyFrame) -> Totals:
        """Count a batch: tables of this version, or frames over many of them; who has no name is left out."""
        both = (games, cards)
        self._held.append([t if isinstance(t, pl.LazyFrame) else pl.DataFrame(t).lazy() for t in both])
        # What players could know is counted at once: sums of fractions depend on their order.
        at_once = isinstance(cards, pl.LazyFrame) or "sd_cost" in cards.column_names
        if at_once or len(self._held) == _TOGETHER:
            self._count()
        return self

    def _count(self) -> None:
        """Count what was held back."""
        seated, rows = map(pl.concat, zip(*self._held, strict=True))
        self._held.clear()
        by_game = pl.concat([_at(seated, seat) for seat in _SEATS]).group_by(_KEYS)
        role, said = pl.col("role").cast(pl.String), pl.col("sd_verdict").cast(pl.String)
        cost = pl.sum_horizontal(pl.col("cost", "cost_announce").cast(pl.Int64))
        sums = {f"cost_{one}": cost.filter(role == one) for one in NAMES["role"]}
        sums |= {"cards": pl.col("cost").is_not_null(), "best_cards": pl.col("cost") == 0}
        single = _SINGLE if "sd_verdict" in rows.collect_schema().names() else ()
        if single:
            sums |= {f"sd_cost_{one}": pl.col("sd_cost").filter(role == one) for one in NAMES["role"]}
            sums |= {"mistakes": said == "mistake", "unlucky": said == "unlucky", "lucky": said == "lucky"}
        named = rows.filter(pl.col("player").is_not_null()).group_by("player", pl.col("game").cast(pl.String))
        counts = by_game.agg(pl.len().alias("games"), pl.all().cast(pl.Int64).sum())
        given = named.agg(**{name: what.sum() for name, what in sums.items()})
        frame = counts.join(given, on=_KEYS, how="left").with_columns(
            cost_declarer=pl.col("cost_declarer").fill_null(0) + pl.col("discard")
        )
        whole, parts = pl.col(_SUMS).fill_null(0).cast(pl.Int64), pl.col(single).fill_null(0).cast(pl.Float64)
        both = pl.concat([self._sums, frame.select(*_KEYS, whole, parts).collect()], how="diagonal")
        self._sums = both.group_by(_KEYS).agg(pl.all().sum())

    def table(self) -> pa.Table:
        """The players so far (``PLAYERS_SCHEMA``), by game and name."""
        if self._held:
            self._count()
        if not self._sums.width:
            return PLAYERS_SCHEMA.empty_table()
        share = pl.when(pl.col("cards") > 0).then(pl.col("best_cards") / pl.col("cards"))
        frame = self._sums.with_columns(share.alias("best_share")).sort("game", "player")
        schema = SINGLE_PLAYERS_SCHEMA if "mistakes" in frame.columns else PLAYERS_SCHEMA
        return frame.select(schema.names).to_arrow().cast(schema)


def _at(games: pl.LazyFrame, seat: str) -> pl.LazyFrame:
    """The games of whoever sits on a seat, named columns from his side."""
    here = pl.lit(seat.upper())
    declares = pl.col("declarer").cast(pl.String).eq_missing(here)
    second = pl.col("second").cast(pl.String).eq_missing(here)
    won = pl.coalesce(f"settlement_{seat}", f"score_{seat}")
    makeable = pl.when(second).then(pl.col(f"guarantee_{seat}") > 0).otherwise(pl.col("makeable"))
    return games.filter(pl.col(f"player_{seat}").is_not_null()).select(
        pl.col(f"player_{seat}").alias("player"),
        pl.col("game").cast(pl.String),
        *(pl.lit(each == seat).alias(f"seat_{each}") for each in _SEATS),
        (declares | second).alias("declared"),
        ((declares | second) & (won > 0)).alias("made"),
        ((declares | second) & makeable).alias("makeable"),
        pl.col(f"passed_{seat}").is_not_null().alias("passed_up"),
        won.alias("won"),
        pl.col(f"payoff_{seat}").alias("won_double_dummy"),
        pl.when(declares).then(pl.col("cost_discard")).alias("discard"),
    )
