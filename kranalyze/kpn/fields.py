"""The tags of a game into typed values, each checked against the game and the deal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, get_args

from kranalyze.cards import Deck, mask_of, pack_mask, parse_card, parse_suit
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, get_game
from kranalyze.kpn.copying import deck_of
from kranalyze.kpn.deals import card_of, read_cards, read_deal, seat_of
from kranalyze.kpn.draft import Draft
from kranalyze.kpn.items import Section, Tag
from kranalyze.kpn.record import Note, Score

_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}\Z")
_NOTE = re.compile(r"\s*([0-9]{1,9}):(.*)\Z", re.DOTALL)


def read_fields(draft: Draft) -> None:
    """Fill in everything that the tags say, section by section apart."""
    draft.deck, deck = deck_of(draft.given), draft.value("Deck")
    if deck is not None and deck.strip().lower() not in get_args(Deck):
        draft.fail("Deck", 0, f"unknown deck {deck!r}: french or german")
    _read_game(draft)
    _read_deal(draft)
    for name, (filled, read) in _FIELDS.items():
        value = draft.value(name)
        if value is not None:
            try:
                setattr(draft, filled, read(draft, value))
            except ValueError as error:
                draft.fail(name, 0, str(error))
    if draft.block.note_spots:
        _read_notes(draft)


def _read_game(draft: Draft) -> None:
    value = draft.value("Game")
    if value is None:
        if "Game" in draft.given:
            draft.fail("Game", 0, "the game must be known")
        elif not draft.block.problems:
            draft.fail_at(draft.block.tag_start, "the game has no tag Game")
        return
    try:
        draft.row = get_game(value)
    except ValueError as error:
        draft.fail("Game", 0, str(error))
        return
    for m in _WORD.finditer(draft.value("Rules") or ""):
        name, equals, chosen = m[0].partition("=")
        try:
            if not equals:
                raise ValueError(f"a rule option is written name=value, not {m[0]!r}")
            draft.row = draft.row.under({name: chosen})
        except ValueError as error:
            draft.fail("Rules", m.start(), str(error))
    draft.game, draft.rules = draft.row.id, draft.row.in_force


def _read_deal(draft: Draft) -> None:
    game = draft.row
    value = draft.given.get("Deal")
    if value is None or value.strip() == "?":
        draft.deal = _deal_played(draft)
    if value is None:
        if draft.deal is None and not draft.block.problems:
            draft.fail_at(draft.block.tag_start, "the game has no tag Deal")
    elif draft.value("Deal") is not None:
        draft.deal = read_deal(value, draft.deck, game, partial(draft.fail, "Deal"))
        if draft.deal is not None and game is not None:
            draft.deal = draft.deal.filled(game.pack, game.size)
    if game is not None and game.talon:
        _read_talon(draft, game)
        draft.discard = _read_pile(draft, "Discard", game)
    elif game is not None:
        for name in ("Talon", "Discard"):
            if draft.value(name) is not None:
                draft.fail(name, 0, f"{game.id} has no talon")
                return


def _deal_played(draft: Draft) -> Deal | None:
    """The deal that a Play of all the cards shows, where there is no talon."""
    game, section = draft.row, draft.section("Play")
    first = None if section is None else seat_of(section.value)
    if game is None or section is None or first is None:
        return None
    cards = [card_of(entry.text, draft.deck) for entry in section.entries]
    whole = game.size * game.seats
    held = {card for card in cards if card is not None}
    if len(cards) != whole or len(held) != whole or game.talon:
        return None
    hands = [0, 0, 0, 0]
    for place, card in enumerate(cards):
        hands[(first + place) % game.seats] |= 1 << (card or 0)
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def _read_talon(draft: Draft, game: Game) -> None:
    deal, talon = draft.deal, _read_pile(draft, "Talon", game)
    if deal is None:
        return
    if talon is None and deal.complete and "Talon" not in draft.given:
        talon = pack_mask(game.pack) & ~sum(deal.masks)
    for at, c in read_cards(draft.value("Talon") or "", draft.deck):
        holder = deal.holder(c)
        if holder is not None:
            draft.fail("Talon", at, f"the talon has {draft.card(c)}, which {holder.title} holds")
            talon = None
    draft.deal = Deal(deal.hands, talon or 0)


def _read_pile(draft: Draft, name: str, game: Game) -> int | None:
    """The mask of the Talon or the Discard, None if it is not known or wrong."""
    value = draft.value(name)
    if value is None:
        return None
    before = len(draft.problems)
    cards = read_cards(value, draft.deck, partial(draft.fail, name))
    for at, strange in ((at, draft.not_in_pack(c)) for at, c in cards):
        if strange is not None:
            draft.fail(name, at, strange)
    if len(draft.problems) == before and len(cards) != game.talon:
        draft.fail(name, 0, f"the {name.lower()} has {game.talon} cards, here are {len(cards)}")
    return None if len(draft.problems) > before else mask_of(c for _, c in cards)


def check_discard(draft: Draft) -> None:
    """See that the declarer had the cards that he discarded."""
    hand = draft.held(draft.declarer)
    if draft.discard is None or draft.declarer is None or hand is None or not draft.talon:
        return
    for at, c in read_cards(draft.value("Discard") or "", draft.deck):
        if not (hand | draft.talon) >> c & 1:
            draft.fail("Discard", at, f"{draft.declarer.title} does not hold the {draft.card(c)}")


def _seat(draft: Draft, value: str) -> Seat:
    seat = Seat.parse(value)
    if not draft.plays(seat):
        raise ValueError(f"{draft.game} is played without West")
    return seat


def _contract(draft: Draft, value: str) -> Contract | None:
    return None if draft.row is None else draft.row.contract(value)


def _trump(draft: Draft, value: str) -> int:
    suit = parse_suit(value, draft.deck)
    if draft.row is not None and not any(c.trump for c in draft.row.contracts):
        raise ValueError(f"{draft.game} is played without trump")
    return suit


def _called(draft: Draft, value: str) -> int:
    card = parse_card(value, draft.deck)
    if draft.row is not None and not any(c.party == "called" for c in draft.row.contracts):
        raise ValueError(f"no card is called in {draft.game}")
    if (strange := draft.not_in_pack(card)) is not None:
        raise ValueError(strange)
    return card


def _pairs(value: str) -> Iterator[tuple[int, str, Seat | None, str]]:
    """The words ``N:x`` of a value: place, word, seat (None: there is none), and what stands behind it."""
    for m in _WORD.finditer(value):
        head, colon, body = m[0].partition(":")
        yield m.start(), m[0], seat_of(head) if colon else None, body


def _face_down(draft: Draft, value: str) -> tuple[tuple[Seat, int], ...]:
    found: dict[Seat, int] = {}
    for at, word, seat, text in _pairs(value):
        if seat is None or not draft.plays(seat):
            draft.fail("FaceDown", at, f"a card laid face down is written E:HA, not {word!r}")
            continue
        card, hand = card_of(text, draft.deck), draft.held(seat)
        if card is None:
            draft.fail("FaceDown", at + len(word) - len(text), f"unknown card {text!r}")
        elif seat in found:
            draft.fail("FaceDown", at, f"{seat.title} lays two cards face down")
        elif hand is not None and not hand >> card & 1:
            draft.fail("FaceDown", at, f"{seat.title} does not hold the {draft.card(card)}")
        else:
            found[seat] = card
    return tuple(found.items())


def _contra(draft: Draft, value: str) -> int:
    if draft.row is None:
        return 0
    most = draft.row.most_contra
    if _NUMBER.match(value.strip()) is None:
        raise ValueError(f"the number of Contra calls, not {value!r}")
    if not 0 <= int(value) <= most:
        allowed = f"at most {most}" if most else "no"
        raise ValueError(f"{draft.game} knows {allowed} Contra, here are {int(value)}")
    return int(value)


def _score(draft: Draft, value: str) -> Score | None:
    before = len(draft.problems)
    scores: dict[Seat, int] = {}
    for at, word, seat, text in _pairs(value):
        if seat is None or _NUMBER.match(text) is None:
            draft.fail("Score", at, f"a score is written N:-70, not {word!r}")
        elif seat in scores:
            draft.fail("Score", at, f"two scores for {seat.title}")
        elif not draft.plays(seat) and int(text):
            draft.fail("Score", at, f"{draft.game} is played without West")
        else:
            scores[seat] = int(text)
    if len(draft.problems) > before:
        return None
    missing = [seat.title for seat in Seat if seat not in scores and draft.plays(seat)]
    if missing:
        raise ValueError(f"no score for {' and '.join(missing)}")
    return scores[Seat.N], scores[Seat.E], scores[Seat.S], scores.get(Seat.W, 0)


#: Tags with the fields that they fill, and how their values are read; what is wrong is raised, or noted.
_FIELDS: dict[str, tuple[str, Callable[[Draft, str], Any]]] = {
    "Dealer": ("dealer", _seat),
    "Contract": ("level", _contract),
    "Declarer": ("declarer", _seat),
    "Second": ("second", _seat),
    "Trump": ("trump", _trump),
    "Called": ("called", _called),
    "FaceDown": ("face_down", _face_down),
    "Contra": ("contra", _contra),
    "Score": ("score", _score),
}


def _read_notes(draft: Draft) -> None:
    """The Note tags, each with the section that it stands after."""
    notes: dict[tuple[str, int], Note] = {}
    section, spots = "", iter(draft.block.note_spots)
    for item in draft.items:
        if isinstance(item, Section):
            section = item.name
        elif isinstance(item, Tag) and item.name == "Note":
            at, m = next(spots), _NOTE.match(item.value)
            if m is None:
                draft.fail_at(at, 'a note begins with its number and a colon, as in [Note "1:a fine lead"]')
            elif (section, int(m[1])) in notes:
                draft.fail_at(at, f"note {int(m[1])} is given twice")
            else:
                notes[section, int(m[1])] = Note(int(m[1]), m[2], section)
    draft.notes = tuple(notes.values())
