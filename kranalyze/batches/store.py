"""The directory of a batch: its shards, the list of those that belong to it, and what is summed up.

::

    DIR/run.json                 the finished run: its settings, and its shards in order
    DIR/errors.parquet           what was wrong with records
    DIR/players.parquet          totals of the players (task analyze)
    DIR/table/NAME.parquet       a shard; games/ and cards/ for the task analyze
    DIR/errors/NAME.parquet      what was wrong in it, if anything was
    DIR/shards/NAME.json         what is known of it, with the checksums of its files
    DIR/stale/...                shards of other inputs or settings, used by nobody
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from kranalyze.files import replacing
from kranalyze.frozen import frozen
from kranalyze.kpn.record import KpnError

if TYPE_CHECKING:
    import pyarrow as pa

#: Version of the layout of the directory and of ``run.json``.
FORMAT_VERSION = "1"

#: What a batch makes of records: all questions of each deal, or the analysis of each game.
Task = Literal["table", "analyze"]

#: The tables of each task. A shard is whole when the last of them is there.
TABLES: Mapping[Task, tuple[str, ...]] = {"table": ("table",), "analyze": ("cards", "games")}

ERRORS = "errors"
SHARDS = "shards"
MANIFEST = "run.json"
_STALE = "stale"


@frozen
class Shard:
    """What is known of a shard.

    Attributes:
        name: hash of its input and settings.
        file: the input.
        first: index of its first record there, from 0.
        records: how many it was made of, those with errors too.
        done: how many gave rows.
        errors, warnings: how many of each are in its table of errors.
        rows: how many each table has.
    """

    name: str
    file: str
    first: int
    records: int
    done: int
    errors: int
    warnings: int
    rows: Mapping[str, int]


class Store:
    """The directory, for the shards of one task. Nobody holds it open: any process may make one."""

    def __init__(self, folder: Path, task: Task) -> None:
        self.folder = folder
        self.tables = TABLES[task]
        self.folders = (SHARDS, ERRORS, *self.tables)

    def path(self, table: str, name: str) -> Path:
        """Where a table of a shard is, or what is known of it."""
        return self.folder / table / f"{name}.{'json' if table == SHARDS else 'parquet'}"

    def prepare(self) -> None:
        """Make the folders, and take away what a run that was killed left half written."""
        for table in self.folders:
            (self.folder / table).mkdir(parents=True, exist_ok=True)
        self.sweep()

    def sweep(self) -> None:
        """Take away what was left half written; nobody may be writing."""
        for table in self.folders:
            for part in (self.folder / table).glob(".*.part"):
                part.unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other runs out of the directory, where the file system can.

        Raises:
            BlockingIOError: another run is at work in it.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                message = "another batch is at work in this directory"
                raise BlockingIOError(errno.EWOULDBLOCK, message, str(self.folder)) from None
            except OSError:  # a file system without locks
                pass
            yield

    def finished(self, name: str) -> Shard | None:
        """The shard, if it is there as a whole and undamaged."""
        return self._look(name)[0]

    def found(self, name: str) -> tuple[Shard | None, bool]:
        """The shard, if it is there or was before it became stale; and whether it was damaged and is not."""
        shard, damaged = self._look(name)
        if shard is not None:
            return shard, False
        for table in self.folders:
            path = self.path(table, name)
            with suppress(FileNotFoundError):
                (self.folder / _STALE / table / path.name).replace(path)
        shard = self.finished(name)
        return shard, damaged and shard is None

    def _look(self, name: str) -> tuple[Shard | None, bool]:
        """The shard if it is whole, and whether something of it is there that is not what was written."""
        path = self.path(SHARDS, name)
        try:
            facts = _unsealed(path.read_bytes())
        except (OSError, ValueError):
            return None, path.exists()
        sums = {table: self._sum(name, table) for table in facts["sums"]}
        if sums == facts["sums"]:
            return Shard(**facts["shard"]), False
        return None, any(sums[table] not in (None, written) for table, written in facts["sums"].items())

    def _sum(self, name: str, table: str) -> str | None:
        """The checksum of a file of a shard, None if there is none."""
        with suppress(FileNotFoundError), self.path(table, name).open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
        return None

    def files(self, shard: Shard) -> list[Path]:
        """All files of a shard."""
        wrong = [ERRORS] if shard.errors or shard.warnings else []
        return [self.path(table, shard.name) for table in (SHARDS, *wrong, *self.tables)]

    def write(self, shard: Shard, tables: Mapping[str, pa.Table], problems: Sequence[KpnError]) -> None:
        """Write a shard; it counts from the moment that its last table is there.

        Raises:
            OSError: it cannot be written.
        """
        wrong = {ERRORS: error_table(problems)} if problems else {}
        files = {name: _parquet(table) for name, table in (*wrong.items(), *tables.items())}
        sums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
        files = {SHARDS: _sealed({"shard": asdict(shard), "sums": sums}), **files}
        for name, data in files.items():
            with replacing(self.path(name, shard.name)) as out:
                out.write(data)

    def gather_errors(self, shards: Iterable[Shard]) -> None:
        """Write ``errors.parquet`` out of the errors of the shards."""
        import pyarrow.parquet as pq

        with (
            replacing(self.folder / f"{ERRORS}.parquet") as out,
            pq.ParquetWriter(out, error_schema(), compression="zstd") as writer,
        ):
            for shard in shards:
                if shard.errors or shard.warnings:
                    writer.write_table(pq.read_table(self.path(ERRORS, shard.name), schema=error_schema()))

    def set_aside(self, shards: Iterable[Shard]) -> int:
        """Move what does not belong to these shards out of the way; how many shards that were."""
        kept = {shard.name for shard in shards}
        moved = 0
        for table in self.folders:
            for path in sorted((self.folder / table).glob("[!.]*")):
                if path.stem not in kept:
                    old = self.folder / _STALE / table
                    old.mkdir(parents=True, exist_ok=True)
                    path.replace(old / path.name)
                    moved += table == self.tables[-1]
        return moved

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Write the list of shards: from now on the run is finished."""
        with replacing(self.folder / MANIFEST) as out:
            out.write(_sealed(manifest))


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """What ``run.json`` says, None if no run has been finished.

    Raises:
        ValueError: it is not ours.
    """
    try:
        manifest = _unsealed((folder / MANIFEST).read_bytes())
        if manifest["format"] == FORMAT_VERSION and manifest["task"] in TABLES:
            return manifest
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        pass
    raise ValueError(f"{folder / MANIFEST} is not the list of shards of a batch that this version can read")


