"""The oracle of the tests: plain search on Python's own rules of play, its meaning taken from RULINGS."""

from kranalyze.reference.asked import callable_cards
from kranalyze.reference.played import Positions, position_value, settle
from kranalyze.reference.said import Played, Said
from kranalyze.reference.verdict import Verdict, lead_values, verdict

__all__ = [
    "Played",
    "Positions",
    "Said",
    "Verdict",
    "callable_cards",
    "lead_values",
    "position_value",
    "settle",
    "verdict",
]
