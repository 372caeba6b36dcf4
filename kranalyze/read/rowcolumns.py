"""Judge many table rows at once: convert their texts to columns of numbers, without building records.

Each row of the table has one game. To judge a game means to check the game against the rules and to derive
facts such as the result. The C core judges games. This module can only read plain rows, which have no unusual
values. ``loggedrows`` reads all other rows as records.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, get_args

import polars as pl
import pyarrow as pa

from kranalyze.cards import Deck, parse_suit
from kranalyze.core import numbers
from kranalyze.core.judging import JudgedRecords, core_arrays_of_words_and_cells, judge_columns
from kranalyze.core.structcolumns import structs_from_columns
from kranalyze.games import Game, get_game
from kranalyze.games.written import written_rules
from kranalyze.kpn.deals import card_of, seat_of
from kranalyze.kpn.lexer import Block
from kranalyze.kpn.parsed import Parsed, Word
from kranalyze.kpn.sections import read_announce_tag, read_call_and_suit_numbers
from kranalyze.read.columns import LOGGED
from kranalyze.read.judgedlog import TAGS, JudgedLog

_SEATS = "nesw"
_SCORES = tuple(f"score_{seat}" for seat in _SEATS)

#: The types that columns must have for this module. If a column has another type, ``loggedrows`` reads the
#: table as records, row by row.
_TYPES: dict[str, Any] = {
    **dict.fromkeys((*_SEATS, "talon", "discard"), pl.UInt32),
    **dict.fromkeys(("auction", "play", "face_down", "announce"), pl.List(pl.String)),
    **dict.fromkeys(_SCORES, pl.Int32),
    "contra": pl.UInt8, "finished": pl.Boolean,
}  # fmt: skip

#: Columns that must be null in a plain row. This module can only read plain rows.
_RARE = ("marks", "notes", "tags")

#: Columns whose texts stay texts. The texts of other columns become numbers.
_TEXTS = (*TAGS, "site")
#: Pattern of the texts that this module can read: 1 to 250 characters, without control characters.
_PLAIN = r"^[^\x00-\x1f\x7f-\x9f]{1,250}$"

#: In the columns ``contract``, ``declarer``, ``second`` and ``trump``, this text means that the game has no
#: contract, no declarer, no second declarer or no trump.
_NONE = "-"

#: The number to which a text of a row is converted. None: this module cannot read the text, so the row is not
#: plain.
_Number = int | None


class TakenRows(NamedTuple):
    """The rows that were judged without problems."""

    log: JudgedLog  # the games of the rows that were judged without problems
    places: list[int]  # the index of each row of ``log`` in the frame with all rows


def judge_plain_rows(
    rows: pl.DataFrame, file: str, game: str | None, rules: Mapping[str, str]
) -> TakenRows | None:
    """Judge the games in the rows that this module can read and that have no errors.

    The caller must read all other rows as records (``loggedrows``).

    Args:
        rows: the rows of a table, with the columns ``deal`` and ``line`` (`read.rows.Rows.cells`).
        file: name of the table.
        game: id of the card game of all rows. None: each row names its game.
        rules: rule options. They override the rule options in the rows.

    Returns:
        The judged rows, or None if no row could be judged.
    """
    if any(rows[name].dtype != kind for name, kind in _TYPES.items() if name in rows.columns):
        return None
    table = _RowNumbers(game, rules)
    frame = table.add_numbers_and_drop_bad_rows(_rows_without_rare_values(rows))
    while frame.height:
        judged = table.judged(frame)
        is_good = pl.Series([0, *judged.ends]).diff().slice(1) == 0
        if is_good.all():
            return TakenRows(_log(frame, judged, table.games, file), frame["place"].to_list())
        frame = frame.filter(is_good)
    return None


def _rows_without_rare_values(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows that may be plain. Leave out all other rows.

    In a row that may be plain, the columns ``_TEXTS`` have readable texts or nulls. The columns ``_RARE`` are
    null, the columns ``play`` and ``leader`` are not null.

    The result also has the column ``place`` with the index of each row in ``rows``. Columns of ``LOGGED``
    that the table lacks are added, with nulls.
    """
    kinds = {name: _TYPES.get(name, pl.String) for name in LOGGED if name not in _RARE}
    absent = {name: pl.lit(None, kind) for name, kind in kinds.items() if name not in rows.columns}
    texts = [name for name, kind in kinds.items() if kind == pl.String]
    frame = rows.with_row_index("place").with_columns(**absent)
    frame = frame.with_columns(pl.col(texts).cast(pl.String).replace("", None))
    is_plain = [pl.col(name).str.contains(_PLAIN) & (pl.col(name) != "#") for name in _TEXTS]
    nothing = [pl.col(name).is_null() for name in _RARE if name in rows.columns]
    needed = [pl.col(name).is_not_null() for name in ("play", "leader")]
    return frame.filter(*(condition.fill_null(True) for condition in is_plain), *nothing, *needed)


