"""Write deals and games as KPN, CSV or Parquet, and convert files from one of these formats to another."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, BinaryIO

from kranalyze.files import name_text
from kranalyze.games import GAMES, Game
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.kpnfile import collect_games
from kranalyze.kpn.lexer import escape_tag_value
from kranalyze.kpn.outcome import Outcome
from kranalyze.kpn.record import Record
from kranalyze.kpn.writer import dump
from kranalyze.read.columns import MASKS, TEXTS, Columns, cards_cell, hand_cell, join_columns
from kranalyze.read.limits import TABLE_SPACE
from kranalyze.read.logcells import csv_cells
from kranalyze.read.loggedrows import log_table
from kranalyze.read.pieces import input_pieces
from kranalyze.read.rows import Rows
from kranalyze.read.sources import Format
from kranalyze.version import VERSION

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

#: Version of the columns of a table of deals (``FORMAT_VERSION``), and of a table of games (``LOG_VERSION``).
#: The metadata of a Parquet file has the version.
FORMAT_VERSION = LOG_VERSION = "1"

#: Number of records in a row group of a Parquet file that is written piece by piece.
_STREAMED = 1024

#: Pattern of the KPN tags that occur only in records of games. A text without these tags has only deals.
_MORE = re.compile(rb"\[\s*(Contract|Declarer|Auction|Play|Score|Called|Announce)\b")


def write_deals(
    frame: pl.DataFrame, out: BinaryIO, form: Format, comments: Iterable[str] = ()
) -> None:
    """Write deals to a file.

    Args:
        frame: the deals (``Columns.frame``).
        out: the file.
        form: the format.
        comments: lines about the origin of the deals. They are left out if the format is not KPN.
    """
    if form == "kpn":
        out.write(("% KPN 1.0\n" + "".join(f"% {comment}\n" for comment in comments) + "\n").encode())
        for row in frame.iter_rows(named=True):
            out.write(("".join(f'[{name} "{value}"]\n' for name, value in _tags(row)) + "\n").encode())
        return
    # Keep the columns of cards and texts. Leave out the talon if it is empty in all rows.
    frame = frame.select(c for c in (*MASKS, *TEXTS) if c != "talon" or (frame["talon"] != 0).any())
    if form == "csv":
        frame = frame.with_columns(board=frame["board"].str.strip_chars(TABLE_SPACE))
        cells: dict[str, Callable[[Any], str]] = {**dict.fromkeys("nesw", hand_cell), "talon": cards_cell}
        columns = (map(cells[c], frame[c]) if c in cells else frame[c] for c in frame.columns)
        write_cells(frame.columns, zip(*columns, strict=True), out)
        return
    import pyarrow as pa

    few = pa.dictionary(pa.int8(), pa.string())
    table = frame.rechunk().to_arrow()
    for name, kind in (("board", pa.string()), ("dealer", few), ("game", few)):
        place = table.schema.get_field_index(name)
        table = table.set_column(place, name, table.column(name).cast(pa.string()).cast(kind))
    _write_table(table, {"kranalyze.deals": FORMAT_VERSION}, out)


def write_cells(names: Sequence[str], rows: Iterable[Iterable[Any]], out: BinaryIO) -> None:
    """Write a CSV file: first the names of the columns, then the rows."""
    text = io.TextIOWrapper(out, encoding="utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    text.flush()
    text.detach()


def _write_table(table: pa.Table, about: dict[str, str], out: BinaryIO) -> None:
    """Write a Parquet file.

    Args:
        table: the table.
        about: metadata of the file. The program's version and a description of card masks are added.
        out: the file.
    """
    import pyarrow.parquet as pq

    pq.write_table(table.replace_schema_metadata(_parquet_metadata(about)), out, compression="zstd")


def _parquet_metadata(about: dict[str, str]) -> dict[str, str]:
    """Return the metadata of a Parquet file: ``about``, the program's version, and what mask bits mean."""
    masks = "bit = suit * 8 + rank, suits S H D C, ranks 7 8 9 T J Q K A"
    return about | {"kranalyze.version": VERSION, "kranalyze.masks": masks}


