"""Capture of supply: a unit that enters its hex takes it; if it is face down, by a throw (rules 8 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.state import NOWHERE, CampaignState
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.tables import dice
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import CHANCE, NOBODY, Chance, Event, Next, Step
from scenario_forge.wargame.base.steps import outcomes_of

if TYPE_CHECKING:
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.step import Action

_WAYS = {"enters": 1, "retreats": 2, "advances": 2, "arrives": 1, "brought back": 1, "sails": 1}
"""Events by which a unit enters hexes, and where its hexes begin among the subjects."""


@rule("supply.capture")
def capture_on_entry(rules: Rules, state: CampaignState, event: Event) -> Frame | None:
    """Return the capture after a unit enters hexes, if there is enemy supply in one of them."""
    if event.name not in _WAYS or not rules.fights[event.subjects[0]]:
        return None
    side = rules.compiled.units.side[event.subjects[0]]
    hexes = event.subjects[_WAYS[event.name] :]
    places = state.supplies.place
    found = [n for n, marker in enumerate(rules.markers) if marker.side != side and places[n] in hexes]
    return Frame("capture", {"side": side, "markers": found}) if found else None


class Capture(Step[CampaignState]):
    """The capture of supply units one by one, unless they turn out to be used up."""

    id = "capture"
    clause = "supply.capture-throw"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("supply.capture-throw")
    def decider(self, state: CampaignState, frame: Frame) -> int:
        """Return CHANCE if the next supply unit is face down."""
        return CHANCE if state.supplies.used[frame.data["markers"][0]] else NOBODY

    def chance(self, state: CampaignState, frame: Frame) -> Chance:
        """Return the question for the die that decides whether a supply unit is captured."""
        subjects = (frame.data["side"], frame.data["markers"][0])
        outcomes = outcomes_of(dice(*self.rules.columns.supply_capture_die))
        return Chance("capture", outcomes, state.clock.turn[0], subjects)

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Replace the supply unit by a captured one, or as the rules say when all of those are out."""
        side, (marker, *rest) = frame.data["side"], frame.data["markers"]
        supplies, place = state.supplies, state.supplies.place[marker]
        changes = [supplies.change(marker, "place", NOWHERE)]
        changes += [supplies.change(marker, name, 0) for name in ("used", "spent") if getattr(supplies, name)[marker]]
        taken = not action or int(action[0]) <= self.rules.given.supply.capture_up_to
        name, clause = "supply found used up", self.rules.clauses["supply.capture-throw"]
        if taken:
            name, clause = "supply captured", self.rules.clauses["supply.capture"]
            spare = self._spare(state, side)
            if spare is not None:
                changes.append(supplies.change(spare, "place", place))
                clause = clause if self.rules.markers[spare].captured else self.rules.clauses["supply.captured-run-out"]
        following = (frame.with_values(markers=rest),) if rest else ()
        return Next((Event(name, tuple(changes), clause, (side, marker, place)),), following)

    @rule("supply.captured-markers", "supply.captured-run-out")
    def _spare(self, state: CampaignState, side: int) -> int | None:
        """Return a captured marker of the side that is not out; else, if the rules say so, an ordinary one."""
        ordinary = self.rules.given.supply.captured_overflow == "ordinary"
        kinds = (True, False) if ordinary else (True,)
        free = [
            n
            for captured in kinds
            for n, m in enumerate(self.rules.markers)
            if m.side == side and m.captured == captured and state.supplies.place[n] == NOWHERE
        ]
        return free[0] if free else None
