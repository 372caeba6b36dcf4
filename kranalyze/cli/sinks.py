"""Output of commands to files and terminals: pages, texts, and rows in JSON, CSV or Parquet."""

from __future__ import annotations

import errno
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
from kranalyze.cli.common import coloured, say, usage_error
from kranalyze.deal import Deal
from kranalyze.files import replacing
from kranalyze.show.aligned import SCREEN, escape_control_characters, printable

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

    from kranalyze.answers.plan import Plan
    from kranalyze.answers.rowfeatures import RowExtras

    #: Function that writes rows of a table. All rows of a deal come in the same call.
    Write = Callable[[pa.Table], object]

#: Number of rows in a row group of a Parquet file. The last group may have fewer.
GROUP = 1 << 15

#: The same for tables with features. They have 60 columns more, and each column of a group has a fixed cost.
FEATURE_GROUP = 1 << 17

#: Formats of rows for programs.
ROWS = ("json", "csv", "csv-de")

#: Control characters that ``json`` does not escape.
_CONTROL = re.compile(r"[\x7f-\x9f]")


def format_for(output: str, choices: Sequence[str]) -> str:
    """Return the format that the ending of a file name stands for; without an ending the first choice.

    An ending that is not among the choices is wrong usage.
    """
    ending = Path(output).suffix.lower().removeprefix(".")
    if not ending:
        return choices[0]
    form = {"jsonl": "json", "ndjson": "json", "txt": "text", "pbn": "kpn"}.get(ending, ending)
    if form not in choices:
        usage_error(f"{output}: the ending names no format; give --format ({', '.join(choices)}).")
    return form


@contextmanager
def write_output(output: str, form: str) -> Iterator[BinaryIO]:
    """Open an output and yield it. ``-`` is standard output.

    The new file replaces an older one only when it is complete.
    """
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
        usage_error("Parquet is not for a terminal: give -o OUT.")
    yield _Screen(stream) if stream.isatty() else stream  # type: ignore[misc]
    stream.flush()


def write_page_to_file(file_name: str, page: str) -> None:
    """Write a page to a file."""
    with write_output(file_name, "html") as out:
        out.write(page.encode())


def encoded(text: str, output: str = "-") -> bytes:
    """Encode a text for people in the encoding of its output. Control characters are escaped."""
    encoding = (output == "-" and sys.stdout.encoding) or "utf-8"
    data = printable(text).encode(encoding, errors="kranalyze")
    if output == "-" and sys.stdout.isatty():
        # _Screen takes UTF-8. Characters that the terminal lacks are already replaced here.
        return data.decode(encoding).encode()
    return data


