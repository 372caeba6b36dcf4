"""A game is shared as a page of its own or as a picture, by the share sheet or as a download."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from pages import hands_of, jump, seen, settle
from test_trainer import forget

from kranalyze import Deal, Position, read_kpn
from kranalyze.kpn import dump
from kranalyze.kpn.record import Record
from kranalyze.show import drawing
from kranalyze.show.picture import Marks, draw
from running import EVENING, run

Visit = Callable[..., Any]
PHONE = {"width": 360, "height": 740, "touch": True}
RECORDS = read_kpn(EVENING).records
DEAL = "N:T.T.JT.KQ_9.9.9.JT9_AKQ.AK.A._J.QJ.KQ.A"


def saved(page: Any, button: str, folder: Path) -> Path:
    """Tap a button that downloads a file, and return the path of the saved file."""
    with page.expect_download() as waiting:
        page.locator(button).tap()
    file: Path = folder / waiting.value.suggested_filename
    waiting.value.save_as(file)
    return file


def test_a_game_as_a_page_of_its_own(visit: Visit, evening: Path, tmp_path: Path) -> None:
    """The page of a single game has only this game and its analysis. It is small, and it solves what-ifs."""
    page = visit(evening, "#g=2&at=4", **PHONE)
    file = saved(page, "#share-page", tmp_path)
    assert file.name in page.locator("#message").inner_text()
    assert file.suffix == ".html" and file.stat().st_size < min(400_000, evening.stat().st_size)
    alone = visit(file, **PHONE)
    assert alone.locator("#board").count() == 1 and alone.locator("#to-front").count() == 0
    assert alone.locator("#title").inner_text() == page.locator("#title").inner_text()
    assert seen(alone)["at"] == 4  # the shared page opens at the same position
    assert seen(alone)["worth"] == seen(page)["worth"] and hands_of(alone) == hands_of(page)
    alone.locator("button.tile:not(.next)").first.tap()
    settle(alone)
    assert alone.locator("#best-line").count() == 1
    assert alone.locator("[id=copy-link]").count() == 0  # no link: others cannot open a local file


@pytest.mark.parametrize("deck", ["french", "german"])
def test_a_game_as_a_picture(visit: Visit, evening: Path, tmp_path: Path, deck: str) -> None:
    page = visit(evening, "#g=2&at=4", lang="de-AT", **PHONE)
    if deck == "german":
        page.locator("#deck").tap()
    file = saved(page, "#share-picture", tmp_path)
    content = file.read_bytes()
    assert content.startswith(b"\x89PNG") and len(content) > 20_000
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert width == 1080 and height > 1000


def test_the_deck_is_remembered(visit: Visit, evening: Path) -> None:
    """After a player has chosen German cards, the page shows them after a reload and in other games."""
    page = visit(evening, "#g=2", **PHONE)
    page.locator("#deck").tap()
    assert page.locator("#deck").get_attribute("data-deck") == "german"
    page.reload()
    page.wait_for_selector("html[data-ready]", state="attached")
    settle(page)
    assert page.locator("#deck").get_attribute("data-deck") == "german"
    assert page.locator("#board svg.suit").count() > 10


def test_the_picture_names_the_better_card_and_the_evening(visit: Visit, evening: Path) -> None:
    """The words that are sent with the picture name the better card and the evening.

    The name of the file is the title of the game.
    """
    page = visit(evening, "#g=2&at=4", lang="de-AT", **PHONE)
    page.evaluate("""() => {
      navigator.canShare = () => true;
      navigator.share = async ({ files, text }) => { window.sheet = [files[0].name, text]; };
    }""")
    page.locator("#share-picture").tap()
    page.locator("#message", has_text="Geteilt").wait_for()
    name, words = page.evaluate("window.sheet")
    title = page.locator("#title").inner_text()
    assert name.startswith(re.sub(r"[^\w.]+", "-", title)[:20]) and name.endswith(".png")
    worth = seen(page)["worth"]
    best = [card for card, value in worth.items() if value == max(worth.values())]
    suits = {"S": "Pik", "H": "Herz", "D": "Karo", "C": "Treff"}
    ranks = {"A": "Ass", "T": "Zehner", "9": "Neuner"}
    assert "Besser: " in words and len(best) < len(worth)
    better = words.partition("Besser: ")[2].partition(".")[0].split(", ")
    assert len(better) == len(best)
    assert all(f"{suits[card[0]]}-{ranks[card[1]]}" in better for card in best if card[1] in ranks)
    assert words.endswith(" Simulierter Abend 1.")


#: Script that replaces the browser's share sheet. The new one stores the words that are sent with a file.
SHEET = """() => {
  navigator.canShare = () => true;
  navigator.share = async ({ text }) => { window.sheet = text; };
}"""


def words_of_picture(page: Any) -> str:
    """Share a picture by the share sheet, and return the words that are sent with the picture."""
    page.evaluate("window.sheet = ''")
    page.locator("#share-picture").tap()
    words: str = page.evaluate("""async () => {
      while (!window.sheet) await new Promise((done) => setTimeout(done, 10));
      return window.sheet;
    }""")
    return words


def test_the_words_of_a_what_if_say_so(visit: Visit, evening: Path) -> None:
    """The words about a card that nobody played begin with "Was wäre, wenn:" (what if)."""
    page = visit(evening, "#g=2&at=4", lang="de-AT", **PHONE)
    page.evaluate(SHEET)
    for step, is_what_if in (("", False), ("button.tile:not(.next)", True)):
        if step:
            page.locator(step).first.tap()
            settle(page)
        assert words_of_picture(page).startswith("Was wäre, wenn:") == is_what_if


def test_a_shared_page_has_the_seat_and_the_line_of_the_sharer(
    visit: Visit, evening: Path, tmp_path: Path
) -> None:
    """The shared page has the cards that the sharer tried, the same seat at the bottom, and the result."""
    page = visit(evening, lang="de-AT", **PHONE)
    forget(page)  # another test may have stored a player's name in the browser
    jump(page, "#g=2&at=4")
    page.locator("#turn-table").tap()
    page.locator("button.tile:not(.next)").first.tap()
    settle(page)
    page.locator("#forward").tap()
    settle(page)
    alone = visit(saved(page, "#share-page", tmp_path), lang="de-AT", **PHONE)
    assert seen(alone) == seen(page) and seen(alone)["at"] == 6
    assert alone.locator("#back-to-game").count() == 1  # the shared page knows that this is a what-if
    bottom, shared = (one.locator(".hand.south").get_attribute("aria-label") for one in (page, alone))
    assert bottom == shared != "Süd"
    amounts = RECORDS[1].settlement
    assert amounts is not None
    words = alone.locator("#result").inner_text().replace("\N{MINUS SIGN}", "-")
    for name, amount in zip(RECORDS[1].names, amounts, strict=True):
        assert f"{name} {amount:+d}" in words
    alone.wait_for_timeout(150)  # the page writes its address after a short delay
    alone.reload()
    alone.wait_for_selector("html[data-ready]", state="attached")
    assert seen(alone) == seen(page)
    assert alone.locator("#title").inner_text() == page.locator("#title").inner_text()  # including the names
    alone.locator("#back-to-game").tap()
    settle(alone)
    assert seen(alone)["of"] == len(RECORDS[1].play)


def test_a_shared_question_about_another_contract(visit: Visit, evening: Path, tmp_path: Path) -> None:
    """The shared page asks the question that was on the table."""
    page = visit(evening, "#g=2", **PHONE)
    page.locator("#ask-contract").select_option("bettler")
    page.locator("#ask-declarer").select_option("0")
    page.locator("#ask-solve").tap()
    settle(page)
    alone = visit(saved(page, "#share-page", tmp_path), **PHONE)
    assert alone.locator("#title").inner_text() == page.locator("#title").inner_text()
    assert seen(alone)["worth"] == seen(page)["worth"]


def test_a_card_without_a_cost_is_shared_with_the_result(visit: Visit, evening: Path) -> None:
    """If the next card cost nothing, the words that are sent have the result of the game, not the card."""
    page = visit(evening, lang="de-AT", **PHONE)
    forget(page)  # another test may have stored verdicts, which the words then name
    page.evaluate(SHEET)
    number_of_results = 0
    for number, record in enumerate(RECORDS[:8]):
        page.evaluate("(number) => document.getElementById(`game-${number}`).click()", number)
        settle(page)
        is_free = "das hat nichts gekostet" in page.locator("#card-panel").inner_text()
        words = words_of_picture(page).replace("\N{MINUS SIGN}", "-")
        assert record.settlement is not None
        shown = [f"{name} {amount:+d}" in words if amount else True
                 for name, amount in zip(record.names, record.settlement, strict=True)]  # fmt: skip
        assert all(shown) == is_free and ("Gespielt wurde" in words) != is_free
        number_of_results += is_free
        page.locator("#to-front").tap()
    assert number_of_results > 2


#: Script that stores the addresses of all images that the page makes.
WATCH = """
window.images = [];
const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
Object.defineProperty(HTMLImageElement.prototype, "src", { ...source,
  set(address) { window.images.push(address); source.set.call(this, address); } });
