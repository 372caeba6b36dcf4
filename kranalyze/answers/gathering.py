"""What the answers to many questions come to, all rows at once: the settlement, the columns of a table."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.cards import SUITS, card_name, suit_mask
from kranalyze.core.calls import UNKNOWN, Reached, Solved, list_cards, status_text
from kranalyze.frozen import frozen
from kranalyze.games import Game
from kranalyze.games.questions import supposing

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.answers.plan import Plan


#: Version of the table's columns and their meaning.
FORMAT_VERSION = "1"

TEXT = pa.dictionary(pa.int8(), pa.string())
_FILE = pa.dictionary(pa.int32(), pa.string())
SEATS = ["N", "E", "S", "W"]
#: Columns of seats.
_SEATED = ("declarer", "second", "leader", "partner")
CARDS = [card_name(c) for c in range(32)]
CARD_LIST = pa.list_(pa.dictionary(pa.int8(), pa.string()))

#: The columns in their order: name, type, meaning.
COLUMNS: tuple[tuple[str, pa.DataType, str], ...] = (
    ("file", _FILE, "file the deal comes from, null for a deal given in place"),
    ("deal", pa.uint32(), "index of the deal in its file, from 0"),
    ("board", pa.string(), "Board of the record, or null"),
    ("game", TEXT, "id of the game"),
    ("contract", TEXT, "id of the contract"),
    ("declarer", TEXT, "seat of the declarer, null where nobody is"),
    ("second", TEXT, "seat of the second Bettler or Plauderer, or null"),
    ("leader", TEXT, "seat that leads to trick 1"),
    ("trump", TEXT, "trump suit S H D C, null without trump"),
    ("partner", TEXT, "seat of the partner, null: the declarer plays alone"),
    ("order", TEXT, "order of rank, K or T, null where the game has but one"),
    ("calls", CARD_LIST, "cards whose calling leads to this row, null where nothing is called"),
    ("discard", CARD_LIST, "cards best laid away, null where nothing is"),
    ("biddable", pa.bool_(), "whether the declarer holds what the contract needs"),
    ("makeable", pa.bool_(), "whether the declarer's side can force it, null if not biddable"),
    ("value", pa.int16(), "what the declarer's side can force, in the contract's own measure"),
    *((f"guarantee_{s.lower()}", pa.int32(), f"most that {s} can force against all others") for s in SEATS),
    *((f"payoff_{s.lower()}", pa.int32(), f"settlement of {s} under best play") for s in SEATS),
)


#: Types by their letters in `array`.
_KINDS = {"b": pa.int8(), "B": pa.uint8(), "h": pa.int16(), "i": pa.int32(), "I": pa.uint32()}


def described(columns: Iterable[tuple[str, pa.DataType, str]], metadata: Mapping[Any, Any]) -> pa.Schema:
    """A schema of columns: name, type, meaning, which is among their metadata."""
    fields = [pa.field(name, kind, metadata={b"meaning": text.encode()}) for name, kind, text in columns]
    return pa.schema(fields, metadata=metadata)


def numbers(code: str, data: Any, count: int) -> pa.Array:
    """Numbers of a buffer, their type by its letter."""
    return ints(_KINDS[code], data, count)


def ints(kind: pa.DataType, data: Any, count: int) -> pa.Array:
    """Numbers of a buffer of a type."""
    return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(data)])


#: Amounts have 32 bits, as the product of a value and a unit may have; the least one says that there is none.
_AMOUNT = pa.int32()
_NONE = -(1 << 31)

#: In `Terms.worth`, after the seats: the declarer, and whether a number makes it (1 or 0).
_OWN, _MADE = 4, 5


class Terms:
    """What a plan's questions and the numbers of its searches come to: by the number of a question.

    Attributes:
        text: the names in the rows of a question, by column.
        value, judged, payoff, guarantee, own: where numbers stand among the values of a deal, as
            `Measure.source` says (own: the guarantee of the declarer).
    """

    def __init__(self, plan: Plan) -> None:
        game, asked, measures, places = plan.game, plan.questions, plan.measures, plan.places
        self.game = game

        def codes(values: Iterable[int | None], names: Sequence[str]) -> pa.Array:
            return pa.DictionaryArray.from_arrays(pa.array(values, pa.int8()), pa.array(names, pa.string()))

        contracts = {contract.id: i for i, contract in enumerate(game.contracts)}
        self.text = {
            **{name: codes((getattr(q, name) for q in asked), SEATS) for name in _SEATED},
            "game": codes((0 for _ in asked), [game.id]),
            "contract": codes((contracts[q.contract.id] for q in asked), list(contracts)),
            "trump": codes((q.trump for q in asked), list(SUITS)),
            "order": codes(("KT".index(q.order) if game.orders else None for q in asked), ["K", "T"]),
        }
        known: dict[tuple[int, ...], pa.Array] = {}

        def told(what: str, seat: int | None) -> pa.Array:
            """Where a column's numbers stand; one array for all columns that have them in the same places."""
            each = list(zip(measures, places, strict=True))
            sources = (m.source(what, m.question.first if seat is None else seat, found) for m, found in each)
            pairs = zip(sources, places, strict=True)
            slots = tuple(plan.nothing if by is None else found[by] for by, found in pairs)
            return known.setdefault(slots, pa.array(slots, pa.int32()))

        self.value = pa.array((found.get(("value", 0), plan.nothing) for found in places), pa.int32())
        self.judged, self.own = told("makeable", None), told("guarantee", None)
        self.payoff, self.guarantee = ([told(what, s) for s in range(4)] for what in ("payoff", "guarantee"))
        #: By which search a question is settled.
        roles = [next((r for r in ("stake", "made") if (r, 0) in found), "value") for found in places]
        self._measures = list(zip(measures, roles, strict=True))
        self._known: tuple[int, int, pa.Array, list[pa.Array]] = (0, -1, pa.nulls(0), [])

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns of a table, with metadata."""
        from kranalyze import __version__

        rules = json.dumps(self.game.in_force, sort_keys=True)
        about = {"format": FORMAT_VERSION, "version": __version__, "game": self.game.id, "rules": rules}
        return described(COLUMNS, {f"kranalyze.{name}": said for name, said in about.items()})

    def worth(self, least: int, most: int) -> tuple[int, int, pa.Array, list[pa.Array]]:
        """What the numbers in some range are worth, to be looked up.

        Returns:
            The least and the greatest number that is known; where 0 of each question stands, before the least
            what there is where there is no number; for each seat, the declarer and `_MADE` a column.
        """
        found = self._known  # by threads that know of other numbers it may be changed meanwhile
        low, high = min(found[0], least), max(found[1], most)
        if (low, high) != found[:2]:
            known: dict[tuple[str, bool, str], list[pa.Array]] = {}
            each = []
            for measure, role in self._measures:
                key = measure.contract.id, measure.parties, role
                if key not in known:
                    need = 1 if role == "made" else measure.contract.makeable_at
                    amounts = (measure.amount(number, role) for number in range(low, high + 1))
                    made = (None if need is None else int(number >= need) for number in range(low, high + 1))
                    known[key] = [pa.array([None, *of], _AMOUNT) for of in (amounts, made)]
                each.append(known[key])
            none, span = pa.nulls(0, _AMOUNT), high - low + 2
            paid, judged = (pa.concat_arrays([none, *(one[i] for one in each)]) for i in (0, 1))
            question = pc.divide(pa.array(range(len(paid)), pa.int32()), span)
            columns = []
            for seat in (*range(4), None):
                units = (m.unit(m.question.first if seat is None else seat) for m, _ in self._measures)
                columns.append(pc.multiply(paid, pa.array(units, _AMOUNT).take(question)))
            places = pa.array((i * span + 1 - low for i in range(len(each))), pa.int32())
            found = low, high, places, [pc.fill_null(column, _NONE) for column in (*columns, judged)]
            self._known = found
        return found


class Settled:
    """The rows that deals reach: questions put to deals, and what comes of them.

    Attributes:
        found: the reached rows as the core lists them.
        which, deal: of each row its question and its deal.
        biddable: whether its declarer holds what the contract needs; if not, the rest is null.
        value, makeable: as RULINGS say (what value and makeable mean).
        bad: the places of deals whose rows say nothing, and why.
    """

    def __init__(self, plan: Plan, found: Reached, solved: Solved, bad: Mapping[int, str] | None) -> None:
        self.plan, self.terms, self.found, self._discard = plan, plan.terms, found, solved.discard
        self.bad = {**{i: status_text(s) for i, s in enumerate(solved.status) if s}, **(bad or {})}
        self.which = numbers("i", found.which, found.count)
        self.deal = numbers("i", found.deal, found.count)
        flags = numbers("B", found.flags, len(found.flags))
        flags = _taken(flags, pc.add(pc.multiply(self.deal, len(plan.questions)), self.which))
        self.biddable = pc.greater_equal(flags, pa.scalar(3, flags.type))
        # Another row may have asked the same of a deal: what is not biddable stands behind all deals.
        last = pa.scalar(len(solved.status) * solved.width, pa.int32())
        self._base = pc.if_else(self.biddable, pc.multiply(self.deal, solved.width), last)
        every = solved.values + array("h", [UNKNOWN]) * solved.width
        values = numbers("h", every, len(every))
        there = pc.not_equal(values, pa.scalar(UNKNOWN, values.type))
        bounds = pc.min_max(pc.if_else(there, values, pa.scalar(0, values.type))).as_py()
        low, _, places, self._worth = self.terms.worth(bounds["min"], bounds["max"])
        self._values = pc.if_else(there, values, pa.scalar(low - 1, values.type))
        self._places, self._cells = _taken(places, self.which), dict[int, pa.Array]()
        self._columns = dict[tuple[int, int], pa.Array]()
        self.value = _known(self._at(self.terms.value, self._values), low - 1)
        self.makeable = pc.equal(self._told(self.terms.judged, _MADE), 1)

    def _at(self, slots: pa.Array, values: pa.Array) -> pa.Array:
        """What stands somewhere among the values of each row's deal."""
        return _taken(values, pc.add(self._base, _taken(slots, self.which)))

    def _told(self, slots: pa.Array, column: int) -> pa.Array:
        """What the numbers that stand somewhere are worth."""
        if id(slots) not in self._cells:
            self._cells[id(slots)] = pc.add(self._places, self._at(slots, self._values))
        key = id(slots), column
        if key not in self._columns:
            self._columns[key] = _known(_taken(self._worth[column], self._cells[id(slots)]), _NONE)
        return self._columns[key]

    def payoff(self, seat: int) -> pa.Array:
        """The settlement of a seat under best play."""
        return self._told(self.terms.payoff[seat], seat)

    def guarantee(self, seat: int) -> pa.Array:
        """The most that a seat can force against all others (with two sides the payoff)."""
        return self._told(self.terms.guarantee[seat], seat)

    def forced(self) -> pa.Array:
        """The guarantee of the declarer."""
        return self._told(self.terms.own, _OWN)

    def discards(self) -> pa.Array | None:
        """What is best laid away, as masks, 0 for nothing; None where nothing is."""
        if self._discard is None:
            return None
        masks = self._discard + array("I", [0]) * (len(self._values) - len(self._discard))
        return self._at(self.terms.judged, numbers("I", masks, len(masks)))

    def calls(self) -> pa.Array:
        """The cards by which each row is called, as numbers; none where nothing is."""
        return pa.ListArray.from_arrays(*card_lists(self.found.ends, self.found.calls, self.found.count))

    def frame(self) -> pl.DataFrame:
        """The rows of good deals: ``deal which biddable makeable forced``, and the facts of the question.

        These are ``contract`` (number in the game's list), ``declarer leader trump partner``.
        """
        import polars as pl

        names = ("contract", "declarer", "leader", "trump", "partner")
        facts = {name: self.terms.text[name].indices.cast(pa.int32()).take(self.which) for name in names}
        columns = {
            **facts, "which": self.which, "deal": self.deal.cast(pa.uint32()), "biddable": self.biddable,
            "makeable": self.makeable.fill_null(False), "forced": self.forced(),
        }  # fmt: skip
        frame = pl.DataFrame(pa.table(columns))
        return frame.filter(~pl.col("deal").is_in(list(self.bad))) if self.bad else frame


