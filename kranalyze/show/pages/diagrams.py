"""Card diagrams: a hand by its suits, and the four hands of a deal around a table."""

from __future__ import annotations

from kranalyze.cards import ORDERS, RANKS, SUIT_SYMBOLS, card
from kranalyze.deal import Deal, Seat
from kranalyze.show.pages.frame import text

#: Suits whose symbols are red.
_RED = (1, 2)

#: After a symbol it says that a letter is meant, not a coloured picture.
_PLAIN = "\ufe0e"


def _symbol(suit: int, element: str) -> str:
    """The symbol of a suit in its colour."""
    colour = "red" if suit in _RED else "black"
    return f"<{element} class={colour}>{SUIT_SYMBOLS[suit]}{_PLAIN}</{element}>"


def suited(words: str) -> str:
    """Words in which the symbols of suits have their colours."""
    shown = text(words)
    for suit, symbol in enumerate(SUIT_SYMBOLS):
        shown = shown.replace(symbol, _symbol(suit, "span"))
    return shown


def hand_diagram(mask: int, order: str = "K") -> str:
    """A hand, a line for each suit, high cards first; a dash for a void."""
    lines = []
    for suit in range(len(SUIT_SYMBOLS)):
        held = [r for r in ORDERS[order] if mask >> card(suit, RANKS.index(r)) & 1]
        lines.append(f"<div class=suit>{_symbol(suit, 'b')}{' '.join(held) or '–'}</div>")
    return "".join(lines)


def deal_diagram(deal: Deal, seats: int, declarer: int | None = None, order: str = "K") -> str:
    """The hands around a table, the declarer's name in colour, a talon in the middle."""
    parts = []
    for seat in list(Seat)[:seats]:
        mark = " declarer" if seat == declarer else ""
        hand = hand_diagram(deal.hand(seat), order)
        parts.append(f'<div class="{seat.name.lower()}{mark}"><h4>{text(seat.title)}</h4>{hand}</div>')
    if deal.talon:
        parts.append(f"<div class=t><h4>Talon</h4>{hand_diagram(deal.talon, order)}</div>")
    return f"<div class=compass>{''.join(parts)}</div>"
