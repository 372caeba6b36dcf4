"""Compute features of hands for the tests, in plain Python, as FORMAT.md defines the features."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

SUITS = "SHDC"
RANKS = "789TJQKA"
SEATS = "NESW"
COUNTED = {
    "aces": "A", "tens": "T", "kings": "K", "queens": "Q", "jacks": "J", "nines": "9", "eights": "8",
    "sevens": "7",
}  # fmt: skip
LENGTHS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}

#: Card points of a game by rank (RULINGS). In games that are not in this table, A and T count ten each.
POINTS: dict[str, dict[str, int]] = {
    "bauernschnapsen": {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}, "whist": {},
}  # fmt: skip
USUAL_POINTS = {"A": 10, "T": 10}


def cards_in(mask: int) -> set[str]:
    """The cards of a mask as letters."""
    return {SUITS[n // 8] + RANKS[n % 8] for n in range(32) if mask >> n & 1}


def plain_features(mask: int, game: str) -> dict[str, int | bool]:
    """All features of a hand."""
    cards = cards_in(mask)
    by_suit = {suit: [card[1] for card in cards if card[0] == suit] for suit in SUITS}
    found: dict[str, int | bool] = {}
    for name, rank in COUNTED.items():
        found[name] = len([card for card in cards if card[1] == rank])
    for name, suit in LENGTHS.items():
        found[name] = len(by_suit[suit])
    lengths = [len(ranks) for ranks in by_suit.values()]
    found["longest"] = max(lengths)
    found["shortest"] = min(lengths)
    found["voids"] = lengths.count(0)
    found["singletons"] = lengths.count(1)
    for name, pair in (("marriages", "KQ"), ("ace_king", "AK"), ("ace_ten", "AT")):
        found[name] = len([suit for suit in SUITS if set(pair) <= set(by_suit[suit])])
    for name, order in (("tops_k", "AKQJT987"), ("tops_t", "ATKQJ987")):
        # A card is a top if the hand holds every card of its suit that would beat it.
        found[name] = len(
            [c for c in cards if all(c[0] + higher in cards for higher in order[: order.index(c[1])])]
        )
    worth = POINTS.get(game, USUAL_POINTS)
    found["points"] = sum(worth.get(card[1], 0) for card in cards)
    for suit in SUITS:
        for rank in reversed(RANKS):
            found[suit + rank] = suit + rank in cards
    return found


def plain_columns(
    hands: Sequence[int], game: str, players: int, dealer: str | None, seat: str | None = None
) -> dict[str, Any]:
    """Return all columns of a deal by name. With ``seat``, add the columns of the seat and its neighbours."""
    playing = SEATS[:players]
    by_seat = {s: plain_features(hands[SEATS.index(s)], game) for s in playing}
    none = dict.fromkeys(plain_features(0, game))
    columns: dict[str, Any] = {"dealer": dealer}
    for s in SEATS:
        features = by_seat.get(s, none)
        columns |= {f"{s.lower()}_{name}": value for name, value in features.items()}
    if seat is None:
        return columns
    at = playing.index(seat)
    left = playing[(at + 1) % players]
    right = playing[at - 1]
    across = playing[(at + 2) % players] if players == 4 else None
    columns |= by_seat[seat]
    for prefix, other in (("left", left), ("across", across), ("right", right)):
        columns |= {f"{prefix}_{name}": v for name, v in (by_seat[other] if other else none).items()}
    columns["seat"] = seat
    columns["bidder"] = None
    if dealer is not None:
        columns["bidder"] = (at - playing.index(dealer) - 1) % players + 1
    return columns
