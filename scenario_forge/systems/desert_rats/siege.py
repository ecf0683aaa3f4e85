"""Sieges: places whose holder can trace no line of communication from them (rule 14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scenario_forge.campaign.situation import enemies, enemy_zones
from scenario_forge.campaign.victory.objectives import holds
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.supply import any_of, mask
from scenario_forge.systems.desert_rats.state import columns_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState


class Siege(NamedTuple):
    """A place that its holder must be able to trace a line of communication from."""

    place: int
    goal: int
    box_negates: bool
    """Whether boxes negate enemy zones for it."""
    holder: int


def sieges(rules: Rules) -> Sequence[Siege]:
    """Return the places that can be under siege, and where a line of communication from each must lead."""
    numbers = columns_of(rules).siege_places
    rows = zip(numbers[::3], numbers[1::3], numbers[2::3], columns_of(rules).siege_holders, strict=True)
    return [Siege(place, goal, bool(negates), holder) for place, goal, negates, holder in rows]


def besieges(rules: Rules, state: CampaignState, side: int, place: Mapping[str, Any]) -> bool:
    """Return whether an enemy of a side holds the place and is cut off."""
    hex_ = place["hex"]
    others = (other for other in range(rules.sides) if other != side)
    return any(holds(rules, state, o, hex_) for o in others) and besieged(rules, state, hex_)


@rule("siege.besieged")
def besieged(rules: Rules, state: CampaignState, hex_: int) -> bool:
    """Return whether the holder of a place can trace no line of communication from it (14.16)."""
    return any(
        holds(rules, state, siege.holder, hex_)
        and not line(rules, state, siege.holder, hex_, siege.goal, siege.box_negates)
        for siege in sieges(rules)
        if siege.place == hex_
    )


@rule("siege.line-of-communication")
def line(rules: Rules, state: CampaignState, side: int, start: int, goal: int, box_negates: bool) -> bool:
    """Return whether a path of any length leads to the goal through no enemy hex and no enemy zone (14.17)."""
    if start == goal:
        return True

    def grounds() -> tuple[bytes, bytes]:
        return enemies(rules, state, side), enemy_zones(rules, state, side, boxes=box_negates)

    def make() -> bool:
        open_ = any_of(rules.hexes, grounds()).translate(_IS_ZERO)
        return rules.mechanics.flood(rules.ways, open_, mask(rules.hexes, [start]))[goal] >= 0

    return state.derived(("line", side, start, goal, box_negates), grounds, make)


_IS_ZERO = bytes([1] + [0] * 255)
