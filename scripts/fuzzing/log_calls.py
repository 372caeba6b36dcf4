"""Calls of what reads and judges logs in columns: games of the bundled log, some of their bytes changed."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from values import edge

from kranalyze import bundled
from kranalyze.core.evaluate import evaluate
from kranalyze.core.logborder import LogRules
from kranalyze.core.logscan import LogScan
from kranalyze.core.memory import Context
from kranalyze.core.ordinary import LineStart, Ordinary, judged, rules_of
from kranalyze.games import GAMES
from kranalyze.read.scanning import vocabulary

Args = list[Any]


@cache
def games() -> list[bytes]:
    """The games of the bundled log, with the blank lines behind them."""
    text = (bundled.directory() / "simulated-log.kpn").read_bytes()
    return [game + b"\n\n" for game in text.split(b"\n\n")[1:]]


def read(rng: random.Random) -> tuple[bytes, Ordinary]:
    """Some games, and the columns of those that are ordinary."""
    text = b"".join(rng.choices(games(), k=rng.randrange(4)))
    room = Ordinary(rules_of(tuple(GAMES.values())), rng.choice((0, 1, 4, 8)))
    room.go_on(text, LineStart(0, 1), 0, -1)
    return text, room


def changed(rng: random.Random, data: Any, chance: float) -> bytearray:
    """A copy of some bytes, at times with a few of them changed."""
    copy = bytearray(data)
    if copy and rng.random() < chance:
        for _ in range(rng.randrange(1, 4)):
            copy[rng.randrange(len(copy))] = rng.choice((0, 1, 4, 8, 32, 127, 128, 255, rng.randrange(256)))
    return copy


def _rules(rng: random.Random, room: Ordinary) -> LogRules:
    games, contracts, shapes, places = (bytes(changed(rng, part, 0.1)) for part in room.rules.packed)
    return LogRules(games, contracts, shapes, places)


def scan_log(rng: random.Random) -> Args:
    text, room = read(rng)
    again = Ordinary(room.rules, room.room) if rng.random() < 0.7 else room
    columns = [changed(rng, column, 0.1) for column in again.columns.values()]
    return [
        Context(), changed(rng, text, 0.7), rng.choice((0, 0, 0, len(text), edge(rng))), 1, 0,
        bytes(changed(rng, room.rules.scanned, 0.1)), _rules(rng, room), rng.choice((-1, -1, 0, 3)),
        again.count, again.room, tuple(columns[:9]), tuple(columns[9:]),
        tuple(changed(rng, one, 0.1) for one in again.ends), tuple(map(bytearray, again.texts)),
    ]  # fmt: skip


def judge_log(rng: random.Random) -> Args:
    _, room = read(rng)
    by_card, by_game = judged(room)
    names = ("n", "e", "s", "w", "shape", "says", "card_end")
    return [
        Context(), _rules(rng, room), room.count, room.cards,
        tuple(changed(rng, room.columns[name], 0.2) for name in names),
        changed(rng, room.columns["card"], 0.3), tuple(map(bytearray, by_card.values())),
        tuple(map(bytearray, by_game.values())),
    ]  # fmt: skip


def scan_games(text: Any, at: Any, line: Any, index: Any, forced: Any, room: Any) -> None:
    """Scan a text from a place to its end, and evaluate the games that are kept."""
    scan = LogScan(vocabulary({}), room)
    place = LineStart(at, line)
    while place.offset < len(text) and scan.count < room:
        _, place, _ = scan.go_on(text, place, index, forced)
    evaluate(scan.judged)


def scanned_games(rng: random.Random) -> Args:
    text = changed(rng, b"".join(rng.choices(games(), k=rng.randrange(4))), 0.8)
    at = rng.choice((0, 0, 0, len(text), edge(rng)))
    line, index = rng.choice((1, 1, edge(rng))), rng.choice((0, edge(rng)))
    return [text, at, line, index, rng.choice((-1, -1, 0, 3, edge(rng))), rng.choice((0, 1, 4, 8))]
