"""What a hand is worth before the others are seen: counts, enumeration, samples, the book of hands."""

from kranalyze.odds.answer import Choice, Odds, best_bid
from kranalyze.odds.asking import TooManyLayoutsError
from kranalyze.odds.exact import exact_odds
from kranalyze.odds.hand import odds
from kranalyze.odds.layouts import enumerate_layouts

__all__ = ["Choice", "Odds", "TooManyLayoutsError", "best_bid", "enumerate_layouts", "exact_odds", "odds"]
