"""``forge new``: what a designer begins."""

from __future__ import annotations

from scenario_forge.cli.new_game import game
from scenario_forge.cli.new_scenario import scenario

PARTS = {
    "scenario": (scenario, "Draft a scenario that starts and stops on dates of your own."),
    "game": (game, "Begin a game of your own on the rules of another: a small one that works."),
}
"""Verb → its function and help."""
