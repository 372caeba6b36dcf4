"""Draft: a game while it is being read; and the values of its tags, checked against the game and the deal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from functools import partial
from operator import attrgetter
from typing import Any, get_args

from kranalyze.cards import Deck, card_name, mask_of, pack_mask, parse_card, parse_suit
from kranalyze.deal import Deal, Seat
from kranalyze.games import Contract, Game, get_game
from kranalyze.games.played import Payoff
from kranalyze.kpn.deals import ANY, card_of, deck_of, read_deal, seat_of
from kranalyze.kpn.lexer import Block, Flaw
from kranalyze.kpn.record import Entry, Note, Record, Section, Severity, Tag

_WORD = re.compile(r"\S+")
_PAIR = re.compile(r"(?=\S)([^\s:]*)(?::(\S*))?")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}\Z")
_NOTE = re.compile(r"\s*([0-9]{1,9}):(.*)\Z", re.DOTALL)
_written = attrgetter(*(one.name for one in fields(Record)))


class SpotError(ValueError):
    """What is wrong at a place in the value of a tag."""

    def __init__(self, message: str, at: int) -> None:
        super().__init__(message)
        self.at = at


@dataclass(slots=True, kw_only=True)
class Draft(Record):
    """A record while it is being read: what is known of it so far, and what is wrong with it."""

    block: Block  # its tags and sections with their places in the text
    problems: list[Flaw] = field(default_factory=list)
    as_played: bool = False  # read tricks in playing order where they are no good play by seats
    row: Game = ANY  # the game by the rules in force, once it is known
    level: Contract | None = None  # the contract, too
    partner: Seat | None = None  # the declarer's
    paired: bool = False  # whether it is known who that is, or that there is none
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

    @contextmanager
    def noting(self, name: str, at: int = 0) -> Iterator[None]:
        """Note what is wrong with a part of a value at its place."""
        try:
            yield
        except ValueError as error:
            self.fail(name, str(error), getattr(error, "at", at))

    @property
    def broken(self) -> bool:
        """Whether there is an error so far, warnings apart."""
        return any(p.severity == "error" for p in self.problems)

    def entries(self, name: str) -> tuple[Entry, ...]:
        """What stands in a section, nothing if it is absent."""
        section = self.section(name) if name in self.block.tags else None
        return () if section is None else section.entries

    def card(self, card_: int) -> str:
        """The name of a card in the deck of the game."""
        return card_name(card_, self.deck)

    def check_pack(self, card_: int) -> None:
        """Raise a ValueError for a card that is not in the pack of the game."""
        if not pack_mask(self.row.pack) >> card_ & 1:
            raise ValueError(f"{self.card(card_)} is not in the {self.row.pack} cards of {self.row.id}")

    def held(self, seat: int | None) -> int | None:
        """The cards dealt to a seat, None if they are not known."""
        return None if self.deal is None or seat is None else self.deal.hands[seat]

    def seat(self, text: str) -> Seat | None:
        """The seat that a text names, None if it names none that plays."""
        seat = seat_of(text)
        return None if seat is None or seat >= self.row.seats else seat

    def first_of(self, name: str) -> Seat | None:
        """The seat that a section begins with, None if there is no section or no such seat."""
        value = self.block.tags.get(name)
        first = None if value is None else self.seat(value)
        if value is not None and first is None:
            article = "an" if name == "Auction" else "a"
            self.fail(name, f"{article} {name} begins with a seat, not {value!r}")
        return first


def read_tags(draft: Draft) -> None:
    """Fill in everything that the tags say, sections and Announce apart."""
    draft.deck, deck = deck_of(draft.block.tags), draft.value("Deck")
    if deck is not None and deck.strip().lower() not in get_args(Deck):
        draft.fail("Deck", f"unknown deck {deck!r}: french or german")
    _read_game(draft)
    _read_deal(draft)
    for name, (filled, read) in _FIELDS.items():
        if (value := draft.value(name)) is not None:
            with draft.noting(name):
                setattr(draft, filled, read(draft, value))
    _read_notes(draft)


def _read_game(draft: Draft) -> None:
    """The game by the rules in force."""
    value, there = draft.value("Game"), "Game" in draft.block.tags
    if value is None and (there or not draft.block.problems):
        draft.fail("Game", "the game must be known" if there else "the game has no tag Game")
    elif value is not None:
        with draft.noting("Game"):
            draft.row = get_game(value)
            for m in _WORD.finditer(draft.value("Rules") or ""):
                with draft.noting("Rules", m.start()):
                    name, equals, chosen = m[0].partition("=")
                    if not equals:
                        raise ValueError(f"a rule option is written name=value, not {m[0]!r}")
                    draft.row = draft.row.under({name: chosen})
            draft.game, draft.rules = draft.row.id, draft.row.in_force


def _read_deal(draft: Draft) -> None:
    """The hands, the talon and the discard."""
    game, value = draft.row, draft.value("Deal")
    if value is not None:
        draft.deal = read_deal(value, draft.deck, game, partial(draft.fail, "Deal"))
        draft.deal = draft.deal and draft.deal.filled(game.pack, game.size)
    elif draft.says_nothing("Deal"):
        draft.deal = _deal_played(draft)
        if draft.deal is None and "Deal" not in draft.block.tags and not draft.block.problems:
            draft.fail("Deal", "the game has no tag Deal")
    if not game.talon:
        given = [name for name in ("Talon", "Discard") if draft.value(name) is not None and game is not ANY]
        for name in given[:1]:
            draft.fail(name, f"{game.id} has no talon")
        return
    talon, draft.discard = _read_pile(draft, "Talon"), _read_pile(draft, "Discard")
    deal = draft.deal
    if deal is not None:
        if talon is None and deal.complete and "Talon" not in draft.block.tags:
            talon = pack_mask(game.pack) & ~sum(deal.masks)
        for c, at in draft.piles["Talon"].items():
            holder = deal.holder(c)
            if holder is not None:
                draft.fail("Talon", f"the talon has {draft.card(c)}, which {holder.title} holds", at)
                talon = None
        draft.deal = Deal(deal.hands, talon or 0)


def _deal_played(draft: Draft) -> Deal | None:
    """The deal that a Play of all the cards shows, where there is no talon."""
    game, first = draft.row, seat_of(draft.block.tags.get("Play", ""))
    cards = [card_of(entry.text, draft.deck) for entry in draft.entries("Play")]
    whole = game.size * game.seats or -1
    if first is None or game.talon or len(cards) != whole or len({*cards} - {None}) != whole:
        return None
    hands = [0, 0, 0, 0]
    for place, card in enumerate(cards):
        hands[(first + place) % game.seats] |= 1 << (card or 0)
    return Deal((hands[0], hands[1], hands[2], hands[3]))


def _read_pile(draft: Draft, name: str) -> int | None:
    """The mask of the Talon or the Discard, None if it is not known or wrong."""
    value, before, found = draft.value(name), len(draft.problems), dict[int, int]()
    draft.piles[name] = found
    for m in _WORD.finditer(value or ""):
        with draft.noting(name, m.start()):
            c = parse_card(m[0], draft.deck)
            if c in found:
                raise ValueError(f"card {draft.card(c)} stands twice")
            found[c] = m.start()
            draft.check_pack(c)
    if value is None or len(draft.problems) > before:
        return None
    if len(found) != draft.row.talon:
        draft.fail(name, f"the {name.lower()} has {draft.row.talon} cards, here are {len(found)}")
        return None
    return mask_of(found)


def _seat(draft: Draft, value: str) -> Seat:
    seat = Seat.parse(value)
    if seat >= draft.row.seats:
        raise ValueError(f"{draft.game} is played without West")
    return seat


def _trump(draft: Draft, value: str) -> int:
    suit = parse_suit(value, draft.deck)
    if not any(c.trump for c in draft.row.contracts):
        raise ValueError(f"{draft.game} is played without trump")
    return suit


def _called(draft: Draft, value: str) -> int:
    card = parse_card(value, draft.deck)
    if not any(c.party == "called" for c in draft.row.contracts):
        raise ValueError(f"no card is called in {draft.game}")
    draft.check_pack(card)
    return card


def _face_down(draft: Draft, value: str) -> tuple[tuple[Seat, int], ...]:
    found: dict[Seat, int] = {}
    for m in _PAIR.finditer(value):
        with draft.noting("FaceDown", m.start()):
            seat, card = draft.seat(m[1]), card_of(m[2] or "", draft.deck)
            hand = draft.held(seat)
            if seat is None or m[2] is None:
                raise ValueError(f"a card laid face down is written E:HA, not {m[0]!r}")
            if card is None:
                raise SpotError(f"unknown card {m[2]!r}", m.start(2))
            if seat in found:
                raise ValueError(f"{seat.title} lays two cards face down")
            if hand is not None and not hand >> card & 1:
                raise ValueError(f"{seat.title} does not hold the {draft.card(card)}")
            found[seat] = card
    return tuple(found.items())


def _contra(draft: Draft, value: str) -> int:
    if draft.row is ANY:
        return 0
    most = draft.row.most_contra
    if _NUMBER.match(value.strip()) is None:
        raise ValueError(f"the number of Contra calls, not {value!r}")
    if not 0 <= int(value) <= most:
        allowed = f"at most {most}" if most else "no"
        raise ValueError(f"{draft.game} knows {allowed} Contra, here are {int(value)}")
    return int(value)


def _score(draft: Draft, value: str) -> Payoff | None:
    before, scores = len(draft.problems), dict[Seat, int]()
    for m in _PAIR.finditer(value):
        with draft.noting("Score", m.start()):
            seat, amount = seat_of(m[1]), m[2] or ""
            if seat is None or _NUMBER.match(amount) is None:
                raise ValueError(f"a score is written N:-70, not {m[0]!r}")
            if seat in scores:
                raise ValueError(f"two scores for {seat.title}")
            if seat >= draft.row.seats and int(amount):
                raise ValueError(f"{draft.game} is played without West")
            scores[seat] = int(amount)
    if len(draft.problems) > before:
        return None
    missing = [seat.title for seat in Seat if seat not in scores and seat < draft.row.seats]
    if missing:
        raise ValueError(f"no score for {' and '.join(missing)}")
    return scores[Seat.N], scores[Seat.E], scores[Seat.S], scores.get(Seat.W, 0)


#: Tags with the fields that they fill, and how their values are read; what is wrong is raised, or noted.
_FIELDS: dict[str, tuple[str, Callable[[Draft, str], Any]]] = {
    "Dealer": ("dealer", _seat),
    "Contract": ("level", lambda draft, value: None if draft.row is ANY else draft.row.contract(value)),
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
    section, spots = "", iter(draft.block.spots.get("Note", ()))
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
