"""Anrufen: 24 cards, five levels, with a called partner, and the game for three players."""

from dataclasses import replace

from kranalyze.games.base import Contract, Game, Goal

_CONTRACTS = (
    Contract(
        "simple", "Simple game", 1, Goal("points", margin=True, marriages="lead"), 1, "T",
        trump=True, party="called",
    ),
    Contract(
        "hundred", "Hundred", 2, Goal("points", marriages="lead"), 2, "T",
        trump=True, party="called", makeable_at=100,
    ),
    Contract("no_tricks", "No tricks", 3, Goal("sweep", takers="others"), 2, "T"),
    Contract("all_tricks", "All tricks", 4, Goal("sweep"), 2, "T", trump=True, party="called"),
    Contract(
        "all_hundred", "All tricks and hundred", 5, Goal("sweep", need=100, marriages="lead"), 3, "T",
        trump=True, party="called", aliases=("alltrickswith100points", "alltricksandhundred"),
    ),
)

ANRUFEN = Game(
    id="anrufen",
    name="Anrufen",
    pack=24,
    size=6,
    unit="tokens",
    contra="token",
    contracts=_CONTRACTS,
)

ANRUFEN3 = Game(
    id="anrufen3",
    name="Anrufen for three",
    pack=24,
    size=7,
    seats=3,
    talon=3,
    unit="tokens",
    contra="token",
    contracts=tuple(replace(c, party="alone") for c in _CONTRACTS),
)
