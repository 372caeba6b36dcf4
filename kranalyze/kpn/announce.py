"""The Announce tag: what was declared and announced in trick 1 (RULINGS: russbach, rufmariasch, anrufen)."""

from __future__ import annotations

import re
from dataclasses import replace

from kranalyze.cards import RANKS, card, parse_suit, suit_letter
from kranalyze.deal import Seat
from kranalyze.games import Game
from kranalyze.kpn.draft import Draft
from kranalyze.kpn.record import Announcement, What

_PART = re.compile(r"[^;]+")
_WORD = re.compile(r"\S+")

#: What is announced in one word, and how it is named when it is announced twice.
_SAID: dict[str, tuple[What, str]] = {
    "100": ("hundred", "100"), "all": ("all", "all tricks"), "raise": ("raise", "a raise"),
    "contra": ("contra", "contra"),
}  # fmt: skip
_NAMES = dict(_SAID.values())


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
            draft.fail("Announce", at, message)
    said = _fill_in_suits(draft, said)
    _check_order(draft, game, said)
    _check_teams(draft, said, partner, partner_known)
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
    given = Announcement(seat, _SAID[kind][0])
    if kind == "raise":
        level_at, level = rest.pop(0)
        try:
            given = replace(given, level=game.contract(level).id)
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
    return all(hand >> card(suit, RANKS.index(rank)) & 1 for rank in "KQ")


def _fill_in_suits(draft: Draft, said: list[Said]) -> list[Said]:
    """Give marriages of 20 without a suit the suits that the hand leaves."""
    result = list(said)
    for seat in Seat:
        own = [(i, *one) for i, one in enumerate(said) if one[1].what == "marriage" and one[1].seat == seat]
        taken: set[int] = set()
        for _, at, given in own:
            if given.suit is not None and given.suit in taken:
                letter = suit_letter(given.suit, draft.deck)
                draft.fail("Announce", at, f"{seat.title} declares the marriage in {letter} twice")
            elif given.suit is not None:
                taken.add(given.suit)
        unnamed = [(i, at, given) for i, at, given in own if given.suit is None and given.points == 20]
        hand = draft.held(seat)
        if not unnamed or hand is None or draft.trump is None:
            continue
        left = [s for s in range(4) if s != draft.trump and s not in taken and _whole(hand, s)]
        if len(left) < len(unnamed):
            more = "another" if left or taken else "a"
            at = unnamed[len(left)][1]
            draft.fail("Announce", at, f"{seat.title} does not hold {more} King and Queen for 20")
        elif len(left) > len(unnamed):
            letters = " or ".join(suit_letter(s, draft.deck) for s in left)
            draft.fail("Announce", unnamed[0][1], f"{seat.title} must say which marriage, {letters}")
        else:
            for (i, at, given), suit in zip(unnamed, left, strict=True):
                result[i] = at, replace(given, suit=suit)
    return result


def _check_order(draft: Draft, game: Game, said: list[Said]) -> None:
    """Everybody speaks at the own turn of trick 1; Contra may be said at any time."""
    last = -1
    for at, given in said:
        if given.what == "contra" or draft.leader is None:
            continue
        turn = (given.seat - draft.leader) % game.seats
        if turn < last:
            before = Seat((draft.leader + last) % game.seats).title
            late = given.seat.title
            draft.fail("Announce", at, f"{late} speaks after {before}, who plays later to trick 1")
        last = max(last, turn)


def _check_teams(draft: Draft, said: list[Said], partner: Seat | None, partner_known: bool) -> None:
    contract, seen = draft.level, set[tuple[str, Seat | None]]()
    for at, given in said:
        who = given.seat.title
        # Both partners saying 100 or all tricks is one (RULINGS: russbach).
        speaker = given.seat if given.what in ("hundred", "all") else None
        if given.what == "marriage":
            continue
        if given.what == "raise" and partner_known and given.seat != partner:
            draft.fail("Announce", at, f"{who} may not raise: only the declarer's partner may")
        elif given.what == "raise" and contract is not None and given.level not in contract.raises:
            draft.fail("Announce", at, f"{contract.id} cannot be raised to {given.level}")
        elif given.what == "contra" and draft.declarer is not None and (
            given.seat == draft.declarer or (partner_known and given.seat == partner)
        ):
            draft.fail("Announce", at, f"{who}, on the declarer's side, cannot say contra")
        else:
            if (given.what, speaker) in seen:
                by = "" if speaker is None else f"by {who} "
                draft.fail("Announce", at, f"{_NAMES[given.what]} is announced {by}twice")
            seen.add((given.what, speaker))
