"""Make hostile files: games and deals with extreme texts, lists and tags."""

from __future__ import annotations

import io
import json
import random
from functools import cache
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from kranalyze import bundled
from kranalyze.kpn import parse_kpn
from kranalyze.kpn.lexer import escape_tag_value
from kranalyze.kpn.writer import record_text
from kranalyze.read.columns import LOGGED
from kranalyze.read.logcells import csv_cells
from kranalyze.read.loggedrows import TAGS, log_schema, row_of_record

#: Texts that have a meaning in one of the formats, or that break lines, cells, words or terminals.
TEXTS = (
    "#", " #", "#\n", "?", "-", "", " ", "\t", "\n", "\r", "a\nb", "a\r\nb", "\0", "a\0", "\x0b", "\x0c",
    "\x1b[31m", "\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\u2028", "\u2029", "a\u2028b", "\u00a0", "\ufeff",
    "\u202e", "ß",
    "🂡", 'a"b', "a\\", '"]', '"]\n\n[Event "x', "[", "]", "{", "}", "{x", ";", "%", "; x", "=1=", "$1", "!?",
    "SA", "SA SJ ST S9", "SA\nSJ", "gut", "gut gut", "AP", "mit", "N", "N:", "E:HA", "E:HA N:C9",
    "N 40 H; S all", "N 40 H", "bettler", "Königmord", "graden", "german", "German", "unit=5", "call_own=yes",
    "1", "-1", "1.0", "1e9", "99999999999", "true", "nan", "N:-70 E:-70", "=SUM(A1)", "a,b", "a;b",
    "x" * 70, "x" * 300,
    "x" * 10_001, "[" * 3000, '["a"]', '{"a": 1}', '{"a": "#"}', '{"a\\"]": "1"}', '["\\ud800"]', "[null]",
    '{"a": "1", "a": "2"}', "ö" * 5_000, '"' * 6_000,
)  # fmt: skip

#: Names of tags.
KEYS = (
    "Room", "Deal", "Play", "Event", "Note", "a b", 'a"]', "a\nb", "", "#", "ä", "X" * 300, "a\u2028b",
    "1", "_",
)  # fmt: skip

_LISTS = {
    "auction": ["gut"], "play": ["SA"], "announce": ["N 100"], "face_down": ["N:SA"], "marks": ["!"],
    "notes": ["fine"],
}  # fmt: skip

#: Columns that are changed most often. They contain free text or lists, or decide how other columns are read.
_FREE = (*(name for name, kind in LOGGED.items() if kind == "text"), "tags", "opener", "leader", *_LISTS)


@cache
def _records() -> list[Any]:
    """Return bundled records: all records of the game Graden, then at least as many records of any game."""
    records = parse_kpn((bundled.bundled_directory() / "simulated-log.kpn").read_bytes()).records
    graden = [record for record in records if record.game == "graden"]
    return [*graden, *records[:: max(1, len(records) // len(graden))]]


def hostile_file(rng: random.Random, form: str) -> bytes:
    """Return a file with a few bundled games, in which some values are changed."""
    rows = [row_of_record(record) for record in rng.sample(_records(), rng.randrange(1, 5))]
    for _ in range(rng.randrange(1, 4)):
        _change(rng, rng.choice(rows))
    if rng.random() < 0.15:  # keep only the deals
        kept = ("n", "e", "s", "w", "talon", "board", "dealer", "game")
        rows = [{name: row.get(name) for name in kept} for row in rows]
    return {"kpn": _kpn, "csv": _csv, "parquet": _parquet}[form](rng, rows)


def _change(rng: random.Random, row: dict[str, Any]) -> None:
    name = rng.choice(_FREE if rng.random() < 0.7 else list(LOGGED))
    if name in _LISTS:
        words = list(row.get(name) or _LISTS[name])
        at = rng.randrange(len(words)) if words else 0
        change = rng.randrange(5)
        if change == 0:
            words[at : at + 4] = [" ".join(words[at : at + 4])]
        elif change == 1:
            words.insert(at, rng.choice(TEXTS))
        elif change == 2:
            words[at : at + 1] = [rng.choice(TEXTS)]
        elif change == 3:
            del words[at:]
        else:
            words = words * rng.choice((2, 50))
        row[name] = words
    elif name == "tags":
        row[name] = [(rng.choice(KEYS), rng.choice(TEXTS)) for _ in range(rng.randrange(1, 4))]
    else:
        row[name] = rng.choice(TEXTS)


def _parquet(rng: random.Random, rows: list[dict[str, Any]]) -> bytes:
    """Write rows as Parquet. If a value does not fit the type of its column, the column becomes text."""
    columns = {}
    for field in log_schema():
        values = [row.get(field.name) for row in rows]
        if all(value is None for value in values) and rng.random() < 0.8 and field.name not in "nesw":
            continue
        try:
            columns[field.name] = pa.array(values, field.type)
        except (pa.ArrowException, TypeError, ValueError, OverflowError):
            columns[field.name] = pa.array([_cell(field.name, value) for value in values], pa.string())
    out = io.BytesIO()
    pq.write_table(
        pa.table(columns), out, compression=rng.choice(("none", "snappy", "zstd")),
        use_dictionary=rng.random() < 0.7, row_group_size=rng.choice((1, 2, 100)),
        data_page_version=rng.choice(("1.0", "2.0")),
    )  # fmt: skip
    return out.getvalue()


def _cell(name: str, value: Any) -> str | None:
    """Return a value as the text of a CSV cell. None: the cell is empty."""
    if value is None or isinstance(value, str):
        return value
    if name == "tags":
        return json.dumps(dict(value))
    if isinstance(value, list):
        return json.dumps(value) if name in ("marks", "notes") else " ".join(map(str, value)) or "-"
    if name in ("n", "e", "s", "w", "talon", "discard"):
        (cell,) = next(csv_cells(pa.table({name: pa.array([value], pa.uint32())})))
        return str(cell)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _csv(rng: random.Random, rows: list[dict[str, Any]]) -> bytes:
    names = list(rows[0])
    cells = [{name: _cell(name, row.get(name)) for name in names} for row in rows]
    frame = pl.DataFrame(cells, schema=dict.fromkeys(names, pl.String))
    quotes: Any = rng.choice(("necessary", "always", "non_numeric"))
    return frame.write_csv(separator=rng.choice(",;"), quote_style=quotes).encode()


def _kpn(rng: random.Random, rows: list[dict[str, Any]]) -> bytes:
    """Return KPN with as many random bundled records as there are rows. Some tags get another value.

    The values in ``rows`` are not used.
    """
    texts = []
    for record in rng.sample(_records(), len(rows)):
        lines = record_text(record).splitlines()
        for _ in range(rng.randrange(3)):
            tag = rng.choice([*TAGS.values(), *KEYS])
            text = rng.choice(TEXTS)
            value = escape_tag_value(text) if rng.random() < 0.8 else text
            if rng.random() < 0.9:
                lines = [line for line in lines if not line.startswith(f"[{tag} ")]
            lines.insert(rng.randrange(len(lines)), f'[{tag} "{value}"]')
        texts.append("\n".join(lines))
    return "\n\n".join(texts).encode("utf-8", "surrogateescape")
