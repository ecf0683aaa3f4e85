"""Retreats: the ways that units take (rule 6, and optional rule 17)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.retreat.breakout import WayOut, breakout_ends, breakout_steps
from scenario_forge.campaign.retreat.retreat_ground import around
from scenario_forge.campaign.retreat.retreat_plan import BreakoutsLeft, Planner, leaves_room, stacks_of, with_load
from scenario_forge.campaign.situation import enemy_zones, weight
from scenario_forge.campaign.state import CampaignState
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.retreats import onward
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice, Event, IllegalActionError, Next, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

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
        """Return the next hexes of the first stack that breaks out; if none does, of the first unit."""
        path = tuple(int(hex_) for hex_ in prefix)
        if frame.data["breaking"]:
            last = len(path) + 1 == frame.data["count"]
            found = self._out(state, frame, path) if len(path) < frame.data["count"] else []
        else:
            ends = self._ends(state, frame)
            last = len(path) + 1 == ends.steps
            found = self._onward(state, frame, ends, path) if len(path) < ends.steps else []
        return [Choice(hex_, whole=last, more=not last) for hex_ in found]

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Move the first stack or unit along its way; the next follows."""
        breaking = frame.data["breaking"]
        going = self._stack(state, frame) if breaking else frame.data["units"][:1]
        path = [int(hex_) for hex_ in action]
        start = state.units.place[going[0]]
        clause = self.rules.clauses["breakout.stack"] if breaking else self.clause
        events = [self._event(state, unit, start, path, clause, first=unit == going[0]) for unit in going]
        left = [unit for unit in frame.data["units"] if unit not in going]
        gone = [*frame.data["gone"], *going]
        paths = frame.data.get("paths", [])
        if frame.data["role"] == "defender":
            paths = [*paths, [start, *path]]
        data = {**frame.data, "units": left, "gone": gone, "paths": paths, "breaking": breaking[1:]}
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

    def _ends(self, state: CampaignState, frame: Frame) -> Ends:
        """Return the ends of the first unit that leave the others theirs."""
        (unit, strength), *others = sorted(self._units(state, frame).items())

        def make() -> Ends:
            found = self._planner(state, frame).ends(unit, strength, {})
            own = weight(self.rules, state, unit, strength)
            good = [end for end in found.hexes if self._planner(state, frame).settle(others, {end: own})]
            return found._replace(hexes=tuple(good or found.hexes))

        name = f"ends {unit} {frame.data['count']} {[u for u, _ in others]} {frame.data['gone']}"
        return state.derived(name, ("units", "hexes", "supplies"), make)

    def _onward(self, state: CampaignState, frame: Frame, ends: Ends, path: tuple[int, ...]) -> list[int]:
        """Return the hexes by which the way can go on to an end."""
        planner = self._planner(state, frame)
        start = state.units.place[frame.data["units"][0]]
        return onward(planner.ground, planner.ways(start, ends.steps), ends, path, start)

    def _planner(self, state: CampaignState, frame: Frame) -> Planner:
        return Planner(self.rules, state, self._side(frame), frame.data["count"], frame.data["gone"])

    def _units(self, state: CampaignState, frame: Frame) -> dict[int, int]:
        return {unit: state.units.strength[unit] for unit in frame.data["units"]}

    # -- through zones ---------------------------------------------------------------------------

    def _stack(self, state: CampaignState, frame: Frame) -> list[int]:
        """Return the units that break out next."""
        return [unit for unit in frame.data["units"] if state.units.place[unit] == frame.data["breaking"][0]]

    def _out(self, state: CampaignState, frame: Frame, path: tuple[int, ...]) -> list[int]:
        """Return how the way out of the first stack can go on so that the others find theirs."""
        start, *later = frame.data["breaking"]
        side, count, paid = self._side(frame), frame.data["count"], dict(frame.data["paid"])
        out = WayOut(start, count, paid.get(start, 0))

        def make() -> list[int]:
            units = self._units(state, frame)
            stack = stacks_of(state, units)[start]
            rest = {unit: held for unit, held in units.items() if unit not in stack}
            load = sum(weight(self.rules, state, *each) for each in stack.items())
            ends = breakout_ends(self.rules, state, side, stack, out, {})
            left = [(end, BreakoutsLeft(tuple(later), paid, with_load({}, end, load))) for end in ends]
            return [end for end, open_ in left if leaves_room(self.rules, state, side, rest, count, open_)]

        name = f"ways out {start} {count} {paid} {frame.data['units']}"
        ends = state.derived(name, ("units", "hexes", "supplies"), make)
        return breakout_steps(self.rules, state, side, out, path, ends)

    def _side(self, frame: Frame) -> int:
        return self._side_of(frame.data["units"][0])

    def _side_of(self, unit: int) -> int:
        return self.rules.compiled.units.side[unit]
