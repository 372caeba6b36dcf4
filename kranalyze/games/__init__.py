"""The registry of all card games. A ``Game`` object holds the rules and contracts of a card game."""

from kranalyze.games.anrufen import ANRUFEN, ANRUFEN3
from kranalyze.games.base import Contract, Game, Goal, Option
from kranalyze.games.bauernschnapsen import BAUERNSCHNAPSEN
from kranalyze.games.graden import GRADEN
from kranalyze.games.naming import fold_name, id_of_name, suggest_names
from kranalyze.games.question import Question
from kranalyze.games.russbach import RUFMARIASCH, RUSSBACH
from kranalyze.games.whist import WHIST

#: All card games. The key is the id of the game, for example ``graden``.
GAMES: dict[str, Game] = {
    game.id: game for game in (GRADEN, RUSSBACH, RUFMARIASCH, ANRUFEN, ANRUFEN3, BAUERNSCHNAPSEN, WHIST)
}

#: Id of the game that functions use if the caller names no game.
DEFAULT = GRADEN.id

__all__ = [
    "DEFAULT", "GAMES", "Contract", "Game", "Goal", "Option", "Question", "fold_name", "get_game",
    "suggest_names",
]  # fmt: skip


def get_game(name: str | Game) -> Game:
    """Return the card game that has ``name`` as its id or name. If ``name`` is a ``Game``, return it.

    Raises:
        ValueError: the name is unknown. The message lists the known names.
    """
    if isinstance(name, Game):
        return name
    if name not in GAMES:
        names = {game.id: (game.id, game.name) for game in GAMES.values()}
        name = id_of_name("game_unknown", name, names)
    return GAMES[name]
