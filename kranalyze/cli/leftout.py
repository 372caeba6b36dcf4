"""Find games without the contracts that a command asks for, and report that these games are left out."""

from __future__ import annotations

from collections.abc import Sequence

from kranalyze.cli.common import say, usage_error
from kranalyze.games import GAMES


def why_no_contract(game: str, contracts: Sequence[str]) -> str | None:
    """Return an error message if a game has none of the contracts, otherwise None. ``game`` is an id."""
    try:
        GAMES[game].known_contracts(contracts)
    except ValueError as error:
        return str(error)
    return None


def report_left_out(errors: dict[str, str], nothing_left: bool) -> None:
    """Print the games that were left out because they do not have the contracts.

    ``errors`` has an error message for each of these games. If no game is left, report wrong usage.
    """
    if errors and nothing_left:
        usage_error(next(iter(errors.values())))
    if errors:
        say(f"left out: {', '.join(errors)}, without such a contract", err=True)
