"""Every view follows the rules of accessibility, as axe-core checks them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from pages import settle
from test_trainer import unfold

from kranalyze import Deal, read_kpn
from kranalyze.bundled import path_of_own_or_bundled
from running import EVENING, run

Visit = Callable[..., Any]
SCREENS = {"phone": (360, 740), "landscape": (740, 360), "tablet": (810, 1080), "desktop": (1280, 900)}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {"runOnly": RULES, "iframes": False, "resultTypes": ["violations"]}
DATA = Path(__file__).parent.parent / "data"

#: A deal of Graden in which South makes a Königmord.
DEAL = "N:T.T.JT.KQ 9.9.9.JT9 AKQ.AK.A. J.QJ.KQ.A"


@pytest.fixture(scope="session")
def axe() -> str:
    """Return the script of axe-core."""
    module = find_spec("axe_playwright_python")
    if module is None or module.origin is None:
        lacking = "axe-core is not installed (pip install 'kranalyze[browser]')"
        if os.environ.get("KRANALYZE_NEED_BROWSER"):
            pytest.fail(lacking)
        pytest.skip(lacking)
    return (Path(module.origin).parent / "axe.min.js").read_text(encoding="utf-8")


def violations(frame: Any, axe: str) -> list[str]:
    """Return the rules that a view breaks, each with the first elements that break it.

    Args:
        frame: the page, or a frame of it.
        axe: the script of axe-core.
    """
    settle(frame)
    frame.evaluate(axe)
    broken = frame.evaluate(
        "(options) => axe.run(document, options).then((result) => result.violations)", OPTIONS
    )
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')}"
        for rule in broken
        for node in rule["nodes"][:3]
    ]


# ---- the pages


def games_of_boards(*boards: int) -> list[str]:
    """Return games of the simulated log, by the numbers of their boards."""
    games = EVENING.read_text(encoding="utf-8").split("\n\n")
    return [game for board in boards for game in games if f'[Board "{board}"]' in game]


def report(folder: Path, name: str, games: list[str], *options: str, status: int = 0) -> Path:
    """Write the page of some games, and return its path."""
    log, out = folder / f"access-{name}.kpn", folder / f"access-{name}.html"
    log.write_text("\n\n".join(games), encoding="utf-8")
    assert run("analyze", log, *options, "--report", out).status == status
    return out


@pytest.fixture(scope="session")
def evenings(folder: Path) -> Path:
    """Return a page of two evenings with judged cards. The log has a wrong score for the first game."""
    games = games_of_boards(2, 5, 9, 15)
    days = ["2024.01.05", "2024.01.05", "2024.03.08", "2024.03.08"]
    dated = [game.replace("[Game", f'[Date "{day}"] [Game', 1) for game, day in zip(games, days, strict=True)]
    dated[0] = re.sub(r'Score "N:-?[0-9]+', 'Score "N:990', dated[0])
    return report(folder, "evenings", dated, "--single-dummy", "--no-bids")


@pytest.fixture(scope="session")
def one_bid(folder: Path) -> Path:
    """Return the page of board 69, in which a bid cost something."""
    return report(folder, "one-bid", games_of_boards(69))


@pytest.fixture(scope="session")
def trump_bids(folder: Path) -> Path:
    """Return the page of board 51. Before Gustl bids, other players bid suits, one of them red."""
    games = path_of_own_or_bundled("simulated-log.kpn").read_text(encoding="utf-8").split("\n\n")
    return report(folder, "trump-bids", [game for game in games if '[Board "51"]' in game])


@pytest.fixture(scope="session")
def left_out(folder: Path) -> Path:
    """Return the page of a log with one good game. The other games are left out because of problems."""
    broken = [(DATA / "invalid" / f"{name}.kpn").read_text() for name in ("cards", "hands")]
    return report(folder, "left-out", [*games_of_boards(2), *broken], status=123)


@pytest.fixture(scope="session")
def deals(folder: Path) -> Path:
    """Return the page of three deals, which have no players and no cards played."""
    kpn, out = folder / "access-deals.kpn", folder / "access-deals.html"
    assert run("deal", "-n", 3, "--seed", 1, "-o", kpn).status == 0
    assert run("page", kpn, "-o", out).status == 0
    return out


@pytest.fixture(scope="session")
def survey(folder: Path) -> Path:
    """Return the page that ``stats --report`` writes."""
    out = folder / "access-survey.html"
    assert run("stats", "--random", 200, "--seed", 1, "--contract", "koenigmord", "--report", out).status == 0
    return out


@pytest.fixture(scope="session")
def notebook(folder: Path) -> Path:
    """Return a notebook page with a live board, and a record that is shown twice."""
    out = folder / "access-notebook.html"
    record = read_kpn(EVENING).records[1]
    shown = [Deal.parse(DEAL).board(contract="koenigmord", declarer="S"), record, record]
    inside = "".join(f"<div>{display._repr_html_()}</div>" for display in shown)
    out.write_text(
        '<!doctype html><html lang="en" data-ready><head><title>Notebook</title></head>'
        f"<body><main><h1>Notebook</h1>{inside}</main></body></html>",
        encoding="utf-8",
    )
    return out


# ---- the modes


@dataclass(frozen=True)
class Mode:
    """A view of a page.

    Attributes:
        page: name of the fixture that writes the page.
        drive: function that does what a user does to get from the open page to the view.
        address: the part of the address after #, which opens a game.
    """

    page: str
    drive: Callable[[Any], None] = lambda page: None
    address: str = ""


def show_all_players(page: Any) -> None:
    """Unfold the table of players by evening, and all columns of the table of players."""
    page.click("#by-evening summary")
    if page.locator("#all-columns").is_visible():
        page.click("#all-columns")


def try_a_card(page: Any) -> None:
    """Play a card that differs from the card in the record, and solve all contracts."""
    page.locator("button.tile:not(.next)").first.click()
    settle(page)
    page.click("#grid-button")


def ask_another_contract(page: Any) -> None:
    """Solve another contract with the cards of the game."""
    page.select_option("#ask-contract", "durchmarsch")
    page.select_option("#ask-declarer", "0")
    page.click("#ask-solve")


def share_the_game(page: Any) -> None:
    """Save the game as a page of its own, and copy its record."""
    page.click("#copy-kpn")
    with page.expect_download():
        page.click("#share-page")


def give_cards(page: Any) -> None:
    """Give two cards of the pack to the hands of the empty table."""
    page.click("#pack-HA")
    page.click("#pack-SK")


def type_a_broken_deal(page: Any) -> None:
    """Let the page read a KPN text with an error."""
    page.fill("#kpn", "[Game ")
    page.click("#kpn-read")


def deal_at_random(page: Any) -> None:
    """Put a random deal on the table."""
    page.click("#setup-random")
    page.click("#setup-done")


def paste_games(page: Any) -> None:
    """Let the page read three games. The page then lists them."""
    page.fill("#kpn", "\n\n".join(games_of_boards(2, 5, 9)))
    page.click("#kpn-read")


def open_trainer(page: Any) -> None:
    """Open *My mistakes* as a user who has not chosen a name yet."""
    page.evaluate("localStorage.clear()")
    page.click("#my-mistakes")


def list_lessons(page: Any, name: str = "Dora", kind: str = "card") -> None:
    """List the lessons of a player."""
    open_trainer(page)
    page.locator("#names button", has_text=name).click()
    page.locator(f".lesson-row[data-kind={kind}]").first.wait_for(state="attached")
    unfold(page)


def ask_a_card(page: Any) -> None:
    """Open a lesson that asks which card to play."""
    list_lessons(page)
    page.locator(".lesson-row[data-kind=card]").first.click()
    page.locator("#lesson-board button.tile").first.wait_for()


def answer_a_card(page: Any) -> None:
    """Choose a card, and wait for the reason."""
    ask_a_card(page)
    page.locator("#lesson-board button.tile").last.click()
    page.locator("#reason").wait_for()


def show_an_example(page: Any) -> None:
    """Show an example layout of a reason."""
    answer_a_card(page)
    page.locator("#show-layout").click()
    page.locator("#example").wait_for()


def ask_a_bid(page: Any) -> None:
    """Open a lesson that asks what to bid."""
    list_lessons(page, "Gustl", "bid")
    page.locator(".lesson-row[data-kind=bid]").first.click()
    page.locator("#bid-options button").first.wait_for()


def answer_a_bid(page: Any) -> None:
    """Choose a bid."""
    ask_a_bid(page)
    page.locator("#bid-options button").last.click()
    page.locator("#bids").wait_for()


def know_all(page: Any) -> None:
    """Answer the few questions of a player until the player knows the answers to all."""
    ask_a_bid(page)
    page.locator("#bid-bettler").click()
    page.locator("#next-lesson").click()
    for _ in range(8):
        settle(page)
        tiles = page.locator("#lesson-board button.tile, #bid-options button")
        if not tiles.count():
            return
        tiles.first.click()
        page.locator("#next-lesson").click()


def open_live_board(page: Any) -> None:
    """Wait for the live board of a notebook. Then open a second live board with the link of a picture."""
    page.frame_locator("iframe").locator("html[data-ready]").wait_for(state="attached")
    page.locator("[data-kranalyze] a").first.press("Enter")
    page.frame_locator("[data-kranalyze] iframe").locator("html[data-ready]").wait_for(state="attached")


MODES = {
    "list": Mode("evening"),
    "evenings": Mode("evenings", show_all_players),
    "problems": Mode("left_out"),
    "deals": Mode("deals"),
    "game": Mode("evening", address="#g=2&at=4"),
    "judged-card": Mode("evenings", address="#g=1&at=4"),
    "end-of-game": Mode("evenings", lambda page: page.keyboard.press("End"), address="#g=1"),
    "what-if": Mode("evening", try_a_card, address="#g=2&at=4"),
    "another-contract": Mode("evening", ask_another_contract, address="#g=2"),
    "sharing": Mode("evening", share_the_game, address="#g=2&at=4"),
    "setup": Mode("table", give_cards),
    "typing-errors": Mode("table", type_a_broken_deal),
    "dealt": Mode("table", deal_at_random),
    "pasted": Mode("table", paste_games),
    "names": Mode("evening", open_trainer),
    "lessons": Mode("judged_evening", list_lessons),
    "card-question": Mode("judged_evening", ask_a_card),
    "card-answer": Mode("judged_evening", answer_a_card),
    "example-layout": Mode("judged_evening", show_an_example),
    "bid-question": Mode("one_bid", ask_a_bid),
    "bid-answer": Mode("one_bid", answer_a_bid),
    "bid-after-trumps": Mode("trump_bids", ask_a_bid),
    "all-known": Mode("one_bid", know_all),
    "survey": Mode("survey"),
    "notebook": Mode("notebook", open_live_board),
}  # fmt: skip

#: Screens and languages in which every mode is checked.
SEEN = [
    ("phone", "de-AT"), ("desktop", "en-GB"),
    pytest.param("phone", "en-GB", marks=pytest.mark.long),
    pytest.param("desktop", "de-AT", marks=pytest.mark.long),
]  # fmt: skip


def broken_in_both_lights(page: Any, axe: str) -> Mapping[str, list[str]]:
    """Return the rules that a view and its frames break, by colour scheme (light, dark)."""
    broken = {}
    for colours in ("light", "dark"):
        page.emulate_media(color_scheme=colours)
        broken[colours] = violations(page, axe)
        for frame in page.frames[1:]:
            broken[colours] += violations(frame, axe)
    return broken


@pytest.mark.parametrize(("screen", "lang"), SEEN)
@pytest.mark.parametrize("mode", MODES)
def test_every_mode(
    request: pytest.FixtureRequest, visit: Visit, axe: str, mode: str, screen: str, lang: str
) -> None:
    """No view breaks a rule on a phone or a desktop, light or dark, in German or English."""
    view, (width, height) = MODES[mode], SCREENS[screen]
    file = request.getfixturevalue(view.page)
    page = visit(file, view.address, width=width, height=height, lang=lang, touch=width < 1000)
    view.drive(page)
    assert broken_in_both_lights(page, axe) == {"light": [], "dark": []}


@pytest.mark.parametrize("screen", ["landscape", "tablet"])
@pytest.mark.parametrize(
    "mode", ["list", "what-if", "card-question", "card-answer", "bid-question", "bid-answer"]
)
def test_other_screens(
    request: pytest.FixtureRequest, visit: Visit, axe: str, mode: str, screen: str
) -> None:
    """Some views have another layout on a landscape phone or a tablet. They break no rule there either."""
    view, (width, height) = MODES[mode], SCREENS[screen]
    file = request.getfixturevalue(view.page)
    page = visit(file, view.address, width=width, height=height, lang="de-AT", touch=True)
    view.drive(page)
    assert broken_in_both_lights(page, axe) == {"light": [], "dark": []}


@pytest.mark.parametrize(
    ("damage", "rule"),
    [
        ("document.querySelector('.lead').style.color = '#bbb'", "color-contrast"),
        ("['aria-label', 'title'].forEach((name) => document.querySelector('#deck').removeAttribute(name));"
         " document.querySelector('#deck .word').remove()", "button-name"),
        ("document.querySelector('.choice').replaceWith(document.querySelector('#sort'))", "select-name"),
        ("document.documentElement.removeAttribute('lang')", "html-has-lang"),
    ],
    ids=["contrast", "button", "field", "language"],
)  # fmt: skip
def test_broken_rules_are_found(visit: Visit, evening: Path, axe: str, damage: str, rule: str) -> None:
    """The check finds the rule that a damaged page breaks."""
    page = visit(evening, width=360, height=740, touch=True)
    assert violations(page, axe) == []
    page.evaluate(f"() => {{ {damage}; }}")
    assert {line.split(":")[0] for line in violations(page, axe)} == {rule}
