"""game.yaml: title, system, sides, nationalities, printings, sources, credits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from scenario_forge.documents.base import Document, Id, Model, Text
from scenario_forge.documents.marks import Defines, Names
from scenario_forge.documents.names import SideName

TINTS = {
    "khaki": "#E3DCA0", "brown": "#C9966A", "grey/blue": "#AFC5DC", "grey-blue": "#AFC5DC", "green": "#86B077",
    "red": "#F0A79B", "blue": "#A8C6E8", "grey": "#CFCFCB", "field-grey": "#BCC3B4", "yellow": "#F2E08C",
    "orange": "#F4BE86", "tan": "#E2CFA4", "white": "#F7F5EF", "black": "#8C8A86", "pink": "#F2BFCB",
    "purple": "#CDB6DE", "olive": "#C6C88F", "sand": "#E8D9AE",
}  # fmt: skip
"""Counter tints of the colours that authors name: light enough for black on them."""
CORNERS = ("round", "notch", "triangle", "square", "bar", "diamond")
"""Corner shapes that have a drawing."""


class Side(Model):
    """A side, which one player commands."""

    id: Annotated[Id, Defines("side")]
    """Short name used in all other files."""
    name: Text
    """As printed on components: `Allied`."""


class Nationality(Model):
    """A nationality of troops, shown on counters by colour and by a corner shape."""

    id: Annotated[Id, Defines("nationality")]
    """Short name used in counters.yaml."""
    name: Text
    """As printed: `British and Empire`."""
    side: SideName
    """The side that moves these units."""
    colour: Text
    """The colour of the counter in the printed game: `khaki`."""
    tint: Annotated[str, Field(pattern=r"^#[0-9A-Fa-f]{6}$")] | None = None
    """The colour that counters are printed in, `#D9C89A`; without it the one that `colour` names."""
    corner: Text | None = None
    """The corner shape that tells it apart without colour: `round`, `notch`, `triangle`,
    `square`, `bar`, `diamond`."""

    @property
    def ground(self) -> str | None:
        """The tint given, or that of the colour named; None for a colour that has no tint."""
        return self.tint or TINTS.get(self.colour.lower().replace(" ", "-"))


class Printing(Model):
    """One printing of the game, so that errata can say which they apply to."""

    id: Annotated[Id, Defines("printing")]
    """Short name: `first`."""
    name: Text
    """What it is called."""
    year: int | None = None
    """Year of printing, if known."""
    recognise: Text
    """How to know a copy of this printing."""


class Source(Model):
    """A source that this content was transcribed from."""

    id: Annotated[Id, Defines("source")]
    """Short name."""
    title: Text
    """What it is."""
    printing: Annotated[Id, Names("printing")] | None = None
    """The printing it reproduces."""
    note: str = ""
    """Damage, corrections already made in it."""


class Credit(Model):
    """A person and a role."""

    role: Text
    """As printed: `Design`."""
    names: Annotated[list[str], Field(min_length=1)]
    """The people."""
    here: bool = True
    """False for work on the printed game that this edition does not use, such as its art; it is not printed."""


class Defaults(Model):
    """Defaults of commands whose options say nothing else. `check`, `errata` and `diff` have their own defaults."""

    errata: Annotated[Text, Names("set of errata")] | None = None
    """Errata that are applied: `none`, `official`, `all`, or ids with commas. Without it: `official`."""
    paper: Literal["A4", "Letter", "Legal", "A3", "Tabloid"] | None = None
    """Sheets of the printer, where the print profile names none."""
    profile: Annotated[Id, Names("profile")] | None = None
    """How the game is printed: `colour`, `grey`, `low-ink` … or a profile of its own."""


class GameDocument(Document):
    """The first file of every game's folder."""

    format: Annotated[int, Field(ge=1)]
    """The format that the game's files are written in: 2. `forge migrate GAME` rewrites one that is older."""
    game: Annotated[Id, Defines("game")]
    """Id of the game, the folder's name."""
    title: Text
    """As printed on the box."""
    own: bool = False
    """True for a game that nobody has published before; `printed` then means what its makers have decided."""
    system: Id
    """The rule system that plays it."""
    edition: Text
    """Version of this content; printed at the foot of each page."""
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}$")] = "en"
    """Language of the words, an ISO 639 code."""
    defaults: Defaults = Defaults()
    """What `forge build`, `forge play` and other commands do unless their options say otherwise."""
    players: int = 2
    """Number of players."""
    scale: dict[str, str] = {}
    """Printed scales: hex, turn, units."""
    sides: Annotated[list[Side], Field(min_length=1)]
    """The players, in the order of a game turn."""
    nationalities: list[Nationality] = []
    """Whose troops there are."""
    printings: list[Printing] = []
    """The printings known."""
    printing: Annotated[Id, Names("printing")] | None = None
    """The printing that this content reproduces."""
    sources: list[Source] = []
    """What was transcribed."""
    credits: list[Credit] = []
    """Who made the printed game."""
    rights: str = ""
    """Whose the game is. First line: owner and licence of this edition, at the foot of every page. Below it: who owns
    the title, what are facts, what is reconstructed; printed in the rules, on the box and in START-HERE."""
    bibliography: list[str] = []
    """Works that the printed game cites."""

    @property
    def rights_lines(self) -> list[str]:
        """The lines of `rights`, without empty ones."""
        return [line.strip() for line in self.rights.splitlines() if line.strip()]

    @property
    def imprint(self) -> str:
        """Owner and licence of this edition: the first line of `rights`; empty without one."""
        return next(iter(self.rights_lines), "")

    def nationality_of(self, side: str) -> str | None:
        """Return the nationality of units that leave it out: the side's only one, or the one with the side's id."""
        own = [nation.id for nation in self.nationalities if nation.side == side]
        return own[0] if len(own) == 1 else next((id_ for id_ in own if id_ == side), None)