class _RowNumbers:
    """Converts the texts in the rows of a table to numbers.

    Attributes:
        games: all card games of the rows, with their rule options. The column ``_game`` of the rows has
            indexes into this list.
    """

    def __init__(self, game: str | None, rules: Mapping[str, str]) -> None:
        self.games: list[Game] = []
        self._forced = None if game is None else get_game(game).id
        self._rules = dict(rules)
        self._words: list[Word] = []

    def add_numbers_and_drop_bad_rows(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Add columns of numbers made from columns of texts, for example ``_contract`` from ``contract``.

        Drop the rows that have unreadable values, and all other rows that this module cannot judge.
        """
        games = _values(frame, ("game", "rules"), self._game)
        frame = frame.with_columns(_game=games).drop_nulls("_game")
        for name, read in _SINGLE.items():
            values = _values(frame, ("_game", name), partial(self._read, read))
            frame = frame.with_columns(values.alias(f"_{name}")).drop_nulls(f"_{name}")
        for name, read_item in self._lists().items():
            frame = _with_items(frame, name, read_item)
        seats = pl.Series([game.seats for game in self.games], dtype=pl.Int32).gather(frame["_game"])
        frame = frame.with_columns(_seats=seats)
        amounts = (
            (pl.col(name).is_not_null() & (pl.col("_seats") > seat)).cast(pl.Int32)
            for seat, name in enumerate(_SCORES)
        )
        frame = frame.with_columns(_scored=pl.sum_horizontal(amounts))
        is_scored = (pl.col("_scored") == 0) | (pl.col("_scored") == pl.col("_seats"))
        is_opened = pl.col("auction").is_null() | pl.col("opener").is_not_null()
        lays_once = pl.col("_face_down").list.eval(pl.element() // 32).list.n_unique()
        is_laid = pl.col("_face_down").is_null() | (lays_once == pl.col("_face_down").list.len())
        return frame.filter(is_scored, is_opened, is_laid)

    def judged(self, numbered_rows: pl.DataFrame) -> JudgedRecords:
        """Judge the games in the rows that ``add_numbers_and_drop_bad_rows`` returned."""
        columns: dict[str, pl.Series | Sequence[pl.Series]] = {}
        items = dict[str, pl.Series]()
        for field, name in _ITEMS.items():
            items[field] = numbered_rows[f"_{name}"].explode().drop_nulls()
            counts = numbered_rows[f"_{name}"].list.len().fill_null(0)
            columns |= {f"{field}s": counts, f"first_{field}": counts.cum_sum() - counts}
        columns |= {
            name: numbered_rows[f"_{name}"] for name in _SINGLE if name not in ("opener", "leader", "deck")
        }
        columns |= {
            name: list(array.get_columns())
            for name, array in _four_column_record_fields(numbered_rows).items()
        }
        columns |= {name: numbered_rows.select(value).to_series() for name, value in _RECORD.items()}
        records = structs_from_columns("kr_record", _arrow(columns), numbered_rows.height)
        calls = items["call"]
        listed = (self._words[number] for number in items["word"])
        words = [(w.seat, w.kind, w.suit, w.level, w.points, False) for w in listed]
        item_arrays = {
            "call": structs_from_columns(
                "kr_record_call", _arrow({"call": calls // 8 - 8, "suit": calls % 8 - 1}), len(calls)
            ),
            **core_arrays_of_words_and_cells(words, items["cell"].to_list()),
        }
        return judge_columns(self.games, records, item_arrays)

    def _read(self, read: Callable[[Game, str | None], _Number], game: int, text: str | None) -> _Number:
        """Convert a text with the function ``read``, under the game with the index ``game`` in ``games``."""
        return read(self.games[game], text)

    def _game(self, name: str | None, rules: str | None) -> _Number:
        """Return the index in ``games`` of the game that a row names, with its rule options.

        A game that is not yet in ``games`` is added. Return None if there is no such game, or if an option is
        malformed.
        """
        try:
            game = get_game(self._forced or name or "").under(written_rules(rules) | self._rules)
        except ValueError:
            return None
        if len(written_rules(rules)) != len((rules or "").split()):
            return None
        if game not in self.games:
            self.games.append(game)
        return self.games.index(game)

    def _lists(self) -> dict[str, Callable[[int, str], _Number]]:
        """Return for each column of lists the function that converts an element of a list to a number.

        The function's arguments are the index of the row's game, and the text of the element.
        """
        return {"auction": self._call, "play": _card, "face_down": _laid, "announce": self._word}

    def _call(self, game: int, text: str) -> _Number:
        """Convert a call of the auction, with the suit it names, to the number (call + 8) * 8 + suit + 1.

        Return None if the call cannot be read.
        """
        parsed = Parsed(Block(""), self.games[game])
        try:
            call, suit = read_call_and_suit_numbers(parsed, text, 0)
        except ValueError:
            return None
        return None if parsed.call_flaws else (call + 8) * 8 + suit + 1

    def _word(self, game: int, text: str) -> _Number:
        """Add an announcement of trick 1 to the list ``_words``. Return the index in this list.

        Return None if the announcement cannot be read.
        """
        parsed = Parsed(Block("", tags={"Announce": text}), self.games[game])
        read_announce_tag(parsed)
        if parsed.ill or len(parsed.words) != 1 or ";" in text:
            return None
        self._words += parsed.words
        return len(self._words) - 1


def _values(frame: pl.DataFrame, names: Sequence[str], read: Callable[..., _Number]) -> pl.Series:
    """Convert the values of several columns to one column of numbers. Unreadable values become null.

    Each combination of values is converted only once, because few combinations occur in a table.

    Args:
        frame: the table.
        names: names of the columns.
        read: function that converts the values of a row to a number. It has an argument for each column.
    """
    kinds = frame.select(names).unique()
    values = pl.Series("value", [read(*kind) for kind in kinds.iter_rows()], dtype=pl.Int32)
    read_kinds = kinds.with_columns(values)
    return frame.select(names).join(
        read_kinds, on=names, how="left", nulls_equal=True, maintain_order="left"
    )["value"]


def _with_items(frame: pl.DataFrame, name: str, read: Callable[[int, str], _Number]) -> pl.DataFrame:
    """Convert the lists of texts in the column ``name`` to lists of numbers, as a new column ``_<name>``.

    Drop the rows that have a text which ``read`` cannot convert.
    """
    listed = frame.filter(pl.col(name).list.len() > 0).select("place", "_game", item=name).explode("item")
    items = listed.with_columns(
        _values(listed, ("_game", "item"), lambda game, text: None if text is None else read(game, text))
    )
    bad = items.filter(pl.col("value").is_null())["place"].unique()
    lists = items.group_by("place", maintain_order=True).agg(pl.col("value").alias(f"_{name}"))
    kept = frame.filter(~pl.col("place").is_in(bad.implode()))
    return kept.join(lists, on="place", how="left", maintain_order="left")


def _card(_game: int, text: str) -> _Number:
    """Return the number of a card (0 to 31), or None if the text is not a card."""
    return card_of(text, "french")


def _laid(_game: int, text: str) -> _Number:
    """Convert a seat and the card that it laid face down, such as ``E:HA``, to the number seat * 32 + card.

    Return None if the text cannot be read.
    """
    seat, _, card = text.partition(":")
    number, laid_by = card_of(card, "french"), seat_of(seat)
    return None if number is None or laid_by is None else laid_by * 32 + number


def _seat(_game: Game, text: str | None) -> _Number:
    """Return the number of a seat, ``ABSENT`` for a null, or ``EMPTY`` for ``-``, which means no seat."""
    if text is None:
        return numbers.ABSENT
    return numbers.EMPTY if text == _NONE else seat_of(text)


def _dealer(_game: Game, text: str | None) -> _Number:
    """Return the number of the dealer's seat, or ``ABSENT`` for a null."""
    return numbers.ABSENT if text is None else seat_of(text)


def _playing_seat(game: Game, text: str | None) -> _Number:
    """Return the number of a seat that plays in the game, or ``ABSENT`` for a null.

    Return None for every other text: it is not a seat, or it is a seat that does not play in the game.
    """
    if text is None:
        return numbers.ABSENT
    seat = seat_of(text)
    return seat if seat is not None and seat < game.seats else None


def _contract(game: Game, text: str | None) -> _Number:
    """Return the index of a contract in ``game.contracts``.

    Return ``ABSENT`` for a null, and ``EMPTY`` for ``-``, which means no contract.
    """
    if text is None:
        return numbers.ABSENT
    try:
        return numbers.EMPTY if text == _NONE else game.contracts.index(game.contract(text))
    except ValueError:
        return None


def _called(_game: Game, text: str | None) -> _Number:
    """Return the number of the called card, or ``ABSENT`` for a null."""
    return numbers.ABSENT if text is None else card_of(text, "french")


def _trump(_game: Game, text: str | None) -> _Number:
    """Return the number of the trump suit, ``ABSENT`` for a null, or ``EMPTY`` for ``-`` (no trump)."""
    if text is None:
        return numbers.ABSENT
    try:
        return numbers.EMPTY if text == _NONE else parse_suit(text)
    except ValueError:
        return None


def _deck(_game: Game, text: str | None) -> _Number:
    """Return the index of a deck among the values of ``Deck``. A null means the French deck."""
    decks = list[str](get_args(Deck))
    name = "french" if text is None else text
    return decks.index(name) if name in decks else None


#: Columns with a single value per row (not a list), each with the function that converts this value to a
#: number.
_SINGLE: dict[str, Callable[[Game, str | None], _Number]] = {
    "dealer": _dealer, "declarer": _seat, "second": _seat, "contract": _contract, "called": _called,
    "trump": _trump, "opener": _playing_seat, "leader": _playing_seat, "deck": _deck,
}  # fmt: skip

#: Columns of the table with lists (calls, announcements, and cards played). The key is the name that the list
#: has in the core's struct ``kr_record``.
_ITEMS = {"call": "auction", "word": "announce", "cell": "play"}

_ABSENT = pl.lit(numbers.ABSENT)
_DOUBLES = [
    (call + 8) * 8 + numbers.UNSAID + 1
    for call in (numbers.CALL_CONTRA, numbers.CALL_RECONTRA, numbers.CALL_SUBCONTRA)
]
_doubled = pl.any_horizontal(pl.col("_auction").list.contains(call).fill_null(False) for call in _DOUBLES)
_plays = [(pl.col(seat).is_not_null() & (pl.col("_seats") > i)) for i, seat in enumerate(_SEATS)]
_has_deal = pl.any_horizontal(pl.col(seat).is_not_null() for seat in _SEATS)

#: Fields of the core's struct ``kr_record``, each with the expression that computes the field from columns of
#: the table.
_RECORD = {
    "game": pl.col("_game"),
    "talon": pl.col("talon").fill_null(0),
    "discard": pl.col("discard").fill_null(0),
    "has_talon": pl.when(pl.col("talon") > 0).then(1).otherwise(_ABSENT),
    "has_discard": pl.when(pl.col("discard") > 0).then(1).otherwise(_ABSENT),
    "contra": pl.when((pl.col("contra") > 0) | _doubled).then(pl.col("contra").cast(pl.Int32)),
    "scored": pl.when(pl.col("_scored") > 0).then(2 ** pl.col("_seats") - 1).otherwise(0),
    "known": pl.sum_horizontal(plays.cast(pl.Int32) * (1 << i) for i, plays in enumerate(_plays)),
    "deal": pl.when(_has_deal).then(0).otherwise(pl.lit(numbers.UNSAID)),
    "flags": numbers.IN_TURNS
    + numbers.PLAY_OPEN * (~pl.col("finished").fill_null(True) & (pl.col("_play").list.len() > 0)),
    "auction": pl.when(pl.col("auction").is_not_null()).then("_opener").otherwise(_ABSENT),
    "play": pl.col("_leader"),
}
_RECORD["contra"] = _RECORD["contra"].fill_null(_ABSENT)


def _four_column_record_fields(frame: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """Return the fields of the core's ``kr_record`` that have one number for each seat.

    Each field is a frame with four columns, one for each seat.
    """
    laid = (
        pl.col("_face_down").list.eval(pl.element().filter(pl.element() // 32 == seat)).list.first() % 32
        for seat in range(4)
    )
    hands = (pl.when(plays).then(seat) for seat, plays in zip(_SEATS, _plays, strict=True))
    scores = (pl.when(pl.col("_seats") > i).then(name) for i, name in enumerate(_SCORES))
    return {
        "hands": frame.select(hand.fill_null(0).alias(str(i)) for i, hand in enumerate(hands)),
        "score": frame.select(score.fill_null(0).alias(str(i)) for i, score in enumerate(scores)),
        "laid": frame.select(card.fill_null(_ABSENT).alias(str(i)) for i, card in enumerate(laid)),
    }


def _arrow(columns: Mapping[str, pl.Series | Sequence[pl.Series]]) -> dict[str, pa.Array | list[pa.Array]]:
    """Convert columns to Arrow arrays. A list of columns, one for each seat, becomes a list of arrays."""

    def arrow(column: pl.Series) -> pa.Array:
        return column.rechunk().to_arrow()

    return {
        name: arrow(column) if isinstance(column, pl.Series) else list(map(arrow, column))
        for name, column in columns.items()
    }


def _log(frame: pl.DataFrame, judged: JudgedRecords, games: Sequence[Game], file: str) -> JudgedLog:
    """Convert judged rows to a log. The text ``?`` (unknown value) becomes null."""
    texts = frame.select(pl.col(name).replace("?", None) for name in TAGS)
    return JudgedLog(
        tuple(games),
        judged,
        pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int32()), frame.height), [file]),
        frame["deal"].cast(pl.UInt32).to_arrow(),
        frame["line"].cast(pl.UInt32).to_arrow(),
        frame["_deck"].cast(pl.Int8).to_arrow(),
        {name: texts[name].to_arrow().cast(pa.string()) for name in TAGS},
    )
