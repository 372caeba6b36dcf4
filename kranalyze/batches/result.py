"""What a batch has come to: its shards in order, its errors, and the totals that are summed up at the end."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from kranalyze.batches.settings import Settings
from kranalyze.batches.store import ERRORS, FORMAT_VERSION, MANIFEST, Shard, Store, read_manifest
from kranalyze.files import name_text, replacing
from kranalyze.frozen import frozen

if TYPE_CHECKING:
    import polars as pl

PLAYERS = "players"


@frozen
class BatchResult:
    """A finished batch.

    Attributes:
        folder: its directory.
        task: ``table`` or ``analyze``.
        shards: in the order of the records.
        reused: how many shards were there before; 0 for a batch that was read back.
        stale: how many shards of other inputs or settings were moved aside, or 0.
        damaged: how many shards were there but not as they had been written, and were made again.

    >>> import tempfile
    >>> from kranalyze import batch
    >>> with tempfile.TemporaryDirectory() as out:
    ...     made = batch("lessons.kpn", out, contracts=["koenigmord"])
    ...     made.records, made.errors, made.scan("table").collect().height
    (10, 0, 40)
    """

    folder: Path
    task: str
    shards: tuple[Shard, ...]
    reused: int = 0
    stale: int = 0
    damaged: int = 0

    @property
    def records(self) -> int:
        """How many records there were, those with errors too."""
        return sum(shard.records for shard in self.shards)

    @property
    def done(self) -> int:
        """How many records gave rows."""
        return sum(shard.done for shard in self.shards)

    @property
    def errors(self) -> int:
        """How many errors there were; a record may have several."""
        return sum(shard.errors for shard in self.shards)

    @property
    def warnings(self) -> int:
        """How many warnings there were."""
        return sum(shard.warnings for shard in self.shards)

    def paths(self, table: str) -> list[Path]:
        """The files of a table: ``table``; ``games``, ``cards`` or ``players``; ``errors``.

        Raises:
            ValueError: the task makes no such table.
        """
        store = Store(self.folder, self.task)  # type: ignore[arg-type]
        if table == ERRORS or (table == PLAYERS and self.task == "analyze"):
            return [self.folder / f"{table}.parquet"]
        if table not in store.tables:
            known = ", ".join(store.tables)
            raise ValueError(f"a batch of the task {self.task} has no table {table!r}, known: {known}")
        return [store.path(table, shard.name) for shard in self.shards]

    def scan(self, table: str) -> pl.LazyFrame:
        """The rows of a table, in the order of the records; nothing is read before it is needed.

        Raises:
            ValueError: the task makes no such table.
        """
        import polars as pl

        return pl.scan_parquet(self.paths(table), glob=False)


def read_batch(folder: str | os.PathLike[str]) -> BatchResult:
    """A finished batch, from its directory.

    Raises:
        FileNotFoundError: there is none, or it has not been finished.
        ValueError: it is of another version.
    """
    manifest = read_manifest(Path(folder))
    if manifest is None:
        raise FileNotFoundError(2, "there is no finished batch", os.fspath(folder))
    shards = tuple(Shard(**shard) for shard in manifest["shards"])
    return BatchResult(Path(folder), manifest["task"], shards)


def summed_up(held: Store, settings: Settings, inputs: Sequence[str], result: BatchResult) -> BatchResult:
    """Write what is written once for all shards, and last the list of them."""
    import polars as pl
    import pyarrow.parquet as pq

    from kranalyze.analysis.players import Totals

    (held.folder / MANIFEST).unlink(missing_ok=True)  # from now on no run is finished
    held.gather_errors(result.shards)
    if settings.task == "analyze":
        players = Totals()
        for games, cards in zip(result.paths("games"), result.paths("cards"), strict=True):
            players.add(pl.scan_parquet(games, glob=False), pl.scan_parquet(cards, glob=False))
        with replacing(result.folder / f"{PLAYERS}.parquet") as out:
            pq.write_table(players.table(), out, compression="zstd")
    held.sweep()
    stale = held.set_aside(result.shards)
    held.write_manifest(
        {
            "format": FORMAT_VERSION,
            "task": settings.task,
            "settings": asdict(settings),
            "inputs": [name if name == "-" else name_text(name) for name in inputs],
            **{name: getattr(result, name) for name in ("records", "done", "errors", "warnings")},
            "shards": [asdict(shard) for shard in result.shards],
        }
    )
    return replace(result, stale=stale)