def _taken(values: pa.Array, places: pa.Array) -> pa.Array:
    """The values at places of which each is there, so that none is looked at twice."""
    return pc.take(values, places, boundscheck=False)


def _known(column: pa.Array, none: int) -> pa.Array:
    """Numbers, null where they say that there is none."""
    there = pc.not_equal(column, pa.scalar(none, column.type))
    return pa.Array.from_buffers(column.type, len(column), [there.buffers()[1], column.buffers()[1]])


def in_question(rows: pl.DataFrame, game: Game, held: pl.DataFrame) -> pl.DataFrame:
    """The rows whose trump forehand may name, and where the other side bids is supposed to have named.

    In Bauernschnapsen forehand has named a trump that is not known.

    Args:
        rows: of one forehand a deal, ``deal contract trump forced`` as in `Settled.frame`; with those of the
            contract that forehand plays if nobody bids where the other side's are among them.
        held: ``deal`` and ``held``, forehand's hand.
    """
    import polars as pl

    if not game.bidding.trump:
        return rows
    rows = rows.join(held, on="deal", how="left")
    holds = [(pl.col("trump") == suit) & (pl.col("held") & suit_mask(suit) != 0) for suit in range(4)]
    rows = rows.filter(pl.any_horizontal(pl.col("trump").is_null(), *holds))
    best = rows.filter(pl.col("contract") == 0).sort("forced", "trump", descending=[True, False])
    best = best.unique("deal", keep="first", maintain_order=True)
    rows = rows.join(best.select("deal", supposed="trump"), on="deal", how="left")
    return rows.filter(~pl.col("contract").is_in(kontra(game)) | (pl.col("trump") == pl.col("supposed")))


