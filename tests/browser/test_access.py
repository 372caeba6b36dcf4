"""What the rules of accessibility ask of every view, checked by axe-core."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from pages import settle

from running import EVENING, run

Visit = Callable[..., Any]
SCREENS = {"phone": (360, 740), "landscape": (740, 360), "tablet": (810, 1080), "desktop": (1280, 900)}
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core."""
    found = find_spec("axe_playwright_python")
    if found is None or found.origin is None:
        pytest.skip("axe-core is not installed (pip install 'kranalyze[browser]')")
    return (Path(found.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def violations(page: Any, axe: str) -> list[str]:
    """The rules that a view breaks, each with the first elements that break it."""
    settle(page)
    page.evaluate(axe)
    found = page.evaluate("(rules) => axe.run(document, rules).then((all) => all.violations)", RULES)
    return [
        f"{one['id']}: {node['target']} {node.get('failureSummary', '')}"
        for one in found
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_an_evening(visit: Visit, evening: Path, axe: str, screen: str, dark: bool) -> None:
    """The list, a game, another line that is tried, all contracts."""
    width, height = SCREENS[screen]
    page = visit(evening, width=width, height=height, dark=dark, lang="de-AT", touch=width < 1000)
    assert violations(page, axe) == []
    page.click("#game-1")
    assert violations(page, axe) == []
    page.locator("button.tile:not(.next)").first.click()
    settle(page)
    page.click("#grid-button")
    assert violations(page, axe) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", ["phone", "desktop"])
def test_the_empty_table(visit: Visit, table: Path, axe: str, screen: str, dark: bool) -> None:
    """Cards to give, errors of a paste, a deal on the table."""
    width, height = SCREENS[screen]
    page = visit(table, width=width, height=height, dark=dark, touch=width < 1000)
    page.click("#pack-HA")
    assert violations(page, axe) == []
    page.fill("#kpn", "[Game ")
    page.click("#kpn-read")
    assert violations(page, axe) == []
    page.click("#setup-random")
    page.click("#setup-done")
    assert violations(page, axe) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_the_trainer(visit: Visit, evening: Path, axe: str, screen: str, dark: bool) -> None:
    """The choice of a name, the list, a question, its answer with the course of the game."""
    width, height = SCREENS[screen]
    page = visit(evening, width=width, height=height, dark=dark, lang="de-AT", touch=width < 1000)
    page.evaluate("localStorage.clear()")
    page.click("#my-mistakes")
    assert violations(page, axe) == []
    page.locator("#names button", has_text="Dora").click()
    page.locator(".lesson-row[data-kind=card]").first.wait_for()
    assert violations(page, axe) == []
    page.locator(".lesson-row[data-kind=card]").first.click()
    page.locator("#lesson-board button.tile").first.wait_for()
    assert violations(page, axe) == []
    page.locator("#lesson-board button.tile").last.click()
    page.locator("#reason").wait_for()
    page.click("#course summary")
    assert violations(page, axe) == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_bid_in_the_trainer(
    visit: Visit, folder: Path, axe: str, screen: str, dark: bool
) -> None:
    """A question about a bid, and its answer. Board 69 is a bid that cost something."""
    games = EVENING.read_text(encoding="utf-8").split("\n\n")
    log, out = folder / "one-bid.kpn", folder / "one-bid.html"
    log.write_text(next(game for game in games if '[Board "69"]' in game), encoding="utf-8")
    assert run("analyze", log, "--report", out).status == 0
    width, height = SCREENS[screen]
    page = visit(out, width=width, height=height, dark=dark, lang="de-AT", touch=width < 1000)
    page.evaluate("localStorage.clear()")
    page.click("#my-mistakes")
    page.locator("#names button", has_text="Gustl").click()
    page.locator(".lesson-row[data-kind=bid]").first.click()
    page.locator("#bid-options button").first.wait_for()
    assert violations(page, axe) == []
    page.locator("#bid-options button").last.click()
    page.locator("#bids").wait_for()
    assert violations(page, axe) == []
