"""Tests of pages in a real browser, the system's Chromium with playwright; without it they are skipped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import FLAGS, NAMES, browser_path
from pages import settle

from running import EVENING, run

#: Set by CI: what is missing is a failure there.
NEEDED = bool(os.environ.get("KRANALYZE_NEED_BROWSER"))


def _missing() -> str:
    """Return what these tests need and do not have; empty if they have all."""
    try:
        import playwright  # noqa: F401
    except ImportError:
        return "playwright is not installed (pip install 'kranalyze[browser]')"
    return "" if browser_path() else f"there is no browser ({', '.join(NAMES)})"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    missing = _missing()
    for item in items:
        if Path(str(item.path)).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)
            if missing and not NEEDED:
                item.add_marker(pytest.mark.skip(reason=f"no pages in a browser: {missing}"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    skipped = terminalreporter.stats.get("skipped", [])
    left = [report for report in skipped if "no pages in a browser" in str(report.longrepr)]
    if left:
        terminalreporter.write_line(f"left out: {len(left)} tests of pages in a browser; {_missing()}")
    for line in getattr(terminalreporter.config, "kr_times", []):
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    path = browser_path()
    assert path is not None, _missing()
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def contexts(browser: Any) -> Callable[..., Any]:
    """Windows of a browser without a network, one for each size, language and light."""
    known: dict[tuple[Any, ...], Any] = {}

    def context(width: int, height: int, lang: str, dark: bool, touch: bool) -> Any:
        key = (width, height, lang, dark, touch)
        if key not in known:
            known[key] = browser.new_context(
                viewport={"width": width, "height": height}, locale=lang, offline=True, has_touch=touch,
                color_scheme="dark" if dark else "light",
            )  # fmt: skip
        return known[key]

    return context


@pytest.fixture
def visit(contexts: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Opens a page from its file, without a network; whatever it says on the console is a failure."""
    said: list[str] = []
    asked: list[str] = []
    pages = []

    def opened(
        file: Path, fragment: str = "", *, width: int = 1200, height: int = 900, lang: str = "en-US",
        dark: bool = False, touch: bool = False, quiet: bool = True,
    ) -> Any:  # fmt: skip
        page = contexts(width, height, lang, dark, touch).new_page()
        pages.append(page)
        if quiet:
            page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri() + fragment)
        page.wait_for_selector("html[data-ready]", state="attached")
        settle(page)
        return page

    yield opened
    for page in pages:
        # The next test sees French cards. A test may have forbidden the storage.
        page.evaluate("() => { try { localStorage.removeItem('kranalyze.deck'); } catch { return; } }")
        page.close()
    assert said == []
    assert [url for url in asked if not url.startswith(("file:", "blob:", "data:"))] == []


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="session")
def evening(folder: Path) -> Path:
    """The page of the simulated log."""
    out = folder / "evening.html"
    assert run("analyze", EVENING, "--report", out).status == 0
    return out


@pytest.fixture(scope="session")
def some_games(folder: Path) -> Path:
    """The page of every fourth game of the simulated log, of all kinds. Its log lies beside it."""
    out = folder / "every-fourth-game.html"
    head, *blocks = EVENING.read_text(encoding="utf-8").split("\n\n")
    out.with_suffix(".kpn").write_text("\n\n".join([head, *blocks[::4]]), encoding="utf-8")
    assert run("analyze", out.with_suffix(".kpn"), "--report", out).status == 0
    return out


@pytest.fixture(scope="session")
def table(folder: Path) -> Path:
    """The empty table."""
    out = folder / "table.html"
    assert run("page", "-o", out).status == 0
    return out


@pytest.fixture(scope="session")
def times(request: pytest.FixtureRequest) -> list[str]:
    """Lines that are printed at the end."""
    lines: list[str] = []
    request.config.kr_times = lines  # type: ignore[attr-defined]
    return lines
