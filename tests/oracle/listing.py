"""List the questions of a game, using only the rulings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import NamedTuple

from kranalyze.cards import RANKS
from oracle.asked import BAUERN_BIDDERS, CALLED, NO_TRUMP, Rules
from oracle.graden import CLAUSES


class Listed(NamedTuple):
    """A question. Seats and suits are numbers. A seat None means nobody, a trump None means no trump.

    Attributes:
        called: mask of the cards whose call leads to the question; None if no card is called.
    """

    contract: str
    declarer: int | None
    leader: int
    order: str
    second: int | None
    trump: int | None
    partner: int | None
    called: int | None


#: The contracts of each game, in ascending order (RULINGS). In Rußbach only the first contract can be bid.
CONTRACTS = {
    "graden": (*CLAUSES,),
    "russbach": ("simple", "hundred", "all_tricks"),
    "rufmariasch": ("simple",),
    "anrufen": ("simple", "hundred", "no_tricks", "all_tricks", "all_hundred"),
    "anrufen3": ("simple", "hundred", "no_tricks", "all_tricks", "all_hundred"),
    "bauernschnapsen": (
        "rufer", "bettler", "schnapser", "gang", "zehnerloch", "bauernschnapser", "kontraschnapser",
        "herrengang", "kontrabauernschnapser", "herrenschnapser",
    ),
    "whist": ("tricks",),
}  # fmt: skip

#: The lowest rank of the pack, by game. In other games with called cards the lowest rank is the Nine.
_LOWEST = {"russbach": "7", "rufmariasch": "7", "bauernschnapsen": "T"}


def pack_of(game: str) -> int:
    """Return the mask of the pack."""
    lowest = RANKS.index(_LOWEST.get(game, "9"))
    return sum(1 << 8 * suit + rank for suit in range(4) for rank in range(lowest, 8))


def order_of(game: str, contract: str) -> str:
    """Return the orders of rank in which a contract may be played."""
    if game == "graden":
        return CLAUSES[contract].orders
    if game == "whist":
        return "K"
    return "Z" if contract == "zehnerloch" else "T"


def bidders_of(game: str, contract: str, forehand: int) -> set[int]:
    """Return the seats that may bid or declare a contract when ``forehand`` sits left of the dealer."""
    seats = set(range(3 if game == "anrufen3" else 4))
    if game in ("russbach", "rufmariasch"):
        return {forehand}
    if game != "bauernschnapsen":
        return seats
    if contract == "herrengang":
        return seats - {forehand}
    return {(forehand + place) % 4 for place in BAUERN_BIDDERS.get(contract, (0, 1, 2, 3))}


def called_cards(game: str, contract: str, order: str, trump: int | None, rules: Rules) -> int | None:
    """Return the mask of the cards whose call leads to contract, order and trump; None: no card is called."""
    if contract not in CALLED.get(game, ()):
        return None
    cards = pack_of(game)
    tens = sum(1 << 8 * suit + RANKS.index("T") for suit in range(4))
    if contract == "durchmarsch":
        cards &= tens if order == "T" else ~tens
    if game == "russbach" or (game == "rufmariasch" and rules["free_call"] == "no"):
        cards &= 0xFF << 8 * (trump or 0)
    return cards


def listed(game: str, rules: Rules) -> Iterator[Listed]:
    """Yield all questions in the order of the tables, including those of more than two parties."""
    seats = range(3 if game == "anrufen3" else 4)
    for contract in CONTRACTS[game]:
        for leader in seats:
            yield from _led_by(game, contract, leader, rules)
        if game == "graden" and contract in ("bettler", "plauderer"):
            for first, second in permutations(seats, 2):
                yield Listed(contract, first, first, "K", second, None, None, None)


def _led_by(game: str, contract: str, leader: int, rules: Rules) -> Iterator[Listed]:
    """Yield the questions with at most one declarer in which the seat ``leader`` leads to trick 1."""
    declarer_leads = ("bettler", "gang", "zehnerloch", "herrengang")
    led_by_forehand = game == "bauernschnapsen" and contract not in declarer_leads
    declarers = sorted(bidders_of(game, contract, leader)) if led_by_forehand else [leader]
    trumps: list[int | None] = [0, 1, 2, 3]
    if game == "graden" or (game, contract) in NO_TRUMP:
        trumps = [None]
    if game == "whist":
        trumps = [None, 0, 1, 2, 3]
    for first in declarers:
        declarer = None if contract in ("schurln", "tricks") else first
        partners: list[int | None] = [None]
        if game == "whist" or (game == "bauernschnapsen" and contract != "bettler"):
            partners = [(first + 2) % 4]
        elif contract in CALLED.get(game, ()):
            partners = [(first + place) % 4 for place in (1, 2, 3)]
            if rules.get("call_own") != "no":
                partners.append(None)
        for trump in trumps:
            for partner in partners:
                for order in order_of(game, contract):
                    cards = called_cards(game, contract, order, trump, rules)
                    yield Listed(contract, declarer, leader, order, None, trump, partner, cards)
