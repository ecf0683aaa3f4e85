"""Decisions of a round of combat: whether to declare it, who attacks what, and what supply to bring up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.combat.allocation import BY, NEXT
from scenario_forge.campaign.contact import Contact, contact
from scenario_forge.campaign.movement.unsupplied import at_home
from scenario_forge.campaign.players.assault import defender_fed, values
from scenario_forge.campaign.players.encirclement import gaps
from scenario_forge.campaign.players.odds import Odds, expected_result
from scenario_forge.campaign.players.supply_moves import served_places
from scenario_forge.campaign.supply.combat_supply import DONE, CombatSupply, supplied_units
from scenario_forge.campaign.supply.combat_supply import reach as supply_reach

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from scenario_forge.campaign.players.view import View
    from scenario_forge.simulator.step import Action, Token

Battles = dict[int, list[int]]
"""Attackers by the hex that they attack."""


def best_battles(view: View, odds: Odds, ready: Collection[int]) -> tuple[Battles, float] | None:
    """Return battles of one hex each, improved one unit after another, and their expected gain.

    None where somebody who must attack or be attacked would be left out.
    """
    met = contact(view.rules, view.state, view.side)
    targets = {unit: hexes for unit, hexes in met.targets.items() if unit in ready}
    needed = {hex_ for hex_, units in met.facing.items() if any(unit in targets for unit in units)}
    battles = _one_each(met, targets, needed)
    if battles is None:
        return None
    values = {hex_: _value(view, odds, hex_, units) for hex_, units in battles.items()}
    busy = {unit for units in battles.values() for unit in units}
    for unit in sorted(set(targets) - busy, key=lambda u: (-view.strength(u), u)):
        gains = {}
        for hex_ in targets[unit]:
            after = _value(view, odds, hex_, [*battles.get(hex_, ()), unit])
            gains[hex_] = after - values.get(hex_, 0.0)
        best = max(sorted(gains), key=lambda hex_: gains[hex_])
        if unit in met.bound or gains[best] > 0:
            battles.setdefault(best, []).append(unit)
            values[best] = values.get(best, 0.0) + gains[best]
    return _worthwhile(met, battles, values, needed)


def _worthwhile(
    met: Contact, battles: Battles, values: Mapping[int, float], needed: Collection[int]
) -> tuple[Battles, float]:
    """Return the battles without those that nobody must fight and that gain nothing."""
    idle = [
        hex_
        for hex_, units in battles.items()
        if values[hex_] <= 0 and hex_ not in needed and not met.bound.intersection(units)
    ]
    kept = {hex_: sorted(units) for hex_, units in sorted(battles.items()) if hex_ not in idle}
    return kept, sum(values[hex_] for hex_ in kept)


def _one_each(met: Contact, targets: Mapping[int, Sequence[int]], needed: Collection[int]) -> Battles | None:
    """Return a unit for each hex that must be attacked, by augmenting paths; None where there are too few."""
    by: dict[int, int] = {}

    def find(hex_: int, seen: set[int]) -> bool:
        for unit in sorted(targets, key=lambda u: (u not in met.bound, len(targets[u]), u)):
            if hex_ not in targets[unit] or unit in seen:
                continue
            seen.add(unit)
            other = by.get(unit)
            if other is None or find(other, seen):
                by[unit] = hex_
                return True
        return False

    if not all(find(hex_, set()) for hex_ in sorted(needed)):
        return None
    found: Battles = {}
    for unit, hex_ in by.items():
        found.setdefault(hex_, []).append(unit)
    return found


def _value(view: View, odds: Odds, hex_: int, units: Sequence[int]) -> float:
    places = [(unit, view.state.units.place[unit]) for unit in units]
    found = expected_result(view, odds, hex_, places, fed=defender_fed(view, hex_))
    return values(view, hex_, found, units)[not gaps(view, hex_)]


def in_words(battles: Battles) -> Action:
    """Return the action that carries out an allocation."""
    said: list[Token] = []
    for hex_, units in battles.items():
        if units:
            said += [NEXT] if said else []
            said += [hex_, BY, *sorted(units)]
    return tuple(said)


def worth_a_round(view: View, odds: Odds) -> float:
    """Return the expected gain of a round declared now; the worst where it could not be carried through."""
    met = contact(view.rules, view.state, view.side)
    if not met.targets:
        return -1.0
    ready = set(supplied_units(view.rules, view.state, met.targets))
    price = 0.0
    lacking = set(met.targets) - ready
    if lacking:
        helped = servable_units(view, lacking)
        ready |= helped
        price = supply_price(view, helped) if helped else 0.0
    starving = [unit for unit in met.bound if unit not in ready]
    found = best_battles(view, odds, ready)
    if found is None or not found[0]:
        return -1.0
    least = view.rules.given.combat.unsupplied_attacker_minimum_loss
    return found[1] - price - sum(least * view.points[unit] + 0.5 for unit in starving)


def servable_units(view: View, units: Collection[int]) -> set[int]:
    """Return the units that some supply unit could come within range of, taken one by one."""
    helpful = CombatSupply(view.rules).helpful(view.state)
    found = set()
    for unit in units:
        steps = supply_reach(view.rules, view.state, unit)
        if any(steps[hex_] >= 0 for hexes in helpful.values() for hex_ in hexes):
            found.add(unit)
    return found


def supply_to_bring_up(view: View) -> Action:
    """Return the supply unit and hex that put most attackers into combat supply; `done` if none helps."""
    helpful = CombatSupply(view.rules).helpful(view.state)
    met = contact(view.rules, view.state, view.side)
    wanting = sorted(set(met.targets).difference(supplied_units(view.rules, view.state, met.targets)))
    reaches = {unit: supply_reach(view.rules, view.state, unit) for unit in wanting}
    best: tuple[float, int, int] | None = None
    for marker, hexes in helpful.items():
        used, place = view.state.supplies.used[marker], view.state.supplies.place[marker]
        for hex_ in hexes:
            gain = float(sum(view.strength(u) * (2 if u in met.bound else 1) for u in wanting if reaches[u][hex_] >= 0))
            gain += 3 * used + (hex_ in view.own) + 0.5 * (hex_ == place) - 2 * view.zone[hex_]
            if best is None or gain > best[0]:
                best = (gain, marker, hex_)
    return (best[1], best[2]) if best else (DONE,)


def supply_price(view: View, units: Collection[int]) -> float:
    """Return the cost of using up a supply unit for some units: those left without any next turn."""
    helpful = CombatSupply(view.rules).helpful(view.state)
    fresh = [n for n in helpful if not view.state.supplies.used[n]]
    if not fresh:
        return 0.0
    steps = [supply_reach(view.rules, view.state, unit) for unit in units]
    serves = {n: sum(any(found[h] >= 0 for h in helpful[n]) for found in steps) for n in fresh}
    spent = max(fresh, key=lambda n: (serves[n], -n))
    left = [n for n in view.markers if n != spent and not view.state.supplies.used[n]]
    starving = unsuppliable_units(view, left)
    price = view.weights.attack.supply_used
    return price + view.weights.attack.starved * sum(view.strength(unit) for unit in starving)


def unsuppliable_units(view: View, markers: Sequence[int]) -> list[int]:
    """Return own units on the map that these supply units could not supply, wherever they go this turn."""
    radii, units = view.rules.columns.supply_general_radius, view.rules.compiled.units
    fields = {radius: served_places(view, radius, markers) for radius in set(radii)}
    return [
        unit
        for hex_, there in view.own.items()
        for unit in there
        if not fields[radii[units.nationality[unit]]][hex_] and not at_home(view.rules, view.side, hex_)
    ]
