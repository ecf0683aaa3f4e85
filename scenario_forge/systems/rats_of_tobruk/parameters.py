"""rules.yaml of *Rats of Tobruk*: the keys of the modules, and what no chart says."""

from __future__ import annotations

from typing import Annotated

from scenario_forge.documents.base import Model
from scenario_forge.documents.marks import Names
from scenario_forge.wargame.shelf.document import WargameRules


class Automatic(Model):
    """A chit that is in the cup as long as its side holds a hex."""

    formation: Annotated[str, Names("formation")]
    place: Annotated[str, Names("place")]


class Riding(Model):
    """Leg units ride tanks."""


class RatsRules(WargameRules):
    """The whole of rules.yaml."""

    automatic: Automatic
    riding: Riding = Riding()
