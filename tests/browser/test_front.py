"""The first view of a log on a phone: who gave away most, and what stays after a reload."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kranalyze.games import GAMES
from kranalyze.texts.names import german_names
from running import EVENING, run

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True, "lang": "de-AT"}
BLOCKS = [game for game in EVENING.read_text(encoding="utf-8").split("\n\n") if "[Board " in game]
ROLES = ("declarer", "partner", "defender", "alone")


def write_page(folder: Path, name: str, games: list[str]) -> Path:
    """Write the page of logged games."""
    log, out = folder / f"front-{name}.kpn", folder / f"front-{name}.html"
    log.write_text("\n\n".join(games), encoding="utf-8")
    assert run("analyze", log, "--no-best", "--report", out).status == 0
    return out


def open_anew(page: Any) -> None:
    """Reload the page."""
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")


def figures(page: Any) -> dict[str, list[str]]:
    """Mistakes and bad luck of each player, as the table of players shows them."""
    rows: dict[str, list[str]] = page.locator(".players tbody tr").evaluate_all("""(rows) =>
      Object.fromEntries(rows.map((row) => [row.querySelector("bdi").textContent,
        ["mistake", "unlucky"].map((key) => row.querySelector(`[data-column=${key}]`)?.textContent)]))""")
    return rows


def test_judged_mistakes_stay_after_a_reload(visit: Visit, folder: Path) -> None:
    """The mistakes of a player stay, those of others are open, and nothing is judged twice."""
    games = [game for game in BLOCKS if '[Game "graden"]' in game][:3]
    page = visit(write_page(folder, "kept", games), **PHONE)
    page.evaluate("localStorage.clear()")
    open_anew(page)
    page.locator("#my-mistakes").tap()
    page.locator("#names button", has_text="Gustl").tap()
    page.locator("#progress [role=status]").wait_for(state="detached", timeout=120_000)
    lessons = page.locator(".lesson-row").count()
    page.locator("#to-front").tap()
    page.locator("#players-table").wait_for()
    judged = figures(page)
    assert all(cell.isdecimal() for cell in judged["Gustl"])
    assert {tuple(cells) for name, cells in judged.items() if name != "Gustl"} == {("–", "–")}
    open_anew(page)
    assert figures(page) == judged
    page.evaluate("""() => {
      const post = Worker.prototype.postMessage;
      window.questions = [];
      Worker.prototype.postMessage = function (message, ...rest) {
        window.questions.push(JSON.stringify(message).slice(0, 60));
        return post.call(this, message, ...rest);
      };
    }""")
    page.locator("#my-mistakes").tap()
    page.locator("#progress").wait_for()
    assert page.locator("#progress [role=status]").count() == 0
    assert page.locator(".lesson-row").count() == lessons > 0
    assert not [words for words in page.evaluate("window.questions") if "advise" in words or "Bid" in words]


def test_the_front_says_who_gave_away_most(visit: Visit, evening: Path) -> None:
    """Each unit has a line of its own. Its players stand in the order of what they gave away in all games."""
    totals: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in run("analyze", EVENING, "--json", "--players").rows:
        unit = german_names()["names"].get(GAMES[row["game"]].unit, GAMES[row["game"]].unit)
        totals[unit][row["player"]] += sum(row[f"cost_{role}"] or 0 for role in ROLES)
    page = visit(evening, **PHONE)
    lines = dict(page.locator("#given-away li").evaluate_all("""(lines) => lines.map((line) =>
      [line.querySelector("b").textContent, [...line.querySelectorAll("span")].map((span) =>
        [span.querySelector("bdi").textContent, Number(span.querySelector("i").textContent)])])"""))
    assert {unit: dict(players) for unit, players in lines.items()} == totals
    assert len(lines) > 1
    for players in lines.values():
        amounts = [amount for _, amount in players]
        assert amounts == sorted(amounts, reverse=True)
    assert "Wer hat am meisten verschenkt?" in page.locator("#given-away").inner_text()
