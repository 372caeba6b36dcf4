"""Draw calls that scan whole games of KPN: the games of the bundled log, with some changed bytes."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from values import edge

from kranalyze import bundled
from kranalyze.core.evaluate import evaluate
from kranalyze.core.logscan import LogScan
from kranalyze.core.scan import LineStart
from kranalyze.read.scanning import vocabulary_of_game_names

Args = list[Any]


@cache
def games() -> list[bytes]:
    """Return the texts of the games of the bundled log. Each text includes the blank lines after the game."""
    text = (bundled.bundled_directory() / "simulated-log.kpn").read_bytes()
    return [game + b"\n\n" for game in text.split(b"\n\n")[1:]]


def changed(rng: random.Random, data: bytes, chance: float) -> bytearray:
    """Return a copy of ``data``. With the probability ``chance`` a few bytes of the copy are changed."""
    copy = bytearray(data)
    if copy and rng.random() < chance:
        for _ in range(rng.randrange(1, 4)):
            copy[rng.randrange(len(copy))] = rng.choice((0, 1, 4, 8, 32, 127, 128, 255, rng.randrange(256)))
    return copy


def scan_games(text: Any, at: Any, line: Any, index: Any, forced: Any, room: Any) -> None:
    """Scan a text from the index ``at`` on, and evaluate the games that the scan keeps."""
    scan = LogScan(vocabulary_of_game_names({}), room)
    place = LineStart(at, line)
    while place.offset < len(text) and scan.count < room:
        _, place, _ = scan.keep_games_and_skip_unreadable(text, place, index, forced)
    evaluate(scan.judged)


def scanned_games(rng: random.Random) -> Args:
    text = changed(rng, b"".join(rng.choices(games(), k=rng.randrange(4))), 0.8)
    at = rng.choice((0, 0, 0, len(text), edge(rng)))
    line, index = rng.choice((1, 1, edge(rng))), rng.choice((0, edge(rng)))
    return [text, at, line, index, rng.choice((-1, -1, 0, 3, edge(rng))), rng.choice((0, 1, 4, 8))]
