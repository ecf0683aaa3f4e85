"""What a game shows: counters in play, the holder of each place, figures by side, the winner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.combat.differential import result
from scenario_forge.campaign.situation import supplied
from scenario_forge.campaign.state import AT_BASE, OUT, in_play
from scenario_forge.campaign.victory.objectives import RowReader, holds
from scenario_forge.campaign.victory.scoring import rows
from scenario_forge.simulator.play import CounterInPlay, Toll

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.game.placement import EntryKind
    from scenario_forge.simulator.step import Event


def objective_hexes(rules: Rules) -> list[int]:
    """Return the hexes that the victory table names, in ascending order."""
    found: set[int] = set()
    waiting: list[Any] = [entry["when"] for entry in rows(rules)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            found |= {part[key]["hex"] for key in rules.place_predicates if key in part}
            waiting += part.values()
        elif isinstance(part, list | tuple):
            waiting += part
    return sorted(found)


def holders(rules: Rules, state: CampaignState) -> Mapping[str, int]:
    """Return for each place of the victory table the side that holds it + 1 (14.15)."""
    sides = range(rules.sides)
    return {
        rules.compiled.name_of(hex_): next((side + 1 for side in sides if holds(rules, state, side, hex_)), 0)
        for hex_ in objective_hexes(rules)
    }


def claim_holds(rules: Rules, state: CampaignState, side: int, when: Mapping[str, Any], least: int | None) -> bool:
    """Return whether a predicate of the victory table holds now; with ``least``: for so many units."""
    looks = RowReader(rules, state, side, ever=False)
    return looks.true(when) if least is None else looks.count(when) >= least


def measures(rules: Rules, state: CampaignState) -> Mapping[str, list[int]]:
    """Return strength and combat units in play, lost, out of supply, and supply markers, by side."""
    units = rules.compiled.units
    found = {name: [0] * rules.sides for name in ("strength", "units", "lost", "unsupplied", "supply")}
    for side in range(rules.sides):
        fed = supplied(rules, state, side)
        for unit, place in enumerate(state.units.place):
            if units.side[unit] != side or not rules.fights[unit]:
                continue
            if in_play(place):
                found["units"][side] += 1
                found["strength"][side] += state.units.strength[unit]
                found["unsupplied"][side] += int(place >= 0 and not fed[unit])
            elif place in (AT_BASE, OUT):
                found["lost"][side] += 1
    for number, marker in enumerate(rules.markers):
        if state.supplies.place[number] != -1:
            found["supply"][marker.side] += 1
    return found


def supply_by_side(rules: Rules, state: CampaignState) -> list[tuple[int, int]]:
    """Return by side how many combat units are on the map, and how many of them are out of supply."""
    found = []
    for side in range(rules.sides):
        fed = supplied(rules, state, side)
        there = [unit for unit in rules.fighters[side] if state.units.place[unit] >= 0]
        found.append((len(there), sum(not fed[unit] for unit in there)))
    return found


def tolls(rules: Rules, state: CampaignState, event: Event) -> Iterator[Toll]:
    """Yield strength lost by attrition (8.5), breaking out (17.5), battle (6.18); attacks, hopeless too (6.15)."""
    owner, told = rules.compiled.units.side, event.subjects
    if event.name == "attrition":
        yield Toll("starved", owner[told[0]], told[1])
    elif event.clause == rules.clauses["breakout.unsupplied"]:
        yield Toll("starved", owner[told[0]], rules.mechanised_retreat.loss_per_zone)
    elif event.name == "strength lost":
        for unit, points in zip(told[::2], told[1::2], strict=True):
            yield Toll("fallen", owner[unit], points)
    elif event.name == "battle":
        yield Toll("attacks", state.clock.side[0])
        if _hopeless(rules, told[0]):
            yield Toll("hopeless", state.clock.side[0])


def _hopeless(rules: Rules, resolved: int) -> bool:
    """Return whether no throw at a differential costs the defender more than the attacker."""
    count, sides = rules.columns.combat_die
    results = [result(rules, resolved, die) for die in range(count, count * sides + 1)]
    return all(defender <= attacker for attacker, defender in results)


def pieces(rules: Rules, state: CampaignState) -> Iterator[CounterInPlay]:
    """Yield markers of the ground first, then units, then supply, as they would be stacked."""
    columns, hexes = rules.compiled.units, state.hexes
    for name, column in (("box", hexes.box), ("wreck", hexes.wreck)):
        if any(column):
            for hex_, value in ((h, v) for h, v in enumerate(column) if v):
                yield CounterInPlay(
                    name, hex_, value - 1 if name == "box" else -1, hex_, -1 if name == "box" else value
                )
    flags = [(name, getattr(state.units, name)) for name in rules.flags]
    for unit, place in enumerate(state.units.place):
        if in_play(place):
            marks = tuple(name for name, flag in flags if flag[unit])
            yield CounterInPlay("units", unit, columns.side[unit], place, state.units.strength[unit], marks)
    for number, marker in enumerate(rules.markers):
        place = state.supplies.place[number]
        if in_play(place):
            kind = "captured" if marker.captured else "supply"
            yield CounterInPlay(kind, number, marker.side, place, -1, ("used",) if state.supplies.used[number] else ())


def out_of_play(state: CampaignState) -> dict[int, EntryKind]:
    """Return the units that are not in play, in the words of a set-up."""
    words: dict[int, EntryKind] = {AT_BASE: "reserve", OUT: "eliminated"}
    return {u: words.get(place, "absent") for u, place in enumerate(state.units.place) if not in_play(place)}
