"""Retreat of mechanised stacks through enemy zones where there is no other way (optional rule 17)."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.retreat.retreat_ground import NOTHING, Vacated, around
from scenario_forge.campaign.situation import distances_from, enemies, enemy_zones, stack_weight, weight
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.retreats import NOWHERE, Ends

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

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
    """A way out: its start, how far off it leads, the points paid for zones, and what others leave behind."""

    start: int
    away: int
    points: int
    gone: tuple[int, ...] = ()
    others: Vacated = NOTHING


@rule("breakout.stack", "breakout.cost", "breakout.ringed")
def breakout_ends(
    rules: Rules, state: CampaignState, side: int, stack: Mapping[int, int], out: WayOut, planned: Mapping[int, int]
) -> Ends:
    """Return where a stack (strength by unit) can break out to: chosen as in any retreat (6.25 to 6.28).

    It enters no more zones than have been paid for; ``planned`` is the weight that others will bring.
    """
    load = sum(weight(rules, state, *unit) for unit in stack.items())
    held, limit = stack_weight(rules, state, side), rules.given.stacking.limit
    away = distances_from(rules, state, out.start)
    clear = _rings(rules, state, side, out, clear=True)
    for steps, past in enumerate(_rings(rules, state, side, out, clear=False), 1):
        free = next(clear, {})
        fits = [h for h in past if away[h] >= out.away and held.get(h, 0) + planned.get(h, 0) + load <= limit]
        if fits:
            best = min((away[hex_], hex_ not in free) for hex_ in fits)
            ends = sorted(hex_ for hex_ in fits if (away[hex_], hex_ not in free) == best)
            return Ends(tuple(ends), steps, clear=not best[1])
    return NOWHERE


def breakout_steps(
    rules: Rules, state: CampaignState, side: int, out: WayOut, path: tuple[int, ...], ends: Ends
) -> list[int]:
    """Return the hexes by which a way out begun with ``path`` can go on to one of the ends."""
    toll, at = _toll(rules, state, side, out), path[-1] if path else out.start
    left = out.points - sum(toll[hex_] for hex_ in path)
    rings = list(islice(_rings(rules, state, side, out, clear=ends.clear), ends.steps - 1))
    found = dict.fromkeys(ends.hexes, 0)
    for ring in reversed(rings[len(path) :]):
        ahead = {hex_: [other for other in rules.ways[6 * hex_ : 6 * hex_ + 6] if other in found] for hex_ in ring}
        found = {hex_: min(toll[o] + found[o] for o in others) for hex_, others in ahead.items() if others}
    return sorted(h for h in {*rules.ways[6 * at : 6 * at + 6]} if h in found and toll[h] + found[h] <= left)


@rule("breakout.cost")
def _toll(rules: Rules, state: CampaignState, side: int, out: WayOut) -> Sequence[int]:
    """Return for each hex the cost to a stack to enter it (17.3)."""
    price, zones = rules.mechanised_retreat.loss_per_zone, bytearray(enemy_zones(rules, state, side))
    for hex_ in out.others.reached:
        zones[hex_] = 1
    return [price * bool(flag) for flag in zones]


def _rings(rules: Rules, state: CampaignState, side: int, out: WayOut, *, clear: bool) -> Iterator[Mapping[int, int]]:
    """Yield for 1, 2, 3 … steps the hexes without enemies that so many lead to, each with its least toll.

    A hex is among them only where fewer steps to it cost more. ``clear``: past nobody.
    """
    toll, barred = _toll(rules, state, side, out), enemies(rules, state, side)
    avoid = around(rules, state, side, out.gone, out.others).avoid
    ring = {out.start: 0}
    least = dict(ring)
    while ring:
        ahead: dict[int, int] = {}
        for hex_, paid in ring.items():
            for other in rules.ways[6 * hex_ : 6 * hex_ + 6]:
                if other < 0 or barred[other] or (clear and avoid[other]):
                    continue
                cost = paid + toll[other]
                if cost <= out.points and cost < min(least.get(other, cost + 1), ahead.get(other, cost + 1)):
                    ahead[other] = cost
        least |= ahead
        ring = ahead
        yield ring
