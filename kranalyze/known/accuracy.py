"""Define how many layouts are examined if a card is judged by what its player could know.

A layout is an arrangement of the cards that the player does not see.
"""

from __future__ import annotations

from typing import Any

#: The usual accuracy, as arguments of the function ``advice``. If at most 4,000 layouts are possible, all of
#: them are solved. If more layouts are possible, 256 to about 2,400 of them are sampled.
USUAL: dict[str, Any] = {"limit": 4_000, "within": 0.04, "first": 256}

#: Lower accuracies for contracts whose positions take milliseconds to solve. These are the contracts of
#: Rußbach, and contracts with more than two parties. The first accuracy is for trick 1, and the second is for
#: trick 2. Later tricks have the accuracy ``USUAL``.
SLOW: tuple[dict[str, Any], ...] = (
    {"limit": 60, "within": 0.2, "first": 48}, {"limit": 1_000, "within": 0.08, "first": 96},
)  # fmt: skip
