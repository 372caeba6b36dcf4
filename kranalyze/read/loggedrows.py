"""Logged games as rows of a table (``datasets/FORMAT.md``)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from kranalyze.cards import card_name, hand_text, suit_letter
from kranalyze.games import GAMES
from kranalyze.games.written import rules_text
from kranalyze.kpn.build import announcement_text, call_text
from kranalyze.kpn.record import KNOWN_TAGS, Record
from kranalyze.read.columns import MASKS, cards_cell

if TYPE_CHECKING:
    import pyarrow as pa

#: Version of the layout of these columns, written into the metadata of a Parquet.
LOG_VERSION = "1"

#: Columns of text and the tags that they are; ``-`` where a tag is empty: there is none.
TAGS = {
    "event": "Event", "site": "Site", "date": "Date", "board": "Board", "player_w": "West",
    "player_n": "North", "player_e": "East", "player_s": "South", "game": "Game", "rules": "Rules",
    "deck": "Deck", "dealer": "Dealer", "contract": "Contract", "declarer": "Declarer", "second": "Second",
}  # fmt: skip
NONE_OF = ("contract", "declarer", "second", "trump")

_SCORES = tuple(f"score_{seat}" for seat in "nesw")

#: Columns that are left out where no row has anything in them.
_RARE = ("talon", "discard", "second", "face_down", "announce", "site", "marks", "notes", "tags")

#: The columns in the order written, and what they hold; a table that has ``play`` holds games.
LOGGED = {
    **dict.fromkeys(("event", "site", "date", "board", *(f"player_{seat}" for seat in "nesw")), "text"),
    "dealer": "few", "game": "few", "rules": "text", "deck": "few", **dict.fromkeys(MASKS, "mask"),
    "opener": "few", "auction": "words", "contract": "text", "declarer": "few", "second": "few",
    "face_down": "words", "called": "text", "trump": "few", "announce": "words", "contra": "count",
    "discard": "mask", "leader": "few", "play": "words", **dict.fromkeys(_SCORES, "amount"),
    "finished": "bool", "marks": "words", "notes": "words", "tags": "pairs",
}  # fmt: skip


def log_schema() -> pa.Schema:
    """Names and types of the columns, in the order written."""
    import pyarrow as pa

    text = pa.string()
    kinds = {
        "text": text, "few": pa.dictionary(pa.int8(), text), "words": pa.list_(text), "mask": pa.uint32(),
        "count": pa.uint8(), "amount": pa.int32(), "bool": pa.bool_(), "pairs": pa.map_(text, text),
    }  # fmt: skip
    return pa.schema([(name, kinds[kind]) for name, kind in LOGGED.items()])


def row_of(record: Record) -> dict[str, Any]:
    """A record as the values of the columns: all that it holds but comments."""
    tags, auction, play = record.tags, record.section("Auction"), record.section("Play")
    seats = {"dealer": record.dealer, "declarer": record.declarer, "second": record.second}
    other = {name: value for name, value in tags.items() if name not in KNOWN_TAGS}
    row = {column: record.tag(tag) for column, tag in TAGS.items()} | {
        "game": record.game,
        "rules": rules_text(GAMES[record.game], record.rules),
        "deck": None if record.deck == "french" else record.deck,
        **{name: None if seat is None else seat.name for name, seat in seats.items()},
        "contract": record.contract,
        "trump": None if record.trump is None else suit_letter(record.trump),
        **dict(zip("nesw", (None,) * 4 if record.deal is None else record.deal.hands, strict=True)),
        "talon": record.talon or None,
        "discard": record.discard,
        "called": None if record.called is None else card_name(record.called),
        "face_down": [f"{seat.name}:{card_name(c)}" for seat, c in record.face_down] or None,
        "announce": [announcement_text(one) for one in record.announce] or None,
        "contra": record.contra,
        "finished": record.finished,
        **dict(zip(_SCORES, record.score or (None,) * 4, strict=True)),
        "tags": list(other.items()) or None,
    }
    for column in NONE_OF:
        if row[column] is None and tags.get(TAGS.get(column, "Trump"), "?").strip() == "":
            row[column] = "-"
    if auction is not None:
        row["opener"] = record.auction[0].seat.name if record.auction else auction.value
        end = [entry.text for entry in auction.entries[-1:] if entry.text in ("+", "*")]
        row["auction"] = [*map(call_text, record.auction), *end]
    if play is not None:
        row["leader"] = play.value if record.leader is None else record.leader.name
        row["play"] = [card_name(move.card) for move in record.play]
        # What stands at the cards: marks, and the texts of notes.
        texts = {f"={note.number}=": note.text for note in record.notes if note.section == "Play"}
        entries = [play.entries[move.entry].marks for move in record.play]
        marks = [" ".join(m for m in given if m[0] != "=") for given in entries]
        notes = ["; ".join(texts[m] for m in given if m in texts) for given in entries]
        row |= {"marks": marks, "notes": notes} if any((*marks, *notes)) else {}
    return row


def log_table(records: Iterable[Record]) -> pa.Table:
    """Records as a table of ``log_schema``."""
    import pyarrow as pa

    rows = [row_of(record) for record in records]
    fields = [f for f in log_schema() if f.name not in _RARE or any(row.get(f.name) for row in rows)]
    columns = [
        pa.array([row.get(f.name) for row in rows], pa.string()).cast(f.type)
        if pa.types.is_dictionary(f.type)
        else pa.array([row.get(f.name) for row in rows], f.type)
        for f in fields
    ]
    return pa.Table.from_arrays(columns, schema=pa.schema(fields))


def csv_cells(table: pa.Table) -> Iterator[list[Any]]:
    """The rows of such a table as the cells of a CSV."""
    for row in table.to_pylist():
        cells = ((value, _CELLS.get(name)) for name, value in row.items())
        yield [value if value is None or form is None else form[0](value) for value, form in cells]


def cell_value(name: str, cell: Any) -> Any:
    """What a cell says: texts as they stand in a CSV, or what a Parquet has in their place.

    Raises:
        ValueError: the column holds something else.
    """
    if cell is None or cell == "":
        return None
    value = _CELLS[name][1](cell) if name in _CELLS and isinstance(cell, str) else cell
    if name == "tags":
        pairs = value.items() if isinstance(value, dict) else ((pair["key"], pair["value"]) for pair in value)
        return {str(tag): str(said) for tag, said in pairs}
    return value


def _words(text: str, mark: str | None = None) -> list[str]:
    return [] if text == "-" else [word.strip() for word in text.split(mark)]


def _json(text: str, kind: type) -> Any:
    try:
        value = json.loads(text)
    except ValueError:
        raise ValueError(f"not JSON: {text!r}") from None
    if not isinstance(value, kind):
        raise ValueError(f"not a {'list' if kind is list else 'map'} in JSON: {text!r}")
    return value


#: How the columns that are no plain texts or numbers stand in a CSV, and how they are read there.
_CELLS: dict[str, tuple[Callable[[Any], str], Callable[[str], Any]]] = {
    **dict.fromkeys("nesw", (lambda mask: hand_text(mask) if mask else "", str)),
    **dict.fromkeys(("talon", "discard"), (cards_cell, str)),
    **dict.fromkeys(("auction", "face_down", "play"), (lambda words: " ".join(words) or "-", _words)),
    "announce": ("; ".join, lambda text: _words(text, ";")),
    "finished": (lambda yes: "true" if yes else "false", lambda t: t.lower() not in ("false", "0", "no")),
    **dict.fromkeys(
        ("marks", "notes"), (lambda said: json.dumps(said, ensure_ascii=False), lambda t: _json(t, list))
    ),
    "tags": (lambda said: json.dumps(dict(said), ensure_ascii=False), lambda t: _json(t, dict)),
}