def _sealed(facts: Mapping[str, Any]) -> bytes:
    """Facts as JSON, with a checksum of their own."""
    return json.dumps({**facts, "sum": _sum_of(facts)}, indent=1).encode() + b"\n"


def _unsealed(data: bytes) -> dict[str, Any]:
    """What was sealed.

    Raises:
        ValueError: it is something else, or damaged.
    """
    try:
        facts: dict[str, Any] = json.loads(data)
        said = facts.pop("sum")
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("these are no facts of ours") from error
    if said != _sum_of(facts):
        raise ValueError("the facts are damaged")
    return facts


def _sum_of(facts: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def error_schema() -> pa.Schema:
    """The columns of ``errors.parquet``."""
    import pyarrow as pa

    from kranalyze.answers.gathering import described

    columns = (
        ("file", pa.string(), "the input, as it was given"),
        ("line", pa.uint32(), "line of the error, from 1; the row of a Parquet"),
        ("column", pa.uint32(), "its column, from 1"),
        ("severity", pa.string(), "error: the record has no rows; warning: it has"),
        ("record", pa.uint32(), "index of the record in its file, from 0, or null"),
        ("message", pa.string(), "what is wrong"),
    )
    return described(columns, {"kranalyze.format": FORMAT_VERSION})


def error_table(problems: Iterable[KpnError]) -> pa.Table:
    """Errors and warnings as rows."""
    import pyarrow as pa

    names = ("file", "line", "column", "severity", "message", "record")
    rows = [dict(zip(names, p.args, strict=True)) for p in problems]
    for row in rows:
        row["message"] = row["message"].encode("utf-8", "replace").decode()
    return pa.Table.from_pylist(rows, error_schema())


def _parquet(table: pa.Table) -> bytes:
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(table, out, compression="zstd")
    return out.getvalue()
