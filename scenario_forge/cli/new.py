"""``forge new``: what a designer begins."""

from __future__ import annotations

from scenario_forge.cli.new_game import game
from scenario_forge.cli.new_scenario import scenario

PARTS = {
    "scenario": (scenario, "Draft a scenario with new start and stop dates."),
    "game": (game, "Start a new, small, working game on the rules of another."),
}
"""Verb → its function and help."""
