"""Simulate games of careful players: random deals, bid and played by what each seat can know."""

from kranalyze.simulation.series import PLAYER_NAMES, simulate

__all__ = ["PLAYER_NAMES", "simulate"]
