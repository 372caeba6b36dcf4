"""Convert the values of tags to numbers that stand for seats, cards, deals and amounts.

The functions also store errors, and where each value stands in the text of its tag.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import get_args

from kranalyze.cards import Deck, pack_mask, parse_card, parse_suit
from kranalyze.core import numbers
from kranalyze.deal import Seat
from kranalyze.games import get_game
from kranalyze.kpn.deals import ANY, card_of, hand_of, listed_cards, seat_of
from kranalyze.kpn.deckletters import deck_of
from kranalyze.kpn.items import Note, Section, Tag
from kranalyze.kpn.lexer import Flaw
from kranalyze.kpn.parsed import Parsed

_WORD = re.compile(r"\S+")
_PAIR = re.compile(r"(?=\S)([^\s:]*)(?::(\S*))?")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}\Z")
_NOTE = re.compile(r"\s*([0-9]{1,9}):(.*)\Z", re.DOTALL)
_BETWEEN = re.compile(r"[^\s|][^|]*")


def read_tags(parsed: Parsed) -> None:
    """Read the tags that describe a game: Deck, Game, Rules, Deal, Talon, Discard, Contract and so on.

    The module ``sections`` reads the tags Announce, Auction and Play.
    """
    block = parsed.block
    parsed.deck = deck_of(block.tags)
    deck = parsed.value("Deck")
    if deck is not None and deck.strip().lower() not in get_args(Deck):
        parsed.add_tag_error("Deck", "deck_unknown", text=deck)
    read_game(parsed)
    _read_deal(parsed)
    for name in ("Talon", "Discard"):
        _read_pile(parsed, name)
    for name, (field_name, read) in _TAGS.items():
        parsed.fields[field_name] = parsed.why_no_value(name)
        value = parsed.value(name)
        if value is None:
            continue
        try:
            parsed.fields[field_name] = read(parsed, value)
        except ValueError as error:
            parsed.add_tag_error_message(name, str(error))
    _read_face_down(parsed)
    _read_score(parsed)
    _read_notes(parsed)


def read_game(parsed: Parsed) -> None:
    """Read the card game and its rule options from the tags Game and Rules."""
    block = parsed.block
    value, there = parsed.value("Game"), "Game" in block.tags
    if value is None and (there or not block.problems):
        parsed.add_tag_error("Game", "game_needed" if there else "game_missing")
    if value is None:
        return
    try:
        parsed.game = get_game(value)
    except ValueError as error:
        parsed.add_tag_error_message("Game", str(error))
        return
    for m in _WORD.finditer(parsed.value("Rules") or ""):
        name, equals, chosen = m[0].partition("=")
        if not equals:
            parsed.add_tag_error("Rules", "rule_written", m.start(), text=m[0])
            continue
        try:
            parsed.game = parsed.game.under({name: chosen})
        except ValueError as error:
            parsed.add_tag_error_message("Rules", str(error), m.start())
    parsed.rules = parsed.game.in_force


def _read_deal(parsed: Parsed) -> None:
    """Read the hands in the tag Deal. Store for each hand the index of its first character in the value."""
    parsed.fields["deal"] = parsed.why_no_value("Deal")
    value, game, deck = parsed.value("Deal"), parsed.game, parsed.deck
    if value is None:
        return
    head, colon, body = value.partition(":")
    if not colon:
        parsed.add_tag_error("Deal", "deal_head")
        return
    first, before = seat_of(head), len(parsed.flaws)
    if first is None:
        parsed.add_tag_error("Deal", "seat_unknown", text=head)
    elif first >= game.seats:
        parsed.add_tag_error("Deal", "deal_no_seat", count=game.seats, seat=first)
    hand = _BETWEEN if "|" in body else _WORD  # bars separate hands that contain blanks
    texts = [(m.start() + len(head) + 1, m[0].rstrip()) for m in hand.finditer(body)]
    count = game.seats
    if len(texts) != count:
        parsed.add_tag_error("Deal", "deal_hands_any" if game is ANY else "deal_hands", count=len(texts))
        count = 4
    known, ill, first_seat = 0, 0, int(first or 0)
    for i, (at, text) in enumerate(texts[:count]):
        seat = (first_seat + i) % count
        parsed.spots["Deal", seat] = at
        if text in ("-", "–"):
            continue
        known |= 1 << seat
        mask = hand_of(text, deck)
        if mask is None:
            ill |= 1 << seat
            mask = _read_hand_as_mask(parsed, Seat(seat), text, at)
        parsed.hands[seat] = mask
    parsed.fields["known"], parsed.fields["ill_hands"] = known, ill
    parsed.fields["deal"] = first_seat % game.seats
    if len(parsed.flaws) > before:
        parsed.ill |= numbers.ILL_DEAL


def _read_hand_as_mask(parsed: Parsed, seat: Seat, text: str, at: int) -> int:
    """Return the mask of the cards of a hand. Add an error for each unknown or repeated card."""
    mask, pack = 0, pack_mask(parsed.game.pack)

    def refuse(message: str, spot: int) -> None:
        parsed.add_tag_error_message("Deal", message, spot)

    for card, spot in listed_cards(text, at, parsed.deck, refuse):
        if mask & pack & 1 << card:
            parsed.add_tag_error("Deal", "held_twice", spot, seat=seat, card=card)
        mask |= 1 << card
    return mask


def _read_pile(parsed: Parsed, name: str) -> None:
    """Read the cards in the tag Talon or Discard.

    Store the index of the character at which each card begins.
    """
    bit = numbers.ILL_TALON if name == "Talon" else numbers.ILL_DISCARD
    value = parsed.value(name)
    is_there = value is not None and parsed.game is not ANY
    parsed.fields[f"has_{name.lower()}"] = 1 if is_there else parsed.why_no_value(name)
    mask = 0
    for m in _WORD.finditer(value or "") if parsed.game.talon else ():
        card = card_of(m[0], parsed.deck)
        if card is None:
            parsed.add_tag_error(name, "card_unknown", m.start(), text=m[0])
            parsed.ill |= bit
        elif mask >> card & 1:
            parsed.add_tag_error(name, "card_twice", m.start(), card=card)
            parsed.ill |= bit
        else:
            parsed.spots[name, card] = m.start()
            mask |= 1 << card
    parsed.fields[name.lower()] = mask


def _contract(parsed: Parsed, value: str) -> int:
    """Return the index of the contract that a tag's value names, or UNSAID if the card game is unknown."""
    if parsed.game is ANY:
        return numbers.UNSAID
    return parsed.game.contracts.index(parsed.game.contract(value))


