"""rules.yaml of *Rats of Tobruk*: the keys of the modules, and what no chart says."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.documents.names import SideName
from scenario_forge.wargame.shelf.document import WargameRules


class Automatic(Model):
    """A chit that is in the cup as long as its side holds a hex."""

    formation: Annotated[str, Names("formation")]
    """The formation whose chit it is."""
    place: Annotated[str, Names("place")]
    """The place whose hex its side must hold."""


class Riding(Model):
    """Leg units ride tanks; wheeled units debark, and are leg units until they embark again."""

    allowance: Annotated[int, Field(ge=1)] = 4
    """The movement allowance of a unit that has debarked."""


class Strafing(Model):
    """Aircraft over the roads, by day."""

    side: SideName
    """The side whose wheeled units they hinder."""
    road: Annotated[int, Field(ge=1)] = 1
    """The least that a step along a road costs such a unit, but at night."""


class RatsRules(WargameRules):
    """The whole of rules.yaml."""

    automatic: Automatic
    riding: Riding = Riding()
    cup: Literal["half", "all"] = "half"
    """The chits in the cup: those that the first side chooses, and of the second half as many; or all of both."""
    strafing: Strafing | None = None
    casualties: Literal["sum", "higher_die"] = "sum"
    """What of a direct shot that hits decides whether it costs a step: both dice, or the higher one and the range."""
