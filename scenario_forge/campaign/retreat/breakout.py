"""Retreat of mechanised stacks through enemy zones where there is no other way (optional rule 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.retreat.retreat_ground import around
from scenario_forge.campaign.situation import enemies, enemy_zones, stack_weight, weight
from scenario_forge.game.rule_marks import rule

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState


@rule("breakout.mechanised")
def is_mechanised(rules: Rules, unit: int) -> bool:
    """Return whether the optional rule is in play and the unit fast enough for it, whatever its type."""
    if not rules.option("mechanised-retreat"):
        return False
    return rules.compiled.units.movement[unit] >= rules.mechanised_retreat.movement


@rule("breakout.stack")
def mechanised(rules: Rules, state: CampaignState, units: Collection[int]) -> frozenset[int]:
    """Return the hexes whose stack, as far as it is among the units, is wholly mechanised."""
    places = {state.units.place[unit] for unit in units}
    return frozenset(places.difference(state.units.place[unit] for unit in units if not is_mechanised(rules, unit)))


class WayOut(NamedTuple):
    """A way out: its start, its number of hexes, and the points paid for zones."""

    start: int
    away: int
    points: int


@rule("breakout.stack", "breakout.cost", "breakout.ringed")
def breakout_ends(
    rules: Rules, state: CampaignState, side: int, stack: Mapping[int, int], out: WayOut, planned: Mapping[int, int]
) -> tuple[int, ...]:
    """Return where a stack (strength by unit) can break out to, ascending: past friends only if it must.

    It enters no more zones than have been paid for; ``planned`` is the weight that others will bring.
    """
    load = sum(weight(rules, state, *unit) for unit in stack.items())
    held, limit = stack_weight(rules, state, side), rules.given.stacking.limit
    for clean in (True, False):
        cost = _tolls(rules, state, side, out, clean=clean)
        room = (hex_ for hex_ in cost if held.get(hex_, 0) + planned.get(hex_, 0) + load <= limit)
        found = tuple(sorted(hex_ for hex_ in room if cost[hex_] <= out.points))
        if found:
            return found
    return ()


def _tolls(rules: Rules, state: CampaignState, side: int, out: WayOut, *, clean: bool) -> dict[int, int]:
    """Return the least cost of a way to each end."""
    toll, cost = _toll(rules, state, side), {out.start: 0}
    for ring in _rings(rules, state, side, out, clean=clean)[1:]:
        ahead: dict[int, list[int]] = {}
        for hex_, paid in cost.items():
            for other in ring.intersection(rules.ways[6 * hex_ : 6 * hex_ + 6]):
                ahead.setdefault(other, []).append(paid + toll[other])
        cost = {hex_: min(paid) for hex_, paid in ahead.items()}
    return cost


def breakout_steps(
    rules: Rules, state: CampaignState, side: int, out: WayOut, path: tuple[int, ...], ends: Collection[int]
) -> list[int]:
    """Return the hexes by which a way out begun with ``path`` can go on to one of the ends."""
    toll, at = _toll(rules, state, side), path[-1] if path else out.start
    left = out.points - sum(toll[hex_] for hex_ in path)
    for clean in (True, False):
        found = dict.fromkeys(ends, 0)
        for ring in reversed(_rings(rules, state, side, out, clean=clean)[len(path) + 1 : out.away]):
            ahead = {hex_: [other for other in rules.ways[6 * hex_ : 6 * hex_ + 6] if other in found] for hex_ in ring}
            found = {hex_: min(toll[o] + found[o] for o in others) for hex_, others in ahead.items() if others}
        steps = sorted(h for h in {*rules.ways[6 * at : 6 * at + 6]} if h in found and toll[h] + found[h] <= left)
        if steps:
            return steps
    return []


def _toll(rules: Rules, state: CampaignState, side: int) -> list[int]:
    """Return for each hex the cost to a stack to enter it (17.3)."""
    price = rules.mechanised_retreat.loss_per_zone
    return [price * bool(flag) for flag in enemy_zones(rules, state, side)]


def _rings(rules: Rules, state: CampaignState, side: int, out: WayOut, *, clean: bool) -> list[set[int]]:
    """Return the hexes at 0, 1, 2 … hexes from the start without enemies; ``clean``: without anybody."""
    barred, avoid = enemies(rules, state, side), around(rules, state, side).avoid
    found, met, rim = [{out.start}], {out.start}, {out.start}
    while len(found) <= out.away:
        rim = {other for hex_ in rim for other in rules.neighbours[6 * hex_ : 6 * hex_ + 6] if other >= 0} - met
        met |= rim
        found.append({hex_ for hex_ in rim if not barred[hex_] and not (clean and avoid[hex_])})
    return found
