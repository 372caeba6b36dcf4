"""Compute figures for play at the table: results of a seat in games of four careful players.

The section "At the table: careful players" of RULINGS has the rules.

A careful player knows only what its seat can see. At each turn it judges its cards by random layouts of the
unseen cards. The number ``look`` limits how many layouts it uses at a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kranalyze.answers.intervals import Z95, standard_error, wilson
from kranalyze.core.careful import STATES, CarefulGames
from kranalyze.core.task import CoreQuestion
from kranalyze.games import Game, Question
from kranalyze.games.effort import careful_milliseconds_per_layout

#: Names of the columns with results of careful players, in JSON, CSV and frames.
CAREFUL_COLUMNS = (
    "careful_share", "careful_low", "careful_high", "careful_mean", "careful_mean_low", "careful_mean_high",
    "careful_games", "careful_look",
)  # fmt: skip

#: Factor for the time that a careful player takes at a turn. Each card of the hand beyond six multiplies the
#: time by this factor. Each card fewer than six divides the time by this factor, down to three cards.
_PER_CARD = 2.0

#: Factor by which the time grows in games in which Contra doubles the stake. In these games players must also
#: judge whether to call Contra.
_WITH_CONTRA = 2.0


@dataclass(frozen=True, slots=True)
class TableFigures:
    """The results of one seat in several games of careful players, who know only what their seats can see.

    Attributes:
        look: maximum number of layouts (arrangements of the unseen cards) by which a player judges its cards
            at a turn.
        games: number of games, at least one.
        won: number of games in which the seat had a settlement above 0.
        paid: sum of the settlements of the seat.
        squares: sum of the squares of these settlements.
        settlements: the two possible settlements of the seat, the lower first. None: more than two are
            possible.
        extremes: the lowest and the highest settlement of the seat in all games that ``advise_call`` has
            played. These games include games after other calls, which the fields above do not count. None:
            not known.
    """

    look: int
    games: int
    won: int
    paid: int
    squares: int
    settlements: tuple[int, int] | None = None
    extremes: tuple[int, int] | None = None

    def __add__(self, other: TableFigures) -> TableFigures:
        """Return the figures of two sets of games taken together.

        Contract and ``look`` must be the same in both sets.
        """
        return replace(
            self, games=self.games + other.games, won=self.won + other.won, paid=self.paid + other.paid,
            squares=self.squares + other.squares,
        )  # fmt: skip

    @property
    def share(self) -> float:
        """Share of the games in which the seat had a settlement above 0."""
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% confidence interval (Wilson's) of the share of games with a settlement above 0."""
        return wilson(self.won, self.games)

    @property
    def mean(self) -> float:
        """Mean settlement of the seat, in the game's unit."""
        return self.paid / self.games

    @property
    def mean_interval(self) -> tuple[float, float]:
        """The 95% confidence interval of the mean settlement.

        If only two settlements are possible, the interval of the mean follows from the interval of the share.
        If all games had the same settlement, the games do not show how much settlements vary. In this case,
        if ``extremes`` is known, the interval follows from two limits. Wilson's interval limits the share of
        games with another settlement. ``extremes`` limits how low or how high that settlement can be.
        """
        if self.settlements is not None:
            lost, won = self.settlements
            low, high = self.interval
            return lost + low * (won - lost), lost + high * (won - lost)
        if self.extremes is not None and self.games * self.squares == self.paid * self.paid:
            _, others = wilson(0, self.games)
            lowest, highest = self.extremes
            return self.mean + others * (lowest - self.mean), self.mean + others * (highest - self.mean)
        reach = Z95 * standard_error(self.paid, self.squares, self.games)
        return self.mean - reach, self.mean + reach

    def values(self) -> tuple[float, ...]:
        """Return the values of the columns ``CAREFUL_COLUMNS``, in their order."""
        return self.share, *self.interval, self.mean, *self.mean_interval, self.games, self.look


