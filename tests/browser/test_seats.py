"""Who sits where on the table of the page: the user at the bottom, turned tables, and who sits out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import seen, settle
from test_trainer import choose

from kranalyze import Record, read_kpn
from kranalyze.games import GAMES
from running import EVENING

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True, "lang": "de-AT"}
RECORDS = read_kpn(EVENING).records
SEATS = {"Nord": 0, "Ost": 1, "Süd": 2, "West": 3}

#: A script that returns, for each side of the table (bottom, top, left, right), the label of the hand there.
SIDES = """() => {
  const middleOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [cx, cy] = middleOf(document.querySelector("#board .middle"));
  return Object.fromEntries([...document.querySelectorAll("#board .hand")].map((hand) => {
    const [x, y] = middleOf(hand);
    const [dx, dy] = [x - cx, y - cy];
    const side = Math.abs(dy) > Math.abs(dx) ? (dy > 0 ? "bottom" : "top") : dx > 0 ? "right" : "left";
    return [side, hand.getAttribute("aria-label")];
  }));
}"""


def game_of(kind: str) -> int:
    """Return the index of the first game of a kind."""
    return next(i for i, record in enumerate(RECORDS) if record.game == kind)


def open_as(visit: Visit, file: Path, name: str, game: int, **screen: Any) -> Any:
    """Open a game after a user has chosen a name in the trainer. An empty name stands for no chosen name."""
    page = visit(file, **screen)
    page.evaluate("(name) => localStorage.setItem('kranalyze.name', JSON.stringify(name))", name)
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    page.locator(f"#game-{game}").tap()
    settle(page)
    return page


def clockwise(page: Any) -> list[int]:
    """Return the seats clockwise from the bottom of the table."""
    sides = page.evaluate(SIDES)
    return [SEATS[sides[side]] for side in ("bottom", "left", "top", "right") if side in sides]


@pytest.mark.parametrize("screen", [PHONE, PHONE | {"width": 740, "height": 360}], ids=["phone", "landscape"])
def test_the_user_sits_at_the_bottom(visit: Visit, evening: Path, screen: Any) -> None:
    """The user sits at the bottom, and the others follow clockwise. Without a name South is at the bottom."""
    game = game_of("graden")
    for name, seat in [("", 2), *zip(RECORDS[game].names, range(4), strict=True)]:
        page = open_as(visit, evening, str(name), game, **screen)
        assert clockwise(page) == [(seat + step) % 4 for step in range(4)], name
        page.evaluate("localStorage.clear()")


def test_a_tap_turns_the_table(visit: Visit, evening: Path) -> None:
    """A tap turns the table, also for the next game. Cards, values and the position do not change."""
    game = game_of("graden")
    page = open_as(visit, evening, "", game, **PHONE)
    page.locator("#forward").tap()
    settle(page)
    before = seen(page)
    for turns in range(1, 5):
        page.locator("#turn-table").tap()
        settle(page)
        assert clockwise(page)[0] == (2 + turns) % 4
        assert seen(page) == before
    page.locator("#turn-table").tap()
    page.locator("#next").tap()
    settle(page)
    assert clockwise(page)[0] == 3


def test_the_trick_lies_before_the_hands(visit: Visit, evening: Path) -> None:
    """On a turned table, too, a card lies on the side of the hand that it came from."""
    page = open_as(visit, evening, "", game_of("graden"), **PHONE)
    page.locator("#turn-table").tap()
    for _ in range(3):
        page.locator("#forward").tap()
        settle(page)
    script = """() => [...document.querySelectorAll("#board .lie")].map((lie) =>
      [lie.className.split(" ")[1], lie.querySelector(".tile")?.dataset.card])"""
    lying = {side: card for side, card in page.evaluate(script) if card}
    classes = page.evaluate("""() => Object.fromEntries([...document.querySelectorAll("#board .hand")].map(
      (hand) => [hand.getAttribute("aria-label"), hand.className.split(" ")[1]]))""")
    sides = {SEATS[name]: side for name, side in classes.items()}
    played = RECORDS[game_of("graden")].play[:3]
    assert lying == {sides[int(move.seat)]: str(move.card) for move in played}


def test_three_players_can_turn_the_table(visit: Visit, evening: Path) -> None:
    """On a turned table, too, all three hands are shown, in their order."""
    page = open_as(visit, evening, "", game_of("anrufen3"), **PHONE)
    for turns in range(1, 4):
        page.locator("#turn-table").tap()
        settle(page)
        seats = clockwise(page)
        assert seats == [(2 + turns + step) % 3 for step in range(3)]


def sitting(page: Any) -> list[int]:
    """Return the seats that the page marks as sitting out."""
    names = page.evaluate("""() => [...document.querySelectorAll("#board .hand")].filter((hand) =>
      hand.querySelector(".role")?.textContent === "setzt aus").map((hand) =>
      hand.getAttribute("aria-label"))""")
    return [SEATS[name] for name in names]


def idle_seats(record: Record) -> list[int]:
    """Return the seats that never play a card."""
    players = {int(move.seat) for move in record.play}
    return [seat for seat in range(GAMES[record.game].seats) if seat not in players]


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.long)])
def test_the_seat_that_sits_out_is_named(visit: Visit, evening: Path, step: int) -> None:
    """The page marks the seat that never plays a card as sitting out.

    The games are those of the log with more than one trick. ``step`` is 3 for every third of them, 1 for all.
    """
    numbers = [i for i, record in enumerate(RECORDS) if len(record.play) > 4][::step]
    wanted = {number: idle_seats(RECORDS[number]) for number in numbers}
    assert any(wanted.values()) and not all(wanted.values())
    page = visit(evening, **PHONE)
    for number in numbers:
        page.evaluate("(number) => document.getElementById(`game-${number}`).click()", number)
        settle(page)
        assert sitting(page) == wanted[number], number
        page.evaluate("document.getElementById('to-front').click()")
        settle(page)


def test_a_contract_that_the_user_asks_for_has_a_seat_that_sits_out(visit: Visit, evening: Path) -> None:
    """If the user asks for a Bettler of Bauernschnapsen, the declarer's partner sits out (RULINGS)."""
    number = next(i for i, record in enumerate(RECORDS) if record.contract == "zehnerloch")
    page = visit(evening, f"#g={number + 1}", **PHONE)
    assert sitting(page) == []
    page.select_option("#ask-contract", "bettler")
    page.select_option("#ask-declarer", "1")
    page.locator("#ask-solve").tap()
    settle(page)
    page.locator("#answer").wait_for()
    assert sitting(page) == [3]


