"""Answers to many questions, all rows at once: the settlement, and the columns of a table."""

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
from kranalyze.games.question import supposing
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

#: Columns of a question. Tables of games have them too.
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
    """Return a schema of columns, whose metadata hold their meaning."""
    fields = [pa.field(name, kind, metadata={b"meaning": text.encode()}) for name, kind, text in columns]
    return pa.schema(fields, metadata=metadata)


def schema_of(games: Sequence[Game]) -> pa.Schema:
    """Return the columns of a table. Its metadata name the games and their rules in force."""
    rules = json.dumps(games[0].in_force, sort_keys=True)
    if len(games) > 1:
        rules = json.dumps([{"game": game.id, "rules": game.in_force} for game in games])
    ids = " ".join(dict.fromkeys(game.id for game in games))
    about = {"format": FORMAT_VERSION, "version": version(), "game": ids, "rules": rules}
    return described(COLUMNS, {f"kranalyze.{name}": value for name, value in about.items()})


#: Amounts have 32 bits, as a value times a unit may exceed 16.
_AMOUNT = pa.int32()


class Terms:
    """Look-up tables by question number, which turn the results of searches into columns.

    Attributes:
        schema: of the table.
        text: by column the names in the rows of a question.
        value: the list of places of the contract's value.
        judged: the list of places of the result that decides whether the contract is made.
        least: the least result with which the contract is made.
        paid: by column (``forced``: the declarer's guarantee, ``payoff_n``, ``guarantee_n`` ...) the list of
            places of its results, and the list of its units.
        lists: deduplicated lists of numbers, one number per question.
        amounts: returns the amounts of all results in a range, question by question, and the place of the
            result 0 of each question.
    """

    def __init__(self, plan: Plan) -> None:
        game = plan.game
        asked_questions = plan.questions
        measures = plan.measures
        places = plan.places
        self.schema = schema_of([game])

        def codes(values: Iterable[int | None], names: Sequence[str]) -> pa.Array:
            return pa.DictionaryArray.from_arrays(pa.array(values, pa.int8()), pa.array(names, pa.string()))

        contracts = {contract.id: i for i, contract in enumerate(game.contracts)}
        orders = ("KT".index(q.order) if game.orders else None for q in asked_questions)
        self.text = {
            **{name: codes((getattr(q, name) for q in asked_questions), SEATS) for name in _SEATED},
            "game": codes((0 for _ in asked_questions), [game.id]),
            "contract": codes((contracts[q.contract.id] for q in asked_questions), list(contracts)),
            "trump": codes((q.trump for q in asked_questions), list(SUITS)),
            "order": codes(orders, ["K", "T"]),
        }
        list_numbers: dict[tuple[int, ...], int] = {}

        def list_number(numbers: Iterable[int]) -> int:
            return list_numbers.setdefault(tuple(numbers), len(list_numbers))

        def list_places(figure: str, seats: Iterable[int]) -> int:
            result_places = []
            for measure, seat, searched in zip(measures, seats, places, strict=True):
                key = measure.source(figure, seat, searched)
                result_places.append(plan.nothing if key is None else searched[key])
            return list_number(result_places)

        firsts = [question.first for question in asked_questions]
        self.value = list_number(searched.get(("value", 0), plan.nothing) for searched in places)
        self.judged = list_places("makeable", firsts)
        declarer_units = list_number(measure.unit(measure.question.first) for measure in measures)
        self.paid = {"forced": (list_places("guarantee", firsts), declarer_units)}
        for seat, name in enumerate("nesw"):
            seats = [seat] * len(asked_questions)
            units = list_number(measure.unit(seat) for measure in measures)
            for figure in ("payoff", "guarantee"):
                self.paid[f"{figure}_{name}"] = list_places(figure, seats), units
        self.lists = [pa.array(numbers, _AMOUNT) for numbers in list_numbers]

        roles = []
        least = []
        for measure, searched in zip(measures, places, strict=True):
            role = next((role for role in ("stake", "made") if (role, 0) in searched), "value")
            roles.append(role)
            least.append(1 if role == "made" else measure.contract.makeable_at)
        self.least = pa.array(least, pa.int16())
        # Questions of one kind have the same amounts.
        kinds = [
            (measure.contract.id, measure.parties, role)
            for measure, role in zip(measures, roles, strict=True)
        ]
        measure_by_kind = dict(zip(kinds, measures, strict=True))
        @lru_cache(maxsize=8)
        def amounts(first: int, end: int) -> tuple[pa.Array, pa.Array]:
            runs = {
                kind: [measure.amount(number, kind[-1]) for number in range(first, end)]
                for kind, measure in measure_by_kind.items()
            }
            zeros = [i * (end - first) - first for i in range(len(kinds))]
            paid = pa.array(chain.from_iterable(runs[kind] for kind in kinds), _AMOUNT)
            return paid, pa.array(zeros, pa.int32())

        self.amounts = amounts


