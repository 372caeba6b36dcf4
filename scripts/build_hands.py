"""Build the book of hands, datasets/graden_hands.parquet, in three steps.

    python scripts/build_hands.py [count] [play] [join]

``count`` writes the book with the figures for open cards. This takes half an hour on two cores. ``play``
plays games of careful players with each hand. This takes an hour on one core. ``join`` adds the figures of
the games to the book, and fails if a hand has no games yet. If the command line names no step, the script
runs all three. A step that was stopped resumes when the script is started again.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter as Multiset
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement, islice
from math import factorial
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow.parquet as pq

sys.path.append(str(Path(__file__).parent / "building"))

import bookgames

from kranalyze import __version__
from kranalyze.cards import hand_text
from kranalyze.deal import Seat
from kranalyze.files import replacing
from kranalyze.games.graden import GRADEN
from kranalyze.hand.asking import HandQuery
from kranalyze.hand.book import answers_in_row
from kranalyze.hand.figures import by_mean, odds_of
from kranalyze.hand.tally import Counter, can_count_without_search, count_sweep_layouts, odds_of_solo_sweeps

HANDS_A_PART = 100
SEED = 6907
STEPS = ("count", "play", "join")

#: Contracts in which a lone declarer must take all tricks, or the first five. Their layouts are counted
#: exactly, without samples.
EXACT = ("durchmarsch_letzten", "hundert_letzten", "zehnermord", "koenigmord", "hundertermord")


def hands() -> Iterator[tuple[int, int]]:
    """Yield a representative of each class of hands, and the number of hands in the class.

    A hand is a mask of six of the 24 cards. Hands of a class differ only in the names of suits.
    """
    suits = sorted((ranks << 2 for ranks in range(64)), reverse=True)
    for held in combinations_with_replacement(suits, 4):
        if sum(ranks.bit_count() for ranks in held) == 6:
            alike = 1
            for times in Multiset(held).values():
                alike *= factorial(times)
            yield sum(ranks << 8 * place for place, ranks in enumerate(held)), 24 // alike


def row_of(index: int, mask: int, alike: int, samples: int) -> dict[str, Any]:
    """Return the row of a hand in the book: exact counts, counts of sampled layouts, then other figures.

    Args:
        index: index of the hand in the book. Each hand uses a different part of the random series.
        mask: the hand.
        alike: number of hands that the row stands for.
        samples: number of sampled layouts.
    """
    asked = HandQuery(GRADEN, mask, seat=Seat.N)
    walked = [c for c in asked.contracts if can_count_without_search(asked, c)]
    sums = Counter(asked, walked).count(asked.columns(index * samples, samples, SEED))
    row: dict[str, Any] = {"hand": hand_text(mask), "mask": mask, "equivalents": alike, "layouts": samples}
    for contract in EXACT:
        row[f"{contract}_made"] = count_sweep_layouts(mask, contract)
    for odds in odds_of(asked, walked, "sample", sums):
        name, best = odds.contract.id, odds.best
        row[f"{name}_made"] = None if best is None else best.made
        if odds.contract.party == "called":
            row[f"{name}_call"] = None if best is None or best.call is None else best.call.number
            row[f"{name}_made_dd"] = None if best is None else odds.made_dd
    return row | derived(mask, row)


def derived(mask: int, row: dict[str, Any]) -> dict[str, Any]:
    """Return shares, intervals, means and the best bid, as ``kranalyze odds`` computes them.

    The figures of a contract that the hand may not bid are None.

    Args:
        mask: the hand.
        row: the counts of the hand (see ``row_of``).
    """
    asked = HandQuery(GRADEN, mask)
    walked = [c for c in asked.contracts if can_count_without_search(asked, c)]
    found = [*odds_of_solo_sweeps(asked), *answers_in_row(asked, walked, row)]
    result: dict[str, Any] = {}
    for odds in sorted(found, key=lambda odds: odds.contract.rank or 0):
        name = odds.contract.id
        result[f"{name}_share"], result[f"{name}_mean"] = odds.share, odds.mean
        if odds.method != "exact":
            result[f"{name}_low"], result[f"{name}_high"] = odds.interval or (None, None)
    best = by_mean(found)[0]
    return result | {"best_bid": best.contract.id, "best_mean": best.mean}


def part(path: Path, first: int, chosen: list[tuple[int, int]], samples: int, workers: int) -> None:
    """Write a part of the book: the rows of the hands ``chosen``.

    Args:
        path: file to write.
        first: index in the book of the first of these hands.
        chosen: the hands, and for each hand how many hands its row stands for.
        samples: number of sampled layouts for each hand.
        workers: number of threads.
    """
    with ThreadPoolExecutor(workers) as pool:
        rows = list(pool.map(lambda x: row_of(first + x[0], x[1][0], x[1][1], samples), enumerate(chosen)))
    with replacing(path) as out:
        pl.DataFrame(rows).write_parquet(out)


def main() -> None:
    """Run the steps that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"{', '.join(STEPS)}; default: all")
    parser.add_argument("--samples", type=int, default=50_000, help="layouts for each hand")
    look = "layouts by which a player judges at a turn"
    parser.add_argument("--look", type=int, default=bookgames.LOOK, help=look)
    parser.add_argument("--work", type=Path, default=Path("build/hands"), help="folder of finished hands")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    book = Path(__file__).parents[1] / "datasets" / str(GRADEN.book)
    parser.add_argument("-o", "--output", type=Path, default=book)
    options = parser.parse_args()
    if unknown := [step for step in options.steps if step not in STEPS]:
        parser.error(f"unknown step {unknown[0]}: the steps are {', '.join(STEPS)}")
    steps = options.steps or STEPS
    games = options.work / f"{SEED}-look-{options.look}.jsonl"
    try:
        if "count" in steps:
            folder = options.work / f"{SEED}-{options.samples}"
            count(folder, options.samples, options.workers, options.output)
        if "play" in steps:
            rows = pl.read_parquet(options.output).to_dicts()
            bookgames.play_hands(rows, games, SEED, options.look, options.workers)
        if "join" in steps:
            join(games, options.look, options.output)
    except KeyboardInterrupt:
        print("stopped; run it again to go on", file=sys.stderr)
        raise SystemExit(130) from None


