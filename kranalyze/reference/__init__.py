"""The oracle of the tests: plain search on Python's own rules of play, its meaning taken from RULINGS."""

from kranalyze.reference.asked import callable_cards
from kranalyze.reference.verdict import Verdict, lead_values, verdict

__all__ = ["Verdict", "callable_cards", "lead_values", "verdict"]
