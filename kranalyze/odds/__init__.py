"""What a hand is worth before the others are seen: counts, enumeration, samples, the book of hands."""

from kranalyze.odds.exact import exact_odds

__all__ = ["exact_odds"]
