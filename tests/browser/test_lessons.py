"""The trainer orders its lessons, keeps its table in place, and shows the costs that ``analyze`` finds."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import settle
from test_trainer import CARDS, choose, choose_and_wait, forget, wait_for_all_lessons

from kranalyze import read_kpn
from running import EVENING, run

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}
#: Script that returns the upper edge and the height of the table and of each hand on it.
PLACES = """[...document.querySelectorAll("#lesson-board, #lesson-board .hand")].map((part) =>
  [part.offsetTop, part.offsetHeight])"""


@pytest.fixture(scope="module")
def few_games(folder: Path) -> Path:
    """Return the page of twelve games of the log. Each player has lessons in these games."""
    log, out = folder / "few-games.kpn", folder / "few-games.html"
    log.write_text("\n\n".join(EVENING.read_text(encoding="utf-8").split("\n\n")[:13]), encoding="utf-8")
    assert run("analyze", log, "--report", out).status == 0
    return out


def open_lessons(page: Any, name: str) -> None:
    """Open the list of a player's lessons, and wait until all cards are judged."""
    forget(page)
    page.locator("#my-mistakes").tap()
    choose(page, name)


def test_lessons_are_dearest_first(visit: Visit, judged_evening: Path) -> None:
    """In each group of the list, the greatest loss comes first. The list has Dora's dearest card of the log.

    A card of bad luck has no loss by what the player could know. So cards of bad luck are ordered by their
    cost with open cards.
    """
    page = visit(judged_evening, lang="de-AT", **PHONE)
    open_lessons(page, "Dora")
    dearest = 0
    for group in page.locator("#lessons ol").all():
        texts = group.locator(".lesson-row").evaluate_all("rows => rows.map(({ dataset }) => dataset.cost)")
        costs = list(map(int, texts))
        of_rows = "rows => rows.map(({dataset}) => [dataset.verdict, dataset.loss])"
        verdicts = group.locator(".lesson-row").evaluate_all(of_rows)
        assert {verdict for verdict, _ in verdicts if verdict} in ({"unlucky"}, {"mistake", "lucky"})
        judged = [number for number, (verdict, _) in enumerate(verdicts) if verdict]
        is_luck = verdicts[judged[0]][0] == "unlucky"
        weights = [costs[number] if is_luck else float(verdicts[number][1]) for number in judged]
        assert weights == sorted(weights, reverse=True)
        assert judged == list(range(len(judged)))  # cards without a verdict are the last ones
        dearest = max(dearest, *costs)
    rows = run("analyze", EVENING, "--json", "--cards").rows
    assert dearest >= max(row["cost"] or 0 for row in rows if row["player"] == "Dora") > 0


