"""The tags of a game into typed values, each checked against the game and the deal."""

from __future__ import annotations

import re
from typing import get_args

from kranalyze.cards import Deck, parse_suit
from kranalyze.deal import Deal, Seat
from kranalyze.games import Game, get_game
from kranalyze.kpn.deals import PACKS, card_of, read_cards, read_deal, seat_of
from kranalyze.kpn.draft import Draft
from kranalyze.kpn.items import Section, Tag
from kranalyze.kpn.record import Note

_WORD = re.compile(r"\S+")
_PAIR = re.compile(r"([^\s:]*):(\S*)")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}\Z")
_NOTE = re.compile(r"\s*([0-9]{1,9}):(.*)\Z", re.DOTALL)


def read_fields(draft: Draft) -> None:
    """Fill in everything that the tags say, section by section apart."""
    _read_deck(draft)
    _read_game(draft)
    tags = draft.given
    if "Dealer" in tags:
        draft.dealer = _read_seat(draft, "Dealer")
    _read_deal(draft)
    if "Contract" in tags:
        _read_contract(draft)
    if "Declarer" in tags:
        draft.declarer = _read_seat(draft, "Declarer")
    if "Second" in tags:
        draft.second = _read_seat(draft, "Second")
    if "Trump" in tags:
        _read_trump(draft)
    if "Called" in tags:
        _read_called(draft)
    if "FaceDown" in tags:
        _read_face_down(draft)
    if "Contra" in tags:
        _read_contra(draft)
    if "Score" in tags:
        _read_score(draft)
    if draft.block.note_spots:
        _read_notes(draft)


def _read_deck(draft: Draft) -> None:
    value = draft.value("Deck")
    if value is None:
        return
    for deck in get_args(Deck):
        if value.strip().lower() == deck:
            draft.deck = deck
            return
    draft.fail("Deck", 0, f"unknown deck {value!r}: french or german")


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
    draft.row = _under_rules(draft, draft.row, draft.value("Rules") or "")
    draft.game, draft.rules = draft.row.id, draft.row.in_force


def _under_rules(draft: Draft, game: Game, value: str) -> Game:
    """The game by the options of ``"mitbettler=as_printed call_own=yes"``."""
    for m in _WORD.finditer(value):
        name, equals, chosen = m[0].partition("=")
        if not equals:
            draft.fail("Rules", m.start(), f"a rule option is written name=value, not {m[0]!r}")
            continue
        try:
            game = game.under({name: chosen})
        except ValueError as error:
            draft.fail("Rules", m.start(), str(error))
    return game


def _read_seat(draft: Draft, name: str) -> Seat | None:
    value = draft.value(name)
    if value is None:
        return None
    seat = seat_of(value)
    if seat is None:
        draft.fail(name, 0, f"unknown seat {value!r}: N, E, S or W")
    elif not plays(draft, seat):
        draft.fail(name, 0, f"{draft.row.id if draft.row else ''} is played without West")
        return None
    return seat


def plays(draft: Draft, seat: Seat) -> bool:
    """Whether a seat takes part in the game."""
    return draft.row is None or seat < draft.row.seats


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


def _read_deal(draft: Draft) -> None:
    value = draft.given.get("Deal")
    if value is None or value.strip() == "?":
        draft.deal = _deal_played(draft)
    if value is None:
        if draft.deal is None and not draft.block.problems:
            draft.fail_at(draft.block.tag_start, "the game has no tag Deal")
    elif draft.value("Deal") is not None:
        draft.deal = read_deal(value, draft.deck, draft.row, draft.failer("Deal"))
        if draft.deal is not None and draft.row is not None:
            draft.deal = draft.deal.filled(draft.row.pack, draft.row.size)
    for name in ("Talon", "Discard"):
        if draft.value(name) is not None and draft.row is not None and not draft.row.talon:
            draft.fail(name, 0, f"{draft.row.id} has no talon")
            return
    if draft.row is not None and draft.row.talon:
        _read_talon(draft, draft.row)


def _read_talon(draft: Draft, game: Game) -> None:
    """The talon, and with it the discard."""
    deal, pack = draft.deal, PACKS[game.pack]
    talon = _read_pile(draft, "Talon", game)
    if deal is not None:
        dealt = 0
        for hand in deal.hands:
            dealt |= hand or 0
        if talon is None and deal.complete and "Talon" not in draft.given:
            talon = pack & ~dealt
        for at, c in read_cards(draft.value("Talon") or "", draft.deck, lambda _at, _message: None):
            holder = deal.holder(c)
            if holder is not None:
                draft.fail("Talon", at, f"the talon has {draft.card(c)}, which {holder.title} holds")
                talon = None
        draft.deal = Deal(deal.hands, talon or 0)
    draft.discard = _read_pile(draft, "Discard", game)


def _read_pile(draft: Draft, name: str, game: Game) -> int | None:
    """The mask of the Talon or the Discard, None if it is not known or wrong."""
    value = draft.value(name)
    if value is None:
        return None
    before = len(draft.problems)
    cards = read_cards(value, draft.deck, draft.failer(name))
    for at, c in cards:
        if not PACKS[game.pack] >> c & 1:
            draft.fail(name, at, f"{draft.card(c)} is not in the {game.pack} cards of {game.id}")
    if len(draft.problems) == before and len(cards) != game.talon:
        draft.fail(name, 0, f"the {name.lower()} has {game.talon} cards, here are {len(cards)}")
    if len(draft.problems) > before:
        return None
    mask = 0
    for _, c in cards:
        mask |= 1 << c
    return mask


