"""Which unsupplied units must move before the phase may end, or a round be called (rule 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.movement.unsupplied import Retreat, at_home, ports
from scenario_forge.campaign.movement.walks import MOVES, walk_of
from scenario_forge.campaign.situation import most_spent
from scenario_forge.game.rule_marks import rule

if TYPE_CHECKING:
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState


@rule("unsupplied.ringed", "unsupplied.obligation")
def must_move_on(rules: Rules, state: CampaignState, unit: int, limit: int | None = None) -> bool:
    """Return whether an unsupplied unit must still move: it can, and is neither home nor in a port (8.8 to 8.15).

    Args:
        rules: the scenario's rules.
        state: the state of play.
        unit: which unit.
        limit: movement points up to which it is looked at, scaled; at a round of combat those of the others (8.18).
    """
    if not state.units.unsupplied[unit]:
        return False
    spent = max(state.units.spent[unit], state.clock.spent[0])
    if state.units.halted[unit] or spent >= rules.compiled.units.movement[unit] * rules.scale:
        return False
    side, place = rules.compiled.units.side[unit], state.units.place[unit]
    if at_home(rules, side, place) or place in ports(rules, state, side):
        return False
    walk = walk_of(rules, state, unit)
    if not isinstance(walk, Retreat) or walk.by_route[walk.at] < 0:
        return False  # out of a ring, along the road alone and through zones it may move, but need not (8.15)
    for step, cost in walk.steps():
        # to a port it goes at its owner's discretion (8.7)
        if walk.is_homeward(int(step)) and (limit is None or walk.spent + cost <= limit):
            after = walk.copy()
            after.enter(step, cost)
            if after.can_end():
                return True
    return False


def laggards(rules: Rules, state: CampaignState, side: int, limit: int | None = None) -> list[int]:
    """Return the unsupplied units of a side that must still move, see :func:`must_move_on`."""

    def make() -> list[int]:
        hungry = state.units.unsupplied
        return [unit for unit in rules.fighters[side] if hungry[unit] and must_move_on(rules, state, unit, limit)]

    return state.derived(("laggards", side, limit), MOVES, make)


@rule("unsupplied.keeping-pace")
def units_behind(rules: Rules, state: CampaignState, side: int) -> list[int]:
    """Return the unsupplied units that must move before a round of combat: they keep pace (8.18)."""
    return laggards(rules, state, side, most_spent(rules, state, side))
