"""Simulate any number of games, and write them to a directory in shards. Resume after an interruption.

A shard is a part of the result: some consecutive games.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from kranalyze import parallel
from kranalyze.batches import store
from kranalyze.batches.run import BatchResult
from kranalyze.batches.store import MANIFEST, Shard, Store
from kranalyze.core.careful import LOOK
from kranalyze.files import replacing
from kranalyze.games import DEFAULT, Game, get_game
from kranalyze.parallel import Progress
from kranalyze.read.writing import LOG_VERSION, records_as_parquet_table
from kranalyze.simulation.carefulbids import BidKind
from kranalyze.simulation.carefulgames import Players
from kranalyze.simulation.series import (
    PLAYER_NAMES,
    LookBySeat,
    Names,
    ShareBySeat,
    played_records,
    players_of,
)
from kranalyze.version import VERSION

#: Default number of games in a shard.
GAMES_PER_SHARD = 500


@dataclass(frozen=True, slots=True)
class _GameShard:
    """A shard whose games are to be played.

    Attributes:
        name: name of the shard.
        players: the players, with their settings.
        first: index of the shard's first game in the series of games that the seed defines.
        count: how many games the shard has.
    """

    name: str
    players: Players
    first: int
    count: int


def simulate_shards(
    count: int, out: str | os.PathLike[str], *, game: str | Game = DEFAULT, seed: int = 0, first: int = 0,
    look: LookBySeat = LOOK, slips: ShareBySeat = 0.0, names: Names = PLAYER_NAMES,
    bid_means: BidKind = "table", rules: Mapping[str, str] | None = None, workers: int | None = None,
    shard_size: int = GAMES_PER_SHARD, progress: Progress | None = None,
) -> BatchResult:  # fmt: skip
    """Simulate games, and write them to Parquet files in a directory (``log/*.parquet``).

    Each file contains one shard: some consecutive games. A file is written as a whole or not at all. After an
    interruption, repeat the call. The second call makes only shards that are missing or damaged. The memory
    that the call needs does not grow with the number of games.

    Args:
        count: number of games.
        out: the directory. Shards of other simulations in this directory are moved to ``stale/``.
        game, seed, first, look, slips, names, bid_means, rules, workers, progress: as for ``simulate``.
        shard_size: number of games in a shard.

    Raises:
        ValueError: an argument is wrong (see ``simulate``), or the directory has a batch of another task.
        OSError: the directory cannot be written, or another batch uses it.
    """
    players = players_of(get_game(game).under(rules), look, slips, names, seed, bid_means)
    shard_store = Store(Path(out).absolute(), "simulate")
    with shard_store.locked():
        before = store.read_manifest(shard_store.folder)
        if before is not None and before["task"] != "simulate":
            raise ValueError(f"{os.fspath(out)} holds a batch of the task {before['task']}: give another")
        shard_store.prepare()
        parts = [(first + at, min(shard_size, count - at)) for at in range(0, count, shard_size)]
        jobs = [_GameShard(_shard_name(players, *part), players, *part) for part in parts]
        existing = {job.name: shard_store.restore_and_check_damage(job.name) for job in jobs}
        damaged = sum(is_damaged for _, is_damaged in existing.values())
        shards = {name: shard for name, (shard, _) in existing.items() if shard is not None}
        reused = len(shards)
        if progress is not None:
            progress(sum(shard.records for shard in shards.values()), count)
        missing = (job for job in jobs if existing[job.name][0] is None)
        pool = parallel.thread_pool(workers)
        for job, shard in parallel.run(lambda job: _make(job, shard_store), missing, pool, ordered=False):
            shards[job.name] = shard
            if progress is not None:
                progress(job.count, count)
        made = tuple(shards[job.name] for job in jobs)
        stale = shard_store.set_aside_others(made)
        result = BatchResult(shard_store.folder, "simulate", made, reused, stale, damaged)
        _write_manifest(result, players)
        return result


def _shard_name(players: Players, first: int, count: int) -> str:
    """Return the name of a shard: a hash of the program's version and all settings that decide its games."""
    facts = [_settings(players), first, count, VERSION, store.FORMAT_VERSION, LOG_VERSION]
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:32]


def _settings(players: Players) -> dict[str, object]:
    """Return the settings on which the simulated games depend, as values that can be written as JSON."""
    row = players.game
    settings = {name: getattr(players, name) for name in ("look", "slips", "names", "seed", "bid_means")}
    return {"game": row.id, "rules": row.in_force, **settings}


def _make(job: _GameShard, shard_store: Store) -> Shard:
    """Play the games of a shard, and write them to a file. Return facts about the shard."""
    records = played_records(job.players, job.first, job.count, job.first + 1)
    table = records_as_parquet_table(records, job.players.game)
    shard = Shard(job.name, "<simulated>", job.first, job.count, job.count, 0, 0, {"log": table.num_rows})
    shard_store.write(shard, {"log": table}, [])
    return shard


def _write_manifest(result: BatchResult, players: Players) -> None:
    """Write the manifest: the list of shards. A batch with a manifest counts as finished."""
    about = {
        "format": store.FORMAT_VERSION,
        "task": "simulate",
        "settings": _settings(players),
        "inputs": [],
        **{name: getattr(result, name) for name in ("records", "done", "errors", "warnings")},
        "shards": [asdict(shard) for shard in result.shards],
    }
    with replacing(result.folder / MANIFEST) as out:
        out.write(store.encode_with_checksum(about))
