"""The trainer shows what ``advise`` and ``analyze`` find. A user needs only touch, or only the keyboard."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pages import settle

from kranalyze import read_kpn
from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.known.accuracy import SLOW, USUAL
from kranalyze.known.advice import Advice, advice
from kranalyze.known.layouts import knowledge
from kranalyze.kpn import Record
from running import EVENING, run

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}
NAMES = ("Anna", "Berta", "Cilli", "Dora", "Emil", "Franz", "Gustl")
LOG = EVENING

#: Selector of the rows of lessons about cards.
CARDS = ".lesson-row[data-kind=card]"

#: Selector of the choices that a lesson offers: cards or bids.
OFFERED = "#lesson-board button.tile, #bid-options button"


@pytest.fixture(scope="module")
def judged() -> list[dict[str, Any]]:
    """Return the row of each card from ``analyze --single-dummy``, with the card's number in the game."""
    rows = run("analyze", EVENING, "--single-dummy", "--no-bids", "--json", "--cards").rows
    numbers = dict.fromkeys((int(row["record"]) for row in rows), 0)
    for row in rows:
        row["at"] = numbers[int(row["record"])]
        numbers[int(row["record"])] += 1
    return rows


def forget(page: Any) -> None:
    """Reload the page without a remembered player and without answers from earlier lessons."""
    page.evaluate("localStorage.clear()")
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")


def choose(page: Any, name: str) -> None:
    """Choose a player, and wait until all cards are judged. Bids are judged after the cards."""
    page.locator("#names button", has_text=name).click()
    page.locator("#progress").wait_for()
    page.locator("#progress [data-of=cards]").wait_for(state="detached", timeout=120_000)
    unfold(page)


def unfold(page: Any) -> None:
    """Show all lessons of the list: those of mistakes, and those of bad and good luck."""
    page.evaluate("document.querySelectorAll('#lessons details').forEach((group) => (group.open = true))")


def choose_and_wait(page: Any, name: str) -> None:
    """Choose a player, and wait until the list has all lessons."""
    choose(page, name)
    wait_for_all_lessons(page)


def wait_for_all_lessons(page: Any) -> None:
    """Wait until all cards and bids are judged, and add the lessons that were found meanwhile to the list."""
    page.locator("#progress [role=status]").wait_for(state="detached", timeout=120_000)
    if page.locator("#show-found").count():
        page.locator("#show-found").click()
    unfold(page)


def lessons(page: Any) -> set[tuple[int, int, str]]:
    """Return game, card number and verdict of each listed lesson about a card."""
    script = """() => [...document.querySelectorAll(".lesson-row[data-kind=card]")].map(({ dataset }) =>
        [Number(dataset.game), Number(dataset.at), dataset.verdict])"""
    return {(game, at, verdict) for game, at, verdict in page.evaluate(script)}


@pytest.mark.parametrize("name", NAMES)
def test_lessons_and_verdicts(visit: Visit, evening: Path, judged: list[dict[str, Any]], name: str) -> None:
    """A page without verdicts in its data computes the lessons and verdicts of ``analyze --single-dummy``."""
    page = visit(evening)
    forget(page)
    page.click("#my-mistakes")
    choose(page, name)
    mine = [row for row in judged if row["player"] == name and (row["cost"] or row["sd_verdict"])]
    wanted = {(int(row["record"]), row["at"], row["sd_verdict"] or "") for row in mine}
    assert lessons(page) == wanted


#: Script that returns the floor of each card in the answer. It is null for a card without a floor.
FLOORS = """() => [...document.querySelectorAll("#shares tbody tr")].map(({ dataset }) =>
  [dataset.card, dataset.floor === undefined ? null : Number(dataset.floor)])"""


def advised(record: Record, at: int) -> Advice:
    """Return the advice to the player of a card, with the accuracy of ``analyze --single-dummy``."""
    return advice_on(record, at, floor=False)


def advice_on(record: Record, at: int, floor: bool) -> Advice:
    """Return the same advice as ``advised``, with or without floors."""
    move, contract = record.play[at], record.contract_row
    assert contract is not None
    lays = record.second is not None and move.trick == 1 and move.seat in (record.declarer, record.second)
    slow = (
        contract.settles is not None
        or contract.goal.each_for_himself
        or contract.goal.last_winner_becomes_partner
    )
    is_slow = slow or record.second is not None
    accuracy = SLOW[move.trick - 1] if is_slow and move.trick <= len(SLOW) else USUAL
    known = knowledge(record, 0 if lays else at, move.seat)
    return advice(known, **accuracy, floor=floor, workers=1, card=move.card)


def shares(page: Any) -> dict[str, tuple[float, float]]:
    """Return share and mean of each card in the answer."""
    script = """() => [...document.querySelectorAll("#shares tbody tr")].map(({ dataset }) =>
        [dataset.card, Number(dataset.share), Number(dataset.mean)])"""
    return {card: (share, mean) for card, share, mean in page.evaluate(script)}