"""


def is_below_table(element: ElementTree.Element) -> bool:
    """Return whether an element is a line of text below the table."""
    return element.tag.endswith("text") and int(element.get("y", "").split()[0]) >= drawing.CAPTION[1]


def drawn(picture: str) -> tuple[str | None, list[tuple[str, dict[str, str], str | None]]]:
    """Return the style and the elements of a picture.

    Texts below the table and the size of the picture are left out.
    """
    root = ElementTree.fromstring(picture)
    style, elements = None, []
    for element in root.iter():
        kind, attributes = element.tag.rpartition("}")[2], dict(element.attrib)
        if kind == "style":
            style = element.text
        elif element is not root and kind != "title" and not is_below_table(element):
            if attributes.get("class") == "paper":
                del attributes["height"]
            elements.append((kind, attributes, element.text))
    return style, elements


def shared_picture(page: Any, folder: Path) -> str:
    """Share a picture, and return its SVG."""
    page.evaluate(WATCH)
    saved(page, "#share-picture", folder)
    head, _, picture = page.evaluate("window.images.at(-1)").partition(",")
    assert head == "data:image/svg+xml;charset=utf-8"
    return unquote(picture)


def test_the_picture_explains_its_frames(visit: Visit, evening: Path, tmp_path: Path) -> None:
    """The last lines below the table say what the frames of the played card and the best card mean."""
    page = visit(evening, "#g=2&at=4", lang="de-AT", **PHONE)
    forget(page)
    for place in ("#g=2&at=4", f"#g=2&at={len(RECORDS[1].play)}"):
        jump(page, place)
        settle(page)
        root = ElementTree.fromstring(shared_picture(page, tmp_path))
        frames = {element.get("class") for element in root.iter() if element.tag.endswith("rect")}
        words = " ".join(element.text or "" for element in root.iter() if is_below_table(element))
        assert ("Gelber Rahmen: die gespielte Karte." in words) == ("next" in frames)
        assert ("Grüner Rahmen mit ★: die beste Karte." in words) == ("best" in frames)
        assert ({"next", "best"} <= frames) == (place == "#g=2&at=4")


def report_of(position: Position, folder: Path, *tags: str) -> tuple[Record, Path]:
    """Play a position to its end. Return the record of the game, and the path of the report on it.

    tags: further tags of the record, in KPN.
    """
    while not position.ended:
        position = position.play(position.legal[0])
    game, report = folder / "game.kpn", folder / "game.html"
    with game.open("wb") as out:
        dump([position.record], out)
    text = game.read_text(encoding="utf-8")
    game.write_text(text.replace("[Deal ", "\n".join([*tags, "[Deal "])), encoding="utf-8")
    assert run("analyze", game, "--report", report).status == 0
    return position.record, report


SIX = Position.of_deal(
    Deal.parse("S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9"), contract="koenigmord", declarer="S"
)
EIGHT = Position.of_deal(
    Deal.parse("N:AQ97.Q.A9.8 KT.A.Q8.AKJ .KJT.J7.QT7 J8.987.KT.9"), game="whist", contract="tricks",
    leader="S", trump="S",
)  # fmt: skip
THREE = Position.of_deal(
    Deal.parse("N:AKQJT9.A.. .KQJT9.AK. ..QJT9.AKQ", talon="CJ CT C9"), game="anrufen3", contract="simple",
    declarer="N", trump="S",
)  # fmt: skip


@pytest.mark.parametrize("deck", ["french", "german"])
@pytest.mark.parametrize(
    ("start", "cards"), [(SIX, 0), (SIX, 4), (SIX, 5), (EIGHT, 1), (EIGHT, 4), (THREE, 4)],
    ids=["0", "4", "5", "eight-1", "eight-4", "three-4"],
)  # fmt: skip
def test_the_picture_is_the_one_that_python_draws(
    visit: Visit, tmp_path: Path, deck: Any, start: Position, cards: int
) -> None:
    """The page and Python draw hands, trick, words, marks and the seat to play as the same SVG.

    Only the words below the table differ.

    The picture marks the card that was played next. It marks the best cards if other cards are worse.
    """
    record, report = report_of(start, tmp_path)
    page = visit(report, f"#g=1&at={cards}", **PHONE)
    if deck == "german":
        page.locator("#deck").tap()
    at = Position.of_record(record, after=cards)
    values = at.values()
    best = {card.number for card, value in values.items() if value == max(values.values())}
    marks = Marks(record.play[cards].number, best if len(best) < len(values) else ())
    picture = shared_picture(page, tmp_path)
    assert drawn(picture) == drawn(draw(at, "light", deck, marks))
    assert picture.count('class="next"') == 1
    assert picture.count('class="best"') == picture.count('class="star"') == len(marks.best)


def test_some_pictures_have_best_cards_and_some_have_not() -> None:
    """In some positions of the test above, one card is better than another. In others, all are equal."""
    kinds = set()
    for start, cards in ((SIX, 0), (SIX, 5), (EIGHT, 1), (EIGHT, 4)):
        at = start
        for _ in range(cards):
            at = at.play(at.legal[0])
        kinds.add(len(set(at.values().values())) > 1)
    assert kinds == {False, True}


def test_a_picture_marks_what_was_played_and_what_was_better(
    visit: Visit, evening: Path, tmp_path: Path
) -> None:
    """The picture has frames on the cards that the page marks.

    The picture of the end of a game shows the last trick and has no marks.
    """
    page = visit(evening, "#g=2&at=4", **PHONE)
    position = seen(page)
    best = [card for card, value in position["worth"].items() if value == max(position["worth"].values())]
    assert position["next"] not in best and len(best) < len(position["worth"])
    root = ElementTree.fromstring(shared_picture(page, tmp_path))
    cards = {}
    for hand in root.iter("{http://www.w3.org/2000/svg}g"):
        edges = [item for item in hand if item.tag.endswith("rect")]
        words = [item for item in hand if item.tag.endswith("text")]
        plain = [item for item in edges if item.get("class") is None]
        for edge, word in zip(plain, words, strict=True):
            cards[edge.get("x"), edge.get("y")] = "".join(word.itertext()).replace("10", "T")
    marked: dict[str, set[str]] = {"best": set(), "next": set()}
    for frame in root.iter("{http://www.w3.org/2000/svg}rect"):
        if frame.get("class") in marked:
            name = cards[frame.get("x"), frame.get("y")]
            marked[frame.get("class") or ""].add("SHDC"["♠♥♦♣".index(name[0])] + name[-1])
    assert marked == {"best": set(best), "next": {position["next"]}}
    page.locator("#last").tap()
    settle(page)
    end = shared_picture(page, tmp_path)
    assert 'class="next"' not in end and 'class="best"' not in end
    assert end.count('class="cards table"') == 1 and end.count("\ufe0e") == 4


def test_long_names_are_cut_in_a_picture(visit: Visit, tmp_path: Path) -> None:
    """A long name is cut so that it fits above its hand. The words on the table fit the table."""
    long = "Annemarie von und zu Hinterberger"
    _, report = report_of(SIX, tmp_path, f'[South "{long} 😀"]', f'[East "{long}"]', '[West "Ö & <b>"]')
    page = visit(report, "#g=1", **PHONE)
    file = tmp_path / "picture.html"
    picture = shared_picture(page, tmp_path)
    file.write_text(f"<!doctype html><html data-ready><meta charset=utf-8>{picture}", encoding="utf-8")
    page = visit(file)
    boxes = page.evaluate("""() => [...document.querySelectorAll("text.name, text.turn, text.words")]
      .filter((text) => Number(text.getAttribute("y")) < 340)
      .map((text) => { const { x, width } = text.getBBox(); return [text.textContent, x, x + width]; })""")
    names = {name: (left, right) for name, left, right in boxes}
    assert "Ö & <b>" in names and "North" in names
    east = next(name for name in names if name.startswith("Annemarie von") and name.endswith("…"))
    x, _, width, _ = drawing.TABLE
    assert names[east][0] > x + width and names[east][1] < drawing.WIDTH
    assert names["Ö & <b>"][1] < x
    words = [text for text, _, _ in boxes if text not in (east, "North", "Ö & <b>", f"{long} 😀")]
    assert " ".join(words) == f"{long} 😀 leads" and len(words) > 2
    assert all(names[line][0] > x and names[line][1] < x + width for line in words)


def test_the_share_sheet_is_used_where_there_is_one(visit: Visit, evening: Path) -> None:
    page = visit(evening, "#g=2&at=4", **PHONE)
    page.evaluate("""() => {
      navigator.canShare = () => true;
      navigator.share = async ({ files, text }) => {
        window.sheet = [files[0].name, files[0].type, text];
      };
    }""")
    page.locator("#share-picture").tap()
    page.locator("#message", has_text="Shared").wait_for()
    name, kind, words = page.evaluate("window.sheet")
    assert name.endswith(".png") and kind == "image/png"
    assert "was played" in words and "cost" in words


SERVED = "http://localhost/evening.html"


def test_a_link_is_copied_where_others_can_open_it(contexts: Callable[..., Any], evening: Path) -> None:
    """A page that was opened from the web copies a link to its position.

    A page that was opened from a file never copies an address that begins with ``file:///`` (next test).
    """
    page = contexts(360, 740, "de-AT", False, True).new_page()
    page.route("http://localhost/**", lambda route: route.fulfill(body=evening.read_text(encoding="utf-8"),
                                                                  content_type="text/html"))  # fmt: skip
    page.goto(f"{SERVED}#g=2&at=4")
    page.wait_for_selector("html[data-ready]", state="attached")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copiedText = text; }")
    page.locator("#forward").tap()
    settle(page)
    page.locator("#copy-link").tap()
    page.locator("#message", has_text="Kopiert").wait_for()
    copied = page.evaluate("window.copiedText")
    assert copied.startswith(SERVED) and "g=2" in copied and "at=5" in copied
    page.close()


def test_no_view_from_a_file_copies_its_address(visit: Visit, evening: Path, table: Path) -> None:
    solved = f"#game=graden&deal={DEAL}&contract=koenigmord&declarer=S"
    for file, place in ((evening, "#g=2&at=4"), (table, solved)):
        page = visit(file, place, **PHONE)
        page.evaluate("navigator.clipboard.writeText = async (text) => { window.copiedText = text; }")
        page.locator("#copy-kpn").tap()
        assert page.locator("#copy-link").count() == 0
        assert "file:" not in page.evaluate("window.copiedText")


def test_an_unknown_seat_in_an_address_is_left_out(visit: Visit, table: Path) -> None:
    """If an address names an unknown declarer, the program chooses one, as if the address named none."""
    asked = f"#game=graden&deal={DEAL}&contract=koenigmord"
    pages = [visit(table, asked + more, **PHONE) for more in ("", "&declarer=X")]
    titles = [page.locator("#title").inner_text() for page in pages]
    assert titles[0] == titles[1] != ""


def test_the_text_of_a_game_is_the_last_way_to_share_it(visit: Visit, evening: Path) -> None:
    """The button that copies a game as text stands after all other buttons. Its label says what it does."""
    for lang, words in (("de-AT", "Spiel als Text kopieren (KPN)"), ("en-US", "Copy game as text (KPN)")):
        page = visit(evening, "#g=3", lang=lang, width=360, height=740, touch=True)
        settle(page)
        assert page.locator(".share button").last.inner_text() == words
        page.locator("button.tile:not(.next)").first.tap()
        settle(page)
        start = {"de-AT": "Was wäre, wenn: Du probierst", "en-US": "What if: You are trying"}[lang]
        assert page.locator(".branch").inner_text().startswith(start)


def test_a_game_is_shared_from_the_first_screen(visit: Visit, evening: Path, tmp_path: Path) -> None:
    """A menu at the top of a game saves the game's page or picture.

    A message names the saved file, and disappears after some seconds.
    """
    page = visit(evening, "#g=3", lang="de-AT", **PHONE)
    box = page.locator("#share summary").bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] < 100 and box["height"] >= 36
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.locator("#share").inner_text() == "Teilen"
    title = page.locator("#title").inner_text()
    page.clock.install()
    page.locator("#share summary").tap()
    for choice in ("#share-as-page", "#share-as-picture"):
        box = page.locator(choice).bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360 and box["height"] >= 36
    with page.expect_download() as waiting:
        page.locator("#share-as-page").tap()
    name = waiting.value.suggested_filename
    waiting.value.save_as(tmp_path / name)
    message = page.locator("#message")
    assert message.inner_text() == f"Die Seite mit diesem Spiel liegt bei den Downloads: {name}"
    shown = message.bounding_box()
    assert shown["y"] >= 0 and shown["y"] + shown["height"] <= page.locator(".steps").bounding_box()["y"]
    page.clock.fast_forward(10_000)
    settle(page)
    assert message.inner_text() == ""
    assert visit(tmp_path / name, lang="de-AT", **PHONE).locator("#title").inner_text() == title
    page.locator("#share summary").tap()
    picture = saved(page, "#share-as-picture", tmp_path)
    assert message.inner_text() == f"Das Bild liegt bei den Downloads: {picture.name}"
