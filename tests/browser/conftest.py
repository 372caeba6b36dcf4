"""Fixtures that open pages in the system's Chromium with playwright; without a browser tests are skipped."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsers import FLAGS, NAMES, browser_path
from pages import settle

from running import EVENING, run

#: Whether tests fail if playwright or the browser is missing. CI sets this. Elsewhere the tests are skipped.
NEEDED = bool(os.environ.get("KRANALYZE_NEED_BROWSER"))


def _missing() -> str:
    """Return a sentence that says which program these tests lack. Empty if nothing is missing."""
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
def contexts(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Any]:
    """Return a function that returns a browser context without a network.

    There is one context for each window size, language, color scheme and touch setting. Each context keeps an
    empty page from a file open. Other pages from files share the process of the empty page. So they open in
    half the time.
    """
    known: dict[tuple[Any, ...], Any] = {}
    empty = tmp_path_factory.mktemp("empty") / "empty.html"
    empty.write_text("<!doctype html><title>Empty</title>", encoding="utf-8")

    def context(width: int, height: int, lang: str, dark: bool, touch: bool) -> Any:
        key = (width, height, lang, dark, touch)
        if key not in known:
            known[key] = browser.new_context(
                viewport={"width": width, "height": height}, locale=lang, offline=True, has_touch=touch,
                color_scheme="dark" if dark else "light",
            )  # fmt: skip
            known[key].new_page().goto(empty.as_uri())
        return known[key]

    return context


@pytest.fixture
def visit(contexts: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """Yield a function that opens a page from its file, without a network.

    The test fails if a page prints to the console, raises an error, shows a dialog or requests an address of
    the network.
    """
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
        # Forget the deck, so that the next test sees French cards. Ignore errors: storage may be blocked.
        page.evaluate("() => { try { localStorage.removeItem('kranalyze.deck'); } catch { return; } }")
        page.close()
    assert said == []
    assert [url for url in asked if not url.startswith(("file:", "blob:", "data:"))] == []


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="session")
def evening(folder: Path) -> Path:
    """Return the page of the simulated log."""
    out = folder / "evening.html"
    assert run("analyze", EVENING, "--report", out).status == 0
    return out


@pytest.fixture(scope="session")
def shared_file(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Callable[..., Path]:
    """Return a function that returns the path of a file. One process of a parallel run writes the file."""
    root = tmp_path_factory.getbasetemp()
    if hasattr(request.config, "workerinput"):  # the folders of parallel processes lie in a common folder
        root = root.parent

    def written(name: str, write: Callable[[Path], None], most_seconds: int = 300) -> Path:
        out = root / name
        try:
            (root / f"started-{name}").touch(exist_ok=False)
        except FileExistsError:
            until = time.monotonic() + most_seconds
            while not out.exists():
                assert time.monotonic() < until, f"no other process has written {name}"
                time.sleep(0.1)
            return out
        unfinished = root / f"unfinished-{name}"
        write(unfinished)
        unfinished.rename(out)
        return out

    return written


@pytest.fixture(scope="session")
def judged_evening(shared_file: Callable[..., Path]) -> Path:
    """Return the page of the simulated log with the verdicts on all cards and bids.

    A page without verdicts judges a player's cards and bids when the user selects him. That takes seconds.
    """

    def write(out: Path) -> None:
        assert run("analyze", EVENING, "--single-dummy", "--report", out).status == 0

    return shared_file("judged-evening.html", write)


@pytest.fixture(scope="session")
def some_games(folder: Path) -> Path:
    """Return a page with every fourth game of the simulated log. These games are of all kinds.

    Write a log of these games beside the page.
    """
    out = folder / "every-fourth-game.html"
    head, *blocks = EVENING.read_text(encoding="utf-8").split("\n\n")
    out.with_suffix(".kpn").write_text("\n\n".join([head, *blocks[::4]]), encoding="utf-8")
    assert run("analyze", out.with_suffix(".kpn"), "--report", out).status == 0
    return out


@pytest.fixture(scope="session")
def table(folder: Path) -> Path:
    """Return the page with the empty table."""
    out = folder / "table.html"
    assert run("page", "-o", out).status == 0
    return out


@pytest.fixture(scope="session")
def times(request: pytest.FixtureRequest) -> list[str]:
    """Return a list of lines. Lines that tests append are printed at the end of the run."""
    lines: list[str] = []
    request.config.kr_times = lines  # type: ignore[attr-defined]
    return lines
