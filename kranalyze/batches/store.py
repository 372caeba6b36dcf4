"""Read and write the directory of a batch: its shards, the list of shards, and the tables of the whole batch.

A shard is a part of a batch: the results for some consecutive records, made by one worker.

::

    DIR/run.json                 manifest of a finished batch: its settings, and its shards in order
    DIR/errors.parquet           errors of records
    DIR/players.parquet          totals of the players (task analyze)
    DIR/table/NAME.parquet       rows of a shard; the task analyze has games/ and cards/ instead of table/,
                                 the task simulate has log/
    DIR/errors/NAME.parquet      errors of the shard, if there are any
    DIR/shards/NAME.json         facts about the shard, with the checksums of its files
    DIR/stale/...                unused shards of other inputs or settings
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from kranalyze.files import replacing
from kranalyze.kpn.kpnerror import KpnError

if TYPE_CHECKING:
    import pyarrow as pa

#: Version number of the format of the directory and of ``run.json``.
FORMAT_VERSION = "1"

#: What a batch does. ``table``: solve all contracts on each deal. ``analyze``: analyse each logged game.
#: ``simulate``: simulate games.
TaskName = Literal["table", "analyze", "simulate"]

#: The tables of each task, in the order in which they are written. A shard is complete when its last table is
#: written.
TABLES: Mapping[TaskName, tuple[str, ...]] = {
    "table": ("table",), "analyze": ("cards", "games"), "simulate": ("log",),
}  # fmt: skip

ERRORS = "errors"
SHARDS = "shards"
MANIFEST = "run.json"
_STALE = "stale"


@dataclass(frozen=True, slots=True)
class Shard:
    """Facts about a shard.

    Attributes:
        name: name of the shard: a hash of its records and of the settings.
        file: name of the input that has the records.
        first: index of the shard's first record in the input, from 0.
        records: number of records, including records with errors.
        done: number of records that produced rows, or whose rows a condition left out.
        errors: number of errors.
        warnings: number of warnings.
        rows: number of rows that the shard has in each table.
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
    """The directory of a batch. No file stays open, so that several processes can use the directory."""

    def __init__(self, folder: Path, task: TaskName) -> None:
        self.folder = folder
        self.task = task
        self.tables = TABLES[task]
        self.folders = (SHARDS, ERRORS, *self.tables)

    def path(self, table: str, shard_name: str) -> Path:
        """Return the path of a shard's file.

        Args:
            table: name of a table; ``SHARDS`` for the file with the facts about the shard.
            shard_name: name of the shard.
        """
        return self.folder / table / f"{shard_name}.{'json' if table == SHARDS else 'parquet'}"

    def prepare(self) -> None:
        """Make the folders, and remove unfinished files.

        Meanwhile no other process may write to the directory.
        """
        for table in self.folders:
            folder = self.folder / table
            folder.mkdir(parents=True, exist_ok=True)
            for part in folder.glob(".*.part"):
                part.unlink(missing_ok=True)

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Lock the directory. Do nothing if the file system has no locks.

        Raises:
            BlockingIOError: another run has locked the directory.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / ".lock").open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                message = "another batch is at work in this directory"
                raise BlockingIOError(errno.EWOULDBLOCK, message, str(self.folder)) from None
            except OSError:  # the file system has no locks
                pass
            yield

    def read_and_check_damage(self, name: str) -> tuple[Shard | None, bool]:
        """Read the facts about a shard and check its files.

        Return a pair. Its first item has the facts, or None if the shard is missing, incomplete or damaged.
        The second item is True if the files are damaged.
        """
        path = self.path(SHARDS, name)
        try:
            facts = _unseal(path.read_bytes())
        except (OSError, ValueError):
            return None, path.exists()
        sums: dict[str, str] = {}
        for table in facts["sums"]:
            with suppress(FileNotFoundError), self.path(table, name).open("rb") as file:
                sums[table] = hashlib.file_digest(file, "sha256").hexdigest()
        if sums == facts["sums"]:
            return Shard(**facts["shard"]), False
        return None, any(checksum != facts["sums"][table] for table, checksum in sums.items())

    def restore_and_check_damage(self, name: str) -> tuple[Shard | None, bool]:
        """Read the facts about a shard. If the shard was moved to ``stale/`` earlier, move it back.

        Return a pair. Its first item has the facts, or None if there is no intact shard. The second item is
        True if the shard was damaged and could not be restored.
        """
        shard, damaged = self.read_and_check_damage(name)
        if shard is None:
            for table in self.folders:
                path = self.path(table, name)
                with suppress(FileNotFoundError):
                    (self.folder / _STALE / table / path.name).replace(path)
            shard = self.read_and_check_damage(name)[0]
        return shard, damaged and shard is None

    def write(self, shard: Shard, tables: Mapping[str, pa.Table], problems: Sequence[KpnError]) -> None:
        """Write the files of a shard. The shard counts as complete once its last file is written.

        Raises:
            OSError: a file cannot be written.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        rows = [{**vars(p), "message": p.message.encode("utf-8", "replace").decode()} for p in problems]
        errors = {ERRORS: pa.Table.from_pylist(rows, error_schema())} if rows else {}
        files: dict[str, bytes] = {}
        for name, table in {**errors, **tables}.items():
            out = io.BytesIO()
            pq.write_table(table, out, compression="zstd")
            files[name] = out.getvalue()
        sums = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
        facts = encode_with_checksum({"shard": asdict(shard), "sums": sums})
        for name, data in {SHARDS: facts, **files}.items():
            with replacing(self.path(name, shard.name)) as file:
                file.write(data)

    def set_aside_others(self, shards: Iterable[Shard]) -> int:
        """Move all shards except ``shards`` to the folder ``stale/``. Return how many shards were moved."""
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


def read_manifest(folder: Path) -> dict[str, Any] | None:
    """Return the contents of ``run.json``. Return None if the directory has no finished batch.

    Raises:
        ValueError: the file is damaged, or another version of the program has written it.
    """
    try:
        manifest = _unseal((folder / MANIFEST).read_bytes())
        if manifest["format"] == FORMAT_VERSION and manifest["task"] in TABLES:
            return manifest
    except FileNotFoundError:
        return None
    except (ValueError, KeyError, TypeError):
        pass
    raise ValueError(f"{folder / MANIFEST} is not the list of shards of a batch that this version can read")


def encode_with_checksum(facts: Mapping[str, Any]) -> bytes:
    """Encode a mapping (facts about a shard or a batch) as JSON with a checksum, which detects damage."""
    return json.dumps({**facts, "sum": _sum_of(facts)}, indent=1).encode() + b"\n"


def _unseal(data: bytes) -> dict[str, Any]:
    """Decode facts that ``encode_with_checksum`` has encoded, and verify the checksum.

    Raises:
        ValueError: the bytes are damaged, or ``encode_with_checksum`` did not write them.
    """
    with suppress(KeyError, TypeError, AttributeError, RecursionError):
        facts: dict[str, Any] = json.loads(data)
        if facts.pop("sum") == _sum_of(facts):
            return facts
    raise ValueError("these are no facts of ours, or they are damaged")


def _sum_of(facts: Mapping[str, Any]) -> str:
    """Return the checksum of a mapping: SHA-256 of its JSON text, in hexadecimal digits."""
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def error_schema() -> pa.Schema:
    """Return the schema of ``errors.parquet``."""
    import pyarrow as pa

    from kranalyze.answers.columntypes import documented_schema

    columns = (
        ("file", pa.string(), "the input, as it was given"),
        ("line", pa.uint32(), "line of the error, from 1; the row of a Parquet"),
        ("column", pa.uint32(), "its column, from 1"),
        ("severity", pa.string(), "error: the record has no rows; warning: it has"),
        ("record", pa.uint32(), "index of the record in its file, from 0, or null"),
        ("message", pa.string(), "what is wrong"),
    )
    return documented_schema(columns, {"kranalyze.format": FORMAT_VERSION})