def kontra(game: Game) -> list[int]:
    """The contracts, as numbers in the game's list, whose trump is supposed."""
    return [i for i, contract in enumerate(game.contracts) if supposing(game, contract)]


@frozen
class Problem:
    """A deal that could not be solved."""

    file: str | None
    deal: int
    message: str


@frozen
class Batch:
    """Rows of some deals, and the deals that have none because they could not be solved."""

    table: pa.Table
    problems: tuple[Problem, ...]
    deals: int


def assembled(plan: Plan, deals: pa.Table, settled: Settled) -> Batch:
    """The rows that deals reach, with what was found of them.

    Args:
        deals: as `Plan.solve` was given them.
    """
    which, deal, masks = settled.which, settled.deal, settled.discards()
    called = pa.array([q.callable is not None for q in plan.questions], pa.bool_())
    away = pa.nulls(len(which), CARD_LIST)
    if masks is not None:
        listed = list_cards(masks.buffers()[1], len(masks))
        away = _card_lists(*listed, pc.not_equal(masks, pa.scalar(0, pa.uint32())))
    columns: dict[str, Any] = {
        **{name: _origin(deals, name, deal, kind) for name, kind, _ in COLUMNS[:3]},
        **{name: _taken(codes, which) for name, codes in settled.terms.text.items()},
        "calls": _card_lists(settled.found.ends, settled.found.calls, _taken(called, which)),
        "discard": away,
        "biddable": settled.biddable,
        "makeable": settled.makeable,
        "value": settled.value,
        **{f"payoff_{name}": settled.payoff(s) for s, name in enumerate("nesw")},
        **{f"guarantee_{name}": settled.guarantee(s) for s, name in enumerate("nesw")},
    }
    schema = plan.terms.schema
    table = pa.Table.from_arrays([columns[f.name] for f in schema], schema=schema)
    if settled.bad:
        table = table.filter(pc.invert(pc.is_in(deal, value_set=pa.array(list(settled.bad), pa.int32()))))
    facts = {i: deals.slice(i, 1).to_pylist()[0] for i in sorted(settled.bad)}
    problems = (Problem(row.get("file"), row.get("deal", i), settled.bad[i]) for i, row in facts.items())
    return Batch(table, tuple(problems), deals.num_rows)