def test_the_trainer_names_the_seat_that_sits_out(visit: Visit, judged_evening: Path) -> None:
    """A question about a Bettler of Bauernschnapsen shows who takes no part."""
    page = visit(judged_evening, **PHONE)
    page.evaluate("localStorage.clear()")
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    wanted = ("bauernschnapsen", "bettler")
    numbers = [i for i, record in enumerate(RECORDS) if (record.game, record.contract) == wanted]
    page.locator("#my-mistakes").tap()
    for name in sorted(filter(None, RECORDS[numbers[0]].names)):
        if page.locator("#someone-else").count():
            page.locator("#someone-else").tap()
        choose(page, name)
        rows = page.locator(", ".join(f".lesson-row[data-kind=card][data-game='{n}']" for n in numbers))
        if not rows.count():
            continue
        game = int(rows.first.get_attribute("data-game"))
        rows.first.evaluate("(row) => { row.closest('details')?.setAttribute('open', ''); row.click(); }")
        page.locator("#lesson-board").wait_for()
        named = page.evaluate("""() => [...document.querySelectorAll("#lesson-board .hand")].filter((hand) =>
          [...hand.querySelectorAll(".role")].some((role) => role.textContent === "setzt aus")).map((hand) =>
          hand.getAttribute("aria-label"))""")
        assert named == [RECORDS[game].names[seat] for seat in idle_seats(RECORDS[game])]
        return
    raise AssertionError("nobody has a question about such a game")
