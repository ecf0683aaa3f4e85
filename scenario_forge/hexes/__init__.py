"""The geometry of printed hex maps: ids, neighbours, distances, hexsides, ways; nothing of any game.

Called by project, rules, checks, compiler and printing. Imports nothing of ours: hexes are whole numbers.
"""

from scenario_forge.hexes.grid import DIRECTIONS, OFF, Grid, Neighbours, Orientation, Parity, Six, opposite
from scenario_forge.hexes.hexid import HexIdError
from scenario_forge.hexes.metric import (
    Cube,
    Point,
    centre,
    corners,
    cube,
    disk,
    distance,
    extent,
    from_cube,
    lattice_centre,
    lattice_corners,
    line,
    millimetres,
    ring,
)
from scenario_forge.hexes.numbering import GridError, Pattern, RowsFrom, Sheet, parse_pattern
from scenario_forge.hexes.paths import components, connected, gaps, reach, shortest_path, without_sides
from scenario_forge.hexes.sides import (
    Side,
    SideError,
    across,
    border,
    chains,
    format_side,
    parse_side,
    side,
    side_between,
    side_ends,
)

__all__ = [
    "DIRECTIONS",
    "OFF",
    "Cube",
    "Grid",
    "GridError",
    "HexIdError",
    "Neighbours",
    "Orientation",
    "Parity",
    "Pattern",
    "Point",
    "RowsFrom",
    "Sheet",
    "Side",
    "SideError",
    "Six",
    "across",
    "border",
    "centre",
    "chains",
    "components",
    "connected",
    "corners",
    "cube",
    "disk",
    "distance",
    "extent",
    "format_side",
    "from_cube",
    "gaps",
    "lattice_centre",
    "lattice_corners",
    "line",
    "millimetres",
    "opposite",
    "parse_pattern",
    "parse_side",
    "reach",
    "ring",
    "shortest_path",
    "side",
    "side_between",
    "side_ends",
    "without_sides",
]
