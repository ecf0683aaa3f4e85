"""Invariants of changes: gains have their cost, marks once set stay, no unit jumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.state import AT_BASE, NOWHERE, OUT
from scenario_forge.simulator.play import Breach

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.simulator.state import StateTable, Update
    from scenario_forge.simulator.step import Event

_BOUGHT = frozenset({"replaced", "brought back"})
_COMING = {NOWHERE: frozenset({"arrives"}), AT_BASE: frozenset({"arrives", "brought back"}), OUT: frozenset[str]()}
"""Events by which a unit leaves an off-map state."""
_NEW_SUPPLY = frozenset({"supply arrives", "supply captured"})


def breaches_by(rules: Rules, state: CampaignState, event: Event) -> Iterator[Breach]:
    """Yield invariants that an event has just broken."""
    yield from _noted(state, event)
    yield from _strength(rules, state, event)
    yield from _wrecks(rules, state, event)
    yield from _moved(rules, state, event)
    yield from _markers(state, event)


def _of(event: Event, table: StateTable, column: str) -> list[Update]:
    number = table.columns.index(column)
    return [change for change in event.changes if (change.table, change.column) == (table.index, number)]


def _grown(changes: list[Update]) -> int:
    return sum(change.new - change.old for change in changes)


def _noted(state: CampaignState, event: Event) -> Iterator[Breach]:
    """Yield marks taken back, and a clock that does not advance by one."""
    for table, column in ((state.ever, "true"), (state.ever, "scored"), (state.clock, "decisive")):
        if any(change.new < change.old for change in _of(event, table, column)):
            yield Breach(f"`{column}` is taken back")
    if any(change.new != change.old + 1 for change in _of(event, state.clock, "turn")):
        yield Breach("a game turn is left out or played again")
    if any(change.new < change.old for change in _of(event, state.clock, "spent")) and event.name != "supply looked at":
        yield Breach("the clock of movement points goes back")


def _strength(rules: Rules, state: CampaignState, event: Event) -> Iterator[Breach]:
    """Yield gains of strength without replacement (one point a gain), trading (no gain in all), or arrival."""
    changes = _of(event, state.units, "strength")
    grown = _grown(changes)
    if event.name in _BOUGHT:
        paid = -_grown(_of(event, state.sides, "replacements")) - _grown(_of(event, state.sides, "repairs"))
        if paid != 1 or not 0 < grown <= rules.given.logistics.replacement_strength:
            yield Breach(f"{grown} points of strength are bought for {paid}")
    elif event.name == "trades strength":
        if grown:
            yield Breach(f"{grown} points of strength come of trading")
    elif event.name != "arrives" and any(change.new > change.old for change in changes):
        yield Breach("strength grows without being bought")


def _wrecks(rules: Rules, state: CampaignState, event: Event) -> Iterator[Breach]:
    """Yield losses of armour on the map that leave no wrecks, and repairs that leave the wreck (10.1, 10.3)."""
    changed = _grown(_of(event, state.hexes, "wreck"))
    if event.name == "repaired":
        if _grown(_of(event, state.sides, "repairs")) != -changed:
            yield Breach("more is repaired than goes from the wrecks")
        return
    if event.name in ("beyond repair", "trades strength"):
        return
    armoured, types = rules.columns.combat_armoured, rules.compiled.units.type
    before = {change.row: change.old for change in _of(event, state.units, "place")}
    lost = sum(
        max(change.old - change.new, 0)
        for change in _of(event, state.units, "strength")
        if armoured[types[change.row]] and before.get(change.row, state.units.place[change.row]) >= 0
    )
    if lost != changed:
        yield Breach(f"armour loses {lost} points of strength on the map, and wrecks grow by {changed}")


def _moved(rules: Rules, state: CampaignState, event: Event) -> Iterator[Breach]:
    """Yield units that come back by the wrong event, and marches to hexes not adjacent or not paid."""
    paid = [change.new - change.old for change in _of(event, state.units, "spent")]
    for number, change in enumerate(_of(event, state.units, "place")):
        if event.name not in _COMING.get(change.old, (event.name,)):
            yield of_unit(rules, change.row, f"comes back by `{event.name}`")
        if event.name == "enters" and min(change.old, change.new) >= 0:
            around = rules.neighbours[6 * change.old : 6 * change.old + 6]
            if change.new not in around:
                yield of_unit(rules, change.row, "enters a hex that is not adjacent")
            if number >= len(paid) or paid[number] <= 0:
                yield of_unit(rules, change.row, "enters a hex at no cost")


def _markers(state: CampaignState, event: Event) -> Iterator[Breach]:
    """Yield supply markers that come from the mix other than one at a time, by arrival or capture."""
    changes = _of(event, state.supplies, "place")
    come = sum(change.old == NOWHERE for change in changes)
    if come and (event.name not in _NEW_SUPPLY or come > 1):
        yield Breach(f"supply markers appear by `{event.name}`")


def of_unit(rules: Rules, unit: int, words: str) -> Breach:
    """Return a breach by a unit, beginning with its name."""
    return Breach(f"`{rules.compiled.names['units'][unit]}` {words}", "units", unit)
