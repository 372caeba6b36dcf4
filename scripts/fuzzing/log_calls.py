"""Calls of what scans whole games: those of the bundled log, some of their bytes changed."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from values import edge

from kranalyze import bundled
from kranalyze.core.evaluate import evaluate
from kranalyze.core.logscan import LogScan
from kranalyze.core.scan import LineStart
from kranalyze.read.scanning import vocabulary

Args = list[Any]


@cache
def games() -> list[bytes]:
    """The games of the bundled log, with the blank lines behind them."""
    text = (bundled.directory() / "simulated-log.kpn").read_bytes()
    return [game + b"\n\n" for game in text.split(b"\n\n")[1:]]


def changed(rng: random.Random, data: bytes, chance: float) -> bytearray:
    """A copy of some bytes, at times with a few of them changed."""
    copy = bytearray(data)
    if copy and rng.random() < chance:
        for _ in range(rng.randrange(1, 4)):
            copy[rng.randrange(len(copy))] = rng.choice((0, 1, 4, 8, 32, 127, 128, 255, rng.randrange(256)))
    return copy


def scan_games(text: Any, at: Any, line: Any, index: Any, forced: Any, room: Any) -> None:
    """Scan a text from a place to its end, and evaluate the games that are kept."""
    scan = LogScan(vocabulary({}), room)
    place = LineStart(at, line)
    while place.offset < len(text) and scan.count < room:
        _, place, _ = scan.keep_games_and_skip_unreadable(text, place, index, forced)
    evaluate(scan.judged)


def scanned_games(rng: random.Random) -> Args:
    text = changed(rng, b"".join(rng.choices(games(), k=rng.randrange(4))), 0.8)
    at = rng.choice((0, 0, 0, len(text), edge(rng)))
    line, index = rng.choice((1, 1, edge(rng))), rng.choice((0, edge(rng)))
    return [text, at, line, index, rng.choice((-1, -1, 0, 3, edge(rng))), rng.choice((0, 1, 4, 8))]