def count(folder: Path, samples: int, workers: int, output: Path) -> None:
    """Write the book with the figures for open cards. Keep finished parts of the book in ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    everything, start = list(hands()), time.monotonic()
    parts = []
    for first in range(0, len(everything), HANDS_A_PART):
        path = folder / f"{first:05}.parquet"
        parts.append(path)
        if path.exists():
            continue
        chosen = list(islice(everything, first, first + HANDS_A_PART))
        part(path, first, chosen, samples, workers)
        done, passed = first + len(chosen), time.monotonic() - start
        print(f"{done} of {len(everything)} hands, {passed:.0f} s", flush=True)
    write(pl.concat([pl.read_parquet(path) for path in parts], how="vertical_relaxed"), output, samples)
    print(f"{output}: {output.stat().st_size} bytes")


def join(games: Path, look: int, output: Path) -> None:
    """Add the figures of the games to the book.

    Raises:
        SystemExit: a hand of the book has no games.
    """
    book = pl.read_parquet(output)
    about = {
        key.decode(): value.decode()
        for key, value in (pq.read_schema(output).metadata or {}).items()
        if key.startswith(b"kranalyze.")
    }
    open_columns = [name for name in book.columns if "careful" not in name]
    played = bookgames.read_played(games, SEED, look)
    figures = bookgames.table_columns(book["mask"].to_list(), played, look)
    joined = book.select(open_columns).hstack(figures)
    save(joined, about | {"kranalyze.look": str(look)}, output)
    hours = bookgames.cpu_hours(games)
    print(f"{output}: {output.stat().st_size} bytes; the games took {hours:.2f} hours of a core")
    print("share of all hands by the best bid with open cards, and at the table")
    for with_open_cards, at_table, share in bookgames.changed_bids(joined):
        print(f"{share:8.2%}  {with_open_cards:<20}  {at_table}")


def write(frame: pl.DataFrame, path: Path, samples: int) -> None:
    """Write the book with small data types, and with metadata about how it was made."""
    small: dict[str, Any] = {"mask": pl.UInt32, "equivalents": pl.UInt8, "layouts": pl.UInt32}
    for name in frame.columns:
        if name.endswith("_call"):
            small[name] = pl.Int8
        elif name.endswith(("_made", "_made_dd")):
            small[name] = pl.UInt32
        elif frame.schema[name] in (pl.Float64, pl.Null):
            exact = any(name == f"{contract}_share" for contract in EXACT)
            small[name] = pl.Float64 if exact else pl.Float32
    about = {
        "kranalyze.version": __version__,
        "kranalyze.game": "graden",
        "kranalyze.seed": str(SEED),
        "kranalyze.samples": str(samples),
        "kranalyze.layouts": str(HandQuery(GRADEN, frame["mask"][0]).layouts),
    }
    save(frame.cast(small), about, path)  # type: ignore[arg-type]


def save(frame: pl.DataFrame, about: dict[str, str], path: Path) -> None:
    """Write a book with the metadata ``about``, which says how the book was made."""
    table = frame.to_arrow()
    with replacing(path) as out:
        pq.write_table(table.replace_schema_metadata(about), out, compression="zstd", compression_level=19)


if __name__ == "__main__":
    main()
