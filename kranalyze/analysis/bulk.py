"""Ordinary games analysed in bulk: columns in, rows of games and cards out; Python sees no single game."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.analysis.game import role_of
from kranalyze.analysis.gamecolumns import CARDS_SCHEMA, GAMES_SCHEMA
from kranalyze.analysis.gametables import CODES, NAMES
from kranalyze.answers.arrays import ints, numbers
from kranalyze.answers.best import Played, choosing_in
from kranalyze.core.calls import UNKNOWN, list_cards
from kranalyze.core.ordinary import NO_AMOUNT, TEXTS, CardsJudged, Ordinary, Rules, judged
from kranalyze.read.rowscan import hand_texts

_SEATS = "nesw"


def analyzed_in_bulk(games: Ordinary, file: str, best: bool = True) -> dict[str, pa.Table]:
    """``games`` and ``cards`` (``GAMES_SCHEMA``, ``CARDS_SCHEMA``) of ordinary games of a file.

    Args:
        best: look for the best contract and those passed up too.
    """
    rows = _Rows(games, file)
    found = judged(games)
    chosen = rows.chosen() if best else rows.nothing_chosen()
    return {"games": rows.games(found, chosen), "cards": rows.cards(found)}


@lru_cache(maxsize=8)
def _facts(rules: Rules) -> dict[str, pa.Array]:
    """What the shape of a game says, by its number: the code of its contract; the roles of the four seats."""
    shapes = rules.shapes
    seats = [(seat, q.declarer, q.second, q.partner) for q in shapes for seat in range(4)]
    roles = [CODES["role"][role_of(*one)] for one in seats]
    contracts = [CODES["contract"][q.contract.id] for q in shapes]
    return {"contract": pa.array(contracts, pa.int8()), "role": pa.array(roles, pa.int8())}


@lru_cache(maxsize=1024)
def _quarter(count: int, seat: int) -> pa.Array:
    """The places of a seat in a column of four numbers a row."""
    return pa.array(range(seat, 4 * count, 4), pa.int32())


class _Rows:
    """The columns of some games as arrays."""

    def __init__(self, games: Ordinary, file: str) -> None:
        self.given, self.count, self.rules = games, games.count, games.rules
        self.file = file
        self.facts = _facts(games.rules)
        self.shape = self.column("shape")
        self.texts = {name: self._text(i) for i, name in enumerate(TEXTS)}
        self.game = pa.array([CODES["game"][game.id] for game in games.rules.games], pa.int8()).take(
            self.column("game")
        )
        self.contract = self.facts["contract"].take(self.shape)

    def column(self, name: str) -> pa.Array:
        """A column of the games."""
        return numbers(self.given.kind(name), self.given.columns[name], self.count)

    def known(self, name: str) -> pa.Array:
        """The same, null where nothing is said."""
        return _known(self.column(name), -1)

    def four(self, name: str) -> list[pa.Array]:
        """Four numbers a row, seat by seat."""
        return self._seats(numbers(self.given.kind(name), self.given.columns[name], 4 * self.count))

    def _seats(self, numbers: pa.Array) -> list[pa.Array]:
        return [numbers.take(_quarter(self.count, seat)) for seat in range(4)]

    def _text(self, number: int) -> pa.Array:
        ends = b"\0\0\0\0" + bytes(memoryview(self.given.ends[number])[: 4 * self.count])
        buffers = [None, pa.py_buffer(ends), pa.py_buffer(self.given.texts[number])]
        text = pa.Array.from_buffers(pa.string(), self.count, buffers)
        return pc.if_else(pc.is_in(text, pa.array(["", "?"])), pa.scalar(None, pa.string()), text)

    def _file(self, count: int) -> pa.Array:
        first = ints(pa.int32(), bytes(4 * count), count)
        return pa.DictionaryArray.from_arrays(first, pa.array([self.file], pa.string()))

    def _auction(self) -> pa.Array:
        """The calls of each game as one text."""
        names, firsts = list[str](), list[int]()
        for game in self.rules.games:
            names += ("mit", "gut")
            firsts.append(len(names))
            names += (contract.id for contract in game.contracts)
        offsets = self._offsets("call_end")
        calls = ints(pa.int8(), self.given.columns["call"], offsets[-1].as_py()).cast(pa.int32())
        game = pc.list_parent_indices(pa.ListArray.from_arrays(offsets, calls))
        first = pa.array(firsts, pa.int32()).take(self.column("game")).take(game)
        words = pa.array(names).take(pc.add(first, calls))
        text = pc.binary_join(pa.ListArray.from_arrays(offsets, words), " ")
        return pc.if_else(pc.equal(text, ""), pa.scalar(None, pa.string()), text)

    def _offsets(self, name: str) -> pa.Array:
        """Where the items of each row begin, and the last ones end."""
        ends = bytes(memoryview(self.given.columns[name])[: 4 * self.count])
        return ints(pa.int32(), b"\0\0\0\0" + ends, self.count + 1)

    def games(self, found: CardsJudged, chosen: dict[str, pa.Array]) -> pa.Table:
        """A row for each game."""
        count = self.count
        scored = pc.not_equal(self.column("scored"), 0)
        settlement = self.four("settlement")
        declarer = self.known("declarer")
        makeable = _flag(ints(pa.int8(), found.by_game["makeable"], count))
        won = pc.choose(pc.fill_null(declarer, 0).cast(pa.int64()), *settlement)
        made = pc.if_else(pc.is_null(declarer), pa.scalar(None, pa.bool_()), pc.greater(won, 0))
        verdict = pc.add(pc.if_else(made, 0, 2), pc.if_else(makeable, 0, 1)).cast(pa.int8())
        ends = self._offsets("card_end")
        columns: dict[str, Any] = {
            "file": self._file(count),
            "record": self.column("index"),
            "line": self.column("line"),
            "board": self.texts["board"],
            "event": self.texts["event"],
            "date": self.texts["date"],
            "game": _coded("game", self.game),
            "dealer": _coded("dealer", self.column("dealer")),
            "contract": _coded("contract", self.contract),
            "leader": _coded("leader", self.column("leader")),
            "contra": pa.nulls(count, pa.uint8()).fill_null(0),
            "played": pc.subtract(ends[1:], ends[:-1]).cast(pa.uint8()),
            "finished": pc.is_valid(self.shape),
            "score_ok": pc.if_else(scored, True, pa.scalar(None, pa.bool_())),
            "value": _known(ints(pa.int16(), found.by_game["value"], count), UNKNOWN),
            "makeable": makeable,
            "made": made,
            "verdict": _coded("verdict", verdict),
            "raised": _coded("raised", pa.nulls(count, pa.int8())),
            "cost_discard": pa.nulls(count, pa.int32()),
            **{
                name: _coded(name, self.known(name))
                for name in ("declarer", "second", "trump", "called", "partner")
            },
            **{name: self.column(name) for name in (*_SEATS, "talon")},
            "auction": self._auction(),
            **chosen,
        }
        hands = [hand_texts(self.column(name)) for name in _SEATS]
        own = pc.choose(pc.fill_null(declarer, 0).cast(pa.int64()), *hands)
        columns["hand"] = pc.if_else(pc.is_null(declarer), pa.scalar(None, pa.string()), own)
        by_seat = {
            "player": [self.texts[name] for name in ("north", "east", "south", "west")],
            "hand": hands,
            "tricks": self.four("tricks"),
            "points": self.four("points"),
            "settlement": settlement,
            "score": [pc.if_else(scored, amount, pa.scalar(None, pa.int32())) for amount in settlement],
        }
        for name in ("guarantee", "payoff", "cost"):
            amounts = self._seats(ints(pa.int32(), found.by_game[name], 4 * count))
            by_seat[name] = [_known(amount, NO_AMOUNT) for amount in amounts]
        columns |= {f"{name}_{s}": each[i] for name, each in by_seat.items() for i, s in enumerate(_SEATS)}
        return _table(GAMES_SCHEMA, columns)

    def cards(self, found: CardsJudged) -> pa.Table:
        """A row for each card."""
        count = self.given.cards
        by_card = {name: numbers(kind, found.by_card[name], count) for name, kind in found.kinds}
        offsets = self._offsets("card_end")
        cards = ints(pa.int8(), self.given.columns["card"], count)
        game = pc.list_parent_indices(pa.ListArray.from_arrays(offsets, cards)).cast(pa.int32())
        seat = by_card["seat"].cast(pa.int32())
        names = pa.concat_arrays([self.texts[name] for name in ("north", "east", "south", "west")])
        roles = pc.add(pc.multiply(self.shape.cast(pa.int32()).take(game), 4), seat)
        choices = pa.concat_arrays([pa.array([0], pa.int32()), by_card["choice_end"]])
        total = choices[-1].as_py()
        legal = ints(pa.int8(), found.by_card["choice"], total)
        worth = ints(pa.int32(), found.by_card["worth"], total)
        columns = {
            "file": self._file(count),
            "record": self.column("index").take(game),
            "board": self.texts["board"].take(game),
            "game": _coded("game", self.game.take(game)),
            "trick": by_card["trick"],
            "turn": by_card["turn"],
            "seat": _coded("seat", by_card["seat"]),
            "player": names.take(pc.add(pc.multiply(seat, self.count), game)),
            "card": _coded("card", cards),
            "legal": pa.ListArray.from_arrays(choices, _coded("card", legal)),
            "guarantees": pa.ListArray.from_arrays(choices, worth),
            "best": _cards_of(found.by_card["best"], count),
            "guarantee_before": by_card["before"],
            "guarantee_after": by_card["after"],
            "cost": pc.subtract(by_card["before"], by_card["after"]),
            "mark": _coded("mark", _known(pc.subtract(by_card["mark"], pa.scalar(1, pa.int8())), -1)),
            "cost_announce": _known(by_card["said"], NO_AMOUNT),
            "gain_announce": _known(by_card["gained"], NO_AMOUNT),
            "contract": _coded("contract", self.contract.take(game)),
            "role": _coded("role", self.facts["role"].take(roles)),
        }
        return _table(CARDS_SCHEMA, columns)

    def nothing_chosen(self) -> dict[str, pa.Array]:
        """The columns of the best contracts where nobody asks."""
        return {
            field.name: pa.nulls(self.count, field.type)
            for field in GAMES_SCHEMA
            if field.name.startswith(("best_", "passed_"))
        }

    def chosen(self) -> dict[str, pa.Array]:
        """The best contracts, and those passed up, game by game put together again in the order of rows."""
        import polars as pl

        game, which = self.column("game"), self.shape.to_pylist()
        forehand = pc.add(self.column("dealer"), pa.scalar(1, pa.int8())).to_pylist()
        hands = [self.column(name) for name in _SEATS]
        parts = []
        for number, row in enumerate(self.rules.games):
            places = pc.indices_nonzero(pc.equal(game, number)).cast(pa.int32())
            numbers = places.to_pylist()
            choosing = choosing_in(row)
            if not len(places) or not choosing.questions:
                continue
            played = [
                Played(q.contract, q.declarer, q.trump, forehand[i] % row.seats)
                for i in numbers
                if (q := self.rules.shapes[which[i]])
            ]
            n, e, s, w = (hand.take(places).buffers()[1] for hand in hands)
            rows = choosing.columns((n, e, s, w), None, played)
            codes = pl.Series([CODES["contract"][c.id] for c in row.contracts], dtype=pl.Int8)
            at = pl.Series([4 * i + seat for i in numbers for seat in range(4)])
            parts.append(rows.with_columns(codes.gather(rows["contract"]).alias("contract"), at.alias("at")))
        if not parts:
            return self.nothing_chosen()
        every = pl.DataFrame({"at": pl.int_range(4 * self.count, dtype=pl.Int64, eager=True)})
        full = every.join(pl.concat(parts), on="at", how="left", maintain_order="left")
        return self._told({name: full[name].to_arrow() for name in full.columns})

    def _told(self, chosen: dict[str, pa.Array]) -> dict[str, pa.Array]:
        """The columns of four rows a game: the declarer's best, the others' passed up."""
        declarer = self.known("declarer")
        first = pa.array(range(0, 4 * self.count, 4), pa.int32())
        own = pc.add(first, declarer.cast(pa.int32()))
        calls = chosen["calls"].take(own)
        nobody = pa.scalar(None, pa.int8())
        passed = {
            f"passed_{s}": _coded(
                "passed_n",
                pc.if_else(pc.fill_null(pc.equal(declarer, seat), False), nobody,
                           chosen["contract"].take(_quarter(self.count, seat)).cast(pa.int8())),
            )
            for seat, s in enumerate(_SEATS)
        }
        return {
            "best_contract": _coded("best_contract", chosen["contract"].take(own).cast(pa.int8())),
            "best_trump": _coded("best_trump", chosen["trump"].take(own).cast(pa.int8())),
            "best_calls": _cards_of(pc.fill_null(calls, 0).buffers()[1], self.count, pc.is_null(calls)),
            "best_payoff": chosen["payoff"].take(own).cast(pa.int32()),
            **passed,
        }


def _known(numbers: pa.Array, nothing: int) -> pa.Array:
    """Numbers with null for the one that says that there is none."""
    kind = numbers.type
    return pc.if_else(pc.equal(numbers, pa.scalar(nothing, kind)), pa.scalar(None, kind), numbers)


def _flag(numbers: pa.Array) -> pa.Array:
    return pc.not_equal(_known(numbers, -1), pa.scalar(0, numbers.type))


def _coded(name: str, codes: pa.Array) -> pa.Array:
    return pa.DictionaryArray.from_arrays(codes, pa.array(NAMES[name], pa.string()))


def _cards_of(masks: Any, count: int, missing: pa.Array | None = None) -> pa.Array:
    """The cards of each mask as a list."""
    ends, cards = list_cards(masks, count)
    offsets = ints(pa.int32(), b"\0\0\0\0" + bytes(ends), count + 1)
    total = ends[count - 1] if count else 0
    return pa.ListArray.from_arrays(offsets, _coded("card", ints(pa.int8(), cards, total)), mask=missing)


def _table(schema: pa.Schema, columns: dict[str, Any]) -> pa.Table:
    return pa.Table.from_arrays([columns[field.name].cast(field.type) for field in schema], schema=schema)
