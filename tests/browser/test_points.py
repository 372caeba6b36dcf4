"""The page shows the points of both sides if points decide the contract."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pages import settle

from kranalyze import read_kpn
from kranalyze.kpn import Record
from running import EVENING

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}

RECORDS = read_kpn(EVENING).records

#: A script that returns the tricks. A trick is the name of its winner and a list of its cards. A card is a
#: pair: whether the card has been played, and the words for it.
TRICKS = """() => [...document.querySelectorAll(".tricks .beside > div:first-child tr")].map((row) =>
  [row.querySelector(".taker").textContent, [...row.querySelectorAll(".move")].map((move) =>
    [move.className.includes("done"), move.querySelector(".heard").textContent])])"""


def points_of(words: str) -> int:
    """Return the points of a card from its words, such as "ace of spades": aces and tens count 10."""
    return 10 if words.split()[0] in ("ace", "ten") else 0


def has_couple(record: Record) -> bool:
    """Return whether a hand has King and Queen of a suit, so that marriages may count."""
    assert record.deal is not None
    return any(mask >> 8 * suit + 5 & 3 == 3 for mask in record.deal.masks for suit in range(4))


def tried_line(visit: Visit, evening: Path, number: int) -> Iterator[Any]:
    """Play a first card that was not played in the record, then best play. Yield the page after each card."""
    page = visit(evening, f"#g={number + 1}", **PHONE)
    page.locator("button.tile:not(.next)").first.tap()
    settle(page)
    page.locator("#best-line").tap()
    settle(page)
    while True:
        yield page
        if page.locator("#last").is_disabled():
            return
        page.locator("#forward").tap()
        settle(page)


@pytest.mark.parametrize("game", ["russbach", "rufmariasch", "anrufen"])
def test_the_points_of_both_sides_are_shown(visit: Visit, evening: Path, game: str) -> None:
    """The page shows for each side the points of the cards in the tricks that this side has taken."""
    number, record = next(
        (i, one) for i, one in enumerate(RECORDS)
        if one.game == game and one.contract == "simple" and one.settlement and not has_couple(one)
    )  # fmt: skip
    assert record.question is not None
    side = {str(record.names[seat]) for seat in (record.question.declarer, record.question.partner)
            if seat is not None}  # fmt: skip
    sums = [0, 0]
    for page in tried_line(visit, evening, number):
        sums = [0, 0]
        for taker, moves in page.evaluate(TRICKS):
            if taker and all(done for done, _ in moves):
                is_side = any(name.startswith(taker) for name in side)
                sums[not is_side] += sum(points_of(words) for _, words in moves)
        if not page.locator("#last").is_disabled():  # the last trick counts 10 points more
            assert page.locator("#points").get_attribute("data-points") == " ".join(map(str, sums))
    assert sum(sums) > 50


@pytest.mark.parametrize("game", ["rufmariasch", "anrufen"])
def test_marriages_are_among_the_points(visit: Visit, evening: Path, game: str) -> None:
    """After the last card, the difference of both sides' points equals the value, which counts marriages."""
    number = next(i for i, one in enumerate(RECORDS) if one.game == game and one.contract == "simple"
                  and one.settlement and has_couple(one))  # fmt: skip
    *_, page = tried_line(visit, evening, number)
    side, others = map(int, page.locator("#points").get_attribute("data-points").split())
    assert side - others == int(page.locator("#answer").get_attribute("data-value"))


def test_no_points_are_shown_while_the_partner_is_open(visit: Visit, evening: Path) -> None:
    """The page shows no points in "Hundert am letzten": the partner is unknown before the last trick."""
    number = next(i for i, one in enumerate(RECORDS) if one.contract == "hundert_letzten" and one.settlement)
    page = visit(evening, f"#g={number + 1}&at=3", **PHONE)
    page.locator("button.tile:not(.next)").first.tap()
    settle(page)
    assert page.locator(".standing").count() == 1 and page.locator("#points").count() == 0
