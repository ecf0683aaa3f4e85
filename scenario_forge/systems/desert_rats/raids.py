"""Attacks of private armies on supply, and attempts to capture private armies (rule 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.situation import supplied
from scenario_forge.campaign.state import AT_BASE, NOWHERE, box_of, in_play
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.tables import dice
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Choice, Event, Next, Step
from scenario_forge.systems.desert_rats.raiders import enemy_supplies_at, enemy_units_at
from scenario_forge.systems.desert_rats.state import DesertState, army_of, columns_of
from scenario_forge.wargame.base.steps import outcomes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.step import Action

END = "end"
ON_MAP, OFF_MAP = 1, 1000
"""The amount that an attempt adds to a unit's count, see `Units.tried`."""


class Raids(Step[DesertState]):
    """Attacks on supply at the very end of a side's operations: ``(unit,)`` or ``("end",)`` (11.17)."""

    id = "raids"
    clause = "private-army.raid-throw"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: DesertState, frame: Frame) -> int:
        """Return the side; NOBODY where no supply is within reach."""
        return state.clock.side[0] if self._armed(state, frame) else NOBODY

    def choices(self, state: DesertState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the private armies that can attack, and `end`."""
        return () if prefix else [Choice(END), *(Choice(unit) for unit in self._armed(state, frame))]

    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:
        """Turn the army face down, and attack each supply unit in its hex (11.12, 11.13)."""
        if not action or action == (END,):
            return Next()
        unit = int(action[0])
        side, place = self.rules.compiled.units.side[unit], state.units.place[unit]
        targets = enemy_supplies_at(self.rules, state, side, place)
        event = Event(
            "raids",
            (state.units.change(unit, "down", 1),),
            self.rules.clauses["private-army.raid-target"],
            (unit, place),
        )
        after = frame.with_values(raided=[*frame.data.get("raided", ()), unit])
        return Next((event,), (after, Frame("raid-throw", {"unit": unit, "targets": targets})))

    @rule("private-army.raid-phase", "private-army.raid-hexes")
    def _armed(self, state: DesertState, frame: Frame) -> list[int]:
        """Return the face-up private armies at enemy supply with attacks left in this turn (11.12)."""
        units, side = self.rules.compiled.units, state.clock.side[0]
        raided = frame.data.get("raided", ())
        return [
            unit
            for unit, owner in enumerate(units.side)
            if owner == side and self.rules.irregulars[unit] and may_raid(self.rules, state, unit)
            if raided.count(unit) < army_of(self.rules).hexes_per_turn
        ]


@rule("private-army.raid-target")
def may_raid(rules: Rules, state: DesertState, unit: int) -> bool:
    """Return whether a face-up private army is at enemy supply."""
    place = state.units.place[unit]
    there = in_play(place)
    return there and not state.units.down[unit] and bool(supplies_there(rules, state, unit))


def supplies_there(rules: Rules, state: DesertState, unit: int) -> list[int]:
    """Return the enemy supply where a unit is."""
    return enemy_supplies_at(rules, state, rules.compiled.units.side[unit], state.units.place[unit])


class RaidThrow(Step[DesertState]):
    """A throw for each supply unit that is attacked (11.8)."""

    id = "raid-throw"
    clause = "private-army.raid-throw"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: DesertState, frame: Frame) -> int:  # noqa: ARG002
        """Return CHANCE while a supply unit is left."""
        return CHANCE if frame.data["targets"] else NOBODY

    def chance(self, state: DesertState, frame: Frame) -> Chance:
        """Return the question for one die."""
        faces = columns_of(self.rules).private_army_destroy_die[1]
        subjects = (frame.data["unit"], frame.data["targets"][0])
        return Chance("raid", outcomes_of(dice(1, faces)), state.clock.turn[0], subjects)

    @rule("private-army.raids", "private-army.raid-throw")
    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:
        """Destroy the supply unit on a low throw, a lower one where a combat unit is with it."""
        if not action:
            return Next()
        unit, targets = frame.data["unit"], frame.data["targets"]
        side, place = self.rules.compiled.units.side[unit], state.units.place[unit]
        guarded = bool(enemy_units_at(self.rules, state, side, place))
        army = army_of(self.rules)
        limit = army.destroy_guarded_up_to if guarded else army.destroy_up_to
        marker, supplies = targets[0], state.supplies
        changes = []
        if int(action[0]) <= limit:
            changes = [supplies.change(marker, "place", NOWHERE)]
            changes += [supplies.change(marker, "used", 0)] if supplies.used[marker] else []
        event = Event("supply destroyed" if changes else "raid fails", tuple(changes), self.clause, (unit, marker))
        return Next((event,), (frame.with_values(targets=targets[1:]),))


class Captures(Step[DesertState]):
    """Attempts of enemies to capture a private army in their place: ``(unit, army)`` or ``("end",)`` (11.9).

    They may at any point: as one comes to the other, before one leaves the other or fights, and when operations end.
    Where a private army waits to attack supply there, they wait until it has (11.20). The frame may name the one
    ``raider`` and the one ``unit`` that it is about.
    """

    id = "captures"
    clause = "private-army.capture-first"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: DesertState, frame: Frame) -> int:
        """Return the side whose units can try; NOBODY where none can."""
        tries = self._tries(state, frame)
        return self.rules.compiled.units.side[tries[0][0]] if tries else NOBODY

    def choices(self, state: DesertState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the units that can try, then the armies they can try to take, and `end`."""
        tries = self._tries(state, frame)
        if not prefix:
            return [Choice(END), *(Choice(unit, whole=False, more=True) for unit in sorted({u for u, _ in tries}))]
        return [Choice(raider) for unit, raider in tries if unit == prefix[0]] if len(prefix) == 1 else ()

    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:
        """Start one attempt, after which the others may try."""
        if not action or action == (END,):
            return Next()
        unit, raider = int(action[0]), int(action[1])
        tried = ON_MAP if state.units.place[unit] >= 0 else OFF_MAP
        event = Event(
            "tries to capture",
            (state.units.change(unit, "tried", state.units.tried[unit] + tried),),
            self.rules.clauses["private-army.one-attempt"],
            (unit, raider),
        )
        return Next((event,), (frame, Frame("capture-throw", {"unit": unit, "raider": raider})))

    def _tries(self, state: DesertState, frame: Frame) -> list[tuple[int, int]]:
        wanted, one = frame.data.get("raider"), frame.data.get("unit")
        return [
            (unit, raider)
            for raider in self.rules.irregular_units
            if wanted in (None, raider)
            for unit in captors(self.rules, state, raider)
            if one in (None, unit)
        ]


@rule("private-army.captors", "private-army.one-attempt")
def captors(rules: Rules, state: DesertState, raider: int) -> list[int]:
    """Return the enemies that may try now: supplied, once a turn each, off the map one in all (11.11, 11.19)."""
    place, units = state.units.place[raider], state.units
    if not in_play(place):
        return []
    side = rules.compiled.units.side[raider]
    there = enemy_units_at(rules, state, side, place)
    if box_of(place) >= 0:
        off_map = sum([tried // OFF_MAP for tried in units.tried])  # by whoever has left the box since as well
        if off_map >= army_of(rules).captures_off_map:
            return []
    most = army_of(rules).captures_per_unit
    return [
        unit
        for unit in there
        if sum(divmod(units.tried[unit], OFF_MAP)) < most
        if supplied(rules, state, rules.compiled.units.side[unit])[unit]
    ]


class CaptureThrow(Step[DesertState]):
    """A throw of two dice, which must reach the total that captures (11.9)."""

    id = "capture-throw"
    clause = "private-army.capture-throw"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: DesertState, frame: Frame) -> int:  # noqa: ARG002
        """Return CHANCE."""
        return CHANCE

    def chance(self, state: DesertState, frame: Frame) -> Chance:
        """Return the question for the total of the dice."""
        outcomes = outcomes_of(dice(*columns_of(self.rules).private_army_capture_die))
        return Chance("capture", outcomes, state.clock.turn[0], (frame.data["unit"], frame.data["raider"]))

    @rule("private-army.capture-throw", "private-army.captured")
    def apply(self, state: DesertState, frame: Frame, action: Action) -> Next:
        """Take the army off the map if the throw reaches the total (11.10)."""
        raider = frame.data["raider"]
        if int(action[0]) < army_of(self.rules).capture_total:
            return Next((Event("escapes", (), self.clause, (raider,)),))
        return Next(
            (
                Event(
                    "captured",
                    (state.units.change(raider, "place", AT_BASE),),
                    self.rules.clauses["private-army.captured"],
                    (raider,),
                ),
            )
        )


@rule("private-army.meeting")
def meeting(rules: Rules, state: DesertState, event: Event) -> Frame | None:
    """Return a frame for enemies who may try to capture at once a private army that they meet (11.9)."""
    if event.name not in MEETING_EVENTS:
        return None
    unit = event.subjects[0]
    for raider in rules.irregular_units:
        if state.units.place[raider] != state.units.place[unit]:
            continue
        if not _goes_on(state) and _attacks_first(rules, state, raider):
            continue
        if raider == unit or rules.compiled.units.side[raider] != rules.compiled.units.side[unit]:
            return Frame(Captures.id, {"raider": raider})
    return None


MEETING_EVENTS = frozenset({"enters", "arrives", "sails", "brought back"})
"""Events by which a unit comes to a place and may meet a private army or enemies there."""


@rule("private-army.raids-first")
def _attacks_first(rules: Rules, state: DesertState, raider: int) -> bool:
    """Return whether a private army attacks supply in its place before anybody there may try to take it."""
    return rules.compiled.units.side[raider] == state.clock.side[0] and may_raid(rules, state, raider)


def _goes_on(state: DesertState) -> bool:
    """Return whether the unit on its march only passes through: it ends its move elsewhere."""
    top = state.stack[-1]
    return top.step == "march" and bool(top.data["way"])


@rule("private-army.capture-first")
def before_leaving(rules: Rules, state: DesertState, unit: int) -> tuple[Frame, ...]:
    """Return frames for attempts at a private army before it, or an enemy in its place, leaves."""
    if rules.irregulars[unit]:
        return (Frame(Captures.id, {"raider": unit}),)
    together = [raider for raider in rules.irregular_units if state.units.place[raider] == state.units.place[unit]]
    return tuple(Frame(Captures.id, {"raider": raider, "unit": unit}) for raider in together)


@rule("private-army.capture-first")
def before_combat(rules: Rules, state: DesertState) -> tuple[Frame, ...]:
    """Return frames for attempts before a round, which may destroy or drive off the units that could try."""
    return tuple(
        Frame(Captures.id, {"raider": raider})
        for raider in rules.irregular_units
        if not _attacks_first(rules, state, raider)
    )
