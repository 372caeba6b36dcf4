"""Draw deals and positions as SVG: hands round a table, in light and dark."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import singledispatch
from html import escape
from typing import Literal, get_args

from kranalyze.analysis.board import Position
from kranalyze.answers.answer import Answer
from kranalyze.arguments import ArgumentError
from kranalyze.cards import Card, Deck, suit_text, suits_text
from kranalyze.deal import Deal, Seat
from kranalyze.display import Theme
from kranalyze.kpn.record import Record
from kranalyze.show.text import card_text, question_title

#: Colours of the paper, the ink, red suits, faint lines and the table, by theme.
_COLOURS = {
    "light": ("#ffffff", "#1c1c1c", "#c62828", "#8a8a8a", "#e6efe6"),
    "dark": ("#1e1e1e", "#e8e8e8", "#ff7b72", "#9a9a9a", "#26332a"),
}

#: Width of the picture, width of a hand, height of a line, in units of the drawing.
_WIDTH, _HAND, _LINE = 480, 130, 20

#: Upper left corners of the hands N E S W, and of the talon.
_CORNERS = {Seat.N: (175, 26), Seat.E: (340, 136), Seat.S: (175, 246), Seat.W: (20, 136)}
_TALON = (340, 26)

#: The table as x and y of its upper left corner, width and height. Then the places of a trick's cards on it.
_TABLE = (175, 128, 130, 96)
_ON_TABLE = {Seat.N: (240, 154), Seat.E: (280, 182), Seat.S: (240, 210), Seat.W: (200, 182)}


@singledispatch
def _drawing(value: object, theme: Theme, deck: Deck) -> str:
    """Return an object as SVG.

    Args:
        value: a deal or a position.
        theme: ``light``, ``dark``, or ``auto`` to follow the reader's settings.
        deck: ``french`` (symbols of suits) or ``german`` (letters).
    """
    raise TypeError(f"there is no picture of {type(value).__name__}")


def draw(value: object, theme: Theme, deck: Deck) -> str:
    """Return an object as SVG, in a theme and deck.

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
    return _svg([*_hands(deal, None, deck)], "", theme)


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
    parts = [*_hands(position.hands, position.to_play, deck), *_trick(dict(position.trick), deck)]
    return _svg(parts, caption, theme)


def picture_of_object(value: object) -> str | None:
    """Return an answer, a position or a record as SVG. None: there is no picture."""
    if isinstance(value, Answer):
        return _svg([*_hands(value.deal, None, "french")], question_title(value.question), "auto")
    if isinstance(value, Record):
        return _record_picture(value)
    return draw(value, "auto", "french") if isinstance(value, Position) else None


def _record_picture(record: Record) -> str | None:
    """Return the deal of a record with its board and contract. None: the deal is unknown."""
    if record.deal is None:
        return None
    board = None if record.board is None else f"Board {record.board}"
    contract = None if record.question is None else question_title(record.question, record.deck)
    caption = ": ".join(part for part in (board, contract) if part)
    return _svg([*_hands(record.deal, None, record.deck)], caption, "auto")


def _hands(deal: Deal, to_play: Seat | None, deck: Deck) -> Iterator[str]:
    """Yield the hands and the talon. The name of the seat to play is marked."""
    is_of_three = bool(deal.talon_mask) and not deal.hand_masks[Seat.W]
    for seat in (Seat.N, Seat.W, Seat.E, Seat.S):
        if seat == Seat.W and is_of_three:
            continue
        mark = "turn" if seat == to_play else "name"
        yield from _hand(deal.hand_masks[seat], seat.title, mark, _CORNERS[seat], deck)
    if deal.talon_mask:
        yield from _hand(deal.talon_mask, "Talon", "name", _TALON, deck)


def _hand(
    mask: int | None, name: str, mark: str, corner: tuple[int, int], deck: Deck
) -> Iterator[str]:
    """Yield the SVG of a hand: its name, and below the name a line for each suit."""
    x, y = corner
    yield _text(x, y, name, mark)
    if mask is None:
        yield _text(x, y + _LINE, "not known", "faint")
        return
    for suit, ranks in enumerate(suits_text(mask, deck)):
        line = f"{suit_text(suit, deck)} {' '.join(ranks) or '–'}"
        yield _text(x, y + _LINE * (suit + 1), line, _ink(suit))


def _trick(trick: Mapping[Seat, Card], deck: Deck) -> Iterator[str]:
    """Yield the table with the cards of the trick in progress."""
    x, y, width, height = _TABLE
    yield f'<rect class="table" x="{x}" y="{y}" width="{width}" height="{height}" rx="10"/>'
    for seat, card in trick.items():
        at = _ON_TABLE[seat]
        yield _text(*at, card_text(card, deck), f"{_ink(card.number >> 3)} played")


def _ink(suit: int) -> str:
    return "red" if suit in (1, 2) else "black"


def _text(x: int, y: int, text: str, kind: str) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escape(text)}</text>'


def _svg(parts: Sequence[str], caption: str, theme: Theme) -> str:
    """Return a complete SVG picture. All sizes are relative to the width of the picture."""
    height = 366 if caption else 340
    if caption:
        parts = [*parts, _text(20, 356, caption, "faint")]
    paper = f'<rect class="paper" width="{_WIDTH}" height="{height}" rx="8"/>'
    sizes = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}"'
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
    """Return the style sheet of a theme. ``auto`` has both themes, and the reader's setting chooses one."""
    picture = f".kranalyze-{theme}"
    if theme == "auto":
        dark = _rules(picture, "dark")
        return f"{_rules(picture, 'light')}@media (prefers-color-scheme: dark){{{dark}}}"
    return _rules(picture, theme)


def _rules(picture: str, theme: Literal["light", "dark"]) -> str:
    """Return the CSS rules of one theme. They apply only inside elements that ``picture`` selects."""
    paper, ink, red, faint, table = _COLOURS[theme]
    rules = {
        "text": f"font:16px system-ui,sans-serif;fill:{ink}", ".name": "font-weight:600",
        ".turn": "font-weight:600;text-decoration:underline", ".red": f"fill:{red}",
        ".faint": f"fill:{faint}", ".played": "font-size:20px;text-anchor:middle",
        ".paper": f"fill:{paper}", ".table": f"fill:{table}",
    }  # fmt: skip
    return "".join(f"{picture} {name}{{{rule}}}" for name, rule in rules.items())
