"""What the answers to many questions come to, all rows at once: the settlement, the columns of a table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.cards import SUITS, card_name, suit_mask
from kranalyze.core.arrow import card_lists, ints, memory, unless
from kranalyze.core.calls import BIDDABLE, UNKNOWN, misfits, status_text
from kranalyze.deal import Deal
from kranalyze.frozen import frozen
from kranalyze.games import Game
from kranalyze.games.questions import supposing
from kranalyze.kpn.record import KpnError
from kranalyze.read.sources import IN_PLACE
from kranalyze.version import version

if TYPE_CHECKING:
    import polars as pl
    from typing_extensions import Buffer

    from kranalyze.answers.plan import Plan
    from kranalyze.core.calls import Hands

#: Version of the table's columns and their meaning.
FORMAT_VERSION = "1"

TEXT = pa.dictionary(pa.int8(), pa.string())
FILE = pa.dictionary(pa.int32(), pa.string())
SEATS = ["N", "E", "S", "W"]
#: Columns of seats.
_SEATED = ("declarer", "second", "leader", "partner")
CARDS = [card_name(c) for c in range(32)]
CARD_LIST = pa.list_(pa.dictionary(pa.int8(), pa.string()))

#: A column: name, type, meaning.
Column = tuple[str, pa.DataType, str]

#: Of a contract put to seats; tables of games have them too.
ASKED: tuple[Column, ...] = (
    ("second", TEXT, "seat of the second Bettler or Plauderer, or null"),
    ("leader", TEXT, "seat that leads to trick 1"),
    ("trump", TEXT, "trump suit S H D C, null without trump"),
)

#: The columns in their order.
COLUMNS: tuple[Column, ...] = (
    ("file", FILE, "file the deal comes from, null for a deal given in place"),
    ("deal", pa.uint32(), "index of the deal in its file, from 0"),
    ("board", pa.string(), "Board of the record, or null"),
    ("game", TEXT, "id of the game"),
    ("contract", TEXT, "id of the contract"),
    ("declarer", TEXT, "seat of the declarer, null where nobody is"),
    *ASKED,
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


def described(columns: Iterable[Column], metadata: Mapping[Any, Any]) -> pa.Schema:
    """A schema of columns: name, type, meaning, which is among their metadata."""
    fields = [pa.field(name, kind, metadata={b"meaning": text.encode()}) for name, kind, text in columns]
    return pa.schema(fields, metadata=metadata)


def schema_of(games: Sequence[Game]) -> pa.Schema:
    """The columns of a table of some games; the metadata name them and their rules in force."""
    rules = json.dumps(games[0].in_force, sort_keys=True)
    if len(games) > 1:
        rules = json.dumps([{"game": game.id, "rules": game.in_force} for game in games])
    ids = " ".join(dict.fromkeys(game.id for game in games))
    about = {"format": FORMAT_VERSION, "version": version(), "game": ids, "rules": rules}
    return described(COLUMNS, {f"kranalyze.{name}": said for name, said in about.items()})


#: Amounts have 32 bits, as the product of a value and a unit may have.
_AMOUNT = pa.int32()


class Terms:
    """What a plan's questions and the numbers of its searches come to: by the number of a question.

    Attributes:
        text: the names in the rows of a question, by column.
        value, judged: where numbers stand among the values of a deal, as `Measure.source` says.
        least: from which number on the contract is made.
        paid: of ``forced`` (the guarantee of the declarer) and the columns ``payoff`` and ``guarantee``
            where their numbers stand, and what an amount of one is worth.
        lists: what those are numbers of: what several have alike is there once.
        amounts: what numbers from one to before another come to, question by question in a row, and where 0
            stands of each.
    """

    def __init__(self, plan: Plan) -> None:
        game, asked, measures, places = plan.game, plan.questions, plan.measures, plan.places
        self.schema = schema_of([game])

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
        known: dict[tuple[int, ...], int] = {}

        def once(numbers: Iterable[int]) -> int:
            return known.setdefault(tuple(numbers), len(known))

        def told(what: str, seats: Iterable[int]) -> int:
            each = list(zip(measures, seats, places, strict=True))
            sources = [(m.source(what, seat, found), found) for m, seat, found in each]
            return once(plan.nothing if by is None else found[by] for by, found in sources)

        firsts = [question.first for question in asked]
        self.value = once(found.get(("value", 0), plan.nothing) for found in places)
        self.judged = told("makeable", firsts)
        own = once(m.unit(m.question.first) for m in measures)
        self.paid = {"forced": (told("guarantee", firsts), own)}
        for seat, name in enumerate("nesw"):
            seats, units = [seat] * len(asked), once(m.unit(seat) for m in measures)
            self.paid |= {f"{what}_{name}": (told(what, seats), units) for what in ("payoff", "guarantee")}
        self.lists = [pa.array(numbers, _AMOUNT) for numbers in known]
        #: By which search a question is settled; those of a contract that are settled by the same are alike.
        roles = [next((r for r in ("stake", "made") if (r, 0) in found), "value") for found in places]
        each = list(zip(measures, roles, strict=True))
        least = (1 if role == "made" else m.contract.makeable_at for m, role in each)
        self.least = pa.array(least, pa.int16())
        kinds = [(m.contract.id, m.parties, role) for m, role in each]
        one_of = dict(zip(kinds, measures, strict=True))

        @lru_cache(maxsize=8)
        def amounts(first: int, end: int) -> tuple[pa.Array, pa.Array]:
            runs = {kind: [m.amount(n, kind[-1]) for n in range(first, end)] for kind, m in one_of.items()}
            zeros = [i * (end - first) - first for i in range(len(kinds))]
            paid = pa.array(chain.from_iterable(runs[kind] for kind in kinds), _AMOUNT)
            return paid, pa.array(zeros, pa.int32())

        self.amounts = amounts


class Settled:
    """The rows that deals reach: the questions of a plan put to deals, and what comes of them.

    Attributes:
        which, deal: of each row its question and its deal.
        calls: the cards by which it is called, as masks; 0 where nothing is.
        biddable: whether its declarer holds what the contract needs; if not, the rest is null.
        value, makeable: as RULINGS say (what value and makeable mean).
        discard: what is best laid away, as masks, 0 or null for nothing.
        bad: the places of deals whose rows say nothing, and why.
    """

    def __init__(
        self, plan: Plan, hands: Hands, talon: Buffer | None, count: int,
        bad: Mapping[int, str] = MappingProxyType({}), wanted: Buffer | None = None,
    ) -> None:  # fmt: skip
        """Solve deals given as UInt32 columns: see `Plan.solved`; ``bad`` says why of those left out, too."""
        found, solved = plan.solved(hands, talon, count, bad, wanted)
        self.plan, self.terms = plan, (terms := plan.terms)
        self.bad = {i: status_text(s) for i, s in enumerate(solved.status) if s} | dict(bad)
        self.which = ints("i", found.which, found.count)
        self.deal = ints("i", found.deal, found.count)
        self.calls = ints("I", found.calls, found.count)
        flags = ints("B", found.flags, len(found.flags))
        flags = _taken(flags, pc.add(pc.multiply(self.deal, len(plan.questions)), self.which))
        self.biddable = pc.greater_equal(flags, pa.scalar(BIDDABLE, flags.type))
        values = ints("h", solved.values, len(solved.values))
        bounds = pc.min_max(unless(pc.equal(values, pa.scalar(UNKNOWN, values.type)), values))
        self._first = (min(bounds["min"].as_py() or 0, 0) // 16 - 1) * 16
        self._amounts, zeros = terms.amounts(self._first, (max(bounds["max"].as_py() or 0, 0) // 16 + 1) * 16)
        self._zeros = _taken(zeros, self.which)
        self._values = pc.max_element_wise(values, pa.scalar(self._first, values.type))
        self._base = pc.multiply(self.deal, solved.width)
        self._numbers, self._paid = dict[int, tuple[pa.Array, pa.Array]](), dict[tuple[int, int], pa.Array]()
        self.value = unless(*self._told(terms.value))
        self.makeable = pc.greater_equal(
            unless(*self._told(terms.judged)), _taken(terms.least, self.which)
        )
        self.discard = pa.nulls(found.count, pa.uint32())
        if solved.discard is not None:
            masks = ints("I", solved.discard, len(solved.discard))
            self.discard = unless(pc.invert(self.biddable), self._at(terms.judged, masks))

    def _at(self, places: int, values: pa.Array) -> pa.Array:
        """What stands somewhere among the values of each row's deal."""
        return _taken(values, pc.add(self._base, _taken(self.terms.lists[places], self.which)))

    def _told(self, places: int) -> tuple[pa.Array, pa.Array]:
        """Whether nothing is known of the numbers that stand somewhere, and they; least where it is not."""
        if places not in self._numbers:
            numbers = self._at(places, self._values)
            there = pc.and_(self.biddable, pc.greater(numbers, pa.scalar(self._first, numbers.type)))
            self._numbers[places] = pc.invert(there), numbers
        return self._numbers[places]

    def paid(self, column: str) -> pa.Array:
        """The settlements of a column: ``payoff_n``, ``guarantee_n`` ..., ``forced``: the declarer's."""
        places, units = key = self.terms.paid[column]
        if key not in self._paid:
            unknown, numbers = self._told(places)
            amounts = _taken(self._amounts, pc.add(self._zeros, numbers))
            amounts = pc.multiply(amounts, _taken(self.terms.lists[units], self.which))
            self._paid[key] = unless(unknown, amounts)
        return self._paid[key]

    def frame(self) -> pl.DataFrame:
        """The rows of good deals: ``deal which calls discard biddable makeable forced``, and their questions.

        Of these ``contract`` (number in the game's list), ``declarer leader trump partner``.
        """
        import polars as pl

        names = ("contract", "declarer", "leader", "trump", "partner")
        facts = {name: self.terms.text[name].indices.cast(pa.int32()).take(self.which) for name in names}
        columns = {
            **facts, "which": self.which, "deal": self.deal.cast(pa.uint32()), "calls": self.calls,
            "discard": self.discard, "biddable": self.biddable,
            "makeable": self.makeable.fill_null(False), "forced": self.paid("forced"),
        }  # fmt: skip
        frame = pl.DataFrame(pa.table(columns))
        return frame.filter(~pl.col("deal").is_in(list(self.bad))) if self.bad else frame


