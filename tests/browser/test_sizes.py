"""Sizes of pages, and how fast they open."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from running import EVENING, run

Visit = Callable[..., Any]

#: Milliseconds from the start of the navigation until the list is drawn and answers.
OPENED = 'performance.getEntriesByName("ready")[0].startTime'


def test_a_page_of_76_games_is_small(evening: Path) -> None:
    assert EVENING.read_text(encoding="utf-8").count("[Board ") == 76
    assert evening.stat().st_size < 450_000


def test_a_page_of_240_games_is_small(folder: Path) -> None:
    """Ten evenings of 24 games, each with its own date and players."""
    games = [game for game in EVENING.read_text(encoding="utf-8").split("\n\n") if "[Board " in game]
    repeated = (games * 4)[:240]
    renamed = [
        re.sub(r'\[(West|North|East|South) "(\w+)"\]', rf'[\1 "\2 {number // 24}"]', game).replace(
            "[Game", f'[Date "2024.01.{10 + number // 24}"] [Game', 1
        )
        for number, game in enumerate(repeated)
    ]
    log, out = folder / "ten.kpn", folder / "ten.html"
    log.write_text("\n\n".join(renamed), encoding="utf-8")
    assert run("analyze", log, "--report", out).status == 0
    assert out.stat().st_size < 1_500_000


def test_a_page_of_76_games_opens_at_once(visit: Visit, evening: Path, times: list[str]) -> None:
    """The list is drawn and answers within 300 ms. Other work on the machine makes single tries slower."""
    tries = sorted(visit(evening, width=360, height=740, touch=True).evaluate(OPENED) for _ in range(7))
    load = os.getloadavg()[0] / (os.cpu_count() or 1)
    times.append(
        f"a page of 76 games opens in {median(tries):.0f} ms (the fastest of 7: {tries[0]:.0f} ms; "
        f"{load:.1f} processes for each processor)"
    )
    if load > 2:
        pytest.skip(f"the machine has {load:.0f} times as much to do as it can: {times[-1]}")
    assert median(tries) < 300
