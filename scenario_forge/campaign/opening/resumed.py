"""What a set-up must state to resume play from a state: face-down units, saved points, stand-ins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.arrivals.reinforcements import is_return, last_change, march_penalty
from scenario_forge.campaign.parameters.start_rules import AGAIN, DOWN, REPAIRS, REPLACEMENTS, STANDS
from scenario_forge.campaign.state import NOWHERE, in_play
from scenario_forge.compiler.arrays import ARRIVES
from scenario_forge.simulator.play import CarryOver

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.campaign.state import CampaignState


def carry_over(rules: Rules, state: CampaignState) -> CarryOver:
    """Return what a set-up must state to resume play from a state.

    What each player turn sets anew (points spent, halts, general supply) is left out.
    """
    units, supplies, sides = state.units, state.supplies, state.sides
    everyone = range(len(units.place))
    pools = {REPAIRS: sides.repairs, REPLACEMENTS: sides.replacements}
    used = [n for n, flag in enumerate(supplies.used) if flag]
    return CarryOver(
        units={unit: tuple(_marks(rules, state, unit)) for unit in everyone},
        spent={unit: points for unit in everyone if (points := _spent(rules, state, unit))},
        strengths={unit: units.strength[unit] for unit in everyone if units.stands[unit]},
        markers={("captured" if rules.markers[n].captured else "supply", n): ((DOWN, 1),) for n in used},
        saved=[{pool: column[side] for pool, column in pools.items() if column[side]} for side in range(rules.sides)],
    )


def _spent(rules: Rules, state: CampaignState, unit: int) -> int:
    """Return the points that a unit will have spent when its next player turn begins."""
    passed = rules.compiled.units.side[unit] < state.clock.side[0]
    return march_penalty(rules, state, unit, state.clock.turn[0] + passed) // rules.scale


def _marks(rules: Rules, state: CampaignState, unit: int) -> Iterator[tuple[str, int]]:
    units, place = state.units, state.units.place[unit]
    if in_play(place):
        yield from ((name, number) for name, number in rules.marks(state, unit) if number)
    elif place == NOWHERE and units.stands[unit]:
        yield STANDS, units.stands[unit] - 1
    elif place == NOWHERE and _comes_again(rules, state, unit):
        yield AGAIN, 1


def _comes_again(rules: Rules, state: CampaignState, unit: int) -> bool:
    """Return whether a unit's next arrival, which may be overdue, is not its first."""
    changes, turn = rules.compiled.changes, state.clock.turn[0]
    rows = rules.changes_of.get(unit, ())
    passed = rules.compiled.units.side[unit] < state.clock.side[0]
    last = last_change(rules, unit, turn if passed else turn - 1)
    due = [row for row in rows if row >= last and changes.kind[row] == ARRIVES]
    return bool(due) and is_return(rules, unit, due[0])
