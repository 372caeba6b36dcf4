"""A card player's steps on a page work offline and from a cold start, by touch alone or by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import seen, settle
from test_trainer import OFFERED

Visit = Callable[..., Any]

#: Screens, each with a language and a colour scheme. The touch test uses all of them.
SCREENS = {
    "phone": {"width": 360, "height": 740, "lang": "de-AT"},
    "landscape": {"width": 740, "height": 360, "lang": "en-US", "dark": True},
    "tablet": {"width": 810, "height": 1080, "lang": "de-AT", "dark": True},
}


def cold(visit: Visit, file: Path, **screen: Any) -> Any:
    """Open a page that nobody has opened before."""
    page = visit(file, **screen)
    page.evaluate("localStorage.clear()")
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    return page


def fits(page: Any) -> bool:
    """Return whether the page is no wider than the screen, so that it does not scroll sideways."""
    widths = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    return bool(widths[0] <= widths[1])


@pytest.mark.parametrize(
    "screen", ["phone", "landscape", pytest.param("tablet", marks=pytest.mark.long)]
)
def test_by_touch_alone(visit: Visit, evening: Path, screen: str) -> None:
    """By touch alone a user can study a mistake, save a game, and answer questions.

    The user opens the worst mistake and plays another card there. Then the user saves the game as a page, and
    answers three questions.
    """
    page = cold(visit, evening, touch=True, **SCREENS[screen])
    assert fits(page)
    page.select_option("#sort", "cost")
    worst = page.locator(".game-row").first
    cost = int(worst.locator(".worst").inner_text().split("\u2212")[-1])
    worst.tap()
    settle(page)
    shown = seen(page)
    best, played = max(shown["worth"].values()), shown["worth"][shown["next"]]
    assert best - played == cost > 0 and fits(page)
    page.locator("button.tile:not(.next)").first.tap()
    settle(page)
    assert page.locator("#back-to-game").count() == 1 and fits(page)
    with page.expect_download() as download:
        page.locator("#share-page").tap()
    assert download.value.suggested_filename.endswith(".html")
    page.locator("#to-front").tap()
    page.locator("#my-mistakes").tap()
    page.locator("#names button").nth(5).tap()
    page.locator("#train").tap()
    for _ in range(3):
        page.locator(OFFERED).first.wait_for(timeout=60_000)
        assert fits(page)
        page.locator(OFFERED).last.tap()
        page.locator("#verdict").wait_for()
        assert fits(page)
        page.locator("#next-lesson").tap()
    page.go_back()
    page.locator("#lessons").wait_for()
    assert fits(page)


def walk_to(page: Any, selector: str) -> None:
    """Press Tab until the focus is on an element."""
    for _ in range(250):
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"{selector} is not reached with Tab")


@pytest.mark.parametrize("lang", ["de-AT", "en-US"])
def test_by_keyboard_alone(visit: Visit, evening: Path, lang: str) -> None:
    """The steps of the touch test above also work with Tab, Enter, arrow keys and Escape."""
    page = cold(visit, evening, lang=lang, dark=lang == "de-AT")
    walk_to(page, "#game-2")
    page.keyboard.press("Enter")
    settle(page)
    page.keyboard.press("Home")  # back to the first card: the game opens before the card that cost most
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert seen(page)["at"] == 4
    walk_to(page, "button.tile:not(.next)")
    page.keyboard.press("Enter")
    settle(page)
    assert page.locator("#back-to-game").count() == 1
    walk_to(page, "#share-page")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename.endswith(".html")
    page.keyboard.press("Escape")
    settle(page)
    page.keyboard.press("Escape")
    page.locator("#my-mistakes").wait_for()
    walk_to(page, "#my-mistakes")
    page.keyboard.press("Enter")
    page.locator("#names button").first.wait_for()
    walk_to(page, "#names button:nth-of-type(6)")
    page.keyboard.press("Enter")
    page.locator("#train").wait_for()
    walk_to(page, "#train")
    page.keyboard.press("Enter")
    for _ in range(3):
        page.locator(OFFERED).first.wait_for(timeout=60_000)
        walk_to(page, "#lesson-board button.tile, #bid-options button")
        page.keyboard.press("Enter")
        page.wait_for_selector("#verdict:focus")
        walk_to(page, "#next-lesson")
        page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.locator("#lessons").wait_for()
