"""Cards are put on the empty table by clicks, by a link or at random, and are played with the keyboard.

Other tests check languages, decks, hostile names, narrow screens, swipes, and names for screen readers.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pages import address, hands_of, jump, press, seen, settle

from kranalyze import Deal
from kranalyze.answers.answer import solve
from kranalyze.cards import card_letters, cards_of
from kranalyze.deal import Seat
from kranalyze.kpn import parse_kpn
from running import EVENING, run

Visit = Callable[..., Any]
DATA = Path(__file__).parent.parent / "data"
DEAL = "N:T.T.JT.KQ 9.9.9.JT9 AKQ.AK.A. J.QJ.KQ.A"


def names(mask: int) -> set[str]:
    return {card_letters(card) for card in cards_of(mask)}


def on_the_table(page: Any) -> Deal:
    """Return the deal that the hands on the page show."""
    hands = [hands_of(page).get(seat.title, set()) for seat in Seat]
    n, e, s, w = (sum(1 << c for c in range(32) if card_letters(c) in cards) for cards in hands)
    return Deal((n, e, s, w))


def test_cards_by_clicks_and_the_link(visit: Visit, table: Path) -> None:
    page, deal = visit(table), Deal.parse(DEAL)
    for seat in Seat:
        page.click(f"#slot-{int(seat)}")
        for card in cards_of(deal.mask(seat)):
            press(page, f"#pack-{card_letters(card)}")
    page.click("#held-SA")  # the Ace goes back to the pack, and the next click deals it again
    page.click("#pack-SA")
    page.click("#setup-done")
    settle(page)
    assert on_the_table(page) == deal
    page.select_option("#ask-contract", "koenigmord")
    page.select_option("#ask-declarer", "2")
    page.click("#ask-solve")
    found = seen(page)
    answer = solve(deal, contract="koenigmord", declarer="S")
    assert set(found["worth"]) == set(answer.leads or {})
    assert page.locator("#answer").get_attribute("data-makeable") == "true"
    page.click("#card-SQ")
    settle(page)
    again = visit(table, address(page))
    assert again.evaluate("document.getElementById('at').dataset.at") == "1"
    again.keyboard.press("Home")
    settle(again)
    assert on_the_table(again) == deal
    assert seen(again)["worth"] == found["worth"]
    assert again.locator("#title").inner_text() == page.locator("#title").inner_text()


def test_a_deal_half_made_has_a_link_too(visit: Visit, table: Path) -> None:
    page = visit(table)
    page.click("#pack-HA")
    again = visit(table, address(page))
    assert again.locator("#held-HA").count() == 1


@pytest.mark.parametrize("game", ["graden", "russbach", "anrufen3", "bauernschnapsen"])
def test_random_deals(visit: Visit, table: Path, game: str) -> None:
    page = visit(table)
    page.select_option("#setup-game", game)
    page.click("#setup-random")
    first = address(page)
    page.click("#setup-random")
    assert address(page) != first
    page.click("#setup-done")
    sizes = {len(cards) for cards in hands_of(page).values()}
    assert sizes == {{"graden": 6, "russbach": 8, "anrufen3": 7, "bauernschnapsen": 5}[game]}


def test_playing_out_by_keys(visit: Visit, table: Path) -> None:
    """A whole game can be played with the keyboard alone: Tab, Enter, arrows."""
    page = visit(table, "#game=graden&deal=" + DEAL.replace(" ", "_") + "&contract=koenigmord&declarer=S")
    for number in range(24):
        assert seen(page)["at"] == number
        page.evaluate("document.querySelector('button.tile.best').focus()")
        page.keyboard.press("Enter")
    assert seen(page)["at"] == 24
    assert "South +210" in page.locator(".standing").inner_text()
    page.keyboard.press("ArrowLeft")
    assert seen(page)["at"] == 23


# ---- languages and decks


def test_the_browser_chooses_the_language(visit: Visit, evening: Path) -> None:
    german, english = visit(evening, lang="de-AT"), visit(evening, lang="fr-FR")
    assert german.evaluate("document.documentElement.lang") == "de"
    assert german.get_by_text("76 Spiele").count()
    assert english.evaluate("document.documentElement.lang") == "en"
    german.click("#language")
    assert german.evaluate("document.documentElement.lang") == "en" and german.get_by_text("76 games").count()


def test_no_english_word_is_left_in_german(visit: Visit, evening: Path) -> None:
    page = visit(evening, "#g=2&at=4", lang="de")
    page.click("#grid-button")
    page.wait_for_selector("#grid")
    words = page.locator("main").inner_text()
    for word in ("Trick", "trick", "played", "worth", "Contract", "cost", "Auction", "to play", "held by"):
        assert word not in words, word
    german = ("ist am Zug", "Stich 2, Karte 1", "das hat 80 Chips gekostet", "So wäre es gegangen", "Ansagen")
    for word in german:
        assert word in words, word


def test_both_decks(visit: Visit, evening: Path) -> None:
    page = visit(evening, "#g=2&at=4", lang="de")
    label = page.get_attribute("#card-ST", "aria-label")
    assert label.startswith("Pik-Zehner")
    page.click("#deck")
    assert page.get_attribute("#card-ST", "aria-label").startswith("Laub-Zehner")
    assert page.get_attribute("#card-HQ", "aria-label").startswith("Herz-Ober")
    assert page.get_attribute("#card-DA", "aria-label").startswith("Schellen-Ass")
    assert page.get_attribute("#card-CQ", "aria-label").startswith("Eichel-Ober")
    page.click("#copy-kpn")
    [record] = parse_kpn(page.input_value("#copied")).records
    assert record.deck == "german" and record.board == "2"


def test_the_deck_of_the_record(visit: Visit, tmp_path: Path) -> None:
    out = tmp_path / "german.html"
    assert run("page", DATA / "valid" / "german_deck.kpn", "-o", out, "--lang", "de").status in (0, 123)
    page = visit(out)
    assert page.get_attribute("#deck", "data-deck") == "german"
    assert page.evaluate("document.documentElement.lang") == "de"


# ---- hostile names and narrow screens


HOSTILE = (
    "<script>alert(1)</script>",
    "\\\"'&lt;<img src=x onerror=alert(2)>",
    "\u202eevil\u2066",
    "</bdi><b>x",
)
LOG = EVENING


def test_names_are_never_markup(visit: Visit, tmp_path: Path) -> None:
    log, out = tmp_path / "log.kpn", tmp_path / "log.html"
    text = next(block for block in LOG.read_text().split("\n\n") if '[Board "2"]' in block)
    for name, hostile in zip(("Cilli", "Gustl", "Franz", "Emil"), HOSTILE, strict=True):
        text = text.replace(f'"{name}"', f'"{hostile}"')
    text = text.replace("DA D9", "DA =1= D9") + f'\n[Note "1:{HOSTILE[0]}"]\n{{{HOSTILE[3]}}}\n'
    log.write_text(text)
    result = run("analyze", log, "--report", out)
    assert result.status == 0, result.err
    page = visit(out)
    wanted = [name.replace('\\"', '"') for name in HOSTILE]
    shown = page.locator("bdi").all_text_contents()
    assert set(wanted) <= set(shown)
    page.click("#game-0")
    for _ in range(24):
        page.keyboard.press("ArrowRight")
    assert set(wanted) <= set(page.locator("bdi").all_text_contents())
    assert page.evaluate("document.querySelectorAll('main script, main img, main bdi *').length") == 0
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert HOSTILE[0] in page.locator(".note").all_inner_texts()


@pytest.mark.parametrize(("lang", "dark"), [("en", False), ("de", True)])
def test_a_phone_needs_no_sideways_scrolling(
    visit: Visit, evening: Path, table: Path, lang: str, dark: bool
) -> None:
    width = "document.documentElement.scrollWidth"
    page = visit(evening, width=360, height=740, lang=lang, dark=dark, touch=True)
    assert page.evaluate(width) <= 360
    for number in (2, 45, 52, 57, 61, 66, 75):  # games of different kinds
        jump(page, f"#g={number}&at=9")
        press(page, "#grid-button")
        assert page.evaluate(width) <= 360, number
    page = visit(table, width=360, height=740, lang=lang, dark=dark, touch=True)
    page.click("#setup-random")
    assert page.evaluate(width) <= 360


def test_a_swipe_steps(visit: Visit, evening: Path) -> None:
    page = visit(evening, "#g=2&at=4", width=360, height=740, touch=True)
    swipe = """([from, to]) => {
      const board = document.getElementById("board");
      const touch = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: 200 });
      const fire = (type, x, list) => board.dispatchEvent(
        new TouchEvent(type, { bubbles: true, touches: list, changedTouches: [touch(x)] }));
      fire("touchstart", from, [touch(from)]);
      fire("touchend", to, []);
    }"""
    page.evaluate(swipe, [300, 100])
    assert seen(page)["at"] == 5
    page.evaluate(swipe, [100, 300])
    assert seen(page)["at"] == 4


def test_every_control_has_a_name(visit: Visit, evening: Path, table: Path) -> None:
    """Buttons, fields and pictures have names for a screen reader."""
    script = """() => [...document.querySelectorAll("button, select, textarea, input, [role=img]")]
        .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.closest("label")))
        .map((one) => one.outerHTML)"""
    for file, fragment in ((evening, ""), (evening, "#g=2&at=4"), (table, "")):
        page = visit(file, fragment)
        assert page.evaluate(script) == []
    assert "Emil to play" in visit(evening, "#g=2&at=4").locator("[aria-live]").first.inner_text()


def test_the_declarer_stays_with_another_contract(visit: Visit, evening: Path) -> None:
    """A choice of another contract keeps the declarer. An error is scrolled into view."""
    page = visit(evening, "#g=2", width=360, height=740, touch=True)
    declarer = page.locator("#ask-declarer").input_value()
    assert declarer
    page.select_option("#ask-contract", "durchmarsch")
    assert page.locator("#ask-declarer").input_value() == declarer
    page.select_option("#ask-declarer", "")
    page.locator("#ask-solve").tap()
    page.locator("#card-panel.error").wait_for()
    box = page.locator("#card-panel").bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 740
    page.select_option("#ask-contract", "schurln")  # Schurln has no declarer
    page.locator("#ask-solve").tap()
    page.locator("#card-panel:not(.error)").wait_for()
    settle(page)
    assert page.locator("#answer").count() or page.locator(".standing").count()
