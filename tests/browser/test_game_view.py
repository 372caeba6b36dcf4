"""The view of a game shows each player's settlement, tried lines of play, and the verdict above the cost."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import jump, press, seen, settle
from test_trainer import choose, forget

from kranalyze import read_kpn
from running import EVENING, run

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}
LANDSCAPE = {"width": 740, "height": 360, "touch": True}
RECORDS = read_kpn(EVENING).records
BLOCKS = [game for game in EVENING.read_text(encoding="utf-8").split("\n\n") if "[Board " in game]


@pytest.fixture(scope="module")
def judged(folder: Path) -> tuple[Path, list[list[dict[str, Any]]]]:
    """Return a page with single-dummy verdicts, and for each game of the page the rows of its cards."""
    log, out = folder / "view.kpn", folder / "view.html"
    log.write_text("\n\n".join(BLOCKS[:24]), encoding="utf-8")
    assert run("analyze", log, "--single-dummy", "--no-bids", "--report", out).status == 0
    games: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in run("analyze", log, "--single-dummy", "--no-bids", "--json", "--cards").rows:
        games[row["record"]].append(row)
    return out, [games[number] for number in range(24)]


# ---- the verdict on a card


def test_the_verdict_stands_before_the_cost(visit: Visit, judged: Any) -> None:
    """The single-dummy verdict on a card stands above the line that says what the card costs with open cards.

    The mark of a card is in parentheses if the card was right, judged by what its player could see.
    """
    file, games = judged
    page = visit(file, **PHONE)
    verdicts = set()
    for number, cards in enumerate(games):
        page.evaluate("(place) => { location.hash = place; }", f"#g={number + 1}")
        page.wait_for_selector("#at[data-at='0']")
        settle(page)
        for index, card in enumerate(cards):
            if not card["sd_verdict"]:
                continue
            press(page, f"#move-{index}")
            assert page.locator("#judged b").get_attribute("data-verdict") == card["sd_verdict"]
            played = page.locator("#played")
            assert played.inner_text().startswith("With all cards open:")
            below = [one.bounding_box()["y"] for one in (page.locator("#judged"), played)]
            assert below[0] < below[1]
            mark = card["mark"] or ""
            is_bad_luck = mark and card["sd_verdict"] == "unlucky"
            assert seen(page)["mark"] == (f"({mark})" if is_bad_luck else mark)
            verdicts.add(card["sd_verdict"])
    assert verdicts == {"mistake", "unlucky", "lucky"}


def test_turning_points_are_the_cards_that_changed_who_wins(visit: Visit, judged: Any) -> None:
    """At a turning point the card changes whether the mover's side can force a win.

    Games with more than two parties are left out.
    """
    file, games = judged
    page = visit(file, **PHONE)
    seen_one = False
    for number, cards in enumerate(games):
        if RECORDS[number].contract in ("schurln", "durchmarsch_letzten", "hundert_letzten"):
            continue
        if RECORDS[number].second is not None:
            continue
        expected = []
        for card in cards:
            if (card["guarantee_before"] > 0) == (card["guarantee_after"] > 0):
                continue
            is_lost = card["role"] != "defender"
            declarer = RECORDS[number].declarer
            assert declarer is not None
            name = RECORDS[number].names[declarer]
            words = f"then {name} could no longer win" if is_lost else f"then {name} could win"
            expected.append((card["player"], words))
        page.evaluate("(place) => { location.hash = place; }", f"#g={number + 1}")
        settle(page)
        page.wait_for_selector(f"#title:has-text('Board {RECORDS[number].board}:')")
        points = page.locator("#turning-points")
        parts = points.inner_text().split(": ", 1)[1].split("; ") if points.count() else []
        assert len(parts) == len(expected), number
        for part, (player, words) in zip(parts, expected, strict=True):
            assert f"({player})" in part and words in part
            seen_one = True
    assert seen_one


# ---- the end of a game


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
def test_everybody_sees_what_he_got_at_the_end(visit: Visit, evening: Path, step: int) -> None:
    """At the end of a game each player's amount stands beside the name. Unfinished games are not tested.

    ``step``: 3 tests every third game, 1 tests all games.
    """
    page = visit(evening, **PHONE)
    number_of_games = 0
    for number, record in list(enumerate(RECORDS))[::step]:
        if record.settlement is None or not record.play:
            continue
        page.evaluate("(number) => document.getElementById(`game-${number}`).click()", number)
        settle(page)
        press(page, "#last")
        roles = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll("#board .hand")].map(
          (hand) => [hand.getAttribute("aria-label"), hand.querySelector(".role")?.textContent]))""")
        for name, amount in zip(("North", "East", "South", "West"), record.settlement, strict=True):
            if name in roles and amount is not None:
                shown = (roles[name] or "").replace("\N{MINUS SIGN}", "-")
                assert shown == (f"{amount:+d}" if amount else "0"), (number, name)
        number_of_games += 1
        press(page, "#to-front")
    assert number_of_games > 60 // step


# ---- a line of play that a user tries


