"""Pages are small, and they open fast."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from kranalyze.show.pages.table import table_page
from running import EVENING, run

Visit = Callable[..., Any]

#: Script that returns the milliseconds from the start of the navigation until the page is drawn and usable.
OPENED = 'performance.getEntriesByName("ready")[0].startTime'


def test_a_page_of_76_games_is_small(evening: Path) -> None:
    assert EVENING.read_text(encoding="utf-8").count("[Board ") == 76
    assert evening.stat().st_size < 450_000


def test_a_page_of_240_games_is_small(folder: Path) -> None:
    """The page has ten evenings of 24 games. Each evening has its own date and players."""
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


def test_a_page_of_76_games_opens_like_an_empty_one(
    visit: Visit, evening: Path, folder: Path, times: list[str]
) -> None:
    """A page of 76 games opens in less than three times the time of a page without games (medians)."""
    empty = folder / "empty.html"
    empty.write_text(table_page("empty"), encoding="utf-8")
    tries = [[visit(page, width=360, height=740, touch=True).evaluate(OPENED) for page in (evening, empty)]
             for _ in range(7)]  # fmt: skip
    list_of_games, no_games = map(median, zip(*tries, strict=True))
    times.append(f"76 games open in {list_of_games:.0f} ms, a page without games in {no_games:.0f} ms")
    assert list_of_games < 3 * no_games
