"""What a batch is asked to do, and the names that its shards get from that."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, field
from importlib import import_module
from operator import methodcaller
from typing import get_args

import kranalyze
from kranalyze.batches import store
from kranalyze.batches.store import Task
from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games import GAMES, Game, get_game
from kranalyze.read import Piece


@frozen
class Settings:
    """All that the rows hang on beside the records.

    Attributes:
        task: what is made of the records.
        game: taken for the game of all of them.
        rules: rule options over those of the records.
        contracts, declarers: only these rows of the table, None for all.
        selfish: also the rows of the table that only selfish play answers.
        best: of an analysis, whether the best contract is looked for.
        single_dummy: of an analysis, whether cards are judged also on what their players could know,
        bids: and bids.
        program: version of the program.
        formats: versions of the columns.
    """

    task: Task
    game: str | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    contracts: tuple[str, ...] | None = None
    declarers: tuple[str, ...] | None = None
    selfish: bool = False
    best: bool = True
    single_dummy: bool = False
    bids: bool = True
    program: str = ""
    formats: tuple[str, ...] = ()

    def name(self, piece: Piece) -> str:
        """The name of the shard of a piece: two shards of one name have the same rows."""
        said = json.dumps(asdict(self), sort_keys=True).encode()
        return hashlib.sha256(hashlib.sha256(said).digest() + piece.content).hexdigest()[:32]


def settings_of(
    task: str,
    game: str | None = None,
    rules: Mapping[str, str] | None = None,
    contracts: Iterable[str] | None = None,
    declarers: Iterable[Seat | int | str] | None = None,
    **asked: bool,
) -> Settings:
    """Settings, held against what the games know.

    Args:
        asked: ``selfish``, ``best``, ``single_dummy`` and ``bids``.

    Raises:
        ValueError: an unknown task, game, rule option, contract or seat, or a choice that the task lacks.
    """
    known = get_args(Task)
    if task not in known:
        raise ValueError(f"unknown task {task!r}: {' or '.join(known)}")
    games = [get_game(game)] if game is not None else list(GAMES.values())
    rows = [] if contracts is None else [contracts] if isinstance(contracts, str) else list(contracts)
    for row in rows:
        _known(games, methodcaller("contract", row), f"contract {row!r}")
    rules = dict(rules or {})
    for option, value in rules.items():
        _known(games, methodcaller("rules", {option: value}), f"rule option {option}={value}")
    seats = {Seat.parse(d) for d in declarers or ()}
    table, analysis = task == "table", task == "analyze"
    columns = import_module("kranalyze.answers.gathering" if table else "kranalyze.analysis.gamecolumns")
    found = Settings(
        task=task,  # type: ignore[arg-type]
        game=None if game is None else games[0].id,
        rules=dict(sorted(rules.items())),
        contracts=tuple(sorted(set(rows))) or None,
        declarers=tuple(s.name for s in Seat if s in seats) or None,
        program=kranalyze.__version__,
        formats=(store.FORMAT_VERSION, columns.FORMAT_VERSION),
        **asked,
    )
    for wrong, why in (
        (not table and (rows or seats or found.selfish),
         "contracts, declarers and selfish choose rows of a table; this task makes none"),
        (not analysis and not found.best, "only an analysis looks for the best contract"),
        (not analysis and found.single_dummy,
         "only an analysis judges cards on what their players could know"),
        (not found.bids and not found.single_dummy, "only a single-dummy analysis judges bids"),
    ):  # fmt: skip
        if wrong:
            raise ValueError(why)
    return found


def _known(games: Sequence[Game], ask: Callable[[Game], object], what: str) -> None:
    """Refuse what none of the games knows."""
    for game in games:
        try:
            ask(game)
            return
        except ValueError:
            if len(games) == 1:
                raise
    raise ValueError(f"no game has the {what}")

