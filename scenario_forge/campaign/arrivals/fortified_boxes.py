"""Fortified boxes: where they may be built, and when they are removed (rule 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.situation import enemy_zones, stacks
from scenario_forge.campaign.state import CampaignState
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Event, Next, Step

if TYPE_CHECKING:
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action


@rule("fortified-boxes.site")
def may_be_built(rules: Rules, state: CampaignState, side: int, hex_: int) -> bool:
    """Return whether a hex with friends can take a box, by zones, ground and markers left (7.9 to 7.11)."""
    if state.hexes.box[hex_] or enemy_zones(rules, state, side)[hex_]:
        return False
    if not rules.given.fortification.boxes_per_hex:
        return False
    if hex_ in state.derived("no boxes", (), lambda: _forbidden(rules)):
        return False
    return boxes_left(rules, state) > 0


def boxes_left(rules: Rules, state: CampaignState) -> int:
    """Return how many box markers are not on the map; counted once for all stacks that ask."""
    return state.derived("boxes left", ("hexes.box",), lambda: boxes_in_mix(rules) - sum(map(bool, state.hexes.box)))


def _forbidden(rules: Rules) -> frozenset[int]:
    places = zip(rules.compiled.places.hex, rules.columns.places_box_forbidden, strict=True)
    return frozenset(hex_ for hex_, flag in places if flag)


def boxes_in_mix(rules: Rules) -> int:
    """Return how many box markers the counter mix has; one for each hex where they are unlimited."""
    types, kinds = rules.compiled.marker_types, rules.compiled.keys["marker_kinds"]
    rows = [row for row, kind in enumerate(types.kind) if kinds[kind] == "box"]
    return rules.hexes if any(types.unlimited[row] for row in rows) else sum(types.count[row] for row in rows)


class EmptyBoxes(Step[CampaignState]):
    """The removal of boxes that no combat unit of their owner is in at the end of a turn (7.18 and its ruling)."""

    id = "empty-boxes"
    clause = "fortified-boxes.abandoned"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("fortified-boxes.abandoned")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Remove each box that no combat unit of its owner is in."""
        held = stacks(self.rules, state)
        empty = [hex_ for hex_, owner in enumerate(state.hexes.box) if owner and hex_ not in held[owner - 1]]
        changes = tuple(state.hexes.change(hex_, "box", 0) for hex_ in empty)
        return Next((Event("boxes removed", changes, self.clause, tuple(empty)),) if empty else ())
