"""Write records of plain numbers as regular KPN text, for the tests of the readers of KPN."""

from __future__ import annotations

from oracle.judgingrecord import (
    ABSENT,
    ALL_PASS,
    AUCTION_OPEN,
    CONTRA,
    EMPTY,
    NO_CARD,
    PASS,
    PLAY_OPEN,
    RECONTRA,
    SECOND,
    SUBCONTRA,
    UNSAID,
    Written,
)
from oracle.judgingtables import CONTRACTS, TABLE, cards_in

_SEATS, _SUITS, _RANKS = "NESW", "SHDC", "789TJQKA"
_CALLS = {
    PASS: "gut", SECOND: "mit", ALL_PASS: "AP",
    CONTRA: "contra", RECONTRA: "recontra", SUBCONTRA: "subcontra",
}  # fmt: skip
_WORDS = {1: "100", 2: "all", 4: "contra"}


def text_of(w: Written) -> str:
    """Return the KPN text of a record.

    The record must not have numbers that stand for unreadable text.
    """
    names = list(CONTRACTS[w.game])
    laid = [f"{_SEATS[seat]}:{_card(card)}" for seat, card in enumerate(w.laid) if card >= 0]
    tags = {
        "Game": w.game,
        "Rules": " ".join(f"{name}={value}" for name, value in w.rules.items()) or None,
        "Dealer": _value(w.dealer, _SEATS),
        "Deal": _deal(w),
        "Talon": _pile(w.has_talon, w.talon),
        "Discard": _pile(w.has_discard, w.discard),
        "Contract": _value(w.contract, names),
        "Declarer": _value(w.declarer, _SEATS),
        "Second": _value(w.second, _SEATS),
        "FaceDown": " ".join(laid) or None,
        "Called": _value(w.called, [_card(card) for card in range(32)]),
        "Trump": _value(w.trump, _SUITS),
        "Announce": "; ".join(_word(word, names) for word in w.words) or None,
        "Contra": {ABSENT: None, UNSAID: "?", EMPTY: ""}.get(w.contra, str(w.contra)),
        "Score": " ".join(f"{_SEATS[s]}:{w.score[s]}" for s in range(4) if w.scored >> s & 1) or None,
    }
    lines = [f'[{name} "{value}"]' for name, value in tags.items() if value is not None]
    if w.auction >= 0:
        calls = [_call(call, names) for call in w.calls] + ["+"] * bool(w.flags & AUCTION_OPEN)
        lines += [f'[Auction "{_SEATS[w.auction]}"]', *_in_lines(calls, 4)]
    if w.play >= 0:
        cells = ["-" if cell == NO_CARD else _card(cell) for cell in w.cells]
        cells += ["+"] * bool(w.flags & PLAY_OPEN)
        lines += [f'[Play "{_SEATS[w.play]}"]', *_in_lines(cells, TABLE[w.game][2])]
    return "\n".join(lines) + "\n\n"


def _in_lines(words: list[str], columns: int) -> list[str]:
    return [" ".join(words[i : i + columns]) for i in range(0, len(words), columns)]


def _value(number: int, names: str | list[str]) -> str | None:
    return {ABSENT: None, UNSAID: "?", EMPTY: ""}[number] if number < 0 else names[number]


def _card(card: int) -> str:
    return _SUITS[card // 8] + _RANKS[card % 8]


def _pile(state: int, cards: int) -> str | None:
    return _value(state, []) if state < 0 else " ".join(map(_card, cards_in(cards)))


def _deal(w: Written) -> str | None:
    if w.deal < 0:
        return _value(w.deal, [])
    count = TABLE[w.game][2]
    seats = [(w.deal + i) % count for i in range(count)]
    return f"{_SEATS[w.deal]}:" + " ".join(_hand(w.hands[s]) if w.known >> s & 1 else "-" for s in seats)


def _hand(hand: int) -> str:
    suits = ("".join(_RANKS[r] for r in range(7, -1, -1) if hand >> (8 * s + r) & 1) for s in range(4))
    return ".".join(suits)


def _call(call: tuple[int, int], names: list[str]) -> str:
    number, suit = call
    if number < 0:
        return _CALLS[number]
    return names[number] if suit == UNSAID else f"{names[number]}:{_SUITS[suit]}"


def _word(word: tuple[int, int, int, int, int, int], names: list[str]) -> str:
    seat, kind, suit, level, points, _ = word
    if kind == 0:
        return f"{_SEATS[seat]} {points}" + (f" {_SUITS[suit]}" if suit >= 0 else "")
    return f"{_SEATS[seat]} raise {names[level]}" if kind == 3 else f"{_SEATS[seat]} {_WORDS[kind]}"
