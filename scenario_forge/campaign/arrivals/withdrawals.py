"""Withdrawals of units to other theatres (rules 9a and 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.state import NOWHERE, CampaignState, in_play
from scenario_forge.compiler.arrays import LEAVES
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import NOBODY, Choice, Event, Next, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action


class Withdrawals(Step[CampaignState]):
    """The withdrawal of each named unit; if it cannot leave, of a substitute, made up by trading if need be.

    An action is ``(unit,)``, or ``(unit, giver, giver, …)`` with a giver for each point that it lacks.
    """

    id = "withdrawals"
    clause = "withdrawals.due"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:
        """Return the side if it chooses who leaves; else NOBODY."""
        named = self._named(state, frame)
        if named is None or named in self._full(state, named) or not self._leavers(state, named):
            return NOBODY
        return state.clock.side[0]

    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units to withdraw; then the units that give a point, one by one."""
        named = self._named(state, frame)
        if named is None:
            return ()
        if not prefix:
            full = self._full(state, named)
            return [Choice(unit, whole=unit in full, more=unit not in full) for unit in self._leavers(state, named)]
        lacking = self._lacks(state, int(prefix[0])) - len(prefix) + 1
        if lacking <= 0 or int(prefix[0]) in self._full(state, named):
            return ()
        return [Choice(unit, whole=lacking == 1, more=lacking > 1) for unit in self._givers(state, prefix)]

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Carry out one entry, and go on to the next."""
        named = self._named(state, frame)
        if named is None:
            return Next()
        after = frame.with_values(next=frame.data.get("next", 0) + 1)
        if action:
            return Next((*self._trades(state, action), self._leaves(state, int(action[0]), named)), (after,))
        stays = Event("cannot be withdrawn", (), self.rules.clauses["withdrawals.strength-made-up"], (named,))
        there = self._there(state, named)
        return Next((self._leaves(state, named, named) if there else stays,), (after,))

    # -- who -------------------------------------------------------------------------------------

    @rule("withdrawals.due", "withdrawals.track")
    def _named(self, state: CampaignState, frame: Frame) -> int | None:
        """Return the unit of the next entry; None after the last one."""
        changes, units = self.rules.compiled.changes, self.rules.compiled.units
        rows = [
            unit
            for row, unit in enumerate(changes.unit)
            if changes.kind[row] == LEAVES
            and changes.turn[row] == state.clock.turn[0]
            and units.side[unit] == state.clock.side[0]
        ]
        number = frame.data.get("next", 0)
        return rows[number] if number < len(rows) else None

    def _leavers(self, state: CampaignState, named: int) -> list[int]:
        """Return who may leave for a unit: itself if whole, else its equals, else those that can be made so."""
        full = self._full(state, named)
        if named in full:
            return [named]
        if full or self._waits(state, named):
            return full
        strong = [named] if self._there(state, named) else self._as_strong(state, named)
        return [unit for unit in strong if self._spare(state, unit) >= self._lacks(state, unit)]

    def _full(self, state: CampaignState, named: int) -> list[int]:
        """Return the units that can leave as they are (9.3, 9.4 and its ruling)."""
        if self._there(state, named) and not self._lacks(state, named):
            return [named]
        if self._waits(state, named):
            return []
        least = self.rules.compiled.units.strength[named]
        return [unit for unit in self._as_strong(state, named) if state.units.strength[unit] >= least]

    @rule("withdrawals.substitute")
    def _as_strong(self, state: CampaignState, named: int) -> list[int]:
        """Return the units in play of at least its printed strength."""
        units = self.rules.compiled.units
        return [
            unit
            for unit, owner in enumerate(units.side)
            if owner == units.side[named]
            and self.rules.fights[unit]
            and self._there(state, unit)
            and units.strength[unit] >= units.strength[named]
        ]

    @rule("withdrawals.not-arrived")
    def _waits(self, state: CampaignState, named: int) -> bool:
        """Return whether it has not arrived yet: it stays away, and no other leaves in its place (9.4, ruling)."""
        return state.units.place[named] == NOWHERE and not state.units.stands[named]

    def _there(self, state: CampaignState, unit: int) -> bool:
        place = state.units.place[unit]
        return in_play(place)

    def _lacks(self, state: CampaignState, unit: int) -> int:
        return self.rules.compiled.units.strength[unit] - state.units.strength[unit]

    def _spare(self, state: CampaignState, unit: int) -> int:
        """Return the points that other units can give without dying."""
        return sum(max(state.units.strength[giver] - 1, 0) for giver in self._others(state, unit))

    def _others(self, state: CampaignState, unit: int) -> list[int]:
        side, units = self.rules.compiled.units.side[unit], self.rules.compiled.units
        return [
            other
            for other, owner in enumerate(units.side)
            if owner == side and other != unit and self.rules.fights[other] and self._there(state, other)
        ]

    def _givers(self, state: CampaignState, prefix: Action) -> list[int]:
        others = self._others(state, int(prefix[0]))
        return [unit for unit in others if state.units.strength[unit] - prefix[1:].count(unit) > 1]

    # -- what happens ----------------------------------------------------------------------------

    @rule("withdrawals.strength-made-up")
    def _trades(self, state: CampaignState, action: Action) -> list[Event]:
        """Return the move of points from givers to the unit that leaves (13.8)."""
        if len(action) == 1:
            return []
        units, leaver = state.units, int(action[0])
        changes = [units.change(leaver, "strength", units.strength[leaver] + len(action) - 1)]
        changes += [
            units.change(giver, "strength", units.strength[giver] - action.count(giver))
            for giver in sorted({int(token) for token in action[1:]})
        ]
        return [Event("trades strength", tuple(changes), self.rules.clauses["withdrawals.strength-made-up"], (leaver,))]

    def _leaves(self, state: CampaignState, unit: int, named: int) -> Event:
        changes = [state.units.change(unit, "place", NOWHERE)]
        if unit != named:
            changes.append(state.units.change(unit, "stands", named + 1))
        return Event(
            "withdrawn",
            tuple(changes),
            self.rules.clauses["withdrawals.due"] if unit == named else self.rules.clauses["withdrawals.substitute"],
            (unit, named),
        )
