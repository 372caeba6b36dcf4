"""What a hand is worth before the others are seen: counts, enumeration, samples, the book of hands."""

from kranalyze.hand.asking import TooManyLayoutsError
from kranalyze.hand.exact import exact_odds
from kranalyze.hand.figures import Choice, Odds, best_bid
from kranalyze.hand.hand import odds
from kranalyze.hand.walk import enumerate_layouts

__all__ = ["Choice", "Odds", "TooManyLayoutsError", "best_bid", "enumerate_layouts", "exact_odds", "odds"]
