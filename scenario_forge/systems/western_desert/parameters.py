"""rules.yaml of *WW2 Western Desert Rules*: the keys of the modules, and what no chart says."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Id
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ScenarioName, SideName
from scenario_forge.wargame.shelf.document import WargameRules

Airstrikes = dict[ScenarioName, dict[SideName, Annotated[int, Field(ge=0)]]]


class WesternDesertRules(WargameRules):
    """The whole of rules.yaml."""

    airstrikes: Airstrikes = {}
    """The airstrikes that a side may call in, by scenario and side; without, nobody may."""
    turning: dict[Annotated[Id, Names("group of units")], Annotated[int, Field(ge=1)]] = {}
    """Of groups of units with a turret: how many hexes away targets may be beyond their front arc; of others any."""
    plunging: bool = False
    """Whether artillery supports fire at a hex of close terrain from any distance."""
