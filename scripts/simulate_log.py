"""Simulated logs: games of a made-up club, seeded, in KPN.

The players bid, speak and play by simple sensible rules, and now and then carelessly. Nothing in such a log
happened; it is there to try the analysis on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import BinaryIO

import click
from simulating.evening import series

from kranalyze.games import GAMES
from kranalyze.kpn import Comment, Record, dump

NOTICE = (
    " Simulated games: dealt at random, bid and played by a program with simple rules and some carelessness.",
    " Nobody played them, and they say nothing about how often anything happens.",
)

#: The bundled log.
GAMES_OF_LOG = "graden=40,russbach=6,rufmariasch=4,anrufen=8,anrufen3=4,bauernschnapsen=12,whist=2"
SEED_OF_LOG = 69


@click.command()
@click.option("--seed", type=int, default=SEED_OF_LOG, help="The same seed gives the same games.")
@click.option("--games", "wanted", metavar="GAME=N,...", default=GAMES_OF_LOG, help="How many of which.")
@click.option(
    "-o", "--output", type=click.File("wb"), default="-", metavar="OUT",
    help="Where to write (default: standard output).",
)  # fmt: skip
def main(seed: int, wanted: str, output: BinaryIO) -> None:
    """Write a log of simulated games, without options that of datasets/simulated-log.kpn."""
    dump(log(counts_of(wanted), seed), output)


def counts_of(wanted: str) -> dict[str, int]:
    """How many games of which, from ``GAME=N,...``."""
    counts: dict[str, int] = {}
    for part in wanted.split(","):
        name, equals, number = part.partition("=")
        if name not in GAMES or not equals or not number.isdigit():
            raise click.UsageError(f"{part!r} is no GAME=N; games: {', '.join(GAMES)}")
        counts[name] = int(number)
    return counts


def log(counts: Mapping[str, int], seed: int) -> Iterator[Record]:
    """The games of a log, game by game; a notice stands before the first."""
    notice: tuple[tuple[Comment, ...], ...] = (tuple(Comment(";", line) for line in NOTICE),)
    board = 1
    for name, count in counts.items():
        for record in series(name, seed, count, board):
            yield replace(record, preamble=notice)
            notice = ()
        board += count


if __name__ == "__main__":
    sys.exit(main())
