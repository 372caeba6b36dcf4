"""Draft: a game while it is being read; and the values of its tags, checked against the game and the deal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from operator import attrgetter
from typing import Any, get_args

from kranalyze.cards import Deck, card_name, mask_of, pack_mask, parse_card, parse_suit
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, get_game
from kranalyze.games.played import Payoff
from kranalyze.kpn.deals import card_of, deck_of, read_deal, seat_of
from kranalyze.kpn.lexer import Block, Flaw
from kranalyze.kpn.record import Note, Record, Section, Severity, Tag

_WORD = re.compile(r"\S+")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}\Z")
_written = attrgetter(*(one.name for one in fields(Record)))
_NOTE = re.compile(r"\s*([0-9]{1,9}):(.*)\Z", re.DOTALL)


@dataclass(slots=True, kw_only=True)
class Draft(Record):
    """A record while it is being read: what is known of it so far, and what is wrong with it."""

    block: Block  # its tags and sections with their places in the text
    problems: list[Flaw] = field(default_factory=list)
    as_played: bool = False  # read tricks in playing order where they are no good play by seats
    row: Game | None = None  # the game by the rules in force, once it is known
    level: Contract | None = None  # the contract, too
    piles: dict[str, dict[int, int]] = field(default_factory=dict)  # the places of Talon and Discard

    def record(self) -> Record:
        """The record as it was understood."""
        self.contract = None if self.level is None else self.level.id
        return Record(*_written(self))

    def value(self, name: str) -> str | None:
        """The value of a tag; None if it is absent, unknown (``?``) or not applicable (empty)."""
        value = self.block.tags.get(name)
        return None if value is None or value.strip() in ("", "?") else value

    def says_nothing(self, name: str) -> bool:
        """Whether a tag is absent or unknown; one that is empty says that there is nothing."""
        return self.block.tags.get(name, "?").strip() == "?"

    def fail(self, name: str, message: str, at: int = 0, severity: Severity = "error") -> None:
        """Note a problem with the value of a tag, at one of its characters."""
        self.problems.append(Flaw(self.block.spot(name, at), message, severity))

    def fail_entry(self, name: str, index: int, message: str, severity: Severity = "error") -> None:
        """Note a problem with an entry of a section."""
        self.problems.append(Flaw(self.block.spots[name][index + 1], message, severity))

    @property
    def broken(self) -> bool:
        """Whether there is an error so far, warnings apart."""
        return any(p.severity == "error" for p in self.problems)

    def card(self, card_: int) -> str:
        """The name of a card in the deck of the game."""
        return card_name(card_, self.deck)

    def not_in_pack(self, card_: int) -> str | None:
        """That a card is not in the pack of the game, None if it is."""
        game = self.row
        if game is None or pack_mask(game.pack) >> card_ & 1:
            return None
        return f"{self.card(card_)} is not in the {game.pack} cards of {game.id}"

    def held(self, seat: int | None) -> int | None:
        """The cards dealt to a seat, None if they are not known."""
        return None if self.deal is None or seat is None else self.deal.hands[seat]

    def seat(self, text: str) -> Seat | None:
        """The seat that a text names, None if it names none that plays."""
        seat = seat_of(text)
        return None if seat is None or not self.plays(seat) else seat

    def plays(self, seat: Seat) -> bool:
        """Whether a seat takes part in the game."""
        return self.row is None or seat < self.row.seats

    def first_of(self, name: str) -> Seat | None:
        """The seat that a section begins with, None if there is no section or no such seat."""
        section = self.section(name) if name in self.block.tags else None
        first = None if section is None else self.seat(section.value)
        if section is not None and first is None:
            article = "an" if name == "Auction" else "a"
            self.fail(name, f"{article} {name} begins with a seat, not {section.value!r}")
        return first


def read_tags(draft: Draft) -> None:
    """Fill in everything that the tags say, sections and Announce apart."""
    tags = draft.block.tags
    draft.deck, deck = deck_of(tags), draft.value("Deck")
    if deck is not None and deck.strip().lower() not in get_args(Deck):
        draft.fail("Deck", f"unknown deck {deck!r}: french or german")
    _read_game(draft)
    _read_deal(draft)
    for name, (filled, read) in _FIELDS.items():
        value = draft.value(name)
        if value is not None:
            try:
                setattr(draft, filled, read(draft, value))
            except ValueError as error:
                draft.fail(name, str(error))
    if "Note" in draft.block.spots:
        _read_notes(draft)


def _read_game(draft: Draft) -> None:
    """The game by the rules in force."""
    value = draft.value("Game")
    try:
        if value is not None:
            draft.row = get_game(value)
        elif "Game" in draft.block.tags:
            draft.fail("Game", "the game must be known")
        elif not draft.block.problems:
            draft.fail("Game", "the game has no tag Game")
    except ValueError as error:
        draft.fail("Game", str(error))
    if draft.row is None:
        return
    for m in _WORD.finditer(draft.value("Rules") or ""):
        name, equals, chosen = m[0].partition("=")
        try:
            if not equals:
                raise ValueError(f"a rule option is written name=value, not {m[0]!r}")
            draft.row = draft.row.under({name: chosen})
        except ValueError as error:
            draft.fail("Rules", str(error), m.start())
    draft.game, draft.rules = draft.row.id, draft.row.in_force


def _read_deal(draft: Draft) -> None:
    """The hands, the talon and the discard."""
    game, value = draft.row, draft.block.tags.get("Deal")
    if value is None or value.strip() == "?":
        draft.deal = _deal_played(draft)
    if value is None:
        if draft.deal is None and not draft.block.problems:
            draft.fail("Deal", "the game has no tag Deal")
    elif draft.value("Deal") is not None:
        draft.deal = read_deal(value, draft.deck, game, partial(draft.fail, "Deal"))
        if draft.deal is not None and game is not None:
            draft.deal = draft.deal.filled(game.pack, game.size)
    if game is None:
        return
    if not game.talon:
        given = [name for name in ("Talon", "Discard") if draft.value(name) is not None]
        for name in given[:1]:
            draft.fail(name, f"{game.id} has no talon")
        return
    talon, draft.discard = (_read_pile(draft, name, game) for name in ("Talon", "Discard"))
    deal = draft.deal
    if deal is not None:
        if talon is None and deal.complete and "Talon" not in draft.block.tags:
            talon = pack_mask(game.pack) & ~sum(deal.masks)
        for c, at in draft.piles.get("Talon", {}).items():
            holder = deal.holder(c)
            if holder is not None:
                draft.fail("Talon", f"the talon has {draft.card(c)}, which {holder.title} holds", at)
                talon = None
        draft.deal = Deal(deal.hands, talon or 0)


def _deal_played(draft: Draft) -> Deal | None:
    """The deal that a Play of all the cards shows, where there is no talon."""
    game, section = draft.row, draft.section("Play")
    first = None if section is None else seat_of(section.value)
    if game is None or section is None or first is None:
        return None
    cards = [card_of(entry.text, draft.deck) for entry in section.entries]
    whole = game.size * game.seats
    if len(cards) != whole or len({*cards} - {None}) != whole or game.talon:
        return None
    hands = [0, 0, 0, 0]
    for place, card in enumerate(cards):
        hands[(first + place) % game.seats] |= 1 << (card or 0)
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def _read_pile(draft: Draft, name: str, game: Game) -> int | None:
    """The mask of the Talon or the Discard, None if it is not known or wrong."""
    value, before = draft.value(name), len(draft.problems)
    if value is None:
        return None
    found = draft.piles[name] = dict[int, int]()
    for m in _WORD.finditer(value):
        c = card_of(m[0], draft.deck)
        if c is None:
            wrong: str | None = f"unknown card {m[0]!r}"
        elif c in found:
            wrong = f"card {draft.card(c)} stands twice"
        else:
            found[c], wrong = m.start(), draft.not_in_pack(c)
        if wrong is not None:
            draft.fail(name, wrong, m.start())
    if len(draft.problems) == before and len(found) != game.talon:
        draft.fail(name, f"the {name.lower()} has {game.talon} cards, here are {len(found)}")
    return None if len(draft.problems) > before else mask_of(found)


def _seat(draft: Draft, value: str) -> Seat:
    seat = Seat.parse(value)
    if not draft.plays(seat):
        raise ValueError(f"{draft.game} is played without West")
    return seat


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
        card, hand = card_of(text, draft.deck), draft.held(seat)
        if seat is None or not draft.plays(seat):
            draft.fail("FaceDown", f"a card laid face down is written E:HA, not {word!r}", at)
        elif card is None:
            draft.fail("FaceDown", f"unknown card {text!r}", at + len(word) - len(text))
        elif seat in found:
            draft.fail("FaceDown", f"{seat.title} lays two cards face down", at)
        elif hand is not None and not hand >> card & 1:
            draft.fail("FaceDown", f"{seat.title} does not hold the {draft.card(card)}", at)
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


def _score(draft: Draft, value: str) -> Payoff | None:
    before = len(draft.problems)
    scores: dict[Seat, int] = {}
    for at, word, seat, text in _pairs(value):
        if seat is None or _NUMBER.match(text) is None:
            draft.fail("Score", f"a score is written N:-70, not {word!r}", at)
        elif seat in scores:
            draft.fail("Score", f"two scores for {seat.title}", at)
        elif not draft.plays(seat) and int(text):
            draft.fail("Score", f"{draft.game} is played without West", at)
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
    "Contract": ("level", lambda draft, value: None if draft.row is None else draft.row.contract(value)),
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
    section, spots = "", iter(draft.block.spots["Note"])
    for item in draft.items:
        if isinstance(item, Section):
            section = item.name
        elif isinstance(item, Tag) and item.name == "Note":
            at, m = next(spots), _NOTE.match(item.value)
            if m is None:
                said = 'a note begins with its number and a colon, as in [Note "1:a fine lead"]'
                draft.problems.append(Flaw(at, said))
            elif (section, int(m[1])) in notes:
                draft.problems.append(Flaw(at, f"note {int(m[1])} is given twice"))
            else:
                notes[section, int(m[1])] = Note(int(m[1]), m[2], section)
    draft.notes = tuple(notes.values())
