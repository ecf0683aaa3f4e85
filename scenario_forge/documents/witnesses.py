"""witnesses.yaml: positions in which two readings of a rule lead to different play."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text
from scenario_forge.documents.marks import Defines, Names, Repeats, Shared
from scenario_forge.documents.names import OptionName, ScenarioName

_Of = Annotated[Text, Names("erratum or ruling or option", checked=True)]
_Unit = Annotated[Text, Names("unit")]
_Spot = Annotated[str, Names("place or box", checked=True)]


class WitnessMarker(Model):
    """A marker that starts on the map or in a box."""

    marker: Annotated[Text, Names("marker")]
    """Marker id from counters.yaml."""
    at: _Spot
    """Hex or box."""


class Deed(Model):
    """A decision of a side."""

    side: Annotated[str, Names("side")]
    """Who decides."""
    step: Id
    """The step of the sequence of play."""
    action: Annotated[list[int | str], Repeats()]
    """The stages of the action, as records have them."""


class Difference(Model):
    """What the two readings make of it."""

    kind: Text
    """`set-up`, `choices`, `events`, `points` or `unplayable`."""
    first: Text
    """What comes of it by the first reading, in a sentence."""
    second: Text
    """What comes of it by the other."""


class Witness(Model):
    """A position, what is done in it, and how two readings differ then with the same dice."""

    id: Annotated[Id, Defines("witness")]
    """Short name."""
    of: _Of
    """The number of the errata, the ruling or the option whose two readings it tells apart."""
    example: Annotated[str, Names("example")] | None = None
    """The worked example that they answer differently; then there is no position of its own."""
    scenario: ScenarioName | None = None
    """The scenario whose map, turns and victory table it has."""
    options: list[OptionName] = []
    """Options in play in both readings."""
    units: dict[_Unit, _Spot] = {}
    """The units that start in it: side and number, and the hex or box; empty where they come later."""
    markers: Annotated[list[WitnessMarker], Repeats(), Shared()] = []
    """The markers that start in it."""
    seed: int = 0
    """The seed of the dice."""
    play: Annotated[list[Deed], Repeats()] = []
    """All decisions of the sides until the readings differ."""
    then: Annotated[list[int | str], Repeats()] = []
    """The beginning of the action before which the choices differ."""
    differs: Difference
    """How they differ."""


class WitnessesDocument(Document):
    """The witnesses of the game."""

    witnesses: Annotated[list[Witness], Field(min_length=1)]
    """In the order in which the errata, the rulings and the options stand."""
