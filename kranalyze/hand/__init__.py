"""Find the odds of a hand before the other hands are seen: by counting, enumeration, samples, or a book."""

from kranalyze.hand.asking import TooManyLayoutsError
from kranalyze.hand.figures import Choice, Odds, best_odds
from kranalyze.hand.hand import odds
from kranalyze.hand.tally import exact_odds

__all__ = ["Choice", "Odds", "TooManyLayoutsError", "best_odds", "exact_odds", "odds"]
