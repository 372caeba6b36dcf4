"""Find the odds of a hand before the other hands are seen: by counting, enumeration, samples, or a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.lazy import importer, modules_by_name

if TYPE_CHECKING:
    from kranalyze.hand.asking import TooManyLayoutsError
    from kranalyze.hand.figures import Choice, Odds, best_odds
    from kranalyze.hand.hand import odds
    from kranalyze.hand.tally import count_sweep_layouts

__all__ = ["Choice", "Odds", "TooManyLayoutsError", "best_odds", "count_sweep_layouts", "odds"]

#: Module of each public name.
HOMES = modules_by_name({
    "kranalyze.hand.asking": "TooManyLayoutsError",
    "kranalyze.hand.figures": "Choice Odds best_odds",
    "kranalyze.hand.hand": "odds",
    "kranalyze.hand.tally": "count_sweep_layouts",
})  # fmt: skip

__getattr__ = importer(__name__, HOMES)

