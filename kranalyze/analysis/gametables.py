"""Build the tables ``games`` and ``cards`` from games that the core has evaluated.

A code is a number that stands for a text, such as the id of a contract. The code is an index into the list of
all texts that its column can have (``NAMES``).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl
import pyarrow as pa

from kranalyze.analysis.bids import Bids, JudgedBid
from kranalyze.analysis.gamecolumns import (
    BIDS_SCHEMA,
    CARDS_SCHEMA,
    CODES,
    GAMES_SCHEMA,
    NAMES,
    SINGLE_SCHEMA,
)
from kranalyze.analysis.roles import role_codes
from kranalyze.answers.best import PLAYED
from kranalyze.cards import hand_text, number_of_suit, suit_letter
from kranalyze.core import compute, numbers
from kranalyze.core.arrow import arrays_of_columns, card_lists, frame_of_table, null_where, series_of_array
from kranalyze.core.evaluate import BY_CARD, BY_GAME, Evaluated, EvaluatedState
from kranalyze.games.written import rules_text
from kranalyze.kpn.sections import CALLS
from kranalyze.read.judgedlog import JudgedLog

if TYPE_CHECKING:
    from kranalyze.analysis.game import Judged

_SEATS = "nesw"

#: The texts of all holdings that are possible in a suit, for example ``AQ9``. The index of a text is the
#: 8-bit mask of its ranks.
_SUITS = pa.array([hand_text(bits).partition(".")[0] for bits in range(256)])

#: Texts of the calls that are not contracts, such as ``gut`` (pass), in the order of the calls' numbers.
_WORDS = [
    next(word for word, number in CALLS.items() if number == call)
    for call in range(min(CALLS.values()), numbers.CALL_PASS + 1)
]


class GameTables:
    """Builds the tables ``games`` and ``cards`` of a log.

    Args:
        log: the games of the log.
        evaluated: the core's evaluation of these games.
    """

    def __init__(self, log: JudgedLog, evaluated: Evaluated) -> None:
        self.log = log
        self.facts = log.facts
        self.worth = arrays_of_columns(BY_GAME, evaluated.by_game, evaluated.games)
        self.by_card = arrays_of_columns(BY_CARD, evaluated.by_card, evaluated.cards)
        self.row = log.records.numbers("game")
        self._known: dict[str, pa.Array] = {}
        self.seats = self._by_game([game.seats for game in log.games], pa.int8())

    def games(self, best: pl.DataFrame | None = None, bids: Sequence[Bids] | None = None) -> pa.Table:
        """Return a table with a row for each game.

        Args:
            best: frame with the best bid of each seat (``answers.best.BEST``, four rows per game). None: the
                columns about best bids are null, because best bids were not requested.
            bids: for each game a judgement of its bids. The judgement uses only the bidders' own hands. None:
                the table has no columns about judged bids.

        Returns:
            A table of ``GAMES_SCHEMA``, or of ``BIDS_SCHEMA`` if ``bids`` are passed.
        """
        columns = self._origin_and_player_columns | self._deal_columns() | self._contract_columns()
        columns |= self._play_and_settlement_columns()
        if best is not None:
            columns |= self._best_contract_columns(best)
        if bids is None:
            return _table(GAMES_SCHEMA, columns)
        return _table(BIDS_SCHEMA, columns | _judged_bids(bids))

    def cards(self, judged: Sequence[Judged] | None = None) -> pa.Table:
        """Return a table with a row for each card that was played.

        Args:
            judged: a judgement of each card by what its player could know. None: the table has no columns
                about this judgement.

        Returns:
            A table of ``CARDS_SCHEMA``, or of ``SINGLE_SCHEMA`` if ``judged`` is passed.
        """
        if judged is None:
            return _table(CARDS_SCHEMA, self._card_columns())
        return _table(SINGLE_SCHEMA, self._card_columns() | _single(judged))

    def deals_and_contracts(self) -> pl.DataFrame:
        """Return the deals and the contracts played, as input of ``answers.best.best_bid_of_each_seat``."""
        deal, state = self._deal_columns(), self.worth["state"]
        solved = compute.not_equal(state, pa.scalar(EvaluatedState.NOT_SOLVED, state.type))
        columns = {name: deal[name] for name in ("n", "e", "s", "w", "talon")}
        columns |= {name: self._fact_number_column(name) for name in PLAYED}
        columns["contract"] = _only(solved, columns["contract"])
        return frame_of_table({"game": self.row, **columns})

    # Columns of the table of games.

    @cached_property
    def _origin_and_player_columns(self) -> dict[str, pa.Array]:
        """The columns about the origin of a game's record and about the players: file, line, date, names."""
        return {
            "file": self.log.file, "record": self.log.index, "line": self.log.line, **self.log.texts,
            "game": self._by_game([CODES["game"][game.id] for game in self.log.games], pa.int8()),
            "rules": self._by_game([rules_text(game) for game in self.log.games], pa.string()),
            "deck": self.log.deck,
        }  # fmt: skip

    def _deal_columns(self) -> dict[str, pa.Array]:
        """Return the columns about the hands, the talon and the dealer."""
        has_deal = compute.equal(self.facts.numbers("has_deal"), 1)
        known = compute.if_else(has_deal, self.facts.numbers("known"), pa.scalar(0, pa.uint8()))
        held, hands = dict[str, pa.Array](), dict[str, pa.Array]()
        for i, seat in enumerate(_SEATS):
            is_known = compute.greater(compute.bit_wise_and(known, pa.scalar(1 << i, pa.uint8())), 0)
            held[seat] = _only(is_known, self.facts.numbers("hands", i))
            hands[f"hand_{seat}"] = _hand_texts(_only(compute.greater(self.seats, i), held[seat]))
        forehand = self._fact_number_column("forehand")
        dealer = compute.subtract(compute.add(forehand, self.seats), pa.scalar(1, pa.int8()))
        declarer = compute.cast(compute.fill_null(self._fact_number_column("declarer"), 0), pa.int64())
        declared = compute.is_valid(self._fact_number_column("declarer"))
        return {
            "dealer": _modulo(dealer, self.seats), **held, **hands,
            "talon": compute.if_else(has_deal, self.facts.numbers("talon"), pa.scalar(0, pa.uint32())),
            "hand": _only(declared, compute.choose(declarer, *hands.values())),
        }  # fmt: skip

    def _contract_columns(self) -> dict[str, pa.Array]:
        """Return the columns about the auction and the contract."""
        complete = self._contract_is_known
        trumps = self._by_contract([[int(row.trump) for row in game.contracts] for game in self.log.games])
        has_trump = compute.and_(complete, compute.fill_null(compute.equal(trumps, 1), False))
        raised = self.facts.numbers("raised")
        is_raised = compute.and_(complete, compute.not_equal(raised, numbers.NONE))
        return {
            "auction": self._auction(), "contract": self._played_contract,
            "declarer": self._fact_number_column("declarer"), "second": self._fact_number_column("second"),
            "leader": self._fact_number_column("leader"), "called": self._fact_number_column("called"),
            "trump": _only(has_trump, self._fact_number_column("trump")),
            "partner": _only(complete, self._fact_number_column("partner")),
            "raised": self._contract_code(_only(is_raised, compute.cast(raised, pa.int16()))),
            "contra": self.facts.numbers("contra"),
        }  # fmt: skip

    def _play_and_settlement_columns(self) -> dict[str, pa.Array]:
        """Return the columns about the play, the settlement and the values under best play."""
        worth = self.worth
        settled = compute.equal(self.facts.numbers("settled"), 1)
        scored = compute.greater(self.log.records.numbers("scored"), 0)
        columns = {
            "played": self.facts.numbers("cards"),
            "finished": compute.or_(settled, compute.equal(self.facts.numbers("finished"), 1)),
            **{name: worth[name] for name in ("value", "verdict")},
            **{name: compute.equal(worth[name], 1) for name in ("makeable", "made")},
            "cost_discard": worth["discard_cost"],
        }
        is_same = compute.equal(settled, settled)
        for i, seat in enumerate(_SEATS):
            sits = compute.greater(self.seats, i)
            paid, written = self.facts.numbers("settlement", i), self.log.records.numbers("score", i)
            is_same = compute.and_(is_same, compute.equal(paid, written))
            columns |= {
                f"settlement_{seat}": _only(compute.and_(settled, sits), paid),
                f"score_{seat}": _only(compute.and_(scored, sits), written),
            }
            for name in ("tricks", "points", "guarantee", "payoff", "cost"):
                columns[f"{name}_{seat}"] = worth[f"{name}_{seat}"]
        columns["score_ok"] = _only(compute.and_(settled, scored), is_same)
        return columns

    def _best_contract_columns(self, best_bids: pl.DataFrame) -> dict[str, pa.Array]:
        """Return the columns about the best contract of the declarer, and of each other seat.

        Args:
            best_bids: frame with the best bid of each seat, four rows per record.
        """
        # `row` has for each record the index of its card game. Repeat each index four times, because
        # `best_bids` has four rows per record.
        rows = series_of_array(self.row).gather(pl.int_range(4 * len(self.log), eager=True) // 4)
        codes = self._contract_code(best_bids["contract"].to_arrow(), rows.to_arrow())
        best = best_bids.with_columns(contract=series_of_array(codes))
        declarer = series_of_array(self._fact_number_column("declarer"))
        of_declarer = best.select(pl.all().gather(pl.int_range(0, pl.len(), 4) + declarer))
        calls = of_declarer["calls"].to_arrow()
        columns = {f"best_{name}": of_declarer[name].to_arrow() for name in ("contract", "trump", "payoff")}
        columns["best_calls"] = null_where(compute.is_null(calls), card_lists(calls))
        for seat, name in enumerate(_SEATS):
            contract = best["contract"].gather_every(4, seat)
            others = pl.when(~declarer.eq_missing(seat)).then(contract)
            columns[f"passed_{name}"] = pl.select(others).to_series().to_arrow()
        return columns

    def _auction(self) -> pa.Array:
        """Return the auction of each game as a single text, in which blanks separate the calls.

        The text is null if the game has no calls.
        """
        words, firsts = list[str](), list[int]()
        for game in self.log.games:
            firsts.append(len(words) + len(_WORDS))
            words += (*_WORDS, *(contract.id for contract in game.contracts))
        first = compute.take(pa.array(firsts, pa.int32()), self.row)
        offsets, (calls, suits) = self.facts.lists("call", self.facts.numbers("calls"), "call", "suit")
        of_game = compute.list_parent_indices(pa.ListArray.from_arrays(offsets, calls))
        texts = compute.take(
            pa.array(words, pa.string()),
            compute.add(compute.take(first, of_game), compute.cast(calls, pa.int32())),
        )
        named = pa.array(["", *(f":{suit_letter(suit)}" for suit in range(4))])
        texts = compute.binary_join_element_wise(
            texts, compute.take(named, compute.add(compute.cast(suits, pa.int32()), 1)), ""
        )
        return _unless_empty(compute.binary_join(pa.ListArray.from_arrays(offsets, texts), " "))

    # Columns of the table of cards.

    def _card_columns(self) -> dict[str, pa.Array]:
        """Return the columns of ``CARDS_COLUMNS``."""
        found = self.by_card
        seat = found["seat"]
        ends = self.worth["card_end"]
        offsets = pa.concat_arrays([pa.array([0], pa.int32()), compute.cast(ends, pa.int32())])
        game = compute.cast(compute.list_parent_indices(pa.ListArray.from_arrays(offsets, seat)), pa.int64())
        head = self._origin_and_player_columns
        names = pa.concat_arrays([head[f"player_{name}"] for name in _SEATS])
        place = compute.add(compute.multiply(compute.cast(seat, pa.int64()), len(self.log)), game)
        judged = compute.equal(found["judged"], 1)
        contract = self._played_contract
        choices = {"legal": found["choice"], "guarantees": found["worth"], "best": card_lists(found["best"])}
        if not compute.all_true(judged).as_py():
            choices = {name: null_where(compute.invert(judged), column) for name, column in choices.items()}
        return {
            **{name: compute.take(head[name], game) for name in ("file", "record", "board", "game")},
            **{name: found[name] for name in ("trick", "turn", "seat", "card")},
            "contract": compute.take(contract, game),
            "player": compute.take(names, place),
            **choices,
            "guarantee_before": found["before"],
            "guarantee_after": found["after"],
            "cost": compute.subtract(found["before"], found["after"]),
            "mark": _only(compute.greater(found["mark"], 0), compute.subtract(found["mark"], 1)),
            "cost_announce": found["words_cost"],
            "gain_announce": found["words_gain"],
            "role": self._role(seat, game),
        }

    @cached_property
    def _played_contract(self) -> pa.Array:
        """A column of codes: for each record the contract that was played, or null if it is unknown."""
        return self._contract_code(self._fact_number_column("contract"))

    def _role(self, seat: pa.Array, game: pa.Array) -> pa.Array:
        """Return the role of each seat, for example declarer or defender, as codes.

        Args:
            seat: a column of seat numbers.
            game: for each item of ``seat`` the index of its game in the log.
        """
        declarer, second, partner = (
            compute.take(self._fact_number_column(name), game) for name in ("declarer", "second", "partner")
        )
        return role_codes(seat, declarer, second, partner)

    def _fact_number_column(self, name: str) -> pa.Array:
        """Return a column of numbers: for each game a seat, card, suit or contract.

        Args:
            name: name of the column of ``facts``, for example ``declarer``. If a seat, card, suit or contract
                is unknown or absent, this column has a negative number. The result has null instead.
        """
        known = self._known.get(name)
        if known is None:
            column = self.facts.numbers(name)
            known = self._known[name] = _only(compute.greater_equal(column, 0), column)
        return known

    @cached_property
    def _contract_is_known(self) -> pa.Array:
        """A column of flags: for each game, whether the contract, its seats and its trump are known."""
        return compute.equal(self.facts.numbers("complete"), 1)

    def _by_game(self, values: Sequence[Any], kind: pa.DataType) -> pa.Array:
        """Return a column with a value for each record: the value of the card game that the record names.

        Args:
            values: a value for each item of ``log.games``, the list of card games with their rules.
            kind: type of the values.
        """
        return compute.take(pa.array(values, kind), self.row)

    def _by_contract(
        self, values: Sequence[Sequence[int | None]], contract: pa.Array | None = None,
        rows: pa.Array | None = None,
    ) -> pa.Array:  # fmt: skip
        """Replace each contract in a column by a number that belongs to this contract.

        Args:
            values: the numbers to look up. For each game of ``log.games``, a list with a number for each
                contract of this game.
            contract: the column of contracts. An item is an index into the contracts of its game. None: the
                contracts that were played, one for each record.
            rows: for each item of ``contract``, the index of its game in ``log.games``. None: item i belongs
                to the game of record i.
        """
        firsts, all_values = list[int](), list[int | None]()
        for of_game in values:
            firsts.append(len(all_values))
            all_values += of_game
        first = compute.take(pa.array(firsts, pa.int32()), self.row if rows is None else rows)
        chosen = self._fact_number_column("contract") if contract is None else contract
        return compute.take(
            pa.array(all_values, pa.int8()), compute.add(first, compute.cast(chosen, pa.int32()))
        )

    def _contract_code(self, contract: pa.Array, rows: pa.Array | None = None) -> pa.Array:
        """Convert contracts to codes: indexes into ``NAMES["contract"]``.

        Args:
            contract: the column of contracts. An item is an index into the contracts of its game.
            rows: for each item of ``contract``, the index of its game in ``log.games``. None: item i belongs
                to the game of record i.
        """
        codes = [[CODES["contract"].get(row.id) for row in game.contracts] for game in self.log.games]
        return self._by_contract(codes, contract, rows)


def _only(holds: pa.Array, values: pa.Array) -> pa.Array:
    """Return a column with the values where ``holds`` is true, and null elsewhere."""
    return compute.if_else(holds, values, pa.scalar(None, values.type))


def _unless_empty(texts: pa.Array) -> pa.Array:
    """Return a column of texts in which null replaces each empty text."""
    return null_where(compute.equal(texts, ""), texts)


def _modulo(values: pa.Array, divisors: pa.Array) -> pa.Array:
    """Return each value modulo its divisor. A value must be less than twice its divisor."""
    return compute.if_else(compute.less(values, divisors), values, compute.subtract(values, divisors))


def _hand_texts(masks: pa.Array) -> pa.Array:
    """Convert a column of hands from masks of cards to texts such as ``K.T.AQ9.9``. A null stays null."""
    suits = (
        compute.bit_wise_and(compute.shift_right(masks, pa.scalar(8 * s, pa.uint32())), 255) for s in range(4)
    )
    return compute.binary_join_element_wise(*(compute.take(_SUITS, bits) for bits in suits), ".")


# Columns of a single-dummy analysis.


def _judged_bids(games: Sequence[Bids]) -> dict[str, pa.Array]:
    """Return the columns about judged bids (``BIDS_COLUMNS``)."""
    best = [bids.best for bids in games]
    columns = {
        "bid_means": pa.array([bids.kind and CODES["bid_means"][bids.kind] for bids in games], pa.int8()),
        "bid_mean": _floats([bids.mean for bids in games]),
        "bid_best": _contract_codes(best),
        "bid_best_call": pa.array([bid and bid.calls and bid.calls[0].number for bid in best], pa.int8()),
        "bid_best_trump": pa.array([bid and number_of_suit(bid.trump) for bid in best], pa.int8()),
        "bid_best_mean": _means(best),
        "bid_cost": _floats([bids.cost for bids in games]),
    }
    for seat, name in enumerate(_SEATS):
        passed = [bids.passed[seat] for bids in games]
        columns[f"bid_passed_{name}"] = _contract_codes(passed)
        columns[f"bid_passed_mean_{name}"] = _means(passed)
    return columns


def _contract_codes(bids: Sequence[JudgedBid | None]) -> pa.Array:
    """Return a column with the code of each bid's contract. The code is null if the bid is None."""
    return pa.array([bid and CODES["contract"][bid.contract.id] for bid in bids], pa.int8())


def _means(bids: Sequence[JudgedBid | None]) -> pa.Array:
    """Return a column with the mean payment for each bid, in the game's unit.

    The mean is null if the bid is None.
    """
    return _floats([None if bid is None else bid.mean for bid in bids])


def _floats(values: Sequence[float | None]) -> pa.Array:
    return pa.array(values, pa.float64())


def _single(cards: Sequence[Judged]) -> dict[str, pa.Array]:
    """Return the columns that judge cards by what their players could know (``SINGLE_COLUMNS``)."""
    rows = [_single_dummy_row(card) for card in cards]
    names = SINGLE_SCHEMA.names[len(CARDS_SCHEMA.names) :]
    columns = {name: [row.get(name) for row in rows] for name in names}
    return {
        name: pa.array(values, _coded(SINGLE_SCHEMA.field(name).type)) for name, values in columns.items()
    }


def _single_dummy_row(card: Judged) -> dict[str, Any]:
    """Return the judgement of a card by what its player could know, as values of ``SINGLE_COLUMNS`` by name.

    The result is empty if the card was not judged.
    """
    if card.single is None:
        return {}
    best, played = card.single.of(card.single.best[0]), card.single.of(card.move.card)
    return {
        "sd_layouts": card.single.layouts, "sd_looked_at": card.single.looked_at,
        "sd_share_best": best.share, "sd_share": played.share, "sd_mean_best": best.mean,
        "sd_mean": played.mean, "sd_cost": played.cost, "sd_low": played.cost_low,
        "sd_high": played.cost_high, "sd_best": [best_card.number for best_card in card.single.best],
        "sd_verdict": None if card.verdict is None else CODES["sd_verdict"][card.verdict],
    }  # fmt: skip


def _coded(kind: pa.DataType) -> pa.DataType:
    """Return the type that a column of the type ``kind`` has before its codes become texts.

    For a type of coded texts (a dictionary), return the type of the codes. For a list, return the list type
    whose elements are converted in the same way. Return any other type unchanged.
    """
    if pa.types.is_list(kind):
        return pa.list_(_coded(kind.value_type))
    return kind.index_type if pa.types.is_dictionary(kind) else kind


def _table(schema: pa.Schema, columns: dict[str, pa.Array]) -> pa.Table:
    """Build a table from columns. A column of the schema that is missing becomes null. Codes become texts."""
    count = len(next(iter(columns.values())))
    made = [
        _cast_to_field(columns[field.name], field) if field.name in columns else pa.nulls(count, field.type)
        for field in schema
    ]
    return pa.Table.from_arrays(made, schema=schema)


def _cast_to_field(values: pa.Array, field: pa.Field) -> pa.Array:
    """Convert a column to the type that the schema's field demands. Codes become texts (see ``NAMES``)."""
    if values.type == field.type:
        return values
    if field.name not in NAMES:
        is_text = pa.types.is_dictionary(field.type)
        return compute.dictionary_encode(values) if is_text else compute.cast(values, field.type)
    names = pa.array(NAMES[field.name], pa.string())
    if not pa.types.is_list(values.type):
        return pa.DictionaryArray.from_arrays(compute.cast(values, pa.int8()), names)
    coded = pa.DictionaryArray.from_arrays(compute.cast(values.values, pa.int8()), names)
    if not values.null_count:
        return pa.ListArray.from_arrays(values.offsets, coded)
    missing = pa.concat_arrays([compute.is_null(values), pa.array([False])])
    return pa.ListArray.from_arrays(null_where(missing, values.offsets), coded)
