"""Where the rows of a table go: text, JSON lines, CSV or Parquet, batch by batch."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING, Any, BinaryIO, Protocol

from kranalyze.cards import Deck
from kranalyze.deal import Deal
from kranalyze.games import GAMES
from kranalyze.show.grid import grid, legend
from kranalyze.show.jsonrows import as_line
from kranalyze.show.printable import one_line, printable

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

    from kranalyze.answers.tables import Plan

#: Rows of a group of a Parquet file; the last one has fewer.
_GROUP = 1 << 15


class Sink(Protocol):
    """Takes the rows of a table, some deals at a time."""

    def write(self, table: pa.Table, frame: pl.DataFrame) -> None:
        """Rows of some of the deals in the frame, all rows of each."""

    def close(self) -> None:
        """No more rows come."""

    def abandon(self) -> None:
        """No more rows come, and what was written will be thrown away."""


class TextSink:
    """A grid per deal."""

    def __init__(self, out: BinaryIO, deck: Deck, encoding: str) -> None:
        self.out, self.deck, self.encoding = out, deck, encoding
        self.seen: set[str] = set()
        self.called = False
        self.places: dict[tuple[str | None, int], int] = {}

    def write(self, table: pa.Table, frame: pl.DataFrame) -> None:
        """The grids of some deals."""
        if not self.places:
            origins = frame.select("file", "deal").iter_rows()
            self.places = {(file, deal): row for row, (file, deal) in enumerate(origins)}
        rows = table.to_pylist()
        for place, of_deal in groupby(rows, key=lambda row: (row["file"], row["deal"])):
            self._grid(list(of_deal), frame.row(self.places[place], named=True))

    def _grid(self, rows: Sequence[dict[str, Any]], deal: dict[str, Any]) -> None:
        game = GAMES[deal["game"]]
        hands = Deal((deal["n"], deal["e"], deal["s"], deal["w"]), deal["talon"])
        name = f"Board {one_line(deal['board'])}: " if deal["board"] else ""
        if deal["file"] and not name:
            name = f"Deal {deal['deal'] + 1}: "
        head = f"{name}{hands.text(self.deck, seats=game.seats)}  {game.name}"
        text = grid(rows, game, self.deck)
        self._say(("\n" if self.seen else "") + f"{head}\n{text}\n")
        self.seen |= set(text)
        self.called = self.called or any(game.contract(row["contract"]).party == "called" for row in rows)

    def _say(self, text: str) -> None:
        self.out.write(printable(text).encode(self.encoding, errors="kranalyze"))

    def close(self) -> None:
        """What the cells mean."""
        marks = legend(self.seen, self.called)
        if marks:
            self._say(f"\n{marks}\n")

    def abandon(self) -> None:
        """Nothing is held."""


class JsonSink:
    """A row per line."""

    def __init__(self, out: BinaryIO) -> None:
        self.out = out

    def write(self, table: pa.Table, frame: pl.DataFrame) -> None:
        """The rows of some deals."""
        self.out.write("".join(f"{as_line(row)}\n" for row in table.to_pylist()).encode())

    def close(self) -> None:
        """Nothing is left to be written."""

    def abandon(self) -> None:
        """Nothing is held."""


class CsvSink:
    """Rows under a header; lists of cards divided by blanks, null as nothing."""

    def __init__(self, out: BinaryIO) -> None:
        self.out, self.header = out, True

    def write(self, table: pa.Table, frame: pl.DataFrame) -> None:
        """The rows of some deals."""
        import polars as pl

        rows = pl.DataFrame(table)
        lists = [name for name, kind in rows.schema.items() if kind.is_nested()]
        rows = rows.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join(" ") for name in lists)
        self.out.write(rows.write_csv(include_header=self.header).encode())
        self.header = False

    def close(self) -> None:
        """Nothing is left to be written."""

    def abandon(self) -> None:
        """Nothing is held."""


class ParquetSink:
    """A Parquet file; its metadata say the format, the program, the games and the rules in force."""

    def __init__(self, out: BinaryIO, plans: Sequence[Plan]) -> None:
        import pyarrow.parquet as pq

        self.schema = plans[0].schema
        if len(plans) > 1:
            about = [{"game": plan.game.id, "rules": plan.rules} for plan in plans]
            games = " ".join(dict.fromkeys(plan.game.id for plan in plans))
            more = {b"kranalyze.game": games.encode(), b"kranalyze.rules": json.dumps(about).encode()}
            self.schema = self.schema.with_metadata({**self.schema.metadata, **more})
        # Statistics serve to skip row groups; of a column with few values in any order they never do.
        self.writer = pq.ParquetWriter(
            out, self.schema, compression="zstd", write_statistics=["file", "deal", "board"],
            write_batch_size=1 << 16,
        )  # fmt: skip

        self.held: list[pa.Table] = []
        self.rows = 0

    def write(self, table: pa.Table, frame: pl.DataFrame) -> None:
        """The rows of some deals; groups are written as they fill up, however the rows come."""
        self.held.append(table.replace_schema_metadata(self.schema.metadata))
        self.rows += table.num_rows
        while self.rows >= _GROUP:
            self._flush(_GROUP)

    def _flush(self, rows: int) -> None:
        """Write so many of the rows that are held."""
        import pyarrow as pa

        parts: list[pa.Table] = []
        self.rows -= rows
        while rows:
            part, rest = self.held[0].slice(0, rows), self.held[0].slice(rows)
            self.held[:1] = [rest] if rest.num_rows else []
            parts += [part] if part.num_rows else []
            rows -= part.num_rows
        group = pa.concat_tables(parts).unify_dictionaries().combine_chunks()
        # A table's names of files may be those of rows that are in another group.
        files = pa.chunked_array([group.column("file").chunk(0).dictionary_decode().dictionary_encode()])
        self.writer.write_table(group.set_column(0, self.schema.field("file"), files))

    def close(self) -> None:
        """Finish the file."""
        if self.rows:
            self._flush(self.rows)
        self.writer.close()

    def abandon(self) -> None:
        """Let go of the file, which may not take anything any more."""
        with suppress(Exception):
            self.writer.close()
        self.writer.is_open = False