def test_the_arrow_goes_on_with_best_cards(visit: Visit, evening: Path) -> None:
    """At the end of a tried line the forward arrow plays a best card, until the game ends.

    The arrow stays in its place on the screen.
    """
    page = visit(evening, "#g=2", **PHONE)
    page.locator("button.tile:not(.next)").first.tap()
    settle(page)
    place = page.locator("#forward").bounding_box()
    for at in range(2, 25):
        page.locator("#forward").tap()
        settle(page)
        now = seen(page)
        assert now["at"] == now["of"] == at
        assert page.locator("#forward").bounding_box() == place
    assert page.locator("#forward").is_disabled()


def test_a_best_card_is_played(visit: Visit, evening: Path) -> None:
    """The arrow plays a card whose value for the mover is the greatest of all legal cards."""
    page = visit(evening, "#g=1", **PHONE)
    page.locator("button.tile:not(.next)").first.tap()
    settle(page)
    for _ in range(6):
        before = seen(page)
        page.locator("#forward").tap()
        settle(page)
        page.locator("#back").tap()
        settle(page)
        now = seen(page)
        assert now["worth"][now["next"]] == max(before["worth"].values())
        page.locator("#forward").tap()
        settle(page)


def test_the_way_back_is_beside_the_arrows(visit: Visit, evening: Path) -> None:
    """After a tried card, the button that leads back to the game is on the screen without scrolling."""
    for screen in (PHONE, LANDSCAPE):
        page = visit(evening, "#g=2", **screen)
        page.locator("button.tile:not(.next)").first.tap()
        settle(page)
        box = page.locator("#back-to-game").bounding_box()
        assert box["x"] >= 0 and box["y"] + box["height"] <= screen["height"]
        page.locator("#back-to-game").tap()
        settle(page)
        assert page.locator("#back-to-game").count() == 0 and seen(page)["of"] == 24


# ---- landscape


@pytest.mark.parametrize("game", ["graden", "russbach", "anrufen3", "bauernschnapsen"])
def test_the_whole_table_fits_between_the_bars(visit: Visit, evening: Path, game: str) -> None:
    """In landscape all hands are seen at once above the arrows, and nothing is wider than the screen."""
    number = next(i for i, record in enumerate(RECORDS) if record.game == game)
    page = visit(evening, f"#g={number + 1}", **LANDSCAPE)
    for _ in range(5):
        page.locator("#forward").tap()
        settle(page)
    page.locator("#board").evaluate("(board) => board.scrollIntoView()")
    bar = page.locator(".steps").bounding_box()["y"]
    board = page.locator("#board").bounding_box()
    assert board["y"] >= -1 and board["y"] + board["height"] <= bar + 1
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("screen", [PHONE, LANDSCAPE], ids=["phone", "landscape"])
def test_the_whole_table_is_seen_at_once(visit: Visit, some_games: Path, screen: Any) -> None:
    """Games and lessons open without need to scroll.

    A lesson opens with the player's hand on the screen, and a game from the list with the whole table.
    """
    page = visit(some_games, **screen)
    forget(page)
    page.locator("#my-mistakes").tap()
    choose(page, "Gustl")
    page.locator(".lesson-row[data-kind=card]").first.tap()
    page.locator("#lesson-board button.tile").first.wait_for()
    hand = page.locator("#lesson-board .mover").bounding_box()
    assert hand["y"] >= 0 and hand["y"] + hand["height"] <= screen["height"]
    page.locator("#to-list").tap()
    page.locator("#lessons").wait_for()
    page.locator("#to-front").tap()
    for row in page.locator("#games .game-row").all()[:4]:
        row.tap()
        page.locator("#board").wait_for()
        settle(page)
        top, bottom, bar = page.evaluate("""() => {
          const [board, steps] = ["#board", ".steps"].map((one) =>
            document.querySelector(one).getBoundingClientRect());
          return [board.top, board.bottom, steps.top];
        }""")
        assert top >= -1 and bottom <= bar + 1
        page.locator("#to-front").tap()


def test_the_arrows_to_other_games_name_them(visit: Visit, evening: Path) -> None:
    """The arrows show the board numbers of the previous and the next game of the list.

    At the first and the last game, the arrow that leads out of the list is disabled.
    """
    page = visit(evening, "#g=1", **PHONE)
    boards = [record.board for record in RECORDS]
    assert page.locator("#previous").is_disabled()
    for at in range(1, 4):
        assert page.locator("#next").inner_text().strip() == f"Board {boards[at]}"
        page.locator("#next").tap()
        settle(page)
        assert page.locator("#previous").inner_text().strip() == f"Board {boards[at - 1]}"
    page = visit(evening, f"#g={len(RECORDS)}", **PHONE)
    assert page.locator("#next").is_disabled() and page.locator("#previous").is_enabled()


def test_another_game_is_opened_before_the_answer_comes(visit: Visit, judged_evening: Path) -> None:
    """Answers about another game are dropped. The last game has its own values, and no script fails."""
    page = visit(judged_evening, **PHONE)
    for pause in range(3, 60, 7):
        for game in range(2, 8):
            page.evaluate("(game) => (location.hash = `#g=${game}&at=4`)", game)
            page.wait_for_timeout(pause)
    page.wait_for_timeout(500)
    shown = seen(page)
    jump(page, "#g=2&at=4")
    jump(page, "#g=7&at=4")
    assert seen(page) == shown