def check_discard(draft: Draft) -> None:
    """See that the declarer had the cards that he discarded."""
    if draft.discard is None or draft.deal is None or draft.declarer is None:
        return
    hand = draft.deal.hands[draft.declarer]
    if hand is None or not draft.deal.talon:
        return
    for at, c in read_cards(draft.value("Discard") or "", draft.deck, lambda _at, _message: None):
        if not (hand | draft.deal.talon) >> c & 1:
            draft.fail("Discard", at, f"{draft.declarer.title} does not hold the {draft.card(c)}")


def _read_contract(draft: Draft) -> None:
    value = draft.value("Contract")
    if value is None or draft.row is None:
        return
    try:
        draft.level = draft.row.contract(value)
    except ValueError as error:
        draft.fail("Contract", 0, str(error))


def _read_trump(draft: Draft) -> None:
    value = draft.value("Trump")
    if value is None:
        return
    try:
        draft.trump = parse_suit(value, draft.deck)
    except ValueError:
        draft.fail("Trump", 0, f"unknown suit {value!r}")
        return
    game = draft.row
    if game is None:
        return
    if not any(c.trump for c in game.contracts):
        draft.fail("Trump", 0, f"{game.id} is played without trump")


def _read_called(draft: Draft) -> None:
    value = draft.value("Called")
    if value is None:
        return
    card = card_of(value, draft.deck)
    game = draft.row
    if card is None:
        draft.fail("Called", 0, f"unknown card {value!r}")
    elif game is not None and not any(c.party == "called" for c in game.contracts):
        draft.fail("Called", 0, f"no card is called in {game.id}")
    elif game is not None and not PACKS[game.pack] >> card & 1:
        draft.fail("Called", 0, f"{draft.card(card)} is not in the {game.pack} cards of {game.id}")
    else:
        draft.called = card


def _read_face_down(draft: Draft) -> None:
    value = draft.value("FaceDown")
    if value is None:
        return
    found: list[tuple[Seat, int]] = []
    for m in _WORD.finditer(value):
        pair = _PAIR.fullmatch(m[0])
        seat = None if pair is None else seat_of(pair[1])
        if pair is None or seat is None or not plays(draft, seat):
            draft.fail("FaceDown", m.start(), f"a card laid face down is written E:HA, not {m[0]!r}")
            continue
        card = card_of(pair[2], draft.deck)
        if card is None:
            draft.fail("FaceDown", m.start() + pair.start(2), f"unknown card {pair[2]!r}")
        elif any(seat == other for other, _ in found):
            draft.fail("FaceDown", m.start(), f"{seat.title} lays two cards face down")
        elif (hand := held(draft, seat)) is not None and not hand >> card & 1:
            draft.fail("FaceDown", m.start(), f"{seat.title} does not hold the {draft.card(card)}")
        else:
            found.append((seat, card))
    draft.face_down = tuple(found)


def held(draft: Draft, seat: int) -> int | None:
    """The cards dealt to a seat, None if they are not known."""
    return None if draft.deal is None else draft.deal.hands[seat]


def _read_contra(draft: Draft) -> None:
    value = draft.value("Contra")
    game = draft.row
    if value is None or game is None:
        return
    most = game.most_contra
    if _NUMBER.match(value.strip()) is None:
        draft.fail("Contra", 0, f"the number of Contra calls, not {value!r}")
    elif not 0 <= int(value) <= most:
        allowed = f"at most {most}" if most else "no"
        draft.fail("Contra", 0, f"{game.id} knows {allowed} Contra, here are {int(value)}")
    else:
        draft.contra = int(value)


def _read_score(draft: Draft) -> None:
    value = draft.value("Score")
    if value is None:
        return
    before = len(draft.problems)
    scores: dict[Seat, int] = {}
    for m in _WORD.finditer(value):
        pair = _PAIR.fullmatch(m[0])
        seat = None if pair is None else seat_of(pair[1])
        if pair is None or seat is None or _NUMBER.match(pair[2]) is None:
            draft.fail("Score", m.start(), f"a score is written N:-70, not {m[0]!r}")
        elif seat in scores:
            draft.fail("Score", m.start(), f"two scores for {seat.title}")
        elif not plays(draft, seat) and int(pair[2]):
            draft.fail("Score", m.start(), f"{draft.row.id if draft.row else ''} is played without West")
        else:
            scores[seat] = int(pair[2])
    if len(draft.problems) > before:
        return
    missing = [seat.title for seat in Seat if seat not in scores and plays(draft, seat)]
    if missing:
        draft.fail("Score", 0, f"no score for {' and '.join(missing)}")
        return
    draft.score = scores[Seat.N], scores[Seat.E], scores[Seat.S], scores.get(Seat.W, 0)


def _read_notes(draft: Draft) -> None:
    """The Note tags, each with the section that it stands after."""
    notes: list[Note] = []
    given: set[tuple[str, int]] = set()
    section, nth = "", 0
    for item in draft.items:
        if isinstance(item, Section):
            section = item.name
        elif isinstance(item, Tag) and item.name == "Note":
            at = draft.block.note_spots[nth]
            nth += 1
            m = _NOTE.match(item.value)
            if m is None:
                draft.fail_at(at, 'a note begins with its number and a colon, as in [Note "1:a fine lead"]')
            elif (section, int(m[1])) in given:
                draft.fail_at(at, f"note {int(m[1])} is given twice")
            else:
                given.add((section, int(m[1])))
                notes.append(Note(int(m[1]), m[2], section))
    draft.notes = tuple(notes)
