"""Play games for the book of hands, until the figures of each contract are known well enough.

A file has a line for each finished hand. After a run was stopped, the next run plays the unfinished hands.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, BinaryIO

import polars as pl

from kranalyze import Card
from kranalyze.answers.attable import CAREFUL_COLUMNS, TableFigures, careful_values_by_column
from kranalyze.games.graden import GRADEN
from kranalyze.hand.asking import HandQuery
from kranalyze.hand.book import SUMS_OF_SETTLEMENTS, figures_in_row
from kranalyze.hand.figures import Choice
from kranalyze.hand.handgames import ContractGames

#: Number of layouts that a player samples at each turn. With 256 layouts, games would take three times as
#: long.
LOOK = 64

#: A share is known well enough if its 95% interval extends at most this far to either side.
REACH = 0.05

#: Number of games in a round. After each round the figures decide whether another round is needed.
ROUND = 64

#: With open cards, a hopeless contract is makeable in few layouts: their share is ``HOPELESS`` or less. The
#: first round of a hopeless contract has only ``FIRST_OF_HOPELESS`` games.
HOPELESS, FIRST_OF_HOPELESS = 0.05, 16

#: Sums of a contract in the file: the number of games, the number of games won, the sum of the settlements,
#: and the sum of their squares.
Sums = list[int]


def is_settled(figures: TableFigures) -> bool:
    """Return whether the figures of a contract are known well enough.

    This holds if the share of games won is known within ``REACH``. It also holds if the mean settlement is
    clearly below 0, because a pass has the mean 0.
    """
    low, high = figures.interval
    reach = max(figures.share - low, high - figures.share)
    return reach <= REACH or figures.mean_interval[1] < 0


def next_count(played: int, open_share: float) -> int:
    """Return the number of games of the next round.

    Args:
        played: number of games so far.
        open_share: share of the layouts in which the contract is makeable with open cards.
    """
    if not played and open_share <= HOPELESS:
        return FIRST_OF_HOPELESS
    return ROUND - played % ROUND


def play_hand(row: Mapping[str, Any], seed: int, look: int) -> dict[str, Sums]:
    """Play the games of a hand. The result depends only on the arguments.

    Args:
        row: the hand's row of the book. Its columns for open cards have a share and a called card for each
            contract.
        seed: seed of the book.
        look: number of layouts that a player samples at each turn.

    Returns:
        For each contract that the hand may bid: number of games, games won, sum of the settlements, and sum
        of their squares.
    """
    query = HandQuery(GRADEN, row["mask"])
    own_seed = seed << 32 | row["mask"]
    sums: dict[str, Sums] = {}
    for contract in query.contracts:
        open_share = row.get(f"{contract.id}_share")
        if open_share is None:
            continue
        call = row.get(f"{contract.id}_call")
        choice = Choice(None if call is None else Card(call), None, 1, 0, 0)
        games = ContractGames(query, contract, choice, look)
        while games.figures is None or not is_settled(games.figures):
            count = next_count(games.played, open_share)
            games.play(query.columns(games.played, count, own_seed), own_seed, 1, None)
        figures = games.figures
        sums[contract.id] = [figures.games, figures.won, figures.paid, figures.squares]
    return sums


def read_played(path: Path, seed: int, look: int) -> dict[int, dict[str, Sums]]:
    """Return the sums of the finished hands of a file, by the mask of the hand. A missing file has no hands.

    Raises:
        SystemExit: the file was made with another seed or look.
    """
    played: dict[int, dict[str, Sums]] = {}
    if not path.exists():
        return played
    for line in path.read_bytes().splitlines(keepends=True):
        if not line.endswith(b"\n"):  # The last run was stopped while it wrote this line.
            break
        hand = json.loads(line)
        if (hand["seed"], hand["look"]) != (seed, look):
            raise SystemExit(f"{path}: its games have seed {hand['seed']} and look {hand['look']}")
        played[hand["mask"]] = hand["sums"]
    return played


def cpu_hours(path: Path) -> float:
    """Return the hours of one processor core that the games of a file took."""
    lines = path.read_bytes().splitlines(keepends=True)
    return float(sum(json.loads(line)["seconds"] for line in lines if line.endswith(b"\n"))) / 3600


def play_hands(rows: Iterable[Mapping[str, Any]], path: Path, seed: int, look: int, workers: int) -> None:
    """Play the hands that a file does not have yet. Append a line to the file for each finished hand.

    The order of the hands is random. So the finished hands are a random sample of all hands.

    Args:
        rows: rows of the book.
        path: the file.
        seed: seed of the book.
        look: number of layouts that a player samples at each turn.
        workers: number of threads.
    """
    played = read_played(path, seed, look)
    waiting = [row for row in rows if row["mask"] not in played]
    random.Random(seed).shuffle(waiting)
    path.parent.mkdir(parents=True, exist_ok=True)

    total = len(played) + len(waiting)
    started = time.monotonic()
    cpu_before = time.process_time()
    with path.open("ab") as out, ThreadPoolExecutor(workers) as pool:
        drop_unfinished_line(path, out)
        for first in range(0, len(waiting), 8 * workers):
            batch = waiting[first : first + 8 * workers]
            for row, sums in zip(
                batch, pool.map(lambda row: play_hand(row, seed, look), batch), strict=True
            ):
                cpu_now = time.process_time()
                seconds = round(cpu_now - cpu_before, 3)
                line = {"mask": row["mask"], "seed": seed, "look": look, "seconds": seconds, "sums": sums}
                out.write(json.dumps(line).encode() + b"\n")
                cpu_before = cpu_now
            out.flush()
            done = min(first + 8 * workers, len(waiting))
            left = (time.monotonic() - started) / done * (len(waiting) - done)
            print(f"{len(played) + done} of {total} hands, {left / 60:.0f} min left", flush=True)


def drop_unfinished_line(path: Path, out: BinaryIO) -> None:
    """Cut off an incomplete last line of a file. Such a line remains if a run is stopped while it writes."""
    written = path.read_bytes()
    out.truncate(written.rfind(b"\n") + 1)


def table_columns(masks: Sequence[int], played: Mapping[int, dict[str, Sums]], look: int) -> pl.DataFrame:
    """Return the columns of the book with the figures of the games (FORMAT.md, section "the book of hands").

    Args:
        masks: the hands of the book.
        played: sums of the finished hands, by mask.
        look: number of layouts that a player sampled at each turn.

    Raises:
        SystemExit: a hand has no games.
    """
    if lacking := sum(mask not in played for mask in masks):
        raise SystemExit(f"{lacking} of {len(masks)} hands have no games yet: build_hands.py play")
    rows = [row_of_figures(mask, played[mask], look) for mask in masks]
    schema: dict[str, pl.DataType] = {"careful_look": pl.UInt16()}
    for contract in GRADEN.contracts:
        if contract.makeable_at is not None:
            schema |= dict.fromkeys((f"{contract.id}_{name}" for name in CAREFUL_COLUMNS[:6]), pl.Float32())
            schema |= {f"{contract.id}_careful_games": pl.UInt16(), f"{contract.id}_careful_won": pl.UInt16()}
            schema |= dict.fromkeys((f"{contract.id}_{name}" for name in SUMS_OF_SETTLEMENTS), pl.Int32())
    schema |= {"careful_best_bid": pl.String(), "careful_best_mean": pl.Float32()}
    return pl.DataFrame(rows, schema=schema)


def row_of_figures(mask: int, sums: Mapping[str, Sums], look: int) -> dict[str, Any]:
    """Return the figures of the games of a hand, by column. A contract without games has no figures."""
    row: dict[str, Any] = {"careful_look": look}
    for name, (games, won, paid, squares) in sums.items():
        row[f"{name}_careful_games"] = games
        row[f"{name}_careful_won"] = won
        row |= dict(zip((f"{name}_{column}" for column in SUMS_OF_SETTLEMENTS), (paid, squares), strict=True))
    figures = figures_in_row(HandQuery(GRADEN, mask), row)
    for contract, of_contract in figures.items():
        values = careful_values_by_column(of_contract)
        row |= {f"{contract.id}_{column}": value for column, value in values.items()}
        del row[f"{contract.id}_careful_look"]
    best = max(figures, key=lambda contract: figures[contract].mean)
    return row | {"careful_best_bid": best.id, "careful_best_mean": figures[best].mean}


def changed_bids(book: pl.DataFrame) -> list[tuple[str, str, float]]:
    """Return how often each best bid with open cards occurs together with each best bid at the table.

    A row has the best bid with open cards, the best bid at the table, and the share of hands with these two
    bids. The row with the greatest share comes first. If no bid pays with a hand, its best bid is a pass.
    """
    bids = [
        pl.when(pl.col(f"{kind}best_mean") > 0).then(f"{kind}best_bid").otherwise(pl.lit("pass")).alias(name)
        for kind, name in (("", "open"), ("careful_", "table"))
    ]
    hands = pl.col("equivalents").cast(pl.Int64).sum()
    shares = book.group_by(bids).agg(hands).with_columns(pl.col("equivalents") / pl.sum("equivalents"))
    return shares.sort("equivalents", "open", "table", descending=[True, False, False]).rows()
