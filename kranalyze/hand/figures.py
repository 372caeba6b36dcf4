"""Compute the odds of a hand in a contract from sums over layouts: share, interval, mean and best choice.

A layout is a way to deal the unknown cards. The share is the part of the layouts in which the contract can be
made. A choice is a called card and a trump that the declarer chooses before seeing the layout.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from kranalyze.answers.attable import TableFigures, careful_values_by_column
from kranalyze.answers.intervals import wilson
from kranalyze.cards import CARDS, Card, letter_of_suit
from kranalyze.display import PrintedAsText
from kranalyze.games import Contract, Game
from kranalyze.hands import CardTable, Hand

if TYPE_CHECKING:
    from kranalyze.hand.asking import HandQuery

#: How figures were found. ``exact``: from all layouts. ``book``: from the bundled book of hands. ``sample``:
#: from a random sample of the layouts.
Method = Literal["exact", "book", "sample"]

#: Sums over layouts. A key is a pair: the id of a contract, and a choice (called card, trump). If the choice
#: is None, each layout counts with the choice that is best in this layout. The value for a key has three
#: numbers. The first is the number of layouts that allow the choice. The second is the number of these
#: layouts in which the contract is makeable. The third is the sum of the declarer's settlements in all
#: layouts that allow the choice. This third number is None if the contract has no settlement.
Sums: TypeAlias = dict[tuple[str, tuple[int | None, int | None] | None], tuple[int, int, int | None]]

#: If the user requests no width, sampling stops when no 95% interval of a share is wider than this.
WIDTH = 0.01


class Choice(NamedTuple):
    """A called card and a trump that the declarer chooses before seeing the layout, with sums over layouts.

    Attributes:
        call: the called card. None: no card is called.
        trump: letter of the trump suit. None: no trump.
        layouts: number of layouts that allow the choice. It is at least 1.
        made: number of these layouts in which the contract is makeable.
        paid: sum of the declarer's settlements in all layouts that allow the choice. None: the contract has
            no settlement.
    """

    call: Card | None
    trump: str | None
    layouts: int
    made: int
    paid: int | None

    @property
    def share(self) -> float:
        """The part of the layouts, from 0 to 1, in which the contract is makeable."""
        return self.made / self.layouts

    @property
    def mean(self) -> float | None:
        """Mean settlement of the declarer. None: the contract has no settlement."""
        return None if self.paid is None else self.paid / self.layouts


@dataclass(frozen=True, slots=True, repr=False)
class Odds(PrintedAsText):
    """The odds of a hand in a contract.

    Attributes:
        hand: the declarer's known cards.
        game: the game.
        contract: the contract.
        method: how the figures were found: ``exact``, ``book`` or ``sample``.
        layouts: number of examined layouts in which the hand may bid the contract.
        made_dd: number of these layouts in which the contract is makeable if the declarer sees the layout
            before choosing called card and trump.
        choices: the possible choices of called card and trump. The choice with the best mean comes first. If
            the contract has no settlement, the choice with the best share comes first.
        play: for each card that the declarer can lead first, the share of layouts in which this lead makes
            the contract. None: these shares were not requested, or the declarer does not lead.
        careful: figures at the table for the best choice, from games of four careful players (RULINGS,
            section "At the table"). None: there are no such games. All other figures are for open cards.
        careful_source: where ``careful`` comes from. ``games``: the games were played for this answer.
            ``book``: the figures come from the bundled book of hands.

    >>> from kranalyze import odds
    >>> [sure] = odds("AKQ.AK.A.", contracts=["koenigmord"])
    >>> sure.share, sure.mean, sure.layouts, sure.method
    (1.0, 210.0, 17153136, 'exact')
    """

    hand: Hand
    game: Game
    contract: Contract
    method: Method
    layouts: int
    made_dd: int
    choices: tuple[Choice, ...]
    play: CardTable[float] | None = None
    careful: TableFigures | None = None
    careful_source: Literal["games", "book"] = "games"

    def __repr__(self) -> str:
        share = "not biddable" if self.share is None else f"{self.share:.1%}"
        return f"<Odds of {self.hand}: {self.contract.name} {share}>"

    @property
    def biddable(self) -> bool:
        """Whether the hand may bid the contract.

        If cards of the hand are unknown, the hand must be able to bid in at least one examined layout.
        """
        return bool(self.choices)

    @property
    def best(self) -> Choice | None:
        """The choice of called card and trump with the best mean. None: the hand may not bid the contract."""
        return self.choices[0] if self.choices else None

    @property
    def share(self) -> float | None:
        """The part of the layouts, from 0 to 1, in which the best choice makes the contract.

        None: the hand may not bid the contract.
        """
        return None if self.best is None else self.best.share

    @property
    def share_dd(self) -> float | None:
        """The part of the layouts in which the contract is makeable if the declarer sees the layout first.

        None: the hand may not bid the contract.
        """
        return self.made_dd / self.layouts if self.choices else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The two ends of the 95% confidence interval of ``share``.

        If ``share`` is exact, both ends equal ``share``. None: the hand may not bid the contract.
        """
        if self.best is None:
            return None
        if self.method == "exact":
            return self.best.share, self.best.share
        return wilson(self.best.made, self.best.layouts)

    @property
    def mean(self) -> float | None:
        """The declarer's mean settlement with the best choice of called card and trump, for open cards.

        None: the hand may not bid the contract, or the contract has no settlement.
        """
        return None if self.best is None else self.best.mean

    @property
    def bid_mean(self) -> float | None:
        """The mean settlement by which bids are compared.

        If games were played at the table, the mean comes from these games. Otherwise it is the mean for open
        cards (``mean``). None: the hand may not bid the contract, or the contract has no settlement.
        """
        return self.mean if self.careful is None else self.careful.mean

    def row(self) -> dict[str, Any]:
        """Return the odds as a dict, as ``kranalyze odds --json`` prints them."""
        best = self.best
        low, high = self.interval or (None, None)
        layouts = made = None
        if best is not None:
            layouts = best.layouts
            made = best.made
        row: dict[str, Any] = {
            "hand": str(self.hand), "game": self.game.id, "contract": self.contract.id,
            "method": self.method, "biddable": self.biddable, "layouts": layouts, "made": made,
            "share": self.share, "low": low, "high": high, "mean": self.mean,
            "call": None if best is None or best.call is None else str(best.call),
            "trump": None if best is None else best.trump,
            "share_dd": self.share_dd, **careful_values_by_column(self.careful),
        }  # fmt: skip
        if self.play is not None:
            row["play"] = {str(card): share for card, share in self.play.items()}
        return row


