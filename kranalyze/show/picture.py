"""Draw deals and positions as SVG: hands round a table, in a light and a dark theme."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from html import escape
from typing import Literal, get_args

from kranalyze.analysis.board import Position
from kranalyze.answers.answer import Answer
from kranalyze.arguments import ArgumentError
from kranalyze.cards import Card, Deck, suit_letter, suit_text, suits_text
from kranalyze.deal import Deal, Seat
from kranalyze.display import Theme
from kranalyze.kpn.record import Record
from kranalyze.show import drawing
from kranalyze.show.text import card_text, question_title


@singledispatch
def _drawing(value: object, theme: Theme, deck: Deck) -> str:
    """Return a picture of an object as SVG.

    Args:
        value: a deal or a position.
        theme: ``light``, ``dark``, or ``auto`` to follow the reader's settings.
        deck: ``french`` or ``german``.
    """
    raise TypeError(f"there is no picture of {type(value).__name__}")


def draw(value: object, theme: Theme, deck: Deck) -> str:
    """Return a picture of a deal or position as SVG.

    Raises:
        ArgumentError: the theme or the deck is unknown.
    """
    if theme not in get_args(Theme):
        raise ArgumentError("theme", "auto, light or dark", theme)
    if deck not in get_args(Deck):
        raise ArgumentError("deck", "french or german", deck)
    return _drawing(value, theme, deck)


@_drawing.register
def _(deal: Deal, theme: Theme, deck: Deck) -> str:
    return _svg([*_hands_as_svg(deal, None, deck)], "", theme)


@_drawing.register
def _(position: Position, theme: Theme, deck: Deck) -> str:
    question = position.record.question
    assert question is not None
    name = question_title(question, deck)
    if position.to_play is None:
        caption = f"{name} · the game is over"
    else:
        _, trick, _, seat = position.place()
        caption = f"{name} · trick {trick} · {seat.title} to play"
    parts = [*_hands_as_svg(position.hands, position.to_play, deck), *_trick(dict(position.trick), deck)]
    return _svg(parts, caption, theme)


def picture_of_object(value: object) -> str | None:
    """Return a picture of an answer, a position or a record as SVG.

    None: the object has no picture, for example a record without a deal.
    """
    if isinstance(value, Answer):
        return _svg([*_hands_as_svg(value.deal, None, "french")], question_title(value.question), "auto")
    if isinstance(value, Record):
        return _record_picture(value)
    return draw(value, "auto", "french") if isinstance(value, Position) else None


def _record_picture(record: Record) -> str | None:
    """Return a picture of a record's deal, with board and contract below. None: the deal is unknown."""
    if record.deal is None:
        return None
    board = None if record.board is None else f"Board {record.board}"
    contract = None if record.question is None else question_title(record.question, record.deck)
    caption = ": ".join(part for part in (board, contract) if part)
    return _svg([*_hands_as_svg(record.deal, None, record.deck)], caption, "auto")


def _hands_as_svg(deal: Deal, to_play: Seat | None, deck: Deck) -> Iterator[str]:
    """Yield SVG elements for the hands and the talon. The name of the seat to play is underlined."""
    is_of_three = bool(deal.talon_mask) and not deal.hand_masks[Seat.W]
    for seat in (Seat.N, Seat.W, Seat.E, Seat.S):
        if seat == Seat.W and is_of_three:
            continue
        mark = "turn" if seat == to_play else "name"
        yield from _hand_as_svg(deal.hand_masks[seat], seat.title, mark, drawing.CORNERS[seat], deck)
    if deal.talon_mask:
        yield from _hand_as_svg(deal.talon_mask, "Talon", "name", drawing.TALON, deck)


def _hand_as_svg(
    mask: int | None, name: str, mark: str, corner: tuple[int, int], deck: Deck
) -> Iterator[str]:
    """Yield SVG elements for a hand: the name of its seat, and below the name a line for each suit."""
    x, y = corner
    yield _text(x, y, name, mark)
    if mask is None:
        yield _text(x, y + drawing.LINE, "not known", "faint")
        return
    for suit, ranks in enumerate(suits_text(mask, deck)):
        at, ink = (x, y + drawing.LINE * (suit + 1)), _ink(suit, deck)
        cards = " ".join(ranks) or "–"
        if deck == "german":
            yield from _sign_and_text(at, suit, drawing.SIGN_IN_HAND, cards, ink)
        else:
            yield _text(*at, f"{suit_text(suit, deck)} {cards}", ink)


def _trick(trick: Mapping[Seat, Card], deck: Deck) -> Iterator[str]:
    """Yield SVG elements for the table and the cards played to the trick so far."""
    x, y, width, height = drawing.TABLE
    yield f'<rect class="table" x="{x}" y="{y}" width="{width}" height="{height}" rx="10"/>'
    for seat, card in trick.items():
        at, suit = drawing.ON_TABLE[seat], card.number >> 3
        kind = f"{_ink(suit, deck)} played"
        if deck == "german":
            yield from _sign_and_text(at, suit, drawing.SIGN_ON_TABLE, card_text(card, deck)[1:], kind)
        else:
            yield _text(*at, card_text(card, deck), kind)


def _sign_and_text(
    at: tuple[int, int], suit: int, sign: tuple[int, int, int], text: str, kind: str
) -> Iterator[str]:
    """Yield SVG elements for the sign of a German suit and the text after it.

    Args:
        at: point (x, y) of the line of text.
        suit: number of the suit.
        sign: places of the sign and the text, ``drawing.SIGN_IN_HAND`` or ``drawing.SIGN_ON_TABLE``.
        text: the text after the sign.
        kind: classes of the text in the style sheet.
    """
    x, y = at
    left, top, start = sign
    letter = suit_letter(suit, "german")
    for outline, colour in zip(drawing.OUTLINES[letter], drawing.OUTLINE_COLOURS[letter], strict=True):
        yield f'<path d="{outline}" fill="{colour}" transform="translate({x + left} {y + top})"/>'
    yield _text(x + start, y, text, kind)


def _ink(suit: int, deck: Deck) -> str:
    return "red" if suit in ((1, 2) if deck == "french" else (1,)) else "black"


def _text(x: int, y: int, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(text)}</text>'


def _svg(parts: Sequence[str], caption: str, theme: Theme) -> str:
    """Return a complete SVG picture with the elements ``parts``, and ``caption`` below."""
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
    """Return the style sheet of a theme. With ``auto``, the settings of the viewer's screen choose."""
    picture = f".kranalyze-{theme}"
    if theme == "auto":
        dark = _rules(picture, "dark")
        return f"{_rules(picture, 'light')}@media (prefers-color-scheme: dark){{{dark}}}"
    return _rules(picture, theme)


def _rules(picture: str, theme: Literal["light", "dark"]) -> str:
    """Return the CSS rules of a theme. ``picture`` is the selector of the pictures that the rules style."""
    colours = drawing.COLOURS[theme]
    rules = []
    for name, style in drawing.STYLES.items():
        rest, fill, colour = style.partition("fill:")
        rules.append(f"{picture} {name}{{{rest}{fill}{colours.get(colour, '')}}}")
    return "".join(rules)
