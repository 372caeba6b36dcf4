"""Simulate games of careful players on random deals. Each player bids and plays by what its seat can know."""

from kranalyze.simulation.series import PLAYER_NAMES, simulate

__all__ = ["PLAYER_NAMES", "simulate"]
