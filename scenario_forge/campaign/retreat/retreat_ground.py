"""The ground of a retreat: hexes that are barred, hexes to avoid, and what others leave behind (rule 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.situation import enemies, enemy_zones, stacks
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.retreats import Surroundings
from scenario_forge.mechanics.supply import any_of
from scenario_forge.simulator.step import Event

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState


class Vacated(NamedTuple):
    """What those that go before leave behind, as far as the state does not show it yet."""

    empty: frozenset[int] = frozenset()
    """The hexes in which nobody stays."""
    reached: frozenset[int] = frozenset()
    """Those of them that an enemy zone reaches once their box is gone (7.17)."""


NOTHING = Vacated()


@rule("fortified-boxes.removal")
def vacated(rules: Rules, state: CampaignState, side: int, left: frozenset[int], gone: Sequence[int] = ()) -> Vacated:
    """Return what units leave behind that are dead or will have retreated; ``gone``: those that have already."""
    if not left:
        return NOTHING
    there, place = stacks(rules, state)[side], state.units.place
    hexes = {place[unit]: set(there.get(place[unit], ())) for unit in left}
    empty = {hex_ for hex_, units in hexes.items() if units <= left.union(gone)}
    boxes = [hex_ for hex_ in empty if state.hexes.box[hex_] == side + 1 and hexes[hex_] <= left]
    reach = enemy_zones(rules, state, side, boxes=False) if boxes else b""
    return Vacated(frozenset(empty), frozenset(hex_ for hex_ in boxes if reach[hex_]))


@rule("retreat.enemy-zones", "retreat.empty-hexes")
def around(
    rules: Rules, state: CampaignState, side: int, gone: Sequence[int] = (), others: Vacated = NOTHING
) -> Surroundings:
    """Return the surroundings of a side's retreat: enemies and their zones barred, friends and enemy supply to avoid.

    Friends who have just retreated from the same battle are not: a stack may retreat together.
    """

    def make() -> Surroundings:
        if others != NOTHING:
            before = around(rules, state, side, gone)
            barred, avoid = bytearray(before.barred), bytearray(before.avoid)
            for hex_ in others.empty:
                avoid[hex_] = 0
                barred[hex_] |= hex_ in others.reached
            return Surroundings(rules.neighbours, rules.ways, barred, avoid)
        barred = bytearray(any_of(rules.hexes, (enemies(rules, state, side), enemy_zones(rules, state, side))))
        avoid = bytearray(rules.hexes)
        for hex_, there in stacks(rules, state)[side].items():
            avoid[hex_] = not set(there).issubset(gone)
        for marker, place in zip(rules.markers, state.supplies.place, strict=True):
            if place >= 0 and marker.side != side:
                avoid[place] = 1
        return Surroundings(rules.neighbours, rules.ways, barred, avoid)

    return state.derived(("retreats", side, tuple(gone), others), ("units", "hexes", "supplies"), make)


@rule("fortified-boxes.removal")
def boxes_removed(
    rules: Rules, state: CampaignState, hexes: Collection[int], leaving: Collection[int]
) -> Iterator[Event]:
    """Yield the removal of boxes in which none of their owner's units stay when some leave or die (7.17)."""
    for hex_ in sorted(hexes):
        owner = state.hexes.box[hex_]
        if owner and set(stacks(rules, state)[owner - 1].get(hex_, ())).issubset(leaving):
            changes = (state.hexes.change(hex_, "box", 0),)
            yield Event("box removed", changes, rules.clauses["fortified-boxes.removal"], (hex_,))
