"""Arrival of reinforcements at supply centres (rules 9a, 12 and 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.arrivals.centres import arrival, control_gained, unit_spots
from scenario_forge.campaign.state import NOWHERE, CampaignState, box_of
from scenario_forge.compiler.arrays import ARRIVES
from scenario_forge.compiler.set_up import STATES
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import NOBODY, Choice, Event, Next, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action


def last_change(rules: Rules, unit: int, turn: int) -> int:
    """Return the row of a unit's last arrival or withdrawal up to a turn; −1 for none."""
    when = rules.compiled.changes.turn
    for row in reversed(rules.changes_of.get(unit, ())):
        if when[row] <= turn:
            return row
    return -1


@rule("arrivals.march-penalty")
def march_penalty(rules: Rules, state: CampaignState, unit: int, turn: int | None = None) -> int:
    """Return the scaled points a unit counts as spent when its turn begins: `m` of the lists (12.6, 13.11).

    ``turn``: the game turn of that player turn; None: this one.
    """
    units, changes = rules.compiled.units, rules.compiled.changes
    turn = state.clock.turn[0] if turn is None else turn
    if box_of(state.units.place[unit]) < 0:
        return 0
    first, _last, opens, _closes = rules.compiled.turns.span
    if turn == first + (units.side[unit] < opens) and STATES[units.state[unit]] == "at":
        return units.spent[unit] * rules.scale
    row = last_change(rules, unit, turn)
    came = row >= 0 and changes.kind[row] == ARRIVES and changes.turn[row] == turn - 1
    return changes.spent[row] * rules.scale if came else 0


def is_return(rules: Rules, unit: int, row: int) -> bool:
    """Return whether a unit was in play before the arrival in that row, or before the start."""
    before = unit in rules.compiled.changes.unit[:row]
    return before or STATES[rules.compiled.units.state[unit]] != "absent" or unit in rules.earlier_units


@rule("reinforcements.due", "reinforcements.track")
def due_units(rules: Rules, state: CampaignState, side: int) -> list[tuple[int, int]]:
    """Return the units of a side that wait for their arrival, each with the row of its entry (13.6, 13.17).

    If a unit left instead of the named one, which is still in play, the unit that left comes back.
    """
    on = ("units.place", "units.stands", "clock.turn")
    return state.derived(("due", side), on, lambda: _due(rules, state, side))


def _due(rules: Rules, state: CampaignState, side: int) -> list[tuple[int, int]]:
    units, found, turn = rules.compiled.units, [], state.clock.turn[0]
    stand_ins = {named - 1: unit for unit, named in enumerate(state.units.stands)}
    for unit, owner in enumerate(units.side):
        if owner != side:
            continue
        row = last_change(rules, unit, turn)
        if row < 0 or rules.compiled.changes.kind[row] != ARRIVES:
            continue
        if unit in stand_ins:
            found.append((stand_ins[unit], row))
        elif state.units.place[unit] == NOWHERE and not state.units.stands[unit]:
            found.append((unit, row))
    return found


class Reinforcements(Step[CampaignState]):
    """The arrival of due units, one by one: ``(unit, place)``; those without a place wait."""

    id = "reinforcements"
    clause = "reinforcements.due"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return the side if it can bring on a unit and none comes on by itself; else NOBODY."""
        side = state.clock.side[0]
        return side if not self.rules.returning(state, side) and self._waiting(state, side) else NOBODY

    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return units that can come on, then the places."""
        if len(prefix) > 1:
            return ()
        if prefix:
            unit = int(prefix[0])
            row = dict(due_units(self.rules, state, state.clock.side[0]))[unit]
            return [Choice(spot) for spot in self._spots(state, unit, row)]
        return [Choice(unit, whole=False, more=True) for unit in self._waiting(state, state.clock.side[0])]

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Bring on one unit; one that comes on by itself needs no decision."""
        side = state.clock.side[0]
        if action:
            return Next((self._arrives(state, int(action[0]), int(action[1])),), (frame,))
        returning = self.rules.returning(state, side)
        return Next((returning[0],), (frame,)) if returning else Next()

    def _waiting(self, state: CampaignState, side: int) -> list[int]:
        return [
            unit
            for unit, row in due_units(self.rules, state, side)
            if not self.rules.irregulars[unit] and self._spots(state, unit, row)
        ]

    @rule("reinforcements.entry-box")
    def _spots(self, state: CampaignState, unit: int, row: int) -> list[int]:
        """Return the places for a unit: boxes alone if its march counts as begun (13.14)."""
        deemed = bool(self.rules.compiled.changes.spent[row])
        return unit_spots(self.rules, state, unit, box_only=deemed)

    @rule("reinforcements.strength")
    def _arrives(self, state: CampaignState, unit: int, spot: int) -> Event:
        units, side = state.units, self.rules.compiled.units.side[unit]
        row = dict(due_units(self.rules, state, side))[unit]
        strength = self.rules.compiled.changes.strength[row]
        strength = units.strength[unit] if units.stands[unit] else strength
        values = {"place": spot, "strength": strength, "stands": 0, **self.rules.on_arrival(state, unit, row)}
        changes = [units.change(unit, column, value) for column, value in values.items()]
        changes += [arrival(self.rules, state, side, spot), *control_gained(self.rules, state, unit, spot)]
        return Event("arrives", tuple(changes), self.clause, (unit, spot))
