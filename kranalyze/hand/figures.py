"""Compute the odds of a hand in a contract from sums: share, interval, mean settlement, best choice.

A layout is a way to deal the unknown cards. A choice is a called card and a trump that the declarer chooses
before seeing the layout.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from kranalyze.answers.attable import TableFigures, careful_row
from kranalyze.answers.intervals import wilson
from kranalyze.cards import CARDS, Card, letter_of_suit
from kranalyze.display import PrintedAsText
from kranalyze.games import Contract, Game
from kranalyze.hands import CardTable, Hand

if TYPE_CHECKING:
    from kranalyze.hand.asking import HandQuery

#: Source of the figures. ``exact``: all layouts. ``book``: the bundled book of hands. ``sample``: a sample.
Method = Literal["exact", "book", "sample"]

#: Three sums over layouts, by contract id and choice (called card, trump): the number of layouts that allow
#: the choice, the number of these layouts in which the contract is makeable, and the sum of the declarer's
#: settlements in them (None: no settlement). The key None in place of a choice has the sums in which each
#: layout has the choice that is best in this layout.
Sums: TypeAlias = dict[tuple[str, tuple[int | None, int | None] | None], tuple[int, int, int | None]]

#: Default width: sampling stops when no interval is wider than this.
WIDTH = 0.01


class Choice(NamedTuple):
    """A choice of called card and trump that the declarer makes before seeing the layout, with its sums.

    Attributes:
        call: the called card. None: no card is called.
        trump: letter of the trump suit. None: no trump.
        layouts: number of layouts that allow the choice, at least one.
        made: number of these layouts in which the contract is makeable.
        paid: sum of the declarer's settlements in these layouts. None: the contract has no settlement.
    """

    call: Card | None
    trump: str | None
    layouts: int
    made: int
    paid: int | None

    @property
    def share(self) -> float:
        """Share of the layouts in which the contract is makeable."""
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
        method: source of the figures.
        layouts: number of examined layouts in which the hand may bid the contract.
        made_dd: number of these layouts in which the contract is makeable if the declarer knows the layout
            when choosing called card and trump.
        choices: the possible choices, the choice with the best mean first. If the contract has no settlement,
            the choice with the best share is first.
        play: for each first card of the declarer the share of layouts in which the card makes the contract.
            None: not requested, or the declarer does not lead.
        careful: figures of the best choice at the table, where four careful players play (RULINGS: at the
            table). All other figures are for open cards. None: no games were played.
        careful_source: source of ``careful``. ``games``: the games were played for this answer. ``book``: the
            figures come from the bundled book of hands.

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
        """Whether the hand may bid the contract. For an incomplete hand: whether it may in some layout."""
        return bool(self.choices)

    @property
    def best(self) -> Choice | None:
        """The best choice. None: the hand may not bid the contract."""
        return self.choices[0] if self.choices else None

    @property
    def share(self) -> float | None:
        """Share of the layouts in which the contract is makeable with the best choice."""
        return None if self.best is None else self.best.share

    @property
    def share_dd(self) -> float | None:
        """Share of the layouts in which the contract is makeable if the declarer knows the layout."""
        return self.made_dd / self.layouts if self.choices else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The 95% confidence interval of the share. If the share is exact, both ends equal the share."""
        if self.best is None:
            return None
        if self.method == "exact":
            return self.best.share, self.best.share
        return wilson(self.best.made, self.best.layouts)

    @property
    def mean(self) -> float | None:
        """Mean settlement of the declarer with the best choice."""
        return None if self.best is None else self.best.mean

    @property
    def bid_mean(self) -> float | None:
        """Mean by which bids are compared: at the table if games were played, else with open cards."""
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
            "share_dd": self.share_dd, **careful_row(self.careful),
        }  # fmt: skip
        if self.play is not None:
            row["play"] = {str(card): share for card, share in self.play.items()}
        return row


def odds_of(query: HandQuery, contracts: Iterable[Contract], method: Method, sums: Sums) -> list[Odds]:
    """Convert sums over layouts to answers about contracts."""
    answers = []
    for contract in contracts:
        mine = {choice: counts for (name, choice), counts in sums.items() if name == contract.id}
        layouts, made, _ = mine.pop(None, (0, 0, None))
        possible = [(choice, counts) for choice, counts in mine.items() if choice and counts[0]]
        # The first sort orders equally good choices by trump and card.
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
    """Sort answers by `Odds.bid_mean`, the best first.

    Then come answers without a mean, and last the contracts that the hand may not bid.
    """
    return sorted(
        answers, key=lambda odds: (not odds.biddable, odds.bid_mean is None, -(odds.bid_mean or 0.0))
    )


def best_odds(answers: Iterable[Odds]) -> Odds | None:
    """Return the answer with the best mean. None: no answer has a mean."""
    return next((odds for odds in by_mean(answers) if odds.mean is not None), None)
