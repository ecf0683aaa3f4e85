"""What a text in a document names or defines: a mark in the type of its field.

``side: Annotated[Id, Names("side")]`` says that the value is the id of a side, ``id: Annotated[Id, Defines("side")]``
that it is what such values name. Marks stand wherever a type does: in lists, for keys of mappings, in unions. They
change nothing of what a field takes. Who looks a name up is `game/references.py`, which knows all kinds; JSON
Schemas show them as ``x-names`` and ``x-defines``.

Most kinds are plain ids. These are read in a way of their own:

========================  =========================================================================================
``hex``, ``hexes``        a hex, ranges of hexes `A1..A9`
``hexside``               `A1/A2`, `A1:NW`
``place``                 a place, hex or off-map box of the map
``place id``              a place as keys name it, by its id
``turn``                  a game turn as the calendar writes it
``unit``                  `axis/15`
``unit of the side``      a set-up number; the side is said beside it or above it
``name of the unit``      a unit's name beside its number
``printed rule``          `Rule 6`
``gaps``                  a text with quantities in it, `{supply.attrition}`
``stated``                a value that may be the name of a place or a side
``cell``                  entries in the notation of orders of battle
``address``               an address of a value in the same file; each of its steps names a key or an item
``address of the game``   the same in any file of the game, which it begins with
``value at the address``  what the field at that address holds, and so names
========================  =========================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema


@dataclass(frozen=True)
class Names:
    """Marks a text that names something of a kind; ``side or nationality``: of one of several."""

    kind: str
    called: str = ""
    """What findings call it, where they do not say the kind."""
    open: bool = False
    """Whether a person may leave it to decide: `Decide: jan42?`."""
    loosely: bool = False
    """Whether small letters will do."""
    besides: tuple[str, ...] = ()
    """Words that may stand there and name nothing."""
    checked: bool = False
    """Whether a check of its own tells of a name that there is not."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds in which the name is sought, in order."""
        return tuple(self.kind.split(" or "))

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Tell readers of the schema what the text names."""
        return handler(core) | {"x-names": f"{self.kind}, or open" if self.open else self.kind}


@dataclass(frozen=True)
class Defines:
    """Marks a text that things of a kind are known by."""

    kind: str
    within: Literal["game", "file", "chart", "item"] = "game"
    """How far it is known: everywhere; in its file; in its chart; in the item of a list that it stands in."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Tell readers of the schema what the text defines."""
        return handler(core) | {"x-defines": self.kind}


@dataclass(frozen=True)
class Like:
    """Marks a value that has no model of its own in validation; names in it stand as in one of these types."""

    types: tuple[Any, ...]
    """Models, mappings, or texts with a mark."""
    throughout: Names | None = None
    """What all other texts in it name, keys too, however deep."""
