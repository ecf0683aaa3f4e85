"""Where play joins the simulator: sequence, first state, score, what must always hold."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.simulator.play import Play
from scenario_forge.systems.desert_rats.play.begin import first_state
from scenario_forge.systems.desert_rats.play.rules import Rules
from scenario_forge.systems.desert_rats.play.scoring import score
from scenario_forge.systems.desert_rats.play.situation import stacks, weight
from scenario_forge.systems.desert_rats.play.tables import DesertState
from scenario_forge.systems.desert_rats.play.turns import sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.simulator.playout import SequenceOfPlay


class DesertPlay(Play[DesertState]):
    """One scenario of a game of this family."""

    def __init__(self, compiled: CompiledScenario) -> None:
        self.rules = Rules(compiled)

    @cached_property
    def sequence(self) -> SequenceOfPlay[DesertState]:
        """Rule 2."""
        return sequence(self.rules)

    def begin(self) -> DesertState:
        """Rule 13."""
        return first_state(self.rules)

    def score(self, state: DesertState) -> list[int]:
        """Rule 14."""
        return score(self.rules, state)

    def broken(self, state: DesertState) -> Iterator[str]:
        """Strengths within limits, stacking, terrain, nobody in an enemy's hex."""
        rules, units = self.rules, self.rules.compiled.units
        for unit, strength in enumerate(state.units.strength):
            if not 0 <= strength <= units.strength[unit]:
                yield f"unit {unit} has strength {strength} of {units.strength[unit]}"
        held: dict[int, int] = {}
        for side, stacked in enumerate(stacks(rules, state)):
            for hex_, there in stacked.items():
                if held.setdefault(hex_, side) != side:
                    yield f"both sides stand in hex {hex_}"
                if sum(weight(rules, state, unit) for unit in there) > rules.number("stacking.limit"):
                    yield f"more than may stack stand in hex {hex_}"
                if not rules.compiled.kinds.terrain_passable[rules.compiled.map.terrain[hex_]]:
                    yield f"units stand in forbidden terrain, hex {hex_}"
