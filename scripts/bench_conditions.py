"""Compare the times that commands take with conditions or features, and without them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bench_yardsticks import timed

from kranalyze.cli import cli


@dataclass(frozen=True)
class Addition:
    """A condition or features that are added to a command, which is timed with and without this addition.

    Attributes:
        name: name of the measurement.
        command: the command without ``-o``. ``{deals}`` stands for a file of deals, and ``{count}`` for the
            number of deals.
        added: the arguments that the addition adds to the command.
        count: number of deals.
        game: game of the deals.
        most: largest allowed ratio of the time with the addition to the time without it.
    """

    name: str
    command: tuple[str, ...]
    added: tuple[str, ...]
    count: int
    game: str
    most: float


_ALL_HANDS = "s_aces >= 0 AND n_longest <= 8"
_TABLE = ("table", "{deals}", "--workers", "1")
_STATS = ("stats", "{deals}", "--workers", "1", "--contract", "koenigmord")

#: The additions to measure. Each condition is true for all deals. So the command with the condition differs
#: from the command without it only in the work for the condition itself.
ADDITIONS = (
    Addition("deal --where", ("deal", "-n", "{count}", "--seed", "1"), ("--where", _ALL_HANDS), 1_000_000,
        "graden", 2.0),
    Addition("stats --where", _STATS, ("--where", "aces >= 0 AND left_aces <= 4"), 100_000, "graden", 2.0),
    Addition("table --where", _TABLE, ("--where", "aces >= 0 AND n_aces <= 4"), 20_000, "graden", 2.0),
    Addition("table --features", _TABLE, ("--features",), 20_000, "graden", 1.3),
    Addition("table --features", _TABLE, ("--features",), 200, "russbach", 1.3),
)  # fmt: skip


def with_and_without(addition: Addition, folder: Path, quick: bool) -> Iterator[tuple[float, float]]:
    """Yield for each repeat the CPU microseconds per deal with the addition, and without the addition.

    The times of the first repeat are left out.
    """
    count = addition.count // 10 if quick else addition.count
    deals = folder / "conditions.parquet"
    out = str(folder / "conditions-out.parquet")
    deal = ["deal", "-n", str(count), "--seed", "1", "--game", addition.game, "-o", str(deals)]
    cli(deal, standalone_mode=False)
    command = [part.format(deals=deals, count=count) for part in addition.command]
    for repeat in range(4):
        plain = timed(lambda: cli([*command, "-o", out], standalone_mode=False))
        added = timed(lambda: cli([*command, *addition.added, "-o", out], standalone_mode=False))
        if repeat:
            yield added / count * 1e6, plain / count * 1e6
