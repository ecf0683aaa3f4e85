"""The faces of counters as drawings, by what they are of; the same for sheets, cards, diagrams and replay.

    canvas.place(unit_front(brief, unit), at, name=counter_id(unit))

Each is as large as ``brief.profile.counter``. Pure functions: the same values give the same drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.printing.counters.markers import blank_face, marker_picture, marker_reverse
from scenario_forge.printing.counters.units import unit_picture, unit_reverse

if TYPE_CHECKING:
    from scenario_forge.documents.counters import Marker, UnitCounter
    from scenario_forge.printing.brief import Brief
    from scenario_forge.printing.counters.entry import Spot
    from scenario_forge.printing.svg import Canvas


def counter_id(unit: UnitCounter) -> str:
    """A unit's id in drawings: ``counter-axis-15``."""
    return f"counter-{unit.side}-{unit.no}"


def unit_front(brief: Brief, unit: UnitCounter, spot: Spot | None = None) -> Canvas:
    """A unit's front in any size; ``spot`` is where or when a scenario brings it in."""
    return unit_picture(brief, unit, spot).canvas()


def unit_back(brief: Brief, unit: UnitCounter) -> Canvas:
    """A unit's back: its nationality, or what it says when turned over in play."""
    return unit_reverse(brief, unit).canvas()


def marker_front(brief: Brief, marker: Marker) -> Canvas:
    """A marker's front."""
    return marker_picture(brief, marker).canvas()


def marker_back(brief: Brief, marker: Marker) -> Canvas:
    """A marker's back."""
    return marker_reverse(brief, marker).canvas()


def blank(brief: Brief, nationality: str | None = None) -> Canvas:
    """A spare counter of a nationality, or a plain one."""
    return blank_face(brief, nationality).canvas()
