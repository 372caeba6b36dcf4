"""Users can deal and try cards by keyboard or by touch; a typed deal may use German letters for cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import hands_of, paste, settle

from running import EVENING

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}
#: A deal of Graden, and the cards of North in it.
DEAL = "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T"
NORTH = {"SK", "SJ", "S9", "HJ", "DJ", "CJ"}
GERMAN_RANKS = str.maketrans({"Q": "D", "J": "B"})
GERMAN_DECK = str.maketrans({"Q": "O", "J": "U"})


@pytest.mark.parametrize(
    "text",
    [
        DEAL,
        DEAL.translate(GERMAN_RANKS),
        DEAL.translate(GERMAN_DECK),
        DEAL.translate(GERMAN_RANKS).lower().replace("n:", "N:"),
        DEAL.translate(GERMAN_RANKS).replace("T", "10"),
        "N:♠KB9♥B♦B♣B ♠10♥10♦D9♣K9 ♠D♥K9♦10♣AD ♠A♥AD♦AK♣10",
    ],
)
def test_a_deal_is_typed_with_the_letters_of_the_page(visit: Visit, table: Path, text: str) -> None:
    """A deal may be typed with the page's German letters: D, B and 10, or O and U of German cards."""
    page = visit(table, lang="de-AT", **PHONE)
    assert paste(page, text) == []
    hands = hands_of(page)
    assert hands["Nord"] == NORTH
    assert sum(map(len, hands.values())) == 24 and "SQ" in hands["Süd"] and "DQ" in hands["Ost"]


def test_the_place_of_an_error_stays(visit: Visit, table: Path) -> None:
    page = visit(table, **PHONE)
    (error,) = paste(page, "N:KB9.B.B.1 10.10.D9.K9 D.K9.10.AD A.AD.AK.10")
    assert error.startswith("1:11:")


def focused(page: Any) -> str:
    return str(page.evaluate("document.activeElement.id"))


def test_cards_are_given_by_keyboard_alone(visit: Visit, table: Path) -> None:
    """Tab stops at the pack once, arrow keys go from card to card, and the focus stays in the pack."""
    page = visit(table)
    page.focus("#setup-done")
    page.focus("#setup-clear")
    stops = []
    for _ in range(12):
        page.keyboard.press("Tab")
        stops.append(focused(page))
    assert stops.index("kpn") < 7  # Tab stops at the four hands, at the pack, then at the text
    page.focus("#pack-SA")
    page.keyboard.press("ArrowRight")
    assert focused(page) == "pack-SK"
    page.keyboard.press("ArrowDown")
    assert focused(page) == "pack-HK"
    for number in range(1, 25):
        page.keyboard.press("Enter")
        assert page.locator("[id^=held-]").count() == number
        assert focused(page).startswith("pack-" if number < 24 else "setup-done")
    page.keyboard.press("Enter")
    settle(page)
    assert page.locator("#board").count() == 1


def test_a_card_is_taken_back_by_keyboard(visit: Visit, table: Path) -> None:
    page = visit(table)
    page.click("#setup-random")
    held = page.locator("#slot-1 ~ .cards .tile").evaluate_all("tiles => tiles.map((one) => one.id)")
    page.focus(f"#{held[0]}")
    page.keyboard.press("ArrowRight")
    assert focused(page) == held[1]
    page.keyboard.press("Enter")
    assert focused(page) == held[2]


def test_a_card_that_is_tried_was_not_played(visit: Visit, evening: Path) -> None:
    page = visit(evening, "#g=2", **PHONE)
    assert "was played" in page.locator("#played").inner_text()
    page.locator("button.tile:not(.next)").first.tap()
    settle(page)
    page.locator("#back").tap()
    settle(page)
    assert "was played" not in page.locator("#played").inner_text()
    assert "tried" in page.locator("#played").inner_text()


def test_a_card_that_is_tried_was_not_played_in_german(visit: Visit, evening: Path) -> None:
    page = visit(evening, "#g=2", lang="de-AT", **PHONE)
    assert "Gespielt wurde" in page.locator("#played").inner_text()
    page.locator("button.tile:not(.next)").first.tap()
    settle(page)
    page.locator("#back").tap()
    settle(page)
    words = page.locator("#played").inner_text()
    assert "Gespielt wurde" not in words and "Probiert" in words


#: A game of two Bettlers: before the first trick, North and East each lay a card face down.
TWO_BETTLERS = """[Game "graden"]
[Deal "N:KJ9.J.J.J T.T.Q9.K9 Q.K9.T.AQ A.AQ.AK.T"]
[Contract "bettler"]
[Declarer "N"]
[Second "E"]
[FaceDown "N:HJ E:HT"]
"""


@pytest.mark.parametrize(
    ("lang", "words"), [("de-AT", "Nord hat ♥B verdeckt gelegt"), ("en-GB", "North laid ♥J face down")]
)
def test_a_card_laid_face_down_is_a_whole_sentence(visit: Visit, table: Path, lang: str, words: str) -> None:
    page = visit(table, lang=lang, **PHONE)
    assert paste(page, TWO_BETTLERS) == []
    shown = page.locator(".calls li").evaluate_all("""lines => lines.map((line) => {
      const copy = line.cloneNode(true);
      for (const heard of copy.querySelectorAll(".heard")) heard.remove();
      return copy.textContent.replaceAll("\ufe0e", "");
    })""")
    assert words in shown


@pytest.mark.parametrize("lang", ["de-AT", "en-GB"])
def test_the_head_takes_one_line(visit: Visit, table: Path, lang: str) -> None:
    """The head takes one line also above the list of pasted games, where the head has the most buttons."""
    page = visit(table, lang=lang, **PHONE)
    heights = [page.locator(".topbar").bounding_box()["height"]]
    page.fill("#kpn", "\n\n".join(EVENING.read_text(encoding="utf-8").split("\n\n")[:13]))
    page.locator("#kpn-read").tap()
    settle(page)
    heights.append(page.locator(".topbar").bounding_box()["height"])
    page.locator("#game-2").tap()
    settle(page)
    heights.append(page.locator(".topbar").bounding_box()["height"])
    assert max(heights) < 60, heights
