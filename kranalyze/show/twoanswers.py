"""Format what the texts of odds and of advice share: a sentence, and intervals of shares."""

from __future__ import annotations

#: Sentence on how figures at the table and figures with open cards differ.
TWO_ANSWERS = (
    "At the table careful players see only what their seats can know; with open cards everybody sees all "
    "hands, so that opponents never guess wrong and partners never miss each other."
)

#: An interval of a share that is wider than this is shown without decimals.
_WIDE = 0.05


def share_span(interval: tuple[float, float]) -> str:
    """Format the interval of a share. A wide interval has no decimals, a narrow interval has one.

    >>> share_span((0.3521, 0.3604)), share_span((0.3521, 0.4404))
    ('35.2–36.0%', '35–44%')
    """
    low, high = interval
    digits = 0 if high - low > _WIDE else 1
    return f"{low * 100:.{digits}f}–{high * 100:.{digits}f}%"
