"""What is said of a hand and a contract: share, interval, mean settlement, and the best choice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from kranalyze.cards import card_name, hand_text, suit_letter
from kranalyze.display import Printed
from kranalyze.frozen import frozen
from kranalyze.games import Contract, Game

if TYPE_CHECKING:
    from kranalyze.hand.asking import Asked

#: How the figures were found: all layouts, the bundled book of hands, or a sample.
Method = Literal["exact", "book", "sample"]

#: Sums over layouts by contract and choice (call, trump), or None for any choice: in how many it could be
#: chosen, in how many of them it makes, what it pays in them together (None where nothing is settled).
Sums: TypeAlias = dict[tuple[str, tuple[int | None, int | None] | None], tuple[int, int, int | None]]

#: Intervals are narrow enough at this width if nobody says.
WIDTH = 0.01

#: Standard deviations that hold 95% of a normal distribution.
Z95 = 1.959963984540054


def wilson(made: float, layouts: float) -> tuple[float, float]:
    """The 95% interval of a share by Wilson's score (1927), without correction; numbers need not be whole.

    >>> tuple(round(x, 4) for x in wilson(5, 10))
    (0.2366, 0.7634)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if layouts == 0:
        return 0.0, 1.0
    share, z2 = made / layouts, Z95 * Z95
    middle = share + z2 / (2 * layouts)
    reach = Z95 * sqrt(share * (1 - share) / layouts + z2 / (4 * layouts * layouts))
    scale = 1 + z2 / layouts
    low = 0.0 if made == 0 else (middle - reach) / scale
    return low, 1.0 if made == layouts else (middle + reach) / scale


@frozen
class Choice:
    """A call or trump fixed before the layout is seen.

    Attributes:
        call: the card called, None where nothing is.
        trump: the suit, None without trump.
        layouts: in how many it could be chosen, at least one.
        made: in how many of them the contract is makeable.
        paid: what the declarer is paid in them together, None where nothing is settled.
    """

    call: int | None
    trump: int | None
    layouts: int
    made: int
    paid: int | None

    @property
    def share(self) -> float:
        """Of the layouts, those in which it is made."""
        return self.made / self.layouts

    @property
    def mean(self) -> float | None:
        """What the declarer is paid on average."""
        return None if self.paid is None else self.paid / self.layouts


@frozen
class Odds(Printed):
    """What a hand is worth in a contract.

    Attributes:
        hand: the declarer's cards, as a mask; a part of a hand if not all are known.
        game, contract: what is played.
        method: how the figures were found.
        layouts: how many were looked at in which it may be bid.
        made_dd: in how many layouts some choice makes it.
        choices: all choices, fixed before the layout is seen: the best mean first (the best share where
            nothing is settled).
        play: for every first card of the declarer the share of the layouts that it makes, or None.

    >>> from kranalyze import odds
    >>> [sure] = odds("AKQ.AK.A.", contracts=["koenigmord"])
    >>> sure.share, sure.mean, sure.layouts, sure.method
    (1.0, 210.0, 17153136, 'exact')
    """

    hand: int
    game: Game
    contract: Contract
    method: Method
    layouts: int
    made_dd: int
    choices: tuple[Choice, ...]
    play: Mapping[int, float] | None = None

    def __repr__(self) -> str:
        share = "not biddable" if self.share is None else f"{self.share:.1%}"
        return f"<Odds of {hand_text(self.hand)}: {self.contract.name} {share}>"

    @property
    def biddable(self) -> bool:
        """Whether the hand may bid it (in some layout, if a part of the hand is not known)."""
        return bool(self.choices)

    @property
    def best(self) -> Choice | None:
        """The choice with the best mean; None if the hand may not bid the contract."""
        return self.choices[0] if self.choices else None

    @property
    def share(self) -> float | None:
        """Of the layouts, those in which the best choice makes it."""
        return None if self.best is None else self.best.share

    @property
    def share_dd(self) -> float | None:
        """The same with the best choice in each layout."""
        return self.made_dd / self.layouts if self.choices else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the share lies with 95% confidence; a single point if it is exact."""
        if self.best is None:
            return None
        if self.method == "exact":
            return self.best.share, self.best.share
        return wilson(self.best.made, self.best.layouts)

    @property
    def mean(self) -> float | None:
        """What the declarer is paid on average with the best choice."""
        return None if self.best is None else self.best.mean

    def row(self) -> dict[str, Any]:
        """The keys and values of a line of ``kranalyze odds --json``."""
        best, (low, high) = self.best, self.interval or (None, None)
        layouts, made = (None, None) if best is None else (best.layouts, best.made)
        row: dict[str, Any] = {
            "hand": hand_text(self.hand), "game": self.game.id, "contract": self.contract.id,
            "method": self.method, "biddable": self.biddable, "layouts": layouts, "made": made,
            "share": self.share, "low": low, "high": high, "mean": self.mean,
            "call": None if best is None or best.call is None else card_name(best.call),
            "trump": None if best is None or best.trump is None else suit_letter(best.trump),
            "share_dd": self.share_dd,
        }  # fmt: skip
        if self.play is not None:
            row["play"] = {card_name(card): share for card, share in self.play.items()}
        return row


def odds_of(asked: Asked, contracts: Iterable[Contract], method: Method, sums: Sums) -> list[Odds]:
    """The answers for some contracts from the sums over layouts."""
    answers = []
    for contract in contracts:
        mine = {key: found for (name, key), found in sums.items() if name == contract.id}
        layouts, made, _ = mine.pop(None, (0, 0, None))
        choices = [Choice(key[0], key[1], *found) for key, found in mine.items() if key and found[0]]
        # Equal ones in the order of suits and cards.
        choices.sort(key=lambda c: [-1 if number is None else number for number in (c.trump, c.call)])
        choices.sort(key=lambda c: (-(c.share if c.mean is None else c.mean), -c.share))
        figures = (layouts, made, tuple(choices)) if choices else (0, 0, ())
        answers.append(Odds(asked.hand, asked.game, contract, method, *figures))
    return answers


def by_mean(answers: Iterable[Odds]) -> list[Odds]:
    """Answers sorted by their mean, the best first; at the end those without, and those not biddable."""
    return sorted(answers, key=lambda odds: (not odds.biddable, odds.mean is None, -(odds.mean or 0.0)))


def best_bid(answers: Iterable[Odds]) -> Odds | None:
    """The contract with the best mean, None if none is settled."""
    return next((odds for odds in by_mean(answers) if odds.mean is not None), None)
