"""The list of games and the table of players on a phone: luck, many players, large sums, scrolling."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import settle
from test_trainer import forget, wait_for_all_lessons

from running import EVENING, run

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True, "lang": "de-AT"}
GAMES = [game for game in EVENING.read_text(encoding="utf-8").split("\n\n") if "[Board " in game]
VERDICTS = {"mistake": "Fehler", "unlucky": "Pech", "lucky": "Glück"}


def report(folder: Path, name: str, games: list[str], *options: str) -> tuple[Path, Path]:
    """Write a log of some games, and its page. Return the paths of log and page."""
    log, out = folder / f"players-{name}.kpn", folder / f"players-{name}.html"
    log.write_text("\n\n".join(games), encoding="utf-8")
    assert run("analyze", log, *options, "--report", out).status == 0
    return log, out


def test_luck_is_in_the_list(visit: Visit, folder: Path) -> None:
    """Every row says whether the most expensive card was a mistake or luck, as ``analyze`` judges it."""
    log, out = report(folder, "luck", GAMES[:6], "--single-dummy", "--no-bids")
    cards = run("analyze", log, "--single-dummy", "--no-bids", "--json", "--cards").rows
    page, compared = visit(out, **PHONE), 0
    for record, played in itertools.groupby(cards, key=lambda row: int(row["record"])):
        costly = [row for row in played if row["cost"]]
        shown = page.locator(f"#game-{record} .worst").inner_text()
        if not costly:
            assert shown.strip() == ""
            continue
        dearest = max(costly, key=lambda row: row["cost"])  # the first of equally costly cards
        verdict = VERDICTS.get(dearest["sd_verdict"], "")
        assert [word for word in VERDICTS.values() if word in shown] == [verdict][: bool(verdict)], shown
        compared += bool(verdict)
    assert compared > 1


def test_twelve_players_have_twelve_colours(visit: Visit, folder: Path) -> None:
    names = [f"Spieler {letter}" for letter in "ABCDEFGHIJKL"]
    graden = [game for game in GAMES if '[Game "graden"]' in game][:6]
    seats = ("West", "North", "East", "South")
    games = []
    for number, game in enumerate(graden):
        for seat, name in zip(seats, names[number % 3 * 4 :], strict=False):
            game = re.sub(rf'\[{seat} "[^"]*"\]', f'[{seat} "{name}"]', game)
        games.append(game)
    page = visit(report(folder, "twelve", games)[1], **PHONE)
    colours = page.locator(".chart polyline").evaluate_all(
        "lines => lines.map((line) => getComputedStyle(line).stroke)"
    )
    assert len(colours) == len(set(colours)) == 12
    tops = sorted(page.locator(".chart .name").evaluate_all("all => all.map((name) => name.getBBox().y)"))
    assert all(below - above > 8 for above, below in itertools.pairwise(tops))  # no name lies on another


def test_a_player_keeps_his_colour(visit: Visit, evening: Path) -> None:
    """The line of a player looks the same in the tables of all games."""
    page = visit(evening, **PHONE)
    lines: dict[str, set[str]] = {}
    tabs = page.locator("#scores .tabs button")
    for number in range(tabs.count()):
        tabs.nth(number).tap()
        for name, key in page.evaluate("""() => [...document.querySelectorAll("#players-table tbody tr")].map(
            (row) => [row.querySelector("bdi").textContent, row.querySelector("svg.key").outerHTML])"""):
            lines.setdefault(name, set()).add(key)
    assert tabs.count() > 3 and len(lines) > 5
    assert all(len(keys) == 1 for keys in lines.values())
    assert len(set.union(*lines.values())) == len(lines)


#: North plays alone and takes all 90 points. Each of the three others pays 9 units (RULINGS: rufmariasch).
ALONE = """[Game "rufmariasch"]
[Rules "unit=60"]
[Dealer "W"]
[North "{names[0]}"] [East "{names[1]}"] [South "{names[2]}"] [West "{names[3]}"]
[Deal "N:AKQJT987... .AKQJT987.. ..AKQJT987. ...AKQJT987"]
[Called "SA"]
[Play "N"]
""" + "".join(f"S{rank} H{rank} D{rank} C{rank}\n" for rank in "AKQJT987")


def test_thousands_are_whole(visit: Visit, folder: Path) -> None:
    """In each of two games Anna wins 1620, and each other player loses 540.

    The sums are above 1000, so the scale of the chart has thousands.
    """
    games = [ALONE.format(names=["Anna", "Berta", "Cilli", "Dora"])] * 2
    page = visit(report(folder, "thousands", games)[1], **PHONE)
    shown = page.locator(".chart text:not(.name)").evaluate_all(
        "texts => texts.map((text) => [text.textContent, text.getBBox().x])"
    )
    assert {"+1000", "\u22121000"} <= {words for words, _ in shown}
    assert min(left for _, left in shown) >= 0
    sums = page.locator(".players td[data-column=sum]").all_inner_texts()
    assert sums == ["+3240", "\u22121080", "\u22121080", "\u22121080"]


@pytest.mark.parametrize("lang", ["de-AT", "en-GB"])
def test_the_table_of_players_scrolls_by_itself(visit: Visit, evening: Path, lang: str) -> None:
    """The table takes the focus, and arrow keys scroll its columns. The page does not scroll."""
    page = visit(evening, **{**PHONE, "lang": lang})
    page.locator("#all-columns").tap()
    settle(page)
    table = page.locator("#players-table")
    wide, room = table.evaluate("(box) => [box.scrollWidth, box.clientWidth]")
    assert wide > room
    table.focus()
    assert page.evaluate("document.activeElement.id") == "players-table"
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    table.evaluate("""(box) => new Promise((done) => {
      const look = () => (box.scrollLeft > 0 ? done() : requestAnimationFrame(look));
      look();
    })""")  # wait for the smooth scrolling; the page forbids wait_for_function
    assert page.evaluate("[scrollX, document.documentElement.scrollWidth]") == [0, 360]


def test_mistakes_say_what_they_count(visit: Visit, some_games: Path) -> None:
    """The table of players and the list of lessons have equal sums of mistakes, bad luck and bad bids.

    Mistakes and bad luck are about cards. Together they never exceed what the player gave away in the play.
    """
    page = visit(some_games, **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    page.locator("#names button", has_text="Gustl").tap()
    wait_for_all_lessons(page)
    kinds = set(page.locator(".lesson-row[data-verdict=mistake]").evaluate_all(
        "rows => rows.map((row) => row.dataset.kind)"))  # fmt: skip
    script = """([kind, verdict]) => [...document.querySelectorAll(
      `.lesson-row[data-kind=${kind}][data-verdict=${verdict}]`)]
      .reduce((sum, row) => sum + Number(row.dataset.cost), 0)"""
    rows = {"mistake": ["card", "mistake"], "unlucky": ["card", "unlucky"], "badBids": ["bid", "mistake"]}
    costs = {column: page.evaluate(script, row) for column, row in rows.items()}
    page.locator("#to-front").tap()
    page.locator("#players-table").wait_for()
    sums = dict.fromkeys(costs, 0)
    for tab in page.locator(".tabs button").all() or [None]:
        if tab:
            tab.tap()
        assert page.locator("#players-table th.judged").inner_text() == "davon"
        # Players whose lessons are not judged have the same columns as the others.
        script = """rows => rows.map((row) =>
          [...row.children].filter((cell) => cell.getClientRects().length).length)"""
        assert len(set(page.locator(".players tbody tr").evaluate_all(script))) == 1
        for row in page.locator(".players tbody tr").all():
            cells = {column: row.locator(f"td[data-column={column}]").text_content() for column in costs}
            if "Gustl" not in row.inner_text():
                assert set(cells.values()) == {"–"}
                continue
            for column, cell in cells.items():
                sums[column] += int(cell)
            given_away = row.locator("td[data-column=givenAway]")
            if given_away.count():
                assert int(cells["mistake"]) + int(cells["unlucky"]) <= int(given_away.inner_text())
    assert sums == costs
    assert "bid" in kinds
