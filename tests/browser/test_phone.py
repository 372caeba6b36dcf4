"""The page on a phone, by touch: nothing moves under the thumb, Back returns to the list."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pages import seen, settle

from kranalyze import read_kpn
from running import EVENING, run

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}

#: The first twelve games of the log.
TWELVE_GAMES = "\n\n".join(EVENING.read_text(encoding="utf-8").split("\n\n")[:13])
LANDSCAPE = {"width": 740, "height": 360, "touch": True}
TABLET = {"width": 810, "height": 1080, "touch": True}


def tap(page: Any, selector: str) -> None:
    """Touch the middle of an element where it stands, without scrolling to it."""
    x, y = middle(page, selector)
    page.touchscreen.tap(x, y)
    settle(page)


def middle(page: Any, selector: str) -> tuple[float, float]:
    """Return the middle of an element, which must be on the screen."""
    box = page.locator(selector).bounding_box()
    assert box is not None, selector
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    assert 0 < x < page.viewport_size["width"] and 0 < y < page.viewport_size["height"], (selector, box)
    return x, y


# ---- stepping


@pytest.mark.parametrize("screen", [PHONE, LANDSCAPE, TABLET], ids=["phone", "landscape", "tablet"])
@pytest.mark.parametrize("game", [1, 11])
def test_taps_on_one_point_step_card_by_card(visit: Visit, evening: Path, screen: Any, game: int) -> None:
    """The arrow stays where it is, and so do the hands."""
    page = visit(evening, f"#g={game}", **screen)
    x, y = middle(page, "#forward")
    wide, high = screen["width"], screen["height"]
    assert x > wide / 2 and y > high / 2  # within reach of the thumb of the right hand
    places = page.evaluate("[...document.querySelectorAll('.hand')].map((one) => one.offsetTop)")
    for number in range(1, 9):
        page.touchscreen.tap(x, y)
        assert seen(page)["at"] == number
        now = page.evaluate("[...document.querySelectorAll('.hand')].map((one) => one.offsetTop)")
        assert now == places, number


def test_a_click_on_one_point_on_a_desktop(visit: Visit, evening: Path) -> None:
    page = visit(evening, "#g=2")
    x, y = middle(page, "#forward")
    for number in range(1, 24):
        page.mouse.click(x, y)
        assert seen(page)["at"] == number


def test_trying_a_card_moves_no_card(visit: Visit, evening: Path) -> None:
    """A note says that another line is being tried. It stands below the table, so no card moves."""
    page = visit(evening, "#g=2", **PHONE)
    script = "(board) => Object.values(board.getBoundingClientRect().toJSON()).map(Math.round)"
    before = page.locator("#board").evaluate(script)
    page.locator("button.tile:not(.next)").first.tap()
    settle(page)
    assert page.locator("#back-to-game").count() == 1
    assert page.locator("#board").evaluate(script) == before


# ---- back


@pytest.fixture
def opened(visit: Visit, evening: Path) -> Iterator[Any]:
    """Yield the page of an evening with an open game, which is far down the list.

    After the test, check that the list is back at its old place, with the focus on this game.
    """
    page = visit(evening, **PHONE)
    page.locator("#game-40").scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, 120)")
    place = page.evaluate("scrollY")
    tap(page, "#game-40")
    assert page.locator("#board").count() == 1
    page.evaluate("scrollTo(0, 0)")
    yield page
    settle(page)
    page.wait_for_selector("#game-40")
    assert page.evaluate("document.activeElement.id") == "game-40"
    assert abs(page.evaluate("scrollY") - place) < 3
    # The history has no second entry for the list: the next Back would leave the page.
    assert page.evaluate("history.state?.depth ?? 0") == 0


def test_back_returns_to_the_list(opened: Any) -> None:
    tap(opened, "#forward")
    opened.wait_for_timeout(150)
    opened.go_back()


def test_escape_returns_to_the_list(opened: Any) -> None:
    opened.keyboard.press("Escape")


def test_the_button_returns_to_the_list(opened: Any) -> None:
    tap(opened, "#to-front")


def test_back_from_a_pasted_evening(visit: Visit, table: Path) -> None:
    """Back leads from a game to the list, and from the list to the cards and the pasted text."""
    page = visit(table, **PHONE)
    page.fill("#kpn", TWELVE_GAMES)
    page.locator("#kpn-read").tap()
    settle(page)
    page.locator("#game-3").tap()
    settle(page)
    page.go_back()
    page.wait_for_selector("#game-3")
    page.go_back()
    page.wait_for_selector("#kpn")
    assert page.locator("#kpn").input_value().startswith("% KPN")


# ---- the list


@pytest.fixture(scope="module")
def dearest() -> dict[int, dict[str, Any]]:
    """Return Berta's most expensive card of each game of the log in which her cards cost something."""
    rows = run("analyze", EVENING, "--json", "--cards").rows
    found = {}
    for record, cards in itertools.groupby(rows, key=lambda row: int(row["record"])):
        played = [{**row, "at": at} for at, row in enumerate(cards)]
        mine = [row for row in played if row["player"] == "Berta" and row["cost"]]
        if mine:
            found[record] = max(mine, key=lambda row: (row["cost"], -row["at"]))
    return found


