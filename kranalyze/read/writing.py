"""Writing deals and games as KPN, CSV or Parquet, and from one of these formats to another."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO

from kranalyze.files import name_text
from kranalyze.frozen import frozen
from kranalyze.games import GAMES
from kranalyze.kpn.build import with_tags
from kranalyze.kpn.lexer import escape
from kranalyze.kpn.reader import KpnFile, Outcome, collected
from kranalyze.kpn.record import KpnError, Record
from kranalyze.kpn.writer import dump
from kranalyze.read.columns import Columns, cards_cell, given_columns, hand_cell, joined
from kranalyze.read.loggedrows import LOG_VERSION, csv_cells, log_table
from kranalyze.read.pieces import Piece, cut
from kranalyze.read.sources import Format

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

#: Version of the layout of the columns of deals, written into the metadata of a Parquet.
FORMAT_VERSION = "1"

#: What a record has that a deal has not.
_MORE = re.compile(rb"\[\s*(Contract|Declarer|Auction|Play|Score|Called|Announce)\b")

#: How a mask is read, in the metadata of a Parquet.
MASKS_TEXT = "bit = suit * 8 + rank, suits S H D C, ranks 7 8 9 T J Q K A"


def write_deals(
    frame: pl.DataFrame, out: BinaryIO, form: Format, comments: Iterable[str] = ()
) -> None:
    """Write columns of deals (``Columns.frame``).

    Args:
        frame: the deals.
        out: a binary file.
        form: ``kpn``, ``csv`` or ``parquet``.
        comments: lines that say where the deals come from, for KPN.
    """
    if form == "csv":
        given = given_columns(frame)
        write_cells(given.columns, map(_cells, given.iter_rows(named=True)), out)
    elif form == "parquet":
        _write_parquet(frame, out)
    else:
        for part in _kpn(frame, comments):
            out.write(part.encode())


def _cells(row: Mapping[str, Any]) -> list[Any]:
    """A deal as the cells of a CSV: hands as text."""
    cells = dict(row) | {seat: hand_cell(row[seat]) for seat in "nesw"}
    if "talon" in row:
        cells["talon"] = cards_cell(row["talon"])
    return list(cells.values())


def write_cells(names: Sequence[str], rows: Iterable[Iterable[Any]], out: BinaryIO) -> None:
    """Write a CSV."""
    text = io.TextIOWrapper(out, encoding="utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    text.flush()
    text.detach()


def _write_parquet(frame: pl.DataFrame, out: BinaryIO) -> None:
    """Deals as Parquet, masks as UInt32."""
    import pyarrow as pa

    few = pa.dictionary(pa.int8(), pa.string())
    table = given_columns(frame).rechunk().to_arrow()
    for name, kind in (("board", pa.string()), ("dealer", few), ("game", few)):
        place = table.schema.get_field_index(name)
        table = table.set_column(place, name, table.column(name).cast(pa.string()).cast(kind))
    _write_table(table, {"kranalyze.deals": FORMAT_VERSION}, out)


def _write_table(table: pa.Table, about: dict[str, str], out: BinaryIO) -> None:
    """A Parquet; the metadata say the versions of the layout and of the program, and how masks are read."""
    import pyarrow.parquet as pq

    from kranalyze import __version__

    about |= {"kranalyze.version": __version__, "kranalyze.masks": MASKS_TEXT}
    pq.write_table(table.replace_schema_metadata(about), out, compression="zstd")


def _kpn(frame: pl.DataFrame, comments: Iterable[str]) -> Iterator[str]:
    """The lines of a KPN file that holds deals only, laid out as the writer of records does."""
    yield "% KPN 1.0\n" + "".join(f"% {comment}\n" for comment in comments) + "\n"
    for row in frame.iter_rows(named=True):
        yield "".join(f'[{name} "{value}"]\n' for name, value in _tags(row)) + "\n"


def _tags(row: dict[str, Any]) -> Iterator[tuple[str, str]]:
    if row["board"] not in (None, "?", "#"):  # which mean unknown, and as before, in KPN
        yield "Board", escape(" ".join(row["board"].split()))
    yield "Game", row["game"]
    if row["dealer"] is not None:
        yield "Dealer", row["dealer"]
    hands = [row[seat] for seat in "nesw"[: GAMES[row["game"]].seats]]
    yield "Deal", f"N:{' '.join(map(hand_cell, hands))}"
    if row["talon"]:
        yield "Talon", cards_cell(row["talon"])


@frozen
class Converted:
    """What can be written of the deals and games that were read.

    Attributes:
        count: how many are good.
        problems: all that is wrong.
        write: writes the good ones to a binary file.
    """

    count: int
    problems: Sequence[KpnError]
    write: Callable[[BinaryIO], object]


def converted(source: str, form: Format, game: str | None = None, as_played: bool = False) -> Converted:
    """A FILE argument in another format; records keep all they hold where the other side can hold it.

    KPN to KPN keeps everything, games with errors too.

    Args:
        as_played: of KPN, read tricks in playing order where they are no good play by seats.
    """
    columns: list[Columns] = []

    def games() -> Iterator[Outcome]:
        for piece in cut(source, None, game):
            if not piece.logged or (form != "kpn" and not _played(piece := piece.held())):
                columns.append(piece.columns())
            else:
                yield from piece.outcomes(as_played)

    outcomes = list(games())
    deals = joined(columns)
    if not outcomes:
        return Converted(deals.frame.height, deals.problems, lambda out: write_deals(deals.frame, out, form))
    file = collected(name_text(source), outcomes)
    problems = [*file.problems, *deals.problems]
    if form == "kpn":
        return Converted(len(file.records), problems, lambda out: dump(_named(file), out))
    return Converted(len(file.records), problems, lambda out: write_records(file.records, out, form))


def _played(piece: Piece) -> bool:
    """Whether there is more in records than their deals."""
    return not isinstance(piece.data, bytes) or _MORE.search(piece.data) is not None


def _named(file: KpnFile) -> KpnFile:
    """A file of records, each naming its game, so that it can be read without being told."""
    records = (r if r.tag("Game") else with_tags(r, Game=r.game) for r in file.records)
    return replace(file, records=tuple(records))


def write_records(records: Iterable[Record], out: BinaryIO, form: str) -> None:
    """Write records as rows, with all they hold but comments; ``csv`` or ``parquet``."""
    table = log_table(records)
    if form == "csv":
        write_cells(table.column_names, csv_cells(table), out)
    else:
        _write_table(table, {"kranalyze.log": LOG_VERSION}, out)
