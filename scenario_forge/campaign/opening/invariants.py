"""Invariants of every state: where units and markers may be, and in what strength."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scenario_forge.campaign.arrivals.fortified_boxes import boxes_in_mix
from scenario_forge.campaign.movement.boxes import admits
from scenario_forge.campaign.opening.conserved import of_unit
from scenario_forge.campaign.situation import stack_weight, stacks
from scenario_forge.campaign.state import AT_BASE, NOWHERE, OUT, box_of, in_play
from scenario_forge.compiler.arrays import UNLIMITED
from scenario_forge.simulator.play import Breach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState

_ON_THE_WAY = frozenset({"march", "losses", "retreat", "advance"})
"""Steps in which units pass through each other: stacking binds when they end (rule 5)."""
_FULL_FOR_A_MOMENT = frozenset({*_ON_THE_WAY, "withdrawals"})
"""Those too in which a worn unit is made whole among others and leaves (13.8): it burdens no stack in between."""
_MEETING = frozenset({*_ON_THE_WAY, "capture", "battles", "fight", "aftermath"})
"""Steps in which units may have come to enemy supply or into an enemy box that is about to go."""


def breaches(rules: Rules, state: CampaignState) -> Iterator[Breach]:
    """Yield all broken invariants, units first."""
    yield from state.derived("broken units", ("units",), lambda: list(_units(rules, state)))
    yield from state.derived("broken supply", ("supplies",), lambda: list(_supplies(rules, state)))
    yield from state.derived("broken hexes", ("hexes",), lambda: list(_hexes(rules, state)))
    yield from _figures(rules, state)
    steps = {frame.step for frame in state.stack}
    if not steps & _FULL_FOR_A_MOMENT:
        yield from state.derived("broken stacks", ("units",), lambda: list(_stacks(rules, state)))
    if not steps & _ON_THE_WAY:
        yield from state.derived("broken control", ("units", "hexes"), lambda: list(_control(rules, state)))
    if not steps & _MEETING:
        tables = ("units", "supplies", "hexes")
        yield from state.derived("broken meetings", tables, lambda: list(_meetings(rules, state)))


def _units(rules: Rules, state: CampaignState) -> Iterator[Breach]:
    """Yield faults of places, strengths, points spent, stand-ins, and units in an enemy's hex."""
    units = rules.compiled.units
    for unit, (place, strength) in enumerate(zip(state.units.place, state.units.strength, strict=True)):
        problem = _placed(rules, unit, place) or _strong(rules, unit, place, strength)
        if not problem and not 0 <= state.units.spent[unit] <= units.movement[unit] * rules.scale:
            problem = f"has spent {state.units.spent[unit] / rules.scale:g} of {units.movement[unit]} movement points"
        if not problem and state.units.stands[unit] and place != NOWHERE:
            problem = "was withdrawn instead of another unit and is in play"
        if problem:
            yield Breach(f"`{rules.compiled.names['units'][unit]}` {problem}", "units", unit)
    for named, times in Counter(flag for flag in state.units.stands if flag).items():
        if times > 1:
            yield of_unit(rules, named - 1, "has been replaced by two units at once")
    held: dict[int, int] = {}
    for side, stacked in enumerate(stacks(rules, state)):
        for hex_ in stacked:
            if held.setdefault(hex_, side) != side:
                yield _of_hex(rules, hex_, "both sides have units in hex")


def _placed(rules: Rules, unit: int, place: int) -> str:
    """Return the fault of a unit's place: no such place, forbidden terrain, a box of the enemy."""
    compiled = rules.compiled
    if place in (NOWHERE, AT_BASE, OUT):
        return ""
    box = box_of(place)
    if place >= rules.hexes or place < OUT or box >= len(compiled.boxes.side):
        return f"is in place {place}, which does not exist"
    if box >= 0:
        entered = admits(rules, box, compiled.units.side[unit], compiled.units.type[unit])
        return "" if entered else f"is in the box `{compiled.names['boxes'][box]}`, which it may not enter"
    open_to_all = compiled.kinds.terrain_passable[compiled.map.terrain[place]]
    allowed = open_to_all or (rules.irregulars[unit] and rules.irregular_costs[compiled.map.terrain[place]])
    return "" if allowed else f"is in forbidden terrain, hex `{compiled.names['hexes'][place]}`"


