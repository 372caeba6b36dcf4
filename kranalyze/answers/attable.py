"""Table share and table mean: what games of four careful players come to (RULINGS: at the table)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kranalyze.answers.intervals import Z95, standard_error, wilson
from kranalyze.core.careful import STATES, CarefulGames
from kranalyze.core.task import CoreQuestion
from kranalyze.games import Game, Question

#: Names of the columns of table figures, in JSON, CSV and frames.
CAREFUL_COLUMNS = (
    "careful_share", "careful_low", "careful_high", "careful_mean", "careful_mean_low", "careful_mean_high",
    "careful_games", "careful_look",
)  # fmt: skip

#: Milliseconds of one core that a careful player takes per layout and card, by kind of goal. Measured on a
#: machine of 2024 with hands of six cards.
_LOOK_MILLISECONDS = {
    "sweep": 0.001, "exactly": 0.001, "last": 0.0018, "race": 0.02, "stakes": 0.011, "dealt": 0.0,
}  # fmt: skip

#: The same for all other kinds. They count points.
_POINTS_MILLISECONDS = 0.005

#: Factor by which each card beyond six makes a layout slower.
_PER_CARD = 2.0

#: The same factor for a game with a talon, whose declarer also searches for its discard.
_WITH_TALON = 4.0

#: The same factor for a game in which Contra can double the stake: players also judge whether to call it.
_WITH_CONTRA = 2.0


@dataclass(frozen=True, slots=True)
class TableFigures:
    """Table share and table mean of a seat, with their 95% intervals.

    Attributes:
        look: number of layouts by which a player judges at a turn, at most.
        games: number of games played, at least one.
        won: number of games in which the seat was paid.
        paid: sum of the settlements of the seat.
        squares: sum of the squares of these settlements.
        settlements: the only two settlements of the seat, the lower first. None if there may be more.
    """

    look: int
    games: int
    won: int
    paid: int
    squares: int
    settlements: tuple[int, int] | None = None

    def __add__(self, other: TableFigures) -> TableFigures:
        """Add the figures of further games of the same kind."""
        return replace(
            self, games=self.games + other.games, won=self.won + other.won, paid=self.paid + other.paid,
            squares=self.squares + other.squares,
        )  # fmt: skip

    @property
    def share(self) -> float:
        """Share of the games in which the seat was paid."""
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of the share (Wilson)."""
        return wilson(self.won, self.games)

    @property
    def mean(self) -> float:
        """Mean settlement of the seat."""
        return self.paid / self.games

    @property
    def mean_interval(self) -> tuple[float, float]:
        """The 95% interval of the mean. With only two settlements it follows from that of the share."""
        if self.settlements is not None:
            lost, won = self.settlements
            low, high = self.interval
            return lost + low * (won - lost), lost + high * (won - lost)
        reach = Z95 * standard_error(self.paid, self.squares, self.games)
        return self.mean - reach, self.mean + reach

    def values(self) -> tuple[float, ...]:
        """Return the values of ``CAREFUL_COLUMNS``."""
        return self.share, *self.interval, self.mean, *self.mean_interval, self.games, self.look


def careful_row(figures: TableFigures | None) -> dict[str, float | None]:
    """Return the columns of table figures by name. Without figures all values are None."""
    if figures is None:
        return dict.fromkeys(CAREFUL_COLUMNS)
    return dict(zip(CAREFUL_COLUMNS, figures.values(), strict=True))


def figures_of(
    games: CarefulGames, seat: int, look: int, settlements: tuple[int, int] | None = None
) -> TableFigures | None:
    """Add up the settlements of a seat. Return None if no game could be played.

    Games whose hands contradict the contract are skipped: in them it could not be bid.

    Args:
        games: the games, all of one contract.
        seat: the seat.
        look: number of layouts by which the players judged.
        settlements: the only two settlements of the seat, the lower first; None if there may be more.

    Raises:
        ValueError: a game could not be solved.
    """
    states = [STATES[state] for state in games.columns["state"]]
    for state in {"not_solved", "hand_unknown", "no_contract"}.intersection(states):
        raise ValueError(f"a game of careful players cannot be played: {state}")
    seats = len(games.columns["settlement"]) // max(1, games.count)
    all_paid = games.columns["settlement"][seat::seats]
    paid = [amount for amount, state in zip(all_paid, states, strict=True) if state == "played"]
    if not paid:
        return None
    won = sum(amount > 0 for amount in paid)
    return TableFigures(look, len(paid), won, sum(paid), sum(amount * amount for amount in paid), settlements)


def two_settlements(game: Game, questions: Iterable[Question], seat: int) -> tuple[int, int] | None:
    """Return the only two settlements of a seat before the auction ends, the lower first.

    Return None if the contract has more than two, or if Contra or a raise can change them.
    """
    pairs = set()
    for question in questions:
        core = CoreQuestion(game, question)
        if game.contra is not None or core.parties or not question.contract.goal.yes_or_no:
            return None
        lost, won = sorted(core.unit(seat) * core.amount(result) for result in (0, 1))
        pairs.add((lost, won))
    return pairs.pop() if len(pairs) == 1 else None


def estimated_milliseconds(
    games: CarefulGames, game: Game, question: Question, cards_before: int = 0
) -> float:
    """Estimate the time that games took on one core, for each layout by which the players judged.

    The estimate depends on the games alone, so that it is the same on every machine.

    Args:
        games: the games, all of one contract.
        game: the game under its rule options.
        question: the contract.
        cards_before: number of cards that had been played before the games began.
    """
    goal = question.contract.settles or question.contract.goal
    rate = _LOOK_MILLISECONDS.get(goal.kind, _POINTS_MILLISECONDS)
    if rate == _POINTS_MILLISECONDS and game.talon:
        rate *= _WITH_TALON
    if game.contra == "doubles" and not cards_before:
        rate *= _WITH_CONTRA
    turns = sum(max(0, cards - cards_before) for cards in games.columns["cards"])
    held = game.size - cards_before / game.seats
    return float(rate * turns * _PER_CARD ** max(-3.0, held - 6))