class _Screen:
    """A terminal as an output file. It prints the bytes written to it as coloured text."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        # Store the colour here, because threads that write have no current context.
        self._colour = click.get_current_context().color

    def write(self, data: bytes) -> int:
        """Print bytes that are whole characters of UTF-8."""
        text = coloured(printable(data.decode("utf-8", "surrogateescape")))
        click.echo(text, nl=False, color=self._colour)
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def row_printer(
    form: str | None, out: BinaryIO | None = None
) -> Callable[[pa.Table | Iterable[dict[str, Any]]], None]:
    """Return a function that writes rows as JSON lines or CSV, to a file or to standard output.

    In CSV null is empty, and the elements of a list are divided by blanks. The first call also writes the
    header of CSV. The format ``csv-de`` is CSV for spreadsheets in German: with semicolons, decimal commas
    and a byte order mark.
    """
    german: dict[str, Any] = {"separator": ";", "decimal_comma": True} if form == "csv-de" else {}
    with_header = chain([True], repeat(False))
    put = partial(say, nl=False) if out is None else lambda text: out.write(text.encode())

    def write(rows: pa.Table | Iterable[dict[str, Any]]) -> None:
        if form == "json":
            import json

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
        is_first = next(with_header)
        mark = "\ufeff" if german and is_first else ""
        put(mark + frame.write_csv(include_header=is_first, **german))

    return write


def hands_as_text(write: Write) -> Write:
    """Return a function that converts the hands in rows from masks to text, and then writes the rows."""

    def write_texts(rows: pa.Table) -> None:
        import pyarrow as pa

        from kranalyze.read.columns import cards_cell, hand_cell

        for name in (*"nesw", "talon"):
            place = rows.schema.get_field_index(name)
            if place >= 0:
                cell = cards_cell if name == "talon" else hand_cell
                texts = pa.array([cell(mask) for mask in rows.column(place).to_pylist()], pa.string())
                rows = rows.set_column(place, name, texts)
        write(rows)

    return write_texts


def _cell(value: Any) -> Any:
    """Convert a value to a cell of CSV. Lists and mappings become text: ``SA HK``, ``N=40 E=-40``."""
    if isinstance(value, dict):
        return " ".join(f"{key}={_cell(element)}" for key, element in value.items())
    if not isinstance(value, list | tuple):
        return value
    if any(isinstance(element, dict | list | tuple) for element in value):
        import json

        return json.dumps(value, ensure_ascii=False)
    return " ".join(map(str, value))


@contextmanager
def text_sink(
    out: BinaryIO, frame: pl.DataFrame, plans: Mapping[tuple[str, str | None], Plan], deck: Deck, output: str
) -> Iterator[Write]:
    """Write a grid for each deal of a frame, and at the end a legend of the cells.

    ``plans`` are the plans by game and rules.
    """
    from kranalyze.show.text import game_name_and_changed_rules, grid, legend

    origins = frame.select("file", "deal").iter_rows()
    row_numbers = {origin: number for number, origin in enumerate(origins)}
    words = set[str]()
    parties = set[str | None]()

    def write(table: pa.Table) -> None:
        for origin, deal_rows in groupby(table.to_pylist(), key=lambda row: (row["file"], row["deal"])):
            rows = list(deal_rows)
            deal = frame.row(row_numbers[origin], named=True)
            game = plans[deal["game"], deal["rules"]].game
            hands = Deal((deal["n"], deal["e"], deal["s"], deal["w"]), deal["talon"])
            name = f"Board {escape_control_characters(deal['board'])}: " if deal["board"] else ""
            if deal["file"] and not name:
                name = f"Deal {deal['deal'] + 1}: "
            head = f"{name}{hands.text(deck, seats=game.seats)}  {game_name_and_changed_rules(game)}"
            text = grid(rows, game, deck)
            out.write(encoded(("\n" if words else "") + f"{head}\n{text}\n", output))
            words.update(text.split())
            parties.update(game.contract(row["contract"]).party for row in rows)

    yield write
    if marks := legend(words, "called" in parties):
        out.write(encoded(f"\n{marks}\n", output))


@contextmanager
def parquet_sink(
    out: BinaryIO, plans: Sequence[Plan], extras: RowExtras | None = None
) -> Iterator[Write]:
    """Write a Parquet file. Its metadata have the versions of format and program, the games and the rules.

    Row groups have a fixed size. So the bytes do not depend on how the rows are split into calls.
    """
    import pyarrow as pa

    from kranalyze.answers.gathering import schema_of
    from kranalyze.answers.rowfeatures import NO_EXTRAS
    from kranalyze.read.parquetwriter import FastParquetWriter

    extras = extras or NO_EXTRAS
    schema = schema_of([plan.game for plan in plans], extras)
    # Readers use statistics to skip row groups. Only these columns get statistics: in columns with few values
    # in random order no group could be skipped.
    # A hand stands in all rows of its deal. So plain masks compress well, and a dictionary only takes time.
    plain = {name for name, kind, _ in extras.columns if kind == pa.uint32()}
    repeated = [
        f"{field.name}.list.element" if pa.types.is_list(field.type) else field.name
        for field in schema
        if field.name not in plain
    ]
    writer = FastParquetWriter(
        out, schema, extras.features, compression="zstd", write_statistics=["file", "deal", "board"],
        write_batch_size=1 << 16, use_dictionary=repeated,
    )  # fmt: skip
    size = FEATURE_GROUP if extras.features else GROUP
    pending: list[pa.Table] = []

    def flush(least: int) -> None:
        """Write row groups as long as at least ``least`` rows are pending."""
        while sum(rows.num_rows for rows in pending) >= least:
            table = pa.concat_tables(pending)
            pending[:] = [table.slice(size)]
            group = table.slice(0, size).unify_dictionaries()
            # The dictionary may have file names that only rows of other groups use. Make a new one.
            files = group.column("file").combine_chunks()
            if files.null_count or len(files.dictionary) > 1:
                files = files.dictionary_decode().dictionary_encode()
            writer.write_table(group.set_column(0, schema.field("file"), files))

    def write(rows: pa.Table) -> None:
        pending.append(rows.replace_schema_metadata(schema.metadata))
        flush(size)

    try:
        yield write
        flush(1)
        writer.close()
    except BaseException:  # closing writes to the file, which may fail again
        writer.abandon()
        raise


@contextmanager
def folder_sink(output: str, names: Sequence[str]) -> Iterator[Callable[[str, pa.Table], None]]:
    """Yield a function that writes rows to a directory: rows of the table ``games`` to ``games.parquet``.

    The files replace older ones only when all of them are complete. If nothing was written, directories made
    here are removed.

    Raises:
        OSError: the directory cannot be made or written to. The error is raised at the start.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    folder = Path(output)
    writers = dict[str, pq.ParquetWriter]()
    pending = dict[str, list[pa.Table]]()
    new_folders = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder / f"{names[0]}.parquet"))

    def flush(name: str) -> None:
        rows = pa.concat_tables(pending.pop(name)).unify_dictionaries()
        if name not in writers:
            out = stack.enter_context(replacing(folder / f"{name}.parquet"))
            writers[name] = stack.enter_context(pq.ParquetWriter(out, rows.schema, compression="zstd"))
        writers[name].write_table(rows)

    def write(name: str, rows: pa.Table) -> None:
        pending.setdefault(name, []).append(rows)
        if sum(part.num_rows for part in pending[name]) >= GROUP:
            flush(name)

    try:
        with ExitStack() as stack:
            yield write
            for name in list(pending):
                flush(name)
    finally:
        for path in new_folders:
            with suppress(OSError):  # the directory is not empty
                path.rmdir()
