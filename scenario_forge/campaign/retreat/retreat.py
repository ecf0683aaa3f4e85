"""Retreats: the ways that units take (rule 6, and optional rule 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.retreat.breakout import WayOut, breakout_steps
from scenario_forge.campaign.retreat.retreat_ground import around, boxes_removed
from scenario_forge.campaign.retreat.retreat_plan import Planner
from scenario_forge.campaign.situation import enemy_zones
from scenario_forge.campaign.state import CampaignState
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.retreats import onward
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice, Event, IllegalActionError, Next, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.campaign.retreat.retreat_plan import Party
    from scenario_forge.campaign.rules import Rules
    from scenario_forge.mechanics.retreats import Ends
    from scenario_forge.simulator.step import Action, Token


class Withdraw(Step[CampaignState]):
    """The retreat of units one by one: ``(hex, …)``. Stacks that break out through zones go together."""

    id = "retreat"
    clause = "retreat.route"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return the side that owns the units in retreat."""
        return self._side(frame)

    @rule("retreat.route", "retreat.division")
    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the next hexes of the first unit, or of its stack if that breaks out."""
        path = tuple(int(hex_) for hex_ in prefix)
        ends = self._ends(state, frame)
        last = len(path) + 1 == ends.steps
        found = self._onward(state, frame, ends, path) if len(path) < ends.steps else []
        return [Choice(hex_, whole=last, more=not last) for hex_ in found]

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Move the first stack or unit along its way; the next follows."""
        going = [unit for unit, _strength in self._party(state, frame).strengths]
        broken = self._breaks_out(state, frame)
        path = [int(hex_) for hex_ in action]
        start = state.units.place[going[0]]
        clause = self.rules.clauses["breakout.stack"] if broken else self.clause
        events = [self._event(state, unit, start, path, clause, first=unit == going[0]) for unit in going]
        events += boxes_removed(self.rules, state, {start}, going)
        left = [unit for unit in frame.data["units"] if unit not in going]
        gone = [*frame.data["gone"], *going]
        paths = frame.data.get("paths", [])
        if frame.data["role"] == "defender":
            paths = [*paths, [start, *path]]
        data = {**frame.data, "units": left, "gone": gone, "paths": paths}
        data["breaking"] = [hex_ for hex_ in frame.data["breaking"] if not broken or hex_ != start]
        return Next(tuple(events), (Frame("retreat" if left else "aftermath", data),))

    def _event(
        self, state: CampaignState, unit: int, start: int, path: Sequence[int], clause: str, *, first: bool
    ) -> Event:
        """Return one unit's retreat; the first of a stack gains control of the way."""
        side = self._side_of(unit) + 1
        changes = [state.units.change(unit, "place", path[-1])]
        if not state.units.moved[unit]:
            changes.append(state.units.change(unit, "moved", 1))
        passed = path if first else ()
        changes += [state.hexes.change(h, "control", side) for h in passed if state.hexes.control[h] != side]
        return Event("retreats", tuple(changes), clause, (unit, start, *path))

    def why_not(self, state: CampaignState, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:
        """Return the error for a token that cannot follow, with the clause that forbids it."""
        found = super().why_not(state, frame, prefix, token)
        if not isinstance(token, int) or not 0 <= token < self.rules.hexes:
            return found
        if enemy_zones(self.rules, state, self._side(frame))[token]:
            return IllegalActionError(
                f"hex {token} is in an enemy zone of control", self.rules.clauses["retreat.enemy-zones"], len(prefix)
            )
        if around(self.rules, state, self._side(frame)).avoid[token]:
            return IllegalActionError(
                f"hex {token} is occupied, and others are not", self.rules.clauses["retreat.empty-hexes"], len(prefix)
            )
        return found

    def _parties(self, state: CampaignState, frame: Frame) -> list[Party]:
        """Return who has still to go, in turn."""
        planner, units, paid = self._planner(state, frame), frame.data["units"], dict(frame.data["paid"])
        place, found = state.units.place, dict[tuple[int, int], list[int]]()
        for unit in units:
            found.setdefault((place[unit], -1 if place[unit] in frame.data["breaking"] else unit), []).append(unit)
        return [
            planner.party([(unit, state.units.strength[unit]) for unit in going], paid.get(at, 0) if out < 0 else None)
            for (at, out), going in found.items()
        ]

    def _party(self, state: CampaignState, frame: Frame) -> Party:
        return self._parties(state, frame)[0]

    def _breaks_out(self, state: CampaignState, frame: Frame) -> bool:
        return self._party(state, frame).points is not None

    def _ends(self, state: CampaignState, frame: Frame) -> Ends:
        """Return the ends of the first party that leave the others theirs."""

        def make() -> Ends:
            planner = self._planner(state, frame)
            first, *others = self._parties(state, frame)
            found = planner.ends(first, {})
            good = [end for end in found.hexes if planner.leaves(first, end, others)]
            return found._replace(hexes=tuple(good or found.hexes))

        data = frame.data
        name = ("ends", data["count"], *[tuple(data[key]) for key in ("units", "gone", "breaking")], str(data["paid"]))
        return state.derived(name, ("units", "hexes", "supplies"), make)

    def _onward(self, state: CampaignState, frame: Frame, ends: Ends, path: tuple[int, ...]) -> list[int]:
        """Return the hexes by which the way can go on to an end."""
        planner, party = self._planner(state, frame), self._party(state, frame)
        if party.points is not None:
            out = WayOut(party.start, frame.data["count"], party.points, tuple(frame.data["gone"]))
            return breakout_steps(self.rules, state, self._side(frame), out, path, ends)
        return onward(planner.ground(), planner.ways(party.start, ends.steps), ends, path, party.start)

    def _planner(self, state: CampaignState, frame: Frame) -> Planner:
        return Planner(self.rules, state, self._side(frame), frame.data["count"], frame.data["gone"])

    def _side(self, frame: Frame) -> int:
        return self._side_of(frame.data["units"][0])

    def _side_of(self, unit: int) -> int:
        return self.rules.compiled.units.side[unit]
