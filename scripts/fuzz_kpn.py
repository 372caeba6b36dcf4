"""Fuzz the KPN reader: mutated files never raise anything, and what is read can be written and read again.

Usage: python scripts/fuzz_kpn.py [SECONDS] [SEED]     (default: 60 seconds, from seed 0)

A failing input is written to fuzz-kpn-SEED.kpn in the current directory.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from kranalyze.kpn import parse_kpn, write_kpn

ROOT = Path(__file__).resolve().parents[1]

#: Bits of KPN that a mutation puts in.
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
    """The good and the bad files of the tests and the bundled ones."""
    paths = [*ROOT.glob("tests/data/*/*.kpn"), *ROOT.glob("datasets/*.kpn")]
    return [path.read_bytes()[:20000] for path in sorted(paths)]


def mutated(texts: list[bytes], number: int) -> bytes:
    """A piece of a file with a few changes; the same for the same number."""
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


def check(data: bytes) -> None:
    """Read, write and read again.

    Raises:
        AssertionError: something was lost, or an error has no place in the text.
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
        assert [p.message for p in again.problems] == [p.message for p in file.problems]
    assert write_kpn(again) == written


def main() -> int:
    """Run for a while; the exit status says whether everything held."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60.0
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    texts = seeds()
    end = time.monotonic() + seconds
    done = 0
    while time.monotonic() < end:
        data = mutated(texts, number)
        try:
            check(data)
        except Exception as error:
            Path(f"fuzz-kpn-{number}.kpn").write_bytes(data)
            print(f"seed {number}: {type(error).__name__}: {error}")
            return 1
        number += 1
        done += 1
    print(f"{done} files, all well; the next seed is {number}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
