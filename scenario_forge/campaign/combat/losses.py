"""Combat losses, which the owner takes as step losses, a retreat, or a mix (rule 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.retreat.retreat_ground import boxes_removed
from scenario_forge.campaign.retreat.retreat_plan import Flight, can_retreat, way_of_all
from scenario_forge.campaign.situation import weight
from scenario_forge.campaign.state import CampaignState
from scenario_forge.campaign.wrecks import lose
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice, Event, IllegalActionError, Next, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.step import Action, Token


class Losses(Step[CampaignState]):
    """The owner's choice of how to take a loss: ``(hexes of retreat, unit, unit, …)``, a unit for each strength point.

    The frame holds ``units``, the ``loss``, the ``least`` of it that must be strength, the ``most`` of it that
    may be retreat, and how much of it ``armour`` must lose first (rule 18).
    """

    id = "losses"
    clause = "losses.strength-or-retreat"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("losses.defender-first")
    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return the owner of the units."""
        return int(self.rules.compiled.units.side[frame.data["units"][0]])

    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return hexes of retreat; then points of strength in ascending order of units."""
        if not prefix:
            return [
                Choice(count, whole=not points, more=bool(points))
                for count in range(frame.data["most"] + 1)
                for points in [self._points(state, frame, count)]
                if points >= 0 and self._possible(state, frame, (count,))
            ]
        if len(prefix) > self._points(state, frame, int(prefix[0])):
            return ()
        last = len(prefix) == self._points(state, frame, int(prefix[0]))
        return [
            Choice(unit, whole=last, more=not last)
            for unit in frame.data["units"]
            if (len(prefix) == 1 or unit >= int(prefix[-1])) and self._possible(state, frame, (*prefix, unit))
        ]

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Take the strength, leave wrecks; then retreat those that are left."""
        count, lost = int(action[0]), _points(action[1:])
        units, place = frame.data["units"], state.units.place
        events = []
        changes = lose(self.rules, state, lost)
        if changes:
            told = tuple(value for pair in lost.items() for value in pair)
            events.append(Event("strength lost", changes, self.rules.clauses["losses.strength-points"], told))
        dead = [unit for unit in units if lost.get(unit, 0) >= state.units.strength[unit]]
        events += boxes_removed(self.rules, state, {place[unit] for unit in dead}, dead)
        left = [unit for unit in sorted(units) if unit not in dead]
        data = {**frame.data, "from": sorted({place[unit] for unit in units}), "units": left}
        if not count or not left:
            return Next(tuple(events), (Frame("aftermath", data),))
        if frame.data["role"] != "defender":
            events.append(self._halted(state, left))
        ways = {"count": count, "gone": [], **self._ways_out(state, frame, lost, count)}
        return Next(tuple(events), (Frame("retreat", {**data, **ways, "taken": self._taken(frame, count)}),))

    def _ways_out(
        self, state: CampaignState, frame: Frame, lost: Mapping[int, int], count: int
    ) -> dict[str, list[Any]]:
        """Return who retreats in turn, the stacks that can only go through zones, and what each paid (17.2, 17.3)."""
        parties = way_of_all(self.rules, state, self._flight(state, frame.data["units"], lost, count)) or []
        return {
            "units": [unit for party in parties for unit, _strength in party.strengths],
            "breaking": [party.start for party in parties if party.points is not None],
            "paid": [list(pair) for pair in sorted(paid_by(state, lost).items())],
        }

    def _flight(self, state: CampaignState, units: Sequence[int], lost: Mapping[int, int], count: int) -> Flight:
        """Return the retreat of those that are left when some strength is lost."""
        held = state.units.strength
        after = {unit: max(held[unit] - lost.get(unit, 0), 0) for unit in units}
        left = {unit: strength for unit, strength in after.items() if strength}
        paid = paid_by(state, lost) if self.rules.option("mechanised-retreat") else {}
        side = self.rules.compiled.units.side[units[0]]
        return Flight(side, left, count, paid, after)

    @rule("advance.distance-in-place-of-loss")
    def _taken(self, frame: Frame, count: int) -> int:
        """Return how far the defender retreats, which is how far he can be followed."""
        return count if frame.data["role"] == "defender" else int(frame.data.get("taken", 0))

    @rule("retreat.attacker-halted")
    def _halted(self, state: CampaignState, left: Sequence[int]) -> Event:
        """Return the event that halts retreating attackers for this player turn (rule 6, retreats, e)."""
        changes = tuple(state.units.change(u, "halted", 1) for u in left)
        return Event("halted", changes, self.rules.clauses["retreat.attacker-halted"], tuple(left))

    def why_not(self, state: CampaignState, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:
        """Return the error for a token that cannot follow, with the clause that forbids it."""
        if not prefix and isinstance(token, int) and 0 < token <= frame.data["loss"]:
            if token > frame.data["most"] or frame.data["loss"] - token < frame.data["least"]:
                clause = (
                    self.rules.clauses["losses.armour-first"]
                    if frame.data.get("armour")
                    else self.rules.clauses["combat.unsupplied-attackers"]
                )
                return IllegalActionError(f"{frame.data['least']} of it must be strength", clause)
            return IllegalActionError(
                f"not all units can retreat {token} hexes", self.rules.clauses["retreat.impossible"]
            )
        return super().why_not(state, frame, prefix, token)

    # -- what can be completed -------------------------------------------------------------------

    @rule("losses.strength-or-retreat", "losses.retreat-in-place")
    def _points(self, state: CampaignState, frame: Frame, count: int) -> int:
        """Return the strength to lose besides a retreat of ``count`` hexes; −1 if that does not bear the loss."""
        total: int = sum(state.units.strength[unit] for unit in frame.data["units"])
        points, least = int(frame.data["loss"]) - count, int(frame.data["least"])
        if not count:
            return min(points, total)
        return points if least <= points < total else -1

    @rule("retreat.impossible")
    def _possible(self, state: CampaignState, frame: Frame, prefix: Action) -> bool:
        """Return whether an action that is begun can be completed."""
        units, count = frame.data["units"], int(prefix[0])
        lost, points = _points(prefix[1:]), self._points(state, frame, count)
        rest = points - len(prefix) + 1
        strengths = {unit: state.units.strength[unit] - lost.get(unit, 0) for unit in units}
        last = int(prefix[-1]) if len(prefix) > 1 else -1
        later = {unit: held for unit, held in strengths.items() if unit >= last}
        if min(strengths.values()) < 0 or sum(later.values()) < rest:
            return False
        if not self._armour(frame, lost, later, rest):
            return False
        return not count or self._retreats(state, units, lost, later, rest, count)

    def _retreats(
        self,
        state: CampaignState,
        units: Sequence[int],
        lost: Mapping[int, int],
        later: Mapping[int, int],
        rest: int,
        count: int,
    ) -> bool:
        """Return whether the units left can retreat, however ``rest`` more points are lost among them."""
        seen = set()
        for further in _shares(sorted(later.items()), rest):
            total = {unit: lost.get(unit, 0) + further.get(unit, 0) for unit in units}
            flight = self._flight(state, units, total, count)
            loads = tuple(
                (unit, weight(self.rules, state, *each)) for each in flight.units.items() for unit in each[:1]
            )
            key = (loads, tuple(sorted(flight.paid.items())))
            if key not in seen and can_retreat(self.rules, state, flight):
                return True
            seen.add(key)
        return False

    @rule("losses.armour-first")
    def _armour(self, frame: Frame, lost: Mapping[int, int], later: Mapping[int, int], rest: int) -> bool:
        """Return whether armour bears what it must."""
        wanted = frame.data.get("armour")
        if not wanted:
            return True
        types, tanks = self.rules.compiled.units.type, self.rules.losing_first
        borne = sum(points for unit, points in lost.items() if tanks[types[unit]])
        can = sum(held for unit, held in later.items() if tanks[types[unit]])
        return borne + min(rest, can) >= int(wanted)


def _points(units: Sequence[Token]) -> dict[int, int]:
    found: dict[int, int] = {}
    for unit in units:
        found[int(unit)] = found.get(int(unit), 0) + 1
    return found


def paid_by(state: CampaignState, lost: Mapping[int, int]) -> dict[int, int]:
    """Return the strength lost by each stack, by its hex."""
    found: dict[int, int] = {}
    for unit, points in lost.items():
        if points:
            found[state.units.place[unit]] = found.get(state.units.place[unit], 0) + points
    return found


def _shares(held: Sequence[tuple[int, int]], rest: int) -> Iterator[dict[int, int]]:
    """Yield every way in which units, with their strengths, can lose that many points together."""
    if not held:
        if not rest:
            yield {}
        return
    (unit, most), *others = held
    for points in range(min(rest, most) + 1):
        for share in _shares(others, rest - points):
            yield {unit: points, **share} if points else share
