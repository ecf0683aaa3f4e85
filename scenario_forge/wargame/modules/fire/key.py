"""The key `fire` of rules.yaml."""

from __future__ import annotations

from typing import Annotated

from scenario_forge.documents.base import Id, Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import ChartName, ValueName
from scenario_forge.wargame.modules.selectors import UnitSelector

COUNT = "count"
"""The value of a game in which each firer counts 1."""


class Cover(Model):
    """What defends units in cover."""

    value: ValueName
    """The value of the counter that defends in cover; a unit that has none has no use of cover."""
    ground: list[Annotated[str, Names("terrain")]]
    """The terrain that gives cover."""


class FireKey(Model):
    """Who fires at whom."""

    range: ValueName
    """The value of the counter that is the range in hexes."""
    of: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that fire; without, all that have a range."""
    spared: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """Units that are fired at only where no others are in the hex; without, none."""
    opportunity: bool = False
    """Whether units may also fire at those that enter a hex in the turn of the enemy, each once at each hex."""
    table: ChartName | None = None
    """The chart of results, by the strength of the firer less the defence of the target."""
    value: Annotated[Id, Names("number", besides=(COUNT,))] = "strength"
    """The strength of each firer; `count`: each counts 1."""
    defence: ValueName | None = None
    """The defence of the target; without, none."""
    cover: Cover | None = None
    """What defends units in cover instead."""
    both: UnitSelector = {}  # noqa: RUF012 - pydantic copies it
    """The units that may both move and fire in a turn; without, all."""
    together: bool = False
    """Whether any number of units fire at one target together; it is fired at once in a turn."""
    support: UnitSelector | None = None
    """The units that join fire at a target that they do not see, if another that fires sees it; without, nobody."""
    from_high: str | None = None
    """The name of the figure that is added to the range of units on `high` terrain of `sight`."""
    close: list[Annotated[str, Names("terrain")]] = []  # noqa: RUF012 - pydantic copies it
    """Terrain into and out of which units fire from hex to adjacent hex only."""
