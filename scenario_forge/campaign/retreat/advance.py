"""Advance after combat: along the retreat path through zones, elsewhere as far as the first of them (rule 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.situation import enemies, enemy_zones, room
from scenario_forge.campaign.state import CampaignState
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import NOBODY, Choice, Event, IllegalActionError, Next, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.state import Frame
    from scenario_forge.simulator.step import Action, Token

DONE = "done"


class Pursuit:
    """A possible advance of a unit: its path so far, and the retreat paths it is on."""

    def __init__(self, rules: Rules, state: CampaignState, frame: Frame, unit: int) -> None:
        self.rules, self.state, self.unit = rules, state, unit
        self.side = rules.compiled.units.side[unit]
        self.count, self.trails = int(frame.data["count"]), frame.data["trails"]
        self.path: tuple[int, ...] = ()
        self.on = frozenset((trail, -1) for trail in range(len(self.trails)))
        """Trail and place on it, for each that the advance has followed from its own first hex on."""
        self.barred, self.zone = enemies(rules, state, self.side), enemy_zones(rules, state, self.side)

    @property
    def at(self) -> int:
        """The hex that the unit has reached, or its place before it moves."""
        return self.path[-1] if self.path else self.state.units.place[self.unit]

    @rule("advance.path", "advance.off-path", "advance.distance")
    def steps(self) -> Iterator[Pursuit]:
        """Yield the advance a hex further, in each direction that is open."""
        if len(self.path) == self.count or (self.path and self.zone[self.at] and not self.on):
            return
        start = self.state.units.place[self.unit]
        for hex_ in self.rules.ways[6 * self.at : 6 * self.at + 6]:
            if hex_ >= 0 and not self.barred[hex_] and hex_ != start and hex_ not in self.path:
                yield self._to(hex_)

    def _to(self, hex_: int) -> Pursuit:
        made = object.__new__(Pursuit)
        made.__dict__.update(self.__dict__)
        made.path = (*self.path, hex_)
        made.on = frozenset(
            (trail, place + 1) for trail, place in self.on if self.trails[trail][place + 1 : place + 2] == [hex_]
        )
        return made

    def along(self, path: Sequence[Token]) -> Pursuit | None:
        """Return the advance at the end of a path; None where that is not open."""
        found: Pursuit | None = self
        for hex_ in path:
            found = next((made for made in found.steps() if made.at == hex_), None) if found else None
        return found

    @rule("advance.stacking")
    def may_stop(self) -> bool:
        """Return whether the unit may stop where it is: whether there is room (rule 5)."""
        return room(self.rules, self.state, self.side, self.at, self.unit)

    def can_end(self) -> bool:
        """Return whether it can stop here or further on."""
        return self.may_stop() or any(made.can_end() for made in self.steps())


class Advance(Step[CampaignState]):
    """The advance of units that fought: ``(unit, hex, …)``, and ``("done",)`` when no other shall.

    The frame holds the ``units`` that still may, how many hexes (``count``), and the retreat paths (``trails``).
    """

    id = "advance"
    clause = "advance.option"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    @rule("advance.option")
    def decider(self, state: CampaignState, frame: Frame) -> int:
        """Return the attacker, while one of his units can advance."""
        return state.clock.side[0] if any(self._open(state, frame, (unit,)) for unit in frame.data["units"]) else NOBODY

    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return units; then the hexes that one enters."""
        if not prefix:
            able = [unit for unit in frame.data["units"] if self._open(state, frame, (unit,))]
            return [*(Choice(unit, whole=False, more=True) for unit in able), Choice(DONE)]
        return [] if prefix == (DONE,) else self._open(state, frame, prefix)

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Advance the unit without cost in movement points; its side gains control of the hexes."""
        if action in {(), (DONE,)}:
            return Next()
        unit, path = int(action[0]), [int(hex_) for hex_ in action[1:]]
        side = self.rules.compiled.units.side[unit] + 1
        changes = [state.units.change(unit, "place", path[-1])]
        if not state.units.moved[unit]:
            changes.append(state.units.change(unit, "moved", 1))
        changes += [state.hexes.change(h, "control", side) for h in path if state.hexes.control[h] != side]
        event = Event("advances", tuple(changes), self.clause, (unit, state.units.place[unit], *path))
        left = [other for other in frame.data["units"] if other != unit]
        return Next((event,), (frame.with_values(units=left),) if left else ())

    def why_not(self, state: CampaignState, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:
        """Return the error for a token that cannot follow, with the clause that forbids it."""
        found = super().why_not(state, frame, prefix, token)
        if not prefix:
            return found
        unit = Pursuit(self.rules, state, frame, int(prefix[0])).along(prefix[1:])
        if unit is None or len(unit.path) == unit.count:
            return IllegalActionError(
                f"it may advance {frame.data['count']} hexes", self.rules.clauses["advance.distance"], len(prefix)
            )
        if unit.path and unit.zone[unit.at] and not unit.on:
            return IllegalActionError(
                "off the retreat path it stops in a zone of control",
                self.rules.clauses["advance.off-path"],
                len(prefix),
            )
        return found

    def _open(self, state: CampaignState, frame: Frame, prefix: Action) -> list[Choice]:
        unit = Pursuit(self.rules, state, frame, int(prefix[0])).along(prefix[1:])
        found = []
        for made in unit.steps() if unit else ():
            whole, more = made.may_stop(), any(further.can_end() for further in made.steps())
            if whole or more:
                found.append(Choice(made.at, whole=whole, more=more))
        return sorted(found)
