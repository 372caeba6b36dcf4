"""Find the odds of a hand while the other hands are unknown.

A layout is a way to deal the unknown cards. The odds come from a count of all layouts, from a search of each
layout, from a sample of layouts, or from a bundled book.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.lazy import importer, modules_by_public_name

if TYPE_CHECKING:
    from kranalyze.hand.asking import TooManyLayoutsError
    from kranalyze.hand.figures import Choice, Odds, odds_with_best_mean
    from kranalyze.hand.hand import odds
    from kranalyze.hand.tally import count_sweep_layouts

__all__ = ["Choice", "Odds", "TooManyLayoutsError", "count_sweep_layouts", "odds", "odds_with_best_mean"]

#: For each public name of this package the module that defines it.
HOMES = modules_by_public_name({
    "kranalyze.hand.asking": "TooManyLayoutsError",
    "kranalyze.hand.figures": "Choice Odds odds_with_best_mean",
    "kranalyze.hand.hand": "odds",
    "kranalyze.hand.tally": "count_sweep_layouts",
})  # fmt: skip

__getattr__ = importer(__name__, HOMES)

