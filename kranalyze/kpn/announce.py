"""The Announce tag: what was declared and announced in trick 1 (RULINGS: russbach, rufmariasch, anrufen)."""

from __future__ import annotations

import re
from dataclasses import replace

from kranalyze.cards import parse_suit, ranks_mask, suit_letter, suit_mask
from kranalyze.deal import Seat
from kranalyze.games import Game
from kranalyze.kpn.record import Announcement, What
from kranalyze.kpn.tags import Draft

_PART = re.compile(r"[^;]+")
_WORD = re.compile(r"\S+")

#: What is announced in one word.
_SAID: dict[str, What] = {"100": "hundred", "all": "all", "raise": "raise", "contra": "contra"}

#: How it is named when it is announced twice.
_NAMES = {"hundred": "100", "all": "all tricks", "raise": "a raise", "contra": "contra"}

#: An announcement with its place in the value.
Said = tuple[int, Announcement]


class _Wrong(Exception):  # noqa: N818 - control flow inside this file
    """What is wrong, and where in the value."""


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
    for part in _PART.finditer(value):
        words = [(part.start() + m.start(), m[0]) for m in _WORD.finditer(part[0])]
        try:
            if words:
                said.append((words[0][0], _read_one(draft, game, words)))
        except _Wrong as error:
            at, message = error.args
            draft.fail("Announce", message, at)
    for seat in Seat:
        _fill_in_suits(draft, seat, said)
    last, seen = -1, set[tuple[str, Seat | None]]()
    for at, given in said:
        who, what = given.seat.title, given.what
        # Everybody speaks at the own turn of trick 1; Contra may be said at any time.
        if what != "contra" and draft.leader is not None:
            turn = (given.seat - draft.leader) % game.seats
            if turn < last:
                before = Seat((draft.leader + last) % game.seats).title
                draft.fail("Announce", f"{who} speaks after {before}, who plays later to trick 1", at)
            last = max(last, turn)
        own = given.seat == draft.declarer or (partner_known and given.seat == partner)
        # Both partners saying 100 or all tricks is one (RULINGS: russbach).
        speaker = given.seat if what in ("hundred", "all") else None
        if what == "raise" and partner_known and given.seat != partner:
            draft.fail("Announce", f"{who} may not raise: only the declarer's partner may", at)
        elif what == "raise" and draft.level is not None and given.level not in draft.level.raises:
            draft.fail("Announce", f"{draft.level.id} cannot be raised to {given.level}", at)
        elif what == "contra" and draft.declarer is not None and own:
            draft.fail("Announce", f"{who}, on the declarer's side, cannot say contra", at)
        elif (what, speaker) in seen:
            by = "" if speaker is None else f"by {who} "
            draft.fail("Announce", f"{_NAMES[what]} is announced {by}twice", at)
        elif what != "marriage":
            seen.add((what, speaker))
    draft.announce = tuple(given for _, given in said)


def _read_one(draft: Draft, game: Game, words: list[tuple[int, str]]) -> Announcement:
    """``"N 40 H"``.

    Raises:
        _Wrong: it is no announcement of the game, or not of that seat's hand.
    """
    (at, name), *rest = words
    seat = draft.seat(name)
    if seat is None:
        raise _Wrong(at, f"unknown seat {name!r}")
    if not rest:
        raise _Wrong(at, f"{seat.title} announces nothing; 'N 40 H' or 'S all' is one")
    where, what = rest.pop(0)
    kind = what.casefold()
    if kind in ("20", "40"):
        return _read_marriage(draft, game, seat, int(kind), where, rest)
    if kind not in _SAID or (kind == "raise" and not rest):
        raise _Wrong(where, f"unknown announcement {what!r}: 20, 40, 100, all, raise LEVEL or contra")
    level_at, level = rest.pop(0) if kind == "raise" else (where, None)
    try:
        given = Announcement(seat, _SAID[kind], level=None if level is None else game.contract(level).id)
    except ValueError as error:
        raise _Wrong(level_at, str(error)) from None
    if rest:
        raise _Wrong(rest[0][0], f"{rest[0][1]!r} after {what!r} means nothing")
    announced = any(c.settles is not None and c.settles.announced for c in game.contracts)
    known = {"raise": any(c.raises for c in game.contracts), "contra": game.contra == "token"}
    if not known.get(given.what, announced):
        raise _Wrong(where, f"{what!r} is not announced in {game.id}")
    return given


def _read_marriage(
    draft: Draft, game: Game, seat: Seat, points: int, at: int, rest: list[tuple[int, str]]
) -> Announcement:
    """A declared marriage: its suit is that of a King and Queen in hand."""
    if not any(g.marriages == "declared" for c in game.contracts for g in (c.goal, c.settles) if g):
        how = "are registered by leading King or Queen" if any(game.marriage) else "do not count"
        raise _Wrong(at, f"marriages {how} in {game.id}")
    hand, suit = draft.held(seat), draft.trump if points == 40 else None
    suit_at, named = at, "trumps"
    if rest:
        suit_at, text = rest[0]
        try:
            suit = parse_suit(text, draft.deck)
        except ValueError:
            raise _Wrong(suit_at, f"unknown suit {text!r}") from None
        named = suit_letter(suit, draft.deck)
        if len(rest) > 1:
            raise _Wrong(rest[1][0], f"{rest[1][1]!r} after a marriage means nothing")
        right = 40 if suit == draft.trump else 20
        if draft.trump is not None and right != points:
            raise _Wrong(at, f"a marriage in {named} is {right}, not {points}")
    if suit is not None and hand is not None and not _whole(hand, suit):
        raise _Wrong(suit_at, f"{seat.title} does not hold King and Queen of {named}")
    return Announcement(seat, "marriage", suit, points)


def _whole(hand: int, suit: int) -> bool:
    """Whether a hand has King and Queen of a suit."""
    return not ranks_mask("KQ") & suit_mask(suit) & ~hand


def _fill_in_suits(draft: Draft, seat: Seat, said: list[Said]) -> None:
    """Give a seat's marriages of 20 without a suit the suits that the hand leaves."""
    taken, unnamed = set[int](), list[int]()
    for i, (at, given) in enumerate(said):
        if given.what != "marriage" or given.seat != seat:
            continue
        if given.suit is None:
            unnamed += [i] if given.points == 20 else []
        elif given.suit in taken:
            letter = suit_letter(given.suit, draft.deck)
            draft.fail("Announce", f"{seat.title} declares the marriage in {letter} twice", at)
        else:
            taken.add(given.suit)
    hand = draft.held(seat)
    if not unnamed or hand is None or draft.trump is None:
        return
    left = [s for s in range(4) if s != draft.trump and s not in taken and _whole(hand, s)]
    if len(left) < len(unnamed):
        more = "another" if left or taken else "a"
        said_at = said[unnamed[len(left)]][0]
        draft.fail("Announce", f"{seat.title} does not hold {more} King and Queen for 20", said_at)
    elif len(left) > len(unnamed):
        letters = " or ".join(suit_letter(s, draft.deck) for s in left)
        draft.fail("Announce", f"{seat.title} must say which marriage, {letters}", said[unnamed[0]][0])
    else:
        for i, suit in zip(unnamed, left, strict=True):
            at, given = said[i]
            said[i] = at, replace(given, suit=suit)