@pytest.mark.parametrize(
    "name",
    ["Dora", pytest.param("Gustl", marks=pytest.mark.long), pytest.param("Emil", marks=pytest.mark.long)],
)
def test_shares(visit: Visit, judged_evening: Path, name: str) -> None:
    """Shares and means of lessons equal those of ``advise``, in up to three lessons of each kind of game."""
    games = read_kpn(EVENING).records
    page = visit(judged_evening)
    forget(page)
    page.click("#my-mistakes")
    choose(page, name)
    compared = Counter[str]()
    for number in range(page.locator(CARDS).count()):
        row = page.locator(CARDS).nth(number)
        game, at = int(row.get_attribute("data-game")), int(row.get_attribute("data-at"))
        if compared[games[game].game] == 3:
            continue
        row.click()
        page.locator("#lesson-board button.tile").first.click(timeout=60_000)
        found = shares(page)
        wanted = advised(games[game], at)
        assert set(found) == {str(one.card) for one in wanted.cards}
        for one in wanted.cards:
            assert found[str(one.card)] == pytest.approx((one.share, one.mean)), (game, at)
        compared[games[game].game] += 1
        page.keyboard.press("Escape")
        page.locator("#lessons").wait_for()
    assert compared.total() > 2


def test_floors(visit: Visit, folder: Path) -> None:
    """In a Bettler the answer shows the floor of each card as in ``advise``, and explains the column."""
    log, out = folder / "floors.kpn", folder / "floors.html"
    text = path_of_own_or_bundled("single-dummy.kpn").read_text(encoding="utf-8")
    names = '[South "Dora"] [West "Emil"] [North "Anna"] [East "Franz"]'
    log.write_text(text.replace("[Game ", f"{names} [Game "))
    assert run("analyze", log, "--report", out).status == 0
    games, compared = read_kpn(log).records, 0
    for name in ("Dora", "Emil", "Anna", "Franz"):
        page = visit(out, **PHONE)
        forget(page)
        page.click("#my-mistakes")
        choose(page, name)
        for number in range(page.locator(CARDS).count()):
            row = page.locator(CARDS).nth(number)
            game, at = (int(row.get_attribute(f"data-{key}")) for key in ("game", "at"))
            wanted = advice_on(games[game], at, floor=True)
            if wanted.method != "exact":
                continue
            row.click()
            page.locator("#lesson-board button.tile").first.click(timeout=60_000)
            floors = dict(page.evaluate(FLOORS))
            assert floors == {
                str(one.card): None if one.floor is None else pytest.approx(one.floor) for one in wanted.cards
            }
            compared += any(floor is not None for floor in floors.values())
            shown = page.locator("#shares").inner_text()
            assert ("at least" in shown) == any(floor is not None for floor in floors.values())
            page.keyboard.press("Escape")
            page.locator("#lessons").wait_for()
    assert compared > 2


