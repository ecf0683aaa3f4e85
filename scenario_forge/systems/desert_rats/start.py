"""Marks that only a start of *Desert Rats* has: white knees, private armies that have not rearmed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from scenario_forge.campaign.parameters.start_rules import DOWN, GREEN, SUPPLIES, types_of
from scenario_forge.game.placement import Mark
from scenario_forge.systems.desert_rats.parameters import DesertDocument

if TYPE_CHECKING:
    from scenario_forge.game.game import Game
    from scenario_forge.game.placement import StartRules


def desert_start(game: Game, shelf: StartRules) -> StartRules:
    """Return the start rules of the shelf, with marks for private armies (11.13) and white knees (15.1)."""
    found = game.one("rules", DesertDocument)
    if found is None:
        return shelf
    army, knees, marks = found[0].private_army, found[0].optional.white_knees, dict(shelf.marks)
    if army is not None:
        marks[DOWN] = Mark("face down", "(d)", frozenset({army.type}), SUPPLIES, rule="Rules 8 and 11")
    if knees is not None:
        marks[GREEN] = Mark(
            "with white knees",
            "(w2)",
            types_of(game),
            most=knees.phases,
            option="white-knees",
            rule="Rule 15",
            counted="white knees, operations phases left: {number}",
        )
    return replace(shelf, marks=marks)
