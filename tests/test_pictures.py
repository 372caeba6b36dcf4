"""Pictures of deals and positions: SVG for notebooks and documents, in light and dark."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest

import kranalyze
from kranalyze import Card, Deal, Position, bundled
from kranalyze.deal import Seat
from kranalyze.show import drawing
from kranalyze.show.picture import Marks, draw

DEAL = Deal.parse("S:AKQ.AK.A. J.QJ.KQ.A T.T.JT.KQ 9.9.9.JT9")
THREE = Deal.parse("N:AKQJT9.A.. .KQJT9.AK. ..QJT9.AKQ", talon="CJ CT C9")
EIGHT = Deal.parse("N:AQ97.Q.A9.8 KT.A.Q8.AKJ .KJT.J7.QT7 J8.987.KT.9")
WHOLE = Deal.parse("N:AKQJT987.AKQJT987.. - ..AKQJT987.AKQJT987 ...")
SVG = "{http://www.w3.org/2000/svg}"
SIGNS = {"#3f8f3a": "♠", "#c8342b": "♥", "#e0a020 #7a3b12": "♦", "#d39a2d #4f7f2f": "♣"}


class Tile(NamedTuple):
    """A card of a picture: its name, whether it is red, its upper left corner, and its size."""

    card: str
    red: bool
    x: int
    y: int
    width: int
    height: int


class Group(NamedTuple):
    """A group of cards in a picture: the text before it, the cards, the frames and stars of marked cards."""

    name: str
    tiles: list[Tile]
    best: list[tuple[int, int]]
    next: list[tuple[int, int]]
    stars: list[tuple[int, int]]


def root_of(picture: str) -> ElementTree.Element:
    """Return the root of a picture. Assert that the picture is a complete XML document."""
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg" and root.get("viewBox") is not None
    return root


def texts(picture: str) -> list[str]:
    """Return the texts of a picture, without the character that forbids coloured symbols."""
    return [item.text.replace("\ufe0e", "") for item in root_of(picture).iter(f"{SVG}text") if item.text]


def numbers(element: ElementTree.Element, *names: str) -> tuple[int, ...]:
    return tuple(int(element.get(name, "").split()[-1]) for name in names)


def group_of(name: str, element: ElementTree.Element) -> Group:
    """Return a group of cards. Assert that rank and suit lie on their card, one above the other."""
    group = Group(name, [], [], [], [])
    edge: tuple[int, ...] = ()
    suit = ""
    for item in element:
        kind = item.get("class")
        if item.tag == f"{SVG}rect" and kind is None:
            edge, suit = numbers(item, "x", "y", "width", "height"), ""
        elif item.tag == f"{SVG}rect":
            x, y, width, height = numbers(item, "x", "y", "width", "height")
            assert (width, height) == edge[2:]
            (group.best if kind == "best" else group.next).append((x, y))
            assert kind in ("best", "next")
        elif kind == "star":
            x, y = map(int, re.findall(r"\d+", item.get("transform", "")))
            group.stars.append((x, y))
        elif item.tag == f"{SVG}g":
            suit = SIGNS[" ".join(path.get("fill", "") for path in item)]
            left, top = map(int, re.findall(r"(\d+) (\d+)", item.get("transform", ""))[0])
            assert edge[0] <= left < edge[0] + edge[2] and edge[1] + 20 < top < edge[1] + edge[3] - 16
        else:
            assert item.tag == f"{SVG}text" and item.text is not None
            rank = item.text.replace("\ufe0e", "")
            x, y = numbers(item, "x", "y")
            assert edge[0] < x < edge[0] + edge[2] and edge[1] + 16 < y < edge[1] + edge[3] // 2
            if not suit:
                low = int(item.get("y", "").split()[0])
                assert y + 16 < low < edge[1] + edge[3]
            group.tiles.append(Tile(suit + rank, kind == "red", *edge))
    return group


def groups(picture: str) -> dict[str, Group]:
    """Return the cards of each hand by the name of the hand. The name of the cards on the table is empty."""
    found: dict[str, Group] = {}
    name = ""
    for element in root_of(picture):
        if element.tag == f"{SVG}text":
            name = element.text or ""
        elif element.tag == f"{SVG}g":
            is_table = "table" in element.get("class", "").split()
            group = group_of("" if is_table else name, element)
            assert group.name not in found
            found[group.name] = group
    return found


def cards_shown(picture: str) -> Counter[str]:
    """Count how often the picture shows each card in hands and talon."""
    hands = (group for name, group in groups(picture).items() if name)
    return Counter(tile.card.replace("10", "T") for group in hands for tile in group.tiles)


def names_of(mask: int | None) -> list[str]:
    """Return the cards of a hand in the order of a picture: suits in their order, high cards first."""
    cards = (suit * 8 + rank for suit in range(4) for rank in reversed(range(8)))
    order = sorted(cards, key=lambda number: (number // 8, "AKQJT987".index(Card(number).rank)))
    return [repr(Card(number)) for number in order if (mask or 0) >> number & 1]


def test_a_picture_shows_every_card_once() -> None:
    shown = cards_shown(DEAL._repr_svg_())
    assert len(shown) == 24 and set(shown.values()) == {1} and shown["♠A"] == shown["♣9"] == 1
    assert [seat for seat in texts(DEAL.svg()) if seat in ("North", "East", "South", "West")] == [
        "North", "West", "East", "South",
    ]  # fmt: skip


@pytest.mark.parametrize("deck", ["french", "german"])
@pytest.mark.parametrize("deal", [DEAL, THREE, EIGHT, WHOLE], ids=["six", "three", "eight", "sixteen"])
def test_each_hand_has_its_own_cards_in_order(deal: Deal, deck: Any) -> None:
    """Each hand shows its cards in order. Hearts are red. In a French deck, diamonds are red, too."""
    german = str.maketrans("QJ", "OU") if deck == "german" else {}
    wanted = {seat.title: names_of(deal.hand_masks[seat]) for seat in Seat if deal.hand_masks[seat]}
    if deal.talon_mask:
        wanted["Talon"] = names_of(deal.talon_mask)
    shown = groups(deal.svg(deck=deck))
    assert {name: [tile.card for tile in group.tiles] for name, group in shown.items()} == {
        name: [card.replace("T", "10").translate(german) for card in cards] for name, cards in wanted.items()
    }
    reds = "♥♦" if deck == "french" else "♥"
    assert all(tile.red == (tile.card[0] in reds) for group in shown.values() for tile in group.tiles)


def meet(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return whether two boxes (left, top, right, bottom) have a common area."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("deal", [DEAL, THREE, EIGHT, WHOLE], ids=["six", "three", "eight", "sixteen"])
def test_cards_lie_in_the_picture_and_hands_lie_apart(deal: Deal) -> None:
    """Cards of one hand overlap only where a row is full. A part of each card remains visible."""
    x, y, width, height = drawing.TABLE
    boxes = [(x, y, x + width, y + height)]
    for group in groups(deal.svg()).values():
        rows: dict[int, list[Tile]] = {}
        for tile in group.tiles:
            rows.setdefault(tile.y, []).append(tile)
        for row in rows.values():
            steps = {right.x - left.x for left, right in pairwise(row)}
            assert len(steps) < 2 and all(step >= (14 if len(row) > 8 else 24) for step in steps)
        corners = [(tile.x, tile.y, tile.x + tile.width, tile.y + tile.height) for tile in group.tiles]
        lefts, tops, rights, bottoms = zip(*corners, strict=True)
        boxes.append((min(lefts), min(tops), max(rights), max(bottoms)))
    whole = (0, 0, drawing.WIDTH, drawing.HEIGHT)
    for i, box in enumerate(boxes):
        assert box[0] > 4 and box[1] > 4 and box[2] < whole[2] - 4 and box[3] < whole[3] - 4
        assert not any(meet(box, other) for other in boxes[:i])


def test_hands_of_six_do_not_overlap() -> None:
    tiles = [tile for group in groups(DEAL.svg()).values() for tile in group.tiles]
    boxes = [(tile.x, tile.y, tile.x + tile.width, tile.y + tile.height) for tile in tiles]
    assert not any(meet(one, other) for i, one in enumerate(boxes) for other in boxes[:i])


def test_unknown_hands_and_talons_are_drawn() -> None:
    partly = Deal.parse("N:- - AKQ.AK.A. -")
    assert texts(partly.svg()).count("not known") == 3
    assert "West" not in texts(THREE.svg()) and "Talon" in texts(THREE.svg())
    assert sum(cards_shown(THREE.svg()).values()) == 24
    assert texts(WHOLE.svg()).count("–") == 1


def test_a_position_shows_hands_trick_and_turn() -> None:
    at = Position.of_deal(DEAL, contract="koenigmord", declarer="S").play("SA").play("SJ")
    picture = at._repr_svg_()
    assert sum(cards_shown(picture).values()) == 22
    played = groups(picture)[""].tiles
    assert [(tile.card, tile.x, tile.y) for tile in played] == [
        ("♠A", *drawing.ON_TABLE[Seat.S]), ("♠J", *drawing.ON_TABLE[Seat.W]),
    ]  # fmt: skip
    assert played[0].width > groups(picture)["South"].tiles[0].width
    assert "Königmord by South · trick 1 · North to play" in texts(picture)
    assert root_of(picture).findtext(f"{SVG}title") == "Königmord by South · trick 1 · North to play"
    while not at.ended:
        at = at.play(at.legal[0])
    assert "Königmord by South · the game is over" in texts(at.svg())
    assert texts(at.svg()).count("–") == 4


def test_an_empty_table_names_the_seat_that_leads() -> None:
    at = Position.of_deal(DEAL, contract="koenigmord", declarer="S")
    assert "South leads" in texts(at.svg()) and "" not in groups(at.svg())
    assert not any("leads" in text for text in texts(at.play("SA").svg()))
    double = Position.of_deal(DEAL, contract="bettler", declarer="W", second="N")
    assert double.lays_face_down and double.to_play is not None
    assert f"{double.to_play.title} lays face down" in texts(double.svg())
    assert not at.lays_face_down


def test_a_game_of_three_has_no_west() -> None:
    at = Position.of_deal(THREE, game="anrufen3", contract="simple", declarer="N", trump="S")
    assert "West" not in texts(at.svg()) and sum(cards_shown(at.svg()).values()) == 21


@pytest.mark.parametrize("deal", [DEAL, EIGHT], ids=["six", "eight"])
@pytest.mark.parametrize("deck", ["french", "german"])
def test_marked_cards_have_frames_and_best_cards_have_stars(deal: Deal, deck: Any) -> None:
    """The frames are drawn on the cards themselves. A star stands at the lower edge of each best card."""
    hand = names_of(deal.hand_masks[Seat.E])
    best, played = {hand[0], hand[2]}, hand[4]
    marks = Marks(Card(played).number, [Card(name).number for name in best])
    shown = groups(draw(deal, "light", deck, marks))
    east = shown.pop("East")
    assert all(not (group.best or group.next or group.stars) for group in shown.values())
    corners = dict(zip(hand, [(tile.x, tile.y) for tile in east.tiles], strict=True))
    assert set(east.best) == {corners[name] for name in best} and len(east.best) == len(best)
    assert east.next == [corners[played]]
    assert len(east.stars) == len(best)
    width, height = east.tiles[0].width, east.tiles[0].height
    for (x, y), (left, top) in zip(east.stars, east.best, strict=True):
        assert left + 12 < x < left + width - 12 and y == top + height
    both = groups(draw(deal, "light", deck, Marks(Card(played).number, [Card(played).number])))["East"]
    assert both.best == both.next == [corners[played]]
    assert not any(group.best or group.next for group in groups(deal.svg(deck=deck)).values())


def test_pictures_are_small_and_have_no_ids() -> None:
    """Several pictures stand on one page of a notebook, where ids would clash."""
    assert len(DEAL.svg().encode()) < 5_000 and len(DEAL.svg(deck="german").encode()) < 8_000
    assert len(EIGHT.svg().encode()) < 6_000
    for picture in (DEAL.svg(), DEAL.svg(deck="german")):
        assert " id=" not in picture and "<use" not in picture


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
    """Each card has the sign of its suit below its rank, and no letter or symbol of a suit."""
    picture = DEAL.svg(deck="german")
    south = groups(picture)["South"].tiles
    assert [tile.card for tile in south] == ["♠A", "♠K", "♠O", "♥A", "♥K", "♦A"]
    ranks = [text for text in texts(picture) if text not in ("North", "East", "South", "West")]
    assert Counter(ranks) == {"A": 4, "K": 4, "O": 4, "U": 4, "10": 4, "9": 4}
    colours = Counter(re.findall(r'<path [^>]*fill="(#\w+)"', picture))
    assert colours == dict.fromkeys(" ".join(SIGNS).split(), 6)
    signs = re.findall(r"translate\((\d+) (\d+)\)scale", picture)
    assert len(signs) == len(set(signs)) == 24


def test_the_picture_of_the_guide_is_the_one_that_is_drawn() -> None:
    kept = Path(bundled.bundled_directory()) / "deal.svg"
    assert kept.read_text(encoding="utf-8") == DEAL.svg()
    assert "(deal.svg)" in (Path(bundled.bundled_directory()) / "GUIDE.md").read_text(encoding="utf-8")