def _taken(values: pa.Array, places: pa.Array) -> pa.Array:
    """The values at places of which each is there, so that none is looked at twice."""
    return pc.take(values, places, boundscheck=False)


def in_question(rows: pl.DataFrame, game: Game, held: pl.DataFrame) -> pl.DataFrame:
    """The rows, in order, whose trump forehand names, or is supposed to name where the other side bids.

    Args:
        rows: of one forehand a deal, ``deal contract trump forced`` as in `Settled.frame`; with those of the
            contract that forehand plays if nobody bids where the other side's are among them.
        held: ``deal`` and ``held``, forehand's hand.
    """
    import polars as pl

    if not game.bidding.trump:
        return rows
    rows = rows.join(held, on="deal", how="left", maintain_order="left")
    holds = [(pl.col("trump") == suit) & (pl.col("held") & suit_mask(suit) != 0) for suit in range(4)]
    rows = rows.filter(pl.any_horizontal(pl.col("trump").is_null(), *holds))
    best = rows.filter(pl.col("contract") == 0, pl.col("forced").is_not_null())
    best = best.sort("forced", "trump", descending=[True, False])
    best = best.unique("deal", keep="first", maintain_order=True)
    supposed = best.select("deal", supposed="trump")
    rows = rows.join(supposed, on="deal", how="left", maintain_order="left")
    return rows.filter(~pl.col("contract").is_in(kontra(game)) | (pl.col("trump") == pl.col("supposed")))