def _contra(parsed: Parsed, value: str) -> int:
    """Return how many times Contra was called, according to the tag Contra.

    Return UNSAID if the card game is unknown.
    """
    if parsed.game is ANY:
        return numbers.UNSAID
    if _NUMBER.match(value.strip()) is None:
        raise ValueError(parsed.text("contra_written", text=value))
    return int(value)


#: Tags whose value is a single number, seat, suit, contract or card. Each tag has two items: the field of the
#: C struct ``kr_record`` that stores the value, and the function that converts the text to the value.
_TAGS: dict[str, tuple[str, Callable[[Parsed, str], int]]] = {
    "Dealer": ("dealer", lambda _, value: Seat.parse(value)),
    "Contract": ("contract", _contract),
    "Declarer": ("declarer", lambda _, value: Seat.parse(value)),
    "Second": ("second", lambda _, value: Seat.parse(value)),
    "Trump": ("trump", lambda parsed, value: parse_suit(value, parsed.deck)),
    "Called": ("called", lambda parsed, value: parse_card(value, parsed.deck)),
    "Contra": ("contra", _contra),
}


def _read_face_down(parsed: Parsed) -> None:
    """Read the tag FaceDown: the cards laid face down. Store the index at which each seat's entry begins."""
    for m in _PAIR.finditer(parsed.value("FaceDown") or ""):
        seat, card = parsed.seat(m[1]), card_of(m[2] or "", parsed.deck)
        if seat is None or m[2] is None:
            parsed.add_tag_error("FaceDown", "laid_written", m.start(), text=m[0])
        elif card is None:
            parsed.add_tag_error("FaceDown", "card_unknown", m.start(2), text=m[2])
        elif seat in parsed.laid:
            parsed.add_tag_error("FaceDown", "laid_twice", m.start(), seat=seat)
        else:
            parsed.laid[seat] = card
            parsed.spots["FaceDown", seat] = m.start()


def _read_score(parsed: Parsed) -> None:
    """Read the amounts in the tag Score.

    Store for each seat the index of the character at which its entry, seat and amount, begins.
    """
    value = parsed.value("Score")
    before = len(parsed.flaws)
    for m in _PAIR.finditer(value or ""):
        seat, amount = seat_of(m[1]), m[2] or ""
        if seat is None or _NUMBER.match(amount) is None:
            parsed.add_tag_error("Score", "score_written", m.start(), text=m[0])
        elif seat in parsed.score:
            parsed.add_tag_error("Score", "score_twice", m.start(), seat=seat)
        else:
            parsed.score[seat] = int(amount)
            parsed.spots["Score", seat] = m.start()
    if len(parsed.flaws) > before:
        parsed.ill |= numbers.ILL_SCORE


def _read_notes(parsed: Parsed) -> None:
    """Read the Note tags. A note belongs to the last section before the note.

    If no section precedes the note, the note belongs to no section.
    """
    notes: dict[tuple[str, int], Note] = {}
    section, spots = "", iter(parsed.block.spots.get("Note", ()))
    for item in parsed.block.items:
        if isinstance(item, Section):
            section = item.name
        elif isinstance(item, Tag) and item.name == "Note":
            at, m = next(spots), _NOTE.match(item.value)
            if m is None:
                parsed.flaws.append(Flaw(at, parsed.text("note_written")))
            elif (section, int(m[1])) in notes:
                parsed.flaws.append(Flaw(at, parsed.text("note_twice", number=int(m[1]))))
            else:
                notes[section, int(m[1])] = Note(int(m[1]), m[2], section)
    parsed.notes = tuple(notes.values())
