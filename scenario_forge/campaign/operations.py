"""The operations phase: units move in any order under one clock, with rounds of combat in between (rules 2, 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.campaign.combat.combat import ROUND, declare_round
from scenario_forge.campaign.movement.obligations import laggards, units_behind
from scenario_forge.campaign.movement.walk import Walk, next_choices, next_walks
from scenario_forge.campaign.movement.walks import costs_of, walk_after, walk_of
from scenario_forge.campaign.situation import enemy_zones
from scenario_forge.campaign.state import CampaignState
from scenario_forge.campaign.supply.combat_supply import can_fight
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import Choice, IllegalActionError, Next, Step

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.step import Action, Token

END = "end"


class Operations(Step[CampaignState]):
    """The side's decision to move a unit hex by hex, declare a round of combat, or end the phase.

    An action is ``(unit, hex, hex, …)``, ``("round",)`` or ``("end",)``.
    """

    id = "operations"
    clause = "movement.operations"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return the phasing side."""
        return state.clock.side[0]

    @rule("movement.operations", "movement.alternation", "movement.any-units", "sequence.operations-phase")
    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return units that can move, `round` and `end`; then the places that the unit can enter next."""
        if prefix in {(END,), (ROUND,)}:
            return ()
        if not prefix:
            end = [] if laggards(self.rules, state, state.clock.side[0]) else [Choice(END)]
            fight = [Choice(ROUND)] if self._may_fight(state) else []
            return [*end, *fight, *(Choice(unit, whole=False, more=True) for unit in self._movable(state))]
        return self._hexes(state, prefix)

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Begin the march or the round, or end the phase."""
        if action == (END,):
            return Next()
        if action == (ROUND,):
            made = declare_round(self.rules, state, frame)
            return made._replace(frames=(*made.frames, *self.rules.before_round(state)))
        march = Frame("march", {"unit": action[0], "way": list(action[1:])})
        return Next((), (frame, march, *self.rules.before_move(state, int(action[0]))))

    def legal(self, state: CampaignState, frame: Frame, action: Action) -> bool:  # noqa: ARG002
        """Return whether an action is allowed, found by following its way instead of listing all moves."""
        if action == (END,):
            return not laggards(self.rules, state, state.clock.side[0])
        if action == (ROUND,):
            return self._may_fight(state)
        return self._can_go(state, action)

    def allows(self, state: CampaignState, frame: Frame, action: Action) -> IllegalActionError | None:
        """Return the objection to an action; stages are listed only if there is one."""
        return None if self.legal(state, frame, action) else super().allows(state, frame, action)

    def why_not(self, state: CampaignState, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:
        """Return the error for a token that cannot follow, with the clause that forbids it."""
        found = super().why_not(state, frame, prefix, token)
        if token == ROUND and not prefix:
            if units_behind(self.rules, state, state.clock.side[0]):
                return IllegalActionError(
                    "unsupplied units must first move as far as the others",
                    self.rules.clauses["unsupplied.keeping-pace"],
                    0,
                )
            return IllegalActionError("no enemy can be attacked", self.rules.clauses["combat.possible"], 0)
        if token == END and not prefix:
            return IllegalActionError(
                "unsupplied units must still move toward home", self.rules.clauses["unsupplied.obligation"], 0
            )
        if prefix and isinstance(token, int) and token >= 0:
            zone = enemy_zones(self.rules, state, state.clock.side[0])
            if zone[token]:
                return IllegalActionError(
                    f"hex {token} is in an enemy zone of control", self.rules.clauses["zones.entry"], len(prefix)
                )
            return IllegalActionError(
                f"hex {token} cannot be entered with the points left", self.rules.clauses["movement.steps"], len(prefix)
            )
        return found

    # -- who, and where to -----------------------------------------------------------------------

    @rule("combat.call")
    def _may_fight(self, state: CampaignState) -> bool:
        """Return whether a round can be declared: enemies are near, unsupplied units have kept pace (8.18)."""
        return can_fight(self.rules, state) and not units_behind(self.rules, state, state.clock.side[0])

    @rule("movement.eligible")
    def _movable(self, state: CampaignState) -> Iterator[int]:
        """Yield the units that can enter some hex and end their move."""
        side, units, rules = state.clock.side[0], self.rules.compiled.units, self.rules
        for unit, owner in enumerate(units.side):
            if owner == side and rules.moves[unit]:
                walk = walk_of(rules, state, unit)
                if any(after.can_end() for after in next_walks(walk)):
                    yield unit

    def _can_go(self, state: CampaignState, action: Action) -> bool:
        """Return whether the action is a move of a unit of the side that it can complete."""
        rules, unit = self.rules, action[0] if action else ""
        if not isinstance(unit, int) or not 0 <= unit < len(rules.fights) or len(action) < 2:
            return False
        if rules.compiled.units.side[unit] != state.clock.side[0] or not rules.moves[unit]:
            return False
        return costs_of(rules, state, unit, action[1:])[1]

    def _hexes(self, state: CampaignState, prefix: Action) -> list[Choice]:
        """Return where the unit can go next, so that the move can be completed within its points."""
        return next_choices(walk_after(self.rules, state, int(prefix[0]), prefix[1:]))


class March(Step[CampaignState]):
    """The rest of a move, hex by hex, so that the effects of a hex come before the next."""

    id = "march"
    clause = "movement.steps"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Enter the next hexes up to where something may happen, unless the unit is gone or stopped.

        What is entered in a row is one event. Those whom other rules bind go a hex at a time.
        """
        unit, way = frame.data["unit"], frame.data["way"]
        if not way:
            return Next()
        walk, going = walk_of(self.rules, state, unit), list[tuple[int, int]]()
        if type(walk) is not Walk:
            price = walk.price(way[0], freely=True)
            return Next() if price is None else Next((walk.go(way[0], price),), (frame.with_values(way=way[1:]),))
        eventful = _places_with_effects(self.rules, state)
        for place, cost in zip(way, costs_of(self.rules, state, unit, tuple(way))[0], strict=False):
            if place in way[: len(going)]:
                break
            going.append((place, cost))
            if place in eventful:
                break
        return Next((walk.march(going),), (frame.with_values(way=way[len(going) :]),)) if going else Next()


def _places_with_effects(rules: Rules, state: CampaignState) -> frozenset[int]:
    """Return the places where entering may have effects: those with supply or an irregular."""

    def make() -> frozenset[int]:
        return frozenset((*state.supplies.place, *(state.units.place[unit] for unit in rules.irregular_units)))

    return state.derived("places with effects", ("units.place", "supplies.place"), make)
