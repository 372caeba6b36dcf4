"""Where output goes: files and screens, pages, rows as they come as JSON, CSV, text or Parquet."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import chain, groupby, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from kranalyze.cards import Deck
from kranalyze.cli.common import painted, say, usage
from kranalyze.deal import Deal
from kranalyze.files import replacing
from kranalyze.show.aligned import SCREEN, one_line, printable

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

    from kranalyze.answers.plan import Plan

    #: Takes rows of a table, all those of some of the deals.
    Write = Callable[[pa.Table], object]

#: Rows of a group of a Parquet file; the last one has fewer.
GROUP = 1 << 15

#: Formats of rows for programs.
ROWS = ("json", "csv")

#: Control characters that JSON would let stand as they are.
_CONTROL = re.compile(r"[\x7f-\x9f]")


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
    encoding = (output == "-" and sys.stdout.encoding) or "utf-8"
    data = printable(text).encode(encoding, errors="kranalyze")
    # What is written to a screen as to a file is UTF-8, of which it gets what it can show.
    return data.decode(encoding).encode() if output == "-" and sys.stdout.isatty() else data


class _Screen:
    """A terminal that gets what would be written to a file, said as any text is."""

    def __init__(self, stream: BinaryIO) -> None:
        # Threads that write know no command.
        self._stream, self._colour = stream, click.get_current_context().color

    def write(self, data: bytes) -> int:
        """Print some whole characters, in UTF-8."""
        text = painted(printable(data.decode("utf-8", "surrogateescape")))
        click.echo(text, nl=False, color=self._colour)
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def row_printer(
    form: str | None, out: BinaryIO | None = None
) -> Callable[[pa.Table | Iterable[dict[str, Any]]], None]:
    """What writes rows as they come, to a file or for who looks: JSON, a row on a line, or CSV.

    There lists of cards are divided by blanks, and null is nothing.
    """
    heads = chain([True], repeat(False))
    put = partial(say, nl=False) if out is None else lambda text: out.write(text.encode())

    def write(rows: pa.Table | Iterable[dict[str, Any]]) -> None:
        if form == "json":
            listed = rows if isinstance(rows, Iterable) else rows.to_pylist()
            lines = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in listed)
            put(_CONTROL.sub(lambda m: f"\\u{ord(m[0]):04x}", lines))
            return
        if isinstance(rows, Iterable):
            rows = [{name: _cell(value) for name, value in row.items()} for row in rows]
            if not rows:
                return
        import polars as pl

        frame = pl.DataFrame(rows, infer_schema_length=None)
        lists = [name for name, kind in frame.schema.items() if kind.is_nested()]
        frame = frame.with_columns(pl.col(name).cast(pl.List(pl.String)).list.join(" ") for name in lists)
        put(frame.write_csv(include_header=next(heads)))

    return write


def _cell(value: Any) -> Any:
    """A value that has place in a cell; several are text, ``SA HK`` or ``N=40 E=-40``."""
    if isinstance(value, dict):
        return " ".join(f"{key}={_cell(one)}" for key, one in value.items())
    if not isinstance(value, list | tuple):
        return value
    if any(isinstance(one, dict | list | tuple) for one in value):
        return json.dumps(value, ensure_ascii=False)
    return " ".join(map(str, value))


@contextmanager
def text_sink(
    out: BinaryIO, frame: pl.DataFrame, plans: Mapping[tuple[str, str | None], Plan], deck: Deck, output: str
) -> Iterator[Write]:
    """A grid per deal of a frame, and what the cells mean; ``plans`` by game and rules of the deals."""
    from kranalyze.show.text import game_title, grid, legend

    origins = frame.select("file", "deal").iter_rows()
    places = {origin: row for row, origin in enumerate(origins)}
    seen, parties = set[str](), set[str | None]()

    def write(table: pa.Table) -> None:
        for origin, of_deal in groupby(table.to_pylist(), key=lambda row: (row["file"], row["deal"])):
            rows, deal = list(of_deal), frame.row(places[origin], named=True)
            game = plans[deal["game"], deal["rules"]].game
            hands = Deal((deal["n"], deal["e"], deal["s"], deal["w"]), deal["talon"])
            name = f"Board {one_line(deal['board'])}: " if deal["board"] else ""
            if deal["file"] and not name:
                name = f"Deal {deal['deal'] + 1}: "
            head = f"{name}{hands.text(deck, seats=game.seats)}  {game_title(game)}"
            text = grid(rows, game, deck)
            out.write(encoded(("\n" if seen else "") + f"{head}\n{text}\n", output))
            seen.update(text)
            parties.update(game.contract(row["contract"]).party for row in rows)

    yield write
    if marks := legend(seen, "called" in parties):
        out.write(encoded(f"\n{marks}\n", output))


@contextmanager
def parquet_sink(out: BinaryIO, plans: Sequence[Plan]) -> Iterator[Write]:
    """A Parquet file; its metadata say the format, the program, the games and the rules in force.

    Groups are written as they fill up, however the rows come.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    from kranalyze.answers.gathering import schema_of

    schema = schema_of([plan.game for plan in plans])
    # Statistics serve to skip row groups; of a column with few values in any order they never do.
    writer = pq.ParquetWriter(
        out, schema, compression="zstd", write_statistics=["file", "deal", "board"], write_batch_size=1 << 16
    )
    held: list[pa.Table] = []

    def flush(least: int) -> None:
        """Write whole groups while there are so many rows."""
        while sum(rows.num_rows for rows in held) >= least:
            whole = pa.concat_tables(held)
            held[:] = [whole.slice(GROUP)]
            group = whole.slice(0, GROUP).unify_dictionaries().combine_chunks()
            # A table's names of files may be those of rows that are in another group, if it is not one name.
            files = group.column("file").chunk(0)
            if files.null_count or len(files.dictionary) > 1:
                files = files.dictionary_decode().dictionary_encode()
            writer.write_table(group.set_column(0, schema.field("file"), pa.chunked_array([files])))

    def write(rows: pa.Table) -> None:
        held.append(rows.replace_schema_metadata(schema.metadata))
        flush(GROUP)

    try:
        yield write
        flush(1)
        writer.close()
    except BaseException:  # the file may not take anything any more
        with suppress(Exception):
            writer.close()
        writer.is_open = False
        raise


@contextmanager
def folder_sink(output: str, names: Sequence[str]) -> Iterator[Callable[[str, pa.Table], None]]:
    """What takes rows of tables by name and writes them to a directory, ``games.parquet`` for ``games``.

    Each file is written aside and put in its place when all are whole. A directory that nothing is written to
    is not made.

    Raises:
        OSError: the directory cannot be made or written to, which is found out at once.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder, writers, held = Path(output), dict[str, pq.ParquetWriter](), dict[str, list[pa.Table]]()
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder / f"{names[0]}.parquet"))

    def flush(name: str) -> None:
        rows = pa.concat_tables(held.pop(name)).unify_dictionaries()
        if name not in writers:
            out = stack.enter_context(replacing(folder / f"{name}.parquet"))
            writers[name] = stack.enter_context(pq.ParquetWriter(out, rows.schema, compression="zstd"))
        writers[name].write_table(rows)

    def write(name: str, rows: pa.Table) -> None:
        held.setdefault(name, []).append(rows)
        if sum(some.num_rows for some in held[name]) >= GROUP:
            flush(name)

    try:
        with ExitStack() as stack:
            yield write
            for name in list(held):
                flush(name)
    finally:
        for path in made:
            with suppress(OSError):  # there is something in it
                path.rmdir()
