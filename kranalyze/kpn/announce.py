"""The Announce tag: what was declared and announced in trick 1 (RULINGS: russbach, rufmariasch, anrufen)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kranalyze.cards import RANKS, card, parse_suit, suit_letter
from kranalyze.deal import Seat
from kranalyze.games import Game
from kranalyze.kpn.deals import seat_of
from kranalyze.kpn.draft import Draft
from kranalyze.kpn.fields import held, plays
from kranalyze.kpn.record import Announcement

_PART = re.compile(r"[^;]+")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Said:
    """An announcement with its place in the value."""

    at: int
    given: Announcement


def read_announce(draft: Draft, partner: Seat | None, partner_known: bool) -> None:
    """Read and check the Announce tag.

    Args:
        partner: who plays with the declarer, None if he plays alone.
        partner_known: whether that is known.
    """
    value, game = draft.value("Announce"), draft.row
    if value is None or game is None:
        return
    said: list[Said] = []
    for m in _PART.finditer(value):
        if m[0].strip():
            one = _read_one(draft, game, m[0], m.start())
            if one is not None:
                said.append(one)
    said = _fill_in_suits(draft, said)
    _check_order(draft, said)
    _check_teams(draft, game, said, partner, partner_known)
    draft.announce = tuple(s.given for s in said)


def _read_one(draft: Draft, game: Game, text: str, start: int) -> Said | None:
    """``"N 40 H"``; None after calling ``fail``."""
    words = [(start + m.start(), m[0]) for m in _WORD.finditer(text)]
    at, name = words[0]
    seat = seat_of(name)
    if seat is None or not plays(draft, seat):
        draft.fail("Announce", at, f"unknown seat {name!r}")
        return None
    if len(words) == 1:
        draft.fail("Announce", at, f"{seat.title} announces nothing; 'N 40 H' or 'S all' is one")
        return None
    where, what = words[1]
    rest = words[2:]
    kind = what.casefold()
    if kind in ("20", "40"):
        given = _read_marriage(draft, game, seat, int(kind), where, rest)
        return None if given is None else Said(at, given)
    found: Announcement | None = None
    if kind == "100":
        found = Announcement(seat, "hundred")
    elif kind == "all":
        found = Announcement(seat, "all")
    elif kind == "contra":
        found = Announcement(seat, "contra")
    elif kind == "raise" and rest:
        level_at, level = rest.pop(0)
        try:
            found = Announcement(seat, "raise", level=game.contract(level).id)
        except ValueError as error:
            draft.fail("Announce", level_at, str(error))
            return None
    if found is None:
        known = "20, 40, 100, all, raise LEVEL or contra"
        draft.fail("Announce", where, f"unknown announcement {what!r}: {known}")
        return None
    if rest:
        draft.fail("Announce", rest[0][0], f"{rest[0][1]!r} after {what!r} means nothing")
        return None
    if not _known_to(game, found):
        draft.fail("Announce", where, f"{what!r} is not announced in {game.id}")
        return None
    return Said(at, found)


def _known_to(game: Game, given: Announcement) -> bool:
    """Whether a game has such announcements, by its rows."""
    if given.what in ("hundred", "all"):
        return any(c.settles is not None and c.settles.announced for c in game.contracts)
    if given.what == "raise":
        return any(c.raises for c in game.contracts)
    return game.contra == "token"


def _read_marriage(
    draft: Draft, game: Game, seat: Seat, points: int, at: int, rest: list[tuple[int, str]]
) -> Announcement | None:
    """A declared marriage: its suit is that of a King and Queen in hand."""
    if not any(g.marriages == "declared" for c in game.contracts for g in (c.goal, c.settles) if g):
        how = "are registered by leading King or Queen" if any(game.marriage) else "do not count"
        draft.fail("Announce", at, f"marriages {how} in {game.id}")
        return None
    suit = None
    if rest:
        try:
            suit = parse_suit(rest[0][1], draft.deck)
        except ValueError:
            draft.fail("Announce", rest[0][0], f"unknown suit {rest[0][1]!r}")
            return None
        if len(rest) > 1:
            draft.fail("Announce", rest[1][0], f"{rest[1][1]!r} after a marriage means nothing")
            return None
        if draft.trump is not None and (suit == draft.trump) != (points == 40):
            right = 40 if suit == draft.trump else 20
            letter = suit_letter(suit, draft.deck)
            draft.fail("Announce", at, f"a marriage in {letter} is {right}, not {points}")
            return None
        hand = held(draft, seat)
        if hand is not None and not _whole(hand, suit):
            letter = suit_letter(suit, draft.deck)
            draft.fail("Announce", rest[0][0], f"{seat.title} does not hold King and Queen of {letter}")
            return None
    elif points == 40:
        suit = draft.trump
        hand = held(draft, seat)
        if suit is not None and hand is not None and not _whole(hand, suit):
            draft.fail("Announce", at, f"{seat.title} does not hold King and Queen of trumps")
            return None
    return Announcement(seat, "marriage", suit, points)


def _whole(hand: int, suit: int) -> bool:
    """Whether a hand has King and Queen of a suit."""
    return all(hand >> card(suit, RANKS.index(rank)) & 1 for rank in "KQ")


def _fill_in_suits(draft: Draft, said: list[Said]) -> list[Said]:
    """Give marriages of 20 without a suit the suits that the hand leaves."""
    result = list(said)
    for seat in Seat:
        own = [i for i, s in enumerate(said) if s.given.what == "marriage" and s.given.seat == seat]
        taken: set[int] = set()
        for i in own:
            suit = said[i].given.suit
            if suit in taken:
                letter = suit_letter(suit or 0, draft.deck)
                draft.fail("Announce", said[i].at, f"{seat.title} declares the marriage in {letter} twice")
            elif suit is not None:
                taken.add(suit)
        open_ones = [i for i in own if said[i].given.suit is None and said[i].given.points == 20]
        hand = held(draft, seat)
        if not open_ones or hand is None or draft.trump is None:
            continue
        left = [s for s in range(4) if s != draft.trump and s not in taken and _whole(hand, s)]
        if len(left) < len(open_ones):
            at = said[open_ones[len(left)]].at
            more = "another" if left or taken else "a"
            draft.fail("Announce", at, f"{seat.title} does not hold {more} King and Queen for 20")
        elif len(left) > len(open_ones):
            letters = " or ".join(suit_letter(s, draft.deck) for s in left)
            draft.fail("Announce", said[open_ones[0]].at, f"{seat.title} must say which marriage, {letters}")
        else:
            for i, suit in zip(open_ones, left, strict=True):
                result[i] = Said(said[i].at, replace(said[i].given, suit=suit))
    return result


def _check_order(draft: Draft, said: list[Said]) -> None:
    """Everybody speaks at the own turn of trick 1; Contra may be said at any time."""
    leader = draft.leader
    if leader is None or draft.row is None:
        return
    last = -1
    for s in said:
        if s.given.what == "contra":
            continue
        turn = (s.given.seat - leader) % draft.row.seats
        if turn < last:
            before = Seat((leader + last) % draft.row.seats).title
            late = s.given.seat.title
            draft.fail("Announce", s.at, f"{late} speaks after {before}, who plays later to trick 1")
        last = max(last, turn)


def _check_teams(
    draft: Draft, game: Game, said: list[Said], partner: Seat | None, partner_known: bool
) -> None:
    """Who may announce what, and how often."""
    declarer = draft.declarer
    seen: set[tuple[str, Seat | None]] = set()
    for s in said:
        given = s.given
        if given.what == "marriage":
            continue
        if given.what == "raise" and not _may_raise(draft, s, partner, partner_known):
            continue
        if given.what == "contra" and declarer is not None:
            own = given.seat == declarer or (partner_known and given.seat == partner)
            if own:
                draft.fail("Announce", s.at, f"{given.seat.title}, on the declarer's side, cannot say contra")
                continue
        # Both partners saying 100 or all tricks is one (RULINGS: russbach).
        speaker = given.seat if given.what in ("hundred", "all") else None
        if (given.what, speaker) in seen:
            by = "" if speaker is None else f"by {speaker.title} "
            draft.fail("Announce", s.at, f"{_name(given)} is announced {by}twice")
        seen.add((given.what, speaker))


def _name(given: Announcement) -> str:
    return {"hundred": "100", "all": "all tricks", "raise": "a raise", "contra": "contra"}[given.what]


def _may_raise(draft: Draft, said: Said, partner: Seat | None, partner_known: bool) -> bool:
    contract, given = draft.level, said.given
    if partner_known and given.seat != partner:
        draft.fail("Announce", said.at, f"{given.seat.title} may not raise: only the declarer's partner may")
    elif contract is not None and given.level not in contract.raises:
        draft.fail("Announce", said.at, f"{contract.id} cannot be raised to {given.level}")
    else:
        return True
    return False
