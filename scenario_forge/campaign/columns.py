"""The columns of a compiled scenario that the rules read, declared once for compiler and play."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

C = TypeVar("C", bound="Columns")


@dataclass(frozen=True)
class Columns:
    """Columns of numbers by kind, place or edge; one that a game does not have is empty.

    The compiler names `cost_terrain` `cost.terrain`.
    """

    scale: Sequence[int] = ()
    """One number: costs are counted in this fraction of a movement point."""
    grid_width: Sequence[int] = ()
    """One number: hexes in a row of the map."""
    cost_terrain: Sequence[int] = ()
    """By terrain: scaled points to enter it, 0 where combat units cannot."""
    cost_terrain_halved: Sequence[int] = ()
    """By terrain: 1 where the strategic rate is cheaper."""
    cost_any: Sequence[int] = ()
    """By terrain: scaled points, also of ground that only irregulars enter."""
    cost_side: Sequence[int] = ()
    """By hexside kind: scaled points to cross it."""
    cost_side_barred: Sequence[int] = ()
    """By hexside kind: 1 where nobody crosses it."""
    cost_line: Sequence[int] = ()
    """By line kind: scaled points to follow it into a hex."""
    cost_line_halved: Sequence[int] = ()
    """By line kind: 1 where the strategic rate is cheaper."""
    line_retreat: Sequence[int] = ()
    """By line kind: 1 where unsupplied units may follow it home."""
    combat_die: Sequence[int] = ()
    """The number of dice, and their faces."""
    combat_columns: Sequence[int] = ()
    """By column of the combat results table: its least differential."""
    combat_attacker: Sequence[int] = ()
    """By throw and column: the loss of the attacker."""
    combat_defender: Sequence[int] = ()
    """By throw and column: the loss of the defender."""
    combat_terrain: Sequence[int] = ()
    """By terrain: its modifier of the differential."""
    combat_side: Sequence[int] = ()
    """By hexside kind: its modifier of the differential."""
    combat_side_impossible: Sequence[int] = ()
    """By hexside kind: 1 where nobody attacks across it."""
    combat_armoured: Sequence[int] = ()
    """By unit type: 1 where it leaves wrecks and attacks fortifications badly."""
    stacking_weight: Sequence[int] = ()
    """By size: the weight of a unit."""
    stacking_depleted: Sequence[int] = ()
    """By size: the weight of a worn unit."""
    zones_without: Sequence[int] = ()
    """By unit type: 1 where it has no zone of control."""
    fortification_benefits: Sequence[int] = ()
    """By unit type: 1 where fortifications help it."""
    fortification_caps: Sequence[int] = ()
    """Flat rows of (hex, highest differential)."""
    supply_immune: Sequence[int] = ()
    """By unit type: 1 where it needs no supply."""
    supply_general_radius: Sequence[int] = ()
    """By nationality, in hexes."""
    supply_combat_radius: Sequence[int] = ()
    """By nationality, in hexes."""
    supply_capture_die: Sequence[int] = ()
    """The number of dice, and their faces."""
    repair_die: Sequence[int] = ()
    """The number of dice, and their faces."""
    repair_table: Sequence[int] = ()
    """By modified throw from 1 on: points repaired, or lost if negative."""
    repair_side_modifier: Sequence[int] = ()
    """By side, added to the throw."""
    home_places: Sequence[int] = ()
    """Flat rows of (side, spot, radius, always supplied)."""
    control: Sequence[int] = ()
    """Flat rows of (hex, side) for what is controlled when play begins."""
    centres_supply_only: Sequence[int] = ()
    """By place: 1 where a centre takes supply units only."""
    places_box_forbidden: Sequence[int] = ()
    """By place: 1 where no box may be."""
    off_map_cost: Sequence[int] = ()
    """By box: scaled points to enter it."""
    off_map_emergency: Sequence[int] = ()
    """By box: hexes of the emergency edge that are open."""
    off_map_enemies: Sequence[int] = ()
    """By box: a bit mask of enemy unit types that may enter."""
    off_map_supply: Sequence[int] = ()
    """By box: 1 where supply paths lead into it."""
    off_map_edge_begins: Sequence[int] = ()
    """By box, and one more: the start of its hexes in `off_map_edge`."""
    off_map_edge: Sequence[int] = ()
    """The hexes of emergency edges, box by box."""

    @classmethod
    def of(cls: type[C], arrays: Mapping[str, Sequence[int]]) -> C:
        """Return the columns of a compiled scenario, which may have others that the rules do not read."""
        known = {field.name for field in fields(cls)}
        named = {name.replace(".", "_"): values for name, values in arrays.items()}
        return cls(**{name: values for name, values in named.items() if name in known})
