"""Fuzz the readers of KPN, CSV and Parquet with changed files.

Reading a changed file must not raise an exception. Records must be the same after they are written and read
again. Random commands run on changed files and on hostile files (``fuzzing/hostile.py``). There are several
ways to read a file: as columns, game by game, and in shards of one game. All ways must give the same games,
errors and rows (``fuzzing/roads.py``).

Usage: python scripts/fuzz_kpn.py [SECONDS] [SEED]     (default: 60 seconds, from seed 0)

A failing input is written to fuzz-kpn-SEED.kpn (or .csv, .parquet) in the current directory.
"""

from __future__ import annotations

import io
import random
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

from kranalyze.dealing import random_deals
from kranalyze.games import GAMES
from kranalyze.kpn import KpnError, parse_kpn, write_kpn
from kranalyze.read import join_columns
from kranalyze.read.columns import frame_schema
from kranalyze.read.pieces import cut_stream
from kranalyze.read.writing import write_deals

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT / "scripts" / "fuzzing"))

#: Pieces of KPN that a change may insert.
PARTS = (
    b"[", b"]", b"{", b"}", b'"', b"\\", b";", b"%", b"#", b"?", b"\n", b"\n\n", b"\r\n", b"\r", b" ", b"\t",
    b"-", b"*", b"+", b"AP", b"mit", b"gut", b"contra", b"recontra", b"=1=", b"$1", b"!?", b"SA", b"H10",
    b"EX", b"LO",
    b"[Play \"N\"]", b"[Auction \"E\"]", b"[Note \"1:x\"]", b"[Deck \"german\"]", b"[Game \"anrufen3\"]",
    b"[Game \"whist\"]", b"[Deal \"?\"]", b"[Deal \"#\"]", b"[Trump \"H\"]", b"[Called \"HA\"]",
    b"[Second \"W\"]", b"[FaceDown \"N:SA\"]", b"[Announce \"N 40 H; S 100\"]", b"[Contra \"1\"]",
    b"[Discard \"SA SK SQ\"]", b"[Talon \"HA HK HQ\"]", b"[Contract \"\"]",
    b"[Declarer \"?\"]", b"[Board \"1\"]",
    b"\xff", b"\xc3", b"\0", b"\xef\xbb\xbf", "Ä".encode(), "\u2028".encode(), "٣".encode(), b"999999999999",
)  # fmt: skip


def seeds() -> list[bytes]:
    """Return the valid and invalid KPN files of the tests, and the bundled files."""
    paths = [*ROOT.glob("tests/data/*/*.kpn"), *ROOT.glob("datasets/*.kpn")]
    return [path.read_bytes()[:20000] for path in sorted(paths)]


def tables() -> dict[str, list[bytes]]:
    """Return files with deals of every game, by format (``csv``, ``parquet``)."""
    import polars as pl

    made: dict[str, list[bytes]] = {"csv": [], "parquet": []}
    for game in GAMES.values():
        frame = random_deals(game, 8, seed=1).with_columns(
            game=pl.lit(game.id), board=pl.int_range(pl.len()).cast(pl.String), dealer=pl.lit("E")
        )
        absent = [pl.lit(None, kind).alias(c) for c, kind in frame_schema().items() if c not in frame.columns]
        for form, files in made.items():
            out = io.BytesIO()
            write_deals(frame.with_columns(absent).select(*frame_schema()), out, form)  # type: ignore[arg-type]
            files.append(out.getvalue())
    return made


#: Pieces of CSV that a change may insert.
CELLS = (
    b",", b";", b"\"", b"\n", b"\r\n", b"\n\n", b"", b"-", b"N", b"n,e,s,w", b"AKQ.AKQ..", b"graden",
    b"\xff", b"\0",
)  # fmt: skip


def mutated_table(files: list[bytes], form: str, number: int) -> bytes:
    """Return one of the files with a few random changes. ``number`` is the seed of the changes."""
    rng = random.Random(number)
    data = bytearray(rng.choice(files))
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        # The end of a Parquet file describes the rest of the file, so often change bytes near the end.
        first = 0 if form == "csv" or rng.random() < 0.4 else max(0, len(data) - 900)
        at = rng.randrange(first, len(data))
        if form == "csv" and rng.random() < 0.7:
            data[at : at + rng.randrange(4)] = rng.choice(CELLS)
        elif rng.random() < 0.1:
            del data[at : at + rng.randrange(1, 50)]
        else:
            data[at : at + 1] = bytes([rng.randrange(256)])
    return bytes(data)


