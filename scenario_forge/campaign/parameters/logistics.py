"""Numbers of supply and of the logistics phase: radii, home bases, repair."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from scenario_forge.campaign.parameters.values import Count, Die, RulesPlace, RulesType
from scenario_forge.documents.base import Id, Model, Text
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import NationalityName, SideName


class Supply(Model):
    """Supply units and what they reach."""

    general_radius: dict[NationalityName, Count]
    """By nationality, in hexes of the supply path."""
    combat_radius: dict[NationalityName, Count]
    """By nationality, in hexes of the supply path."""
    attrition: Count
    """Strength that a unit out of general supply loses at the end of logistics."""
    immune: list[RulesType]
    """Unit types that need no supply."""
    movement: Count
    """Movement allowance of a supply unit whose counter prints none."""
    capture_die: Die
    """What is thrown to capture a face-down supply unit."""
    capture_up_to: Count
    """Highest throw that captures a face-down one; a face-up one is always captured."""
    captured_overflow: Literal["ordinary", "lost"]
    """What a captured one becomes when all captured markers are out."""
    retreat_along: list[Annotated[Id, Names("line kind", called="kind of line")]] = Field(default_factory=list)
    """Kinds of lines that unsupplied units may follow home, whatever the distance."""
    gone: ClassVar = {
        "strategic": False,
        "unsupplied_strategic": False,
        "captured_counts": False,
        "used_removed": "game_turn",
        "used_gives_general_supply": True,
    }


class Logistics(Model):
    """The logistics phase: what a replacement point adds, and centres that take supply alone."""

    replacement_strength: Count
    """Strength that one replacement point adds."""
    supply_only: list[Annotated[Text, Names("supply centre")]] = Field(default_factory=list)
    """Supply centres that take supply units only."""
    gone: ClassVar = {"replacements_saved": False, "replacements_in_zone": False, "rebuilt_at": "supply_centre"}


class HomeBase(Model):
    """Where a side's unsupplied units make for."""

    places: Annotated[list[RulesPlace], Field(min_length=1)]
    """Places or off-map boxes."""
    radius: dict[Annotated[Id, Names("place id")], Count]
    """By id of the place: hexes around it that belong to the base area; empty where no place has an area."""
    always_supplied: list[RulesPlace]
    """Those of the places in whose area its units are always in general supply."""

    def area(self, place: str) -> int:
        """Return the radius around a place, by its id; 0 for an off-map box and for bases that are hexes."""
        return self.radius.get(place, 0)


class Repair(Model):
    """Repair of wrecks: its die, its table or text, and whether points may be kept."""

    die: Die
    """What is thrown for each hex."""
    chart: Annotated[Id, Names("chart", called="chart of repair")]
    """The table that holds unless `by_text`."""
    by_text: bool
    """True: `result` holds instead of the table."""
    result: dict[Id, int]
    """By throw, as the rule's text has it: points repaired, or lost if negative."""
    modifier: dict[SideName, int]
    """By side, added to the throw."""
    saved: Literal["never", "all_full", "always"]
    """When repaired points may be kept."""
    gone: ClassVar = {"in_zone": False}