def odds_of(query: HandQuery, contracts: Iterable[Contract], method: Method, sums: Sums) -> list[Odds]:
    """Return the odds of some contracts, computed from sums over layouts."""
    answers = []
    for contract in contracts:
        mine = {choice: counts for (name, choice), counts in sums.items() if name == contract.id}
        layouts, made, _ = mine.pop(None, (0, 0, None))
        possible = [(choice, counts) for choice, counts in mine.items() if choice and counts[0]]
        # Sort by trump and called card. The sort by mean below keeps this order for equally good choices.
        possible.sort(key=lambda sums: [-1 if n is None else n for n in reversed(sums[0])])
        choices = [
            Choice(None if call is None else CARDS[call], letter_of_suit(trump), *counts)
            for (call, trump), counts in possible
        ]
        choices.sort(key=lambda c: (-(c.share if c.mean is None else c.mean), -c.share))
        figures = (layouts, made, tuple(choices)) if choices else (0, 0, ())
        answers.append(Odds(Hand(query.hand), query.game, contract, method, *figures))
    return answers


def by_mean(answers: Iterable[Odds]) -> list[Odds]:
    """Return the odds of contracts, sorted by the mean settlement (`Odds.bid_mean`). The best come first.

    Contracts without a mean follow. The contracts that the hand may not bid come last.
    """
    return sorted(
        answers, key=lambda odds: (not odds.biddable, odds.bid_mean is None, -(odds.bid_mean or 0.0))
    )


def odds_with_best_mean(answers: Iterable[Odds]) -> Odds | None:
    """Return the odds of the contract with the best mean settlement, or None if no contract has a mean."""
    return next((odds for odds in by_mean(answers) if odds.mean is not None), None)
