"""Define how many layouts are examined to judge a card on what its player could know."""

from __future__ import annotations

from typing import Any

#: Usual accuracy for judging a card, as arguments of ``advice``. If there are at most 4,000 layouts, all are
#: solved. Of more layouts, 256 to about 2,400 are sampled.
USUAL: dict[str, Any] = {"limit": 4_000, "within": 0.04, "first": 256}

#: Accuracy in trick 1 and in trick 2 of contracts whose positions take milliseconds to solve. These are the
#: contracts of Rußbach, and contracts with more than two parties.
SLOW: tuple[dict[str, Any], ...] = (
    {"limit": 60, "within": 0.2, "first": 48}, {"limit": 1_000, "within": 0.08, "first": 96},
)  # fmt: skip
