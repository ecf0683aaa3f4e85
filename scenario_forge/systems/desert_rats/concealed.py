"""Concealed movement: enemy stacks stay covered until a round of combat involves them (optional rule 16).

The hex of a stack is open, and so is everything that has left play; the units in a stack are not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.contact import contact, defenders
from scenario_forge.campaign.situation import within_distance
from scenario_forge.campaign.state import NOWHERE, box_of, in_play
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.systems.desert_rats.state import desert_document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.systems.desert_rats.state import DesertState

HIDDEN = -102
"""The place of a unit or marker in one of the covered stacks."""
_ROUND = frozenset({"combat-supply", "unsupplied-attackers", "allocation", "defence-supply", "battles"})
"""Steps that are on the stack of frames while a round of combat lasts."""


def visible_tables(rules: Rules, state: DesertState, side: int) -> dict[str, Any]:
    """Return what a side may see: tables with covered rows at HIDDEN, places of covered stacks, and the step."""
    data = state.to_data()
    del data["uses"]
    covered = covered_places(rules, state, side)
    if not rules.option("concealed-movement"):
        return data
    for table, own in (("units", rules.compiled.units.side), ("supplies", [m.side for m in rules.markers])):
        columns = data["tables"][table]
        for row, place in enumerate(list(columns["place"])):
            if own[row] != side and place in covered:
                for name in columns:
                    columns[name][row] = HIDDEN if name == "place" else 0
    data["covered"] = sorted(covered)
    shown = data["stack"][-1:] if state.stack and _decides(rules, state, side) else []
    data["stack"] = [[step, {}] for step, _told in data["stack"][: len(data["stack"]) - len(shown)]] + shown
    return data


def plausible_state(rules: Rules, state: DesertState, side: int) -> DesertState:
    """Return a state that a side may take for the real one: covered units are dealt to covered stacks in order.

    The state itself where nothing is covered. Enemies stand where they stand; who they are, and how many in a hex, is
    a guess that follows from nothing that is covered.
    """
    covered = sorted(covered_places(rules, state, side))
    if not covered:
        return state
    made = state.copy()
    dealt = _dealt(rules, state, side, covered)
    for unit, place in dealt:
        made.units.place[unit] = place
        made.units.strength[unit] = rules.compiled.units.strength[unit]
        for name in ("spent", "moved", "halted", "unsupplied", "down", "green", "began", "tried"):
            getattr(made.units, name)[unit] = 0
    for row, marker in enumerate(rules.markers):
        if marker.side != side and state.supplies.place[row] in covered:
            made.supplies.place[row] = NOWHERE
            made.supplies.used[row] = made.supplies.spent[row] = 0
    made.stack = tuple(Frame(step, told) for step, told in visible_tables(rules, state, side)["stack"])
    made.revisions = [revision + 1 for revision in made.revisions]
    return made


def _dealt(rules: Rules, state: DesertState, side: int, covered: list[int]) -> Iterator[tuple[int, int]]:
    """Yield each covered unit with a covered place: the first units one to a place, then the next."""
    columns, place = rules.compiled.units, state.units.place
    units = [u for u, owner in enumerate(columns.side) if owner != side and place[u] in covered]
    fighters = [unit for unit in units if rules.fights[unit]]
    return ((unit, covered[number % len(covered)]) for number, unit in enumerate(fighters))


@rule("concealed-movement.hidden")
def covered_places(rules: Rules, state: DesertState, side: int) -> frozenset[int]:
    """Return the hexes and boxes with enemies that a side may not look at now."""
    if not rules.option("concealed-movement"):
        return frozenset()
    units = zip(rules.compiled.units.side, state.units.place, strict=True)
    markers = ((marker.side, place) for marker, place in zip(rules.markers, state.supplies.place, strict=True))
    held = {place for owner, place in (*units, *markers) if owner != side and in_play(place)}
    return frozenset(held - places_in_round(state) - scouted_hexes(rules, state, side))


def units_in_round(rules: Rules, state: CampaignState) -> list[int]:
    """Return the units that a round declared now involves, ascending."""
    side = state.clock.side[0]
    found = contact(rules, state, side).targets
    others = {unit for hexes in found.values() for hex_ in hexes for unit in defenders(rules, state, side, hex_)}
    return sorted({*found, *others})


def places_in_round(state: DesertState) -> set[int]:
    """Return the places of all units that a round of combat involves, from its declaration to its end."""
    if not any(frame.step in _ROUND for frame in state.stack):
        return set()
    return {state.units.place[unit] for frame in state.stack for unit in frame.data.get("met", ())}


@rule("concealed-movement.scouting")
def scouted_hexes(rules: Rules, state: DesertState, side: int) -> frozenset[int]:
    """Return the hexes that a side's private armies scout: their own, far from all other units of their side."""
    near = bytearray(rules.hexes)
    for unit, place in enumerate(state.units.place):
        if place >= 0 and rules.compiled.units.side[unit] == side and not rules.irregulars[unit]:
            near[place] = 1
    for marker, place in zip(rules.markers, state.supplies.place, strict=True):
        if place >= 0 and marker.side == side:
            near[place] = 1
    concealing = desert_document(rules).optional.concealed_movement
    if concealing is None:
        raise LookupError("rules.yaml has no optional.concealed_movement")
    close = within_distance(rules, near, concealing.scout_beyond)
    return frozenset(
        place
        for unit, place in enumerate(state.units.place)
        if rules.irregulars[unit] and rules.compiled.units.side[unit] == side and in_play(place)
        if box_of(place) >= 0 or not close[place]
    )


def _decides(rules: Rules, state: DesertState, side: int) -> bool:
    """Return whether a side may know the top step: it is its own turn, or the step concerns units of its own."""
    told = state.stack[-1].data
    units = told.get("units") or told.get("defenders") or ()
    return state.clock.side[0] == side or any(rules.compiled.units.side[unit] == side for unit in units)