def _tags(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the names and values of a deal's KPN tags, in the usual order of tags in a record."""
    # In KPN the value ? means an unknown board, and the value # means the board of the previous game.
    if row["board"] not in (None, "?", "#"):
        yield "Board", escape_tag_value(row["board"])
    yield "Game", row["game"]
    if row["dealer"] is not None:
        yield "Dealer", row["dealer"]
    hands = [row[seat] for seat in "nesw"[: GAMES[row["game"]].seats]]
    yield "Deal", f"N:{' '.join(map(hand_cell, hands))}"
    if row["talon"]:
        yield "Talon", cards_cell(row["talon"])


def prepare_conversion(
    file_argument: str, form: Format, game: str | None = None, playing_order_allowed: bool = False
) -> tuple[int, list[KpnError], Callable[[BinaryIO], object]]:
    """Read a FILE argument, and return a function that writes its deals or games in another format.

    Values are lost only if the new format cannot hold them. From KPN to KPN nothing is lost, not even games
    with errors.

    Args:
        file_argument: the FILE argument.
        form: the new format.
        game: id of the card game of all deals or records. None: each deal or record names its game.
        playing_order_allowed: as for ``kpn.reader.Reader``.

    Returns:
        Three values. The first is the number of deals or games without errors. The second has all errors and
        warnings. The third is a function that writes the converted deals or games to a binary file.
    """
    columns, outcomes = list[Columns](), list[Outcome]()
    for piece in input_pieces(file_argument, None, game):
        dealt = not piece.has_records
        if not dealt and form != "kpn" and not isinstance(piece.data, Rows):
            text = bytes(piece.text()[:])  # store the bytes, because standard input cannot be read twice
            piece, dealt = piece._replace(data=text), _MORE.search(text) is None
        if dealt:
            columns.append(piece.columns())
        else:
            outcomes += piece.outcomes(playing_order_allowed)
    deals = join_columns(columns)
    if not outcomes:
        return deals.frame.height, deals.problems, lambda out: write_deals(deals.frame, out, form)
    file = collect_games(name_text(file_argument), outcomes)
    problems = [*file.problems, *deals.problems]
    if form == "kpn":
        return len(file.records), problems, lambda out: dump(file, out)
    return len(file.records), problems, lambda out: write_records(file.records, out, form)


def write_records(records: Iterable[Record], out: BinaryIO, form: str) -> None:
    """Write records as rows of a table. Comments are lost. ``form`` is ``csv`` or ``parquet``."""
    table = log_table(records)
    if form == "csv":
        write_cells(table.column_names, csv_cells(table), out)
    else:
        _write_table(table, {"kranalyze.log": LOG_VERSION}, out)


def stream_records(records: Iterable[Record], out: BinaryIO, form: str, games: Sequence[Game]) -> None:
    """Write records as ``write_records`` does, but piece by piece, so that memory stays small.

    Args:
        records: the records. There may be more than fit into memory.
        out: an open file.
        form: ``csv`` or ``parquet``.
        games: the card games that may occur. The file gets the optional columns that these games may need,
            for example ``talon``.
    """
    source = iter(records)
    rare = _optional_columns_needed(games)
    parts = (log_table(part, rare) for part in iter(lambda: list(islice(source, _STREAMED)), []))
    if form == "csv":
        write_cells(log_table([], rare).column_names, chain.from_iterable(map(csv_cells, parts)), out)
        return
    import pyarrow.parquet as pq

    schema = log_table([], rare).schema.with_metadata(_parquet_metadata({"kranalyze.log": LOG_VERSION}))
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        for part in parts:
            writer.write_table(part.cast(schema))


def records_as_parquet_table(records: Iterable[Record], game: Game) -> pa.Table:
    """Return records of a card game as a table for a Parquet file.

    All tables of a card game have the same columns, whatever the records are.
    """
    about = _parquet_metadata({"kranalyze.log": LOG_VERSION})
    return log_table(records, _optional_columns_needed([game])).replace_schema_metadata(about)


def _optional_columns_needed(games: Sequence[Game]) -> set[str]:
    """Return the names of the optional columns of ``log_table`` that records of the card games may need."""
    has_second = any(contract.second for game in games for contract in game.contracts)
    return {
        "announce",
        *(("talon", "discard") if any(game.talon for game in games) else ()),
        *(("second", "face_down") if has_second else ()),
    }
