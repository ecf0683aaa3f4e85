"""Marks in the types of fields that say what a text in a document names or defines.

``side: Annotated[Id, Names("side")]`` says that the value is the id of a side, ``id: Annotated[Id, Defines("side")]``
that it is what such values name. A mark may be on any type: of a field, an item of a list, a key of a mapping, a part
of a union. It does not change what the field accepts. `game/naming.py` looks the names up; JSON Schemas show marks as
``x-names`` and ``x-defines``.

Most kinds are plain ids. These are read in a way of their own:

========================  =========================================================================================
``hex``, ``hexes``        a hex, ranges of hexes `A1..A9`
``hexside``               `A1/A2`, `A1:NW`
``place``                 a place, hex or off-map box of the map
``place id``              a place as keys name it, by its id
``turn``                  a game turn as the calendar writes it
``unit``                  `axis/15`
``unit of the side``      a set-up number of the side that the row or the file is about
``formation of the side`` a formation of that side: behind the stroke of its units' identities, or their `parent`
``name of the unit``      a unit's name beside its number
``unit by number or name`` a unit of the side, by either
``name of units``         units of the side that one row of counters.yaml has, by their name
``printed rule``          `Rule 6`
``gaps``                  a text with quantities in it, `{supply.attrition}`
``stated``                a value that may be the name of a place or a side
``chart/column``          a chart, or behind a stroke a column of it
``kind of turn``          a word in a column of the track
``value word``            what units say under the key of the text, `infantry`; of a pattern, `hq*`, all that it fits
``word of the class``     the same under the value that a key `class` above names
``cell``                  entries in the notation of orders of battle
``address``               an address of a value in the same file; each of its steps names a key or an item
``address of the game``   the same in any file of the game; it begins with the name of the file
``value at the address``  what the field at that address holds, and so names
========================  =========================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pydantic import GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema


AT_ADDRESS = "value at the address"
"""The kind of a value, of any form, that names whatever the field at the address beside it names."""


@dataclass(frozen=True)
class Names:
    """A mark of a text that names something of a kind; ``side or nationality``: of one of several."""

    kind: str
    called: str = ""
    """What findings call it, if not by its kind."""
    open: bool = False
    """Whether it may be left for a person to decide: `Decide: jan42?`."""
    loosely: bool = False
    """Whether the name may be written in small letters."""
    besides: tuple[str, ...] = ()
    """Words that may be written instead and name nothing."""
    or_number: bool = False
    """Whether a whole number may be written instead."""
    checked: bool = False
    """Whether a check of its own reports an unknown name."""

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds in which the name is sought, in order."""
        return tuple(self.kind.split(" or "))

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Tell readers of the schema what the text names."""
        return handler(core) | {"x-names": f"{self.kind}, or open" if self.open else self.kind}


@dataclass(frozen=True)
class Defines:
    """A mark of a text that things of a kind are known by."""

    kind: str
    within: Literal["game", "file", "chart", "item"] = "game"
    """Where it is known: in the whole game, its file, its chart, or the list item that it is in."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """Tell readers of the schema what the text defines."""
        return handler(core) | {"x-defines": self.kind}


@dataclass(frozen=True)
class Like:
    """A mark of a value that is validated without a model; names in it are where one of these types has them."""

    types: tuple[Any, ...]
    """Models, mappings, or texts with a mark."""
    throughout: Names | None = None
    """What all other texts in it name, keys too, however deep."""


@dataclass(frozen=True)
class Repeats:
    """A mark of a list in which an item may stand twice: the cells of a row, the hexes of a way, steps of play."""


@dataclass(frozen=True)
class Shared:
    """A mark of a name or title that several items of one list may have: units of one name, the months of a track."""