def kontra(game: Game) -> list[int]:
    """The contracts, as numbers in the game's list, whose trump is supposed."""
    return [i for i, contract in enumerate(game.contracts) if supposing(game, contract)]


@frozen
class Batch:
    """Rows of some deals, how many these are, and what is wrong with those that have none."""

    table: pa.Table
    problems: tuple[KpnError, ...]
    deals: int


def answers(plan: Plan, deals: pa.Table, wanted: Buffer | None = None) -> Settled:
    """The answers to deals (see `assembled`); one that is none of the game's is among the bad."""
    count, game = deals.num_rows, plan.game
    n, e, s, w, talon = (memory(deals.column(name).combine_chunks()) for name in (*"nesw", "talon"))
    bad = {}
    for i in misfits((n, e, s, w), talon, count, game):
        given = deals.slice(i, 1).to_pylist()[0]
        masks = tuple(given[name] for name in "nesw")
        try:
            if None in masks:
                raise ValueError("a hand of the deal is not known")
            deal = Deal(masks, given["talon"] or 0)
            deal.check(game.pack, game.size, game.seats, game.talon, game.endings)
        except ValueError as error:
            bad[i] = str(error)
    return Settled(plan, (n, e, s, w), talon, count, bad, wanted)


def assembled(plan: Plan, deals: pa.Table) -> Batch:
    """The rows that deals reach, with what was found of them.

    Args:
        deals: columns ``n e s w talon`` (uint32), ``file deal board``, and where known ``line``.
    """
    settled, schema = answers(plan, deals), plan.terms.schema
    which, deal, away = settled.which, settled.deal, pa.nulls(len(settled.which), CARD_LIST)
    columns: dict[str, Any] = {
        **{name: _origin(deals, name, deal, kind) for name, kind, _ in COLUMNS[:3]},
        **{name: _taken(codes, which) for name, codes in settled.terms.text.items()},
        "calls": _named(settled.calls),
        "discard": _named(pc.fill_null(settled.discard, 0)) if plan.game.talon else away,
        **{name: getattr(settled, name) for name in ("biddable", "makeable", "value")},
        **{name: settled.paid(name) for name, *_ in COLUMNS[-8:]},
    }
    table = pa.Table.from_arrays([columns[f.name] for f in schema], schema=schema)
    if settled.bad:
        table = table.filter(pc.invert(pc.is_in(deal, value_set=pa.array(list(settled.bad), pa.int32()))))
    facts = ((deals.slice(i, 1).to_pylist()[0], why) for i, why in sorted(settled.bad.items()))
    problems = (
        KpnError(row["file"] or IN_PLACE, row.get("line", 1), 1, "error", why, row["deal"])
        for row, why in facts
    )
    return Batch(table, tuple(problems), deals.num_rows)


def _origin(deals: pa.Table, name: str, deal: pa.Array, kind: pa.DataType) -> pa.Array:
    """A fact of each row's deal; null where the deals do not say."""
    column = deals.column(name).combine_chunks()
    if column.null_count == len(column):
        return pa.nulls(len(deal), kind)
    if pa.types.is_dictionary(kind):
        column = column.cast(pa.string()).dictionary_encode()
    return _taken(column, deal).cast(kind)


def _named(masks: pa.Array) -> pa.Array:
    """The cards of masks by their names, null where there are none."""
    listed, some = card_lists(masks), pc.not_equal(masks, pa.scalar(0, masks.type))
    names = pa.DictionaryArray.from_arrays(listed.values, pa.array(CARDS, pa.string()))
    bits = [some.buffers()[1], listed.offsets.buffers()[1]]
    return pa.Array.from_buffers(CARD_LIST, len(masks), bits, children=[names])
