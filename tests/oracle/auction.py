"""Follow the auction of Graden, and find its par by trying all calls (RULINGS: graden, Auction)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oracle.graden import CLAUSES

Call = tuple[int, str]
Outcome = tuple[str, int | None, int | None]
Payoff = tuple[int, ...]

#: The bids from the lowest to the highest.
ASCENDING = tuple(name for name in CLAUSES if name != "schurln")
NOBODY = ("schurln", None, None)


def standing(said: Sequence[Call]) -> Outcome:
    """Return the highest bid, its bidder, and the seat that has joined it."""
    bids = [i for i, (_, word) in enumerate(said) if word in ASCENDING]
    if not bids:
        return NOBODY
    seat, word = said[bids[-1]]
    joined = [s for s, w in said[bids[-1] :] if w == "mit"]
    return word, seat, joined[0] if joined else None


def passed(said: Sequence[Call]) -> set[int]:
    """Return the seats whose pass is final. The highest bidder's pass is not final: it lets the bid stand."""
    return {s for i, (s, word) in enumerate(said) if word == "gut" and standing(said[:i])[1] != s}


def over(said: Sequence[Call]) -> bool:
    """Return whether the auction has ended."""
    _, first, second = standing(said)
    out = passed(said)
    if first is None:
        return len(out) == 4
    if second is None:
        return out >= {0, 1, 2, 3} - {first}
    joined = max(i for i, (_, word) in enumerate(said) if word == "mit")
    again = any(s == first for s, _ in said[joined + 1 :])
    return again and out >= {0, 1, 2, 3} - {first, second}


def turn(said: Sequence[Call], forehand: int) -> int:
    """Return the seat whose turn it is."""
    seat = forehand if not said else (said[-1][0] + 1) % 4
    while seat in passed(said):
        seat = (seat + 1) % 4
    return seat


def legal(said: Sequence[Call], seat: int, may_bid: Callable[[str, int], bool]) -> list[str]:
    """Return the calls that a seat may make: pass, join, then the bids from low to high."""
    bid, first, second = standing(said)
    words = ["gut"]
    if bid in ("bettler", "plauderer") and second is None and first != seat:
        words.append("mit")
    higher = ASCENDING if first is None else ASCENDING[ASCENDING.index(bid) + 1 :]
    return words + [word for word in higher if may_bid(word, seat)]


def best_auction(
    said: tuple[Call, ...],
    forehand: int,
    may_bid: Callable[[str, int], bool],
    pays: Callable[[Outcome], Payoff],
) -> tuple[Payoff, tuple[Call, ...]]:
    """Return payoff and calls if each seat makes the call that pays the seat most.

    If several calls pay the same, the seat makes the first of these calls.
    """
    if over(said):
        return pays(standing(said)), said
    seat = turn(said, forehand)
    best: tuple[Payoff, tuple[Call, ...]] | None = None
    for word in legal(said, seat, may_bid):
        found = best_auction((*said, (seat, word)), forehand, may_bid, pays)
        if best is None or found[0][seat] > best[0][seat]:
            best = found
    assert best is not None
    return best
