"""profiles/*.yaml: how a game is printed: paper, sizes, ink, colours, backs."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text
from scenario_forge.documents.marks import Defines, Names

Length = Annotated[str, Field(pattern=r'^-?(\d+(\.\d+)?|\d+/\d+|\d+ \d+/\d+) ?(mm|cm|in|")$')]
"""A length with its unit: `15 mm`, `5/8 in`, `1/2"`."""
Points = Annotated[str, Field(pattern=r"^\d+(\.\d+)? ?pt$")]
"""A size of type: `7 pt`."""
Colour = Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")]
"""A colour as red, green and blue: `#F1E6C8`."""
Ink = Literal["full", "low", "grey"]
Backs = Literal["long", "short", "fold", "none"]
PaletteName = Literal["standard", "colour-blind"]


class PublishedCell(Model):
    """A cell of a published chart or list, which a patch must fit."""

    width: Length | None = None
    """From rule to rule: `9 mm`."""
    height: Length | None = None
    """From rule to rule: `5 mm`."""
    type: Points | None = None
    """Size of the type in it: `7 pt`."""
    ground: Colour | None = None
    """Colour of the paper there."""


class Published(Model):
    """Measures of the published game. `forge errata sheet` cuts an owner's sheet to them."""

    grounds: dict[Annotated[Id, Names("nationality")], Colour] = {}
    """Ground of the counters by nationality."""
    figures: Points | None = None
    """Size of the figures at the foot of a counter."""
    cell: PublishedCell | None = None
    """A cell of its charts and lists, where `cells` names no other."""
    cells: dict[Id, PublishedCell] = {}
    """Cells of single charts, or of `orders-of-battle`, `time-track`, `victory`; they leave the rest to `cell`."""
    column: Length | None = None
    """Width of a column of the rules."""
    type: Points | None = None
    """Size of the type of the rules."""
    ground: Colour | None = None
    """Colour of the paper of the rules."""


class ProfileDocument(Document):
    """A print profile. Whatever it leaves out is taken from the profile it is `like`."""

    profile: Annotated[Id, Defines("profile")]
    """Short name, the file's name; `forge build --profile` takes it."""
    title: Text
    """What it is for."""
    like: Annotated[Id, Names("profile")] | None = None
    """The profile it is based on; without it: `default`."""
    paper: Text | None = None
    """Sheets of the printer: `A4`, `Letter`, `A3`, `Tabloid`, `Legal`."""
    counter: Length | None = None
    """Side of a counter: `1/2 in`."""
    hex: Length | None = None
    """From side to side of a hex: `15 mm`. Counters need some room in it."""
    margin: Length | None = None
    """White margin that the printer needs along each edge."""
    overlap: Length | None = None
    """How far neighbouring tiles of a map overlap."""
    bleed: Length | None = None
    """How far colour runs beyond a cut."""
    backs: Backs | None = None
    """How backs are printed behind fronts: turned along the long or short edge, folded over, or not at all."""
    back_right: Length | None = None
    """How far the back of a sheet must move to the right, measured on the calibration page."""
    back_down: Length | None = None
    """How far it must move down."""
    ink: Ink | None = None
    """full; low: pale ground, no large areas; grey: for printers without colour."""
    palette: PaletteName | None = None
    """standard, or colours that readers with any colour vision tell apart."""
    colours: dict[Id, Colour] = {}
    """Single colours that differ from the palette, by role: `land: "#FFFFFF"`."""
    sheets: Annotated[int, Field(ge=1)] | None = None
    """Largest number of counter sheets; a game that needs more is reported."""
    sources: bool | None = None
    """Whether set-up cards list the sightings of sightings.yaml that put units where they are."""
    type: Annotated[float, Field(gt=0, le=4)] | None = None
    """How large cards and texts are set, 1 being 10 pt."""
    published: Published | None = None
    """Measures of the owner's own copy of the published game."""
