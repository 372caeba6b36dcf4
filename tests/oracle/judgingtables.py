"""Define tables of the games for the judge's oracle, from RULINGS and not from the package."""

from __future__ import annotations

from dataclasses import dataclass

#: Letters of ranks and of suits. The number of a card is 8 * suit + rank. Suits and ranks count from 0.
RANKS = "789TJQKA"
SUITS = "SHDC"

#: The orders of rank, from low to high. They include ranks that some packs do not have.
ORDERS = {"K": "789TJQKA", "T": "789JQKTA", "Z": "789AJQKT"}

#: For each game the rule options that RULINGS name, with their defaults.
DEFAULTS = {
    "graden": {"call_own": "no", "mitbettler": "loser_pays"},
    "russbach": {},
    "rufmariasch": {"unit": "1", "free_call": "no"},
    "anrufen": {"all_pass": "new_deal"},
    "anrufen3": {"all_pass": "new_deal"},
    "bauernschnapsen": {"beat": "all", "bettler_value": "5", "opening_marriage": "no"},
    "whist": {},
}

#: For each game the ranks of the pack, the number of cards in a hand, and the number of seats. Whist allows
#: hands of any equal size.
TABLE = {
    "graden": ("9TJQKA", 6, 4),
    "russbach": ("789TJQKA", 8, 4),
    "rufmariasch": ("789TJQKA", 8, 4),
    "anrufen": ("9TJQKA", 6, 4),
    "anrufen3": ("9TJQKA", 7, 3),
    "bauernschnapsen": ("TJQKA", 5, 4),
    "whist": ("789TJQKA", 8, 4),
}


@dataclass(frozen=True)
class Clause:
    """The rulings on a contract.

    Attributes:
        order: key of ``ORDERS``; ``KT``: ``T`` if a Ten is called, else ``K``.
        v: what a payer owes a receiver.
        trump: whether there is a trump suit.
        calls: whether a card is called.
        who: seats that may declare the contract, counted from forehand; None: any seat.
        forehand_leads: whether forehand leads to trick 1; False: the declarer leads.
        needs: what the declarer must hold: ``marriage``, ``suit`` or ``trumps``; empty: nothing.
        aim: how the contract is won, in a word that ``judgingpay`` interprets.
        bid: whether it can be bid.
        alone: whether there is no declarer: each seat plays for itself, or opposite seats form a side.
        second: whether a second player may join the contract.
    """

    order: str
    v: int
    aim: str
    trump: bool = False
    calls: bool = False
    who: tuple[int, ...] | None = None
    forehand_leads: bool = False
    needs: str = ""
    bid: bool = True
    alone: bool = False
    second: bool = False


_FOREHAND = (0,)
_FOREHAND_SIDE = (0, 2)
_OTHER_SIDE = (1, 3)
_NOT_FOREHAND = (1, 2, 3)

#: The contracts of each game in ascending order; their ids are those of the package.
CONTRACTS: dict[str, dict[str, Clause]] = {
    "graden": {
        "bettler": Clause("K", 30, "none", second=True),
        "durchmarsch": Clause("KT", 40, "every", calls=True),
        "durchmarsch_letzten": Clause("K", 40, "letzten"),
        "plauderer": Clause("K", 50, "none", second=True),
        "hundert": Clause("T", 60, "every", calls=True, needs="marriage"),
        "hundert_letzten": Clause("T", 60, "letzten", needs="marriage"),
        "zehnermord": Clause("T", 60, "every"),
        "koenigmord": Clause("K", 70, "every"),
        "hundertermord": Clause("T", 80, "every", needs="marriage"),
        "schurln": Clause("T", 10, "most", bid=False, alone=True, forehand_leads=True),
    },
    "russbach": {
        "simple": Clause("T", 0, "stakes", trump=True, calls=True, who=_FOREHAND),
        "hundred": Clause("T", 0, "row", trump=True, calls=True, who=_FOREHAND, bid=False),
        "all_tricks": Clause("T", 0, "row", trump=True, calls=True, who=_FOREHAND, bid=False),
    },
    "rufmariasch": {"simple": Clause("T", 0, "difference", trump=True, calls=True, who=_FOREHAND)},
    "anrufen": {
        "simple": Clause("T", 1, "more", trump=True, calls=True),
        "hundred": Clause("T", 2, "hundred", trump=True, calls=True),
        "no_tricks": Clause("T", 2, "none"),
        "all_tricks": Clause("T", 2, "every", trump=True, calls=True),
        "all_hundred": Clause("T", 3, "every hundred", trump=True, calls=True),
    },
    "anrufen3": {
        "simple": Clause("T", 1, "more", trump=True),
        "hundred": Clause("T", 2, "hundred", trump=True),
        "no_tricks": Clause("T", 2, "none"),
        "all_tricks": Clause("T", 2, "every", trump=True),
        "all_hundred": Clause("T", 3, "every hundred", trump=True),
    },
    "bauernschnapsen": {
        "rufer": Clause("T", 1, "race", trump=True, who=_FOREHAND, forehand_leads=True),
        "bettler": Clause("T", 5, "none"),
        "schnapser": Clause("T", 6, "three", trump=True, who=_FOREHAND_SIDE, forehand_leads=True),
        "gang": Clause("T", 9, "every own"),
        "zehnerloch": Clause("Z", 10, "every own"),
        "bauernschnapser": Clause("T", 12, "every own", trump=True, who=_FOREHAND_SIDE, forehand_leads=True),
        "kontraschnapser": Clause("T", 12, "three", trump=True, who=_OTHER_SIDE, forehand_leads=True),
        "herrengang": Clause("T", 18, "dealt", who=_NOT_FOREHAND, needs="suit"),
        "kontrabauernschnapser": Clause(
            "T", 24, "every own", trump=True, who=_OTHER_SIDE, forehand_leads=True
        ),
        "herrenschnapser": Clause(
            "T", 24, "dealt", trump=True, who=_FOREHAND, forehand_leads=True, needs="trumps"
        ),
    },
    "whist": {"tricks": Clause("K", 0, "tricks", trump=True, bid=False, alone=True, forehand_leads=True)},
}

#: For each contract, the contracts to which the partner may raise it in trick 1 (RULINGS: anrufen).
RAISES = {
    "simple": ("hundred", "all_tricks", "all_hundred"),
    "hundred": ("all_hundred",),
    "all_tricks": ("all_hundred",),
}

#: For each game with Contra, how many calls of Contra, Recontra and Subcontra it allows.
MOST_CONTRA = {"anrufen": 1, "anrufen3": 1, "bauernschnapsen": 3}

#: The suits from high to low. Of equal bids, the bid with the higher suit stands (RULINGS: anrufen).
TIES = "HDSC"


def suit_of(card: int) -> int:
    """Return the suit of a card, by its index in S H D C."""
    return card // 8


def rank_of(card: int) -> str:
    """Return the rank of a card as a letter."""
    return RANKS[card % 8]


def cards_in(mask: int) -> list[int]:
    """Return the cards of a mask."""
    return [card for card in range(32) if mask >> card & 1]


def mask_of(cards: list[int]) -> int:
    """Return the mask of cards."""
    return sum(1 << card for card in set(cards))


def in_pack(game: str, card: int) -> bool:
    """Return whether the pack of a game contains a card."""
    return rank_of(card) in TABLE[game][0]


def marriage_suits(hand: int) -> list[int]:
    """Return the suits of which a hand has King and Queen."""
    cards = cards_in(hand)
    held = {(suit_of(card), rank_of(card)) for card in cards}
    return [suit for suit in range(4) if (suit, "K") in held and (suit, "Q") in held]
