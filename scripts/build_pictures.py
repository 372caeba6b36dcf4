"""Make page.png and trainer.png, the pictures in README.md, from the page of the simulated log.

Usage:
    python scripts/build_pictures.py [FOLDER]

FOLDER is datasets by default. The script needs a browser and playwright: pip install 'kranalyze[browser]'.
"""

from __future__ import annotations

import base64
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path += [str(ROOT / "tests" / "browser")]

#: BOARD is the number of the game in page.png. PLAYER is the player in trainer.png.
BOARD = 5
PLAYER = "Gustl"

#: Heights in pixels of the screens in page.png and in trainer.png. GAP is the space between two screens.
GAME_HEIGHT = 740
LESSON_HEIGHT = 740
GAP = 20


def opened(browser: Any, file: Path, place: str, width: int, height: int, **screen: Any) -> Any:
    """Open the page in a new tab, and return the tab.

    Args:
        browser: a browser of playwright.
        file: file of the page.
        place: fragment of the address, with its "#". Empty: the start of the page.
        width: width of the screen in pixels.
        height: height of the screen in pixels.
        screen: other options of the tab, for example ``locale``.
    """
    from pages import settle

    page = browser.new_page(viewport={"width": width, "height": height}, **screen)
    page.goto(file.as_uri() + place)
    page.wait_for_selector("html[data-ready]", state="attached")
    settle(page)
    return page


def game_screens(browser: Any, evening: Path) -> list[bytes]:
    """Return screenshots of two screens that show a costly card of a game.

    The first screen is a desktop. The second is a phone in German, with dark colours.
    """
    desktop = opened(browser, evening, f"#g={BOARD}&at=4", 1000, GAME_HEIGHT, locale="en-GB")
    dark = {"locale": "de-AT", "color_scheme": "dark"}
    phone = opened(browser, evening, f"#g={BOARD}&at=4", 360, GAME_HEIGHT, **dark)
    phone.click("#deck")
    return [desktop.screenshot(), phone.screenshot()]


def lesson_screens(browser: Any, evening: Path) -> list[bytes]:
    """Return screenshots of a phone: a question about a card, its answer, and a question about a bid."""
    page = opened(browser, evening, "", 360, LESSON_HEIGHT, locale="en-GB")
    page.click("#my-mistakes")
    page.locator("#names button", has_text=PLAYER).click()
    page.locator("#progress [role=status]").wait_for(state="detached", timeout=300_000)
    mistakes = page.locator(".lesson-row[data-kind=card][data-verdict=mistake]")
    mistakes.filter(has_text=re.compile("Trick [123]")).first.click()
    page.locator("#lesson-board button.tile").first.wait_for()
    question = page.screenshot()
    page.locator("#lesson-board button.tile").last.click()
    page.locator("#reason").wait_for()
    page.evaluate("document.getElementById('answer-panel').scrollIntoView()")
    answer = page.screenshot()
    bids = page.locator(".lesson-row[data-kind=bid]")
    for number in range(20):
        page.click("#to-lessons")
        page.evaluate("document.querySelectorAll('#lessons details').forEach((group) => (group.open = true))")
        bids.nth(number).click()
        page.locator("#bid-options button").first.wait_for()
        # Stop if the question is about the contract, and not about a trump or a called card.
        if page.locator("#bid-options.of-contract").count():
            break
        page.locator("#bid-options button").first.click()
    return [question, answer, page.screenshot()]


def side_by_side(browser: Any, screens: Sequence[bytes], height: int) -> bytes:
    """Return one picture with several screenshots beside each other. All screenshots have the same height."""
    sources = [f"data:image/png;base64,{base64.b64encode(screen).decode()}" for screen in screens]
    images = "".join(f'<img src="{source}">' for source in sources)
    page = browser.new_page(viewport={"width": 2000, "height": height})
    page.set_content(
        f'<body style="margin:0"><div style="display:inline-flex; gap:{GAP}px">{images}</div></body>'
    )
    page.wait_for_function("[...document.images].every((image) => image.complete)")
    picture: bytes = page.locator("div").screenshot()
    return picture


def main(folder: Path) -> None:
    """Write both pictures to a folder."""
    from browsers import FLAGS, browser_path
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as play:
        evening = Path(scratch) / "evening.html"
        log = ROOT / "datasets" / "simulated-log.kpn"
        command = [sys.executable, "-P", "-m", "kranalyze", "analyze", str(log), "--report", str(evening)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        browser = play.chromium.launch(executable_path=browser_path(), args=list(FLAGS))
        screens = {"page": game_screens(browser, evening), "trainer": lesson_screens(browser, evening)}
        heights = {"page": GAME_HEIGHT, "trainer": LESSON_HEIGHT}
        for name, shown in screens.items():
            picture = side_by_side(browser, shown, heights[name])
            (folder / f"{name}.png").write_bytes(picture)
            print(f"{name}.png: {len(picture):,} bytes")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "datasets")
