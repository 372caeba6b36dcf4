"""Pictures of deals and positions: SVG for notebooks and documents, in light and dark."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kranalyze
from kranalyze import Deal, Position, bundled

DEAL = Deal.parse("S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9")
SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    """The texts of a picture, which must be a whole document of XML."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg" and root.get("viewBox") is not None
    return ["".join(item.itertext()) for item in root.iter(f"{SVG}text")]


def cards_shown(picture: str) -> Counter[str]:
    """The cards in hands: a line of a suit begins with its symbol."""
    lines = [text for text in texts(picture) if text[0] in "♠♥♦♣" and " " in text]
    return Counter(f"{line[0]}{rank}" for line in lines for rank in line[1:].replace(" ", "").strip("–"))


def test_a_picture_shows_every_card_once() -> None:
    shown = cards_shown(DEAL._repr_svg_())
    assert len(shown) == 24 and set(shown.values()) == {1} and shown["♠A"] == shown["♣9"] == 1
    assert [seat for seat in texts(DEAL.svg()) if seat in ("North", "East", "South", "West")] == [
        "North", "West", "East", "South",
    ]  # fmt: skip


def test_unknown_hands_and_talons_are_drawn() -> None:
    partly = Deal.parse("N:- - AKQ.AK.A. -")
    assert texts(partly.svg()).count("not known") == 3
    three = Deal.parse("N:AKQJT9.A.. .KQJT9.AK. ..QJT9.AKQ", talon="CJ CT C9")
    assert "West" not in texts(three.svg()) and "Talon" in texts(three.svg())
    assert sum(cards_shown(three.svg()).values()) == 24


def test_a_position_shows_hands_trick_and_turn() -> None:
    at = Position.of_deal(DEAL, contract="koenigmord", declarer="S").play("SA").play("SJ")
    picture = at._repr_svg_()
    assert sum(cards_shown(picture).values()) == 22
    assert [text for text in texts(picture) if re.fullmatch("[♠♥♦♣][AKQJT9]", text)] == ["♠A", "♠J"]
    assert "Königmord by South · trick 1 · North to play" in texts(picture)
    while not at.ended:
        at = at.play(at.legal[0])
    assert "Königmord by South · the game is over" in texts(at.svg())


@pytest.mark.parametrize("theme", ["light", "dark", "auto"])
def test_pictures_are_light_or_dark(theme: str) -> None:
    picture = DEAL.svg(theme=theme)  # type: ignore[arg-type]
    assert ("prefers-color-scheme: dark" in picture) == (theme == "auto")
    assert texts(picture) == texts(DEAL.svg())
    assert DEAL.svg(theme="light") != DEAL.svg(theme="dark")


def test_a_theme_must_exist() -> None:
    with pytest.raises(kranalyze.ArgumentError, match="theme: auto, light or dark is expected, not 'red'"):
        DEAL.svg(theme="red")  # type: ignore[arg-type]


def test_german_suits_are_drawn_as_signs() -> None:
    """Each hand has leaf, heart, bell and acorn, each left of its cards."""
    picture = DEAL.svg(deck="german")
    assert "A K O" in texts(picture)
    assert not re.search(r'class="(red|black)"[^>]*>[^<]*[♠♥♦♣LHSE]', picture)
    colours = re.findall(r'<path [^>]*fill="(#\w+)"', picture)
    assert colours == 4 * ["#3f8f3a", "#c8342b", "#e0a020", "#7a3b12", "#d39a2d", "#4f7f2f"]
    signs = re.findall(r"translate\((\d+) (\d+)\)", picture)
    lines = re.findall(r'<text class="(?:red|black)" x="(\d+)" y="(\d+)"', picture)
    places = list(dict.fromkeys(signs))  # the two parts of a bell are at one place
    assert [(int(x) + 22, int(y) + 14) for x, y in places] == [(int(x), int(y)) for x, y in lines]


def test_the_picture_of_the_guide_is_the_one_that_is_drawn() -> None:
    kept = Path(bundled.bundled_directory()) / "deal.svg"
    assert kept.read_text(encoding="utf-8") == DEAL.svg()
    assert "(deal.svg)" in (Path(bundled.bundled_directory()) / "GUIDE.md").read_text(encoding="utf-8")
