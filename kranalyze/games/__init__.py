"""The registry of games, and the list of questions that a game's contracts ask."""

from kranalyze.games.anrufen import ANRUFEN, ANRUFEN3
from kranalyze.games.base import Contract, Game, Goal, Option, Question, Rules, fold, hint
from kranalyze.games.bauernschnapsen import BAUERNSCHNAPSEN
from kranalyze.games.graden import GRADEN
from kranalyze.games.questions import bidding_seats, questions
from kranalyze.games.russbach import RUFMARIASCH, RUSSBACH
from kranalyze.games.settlement import payoff, stake, vector
from kranalyze.games.whist import WHIST

GAMES: dict[str, Game] = {
    game.id: game for game in (GRADEN, RUSSBACH, RUFMARIASCH, ANRUFEN, ANRUFEN3, BAUERNSCHNAPSEN, WHIST)
}

#: The game that is meant where none is named.
DEFAULT = GRADEN.id

__all__ = [
    "DEFAULT",
    "GAMES",
    "Contract",
    "Game",
    "Goal",
    "Option",
    "Question",
    "Rules",
    "bidding_seats",
    "fold",
    "get_game",
    "hint",
    "payoff",
    "questions",
    "stake",
    "vector",
]


def get_game(name: str | Game) -> Game:
    """The game of an id or a name, or the row that is given.

    Raises:
        ValueError: no such game; the message lists the known ones.
    """
    if isinstance(name, Game):
        return name
    if name in GAMES:
        return GAMES[name]
    wanted = fold(name)
    for game in GAMES.values():
        if wanted in (fold(game.id), fold(game.name)):
            return game
    names = {game.id: (game.id, game.name) for game in GAMES.values()}
    raise ValueError(f"unknown game {name!r}, {hint(name, names)}")
