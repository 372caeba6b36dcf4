"""Where output goes: files and screens, pages, rows as they come, and the rows of a table batch by batch."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from kranalyze.cards import Deck
from kranalyze.cli.common import painted, say, usage
from kranalyze.deal import Deal
from kranalyze.files import replacing
from kranalyze.games import GAMES
from kranalyze.show.aligned import SCREEN
from kranalyze.show.printable import one_line, printable

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

    from kranalyze.answers.plan import Plan

#: Rows of a group of a Parquet file; the last one has fewer.
GROUP = 1 << 15


def format_for(output: str, choices: Sequence[str]) -> str:
    """The format that the ending of a name says, or the first of the choices; wrong usage if it is none."""
    ending = Path(output).suffix.lower().removeprefix(".")
    if not ending:
        return choices[0]
    form = {"jsonl": "json", "ndjson": "json", "txt": "text", "pbn": "kpn"}.get(ending, ending)
    if form not in choices:
        usage(f"{output}: the ending names no format; give --format ({', '.join(choices)}).")
    return form


@contextmanager
def write_output(output: str, form: str) -> Iterator[BinaryIO]:
    """The file to write to, replaced when it is whole; standard output for ``-``."""
    if output != "-":
        token = SCREEN.set(None)
        try:
            with replacing(output) as out:
                yield out
        finally:
            SCREEN.reset(token)
        return
    stream = sys.stdout.buffer
    if form == "parquet" and stream.isatty():
        usage("Parquet is not for a terminal: give -o OUT.")
    yield _Screen(stream) if stream.isatty() else stream  # type: ignore[misc]
    stream.flush()


def write_page(output: str, page: str) -> None:
    """Write a whole page."""
    with write_output(output, "html") as out:
        out.write(page.encode())


def encoded(text: str, output: str = "-") -> bytes:
    """A text for people in the encoding of where it goes; nothing in it steers a terminal."""
    encoding = sys.stdout.encoding if output == "-" else "utf-8"
    return printable(text).encode(encoding or "utf-8", errors="kranalyze")


class _Screen:
    """A terminal that gets what would be written to a file, but for what would steer it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        # Threads that write know no command.
        self._colour = click.get_current_context().color is not False

    def write(self, data: bytes) -> int:
        """Print some whole characters."""
        text = printable(data.decode("utf-8", "surrogateescape"))
        if self._colour:
            text = painted(text)
        self._stream.write(text.encode("utf-8", "surrogateescape"))
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


class RowPrinter:
    """Prints rows as they come, as JSON or CSV; as CSV at the end where they need not have the same columns.

    Attributes:
        wanted: whether rows are printed, and not something else for people.
    """

    def __init__(self, form: str | None, alike: bool = True) -> None:
        self.wanted = form in ("json", "csv")
        self._json, self._alike, self._header = form == "json", alike, True
        self._rows: list[dict[str, Any]] = []

    def take(self, rows: Iterable[dict[str, Any]]) -> None:
        """Print some rows, or keep them."""
        if self._json:
            from kranalyze.show.jsonrows import as_line

            if lines := [as_line(row) for row in rows]:
                say("\n".join(lines))
            return
        self._rows += rows
        if self._alike:
            self.close()

    def close(self) -> None:
        """Print what was kept."""
        if self._rows:
            import polars as pl

            flat = [{name: _cell(value) for name, value in row.items()} for row in self._rows]
            frame = pl.DataFrame(flat, infer_schema_length=None)
            say(frame.write_csv(include_header=self._header), nl=False)
            self._rows, self._header = [], False


def _cell(value: Any) -> Any:
    """A value that has place in a cell; several are text, ``SA HK`` or ``N=40 E=-40``."""
    if isinstance(value, dict):
        return " ".join(f"{key}={_cell(one)}" for key, one in value.items())
    if not isinstance(value, list | tuple):
        return value
    if any(isinstance(one, dict | list | tuple) for one in value):
        import json

        return json.dumps(value, ensure_ascii=False)
    return " ".join(map(str, value))


class Sink:
    """Takes the rows of a table, some deals at a time."""

    def __init__(self, out: BinaryIO) -> None:
        self.out = out

    def write(self, table: pa.Table, frame: pl.DataFrame) -> None:
        """Rows of some of the deals in the frame, all rows of each."""
        raise NotImplementedError

    def close(self) -> None:
        """No more rows come."""

    def abandon(self) -> None:
        """No more rows come, and what was written will be thrown away."""


class TextSink(Sink):
    """A grid per deal."""

    def __init__(self, out: BinaryIO, deck: Deck, output: str) -> None:
        super().__init__(out)
        self.deck, self.output = deck, output
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
        from kranalyze.show.grid import grid

        game = GAMES[deal["game"]]
        hands = Deal((deal["n"], deal["e"], deal["s"], deal["w"]), deal["talon"])
        name = f"Board {one_line(deal['board'])}: " if deal["board"] else ""
        if deal["file"] and not name:
            name = f"Deal {deal['deal'] + 1}: "
        head = f"{name}{hands.text(self.deck, seats=game.seats)}  {game.name}"
        text = grid(rows, game, self.deck)
        self.out.write(encoded(("\n" if self.seen else "") + f"{head}\n{text}\n", self.output))
        self.seen |= set(text)
        self.called = self.called or any(game.contract(row["contract"]).party == "called" for row in rows)

    def close(self) -> None:
        """What the cells mean."""
        from kranalyze.show.grid import legend

        marks = legend(self.seen, self.called)
        if marks:
            self.out.write(encoded(f"\n{marks}\n", self.output))


class JsonSink(Sink):
    """A row per line."""

    def write(self, table: pa.Table, frame: pl.DataFrame) -> None:
        """The rows of some deals."""
        from kranalyze.show.jsonrows import as_line

        self.out.write("".join(f"{as_line(row)}\n" for row in table.to_pylist()).encode())


class CsvSink(Sink):
    """Rows under a header; lists of cards divided by blanks, null as nothing."""

    header = True

    def write(self, table: pa.Table, frame: pl.DataFrame) -> None:
        """The rows of some deals."""
        import polars as pl

        rows = pl.DataFrame(table)
        lists = [name for name, kind in rows.schema.items() if kind.is_nested()]
        rows = rows.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join(" ") for name in lists)
        self.out.write(rows.write_csv(include_header=self.header).encode())
        self.header = False


class ParquetSink(Sink):
    """A Parquet file; its metadata say the format, the program, the games and the rules in force."""

    def __init__(self, out: BinaryIO, plans: Sequence[Plan]) -> None:
        import pyarrow.parquet as pq

        super().__init__(out)
        self.schema = plans[0].schema
        if len(plans) > 1:
            import json

            about = [{"game": plan.game.id, "rules": plan.game.in_force} for plan in plans]
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
        while self.rows >= GROUP:
            self._flush(GROUP)

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
