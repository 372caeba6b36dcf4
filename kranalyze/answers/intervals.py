"""Compute 95% confidence intervals of shares, and standard errors of means."""

from __future__ import annotations

from math import sqrt

#: In a normal distribution, 95% of the values lie within this many standard deviations of the mean.
Z95 = 1.959963984540054


def wilson(made: float, layouts: float) -> tuple[float, float]:
    """Return the 95% confidence interval of the share ``made / layouts``.

    This is Wilson's score interval (1927), without continuity correction.

    >>> tuple(round(x, 4) for x in wilson(5, 10))
    (0.2366, 0.7634)
    >>> wilson(0, 0)
    (0.0, 1.0)
    """
    if layouts == 0:
        return 0.0, 1.0
    share = made / layouts
    z2 = Z95 * Z95
    middle = share + z2 / (2 * layouts)
    reach = Z95 * sqrt(share * (1 - share) / layouts + z2 / (4 * layouts * layouts))
    scale = 1 + z2 / layouts
    low = 0.0 if made == 0 else (middle - reach) / scale
    return low, 1.0 if made == layouts else (middle + reach) / scale


def standard_error(total: int, squares: int, count: int) -> float:
    """Return the standard error of the mean of ``count`` numbers.

    For a single number the result is 0, because the spread cannot be estimated from one number.

    Args:
        total: sum of the numbers.
        squares: sum of the squares of the numbers.
        count: how many numbers there are.

    >>> standard_error(total=1 + 3, squares=1 + 9, count=2)
    1.0
    """
    return sqrt(max(0, count * squares - total * total) / count / max(1, count - 1) / count)
