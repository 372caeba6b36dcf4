"""Change a record (``Written``) at random: its calls, cards, announcements, hands, piles and tags."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy

from oracle.judging import judge
from oracle.judgingrecord import (
    ABSENT,
    ALL_PASS,
    AS_PLAYED,
    AUCTION_OPEN,
    CONTRA,
    EMPTY,
    ILL,
    NO_CARD,
    ONLY_DEAL,
    PASS,
    PLAY_OPEN,
    RECONTRA,
    SECOND,
    SUBCONTRA,
    UNSAID,
    Written,
)
from oracle.judgingtables import CONTRACTS, TABLE, cards_in


def spoilt(rng: random.Random, record: Written) -> Written:
    """Return a copy of a record with one to three random changes."""
    w = deepcopy(record)
    w.flags &= ~ONLY_DEAL
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        rng.choice(SPOILERS)(rng, w)
    return w


def _state(rng: random.Random, least: int, most: int) -> int:
    return rng.choice((rng.randint(least, most), rng.randint(least, most), ABSENT, UNSAID, EMPTY))


def _call(rng: random.Random, w: Written) -> None:
    if w.auction < 0:
        w.auction = rng.randrange(TABLE[w.game][2])
    n = len(CONTRACTS[w.game])
    suit = rng.choice((UNSAID, UNSAID, UNSAID, rng.randrange(4), ILL))
    call = rng.choice(
        (rng.randrange(n), rng.choice((0, 3)) % n, PASS, PASS, SECOND, ALL_PASS, CONTRA, RECONTRA, SUBCONTRA)
    )
    new = (call, suit if call >= 0 else UNSAID)
    at = rng.randrange(len(w.calls) + 1)
    how = rng.randrange(4)
    if how == 0 or at == len(w.calls):
        w.calls.insert(at, new)
    elif how == 1:
        del w.calls[at]
    elif how == 2:
        w.calls[at] = new
    else:
        w.calls += [(PASS, UNSAID)] * rng.choice((1, 3, 4, 130)) + [new]


def _word(rng: random.Random, w: Written) -> None:
    n = len(CONTRACTS[w.game])
    kind = rng.randrange(5)
    suit = rng.choice((UNSAID, rng.randrange(4))) if kind == 0 else UNSAID
    seat = rng.randrange(TABLE[w.game][2])
    word = (
        seat,
        kind,
        suit,
        rng.randrange(n) if kind == 3 else 0,
        rng.choice((20, 40)) if kind == 0 else 0,
        0,
    )
    if rng.random() < 0.1:
        word = (*word[:5], 1)
    at = rng.randrange(len(w.words) + 1)
    how = rng.randrange(5)
    if at == len(w.words) or how < 2:
        w.words.insert(at, word)
    elif how == 2:
        w.words[at] = word
    elif how == 3:
        w.words.insert(rng.randrange(len(w.words)), w.words[at])
    else:
        w.words += [word] * rng.choice((1, 2, 33))


def _cell(rng: random.Random, w: Written) -> None:
    if w.play < 0:
        w.play = rng.randrange(TABLE[w.game][2])
    how = rng.randrange(8)
    if not w.cells or how == 0:
        w.cells += [rng.choice((NO_CARD, rng.randrange(32))) for _ in range(TABLE[w.game][2])]
    elif how == 1:
        i, j = rng.randrange(len(w.cells)), rng.randrange(len(w.cells))
        w.cells[i], w.cells[j] = w.cells[j], w.cells[i]
    elif how == 2:
        w.cells[rng.randrange(len(w.cells))] = rng.choice((NO_CARD, -3))
    elif how == 3:
        w.cells[rng.randrange(len(w.cells))] = rng.randrange(32)
    elif how == 4:
        del w.cells[-TABLE[w.game][2] :]
    elif how == 5:
        w.cells += w.cells[: TABLE[w.game][2]]
    else:
        trick = rng.randrange(len(w.cells) // TABLE[w.game][2]) * TABLE[w.game][2]
        i, j = (trick + rng.randrange(TABLE[w.game][2]) for _ in range(2))
        w.cells[i], w.cells[j] = w.cells[j], w.cells[i]


def _as_played(rng: random.Random, w: Written) -> None:
    """Write the cards of each trick in playing order, as some people type a record."""
    cards = judge(w).facts.get("cards", [])
    if len(cards) == len(w.cells):
        w.cells = [w.cells[card[4]] for card in cards]
        w.flags |= rng.choice((0, AS_PLAYED))


def _hand(rng: random.Random, w: Written) -> None:
    seats = TABLE[w.game][2]
    a, b = rng.randrange(seats), rng.randrange(seats)
    how = rng.randrange(6)
    if how == 0:
        w.hands[a] ^= 1 << rng.randrange(32)
    elif how == 1 and w.hands[a]:
        card = rng.choice(cards_in(w.hands[a]))
        w.hands[a] ^= 1 << card
        w.hands[b] |= 1 << card
    elif how == 2 and w.hands[a] and w.hands[b]:
        one, two = rng.choice(cards_in(w.hands[a])), rng.choice(cards_in(w.hands[b]))
        w.hands[a] = w.hands[a] & ~(1 << one) | 1 << two
        w.hands[b] = w.hands[b] & ~(1 << two) | 1 << one
    elif how == 3:
        w.hands[a] = w.hands[b]
    elif how == 4:
        w.known &= ~(1 << a)
        w.hands[a] = 0
    else:
        w.deal = rng.choice((rng.randrange(seats), UNSAID, ABSENT))
        if w.deal < 0:
            w.known, w.hands = 0, [0, 0, 0, 0]
    w.hands = [hand if w.known >> s & 1 else 0 for s, hand in enumerate(w.hands)]


def _pile(rng: random.Random, w: Written) -> None:
    for name in rng.sample(("talon", "discard"), rng.randint(1, 2)):
        how = rng.randrange(4)
        if how == 0:
            setattr(w, f"has_{name}", rng.choice((ABSENT, UNSAID, EMPTY)))
            setattr(w, name, 0)
        else:
            setattr(w, f"has_{name}", 1)
            setattr(
                w,
                name,
                getattr(w, name) ^ (1 << rng.randrange(32)) ^ (1 << rng.randrange(32) if how == 1 else 0),
            )


def _tag(rng: random.Random, w: Written) -> None:
    seats, n = TABLE[w.game][2], len(CONTRACTS[w.game])
    changes: list[Callable[[], None]] = [
        lambda: setattr(w, "dealer", _state(rng, 0, 3 if rng.random() < 0.1 else seats - 1)),
        lambda: setattr(w, "declarer", _state(rng, 0, 3 if rng.random() < 0.1 else seats - 1)),
        lambda: setattr(w, "contract", _state(rng, 0, n - 1)),
        lambda: setattr(w, "second", _state(rng, 0, seats - 1)),
        lambda: setattr(w, "called", _state(rng, 0, 31)),
        lambda: setattr(w, "trump", _state(rng, 0, 3)),
        lambda: setattr(w, "auction", rng.randrange(seats)),
        lambda: setattr(w, "play", rng.randrange(seats)),
        lambda: w.laid.__setitem__(rng.randrange(seats), rng.choice((rng.randrange(32), ABSENT))),
        lambda: setattr(w, "contra", rng.choice((0, 1, 2, 3, 4, 9, ABSENT, UNSAID, EMPTY))),
        lambda: setattr(w, "scored", rng.randrange(1 << seats)),
        lambda: w.score.__setitem__(rng.randrange(seats), rng.randint(-100, 100)),
        lambda: setattr(w, "flags", w.flags ^ (AUCTION_OPEN if w.auction >= 0 else 0)),
        lambda: setattr(w, "flags", w.flags ^ (PLAY_OPEN if w.play >= 0 else 0)),
    ]
    rng.choice(changes)()


SPOILERS = (
    _call,
    _call,
    _word,
    _word,
    _cell,
    _cell,
    _cell,
    _as_played,
    _hand,
    _hand,
    _pile,
    _tag,
    _tag,
    _tag,
)
