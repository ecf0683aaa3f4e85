"""Trials of many games: playtests, tuning, what errata do to play, set-ups proved by playing them."""

from typing import TYPE_CHECKING

from scenario_forge.lazy import attributes

if TYPE_CHECKING:
    from scenario_forge.api.trials import impact as impact
    from scenario_forge.api.trials import kept as kept
    from scenario_forge.api.trials import playtest as playtest
    from scenario_forge.api.trials import proof as proof
    from scenario_forge.api.trials import results as results
    from scenario_forge.api.trials import trial as trial
    from scenario_forge.api.trials import tune as tune
    from scenario_forge.api.trials import tune_report as tune_report

__getattr__ = attributes(__name__)
