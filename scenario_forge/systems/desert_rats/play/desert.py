"""Where play joins the simulator: sequence, first state, score, what must always hold."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from scenario_forge.simulator.play import Play
from scenario_forge.systems.desert_rats.play import telling
from scenario_forge.systems.desert_rats.play.begin import first_state
from scenario_forge.systems.desert_rats.play.boxed import boxes_in_mix
from scenario_forge.systems.desert_rats.play.rules import Rules
from scenario_forge.systems.desert_rats.play.scoring import score
from scenario_forge.systems.desert_rats.play.situation import stacks, weight
from scenario_forge.systems.desert_rats.play.tables import AT_BASE, NOWHERE, DesertState, box_of
from scenario_forge.systems.desert_rats.play.turns import sequence
from scenario_forge.systems.desert_rats.play.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.compiler.compiled import CompiledScenario
    from scenario_forge.simulator.playout import SequenceOfPlay
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Event, Token
    from scenario_forge.simulator.telling import Outcome, Piece

_ON_THE_WAY = frozenset({"march", "losses", "retreat", "advance"})
"""Steps in which units pass through each other: stacking binds when they end (rule 5)."""


class DesertPlay(Play[DesertState]):
    """One scenario of a game of this family."""

    def __init__(self, compiled: CompiledScenario) -> None:
        self.rules = Rules(compiled)
        self.words = Words(compiled)

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

    def turn(self, state: DesertState) -> int:
        """Counted from the scenario's first."""
        return state.clock.turn[0] - self.rules.compiled.turns.span[0]

    def moment(self, state: DesertState) -> tuple[int, int]:
        """Rule 2."""
        return self.turn(state), state.clock.side[0]

    def outcome(self, state: DesertState) -> Outcome:
        """Rule 14."""
        return telling.outcome(self.rules, state)

    def controls(self, state: DesertState) -> Sequence[int]:
        """Rule 9.18."""
        return state.hexes.control

    def held(self, state: DesertState) -> Mapping[str, int]:
        """Rule 14.15."""
        return telling.held(self.rules, state)

    def measures(self, state: DesertState) -> Mapping[str, Sequence[int]]:
        """Strength, losses, supply."""
        return telling.measures(self.rules, state)

    def pieces(self, state: DesertState) -> Iterator[Piece]:
        """Units, supply, boxes, wrecks."""
        return telling.pieces(self.rules, state)

    def table_of(self, frame: Frame, prefix: Action) -> str:
        """By step and stage."""
        return self.words.table_of(frame.step, prefix)

    def named(self, frame: Frame, prefix: Action, token: Token) -> str:
        """Off-map boxes."""
        return self.words.place(token) if self.table_of(frame, prefix) == "hexes" and isinstance(token, int) else ""

    def tell(self, state: DesertState, event: Event) -> str:  # noqa: ARG002
        """Units, hexes and sides by name."""
        return self.words.tell(event)

    def broken(self, state: DesertState) -> Iterator[str]:
        """Strengths within limits, stacking, terrain, nobody in an enemy's hex."""
        rules, units = self.rules, self.rules.compiled.units
        for unit, strength in enumerate(state.units.strength):
            if not 0 <= strength <= units.strength[unit]:
                yield f"unit {unit} has strength {strength} of {units.strength[unit]}"
        held: dict[int, int] = {}
        on_the_way = any(frame.step in _ON_THE_WAY for frame in state.stack)
        for side, stacked in enumerate(stacks(rules, state)):
            for hex_, there in stacked.items():
                if held.setdefault(hex_, side) != side:
                    yield f"both sides stand in hex {hex_}"
                load = sum(weight(rules, state, unit) for unit in there)
                if load > rules.number("stacking.limit") and not on_the_way:
                    yield f"more than may stack stand in hex {hex_}"
                if not rules.compiled.kinds.terrain_passable[rules.compiled.map.terrain[hex_]]:
                    yield f"units stand in forbidden terrain, hex {hex_}"
        yield from self._broken_markers(state)

    def _broken_markers(self, state: DesertState) -> Iterator[str]:
        """Markers: no more boxes than the mix has, nothing counted below nothing, used supply only where it lies."""
        rules = self.rules
        if sum(map(bool, state.hexes.box)) > boxes_in_mix(rules):
            yield "more fortified boxes than the mix has"
        for name, column in (("wrecks", state.hexes.wreck), ("repairs", state.sides.repairs)):
            if min(column) < 0:
                yield f"less than no {name}"
        for marker, used in enumerate(state.supplies.used):
            if used and state.supplies.place[marker] == NOWHERE:
                yield f"supply marker {marker} is used but nowhere"
        for unit, place in enumerate(state.units.place):
            in_play = place >= 0 or box_of(place) >= 0
            if in_play and rules.fights[unit] and not state.units.strength[unit]:
                yield f"unit {unit} has no strength left and is in play"
            if place == AT_BASE and state.units.strength[unit]:
                yield f"unit {unit} is eliminated with strength left"
