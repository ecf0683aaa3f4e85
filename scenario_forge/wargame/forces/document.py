"""forces.yaml: the forces of which a side's units are bought, each in lines with what may be chosen for them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text
from scenario_forge.documents.marks import Defines, Names
from scenario_forge.documents.names import ClauseName, OptionName, ScenarioName, SideName, TypeName
from scenario_forge.wargame.forces.lines import Line, Number, UnitsName, candidates_of, share_out

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


class Taken(Model):
    """Units that are chosen."""

    unit: UnitsName
    """Their name."""
    count: Annotated[int, Field(ge=1)] = 1
    """How many."""


class Force(Model):
    """A force, of which a player chooses within its lines."""

    force: Annotated[Id, Defines("force")]
    """Short name."""
    title: Text
    """As printed."""
    side: SideName
    """Whose it is."""
    headquarters: Annotated[int, Field(ge=1)]
    """How many headquarters it has."""
    more_headquarters: dict[OptionName, Annotated[int, Field(ge=1)]] = {}  # noqa: RUF012 - pydantic copies it
    """How many it has by an option. Bought for a scenario that has another force, it brings the option."""
    lines: Annotated[list[Line], Field(min_length=1)]
    """In printed order."""
    example: Annotated[list[Taken], Field(min_length=1)]
    """A choice that fits: what is taken where nobody chooses."""
    clause: ClauseName = ""
    """The clause that prints it."""

    def fits(self, chosen: Mapping[str, int], *, part: bool = False) -> bool:
        """Return whether units can be shared out among the lines: all of a force, or a part of one."""
        return share_out(self.lines, chosen, part=part) is not None

    def headquarters_by(self, options: Collection[str]) -> int:
        """Return how many headquarters it has by some options."""
        more = (count for option, count in self.more_headquarters.items() if option in options)
        return max((self.headquarters, *more))


class Exchange(Model):
    """Units for which others may stand in a force."""

    side: SideName
    """Whose they are."""
    of: Annotated[list[UnitsName], Field(min_length=1)]
    """The names of those that are exchanged."""
    to: Annotated[list[UnitsName], Field(min_length=1)]
    """The names of those that take their place."""
    at_most: Annotated[int, Field(ge=1)] = 1
    """How many of a force."""


class Fielded(Model):
    """The force of which a side's units are in a scenario."""

    scenario: ScenarioName
    """The scenario."""
    side: SideName
    """The side."""
    force: Annotated[Id, Names("force", checked=True)]
    """The force."""
    part: bool = False
    """Whether they are a part of it."""
    exchanged: Number = 0
    """How many of them were exchanged."""


class ForcesDocument(Document):
    """The forces of the game."""

    units: Annotated[int, Field(ge=1)]
    """How many units each force has, headquarters besides."""
    headquarters: TypeName
    """The type of headquarters."""
    forces: Annotated[list[Force], Field(min_length=1)]
    """In printed order."""
    exchanges: list[Exchange] = []  # noqa: RUF012 - pydantic copies it
    """Units that others may stand for."""
    fielded: list[Fielded] = []  # noqa: RUF012 - pydantic copies it
    """By scenario and side: of which force its units are."""

    def exchanges_of(self, force: Force) -> list[Exchange]:
        """Return the exchanges of units that a force can have."""
        units = {candidate.unit for candidate in candidates_of(force.lines)}
        return [
            each.model_copy(update={"of": [name for name in each.of if name in units]})
            for each in self.exchanges
            if each.side == force.side and units & {*each.of}
        ]


def tally(taken: list[Taken]) -> Counter[str]:
    """Return how many of each unit are taken."""
    found: Counter[str] = Counter()
    for each in taken:
        found[each.unit] += each.count
    return found
