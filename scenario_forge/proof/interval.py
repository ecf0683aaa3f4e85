"""How sure a share is that was counted in so many games."""

from __future__ import annotations

from math import sqrt

NORMAL_95 = 1.959963984540054


def wilson(hits: int, trials: int, normal: float = NORMAL_95) -> tuple[float, float]:
    """Wilson's score interval of a share, 95 % unless told otherwise.

    >>> [round(100 * end, 1) for end in wilson(200, 200)]
    [98.1, 100.0]

    Raises:
        ValueError: there were no trials.
    """
    if trials < 1:
        raise ValueError("no trials, no share")
    share, square = hits / trials, normal * normal
    middle = share + square / (2 * trials)
    spread = normal * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    whole = 1 + square / trials
    return max(0.0, (middle - spread) / whole), min(1.0, (middle + spread) / whole)
