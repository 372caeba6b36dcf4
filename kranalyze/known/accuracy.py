"""How exactly a card is judged on what its player could know."""

from __future__ import annotations

from typing import Any

#: Accuracy for judging a card that was played: all layouts up to 4,000; of more, samples from 256 up to about
#: 2,400.
USUAL: dict[str, Any] = {"limit": 4_000, "within": 0.04, "first": 256}

#: Accuracy in trick 1 and in trick 2 if a position takes milliseconds: whole games of Rußbach, and games of
#: more than two parties.
SLOW: tuple[dict[str, Any], ...] = (
    {"limit": 60, "within": 0.2, "first": 48}, {"limit": 1_000, "within": 0.08, "first": 96},
)  # fmt: skip