def test_only_what_the_player_saw(visit: Visit, judged_evening: Path) -> None:
    """Before the answer the page shows the player's hand and the cards on the table, and no other card."""
    games = read_kpn(EVENING).records
    page = visit(judged_evening, **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    page.locator("#names button", has_text="Dora").tap()
    page.locator(CARDS).first.tap()
    page.locator("#lesson-board button.tile").first.wait_for()
    shown = set(page.locator("[data-card]").evaluate_all("all => all.map((one) => one.dataset.card)"))
    legal = page.locator("button.tile").evaluate_all("all => all.map((one) => one.dataset.card)")
    assert page.locator("#lesson-board .worth").count() == 0 and legal
    game, at = (int(page.locator("#lesson-board").get_attribute(f"data-{name}")) for name in ("game", "at"))
    record, size = games[game], games[game].game_row.seats
    me = record.play[at].seat
    own = {move.card for move in record.play[at:] if move.seat == me}
    on_table = {move.card for move in record.play[at - at % size : at]}
    assert shown == {str(card) for card in own | on_table}
    assert page.locator("#verdict, #shares, #reason").count() == 0


QUESTIONS = ("Was spielst du?", "Was sagst du an?", "Welcher Trumpf?", "Welche Karte rufst du?")


def test_training_by_touch_alone(visit: Visit, evening: Path) -> None:
    """By touching the screen, a user can open "My mistakes", choose a name and answer three lessons.

    After that, the browser goes back to the list of lessons, then to the games of the evening.
    """
    page = visit(evening, lang="de-AT", **PHONE)
    forget(page)
    page.locator("#my-mistakes").tap()
    page.locator("#names button", has_text="Dora").tap()
    page.locator("#train").tap()
    titles = []
    for _ in range(3):
        page.locator(OFFERED).first.wait_for()
        assert page.locator("h1").inner_text() in QUESTIONS
        titles.append(page.locator(".lead").inner_text())
        page.locator(OFFERED).first.tap()
        assert page.locator("#verdict").inner_text().startswith(("Richtig", "Besser"))
        assert page.locator("#shares tbody tr, #bids tbody tr").count() > 1
        box = page.locator("#next-lesson").bounding_box()
        assert box["y"] + box["height"] <= 740 and box["x"] > 180  # within reach of the thumb
        page.locator("#next-lesson").tap()
    assert len(set(titles)) == 3
    page.go_back()
    page.locator("#lessons").wait_for()
    page.go_back()
    page.locator("#games").wait_for()
    page.locator("#my-mistakes").tap()
    page.locator("#progress").wait_for()  # the name is remembered


FOCUSED = "#lesson-board button.tile:focus, #bid-options button:focus"


def test_training_by_keyboard_alone(visit: Visit, evening: Path) -> None:
    page = visit(evening)
    forget(page)
    page.focus("#my-mistakes")
    page.keyboard.press("Enter")
    page.locator("#names button").first.wait_for()
    page.focus("#names button:nth-of-type(4)")
    page.keyboard.press("Enter")
    page.focus("#train")
    page.keyboard.press("Enter")
    page.wait_for_selector(FOCUSED)
    page.keyboard.press("Enter")
    page.wait_for_selector("#verdict:focus")
    for _ in range(8):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "next-lesson":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(FOCUSED)
    page.keyboard.press("Escape")
    page.wait_for_selector("#lessons")


@pytest.fixture(scope="module")
def without_bids(folder: Path) -> Path:
    """Return a page of the log without its auctions, so that all lessons are about cards."""
    log, out = folder / "without-bids.kpn", folder / "without-bids.html"
    log.write_text(re.sub(r"\[Auction [^[]*", "", LOG.read_text(encoding="utf-8")), encoding="utf-8")
    assert run("analyze", log, "--report", out).status == 0
    return out


def answer(page: Any, right: bool) -> tuple[str, str]:
    """Answer the lesson with the best or the worst card. Return game and card of the lesson."""
    games = [replace(game, auction=()) for game in read_kpn(EVENING).records]
    page.locator("#lesson-board button.tile").first.wait_for()
    game, at = (str(page.locator("#lesson-board").get_attribute(f"data-{name}")) for name in ("game", "at"))
    cards = sorted(advised(games[int(game)], int(at)).cards, key=lambda one: one.mean)
    page.click(f"#play-{cards[-1 if right else 0].card}")
    assert page.locator("#verdict").get_attribute("data-right") == str(right).lower()
    return game, at


def test_what_was_wrong_is_asked_again(visit: Visit, without_bids: Path) -> None:
    """A lesson that was answered wrong is asked again after three other lessons.

    Right answers are still known when the page is opened again.
    """
    page = visit(without_bids)
    forget(page)
    page.click("#my-mistakes")
    choose(page, "Dora")
    page.click("#train")
    asked = []
    for right in (False, True, True, True, True):
        asked.append(answer(page, right))
        page.click("#next-lesson")
    assert asked[4] == asked[0] and len(set(asked)) == 4
    fresh = visit(without_bids)
    fresh.click("#my-mistakes")
    fresh.locator("#progress").wait_for()
    assert "4 of " in fresh.locator("#progress").inner_text()


def test_the_end_says_what_was_known_at_once(visit: Visit, without_bids: Path) -> None:
    """The end shows how many lessons were answered right at once: here all but one."""
    page = visit(without_bids, lang="de-AT", **PHONE)
    forget(page)
    page.click("#my-mistakes")
    choose(page, "Anna")
    count = page.locator(".lesson-row").count()
    page.click("#train")
    for number in range(count + 1):
        answer(page, right=number > 0)
        page.click("#next-lesson")
    assert page.locator("#title").inner_text() == "Alle gewusst."
    assert page.locator("#at-once").inner_text() == f"{count - 1} von {count} auf Anhieb, 1 erst später."


def test_without_storage(visit: Visit, without_bids: Path) -> None:
    """The trainer works in a browser that refuses to store anything."""
    page = visit(without_bids)
    page.evaluate("""() => {
      for (const name of ["getItem", "setItem"]) Storage.prototype[name] = () => { throw 1; };
    }""")
    page.click("#my-mistakes")
    page.locator("#names button", has_text="Dora").click()
    page.click("#train")
    answer(page, True)
    page.click("#to-lessons")
    assert "1 of " in page.locator("#progress").inner_text()


def test_a_pasted_evening_is_trained_too(visit: Visit, table: Path, judged: list[dict[str, Any]]) -> None:
    """Pasted games have lessons, too. The page itself computes the costs of their cards."""
    page = visit(table)
    forget(page)
    games = LOG.read_text(encoding="utf-8").split("\n\n")
    page.fill("#kpn", "\n\n".join(games[:12]))
    page.click("#kpn-read")
    settle(page)
    page.click("#my-mistakes")
    choose(page, "Franz")
    count = page.evaluate("document.querySelectorAll('.game-row').length")
    mine = [row for row in judged if row["player"] == "Franz" and (row["cost"] or row["sd_verdict"])]
    wanted = {(int(r["record"]), r["at"], r["sd_verdict"] or "") for r in mine if int(r["record"]) < 11}
    assert lessons(page) == wanted and count