def test_the_games_of_a_player(visit: Visit, evening: Path, dearest: dict[int, dict[str, Any]]) -> None:
    """If Berta is chosen, a row shows her most expensive card, and a tap opens the game before this card.

    The rows are sorted by the cost of this card.
    """
    page = visit(evening, **PHONE)
    page.select_option("#filter-player", "Berta")
    page.select_option("#sort", "cost")
    script = """() => [...document.querySelectorAll(".game-row")].map((row) =>
        [Number(row.id.slice(5)), row.querySelector(".worst").textContent])"""
    rows = page.evaluate(script)
    assert all(("Berta" in words) == (index in dearest) for index, words in rows)
    costs = [dearest[index]["cost"] if index in dearest else 0 for index, _ in rows]
    assert costs == sorted(costs, reverse=True) and costs[0] > 0
    for index, words in rows[:3]:
        assert words.endswith(f"\u2212{dearest[index]['cost']}")
        page.locator(f"#game-{index}").tap()
        shown = seen(page)
        assert (shown["at"], shown["next"]) == (dearest[index]["at"], dearest[index]["card"])
        page.go_back()
        page.wait_for_selector(f"#game-{index}")


def test_the_table_of_players_fits_and_answers_taps(visit: Visit, evening: Path) -> None:
    page = visit(evening, **PHONE)
    widths = "(table) => [table.scrollWidth, table.parentElement.clientWidth]"
    wide, room = page.locator(".players").evaluate(widths)
    assert wide <= room
    given = page.locator(".players th[data-column=givenAway]")
    box = given.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 360
    given.locator("button").tap()
    settle(page)
    assert given.get_attribute("aria-sort") == "descending"
    amounts = [int(text) for text in page.locator(".players td[data-column=givenAway]").all_inner_texts()]
    assert amounts == sorted(amounts, reverse=True) and amounts[0] > 0
    first = page.locator(".players tbody th").first
    name = first.inner_text().strip()
    first.locator("button").tap()
    settle(page)
    assert page.locator("#filter-player").input_value() == name
    games = read_kpn(EVENING).records
    assert page.locator(".game-row").count() == sum(name in game.names for game in games) > 0


@pytest.mark.parametrize("lang", ["de-AT", "en-US"])
def test_the_table_of_players_fits_with_luck(visit: Visit, folder: Path, lang: str) -> None:
    """The table fits even with the columns "mistakes" and "bad luck", and with the longer German words."""
    log, out = folder / "some-games.kpn", folder / "some-games.html"
    log.write_text("\n\n".join(EVENING.read_text().split("\n\n")[1:4]))
    assert run("analyze", log, "--single-dummy", "--no-bids", "--report", out).status == 0
    page = visit(out, lang=lang, **PHONE)
    wide, room = page.locator("#players-table").evaluate("(box) => [box.scrollWidth, box.clientWidth]")
    assert wide <= room
    assert page.locator("#players-table th[data-column=unlucky]").is_visible()


def test_a_pasted_evening_outlives_a_reload(visit: Visit, table: Path) -> None:
    page = visit(table, **PHONE)
    page.fill("#kpn", TWELVE_GAMES)
    page.locator("#kpn-read").tap()
    settle(page)
    assert page.locator(".game-row").count() == 12
    page.locator("#game-2").tap()
    settle(page)
    page.wait_for_timeout(150)
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    settle(page)
    assert page.locator("#board").count() == 1
    page.go_back()
    page.wait_for_selector("#game-2")
    assert page.locator(".game-row").count() == 12


