"""The oracle of the tests: a plain search in Python, with its own rules of play written from RULINGS."""

from oracle.asked import callable_cards
from oracle.played import Positions, position_value, settle
from oracle.said import Played, Said
from oracle.verdict import Verdict, lead_values, verdict

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
