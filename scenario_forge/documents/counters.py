"""counters.yaml: every counter and marker."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text

SYMBOL_NAMES = (
    "infantry", "motorised-infantry", "mechanised-infantry", "armour", "recce", "armoured-recce", "armoured-cars",
    "cavalry", "artillery", "motorised-artillery", "self-propelled-artillery", "anti-tank",
    "self-propelled-anti-tank", "anti-aircraft", "self-propelled-anti-aircraft", "engineer", "armoured-engineer",
    "parachute", "glider", "mountain", "naval-infantry", "machine-gun", "mortar", "infantry-gun", "motorcycle",
    "bicycle", "headquarters", "signals", "supply", "transport", "medical", "maintenance", "fortress", "garrison",
    "security", "coastal-artillery", "rocket", "air-fighter", "air-bomber", "air-transport", "airbase", "ship",
    "commando", "partisan", "special-forces", "winged-dagger", "camel", "railway", "chemical", "military-police",
)  # fmt: skip
"""Symbols that have a drawing."""
SYMBOL_ALIASES = {
    "armor": "armour", "tank": "armour", "tanks": "armour", "reconnaissance": "recce",
    "motorized-infantry": "motorised-infantry", "mechanized-infantry": "mechanised-infantry",
    "armored-recce": "armoured-recce", "antitank": "anti-tank", "airborne": "parachute", "marine": "naval-infantry",
    "marines": "naval-infantry", "hq": "headquarters", "panzergrenadier": "mechanised-infantry",
    "anti-air": "anti-aircraft", "flak": "anti-aircraft", "pioneer": "engineer", "logistics": "supply",
    "fighter": "air-fighter", "bomber": "air-bomber", "naval": "ship", "armoured-car": "armoured-cars",
}  # fmt: skip
"""Other names of them."""


class UnitSize(Model):
    """A formation size and its mark."""

    id: Text
    """The mark on the counter: `XX`."""
    name: Text
    """What it means: `Division`."""


class UnitType(Model):
    """A kind of troops and its symbol."""

    id: Id
    """Short name."""
    name: Text
    """As printed."""
    symbol: Text | None = None
    """NATO symbol by name: `infantry`, `armour`, `recce` … drawn by the printer."""
    combat: bool = True
    """False for counters that do not fight, such as supply."""


class UnitCounter(Model):
    """A unit's counter."""

    side: Id
    """Owner."""
    no: Annotated[int, Field(ge=1, le=9999)]
    """Set-up number."""
    name: Text
    """Identity as on the counter."""
    nationality: Id
    """From game.yaml."""
    size: Text
    """From `sizes`."""
    type: Id
    """From `types`."""
    strength: Annotated[int, Field(ge=0, le=1000)]
    """Printed combat strength."""
    movement: Annotated[int, Field(ge=0, le=1000)]
    """Printed movement allowance."""
    parent: str = ""
    """Formation it belongs to."""
    option: Id | None = None
    """The optional rule that brings it into play."""
    back: str = ""
    """What its back shows, if it is turned over in play."""


class Marker(Model):
    """A marker and how many there are."""

    id: Id
    """Short name."""
    name: Text
    """As printed on it."""
    count: Annotated[int, Field(ge=0, le=9999)]
    """In the counter mix."""
    side: Id | None = None
    """Owner, if it has one."""
    kind: Literal["supply", "captured", "strength", "wreck", "box", "control", "turn", "track", "status", "blank"]
    """What it is for."""
    value: Annotated[int, Field(ge=-1000, le=1000)] | None = None
    """The number on it."""
    back: str = ""
    """What its back shows."""
    movement: Annotated[int, Field(ge=0, le=1000)] | None = None
    """Movement allowance, for markers that move."""
    unlimited: bool = False
    """True where players may make more."""


class CountersDocument(Document):
    """The counter sheets."""

    sizes: Annotated[list[UnitSize], Field(min_length=1)]
    """Sizes in use, smallest first."""
    types: Annotated[list[UnitType], Field(min_length=1)]
    """Types in use."""
    units: list[UnitCounter] = []
    """Every unit, by side and set-up number."""
    markers: list[Marker] = []
    """Every marker."""
