"""Combat supply in a round: the attacker brings supply up, the defender uses what he has in range (rule 8)."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from scenario_forge.campaign.contact import contact
from scenario_forge.campaign.situation import steps_from
from scenario_forge.campaign.state import NOWHERE, CampaignState
from scenario_forge.campaign.supply.supply_ways import hexes_away, ranges
from scenario_forge.game.rule_marks import rule
from scenario_forge.mechanics.movement import way
from scenario_forge.simulator.state import Frame
from scenario_forge.simulator.step import NOBODY, Choice, Event, IllegalActionError, Next, Step, Subset

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scenario_forge.campaign.rules import Rules
    from scenario_forge.simulator.step import Action, Token

DONE = "done"


@rule("supply.combat-radius")
def reach(rules: Rules, state: CampaignState, unit: int) -> Sequence[int]:
    """Return for each hex the steps of the supply path from a unit, −1 beyond its combat supply radius."""
    side, nation = rules.compiled.units.side[unit], rules.compiled.units.nationality[unit]
    radius = rules.columns.supply_combat_radius[nation]
    return steps_from(rules, state, side, state.units.place[unit], radius)


@rule("supply.combat")
def supplied_units(rules: Rules, state: CampaignState, units: Iterable[int], *, used: bool = True) -> list[int]:
    """Return the units with a supply unit of their side in range: a face-down one, or any if not ``used``."""
    found = []
    for unit in units:
        steps = reach(rules, state, unit)
        if any(steps[state.supplies.place[n]] >= 0 for n in own_markers(rules, state, unit, used=used)):
            found.append(unit)
    return found


def own_markers(rules: Rules, state: CampaignState, unit: int, *, used: bool) -> list[int]:
    """Return the supply markers on the map of a unit's side; with ``used`` only those face down."""
    side = rules.compiled.units.side[unit]
    return [
        n
        for n, marker in enumerate(rules.markers)
        if marker.side == side and state.supplies.place[n] >= 0 and (not used or state.supplies.used[n])
    ]


# -- the attacker brings supply up -------------------------------------------------------------------


