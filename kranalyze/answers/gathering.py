"""Build tables of answers. A table has a row for each deal and each question that can come up on the deal.

A question is a contract with its declarer, leader, trump, partner and order of rank. If the contract has no
called card, the question can come up on every deal. If the contract has a called card, the partner must hold
a card that the declarer can call. If the question has no partner, the declarer must hold such a card.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import pyarrow as pa

from kranalyze.answers.columntypes import (
    CARD_LIST,
    FILE_NAME,
    QUESTION_COLUMNS,
    SEATS,
    TEXT,
    Column,
    documented_schema,
)
from kranalyze.answers.rowfeatures import NO_COLUMNS, NO_EXTRAS, HandColumns, RowExtras
from kranalyze.answers.settled import SettledRows
from kranalyze.cards import CARDS
from kranalyze.core import compute
from kranalyze.core.arrow import card_lists, mask_buffer
from kranalyze.core.calls import misfit_deals
from kranalyze.deal import Deal
from kranalyze.games import Game
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.read.sources import IN_PLACE
from kranalyze.version import VERSION

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.answers.plan import Plan

#: Version number of the format of the tables. The number changes if columns or their meanings change.
FORMAT_VERSION = "1"

#: Function that returns the values of a column. Its arguments are the solved rows, and the ``deals`` that
#: were passed to `answer_table`.
Values: TypeAlias = Callable[[SettledRows, pa.Table], pa.Array]


def _deal_fact(name: str, kind: pa.DataType, meaning: str) -> tuple[Column, Values]:
    """Define a column that repeats a fact of the deal in each row of the deal, for example the board.

    Return the column's definition, and the function that computes its values. If a deal lacks the fact, the
    value is null.
    """

    def facts_of_deals(rows: SettledRows, deals: pa.Table) -> pa.Array:
        """Take the column ``name`` of the deals, and repeat each deal's value in all rows of this deal."""
        column = deals.column(name).combine_chunks()
        if column.null_count == len(column):
            return pa.nulls(len(rows.deal), kind)
        if pa.types.is_dictionary(kind):
            column = compute.dictionary_encode(compute.cast(column, pa.string()))
        return compute.cast(compute.take_unchecked(column, rows.deal), kind)

    return (name, kind, meaning), facts_of_deals


def _question_part_column(name: str, kind: pa.DataType, meaning: str) -> tuple[Column, Values]:
    """Define a column that names a part of each row's question, for example the contract or a seat.

    Return the column's definition, and the function that computes its values.
    """
    return (name, kind, meaning), lambda rows, _: rows.question_column(name)


def _cards(name: str, meaning: str, masks: Callable[[SettledRows], pa.Array]) -> tuple[Column, Values]:
    """Define a column whose values are lists of cards.

    Return the column's definition, and the function that computes its values.

    Args:
        name: name of the column.
        meaning: description of the column.
        masks: function that returns for each row a mask of cards. The mask 0 becomes null.
    """
    return (name, CARD_LIST, meaning), lambda rows, _: _lists_of_card_names(masks(rows))


def _result(
    name: str, kind: pa.DataType, meaning: str, values: Callable[[SettledRows], pa.Array]
) -> tuple[Column, Values]:
    """Define a column with results of the solver. ``values`` is the function that returns the results.

    Return the column's definition, and the function that computes its values.
    """
    return (name, kind, meaning), lambda rows, _: values(rows)


def _paid(name: str, meaning: str) -> tuple[Column, Values]:
    """Define a column of settlements.

    Return the column's definition, and the function that computes its values.
    """
    return (name, pa.int32(), meaning), lambda rows, _: rows.settlement_column(name)


def _lists_of_card_names(masks: pa.Array) -> pa.Array:
    """Convert masks of cards to lists of card names. An empty mask becomes null."""
    if not compute.maximum(masks).as_py():
        return pa.nulls(len(masks), CARD_LIST)
    masks = compute.fill_null(masks, 0)
    cards = card_lists(masks)
    is_any = compute.not_equal(masks, pa.scalar(0, masks.type))
    names = pa.DictionaryArray.from_arrays(cards.values, pa.array(CARDS, pa.string()))
    bits = [is_any.buffers()[1], cards.offsets.buffers()[1]]
    return pa.Array.from_buffers(CARD_LIST, len(masks), bits, children=[names])


#: The columns of a table of answers, in their order, each with the function that returns its values.
_TABLE: tuple[tuple[Column, Values], ...] = (
    _deal_fact("file", FILE_NAME, "file the deal comes from, null for a deal given in place"),
    _deal_fact("deal", pa.uint32(), "index of the deal in its file, from 0"),
    _deal_fact("board", pa.string(), "Board of the record, or null"),
    _question_part_column("game", TEXT, "id of the game"),
    _question_part_column("contract", TEXT, "id of the contract"),
    _question_part_column("declarer", TEXT, "seat of the declarer, null where nobody is"),
    *(_question_part_column(*column) for column in QUESTION_COLUMNS),
    _question_part_column("partner", TEXT, "seat of the partner, null: the declarer plays alone"),
    _question_part_column("order", TEXT, "order of rank, K or T, null where the game has but one"),
    _cards(
        "calls", "cards whose calling leads to this row, null where nothing is called",
        lambda rows: rows.calls,
    ),
    _cards("discard", "cards best laid away, null where nothing is", lambda rows: rows.discard),
    _result(
        "biddable", pa.bool_(), "whether the declarer holds what the contract needs",
        lambda rows: rows.biddable,
    ),
    _result(
        "makeable", pa.bool_(), "whether the declarer's side can force it, null if not biddable",
        lambda rows: rows.makeable,
    ),
    _result(
        "value", pa.int16(), "what the declarer's side can force, in the contract's own measure",
        lambda rows: rows.value,
    ),
    *(_paid(f"guarantee_{seat.lower()}", f"most that {seat} can force against all others") for seat in SEATS),
    *(_paid(f"payoff_{seat.lower()}", f"settlement of {seat} under best play") for seat in SEATS),
)  # fmt: skip

