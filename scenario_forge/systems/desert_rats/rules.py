"""The rules that only *Desert Rats* has: private armies, sieges, white knees, 88s, concealed stacks."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from scenario_forge.campaign.arrivals.reinforcements import due_units, is_return
from scenario_forge.campaign.combat.differential import line_of
from scenario_forge.campaign.parameters.document import compiled_document
from scenario_forge.campaign.parameters.start_rules import DOWN, GREEN
from scenario_forge.campaign.rules import Rules
from scenario_forge.campaign.situation import unoccupied
from scenario_forge.campaign.state import AT_BASE
from scenario_forge.game.rule_marks import rule
from scenario_forge.simulator.step import Event
from scenario_forge.systems.desert_rats import raids
from scenario_forge.systems.desert_rats.columns import DesertColumns
from scenario_forge.systems.desert_rats.concealed import units_in_round
from scenario_forge.systems.desert_rats.parameters import DesertDocument
from scenario_forge.systems.desert_rats.raid_reach import raid_reach
from scenario_forge.systems.desert_rats.raiders import Raid
from scenario_forge.systems.desert_rats.siege import besieged, besieges
from scenario_forge.systems.desert_rats.state import DesertState, DesertUnits, desert_state
from scenario_forge.wargame.base.cells import pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from scenario_forge.campaign.movement.reach import Reach
    from scenario_forge.campaign.movement.walk import Walk
    from scenario_forge.campaign.state import CampaignState
    from scenario_forge.campaign.victory.objectives import RowReader
    from scenario_forge.simulator.state import Frame, Update
    from scenario_forge.systems.desert_rats.parameters import WhiteKnees


class DesertRules(Rules):
    """The compiled rules of one scenario of the game. Nothing in it changes in play."""

    state_type = DesertState
    units_type = DesertUnits
    flags = ("unsupplied", "halted", "down", "green")
    place_predicates = ("hold", "besieged", "besiege")

    @cached_property
    def given(self) -> DesertDocument:
        """The rules.yaml, with the parameters that only this game has."""
        return compiled_document(DesertDocument, self.compiled.parameters)

    @cached_property
    def columns(self) -> DesertColumns:
        """The columns of the shelf and of the game."""
        return DesertColumns.of(self.compiled.rules)

    # -- private armies --------------------------------------------------------------------------

    @cached_property
    def irregulars(self) -> Sequence[int]:
        """By unit: 1 for private armies."""
        return [self.columns.private_army_type[kind] for kind in self.compiled.units.type]

    @cached_property
    def irregular_costs(self) -> Sequence[int]:
        """The costs of private armies, which alone cross ground impassable to others (rules 3 and 11)."""
        return self.columns.cost_any

    def walk(self, state: CampaignState, unit: int) -> Walk | None:
        """Return the walk of a private army, which moves by rules of its own."""
        return Raid(self, desert_state(state), unit)

    def reach_of(self, walk: Walk) -> Reach | None:
        """Return the reach of a private army; None for other units."""
        return raid_reach(walk) if isinstance(walk, Raid) and walk.at >= 0 else None

    def before_move(self, state: CampaignState, unit: int) -> tuple[Frame, ...]:
        """Return frames for attempts at a private army before it, or an enemy in its place, leaves (11.9)."""
        return raids.before_leaving(self, desert_state(state), unit)

    def before_round(self, state: CampaignState) -> tuple[Frame, ...]:
        """Return frames for attempts to take a private army before a fight (11.9)."""
        return raids.before_combat(self, desert_state(state))

    def turn_begins(self, state: CampaignState) -> list[Update]:
        """Return changes that clear the attempts of the last player turn (11.11)."""
        units = desert_state(state).units
        return [units.change(unit, "tried", 0) for unit, tried in enumerate(units.tried) if tried]

    @rule("private-army.captured", "private-army.first-arrival", "private-army.placement")
    def returning(self, state: CampaignState, side: int) -> list[Event]:
        """Return events that bring arriving or captured private armies to their base (11.2, 11.10)."""
        units = state.units
        bases = unoccupied(self, state, side, self.columns.raider_returns)
        waiting = {unit for unit, _row in due_units(self, state, side)}
        return [
            Event(
                "arrives",
                (units.change(unit, "place", spot), units.change(unit, "down", 0)),
                self.clauses["private-army.captured"]
                if units.place[unit] == AT_BASE
                else self.clauses["private-army.placement"],
                (unit, spot),
            )
            for spot in bases
            for unit, owner in enumerate(self.compiled.units.side)
            if owner == side and self.irregulars[unit] and (units.place[unit] == AT_BASE or unit in waiting)
        ]

    # -- optional rules --------------------------------------------------------------------------

    @cached_property
    def white_knees(self) -> WhiteKnees:
        """The numbers of rule 15.

        Raises:
            LookupError: rules.yaml has none, so the option cannot be in play.
        """
        found = self.given.optional.white_knees
        if found is None:
            raise LookupError("rules.yaml has no optional.white_knees")
        return found

    def in_round(self, state: CampaignState, frame: Frame) -> Frame:
        """Return the frame with the units that may be looked at while the round lasts (16.1)."""
        return frame.with_values(met=units_in_round(self, state)) if self.option("concealed-movement") else frame

    @rule("white-knees.strength")
    def strength(self, state: CampaignState, unit: int) -> int:
        """Return the strength of a unit, reduced while it has white knees, never below 0 (rule 15)."""
        strength = state.units.strength[unit]
        if self.option("white-knees") and desert_state(state).units.green[unit]:
            return max(0, strength + self.white_knees.modifier)
        return strength

    @rule("white-knees.arrival")
    def on_arrival(self, state: CampaignState, unit: int, row: int) -> Mapping[str, int]:
        """Return the phases of white knees (rule 15): of first arrivals, unless the rule exempts them."""
        changes = self.compiled.changes
        if not self.option("white-knees") or state.units.stands[unit]:
            return {"green": 0}
        nation = self.compiled.units.nationality[unit]
        dated = (nation, changes.turn[row]) in pairs(self.columns.white_knees_arrivals)
        if is_return(self, unit, row) or dated or self.columns.white_knees_exempt[nation]:
            return {"green": 0}
        return {"green": self.white_knees.phases}

    @rule("white-knees.duration")
    def operations_end(self, state: CampaignState) -> list[Update]:
        """Return changes that take one phase off white knees (15.1)."""
        units = desert_state(state).units
        return [units.change(unit, "green", green - 1) for unit, green in enumerate(units.green) if green]

    @rule("eighty-eights.modifier")
    def modifier(self, attackers: Sequence[int], defenders: Sequence[int]) -> int:
        """Return the modifier of armour that attacks anti-tank units (rule 18)."""
        return line_of(self, "eighty_eights") if self._guns_meet(defenders, attackers) else 0

    modifier_source: ClassVar[tuple[str, str, str]] = (
        "armour attacks anti-tank units",
        "eighty-eights.modifier",
        "eighty_eights",
    )

    @rule("eighty-eights.losses")
    def lost_first(self, others: Sequence[int], units: Sequence[int]) -> int:
        """Return the strength that armour must lose first after meeting anti-tank units (rule 18)."""
        guns = self.given.optional.eighty_eights
        return guns.armour_first if guns and self._guns_meet(others, units) else 0

    def _guns_meet(self, guns: Sequence[int], tanks: Sequence[int]) -> bool:
        types, are_guns = self.compiled.units.type, self.columns.eighty_eights_types
        return (
            self.option("eighty-eights")
            and any(are_guns[types[unit]] for unit in guns)
            and any(self.losing_first[types[unit]] for unit in tanks)
        )

    @cached_property
    def losing_first(self) -> Sequence[int]:
        """By unit type: 1 for armour, which takes the first loss against anti-tank units."""
        return self.columns.eighty_eights_against

    # -- set-up and victory ----------------------------------------------------------------------

    def set_up(self, marked: Callable[[str], list[int]]) -> Mapping[str, list[int]]:
        """Return by column the marks of a set-up: private armies that have not rearmed; white knees."""
        return {"down": marked(DOWN), "green": marked(GREEN)}

    def marks(self, state: CampaignState, unit: int) -> Iterator[tuple[str, int]]:
        """Yield the marks of a unit: not rearmed, white knees."""
        units = desert_state(state).units
        yield from ((DOWN, units.down[unit]), (GREEN, units.green[unit]))

    def predicates(self, looks: RowReader) -> Mapping[str, Callable[[Any], bool]]:
        """Return the predicates of sieges: whether a place is besieged, and by whom (rule 14)."""
        return {
            "besieged": lambda place: besieged(self, looks.state, place["hex"]),
            "besiege": lambda place: besieges(self, looks.state, looks.side, place),
        }
