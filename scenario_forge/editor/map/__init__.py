"""Changes of whole parts of a map: areas, pieces that are moved and pasted, the grid, the underlay.

`editor/intent_requests.py` makes each change one step. A single hex, side or road is in ``editor/intents.py``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.editor.map.areas import area, area_hexes
from scenario_forge.editor.map.pieces import clear, move_hexes, paste
from scenario_forge.editor.map.regrid import regrid

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.editor.intents import Intent

MAPPING: Mapping[str, Intent] = {
    "map.area": area,
    "map.area.hexes": area_hexes,
    "map.move": move_hexes,
    "map.paste": paste,
    "map.clear": clear,
    "map.grid": regrid,
}
"""By the name under which the page asks for it."""
