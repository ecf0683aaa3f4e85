"""The rules.yaml of this family of rules: every number, so that another campaign needs no code.

Places, units, nationalities, sides and dates are keys and values of the YAML, never names in here. A key
that stands for a place is its name in lower case with `_` for blanks. What a printed chart holds (costs,
combat modifiers, results) stays in charts.yaml. The dotted paths of this document are the
names under which clauses, charts, victory rows and examples state the same quantities.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeVar

from pydantic import Field

from scenario_forge.campaign.parameters.logistics import HomeBase, Logistics, Repair, Supply
from scenario_forge.campaign.parameters.operations import Combat, Fortification, Movement, OffMap, Stacking, Zones
from scenario_forge.campaign.parameters.scoring import OptionalRules, Scoring
from scenario_forge.documents.base import Document, Id
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import SideName, StartDateName
from scenario_forge.wargame.sequence_tree import SequenceTree

_UNPLAYED = {"basis", "provenance", "control"}
"""Keys that play does not read: prose about sources, and control, which is compiled for one start."""


class RulesDocument(Document):
    """The numbers of the rules."""

    sequence: SequenceTree
    movement: Movement
    zones: Zones
    stacking: Stacking
    combat: Combat
    fortification: Fortification
    supply: Supply
    logistics: Logistics
    home_bases: dict[SideName, HomeBase]
    """By side."""
    repair: Repair
    off_map: Mapping[Id, OffMap] = Field(default_factory=dict)
    """By box."""
    scoring: Scoring
    optional: OptionalRules = Field(default_factory=OptionalRules)
    """Left out where a game has none of them."""
    control: dict[StartDateName, dict[Annotated[Id, Names("place id")], SideName]] = Field(default_factory=dict)
    """By start date and place: the side that controls it when play begins."""

    def compiled(self) -> dict[str, Any]:
        """Return what play reads of it, as plain data that JSON can hold."""
        return self.model_dump(mode="json", exclude=_UNPLAYED)


D = TypeVar("D", bound=RulesDocument)


def compiled_document(kind: type[D], parameters: Mapping[str, Any]) -> D:
    """Return rules.yaml from the parameters of a compiled scenario.

    Raises:
        KeyError: the game was compiled without rules.
        ValidationError: the data are not of this kind.
    """
    return kind.model_validate({"basis": "derived", **parameters["rules"]})