def test_a_wrong_score_is_marked(visit: Visit, folder: Path) -> None:
    """The list and the settlement mark a wrong score. The list does not mark a right score."""
    log, out = folder / "wrong-score.kpn", folder / "wrong-score.html"
    games = EVENING.read_text().split("\n\n")[1:4]
    wrong = re.sub(r'Score "N:-?[0-9]+', 'Score "N:990', games[1])
    assert wrong != games[1]
    log.write_text("\n\n".join([games[0], wrong, games[2]]))
    assert run("analyze", log, "--report", out).status == 0
    page = visit(out, lang="de-AT", **PHONE)
    marked = page.locator(".game-row:has(.wrong-score)").evaluate_all("rows => rows.map((row) => row.id)")
    assert marked == ["game-1"]
    page.locator("#game-1").tap()
    settle(page)
    assert "falsch aufgeschrieben" in page.locator("#outcome").inner_text()


def test_several_evenings(visit: Visit, folder: Path) -> None:
    """The title is the event or the dates. The list and the table of players show the chosen evening only.

    Every row of the list has its date.
    """
    games = EVENING.read_text().split("\n\n")[1:13]
    evenings = []
    for day, some in (("2024.01.05", games[:6]), ("2024.03.08", games[6:])):
        evenings += [re.sub(r'\[Event "[^"]*"\]', f'[Event "Club"]\n[Date "{day}"]', game) for game in some]
    log, out = folder / "evenings.kpn", folder / "evenings.html"
    log.write_text("\n\n".join(evenings).replace('[Score "N:', '[Score "N:'))
    assert run("analyze", log, "--report", out).status == 0
    page = visit(out, **PHONE)
    assert page.locator("h1").inner_text() in ("Club", "5 January 2024 – 8 March 2024")
    rows = page.locator(".game-row").all_inner_texts()
    days = ("5 January 2024", "8 March 2024")
    assert all(days[0] in text for text in rows[:6]) and all(days[1] in text for text in rows[6:])
    sums = page.locator(".players td[data-column=sum]").all_inner_texts()
    page.select_option("#filter-evening", "2024.01.05")
    settle(page)
    assert page.locator(".game-row").count() == 6
    assert page.locator(".players td[data-column=sum]").all_inner_texts() != sums


def test_players_by_evening(visit: Visit, folder: Path) -> None:
    """The table has each evening's sums. A tap chooses an evening. The page does not scroll sideways."""
    games = [game for game in EVENING.read_text().split("\n\n")[1:] if '[Game "graden"]' in game][:30]
    days = [f"2024.01.{10 + i // 3}" for i in range(30)]
    log, out = folder / "ten-evenings.kpn", folder / "ten-evenings.html"
    log.write_text(
        "\n\n".join(
            re.sub(r'\[Event "[^"]*"\]', "", game).replace("[Game", f'[Date "{day}"] [Game', 1)
            for game, day in zip(games, days, strict=True)
        )
    )
    assert run("analyze", log, "--report", out).status == 0
    rows = [row for row in run("analyze", log, "--json").rows if row["table"] == "games"]
    wanted = dict[str, Counter[str]]()
    for row in rows:
        sums = wanted.setdefault(row["date"], Counter())
        for seat in "nesw":
            sums[row[f"player_{seat}"]] += row[f"settlement_{seat}"] or 0
    page = visit(out, **PHONE)
    page.locator("#by-evening summary").tap()
    script = """() => [...document.querySelectorAll("#by-evening tbody")].map((body) => [body.dataset.evening,
      [...body.querySelectorAll("tr:has(td)")].map((row) =>
        [row.querySelector("th").textContent, row.querySelector("td").textContent])])"""
    found = {
        day: {name: int(text.replace("\u2212", "-")) for name, text in players}
        for day, players in page.evaluate(script)
    }
    assert found == wanted and len(found) == 10
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    table = page.locator("#by-evening table").bounding_box()
    assert table["x"] >= 0 and table["x"] + table["width"] <= 360
    page.locator("#evening-3").tap()
    settle(page)
    assert page.locator("#filter-evening").input_value() == "2024.01.13"
    assert page.locator(".game-row").count() == 3


def test_the_numbers_of_the_chart_are_whole(visit: Visit, evening: Path) -> None:
    """No number at the left edge of the chart of scores begins outside the picture."""
    page = visit(evening, **PHONE)
    lefts = page.locator(".chart text:not(.name)").evaluate_all(
        "texts => texts.map((one) => one.getBBox().x)"
    )
    assert lefts and min(lefts) >= 0
    strokes = page.locator(".chart polyline").evaluate_all(
        "lines => lines.map((one) => getComputedStyle(one).stroke)"
    )
    assert len(set(strokes)) == len(strokes) > 6  # a colour for each player


def test_the_page_is_small(evening: Path) -> None:
    """A page of 76 games stays under 450 kB."""
    assert evening.stat().st_size < 450_000
