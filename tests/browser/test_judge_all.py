"""Test the button that judges the choices of all players: the verdicts, the progress, and stopping."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_front import BLOCKS, figures, open_anew, write_page
from test_trainer import lessons, unfold

from running import run

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True, "lang": "de-AT"}

GAMES = [game for game in BLOCKS if '[Game "graden"]' in game][:3]


def numbers(page: Any) -> tuple[int, int]:
    """Return how many choices are judged, and how many there are. The page must state the same numbers."""
    judged, of, words = page.locator("#judged").evaluate(
        "panel => [Number(panel.dataset.judged), Number(panel.dataset.of), panel.innerText]")  # fmt: skip
    assert f"{judged} von {of} Karten und Ansagen" in words
    return judged, of


def test_all_players_are_judged(visit: Visit, folder: Path) -> None:
    """Before a name is chosen, all players can be judged.

    The verdicts are those of ``analyze --single-dummy``.
    """
    page = visit(write_page(folder, "judge-all", GAMES), **PHONE)
    page.evaluate("localStorage.clear()")
    open_anew(page)
    assert {cell for cells in figures(page).values() for cell in cells} == {None}
    assert numbers(page)[0] == 0
    page.locator("#judge-all").tap()
    page.locator("#judged:not(:has(progress, #judge-all))").wait_for(timeout=120_000)
    judged, of = numbers(page)
    assert judged == of > 20 and page.locator("#judge-all").count() == 0
    assert all(cell.isdecimal() for cells in figures(page).values() for cell in cells)
    log = folder / "judge-all-log.kpn"
    log.write_text("\n\n".join(GAMES), encoding="utf-8")
    rows = run("analyze", log, "--single-dummy", "--no-bids", "--json", "--cards").rows
    at = dict.fromkeys((row["record"] for row in rows), -1)
    for row in rows:
        at[row["record"]] += 1
        row["at"] = at[row["record"]]
    names = {row["player"] for row in rows}
    for name in sorted(names):
        page.locator("#my-mistakes").tap()
        if page.locator("#someone-else").count():
            page.locator("#someone-else").tap()
        page.locator("#names button", has_text=name).tap()
        page.locator("#progress").wait_for()
        assert page.locator("#progress [role=status]").count() == 0  # nothing is left to judge
        unfold(page)
        mine = [row for row in rows if row["player"] == name and (row["cost"] or row["sd_verdict"])]
        wanted = {(int(row["record"]), row["at"], row["sd_verdict"] or "") for row in mine}
        assert lessons(page) == wanted
        page.locator("#to-front").tap()
        page.locator("#games").wait_for()


def test_judging_stops_and_goes_on(visit: Visit, evening: Path) -> None:
    """The verdicts found before a stop stay, also after a reload. The other choices can be judged later."""
    page = visit(evening, **PHONE)
    page.evaluate("localStorage.clear()")
    open_anew(page)
    page.locator("#judge-all").tap()
    page.locator("#judged:not([data-judged='0']) progress").wait_for(timeout=60_000)
    page.locator("#stop-judging").tap()
    page.locator("#judge-all").wait_for()
    judged, of = numbers(page)
    assert 0 < judged < of
    page.wait_for_timeout(1_500)
    # One more verdict may arrive, because a card was still being judged at the stop.
    assert numbers(page) == (judged, of) or numbers(page)[0] <= judged + 1
    stopped = numbers(page)
    page.wait_for_timeout(1_000)
    assert numbers(page) == stopped
    open_anew(page)
    assert numbers(page)[1] == of and numbers(page)[0] >= judged
    page.locator("#judge-all").tap()
    page.locator(f"#judged:not([data-judged='{numbers(page)[0]}'])").wait_for(timeout=60_000)
    assert numbers(page)[0] > judged


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_bar_fits_a_phone(visit: Visit, evening: Path, scheme: str) -> None:
    """The progress bar, its words and its button are not wider than the screen of a phone."""
    page = visit(evening, **PHONE)
    page.emulate_media(color_scheme=scheme)
    page.evaluate("localStorage.clear()")
    open_anew(page)
    page.locator("#judge-all").tap()
    page.locator("#stop-judging").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    # The page keeps redrawing the panel. So one script must both find the button and measure it.
    assert page.evaluate("document.getElementById('stop-judging').offsetHeight") >= 40
