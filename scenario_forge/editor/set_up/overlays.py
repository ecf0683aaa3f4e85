"""Overlays of a set-up: where supply and zones of control of each side reach, and who is out of supply.

By the rules that the system gives for set-ups, from where the units start: play moves them, and nobody knows where to.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.checks.forces.set_ups import set_ups, side_supplies, zone_of
from scenario_forge.compiler.problems import CompileError, NoSuchScenario
from scenario_forge.compiler.set_up import plan
from scenario_forge.editor.endpoint import Count, Name, get
from scenario_forge.printing.brief import Brief

if TYPE_CHECKING:
    from starlette.routing import Route

    from scenario_forge.checks.forces.set_ups import DatedSetUp, SideSupply
    from scenario_forge.compiler.set_up import Plan
    from scenario_forge.editor.session import Session
    from scenario_forge.game.forces import UnitKey
    from scenario_forge.game.game import Game


Reach = TypedDict("Reach", {"radius": int, "hexes": list[str]})
"""Hexes within a radius of supply."""
SupplyReach = TypedDict("SupplyReach", {"reach": list[Reach], "sources": list[str]})
"""How far supply reaches, the longest radius first, and from where."""
SideOverlay = TypedDict("SideOverlay", {
    "side": str, "name": str, "color": str, "zones": list[str] | None, "supply": SupplyReach | None,
    "unsupplied": list[str] | None,
})  # fmt: skip
"""What lies over the map for a side; None where the rule system has no rule for it or a set-up leaves it open."""
Overlays = TypedDict("Overlays", {"scenario": str, "turn": int, "sides": list[SideOverlay]})
"""Overlays of a set-up, by side."""
OverlayAnswer = TypedDict("OverlayAnswer", {"scenario": str, "turn": int, "sides": list[SideOverlay], "epoch": int})
"""The same at an epoch."""


def routes(session: Session) -> list[Route]:
    """Return the route of the overlays of a scenario at a turn, worked out while others go on editing."""
    lock = threading.Lock()
    kept: dict[tuple[str, int], Overlays] = {}
    loaded: list[tuple[int, Game]] = []

    def overlay(scenario: Name, turn: Count) -> OverlayAnswer:
        with lock:
            with session.lock:
                if not loaded or loaded[0][0] != session.epoch:
                    loaded[:] = [(session.epoch, session.snapshot()[1])]
                    kept.clear()
            if (scenario, turn) not in kept:
                kept[scenario, turn] = overlays(loaded[0][1], scenario, turn)
            return {"epoch": loaded[0][0], **kept[scenario, turn]}

    return [get("/api/overlays", overlay)]


def overlays(game: Game, scenario: str, turn: int) -> Overlays:
    """Return by side: zones of control; the reach of supply by radius, and its sources; units out of supply.

    What the rule system has no rule for, or what a set-up leaves open, is None. ``turn`` counts as in the game's list
    of turns: units that have left by then are gone; those that arrive have no hex before they move.
    """
    try:
        planned = plan(game, scenario, with_errors=True)
    except (NoSuchScenario, CompileError):
        return {"scenario": scenario, "turn": turn, "sides": []}
    own = any(scenario in force.own for force in planned.forces.sides.values())
    start = scenario if own else planned.scenario.document.start
    dated = set_ups(game).get(start)
    states = {state.side: state for state in side_supplies(game) if state.set_up.start == start}
    if dated is None:
        return {"scenario": scenario, "turn": turn, "sides": []}
    there = _there(planned, turn)
    now = replace(dated, units=[each for each in dated.units if each.unit.key in there])
    states = {side: replace(state, set_up=now) for side, state in states.items()}
    palette = Brief(game).palette
    sides: list[SideOverlay] = [
        {
            "side": side,
            "name": force.name,
            "color": palette.accent(game, side),
            "zones": _zones(planned, now, side),
            "supply": _supply(states[side]) if side in states else None,
            "unsupplied": _unsupplied(states[side]) if side in states else None,
        }
        for side, force in planned.forces.sides.items()
    ]
    return {"scenario": scenario, "turn": turn, "sides": sides}


def _there(planned: Plan, turn: int) -> set[UnitKey]:
    """Return units in play that begin on the map and have not left before a turn, or have come back."""
    count = {each.unit.key: int(each.state == "at") for each in planned.placed if planned.in_play(each.unit)}
    for change in planned.changes:
        if change.unit.key in count:
            count[change.unit.key] += int(change.turn <= turn) if change.kind == "arrives" else -int(change.turn < turn)
    return {key for key, number in count.items() if number > 0}


def _zones(planned: Plan, now: DatedSetUp, side: str) -> list[str] | None:
    rule = planned.game.system.zones(planned.game) if planned.game.system else None
    if rule is None:
        return None
    others = [each for each in now.units if each.unit.side != side]
    return [planned.map.name(hex_) for hex_ in sorted(zone_of(planned.map, rule, now.of(side), others))]


def _supply(state: SideSupply) -> SupplyReach:
    always = state.rule.always
    home = {hex_ for hex_ in range(len(state.grid.grid)) if always and always(state.side, hex_, None)}
    reach: list[Reach] = [
        {
            "radius": radius,
            "hexes": [
                state.grid.name(hex_)
                for hex_ in sorted({hex_ for hex_, steps in state.paths.items() if steps <= radius} | home)
                if hex_ not in state.enemy_hexes
            ],
        }
        for radius in sorted({*state.radii.values()}, reverse=True)
    ]
    return {"reach": reach, "sources": [state.grid.name(spring.hex) for spring in state.springs]}


def _unsupplied(state: SideSupply) -> list[str]:
    return [f"{each.unit.side}/{each.unit.no}" for each, _radius in state.unsupplied_units()]
