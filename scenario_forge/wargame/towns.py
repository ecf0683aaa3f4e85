"""Places of the ledger as play begins: the side that was last in each, by the scenario's `control:`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.game.front import starting_control

if TYPE_CHECKING:
    from collections.abc import Collection

    from scenario_forge.game.game import Game
    from scenario_forge.wargame.base.numbers import Numbers


def held_at_start(rules: Numbers[Any], otherwise: str) -> list[int]:
    """Return the side + 1 that was last in each place of the ledger; ``otherwise``: where `control:` states none."""
    stated, sides = rules.compiled.parameters.get("control", {}), rules.compiled.keys["sides"]
    return [sides.index(stated.get(str(hex_), otherwise)) + 1 for hex_ in rules.ledger.towns]


def holder_at_start(game: Game, scenario: str, places: Collection[int], otherwise: str) -> str:
    """Return the side that `control:` of a scenario gives one of some hexes; ``otherwise`` where it states none."""
    stated = starting_control(game, scenario)
    return next((stated[hex_] for hex_ in places if hex_ in stated), otherwise)