def _origin(deals: pa.Table, name: str, deal: pa.Array, kind: pa.DataType) -> pa.Array:
    """A fact of each row's deal; null (for the index its place) where the deals do not say."""
    if name not in deals.column_names:
        return deal.cast(kind) if name == "deal" else pa.nulls(len(deal), kind)
    column = deals.column(name).combine_chunks()
    if column.null_count == len(column):
        return pa.nulls(len(deal), kind)
    if pa.types.is_dictionary(kind):
        column = column.cast(pa.string()).dictionary_encode()
    return _taken(column, deal).cast(kind)


def card_lists(ends: Any, cards: Any, count: int) -> tuple[pa.Array, pa.Array]:
    """Lists of cards by where each ends: where they begin, and the last one ends; the cards as numbers."""
    offsets = ints(pa.int32(), b"\0\0\0\0" + bytes(memoryview(ends).cast("B")[: 4 * count]), count + 1)
    used = offsets[count].as_py()
    return offsets, ints(pa.int8(), bytes(memoryview(cards)[:used]), used)


def _card_lists(ends: array[int], cards: bytearray, valid: pa.Array) -> pa.Array:
    """Cards of rows by their names, null where ``valid`` says so."""
    offsets, codes = card_lists(ends, cards, len(valid))
    names = pa.DictionaryArray.from_arrays(codes, pa.array(CARDS, pa.string()))
    bits = pa.concat_arrays([valid]).buffers()[1]
    return pa.Array.from_buffers(CARD_LIST, len(valid), [bits, offsets.buffers()[1]], children=[names])