class CombatSupply(Step[CampaignState]):
    """The attacker's supply units, brought up and turned face down, the nearest first.

    An action is ``(marker, hex)``, the hex where it serves, its own where it stays; or ``("done",)``. It goes
    by the cheapest way at ordinary rates and on its own allowance.
    """

    id = "combat-supply"
    clause = "supply.brought-up"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:  # noqa: ARG002
        """Return the attacker, as long as a supply unit can help one of his units."""
        return state.clock.side[0] if self.helpful(state) else NOBODY

    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:  # noqa: ARG002
        """Return the supply units that come first, and where each can serve."""
        if not prefix:
            done = [Choice(DONE)] if has_effect(self.rules, state) else []
            return [*(Choice(n, whole=False, more=True) for n in self.helpful(state)), *done]
        if len(prefix) == 1 and prefix[0] != DONE:
            return [Choice(hex_) for hex_ in self.helpful(state).get(int(prefix[0]), ())]
        return ()

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Bring the unit up and turn it face down; or go on to attackers without supply."""
        if action in {(), (DONE,)}:
            return Next((), (Frame("unsupplied-attackers"),))
        marker, end = int(action[0]), int(action[1])
        start, supplies = state.supplies.place[marker], state.supplies
        cost, came = ranges(self.rules, state, marker)
        path = way(came, start, end)
        changes = [supplies.change(marker, "place", end)] if path else []
        if path:
            changes.append(supplies.change(marker, "spent", supplies.spent[marker] + cost[end]))
        if not supplies.used[marker]:
            changes.append(supplies.change(marker, "used", 1))
        return Next((Event("supply brought up", tuple(changes), self.clause, (marker, start, *path)),), (frame,))

    def why_not(self, state: CampaignState, frame: Frame, prefix: Action, token: Token) -> IllegalActionError:  # noqa: ARG002
        """Return the error for a token that cannot follow, with the clause that forbids it."""
        if prefix:
            return IllegalActionError(
                f"in {token} it cannot be, or serves nobody", self.rules.clauses["supply.brought-up"], 1
            )
        if token == DONE:
            return IllegalActionError(
                "a round is declared, and without supply nobody would fight", self.rules.clauses["combat.possible"]
            )
        return IllegalActionError(
            f"supply {token} is not the nearest that can help", self.rules.clauses["supply.nearest-first"]
        )

    @rule("supply.attackers", "supply.brought-up", "supply.own-points")
    def helpful(self, state: CampaignState) -> dict[int, list[int]]:
        """Return for each supply unit that may come next the hexes where it supplies one more attacker."""

        def make() -> dict[int, list[int]]:
            return self._helpful(state)

        return state.derived("helpful supply", ("units", "hexes", "supplies", "clock"), make)

    def _helpful(self, state: CampaignState) -> dict[int, list[int]]:
        attackers = list(contact(self.rules, state, state.clock.side[0]).targets)
        wanting = sorted(set(attackers).difference(supplied_units(self.rules, state, attackers)))
        found: dict[int, set[int]] = {}
        spots: dict[int, set[int]] = {}
        for unit in wanting:
            steps = reach(self.rules, state, unit)
            within = _reached(steps)
            able: dict[int, set[int]] = {}
            for marker in self._own(state):
                if marker not in spots:
                    spots[marker] = _reached(ranges(self.rules, state, marker)[0])
                hexes = within & spots[marker]
                if hexes:
                    able[marker] = hexes
            places = {m: state.supplies.place[m] for m in able}
            near = hexes_away(self.rules, state, state.units.place[unit], places)
            for marker, distance in near.items():
                if distance == min(near.values()):
                    found.setdefault(marker, set()).update(able[marker])
        return {marker: sorted(found[marker]) for marker in sorted(found)}

    def _own(self, state: CampaignState) -> list[int]:
        """Return the supply units of the side, also in boxes: they come onto the map as others do (12.2)."""
        side, place = state.clock.side[0], state.supplies.place
        return [n for n, m in enumerate(self.rules.markers) if m.side == side and place[n] != NOWHERE]


def _reached(steps: Sequence[int]) -> set[int]:
    """Return the hexes that have a cost or a number of steps."""
    import numpy as np  # noqa: PLC0415 - heavy, and worked examples of battles do without

    return set(np.flatnonzero(np.asarray(steps) >= 0).tolist())


# -- the defender uses what he has -------------------------------------------------------------------


class DefenceSupply(Step[CampaignState]):
    """The use of the fewest supply units that cover all defenders; the owner picks if several sets would do (8.22)."""

    id = "defence-supply"
    clause = "supply.fewest-units"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def decider(self, state: CampaignState, frame: Frame) -> int:
        """Return the defender, if several sets of supply units cover all."""
        sets = self.sets(state, frame)
        return self.rules.markers[sets[0][0]].side if len(sets) > 1 else NOBODY

    def choices(self, state: CampaignState, frame: Frame, prefix: Action) -> Sequence[Choice]:
        """Return the sets of supply units that cover all defenders."""
        sets = [frozenset(one) for one in self.sets(state, frame)]
        members, size = sorted(frozenset().union(*sets)), max(map(len, sets), default=0)
        return Subset(members, size, size, fits=lambda some: any(one.issuperset(some) for one in sets)).choices(prefix)

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:
        """Turn the supply units face down; the battles follow."""
        following = () if "again" in frame.data else (Frame("battles", {"battles": frame.data["battles"]}),)
        sets = self.sets(state, frame)
        chosen = action or (sets[0] if sets else ())
        if not chosen:
            return Next((), following)
        changes = tuple(state.supplies.change(int(n), "used", 1) for n in chosen)
        return Next(
            (Event("supply used", changes, self.rules.clauses["supply.defence"], tuple(int(n) for n in chosen)),),
            following,
        )

    @rule("supply.defence-renewed")
    def frame_for(self, state: CampaignState, battle: Mapping[str, Any]) -> tuple[Frame, ...]:
        """Return this step's frame for one battle, if earlier ones changed which supply is in range."""
        frame = Frame(self.id, {"battles": [battle], "again": 1})
        return (frame,) if self.sets(state, frame) else ()

    @rule("supply.defence", "supply.fewest-units")
    def sets(self, state: CampaignState, frame: Frame) -> list[tuple[int, ...]]:
        """Return the smallest sets that serve all who can be served and are not yet; none if all are."""
        units = [unit for battle in frame.data["battles"] for unit in battle["defenders"]]
        in_range = [set(self._in_range(state, unit)) for unit in units]
        used = {n for n, flag in enumerate(state.supplies.used) if flag}
        open_ = [markers for markers in in_range if markers and not markers & used]
        if not open_:
            return []
        able = sorted(set().union(*open_))
        for size in range(1, len(able) + 1):
            found = [one for one in combinations(able, size) if all(markers.intersection(one) for markers in open_)]
            if found:
                return found
        return []

    def _in_range(self, state: CampaignState, unit: int) -> list[int]:
        steps = reach(self.rules, state, unit)
        return [n for n in own_markers(self.rules, state, unit, used=False) if steps[state.supplies.place[n]] >= 0]


@rule("combat.unsupplied-attackers")
def unsupplied(rules: Rules, state: CampaignState) -> list[int]:
    """Return the units that must attack and are out of combat supply, in ascending order."""
    bound = sorted(contact(rules, state, state.clock.side[0]).bound)
    return sorted(set(bound).difference(supplied_units(rules, state, bound)))


class UnsuppliedAttackers(Step[CampaignState]):
    """The loss of attackers without combat supply, who take no other part in the round (rules 6 and 8)."""

    id = "unsupplied-attackers"
    clause = "combat.unsupplied-attackers"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def apply(self, state: CampaignState, frame: Frame, action: Action) -> Next:  # noqa: ARG002
        """Take their losses one by one, then go on to the allocation among supplied units."""
        rules = self.rules
        fed = supplied_units(rules, state, contact(rules, state, state.clock.side[0]).targets)
        frames = [
            Frame(
                "losses",
                {
                    "role": "unsupplied",
                    "units": [unit],
                    "loss": rules.given.combat.unsupplied_attacker_result,
                    "least": rules.given.combat.unsupplied_attacker_minimum_loss,
                    "most": rules.given.combat.unsupplied_attacker_retreat,
                },
            )
            for unit in unsupplied(rules, state)
        ]
        return Next((), (Frame("allocation", {"served": fed}), *reversed(frames)))


@rule("combat.possible")
def can_fight(rules: Rules, state: CampaignState) -> bool:
    """Return whether a round of combat of the phasing side could have any effect (rules 2 and 6)."""
    return has_effect(rules, state) or bool(CombatSupply(rules).helpful(state))


@rule("combat.possible")
def has_effect(rules: Rules, state: CampaignState) -> bool:
    """Return whether a round would have any effect with supply as it is: someone must attack, or can.

    A round that nobody fights costs nothing, so it could be declared for ever.
    """
    met = contact(rules, state, state.clock.side[0])
    return bool(met.bound) or bool(supplied_units(rules, state, met.targets))