def _strong(rules: Rules, unit: int, place: int, strength: int) -> str:
    """Return the fault of a unit's strength."""
    most = rules.compiled.units.strength[unit]
    if not 0 <= strength <= most:
        return f"has strength {strength} of {most}"
    if in_play(place) and rules.fights[unit] and not strength:
        return "has no strength left and is in play"
    if place in (AT_BASE, OUT) and rules.fights[unit] and strength:
        return "is eliminated with strength left"
    return ""


def _stacks(rules: Rules, state: CampaignState) -> Iterator[Breach]:
    for side in range(rules.sides):
        for hex_, load in stack_weight(rules, state, side).items():
            if load > rules.given.stacking.limit:
                yield _of_hex(rules, hex_, "the stacking limit is exceeded in hex")


def _control(rules: Rules, state: CampaignState) -> Iterator[Breach]:
    """Yield hexes with units whose side does not control them (9.18)."""
    for side, stacked in enumerate(stacks(rules, state)):
        for hex_, there in stacked.items():
            if state.hexes.control[hex_] != side + 1:
                yield of_unit(rules, there[0], "is in a hex that its side does not control")


def _supplies(rules: Rules, state: CampaignState) -> Iterator[Breach]:
    """Yield markers that are not on land or in a box, and those used or moved without being in play."""
    compiled, supplies = rules.compiled, state.supplies
    for number, place in enumerate(supplies.place):
        box, problem = box_of(place), ""
        if place == NOWHERE:
            problem = "is used but has no place" if supplies.used[number] else ""
        elif place >= rules.hexes or (place < 0 and not 0 <= box < len(compiled.boxes.side)):
            problem = f"is in place {place}, which does not exist"
        elif place >= 0 and not compiled.kinds.terrain_passable[compiled.map.terrain[place]]:
            problem = "is in forbidden terrain"
        elif not 0 <= supplies.spent[number] <= rules.markers[number].movement * rules.scale:
            problem = "has spent more than its movement points"
        if problem:
            yield Breach(f"supply marker {number} {problem}")


def _hexes(rules: Rules, state: CampaignState) -> Iterator[Breach]:
    """Yield more boxes than the mix has, and numbers of wrecks or control out of bounds."""
    if sum(map(bool, state.hexes.box)) > boxes_in_mix(rules):
        yield Breach("more fortified boxes than the mix has")
    for name, column, most in (("wrecks", state.hexes.wreck, UNLIMITED), ("control", state.hexes.control, rules.sides)):
        if min(column, default=0) < 0 or max(column, default=0) > most:
            yield Breach(f"{name} of a hex is out of bounds")


def _figures(rules: Rules, state: CampaignState) -> Iterator[Breach]:
    """Yield faults of points, of arrivals at centres, and of the clock."""
    compiled, clock = rules.compiled, state.clock
    for name in ("repairs", "replacements", "points"):
        if min(getattr(state.sides, name)) < 0:
            yield Breach(f"the number of {name} is negative")
    capacity = (*compiled.places.capacity, *compiled.boxes.capacity)
    for row, (arrived, most) in enumerate(zip(state.centres.arrived, capacity, strict=True)):
        if arrived and arrived > most:
            names = (*compiled.names["places"], *compiled.names["boxes"])
            yield Breach(f"more than {most} units have arrived at `{names[row]}`")
    if not compiled.turns.span[0] <= clock.turn[0] <= compiled.turns.span[1] or not 0 <= clock.side[0] < rules.sides:
        yield Breach("the clock is outside the scenario")


def _meetings(rules: Rules, state: CampaignState) -> Iterator[Breach]:
    """Yield enemy supply and enemy boxes under a combat unit, which should be gone at once (7.17, 8.33)."""
    stacked = stacks(rules, state)
    for number, place in enumerate(state.supplies.place):
        owner = rules.markers[number].side
        if place >= 0 and any(place in there for side, there in enumerate(stacked) if side != owner):
            yield _of_hex(rules, place, "enemy supply is under units in hex")
    for hex_, flag in enumerate(state.hexes.box):
        if flag and any(hex_ in there for side, there in enumerate(stacked) if side != flag - 1):
            yield _of_hex(rules, hex_, "units are in an enemy fortified box in hex")


def _of_hex(rules: Rules, hex_: int, words: str) -> Breach:
    return Breach(f"{words} `{rules.compiled.names['hexes'][hex_]}`", "hexes", hex_)