TABLE_COLUMNS: tuple[Column, ...] = tuple(column for column, _ in _TABLE)


def answer_table_schema(games: Sequence[Game], extras: RowExtras = NO_EXTRAS) -> pa.Schema:
    """Return the schema of a table of answers.

    The metadata of the schema contain the ids of the games, the rules in force of each game, and the
    condition on rows if there is one.
    """
    schema = _schema_without_extras(tuple(games))
    if extras is NO_EXTRAS:
        return schema
    fields = [*schema, *documented_schema(extras.columns, {})]
    return pa.schema(fields, metadata=schema.metadata | extras.condition_metadata)


@lru_cache(maxsize=32)
def _schema_without_extras(games: tuple[Game, ...]) -> pa.Schema:
    """Return the schema of a table without extra columns. Schemas are cached to make small tables fast."""
    rules = json.dumps(games[0].in_force, sort_keys=True)
    if len(games) > 1:
        rules = json.dumps([{"game": game.id, "rules": game.in_force} for game in games])
    ids = " ".join(dict.fromkeys(game.id for game in games))
    about = {"format": FORMAT_VERSION, "version": VERSION, "game": ids, "rules": rules}
    metadata = {f"kranalyze.{name}".encode(): value.encode() for name, value in about.items()}
    return documented_schema(TABLE_COLUMNS, metadata)


class Batch(NamedTuple):
    """The results for a batch of deals."""

    table: pa.Table  # a row for each deal and each contract (with seats and trump) possible on the deal
    problems: tuple[KpnError, ...]  # the reasons why some deals have no rows
    deals: int  # number of deals, including those without rows


def solve_deals(plan: Plan, deals: pa.Table, wanted: Buffer | None = None) -> SettledRows:
    """Solve a batch of deals, and return the results as rows.

    A deal that does not fit the game has no rows. Its error text is in the attribute ``bad`` of the result.

    Args:
        plan: the questions and their searches.
        deals: columns ``n e s w talon`` (uint32).
        wanted: for each deal, a byte for each question. If the byte is BIDDABLE, the question is solved on
            this deal. If the byte is 0, the question is left out. If ``wanted`` is None, all questions are
            solved on all deals.
    """
    count = deals.num_rows
    game = plan.game
    n, e, s, w, talon = (mask_buffer(deals.column(name).combine_chunks()) for name in (*"nesw", "talon"))
    bad = {}
    for i in misfit_deals((n, e, s, w), talon, count, game):
        row = deals.slice(i, 1).to_pylist()[0]
        masks = tuple(row[name] for name in "nesw")
        try:
            if None in masks:
                raise ValueError("a hand of the deal is not known")
            deal = Deal(masks, row["talon"] or 0)
            deal.check(game.pack, game.size, game.seats, game.talon, game.endings)
        except ValueError as error:
            bad[i] = str(error)
    return SettledRows(plan, (n, e, s, w), talon, count, bad, wanted)


def answer_table(
    plan: Plan, deals: pa.Table, extras: RowExtras = NO_EXTRAS, hands: HandColumns = NO_COLUMNS
) -> Batch:
    """Return the table of answers about some deals.

    Args:
        plan: the questions and their searches.
        deals: columns ``n e s w talon`` (uint32) and ``file deal board``. The column ``line`` is optional.
            If ``extras`` is passed, ``deals`` also needs the column ``dealer``. The column ``chosen`` is
            present if ``RowExtras.deals_to_solve`` has added it.
        extras: the columns that are added to the table, and the condition by which its rows are chosen.
        hands: the columns about hands that ``extras`` needs (``RowExtras.needed_hand_columns``).
    """
    rows = solve_deals(plan, deals, extras.flags_of_questions_to_solve(plan, deals))
    arrays = [values(rows, deals) for _, values in _TABLE]
    table = pa.Table.from_arrays(arrays, schema=answer_table_schema([plan.game]))
    deal = rows.deal
    if rows.bad:
        bad_deals = pa.array(list(rows.bad), pa.int32())
        is_good = compute.invert(compute.is_in(deal, bad_deals))
        table = table.filter(is_good)
        deal = deal.filter(is_good)
    if extras is not NO_EXTRAS:
        metadata = table.schema.metadata | extras.condition_metadata
        table = extras.filter_and_extend(table, deal, deals, hands).replace_schema_metadata(metadata)
    problems = tuple(_problem(deals, i, message) for i, message in sorted(rows.bad.items()))
    return Batch(table, problems, deals.num_rows)


def _problem(deals: pa.Table, index: int, message: str) -> KpnError:
    """Return an error about a deal. The error names the file and line of the deal."""
    row = deals.slice(index, 1).to_pylist()[0]
    return KpnError(row["file"] or IN_PLACE, row.get("line", 1), 1, "error", message, row["deal"])
