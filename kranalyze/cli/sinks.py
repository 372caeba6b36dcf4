"""Write the output of commands to files and terminals: pages, texts, and rows in JSON, CSV or Parquet.

A sink is a context manager that opens an output and yields a function. This function writes rows of a table
to the output.
"""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import chain, groupby, repeat
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

    #: A function that writes rows of a table. All rows of a deal must be passed in the same call.
    Write = Callable[[pa.Table], object]

#: How many rows a row group of a Parquet file has. The last row group may have fewer rows.
GROUP = 1 << 15

#: How many rows a row group has if the table contains features of hands. Such a table has 60 more columns,
#: and each column of a row group takes a fixed time. Larger row groups save some of this time.
FEATURE_GROUP = 1 << 17

#: Names of the output formats that are made for programs, not for people.
ROWS = ("json", "csv", "csv-de")

#: Pattern of a control character that the module ``json`` leaves unescaped.
_CONTROL = re.compile(r"[\x7f-\x9f]")


def format_for(output: str, choices: Sequence[str]) -> str:
    """Return the output format that follows from the ending of a file name.

    Return the first choice if the name has no ending. If the ending stands for none of the choices, end the
    command with a message about wrong usage.
    """
    ending = os.path.splitext(output)[1].lower().removeprefix(".")
    if not ending:
        return choices[0]
    form = {"jsonl": "json", "ndjson": "json", "txt": "text", "pbn": "kpn"}.get(ending, ending)
    if form not in choices:
        usage_error(f"{output}: the ending names no format; give --format ({', '.join(choices)}).")
    return form


@contextmanager
def write_output(output: str, form: str) -> Iterator[BinaryIO]:
    """Open an output file and yield the file object. The name ``-`` means standard output.

    An existing file is kept until the new file is complete.
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
    """Write an HTML page to a file."""
    with write_output(file_name, "html") as out:
        out.write(page.encode())


def encoded(text: str, output: str = "-") -> bytes:
    """Escape the control characters of a text, and encode the text as its output requires.

    Args:
        text: the text.
        output: name of the output file. ``-`` means standard output, which may have its own encoding.
    """
    encoding = (output == "-" and sys.stdout.encoding) or "utf-8"
    data = printable(text).encode(encoding, errors="kranalyze")
    if output == "-" and sys.stdout.isatty():
        # The encoding above has replaced the characters that the terminal cannot show. Return the text in
        # UTF-8, because the class _Screen expects UTF-8.
        return data.decode(encoding).encode()
    return data


class _Screen:
    """A file object for a terminal. Bytes written to this file are printed as coloured text."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        # Store the setting of colours here, because only this thread has the context of click. Other threads
        # may call write().
        self._colour = click.get_current_context().color

    def write(self, data: bytes) -> int:
        """Print bytes as text. The bytes must be UTF-8, and must not end within a character."""
        text = coloured(printable(data.decode("utf-8", "surrogateescape")))
        click.echo(text, nl=False, color=self._colour)
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def row_printer(
    form: str | None, out: BinaryIO | None = None
) -> Callable[[pa.Table | Iterable[dict[str, Any]]], None]:
    """Return a function that writes rows as JSON lines or CSV.

    In CSV, the returned function writes a header before the rows of its first call. A null becomes an empty
    cell, and blanks separate the elements of a list.

    Args:
        form: ``json``, ``csv`` or ``csv-de``. ``csv-de`` is CSV for German spreadsheets, with semicolons,
            decimal commas and a byte order mark.
        out: file to write to. None: standard output.
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
    """Return a function that replaces masks of hands in rows by texts, and passes the rows to ``write``."""

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
    """Convert a value to a cell of a CSV.

    A list becomes a text such as ``SA HK``. A mapping becomes a text such as ``N=40 E=-40``.
    """
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
    """Yield a function that writes a grid of answers for each deal. At the end, write a legend of the grids.

    Args:
        out: file to write to.
        frame: the deals of the whole output, one row for each.
        plans: the plans for solving deals. A key is the id of a game and the text of the rule options.
        deck: letters of suits and ranks: French or German.
        output: name of the output file.
    """
    from kranalyze.show.text import contracts_by_declarer_grid, game_name_and_changed_rules, legend

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
            text = contracts_by_declarer_grid(rows, game, deck)
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
    """Yield a function that writes rows to a Parquet file.

    The metadata of the file contain the version of the table format, the version of the program, the games
    and their rules. Row groups have a fixed size, so the bytes of the file do not depend on how many rows
    each call writes.

    Args:
        out: file to write to.
        plans: plans for solving deals, one for each game of the deals.
        extras: additional columns, such as features of hands. None: no additional columns.
    """
    import pyarrow as pa

    from kranalyze.answers.gathering import answer_table_schema
    from kranalyze.answers.rowfeatures import NO_EXTRAS
    from kranalyze.read.parquetwriter import FastParquetWriter

    extras = extras or NO_EXTRAS
    schema = answer_table_schema([plan.game for plan in plans], extras)
    # Programs that read the file use the statistics of a column to skip row groups. Only the columns
    # ``file``, ``deal`` and ``board`` get statistics. Statistics of the other columns would be useless,
    # because these columns have the same few values in all row groups.
    # All columns except masks of hands are written with a dictionary of their values. A dictionary of masks
    # would take time without making the file smaller. Masks compress well without a dictionary, because all
    # rows of a deal have the same hands.
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
        """Write pending rows as row groups, until fewer than ``least`` rows are left."""
        while sum(rows.num_rows for rows in pending) >= least:
            table = pa.concat_tables(pending)
            pending[:] = [table.slice(size)]
            group = table.slice(0, size).unify_dictionaries()
            # Make a new dictionary of file names, because the old dictionary may have names that do not occur
            # in this row group.
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
    except BaseException:
        # Closing the writer would write to the file, which could raise a second error.
        writer.close_without_footer()
        raise


@contextmanager
def folder_sink(output: str, names: Sequence[str]) -> Iterator[Callable[[str, pa.Table], None]]:
    """Yield a function that writes rows of several tables to a directory, one Parquet file for each table.

    For example, rows of the table ``games`` are written to ``games.parquet``. Existing files are kept until
    all new files are complete. New directories are removed again if no file was written.

    Raises:
        OSError: the directory cannot be made, or files cannot be made in it. The error is raised before any
            rows are written.
    """
    from pathlib import Path

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
            with suppress(OSError):  # rmdir keeps a directory that has files, and raises an error
                path.rmdir()
