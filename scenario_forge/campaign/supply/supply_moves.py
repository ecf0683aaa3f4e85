"""Moves of supply units that served no combat, at the very end of the operations phase (rule 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.movement.walk import Walk, next_choices, next_walks
from scenario_forge.campaign.state import NOWHERE, CampaignState
from scenario_forge.campaign.supply.supply_ways import facing_supply
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Choice, Event, IllegalActionError, Next, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Update
    from scenario_forge.simulator.step import Action

END = "end"


class Haul(Walk):
    """The walk of a supply unit, at ordinary rates (8.31). It stacks freely and controls nothing."""

    def __init__(self, rules: Rules, state: CampaignState, unit: int) -> None:
        self.rules, self.state, self.unit = rules, state, unit
        marker, types = rules.markers[unit], rules.compiled.keys["types"]
        # a box lets in enemies of some types: of a game without the type `supply`, none of them
        self.side, self.kind = marker.side, types.index("supply") if "supply" in types else len(types)
        self.at, self.spent = state.supplies.place[unit], state.supplies.spent[unit]
        self.begun, self.halted = self.spent > 0, bool(state.supplies.used[unit])
        self.budget = marker.movement * rules.scale
        self.face(facing_supply(rules, state, self.side), "supply")

    @property
    def may_leave_zone(self) -> bool:
        """Whether it may leave a zone: before its first step, as the combat is over by then (8.32)."""
        return not self.begun

    def ends(self) -> bool:
        """Return True: supply units stack freely (5.2)."""
        return True

    def march(self, way: Sequence[tuple[int, int]]) -> Event:
        """Return the event of entering hexes in a row, each with its cost."""
        supplies, unit, at, spent = self.state.supplies, self.unit, self.at, self.spent
        changes: list[Update] = []
        for hex_, cost in way:
            changes.append(supplies.change(unit, "place", hex_, at))
            changes.append(supplies.change(unit, "spent", spent + cost, spent))
            at, spent = hex_, spent + cost
        return Event(
            "supply moves",
            tuple(changes),
            self.rules.clauses["supply.last-moves"],
            (unit, *[hex_ for hex_, _cost in way]),
        )


class SupplyMoves(Step[CampaignState]):
    """The moves of supply units, one by one: ``(marker, hex, hex, …)`` or ``("end",)``."""

    id = "supply-moves"
    clause = "supply.last-moves"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return the side; NOBODY where it has no supply unit."""
        return state.clock.side[0] if self._own(state) else NOBODY

    @rule("supply.movement", "supply.own-points", "supply.last-moves")
    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return the supply units that can move, and `end`; then the hexes."""
        if not prefix:
            own = self._own(state)
            movable = (n for n in own if any(True for _ in next_walks(Haul(self.rules, state, n))))
            going = [Choice(n, whole=False, more=True) for n in movable]
            return [Choice(END), *going]
        if prefix == (END,):
            return ()
        walk = Haul(self.rules, state, int(prefix[0]))
        for place in prefix[1:]:
            walk.enter(place)
        return next_choices(walk)

    def legal(self, state: CampaignState, frame: Frame, action: Action) -> bool:  # noqa: ARG002
        """Return whether a move is allowed, following its way once instead of listing it by stages."""
        marker = action[0] if action else ""
        if not isinstance(marker, int) or marker not in self._own(state) or len(action) < 2:
            return action == (END,)
        return Haul(self.rules, state, marker).follows(action[1:])

    def allows(self, state: CampaignState, frame: Frame, action: Action) -> IllegalActionError | None:
        """Return the objection to an action; stages are listed only if there is one."""
        return None if self.legal(state, frame, action) else super().allows(state, frame, action)

    @rule("supply.last-moves")
    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Begin the march of the chosen supply unit; the step ends where there is none."""
        if action in {(), (END,)}:
            return Next()
        return Next((), (frame, Frame("haul", {"marker": action[0], "way": list(action[1:])})))

    def _own(self, state: CampaignState) -> list[int]:
        side = state.clock.side[0]
        return [n for n, m in enumerate(self.rules.markers) if m.side == side and state.supplies.place[n] != NOWHERE]


class ContinueHaul(Step[CampaignState]):
    """The rest of a supply unit's way."""

    id = "haul"
    clause = "supply.last-moves"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Move it as far as it can go, as one event: nobody stops supply on its way."""
        walk, on = (Haul(self.rules, state, frame.data["marker"]) for _ in range(2))
        going: list[tuple[int, int]] = []
        for place in frame.data["way"]:
            cost = on.price(place)
            if cost is None:
                break
            going.append((place, cost))
            on.enter(place, cost)
        return Next((walk.march(going),)) if going else Next()