class Settled:
    """The rows that deals reach: the questions of a plan put to deals, and their results.

    Attributes:
        which: by row the number of its question.
        deal: by row the number of its deal.
        calls: cards whose call leads to the question, as masks; 0 where nothing is called.
        biddable: whether the declarer holds the required cards. If not, the results are null.
        value, makeable: as RULINGS say (what value and makeable mean).
        discard: cards best laid away, as masks; 0 or null for none.
        bad: errors of deals without results, by the number of the deal.
    """

    def __init__(
        self, plan: Plan, hands: Hands, talon: Buffer | None, count: int,
        bad: Mapping[int, str] = MappingProxyType({}), wanted: Buffer | None = None,
    ) -> None:  # fmt: skip
        """Solve deals. The arguments are those of `Plan.solved`; ``bad`` holds errors by deal."""
        reach, solved = plan.solved(hands, talon, count, bad, wanted)
        terms = plan.terms
        self.plan = plan
        self.terms = terms
        self.bad = {i: status_text(s) for i, s in enumerate(solved.status) if s} | dict(bad)
        self.which = ints("i", reach.which, reach.count)
        self.deal = ints("i", reach.deal, reach.count)
        self.calls = ints("I", reach.calls, reach.count)
        flags = ints("B", reach.flags, len(reach.flags))
        flags = _taken(flags, pc.add(pc.multiply(self.deal, len(plan.questions)), self.which))
        self.biddable = pc.greater_equal(flags, pa.scalar(BIDDABLE, flags.type))
        values = ints("h", solved.values, len(solved.values))
        bounds = pc.min_max(unless(pc.equal(values, pa.scalar(UNKNOWN, values.type)), values))
        self._first = (min(bounds["min"].as_py() or 0, 0) // 16 - 1) * 16
        self._amounts, zeros = terms.amounts(self._first, (max(bounds["max"].as_py() or 0, 0) // 16 + 1) * 16)
        self._zeros = _taken(zeros, self.which)
        self._values = pc.max_element_wise(values, pa.scalar(self._first, values.type))
        self._base = pc.multiply(self.deal, solved.width)
        self._number_cache: dict[int, tuple[pa.Array, pa.Array]] = {}
        self._paid_cache: dict[tuple[int, int], pa.Array] = {}
        self.value = unless(*self._numbers_at(terms.value))
        self.makeable = pc.greater_equal(
            unless(*self._numbers_at(terms.judged)), _taken(terms.least, self.which)
        )
        self.discard = pa.nulls(reach.count, pa.uint32())
        if solved.discard is not None:
            masks = ints("I", solved.discard, len(solved.discard))
            self.discard = unless(pc.invert(self.biddable), self._at(terms.judged, masks))

    def _at(self, places: int, values: pa.Array) -> pa.Array:
        """Return by row a value of its deal; ``places`` is the number of a list of places."""
        return _taken(values, pc.add(self._base, _taken(self.terms.lists[places], self.which)))

    def _numbers_at(self, places: int) -> tuple[pa.Array, pa.Array]:
        """Return by row whether a result is unknown, and the result; see ``_at``.

        Unknown results are the least number of the range.
        """
        if places not in self._number_cache:
            numbers = self._at(places, self._values)
            is_known = pc.and_(self.biddable, pc.greater(numbers, pa.scalar(self._first, numbers.type)))
            self._number_cache[places] = pc.invert(is_known), numbers
        return self._number_cache[places]

    def paid(self, column: str) -> pa.Array:
        """Return the settlements of a column: ``payoff_n``, ``guarantee_n`` ..., or ``forced``."""
        places, units = key = self.terms.paid[column]
        if key not in self._paid_cache:
            unknown, numbers = self._numbers_at(places)
            amounts = _taken(self._amounts, pc.add(self._zeros, numbers))
            amounts = pc.multiply(amounts, _taken(self.terms.lists[units], self.which))
            self._paid_cache[key] = unless(unknown, amounts)
        return self._paid_cache[key]

    def frame(self) -> pl.DataFrame:
        """Return the rows of deals without errors as a frame.

        The columns of the results are ``deal which calls discard biddable makeable forced``. Those of the
        question are ``contract`` (number in the game's list) and ``declarer leader trump partner``.
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
    """Take values at places, which are not checked: all of them exist."""
    return pc.take(values, places, boundscheck=False)


def in_question(rows: pl.DataFrame, game: Game, forehand_hands: pl.DataFrame) -> pl.DataFrame:
    """Return the rows, in order, of the trump that forehand names.

    Where the other side bids, forehand is supposed to name the trump of the best contract of its own.

    Args:
        rows: ``deal contract trump forced`` as in `Settled.frame`, with one forehand a deal. Rows of the
            other side need those of the contract that forehand plays if nobody bids.
        game: of all rows.
        forehand_hands: ``deal`` and ``held``, forehand's hand.
    """
    import polars as pl

    if not game.bidding.trump:
        return rows
    rows = rows.join(forehand_hands, on="deal", how="left", maintain_order="left")
    holds = [(pl.col("trump") == suit) & (pl.col("held") & suit_mask(suit) != 0) for suit in range(4)]
    rows = rows.filter(pl.any_horizontal(pl.col("trump").is_null(), *holds))
    best = rows.filter(pl.col("contract") == 0, pl.col("forced").is_not_null())
    best = best.sort("forced", "trump", descending=[True, False])
    best = best.unique("deal", keep="first", maintain_order=True)
    supposed = best.select("deal", supposed="trump")
    rows = rows.join(supposed, on="deal", how="left", maintain_order="left")
    return rows.filter(~pl.col("contract").is_in(kontra(game)) | (pl.col("trump") == pl.col("supposed")))


def kontra(game: Game) -> list[int]:
    """Return the contracts, as numbers in the game's list, in which forehand is supposed to name trump."""
    return [i for i, contract in enumerate(game.contracts) if supposing(game, contract)]


@frozen
class Batch:
    """The rows of deals, the errors of deals without rows, and the number of deals."""

    table: pa.Table
    problems: tuple[KpnError, ...]
    deals: int


def solve_deals(plan: Plan, deals: pa.Table, wanted: Buffer | None = None) -> Settled:
    """Answer deals (see `answer_table`). Deals that do not fit the game are among the bad ones."""
    count = deals.num_rows
    game = plan.game
    n, e, s, w, talon = (memory(deals.column(name).combine_chunks()) for name in (*"nesw", "talon"))
    bad = {}
    for i in misfits((n, e, s, w), talon, count, game):
        row = deals.slice(i, 1).to_pylist()[0]
        masks = tuple(row[name] for name in "nesw")
        try:
            if None in masks:
                raise ValueError("a hand of the deal is not known")
            deal = Deal(masks, row["talon"] or 0)
            deal.check(game.pack, game.size, game.seats, game.talon, game.endings)
        except ValueError as error:
            bad[i] = str(error)
    return Settled(plan, (n, e, s, w), talon, count, bad, wanted)


def answer_table(plan: Plan, deals: pa.Table) -> Batch:
    """Return the table of the rows that deals reach.

    Args:
        plan: the questions.
        deals: columns ``n e s w talon`` (uint32), ``file deal board``, and ``line`` if known.
    """
    settled = solve_deals(plan, deals)
    schema = plan.terms.schema
    which = settled.which
    deal = settled.deal
    no_discard = pa.nulls(len(which), CARD_LIST)
    columns: dict[str, Any] = {
        **{name: _origin(deals, name, deal, kind) for name, kind, _ in COLUMNS[:3]},
        **{name: _taken(codes, which) for name, codes in settled.terms.text.items()},
        "calls": _card_names(settled.calls),
        "discard": _card_names(pc.fill_null(settled.discard, 0)) if plan.game.talon else no_discard,
        **{name: getattr(settled, name) for name in ("biddable", "makeable", "value")},
        **{name: settled.paid(name) for name, *_ in COLUMNS[-8:]},
    }
    table = pa.Table.from_arrays([columns[f.name] for f in schema], schema=schema)
    if settled.bad:
        table = table.filter(pc.invert(pc.is_in(deal, value_set=pa.array(list(settled.bad), pa.int32()))))
    problems = []
    for i, message in sorted(settled.bad.items()):
        row = deals.slice(i, 1).to_pylist()[0]
        file = row["file"] or IN_PLACE
        problems.append(KpnError(file, row.get("line", 1), 1, "error", message, row["deal"]))
    return Batch(table, tuple(problems), deals.num_rows)


def _origin(deals: pa.Table, name: str, deal: pa.Array, kind: pa.DataType) -> pa.Array:
    """Return by row a fact about its deal; null where it is not known."""
    column = deals.column(name).combine_chunks()
    if column.null_count == len(column):
        return pa.nulls(len(deal), kind)
    if pa.types.is_dictionary(kind):
        column = column.cast(pa.string()).dictionary_encode()
    return _taken(column, deal).cast(kind)


def _card_names(masks: pa.Array) -> pa.Array:
    """Return the names of the cards of masks; null for empty masks."""
    cards = card_lists(masks)
    is_any = pc.not_equal(masks, pa.scalar(0, masks.type))
    names = pa.DictionaryArray.from_arrays(cards.values, pa.array(CARDS, pa.string()))
    bits = [is_any.buffers()[1], cards.offsets.buffers()[1]]
    return pa.Array.from_buffers(CARD_LIST, len(masks), bits, children=[names])
