"""Format the shares and confidence intervals in texts about odds and advice.

The module also has a sentence that explains two kinds of figures: figures at the table, and figures with open
cards. Figures at the table come from games in which players see only what their seats can know. Figures with
open cards suppose that everybody sees all cards.
"""

from __future__ import annotations

#: Sentence that explains how figures at the table and figures with open cards differ.
TWO_ANSWERS = (
    "At the table careful players see only what their seats can know; with open cards everybody sees all "
    "hands, so that opponents never guess wrong and partners never miss each other."
)

#: An interval of a share is shown without decimals if it is wider than this.
_WIDE = 0.05


def share_text(share: float) -> str:
    """Format a share in per cent with one decimal. Only a share of exactly 0 or 1 gives 0.0% or 100.0%.

    >>> share_text(0.5), share_text(0.99999), share_text(1)
    ('50.0%', '>99.9%', '100.0%')
    """
    text = f"{share:.1%}"
    if text == "100.0%" and share < 1:
        return ">99.9%"
    return "<0.1%" if text == "0.0%" and share > 0 else text


def share_span(interval: tuple[float, float]) -> str:
    """Format the confidence interval of a share in per cent.

    The ends have one decimal. If the interval is wider than ``_WIDE``, the ends have no decimal. If both ends
    have the same text, return this text only once.

    >>> share_span((0.3521, 0.3604)), share_span((0.3521, 0.4404))
    ('35.2–36.0%', '35–44%')
    >>> share_span((0.0, 0.0003)), share_span((0.00002, 0.004)), share_span((0.9998, 1.0))
    ('<0.1%', '0.0–0.4%', '>99.9%')
    """
    low, high = interval
    if f"{low:.1%}" == f"{high:.1%}":
        return share_text(low if low > 0.5 else high)
    digits = 0 if high - low > _WIDE else 1
    return f"{low * 100:.{digits}f}–{high * 100:.{digits}f}%"
