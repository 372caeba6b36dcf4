"""Draw deals and positions as SVG: hands round a table, in a light and a dark theme."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import singledispatch
from html import escape
from typing import Literal, NamedTuple, get_args

from kranalyze.analysis.board import Position
from kranalyze.answers.answer import Answer
from kranalyze.arguments import ArgumentError
from kranalyze.cards import (
    ORDERS,
    RANKS,
    SUIT_SYMBOLS,
    Card,
    Deck,
    card,
    rank_letter,
    rank_of,
    suit_letter,
    suit_of,
)
from kranalyze.deal import Deal, Seat
from kranalyze.display import Theme
from kranalyze.games import get_game
from kranalyze.kpn.record import Record
from kranalyze.show import drawing
from kranalyze.show.text import question_title

#: A browser may draw the symbol of a suit as a coloured picture (an emoji). If this character follows the
#: symbol, the browser draws the symbol as plain text.
_PLAIN = "\ufe0e"

#: Values of the attribute ``text-anchor``, in the order of the anchors of ``drawing.HANDS``.
_ANCHORS = ("start", "middle", "end")


class Marks(NamedTuple):
    """The cards that a picture marks in the hands.

    Attributes:
        played: number of the card that was played next. None: it is unknown.
        best: numbers of the best cards. Empty: all cards are equally good, or their values are unknown.
    """

    played: int | None = None
    best: Collection[int] = ()


_NO_MARKS = Marks()


class _HandStyle(NamedTuple):
    """How the cards of hands are drawn."""

    deck: Deck
    marks: Marks = _NO_MARKS
    order: str = "K"  # the order of ranks (``cards.ORDERS``) in which the cards of a suit stand


@singledispatch
def _drawing(value: object, theme: Theme, deck: Deck, marks: Marks) -> str:
    """Return a picture of an object as SVG.

    Args:
        value: a deal or a position.
        theme: ``light``, ``dark``, or ``auto`` to follow the reader's settings.
        deck: ``french`` or ``german``.
        marks: the cards to mark.
    """
    raise TypeError(f"there is no picture of {type(value).__name__}")


def draw(value: object, theme: Theme, deck: Deck, marks: Marks = _NO_MARKS) -> str:
    """Return a picture of a deal or position as SVG.

    Raises:
        ArgumentError: the theme or the deck is unknown.
    """
    if theme not in get_args(Theme):
        raise ArgumentError("theme", "auto, light or dark", theme)
    if deck not in get_args(Deck):
        raise ArgumentError("deck", "french or german", deck)
    return _drawing(value, theme, deck, marks)


@_drawing.register
def _(deal: Deal, theme: Theme, deck: Deck, marks: Marks) -> str:
    return _svg([*_deal_as_svg(deal, _HandStyle(deck, marks))], "", theme)


@_drawing.register
def _(position: Position, theme: Theme, deck: Deck, marks: Marks) -> str:
    record = position.record
    question = record.question
    assert question is not None
    name, words = question_title(question, deck), ""
    if position.to_play is None:
        caption = f"{name} · the game is over"
    else:
        _, trick, _, seat = position.place()
        caption = f"{name} · trick {trick} · {seat.title} to play"
        if not position.trick:
            words = f"{seat.title} {'lays face down' if position.lays_face_down else 'leads'}"
    style = _HandStyle(deck, marks, question.order)
    hands = _hands_as_svg(position.hands, get_game(record.game).seats, position.to_play, style)
    return _svg([*hands, *_table_as_svg(dict(position.trick), words, deck)], caption, theme)


def picture_of_object(value: object) -> str | None:
    """Return a picture of an answer, a position or a record as SVG.

    Return None if the object has no picture, for example if it is a record without a deal.
    """
    if isinstance(value, Answer):
        style = _HandStyle("french", order=value.question.order)
        return _svg([*_deal_as_svg(value.deal, style)], question_title(value.question), "auto")
    if isinstance(value, Record):
        return _record_picture(value)
    return draw(value, "auto", "french") if isinstance(value, Position) else None


def _record_picture(record: Record) -> str | None:
    """Return a picture of a record's deal, with a caption: board and contract.

    Return None if the deal is unknown.
    """
    if record.deal is None:
        return None
    board = None if record.board is None else f"Board {record.board}"
    contract = None if record.question is None else question_title(record.question, record.deck)
    caption = ": ".join(part for part in (board, contract) if part)
    style = _HandStyle(record.deck, order="K" if record.question is None else record.question.order)
    return _svg([*_deal_as_svg(record.deal, style)], caption, "auto")


def _deal_as_svg(deal: Deal, style: _HandStyle) -> Iterator[str]:
    """Yield SVG elements for the hands and the talon of a deal. A deal of three hands has no West."""
    is_of_three = bool(deal.talon_mask) and not deal.hand_masks[Seat.W]
    return _hands_as_svg(deal, 3 if is_of_three else 4, None, style)


def _hands_as_svg(deal: Deal, seats: int, to_play: Seat | None, style: _HandStyle) -> Iterator[str]:
    """Yield SVG elements for the hands and the talon. The name of the seat to play is underlined."""
    for seat in (Seat.N, Seat.W, Seat.E, Seat.S):
        if seat >= seats:
            continue
        place = drawing.NORTH_BESIDE_TALON if deal.talon_mask and seat == Seat.N else drawing.HANDS[seat]
        kind = "turn" if seat == to_play else "name"
        yield from _hand_as_svg(deal.hand_masks[seat], seat.title, kind, place, style)
    if deal.talon_mask:
        yield from _hand_as_svg(deal.talon_mask, "Talon", "name", drawing.TALON, style)


def _hand_as_svg(
    mask: int | None, name: str, kind: str, place: tuple[int, int, int, int, int], style: _HandStyle
) -> Iterator[str]:
    """Yield SVG elements for a hand: the name of its seat, and rows of cards below the name.

    Args:
        mask: the cards as a mask. None: the hand is unknown.
        name: the name of the seat.
        kind: class of the name in the style sheet.
        place: a place like those in ``drawing.HANDS``.
        style: the deck, the cards to mark, and the order of the cards.
    """
    x, y, room, anchor, most_rows = place
    cards = [card(suit, rank) for suit in range(4) for rank in map(RANKS.index, ORDERS[style.order])]
    cards = [number for number in cards if (mask or 0) >> number & 1]
    rows = most_rows if len(cards) > drawing.ROW else 1
    y -= drawing.LIFT * (rows - 1)
    yield _text(x, y, name, kind, anchor)
    if not cards:
        words = "not known" if mask is None else "–"
        yield _text(x, y + drawing.NAME_GAP + drawing.LINE, words, "faint", anchor)
        return
    columns = -(-len(cards) // rows)
    width, height = drawing.CARD_IN_HAND[:2]
    pitch = min(drawing.PITCH, (room - width) // max(columns - 1, 1))
    strip = min(pitch, width)
    frames, stars = list[str](), list[str]()  # drawn after all cards, so that no card covers them
    yield '<g class="cards">'
    for row in range(rows):
        shown = cards[row * columns : (row + 1) * columns]
        left = x - (width + pitch * (len(shown) - 1)) * anchor // 2
        top = y + drawing.NAME_GAP + drawing.ROW_PITCH * row
        for column, number in enumerate(shown):
            at = (left + pitch * column, top)
            yield from _card_as_svg(number, at, strip, drawing.CARD_IN_HAND, style.deck)
            if number in style.marks.best:
                frames.append(_frame(at, drawing.CARD_IN_HAND, "best"))
                moved = f"translate({at[0] + strip // 2} {top + height})"
                stars.append(f'<path class="star" d="{drawing.STAR}" transform="{moved}"/>')
            if number == style.marks.played:
                frames.append(_frame(at, drawing.CARD_IN_HAND, "next"))
    yield from (*frames, *stars, "</g>")


def _card_as_svg(
    number: int, at: tuple[int, int], strip: int, size: tuple[int, int, int, int, int, int, float],
    deck: Deck,
) -> Iterator[str]:  # fmt: skip
    """Yield SVG elements for a card.

    Args:
        number: number of the card.
        at: upper left corner (x, y) of the card.
        strip: width of the part of the card that the next card does not cover.
        size: ``drawing.CARD_IN_HAND`` or ``drawing.CARD_ON_TABLE``.
        deck: the deck.
    """
    x, y = at
    _, _, rank_line, suit_line, top, half, scale = size
    suit, rank = suit_of(number), rank_letter(rank_of(number), deck).replace("T", "10")
    middle = x + strip // 2
    yield _frame(at, size)
    ink = ' class="red"' if suit in ((1, 2) if deck == "french" else (1,)) else ""
    if deck == "german":
        letter = suit_letter(suit, deck)
        parts = zip(drawing.OUTLINES[letter], drawing.OUTLINE_COLOURS[letter], strict=True)
        sign = "".join(f'<path d="{outline}" fill="{colour}"/>' for outline, colour in parts)
        yield f'<g transform="translate({middle - half} {y + top})scale({scale})">{sign}</g>'
        yield f'<text{ink} x="{middle}" y="{y + rank_line}">{rank}</text>'
    else:  # the text has three characters, each with a point (x, y): symbol, ``_PLAIN``, rank
        places = f'x="{middle} {middle} {middle}" y="{y + suit_line} {y + suit_line} {y + rank_line}"'
        yield f"<text{ink} {places}>{SUIT_SYMBOLS[suit]}{_PLAIN}{rank}</text>"


def _frame(
    at: tuple[int, int], size: tuple[int, int, int, int, int, int, float], kind: str = ""
) -> str:
    """Return a rectangle of the size of a card: the card itself, or a frame that marks the card.

    Args:
        at: upper left corner (x, y) of the card.
        size: ``drawing.CARD_IN_HAND`` or ``drawing.CARD_ON_TABLE``.
        kind: class of the frame in the style sheet. Empty: the rectangle is the card itself.
    """
    marked = f' class="{kind}"' if kind else ""
    return f'<rect{marked} x="{at[0]}" y="{at[1]}" width="{size[0]}" height="{size[1]}" rx="5"/>'


def _table_as_svg(trick: Mapping[Seat, Card], words: str, deck: Deck) -> Iterator[str]:
    """Yield SVG elements for the table, with the cards played to the trick so far, or with words."""
    x, y, width, height = drawing.TABLE
    yield f'<rect class="felt" x="{x}" y="{y}" width="{width}" height="{height}" rx="10"/>'
    size = drawing.CARD_ON_TABLE
    if trick:
        yield '<g class="cards table">'
        for seat, played in trick.items():
            yield from _card_as_svg(played.number, drawing.ON_TABLE[seat], size[0], size, deck)
        yield "</g>"
    if words:
        yield _text(*drawing.WORDS_ON_TABLE[:2], words, "words")


def _text(x: int, y: int, text: str, kind: str, anchor: int = 0) -> str:
    """Return a line of text. Its anchor is 0, 1 or 2, as in ``drawing.HANDS``."""
    anchored = f' text-anchor="{_ANCHORS[anchor]}"' if anchor else ""
    return f'<text class="{kind}" x="{x}" y="{y}"{anchored}>{escape(text)}</text>'


def _svg(parts: Sequence[str], caption: str, theme: Theme) -> str:
    """Return a complete SVG picture with the elements ``parts``, and with ``caption`` below all hands."""
    width, height = drawing.WIDTH, drawing.HEIGHT
    if caption:
        height += drawing.CAPTION_GAP + drawing.LINE
        parts = [*parts, _text(*drawing.CAPTION, caption, "faint")]
    paper = f'<rect class="paper" width="{width}" height="{height}" rx="8"/>'
    sizes = f'viewBox="0 0 {width} {height}" width="{width}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {sizes} class="kranalyze-{theme}" role="img">',
        f"<title>{escape(caption or 'Deal')}</title>",
        f"<style>{_style(theme)}</style>",
        paper,
        *parts,
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _style(theme: Theme) -> str:
    """Return the style sheet of a theme. With ``auto``, the viewer's browser chooses light or dark."""
    picture = f".kranalyze-{theme}"
    if theme != "auto":
        return _rules(picture, theme)
    dark = "".join(
        f"{picture} {name}{{fill:{drawing.COLOURS['dark'][colour]}}}"
        for name, style in drawing.STYLES.items()
        if (colour := style.partition("fill:")[2]) in drawing.COLOURS["dark"]
    )
    return f"{_rules(picture, 'light')}@media (prefers-color-scheme: dark){{{dark}}}"


def _rules(picture: str, theme: Literal["light", "dark"]) -> str:
    """Return the CSS rules of a theme. ``picture`` is the selector of the pictures that follow the rules."""
    colours = drawing.COLOURS[theme]
    rules = []
    for name, style in drawing.STYLES.items():
        rest, fill, colour = style.partition("fill:")
        rules.append(f"{picture} {name}{{{rest}{fill}{colours.get(colour, colour)}}}")
    return "".join(rules)
