"""Figures of reports: shares and spreads with their intervals, rounded alike."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from scenario_forge.playtest.report import Share, Spread
from scenario_forge.playtest.stats import mean_interval, quantile, variance, wilson

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.playtest.result import GameResult

QUANTILES = (0, 5, 25, 50, 75, 95, 100)
DIGITS = 6


def margin(game: GameResult, reference: int) -> int:
    """The margin as the reference side sees it."""
    return game.margin if game.winner == reference else -game.margin


def share(count: float, of: int) -> Share:
    """With its interval."""
    low, high = wilson(count, of)
    return Share(count=count, of=of, share=figure(count / of if of else 0.0), low=figure(low), high=figure(high))


def spread(values: Sequence[float]) -> Spread | None:
    """None of no figures."""
    if not values:
        return None
    interval = mean_interval(values)
    return Spread(
        mean=figure(fmean(values)),
        low=figure(interval.low) if interval else None,
        high=figure(interval.high) if interval else None,
        deviation=figure(variance(values) ** 0.5),
        quantiles={str(q): figure(quantile(values, q / 100)) for q in QUANTILES},
    )


def figure(value: float) -> float:
    """Rounded, so that sums in another order give the same text."""
    return round(float(value), DIGITS)
