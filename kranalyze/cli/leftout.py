"""Find games without the contracts that a command asks for, and report that these games are left out."""

from __future__ import annotations

from collections.abc import Sequence

from kranalyze.cli.common import say, usage_error
from kranalyze.games import GAMES


def why_no_contract(game: str, contracts: Sequence[str]) -> str | None:
    """Return an error message if a game has none of the contracts, otherwise None.

    Args:
        game: id of the game.
        contracts: ids or names of contracts. An empty list gives None.
    """
    try:
        GAMES[game].known_contracts(contracts)
    except ValueError as error:
        return str(error)
    return None


def report_left_out(errors: dict[str, str], nothing_left: bool) -> None:
    """Print the ids of the games that a command left out because they do not have the contracts.

    Args:
        errors: an error message for each of these games, by the id of the game.
        nothing_left: True: the command left out all games. The first message is then reported as wrong usage.
    """
    if errors and nothing_left:
        usage_error(next(iter(errors.values())))
    if errors:
        say(f"left out: {', '.join(errors)}, without such a contract", err=True)