def careful_values_by_column(figures: TableFigures | None) -> dict[str, float | None]:
    """Return the values of ``CAREFUL_COLUMNS`` by name. If ``figures`` is None, all values are None."""
    if figures is None:
        return dict.fromkeys(CAREFUL_COLUMNS)
    return dict(zip(CAREFUL_COLUMNS, figures.values(), strict=True))


def figures_of(
    games: CarefulGames, seat: int, look: int, settlements: tuple[int, int] | None = None
) -> TableFigures | None:
    """Sum up the results of a seat in some games.

    A game is skipped if the declarer's hand may not bid the contract. Return None if all games were skipped.

    Args:
        games: the games, all of one contract.
        seat: the seat.
        look: maximum number of layouts by which a player judged its cards at a turn.
        settlements: the two possible settlements of the seat, the lower first. None: more than two are
            possible.

    Raises:
        ValueError: a game could not be solved.
    """
    paid = [amount for amount in settlements_of(games, seat) if amount is not None]
    return figures_of_payments(paid, look, settlements) if paid else None


def figures_of_payments(
    paid: Sequence[int], look: int, settlements: tuple[int, int] | None = None
) -> TableFigures:
    """Sum up the results of a seat from its settlements in one or more games.

    Args:
        paid: the seat's settlement in each game. There must be at least one game.
        look: maximum number of layouts by which a player judged its cards at a turn.
        settlements: the two possible settlements of the seat, the lower first. None: more than two are
            possible.
    """
    won = sum(amount > 0 for amount in paid)
    return TableFigures(look, len(paid), won, sum(paid), sum(amount * amount for amount in paid), settlements)


def settlements_of(games: CarefulGames, seat: int) -> list[int | None]:
    """Return a list with the settlement of a seat in each game.

    The item of a game is None if the declarer's hand may not bid the contract.

    Raises:
        ValueError: a game could not be solved.
    """
    states = [STATES[state] for state in games.columns["state"]]
    for state in {"not_solved", "hand_unknown", "no_contract"}.intersection(states):
        raise ValueError(f"a game of careful players cannot be played: {state}")
    seats = len(games.columns["settlement"]) // max(1, games.count)
    paid = games.columns["settlement"][seat::seats]
    return [amount if state == "played" else None for amount, state in zip(paid, states, strict=True)]


def settlements_if_only_two(
    game: Game, questions: Iterable[Question], seat: int
) -> tuple[int, int] | None:
    """Return the two settlements that a seat can get, the lower first.

    One settlement is for a lost contract, the other for a made contract. Return None if more than two
    settlements are possible, for instance because of Contra or a raise.

    Args:
        game: the game under its rule options.
        questions: the questions of the contract.
        seat: the seat.
    """
    pairs = set()
    for question in questions:
        core = CoreQuestion(game, question)
        if game.contra is not None or core.parties or not question.contract.goal.yes_or_no:
            return None
        lost, won = sorted(core.payment_for_amount_one(seat) * core.amount_paid(result) for result in (0, 1))
        pairs.add((lost, won))
    return pairs.pop() if len(pairs) == 1 else None


def estimate_milliseconds_at_look_1(
    games: CarefulGames, game: Game, question: Question, cards_before: int = 0
) -> float:
    """Estimate how many milliseconds one processor core would need to play some games of careful players.

    The estimate is for players who sample one layout of the unseen cards at a turn (``look`` 1). With n
    layouts the time is n times as long. The estimate counts turns and does not measure time, so the result is
    the same on every machine.

    Args:
        games: the games, all of one contract.
        game: the game under its rule options.
        question: the question that was played.
        cards_before: number of cards that were played before careful players took over.
    """
    rate = careful_milliseconds_per_layout(game, question.contract.settles or question.contract.goal)
    if game.contra == "doubles" and not cards_before:
        rate *= _WITH_CONTRA
    turns = sum(max(0, cards - cards_before) for cards in games.columns["cards"])
    held = game.size - cards_before / game.seats
    return float(rate * turns * _PER_CARD ** max(-3.0, held - 6))