def check_table(data: bytes, form: str) -> None:
    """Check that two ways to read a file of deals give the same errors, and the same number of deals.

    Also check that the deals are the same after they are written and read again.

    Raises:
        AssertionError: a check fails, or an error has no place or message.
    """
    columns = join_columns(piece.columns() for piece in cut_stream(io.BytesIO(data), form, "fuzz"))
    parts = [piece.deals() for piece in cut_stream(io.BytesIO(data), form, "fuzz")]
    problems = [problem for _, some in parts for problem in some]
    assert sum(len(records) for records, _ in parts) == columns.frame.height
    assert problems == columns.problems
    assert all(problem.line >= 1 and problem.column >= 1 and problem.message for problem in problems)
    out = io.BytesIO()
    write_deals(columns.frame, out, form)  # type: ignore[arg-type]
    out.seek(0)
    again = join_columns(piece.columns() for piece in cut_stream(out, form, "fuzz"))
    kept = ["n", "e", "s", "w", "talon", "board", "dealer", "game"]
    assert again.frame.select(kept).equals(columns.frame.select(kept))


def mutated(texts: list[bytes], number: int) -> bytes:
    """Return a piece of one of the files with a few random changes. ``number`` is the seed of the changes."""
    rng = random.Random(number)
    data = bytearray(rng.choice(texts))
    start = rng.randrange(len(data))
    data = data[start : start + rng.randrange(200, 3000)] if rng.random() < 0.7 else data[:4000]
    for _ in range(rng.randrange(1, 12)):
        at = rng.randrange(len(data) + 1)
        end = min(len(data), at + rng.choice((0, 0, 1, 1, 2, 5, 40)))
        kind = rng.random()
        if kind < 0.4:
            data[at:end] = rng.choice(PARTS)
        elif kind < 0.6:
            del data[at:end]
        elif kind < 0.8:
            other = rng.choice(texts)
            begin = rng.randrange(len(other))
            data[at:end] = other[begin : begin + rng.choice((1, 5, 30, 200))]
        else:
            data[at:end] = bytes(rng.randrange(256) for _ in range(rng.choice((1, 1, 3))))
    return bytes(data)


def _said(problem: KpnError) -> str:
    """Return the message of a problem without line numbers, which change when a file is written again."""
    return re.sub(r"line \d+", "line", problem.message)


def check(data: bytes) -> None:
    """Check that KPN is the same after it is read, written and read again.

    Raises:
        AssertionError: a record or error was lost, or an error has no place in the text.
    """
    file = parse_kpn(data, "fuzz")
    assert file.records or file.problems
    text = data.decode("utf-8", errors="surrogateescape").removeprefix("\ufeff")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for problem in file.problems:
        assert 1 <= problem.line <= len(lines), problem
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1, problem
        assert problem.message, problem
    written = write_kpn(file)
    again = parse_kpn(written.encode("utf-8", errors="surrogateescape"), "fuzz")
    assert again.records == file.records
    if file.records or any(b.text for b in file.broken):
        # Tags that hold for several games are written in each game. This can change the order of the
        # problems, so sort them before the comparison.
        assert sorted(map(_said, again.problems)) == sorted(map(_said, file.problems))
    assert write_kpn(again) == written


def check_roads(data: bytes, form: str, number: int) -> None:
    """Read a file in all ways (``roads.py``), and run a random command on it."""
    from roads import compare_roads, run_command

    folder = Path(tempfile.mkdtemp(prefix="fuzz-kpn-"))
    try:
        path = folder / f"fuzz.{form}"
        path.write_bytes(data)
        compare_roads(path)
        run_command(random.Random(number), path, folder)
    finally:
        shutil.rmtree(folder)


def main() -> int:
    """Check files for some time. Return exit status 1 after the first failure, else 0."""
    from hostile import hostile_file

    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    texts, files = seeds(), tables()
    end = time.monotonic() + seconds
    done = 0
    while time.monotonic() < end:
        form = ("kpn", "kpn", "csv", "parquet")[number % 4]
        # The code below runs a command on each hostile file. A command takes as long as a hundred files
        # without a command, so make fewer hostile files than other files.
        hostile = number % 20 < 8
        if hostile:
            data = hostile_file(random.Random(number), form)
        else:
            data = mutated(texts, number) if form == "kpn" else mutated_table(files[form], form, number)
        try:
            if number % 20 < 10:
                check_roads(data, form, number)
            if form == "kpn":
                check(data)
            elif not hostile:
                check_table(data, form)
        except Exception as error:
            Path(f"fuzz-kpn-{number}.{form}").write_bytes(data)
            print(f"seed {number}: {type(error).__name__}: {error}")
            return 1
        number += 1
        done += 1
    print(f"{done} files, all well; the next seed is {number}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
