"""Fuzz the page's KPN parser. For every log the parser must give the same results as the command line.

Usage: python scripts/fuzz_page.py [--seconds N] [--seed S]      (default: 60 seconds, from seed 0)

The logs are random games with faults, and pieces of files with changed bytes. The page is opened in Chromium
(needed: pip install 'kranalyze[browser]'). If the results for a log differ, the log is written to
fuzz-page-SEED.kpn in the current directory.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "tests"), str(ROOT / "tests" / "browser"), str(ROOT / "scripts")]

#: Number of logs that the page reads in one call.
TOGETHER = 50


def text_of(number: int, seeds: list[bytes]) -> str:
    """Return a random log with faults. ``number`` is the seed, ``seeds`` are files to change at random."""
    from fuzz_kpn import mutated

    from page_logs import log, with_faults

    rng = random.Random(number)
    if number % 4 == 3:
        made = seeds if number % 8 == 3 else [log(rng, number).encode()]
        return mutated(made, number).decode("utf-8", errors="replace")
    return with_faults(rng, log(rng, number))


def first_difference(wanted: Any, answer: Any) -> str:
    """Return a line that describes the first difference between two results of reading a log."""
    for name in ("errors", "records"):
        for right, read in zip(wanted[name], answer[name], strict=False):
            if right != read:
                keys = [key for key in right if right[key] != read.get(key)]
                return f"{name}: {({key: (right[key], read.get(key)) for key in keys})}"
        if len(wanted[name]) != len(answer[name]):
            return f"{len(answer[name])} {name}, not {len(wanted[name])}"
    return "nothing"


def compare(page: Any, numbers: range, seeds: list[bytes]) -> int:
    """Read logs with the page and with Python. Return for how many logs the results differ."""
    from page_logs import read_by_python

    texts = [text_of(number, seeds) for number in numbers]
    answers = page.evaluate(
        "(texts) => Promise.all(texts.map((text) => window.kranalyze.read(text).catch(String)))", texts
    )
    wrong = 0
    for number, text, answer in zip(numbers, texts, answers, strict=True):
        wanted = json.loads(json.dumps(read_by_python(text)))
        if answer == wanted:
            continue
        wrong += 1
        Path(f"fuzz-page-{number}.kpn").write_text(text, encoding="utf-8", newline="")
        print(f"seed {number}: {answer if isinstance(answer, str) else first_difference(wanted, answer)}")
    return wrong


def main() -> int:
    """Compare results for random logs until the time is over. Return exit status 1 if any differ, else 0."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    from fuzz_kpn import seeds
    from playwright.sync_api import sync_playwright

    from kranalyze.show.pages.table import table_page

    texts, number, wrong = seeds(), asked.seed, 0
    end = time.monotonic() + asked.seconds
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as play:
        file = Path(folder) / "table.html"
        file.write_text(table_page("fuzz"), encoding="utf-8")
        browser = launched(play)
        page = browser.new_page()
        page.goto(file.as_uri())
        page.wait_for_selector("html[data-ready]", state="attached")
        while time.monotonic() < end and wrong < 10:
            wrong += compare(page, range(number, number + TOGETHER), texts)
            number += TOGETHER
        browser.close()
    print(f"{number - asked.seed} logs, {wrong} read differently; the next seed is {number}")
    return 1 if wrong else 0


def launched(play: Any) -> Any:
    """Start the browser that is installed on the system, and return it."""
    from browsers import FLAGS, browser_path

    path = browser_path()
    if path is None:
        sys.exit("there is no Chromium")
    return play.chromium.launch(executable_path=path, args=list(FLAGS))


if __name__ == "__main__":
    sys.exit(main())
