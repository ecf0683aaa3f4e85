"""The compiled rules of one scenario: the numbers of rules.yaml, its units and supply markers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

from scenario_forge.campaign.columns import Columns
from scenario_forge.campaign.parameters.document import RulesDocument, compiled_document
from scenario_forge.game.formula import exact
from scenario_forge.wargame.base.cells import pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from scenario_forge.campaign.parameters.scoring import MechanisedRetreat
    from scenario_forge.compiler.compiled import CompiledScenario


@dataclass(frozen=True)
class Marker:
    """A supply marker of the counter mix."""

    side: int
    captured: bool
    movement: int


class Army:
    """The numbers, units and markers of a scenario. Nothing in it changes in play."""

    def __init__(self, compiled: CompiledScenario) -> None:
        self.compiled = compiled
        self.sides = len(compiled.keys["sides"])
        self.scale = self.columns.scale[0]

    @cached_property
    def given(self) -> RulesDocument:
        """The rules.yaml that the scenario was compiled from: its numbers, choices and lists by their own names."""
        return compiled_document(RulesDocument, self.compiled.parameters)

    @cached_property
    def strategic_percent(self) -> int:
        """The factor of the strategic rate in hundredths, so that costs stay whole (rule 3)."""
        return _percent(self.given.movement.strategic_factor)

    @cached_property
    def depleted_percent(self) -> int:
        """The part of its printed strength below which a unit is worn down, in hundredths (rule 5)."""
        return _percent(self.given.stacking.depleted_below)

    @cached_property
    def mechanised_retreat(self) -> MechanisedRetreat:
        """The numbers of the retreat through zones of control (rule 17).

        Raises:
            LookupError: rules.yaml has none, so the option cannot be in play.
        """
        found = self.given.optional.mechanised_retreat
        if found is None:
            raise LookupError("rules.yaml has no optional.mechanised_retreat")
        return found

    @cached_property
    def width(self) -> int:
        """The number of hexes in a row of the map."""
        return self.columns.grid_width[0]

    @cached_property
    def columns(self) -> Columns:
        """The columns by terrain, type, nationality, place or box."""
        return Columns.of(self.compiled.rules)

    @cached_property
    def modifiers(self) -> Mapping[str, int]:
        """By line of the combat results table: its modifier of the differential."""
        start = "combat.modifier."
        rows = self.compiled.rules.items()
        return {name.removeprefix(start): values[0] for name, values in rows if name.startswith(start) and values}

    def option(self, name: str) -> bool:
        """Return whether an optional rule is in play."""
        return name in self.compiled.options

    # -- kinds -----------------------------------------------------------------------------------

    @cached_property
    def fights(self) -> Sequence[int]:
        """By unit: 1 where it is a combat unit, with a zone of control or without."""
        return [int(bool(self.compiled.kinds.type_combat[kind])) for kind in self.compiled.units.type]

    @cached_property
    def zoneless(self) -> frozenset[int]:
        """Combat units that have no zone of control, such as artillery in some games."""
        types, without = self.compiled.units.type, self.columns.zones_without
        return frozenset(unit for unit, fights in enumerate(self.fights) if fights and without[types[unit]])

    @cached_property
    def fighters(self) -> Sequence[Sequence[int]]:
        """By side: its combat units, in ascending order."""
        owners = self.compiled.units.side
        return [[u for u, owner in enumerate(owners) if owner == s and self.fights[u]] for s in range(self.sides)]

    @cached_property
    def places(self) -> Sequence[Callable[[Sequence[int]], tuple[int, ...]]]:
        """By side: a function that picks the rows of its combat units from a column of all units."""
        return [_taker(rows) for rows in self.fighters]

    @cached_property
    def others(self) -> Sequence[Sequence[int]]:
        """By side: the other sides, in ascending order."""
        return [[other for other in range(self.sides) if other != side] for side in range(self.sides)]

    @cached_property
    def weights(self) -> Sequence[tuple[int, int, int]]:
        """By unit: the strength below which it is worn down, and its stacking weight below it and above."""
        units, share = self.compiled.units, self.depleted_percent
        worn, whole = self.columns.stacking_depleted, self.columns.stacking_weight
        pairs = zip(units.size, units.strength, strict=True)
        return [(-(-share * most // 100), worn[size], whole[size]) for size, most in pairs]

    @cached_property
    def stacking_limit(self) -> int:
        """The stacking limit of a hex or a box (rule 5)."""
        return self.given.stacking.limit

    @cached_property
    def earlier_units(self) -> frozenset[int]:
        """Units that by an author's own set-up were in play before the start, but are not at the start."""
        return frozenset(unit for unit, _ in pairs(self.compiled.rules.get("start.unit.again", ())))

    # -- markers ---------------------------------------------------------------------------------

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        """Every supply marker of the mix, ordinary before captured, side by side."""
        types, kinds = self.compiled.marker_types, self.compiled.keys["marker_kinds"]
        found: list[Marker] = []
        unprinted = self.given.supply.movement
        for wanted in ("supply", "captured"):
            for row, kind in enumerate(types.kind):
                if kinds[kind] == wanted:
                    movement = types.movement[row] if types.movement[row] >= 0 else unprinted
                    made = Marker(types.side[row], wanted == "captured", movement)
                    found += [made] * types.count[row]
        return tuple(found)


def _percent(part: float) -> int:
    """Return a decimal fraction in hundredths, exactly as written: 0.29 is 29."""
    return int(exact(part) * 100)


def _taker(rows: Sequence[int]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return a function that picks rows from a column; `itemgetter` gives no tuple for one row and refuses none."""
    if len(rows) > 1:
        return itemgetter(*rows)
    return lambda column: tuple([column[row] for row in rows])
