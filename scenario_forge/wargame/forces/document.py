"""forces.yaml: the forces of which a side's units are bought, each in lines with what may be chosen for them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text
from scenario_forge.documents.marks import Defines, Names, Shared
from scenario_forge.documents.names import ClauseName, OptionName, ScenarioName, SideName, TypeName

if TYPE_CHECKING:
    from collections.abc import Mapping

_Number = Annotated[int, Field(ge=0)]


class Choice(Model):
    """Units that may be chosen for a line, and how many of them."""

    units: Annotated[list[Text], Field(min_length=1)]
    """Their names, as counters.yaml prints them."""
    exactly: _Number | None = None
    """How many of them there are; without, as many as fit."""
    at_least: _Number = 0
    """How many there are at least."""
    at_most: _Number | None = None
    """How many there are at most."""

    @property
    def least(self) -> int:
        """How many there are at least."""
        return self.at_least if self.exactly is None else self.exactly

    def most(self, count: int) -> int:
        """Return how many there are at most, in a line of a number of units."""
        limits = (self.exactly, self.at_most, count)
        return min(limit for limit in limits if limit is not None)


class Line(Model):
    """A line of a force."""

    line: Annotated[Text, Shared()]
    """As printed: `AT guns`."""
    count: Annotated[int, Field(ge=1)]
    """How many units it has."""
    of: Annotated[list[Choice], Field(min_length=1)]
    """What may be chosen."""


class Taken(Model):
    """Units that are chosen."""

    unit: Text
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
    """How many it has by an option."""
    lines: Annotated[list[Line], Field(min_length=1)]
    """In printed order."""
    example: Annotated[list[Taken], Field(min_length=1)]
    """A choice that fits: what is taken where nobody chooses."""
    clause: ClauseName = ""
    """The clause that prints it."""

    def fits(self, chosen: Mapping[str, int], *, part: bool = False) -> bool:
        """Return whether units can be shared out among the lines: all of a force, or a part of one."""
        cells = [
            (line, choice, name) for line in self.lines for choice in line.of for name in dict.fromkeys(choice.units)
        ]
        names = sorted({name for _line, _choice, name in cells} | chosen.keys())

        @cache
        def share_out(at: int, left: tuple[int, ...], in_line: int, in_choice: int) -> bool:
            line, choice, name = cells[at]
            own, last = names.index(name), at + 1 == len(cells)
            ends_choice = last or cells[at + 1][1] is not choice
            ends_line = last or cells[at + 1][0] is not line
            room = min(line.count - in_line, choice.most(line.count) - in_choice, left[own])
            for taken in range(room, -1, -1):
                lacking = max(choice.least - in_choice - taken, 0) if ends_choice else 0
                filled, after = in_line + taken + lacking, (*left[:own], left[own] - taken, *left[own + 1 :])
                if not part and (lacking or (ends_line and filled < line.count)):
                    break
                held = (0 if ends_line else filled, 0 if ends_choice else in_choice + taken)
                if filled <= line.count and (not any(after) if last else share_out(at + 1, after, *held)):
                    return True
            return False

        return share_out(0, tuple(chosen.get(name, 0) for name in names), 0, 0)


class Exchange(Model):
    """Units for which others may stand in a force, where a scenario says so."""

    side: SideName
    """Whose they are."""
    of: Annotated[list[Text], Field(min_length=1)]
    """The names of those that are exchanged."""
    to: Text
    """The name of those that take their place."""
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
    exchanged: _Number = 0
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


def tally(taken: list[Taken]) -> Counter[str]:
    """Return how many of each unit are taken."""
    found: Counter[str] = Counter()
    for each in taken:
        found[each.unit] += each.count
    return found