def test_luck_is_folded_below_the_mistakes(visit: Visit, judged_evening: Path) -> None:
    """The list shows mistakes, also those without consequences. Bad luck is a folded group below them.

    The heading of the folded group has the number of its lessons.
    """
    page = visit(judged_evening, lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose_and_wait(page, "Franz")
    page.reload()
    page.locator(".lesson-row[data-verdict=mistake]").first.wait_for()
    page.locator("#progress [role=status]").wait_for(state="detached", timeout=120_000)
    rows = page.locator(".lesson-row").all()
    verdicts = [str(row.get_attribute("data-verdict")) for row in rows]
    assert verdicts == sorted(verdicts, key="unlucky".__eq__) and len(set(verdicts)) == 3
    assert [row.is_visible() for row in rows] == [verdict != "unlucky" for verdict in verdicts]
    group = page.locator("#lessons-unlucky")
    summary = group.locator("summary")
    assert summary.inner_text() == f"Pech ({verdicts.count('unlucky')})"
    summary.tap()
    group.locator(".lesson-row").first.tap()
    page.locator("#lesson-board").wait_for()
    page.go_back()
    page.locator("#lessons").wait_for()
    assert group.locator(".lesson-row").first.is_visible()


def test_the_list_stays_while_bids_are_judged(visit: Visit, some_games: Path) -> None:
    """No row moves or comes while bids are judged. Then a button adds the lessons that were found."""
    page = visit(some_games, lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    page.locator("#names button", has_text="Gustl").tap()
    assert page.locator(".lesson-row").count() == 0  # no list yet: verdicts can still change its order
    rows = """() => [...document.querySelectorAll(".lesson-row")].map((row) =>
      [row.innerText, row.getBoundingClientRect().top, row.getBoundingClientRect().height])"""
    page.locator("#progress [data-of=bids]").wait_for(timeout=120_000)
    before, bids = page.evaluate(rows), page.locator(".lesson-row[data-kind=bid]").count()
    page.locator("#show-found").wait_for(timeout=120_000)
    assert page.evaluate(rows) == before
    page.locator("#progress [role=status]").wait_for(state="detached", timeout=120_000)
    assert page.evaluate(rows) == before
    words = page.locator("#show-found").inner_text()
    found = int(words.split()[0])
    page.locator("#show-found").tap()
    first = page.locator(".lesson-row").first.inner_text()
    assert ("auch teurere" in words) == (first != before[0][0])
    assert page.locator(".lesson-row").count() == len(before) + found
    assert page.locator(".lesson-row[data-kind=bid]").count() == bids + found > bids
    assert page.locator("#show-found").count() == 0


@pytest.mark.parametrize("kind", ["card", "bid"])
def test_nothing_moves_when_the_answer_comes(visit: Visit, some_games: Path, kind: str) -> None:
    page = visit(some_games, lang="de-AT", **PHONE)
    open_lessons(page, "Gustl")
    wait_for_all_lessons(page)
    rows = page.locator(f".lesson-row[data-kind={kind}]")
    for number in range(min(4, rows.count())):
        rows.nth(number).tap()
        offered = page.locator("#lesson-board button.tile, #bid-options button")
        offered.first.wait_for()
        before = page.evaluate(PLACES)
        offered.first.tap()
        page.locator("#verdict").wait_for()
        assert page.evaluate(PLACES) == before
        page.locator("#to-lessons").tap()
        page.locator("#lessons").wait_for()
    assert rows.count()


def test_a_question_shows_the_tricks_so_far(visit: Visit, judged_evening: Path) -> None:
    """A question about a later trick shows the earlier cards without a tap."""
    games = read_kpn(EVENING).records
    page = visit(judged_evening, lang="de-AT", **PHONE)
    open_lessons(page, "Dora")
    rows = page.locator(CARDS)
    places = [(int(row.get_attribute("data-game")), int(row.get_attribute("data-at"))) for row in rows.all()]
    number = next(i for i, (game, at) in enumerate(places) if at >= 2 * games[game].game_row.seats)
    rows.nth(number).tap()
    page.locator("#lesson-board button.tile").first.wait_for()
    game, at = places[number]
    seats = games[game].game_row.seats
    tricks = page.locator("#course ol li")
    assert tricks.count() == at // seats
    assert all(trick.is_visible() for trick in tricks.all())
    winners = [trick.inner_text().split("→")[-1].strip() for trick in tricks.all()]
    leaders = [games[game].play[(i + 1) * seats].seat for i in range(at // seats)]
    assert winners == [games[game].names[leader] for leader in leaders]


def test_the_answer_has_the_cost_with_open_cards(visit: Visit, few_games: Path) -> None:
    """The answer shows the cost that ``analyze`` prints for the card that was played."""
    games = read_kpn(EVENING).records
    rows = run("analyze", EVENING, "--json", "--cards").rows
    page = visit(few_games, lang="de-AT", **PHONE)
    open_lessons(page, "Franz")
    compared = 0
    for number in range(min(5, page.locator(CARDS).count())):
        row = page.locator(CARDS).nth(number)
        game, at = int(row.get_attribute("data-game")), int(row.get_attribute("data-at"))
        cost = [row for row in rows if row["record"] == game][at]["cost"]
        row.tap()
        page.locator("#lesson-board button.tile").first.tap()
        words = page.locator("#answer-panel > p").first.inner_text()
        unit = "Chip" if games[game].game_row.unit == "chips" else ""
        assert (f"hat das {cost} {unit}" in words) if cost else ("hat das nichts gekostet" in words)
        compared += 1
        page.locator("#to-lessons").tap()
        page.locator("#lessons").wait_for()
    assert compared > 1


def test_a_trick_that_broke_off_has_its_winner(visit: Visit, folder: Path) -> None:
    """In a game that was not played to its end, the text above the table names the right trick and card."""
    game = EVENING.read_text(encoding="utf-8").split("\n\n")[2]
    lines = game.split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith("[Play"))
    log, out = folder / "broken-off.kpn", folder / "broken-off.html"
    log.write_text("\n".join([*lines[: start + 4], "*", ""]), encoding="utf-8")
    assert run("page", log, "-o", out).status == 0
    page = visit(out, "", lang="de-AT", **PHONE)
    page.keyboard.press("Home")
    for number in range(12):
        settle(page)
        place = f"Stich {number // 4 + 1}, Karte {number % 4 + 1}"
        assert page.locator("#position").inner_text().endswith(place)
        page.keyboard.press("ArrowRight")


def test_right_is_said_of_the_best_card_alone(visit: Visit, judged_evening: Path) -> None:
    """The answer "Richtig." is for the best cards only.

    A card that is worse, but not clearly worse, is called hardly worse than the best card.
    """
    page = visit(judged_evening, lang="de-AT", **PHONE)
    open_lessons(page, "Dora")
    words = set()
    for number in range(min(12, page.locator(CARDS).count())):
        page.locator(CARDS).nth(number).tap()
        tile = page.locator("#lesson-board button.tile").first
        tile.wait_for()
        card = tile.get_attribute("data-card")
        tile.tap()
        verdict = page.locator("#verdict")
        is_best = page.locator(f"#shares tr[data-card={card}] i").count() > 0
        text = verdict.inner_text()
        if verdict.get_attribute("data-right") == "true":
            assert (text == "Richtig.") == is_best, (card, text)
        words.add(text.split(":")[0])
        page.locator("#to-lessons").tap()
        page.locator("#lessons").wait_for()
    assert "Besser" in words


def test_nothing_is_denied_while_cards_are_judged(visit: Visit, evening: Path) -> None:
    """While cards are still being judged, the page must not say that no card cost anything."""
    page = visit(evening, lang="de-AT", **PHONE)
    forget(page)
    page.evaluate("""() => new MutationObserver(() => {
      const isJudging = document.querySelector("#progress [role=status]");
      if (isJudging && document.body.textContent.includes("hat etwas gekostet")) window.denied = true;
    }).observe(document.body, { childList: true, subtree: true })""")
    page.locator("#my-mistakes").tap()
    choose(page, "Anna")
    assert page.evaluate("window.denied") is None


def test_players_whom_nobody_judged_have_no_mistakes(visit: Visit, few_games: Path) -> None:
    """After the training of one player, the table of players shows no number of mistakes for the others."""
    page = visit(few_games, lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose_and_wait(page, "Franz")
    page.locator("#to-front").tap()
    page.locator("#players-table").wait_for()
    cells = {
        row.locator("th").inner_text().strip(): row.locator("td[data-column=mistake]").inner_text()
        for row in page.locator(".players tbody tr").all()
    }
    assert cells.pop("Franz").isdigit()
    assert set(cells.values()) == {"–"}


def test_an_example_layout_is_not_taken_for_the_game(visit: Visit, few_games: Path) -> None:
    """A line above the table says that the layout is an example. A button leads back to the same answer."""
    page = visit(few_games, lang="de-AT", **PHONE)
    open_lessons(page, "Franz")
    for number in range(page.locator(CARDS).count()):
        page.locator(CARDS).nth(number).tap()
        tiles = page.locator("#lesson-board button.tile")
        tiles.first.wait_for()
        tiles.last.tap()
        page.locator("#verdict").wait_for()
        settle(page)
        if page.locator("#show-layout").count():
            break
        page.locator("#to-lessons").tap()
        page.locator("#lessons").wait_for()
    names = set(page.locator("#lesson-board .name").all_inner_texts()) - {"du"}
    answer = page.locator("#answer-panel").inner_text()
    # Scroll the button to the middle of the screen, where the bar at the bottom does not cover it.
    page.locator("#show-layout").evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    place = page.evaluate("scrollY")
    page.locator("#show-layout").tap()
    page.locator("#board").wait_for()
    settle(page)
    notice = page.locator("#example")
    assert "Beispielverteilung, nicht euer Spiel" in notice.inner_text()
    assert notice.bounding_box()["y"] < page.locator("#board").bounding_box()["y"]
    players = page.locator("#board .name").all()
    assert all(player.is_visible() for player in players)
    assert names < {player.inner_text().strip() for player in players}
    assert page.locator("#back-to-question").inner_text() == "← Zurück zur Frage"
    assert page.locator("#to-front, #share").count() == 0  # one way back, and no button to share
    page.locator("#back-to-question").tap()
    page.locator("#answer-panel").wait_for()
    assert page.locator("#answer-panel").inner_text() == answer
    assert page.evaluate("scrollY") == pytest.approx(place, abs=2)
    assert page.locator("#example").count() == 0


def test_ways_back_from_a_lesson(visit: Visit, few_games: Path) -> None:
    """A game opened from an answer leads back to the answer. A lesson leads back to its row in the list."""
    page = visit(few_games, lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose_and_wait(page, "Franz")
    row = page.locator(CARDS).last
    row.evaluate("(one) => one.scrollIntoView({ block: 'center' })")
    place, lesson = page.evaluate("scrollY"), row.get_attribute("id")
    row.tap()
    page.locator("#lesson-board button.tile").last.tap()
    page.locator("#to-game").tap()
    page.locator("#board").wait_for()
    assert page.locator("#back-to-question").inner_text() == "← Zurück zur Frage"
    assert page.locator("#share").count() == 1
    page.locator("#back-to-question").tap()
    page.locator("#answer-panel").wait_for()
    page.locator("#to-list").tap()
    page.locator("#lessons").wait_for()
    assert page.evaluate("document.activeElement.id") == lesson
    assert page.evaluate("scrollY") == pytest.approx(place, abs=1)
    # A game opened from the list of games leads back to the page of the evening.
    page.locator("#to-front").tap()
    page.locator("#games .game-row").first.tap()
    page.locator("#board").wait_for()
    assert page.locator("#back-to-question").count() == 0 and page.locator("#to-front").count() == 1


def test_the_table_stays_while_the_answer_is_read_in_landscape(visit: Visit, few_games: Path) -> None:
    """On a phone in landscape the whole table stays visible above the buttons when the page is scrolled."""
    page = visit(few_games, lang="de-AT", width=740, height=360, touch=True)
    open_lessons(page, "Franz")
    page.locator(CARDS).first.tap()
    page.locator("#lesson-board button.tile").last.tap()
    page.locator("#verdict").wait_for()
    settle(page)
    for place in (120, 250):
        page.evaluate(f"scrollTo(0, {place})")
        board, bar = page.locator("#lesson-board").bounding_box(), page.locator(".lesson-bar").bounding_box()
        assert board["y"] >= 0 and board["y"] + board["height"] <= bar["y"]


def test_one_question_and_a_whole_sentence(visit: Visit, folder: Path) -> None:
    """A single question is called "1 Frage", not "1 Fragen". The verdict begins with a capital letter."""
    log, out = folder / "one-question.kpn", folder / "one-question.html"
    log.write_text("\n\n".join(EVENING.read_text(encoding="utf-8").split("\n\n")[:4]), encoding="utf-8")
    assert run("analyze", log, "--report", out).status == 0
    singular = set()
    for name in ("Anna", "Berta", "Cilli", "Dora", "Emil", "Franz", "Gustl"):
        page = visit(out, lang="de-AT", **PHONE)
        forget(page)
        page.locator("#my-mistakes").tap()
        button = page.locator("#names button", has_text=name)
        if not button.count():
            continue
        choose_and_wait(page, name)
        count = page.locator(".lesson-row").count()
        word = "1 Frage" if count == 1 else f"{count} Fragen"
        assert re.match(rf"{name}: {word}(,|$)", page.locator("#progress p").first.inner_text())
        singular.add(count == 1)
        if page.locator(CARDS).count():
            page.locator(CARDS).first.tap()
            page.locator("#lesson-board button.tile").first.tap()
            verdict = r"(Ein|Damals ein) (kleiner )?Fehler( mit Glück)?: |(Damals )?Pech: "
            assert re.match(verdict, page.locator("#luck").inner_text())
    assert singular == {True, False}
