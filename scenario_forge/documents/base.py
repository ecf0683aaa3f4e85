"""What every document has: strictness, a basis, and a provenance list of exceptions to it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, WithJsonSchema

from scenario_forge.diagnostics.model import Basis
from scenario_forge.documents.marks import Names

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema

ID = r"^[a-z0-9][a-z0-9_-]*\+?$"
Id = Annotated[str, Field(pattern=ID)]
"""A lower-case name: letters, digits, - and _. It has no description, so that each key keeps its own."""
Text = Annotated[str, Field(min_length=1)]
EXPLAINED = "explained"
"""The type of an error of shape that says itself what is wrong (`problem`), and where below its value (`path`)."""


def in_a_sentence(name: str) -> str:
    """Return a name as it stands within a sentence: its words begin with small letters, but for abbreviations.

    >>> in_a_sentence("Combat strength"), in_a_sentence("AT range")
    ('combat strength', 'AT range')
    """
    return " ".join(word.lower() if word[1:].islower() or len(word) == 1 else word for word in name.split())


def slug(name: str) -> str:
    """Return a name as part of a quantity.

    >>> slug("Halfaya Pass")
    'halfaya_pass'
    """
    return re.sub(r"\W+", "_", name.casefold()).strip("_")


def as_text(value: object) -> object:
    """Return a whole number as its digits, since `0` without quotes is one; any other value as it is."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Interval: TypeAlias = Annotated[
    str,
    BeforeValidator(as_text),
    Field(min_length=1),
    WithJsonSchema({"type": ["string", "integer"], "minLength": 1}),
]
"""Numbers as printed: `220+`, `-30 to 29`, or one alone, with or without quotes."""


def _scalar(value: object) -> bool | int | float | str:
    if isinstance(value, (bool, int, float, str)):
        return value
    raise ValueError("expected one word, a number, true or false")


Value: TypeAlias = Annotated[
    bool | int | float | str,
    PlainValidator(_scalar),
    WithJsonSchema({"type": ["boolean", "integer", "number", "string"]}),
]
"""A stated quantity: a scalar. Not a pydantic union, whose errors would name each of its branches."""


class Model(BaseModel):
    """Strict base model: nothing is converted, unknown keys are reported, values do not change after reading.

    A validator is made when a document of the kind is first read: most commands read few kinds. What the keys
    mean stands under them; :mod:`~scenario_forge.documents.kinds` reads it there, nobody else needs it.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, defer_build=True)

    gone: ClassVar[Mapping[str, Any]] = {}
    """Keys that earlier versions had here and this one has not, with the value by which every game is played now."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: type[Any], handler: GetCoreSchemaHandler) -> CoreSchema:
        """Make empty lists and mappings for keys that are left out: a deep copy of the default takes ten times as long.

        The generator of :func:`~scenario_forge.documents.kinds.schema_generator` writes them as defaults all the same.
        """
        made = handler(source)
        below: Any = handler.resolve_ref_schema(made)
        while below["type"] != "model-fields":
            below = below["schema"]
        for each in below["fields"].values():
            default = each["schema"].get("default")
            if default in ([], {}):
                del each["schema"]["default"]
                each["schema"]["default_factory"] = type(default)
        return made


def is_settled(said: object, played: object) -> bool:
    """Return whether what a game says of a settled key is what is played; of a mapping it may say a part.

    >>> is_settled({"box": True}, {"fortification": False, "box": True})
    True
    >>> is_settled(0, False)
    False
    """
    if isinstance(played, dict):
        return isinstance(said, dict) and all(
            key in played and is_settled(value, played[key]) for key, value in said.items()
        )
    return type(said) is type(played) and said == played


def as_yaml(value: object) -> str:
    """Return a value as a person writes it.

    >>> as_yaml({"fortification": False, "used_removed": "game_turn"})
    '{fortification: false, used_removed: game_turn}'
    """
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {as_yaml(inner)}" for key, inner in value.items()) + "}"
    return str(value).lower() if isinstance(value, bool) else str(value)


class Provenance(Model):
    """Values of this file that rest on something other than its `basis`."""

    at: Annotated[list[Annotated[str, Names("address")]], Field(min_length=1)]
    """Addresses in this file, `*` for every item: `units[*].strength`, `boxes[7/41].axis`."""
    basis: Basis
    """printed, derived, fitted or proposed."""
    why: Text
    """Where the value comes from, in a few words."""


class Nationalities(Protocol):
    """The nationalities that game.yaml decides for other documents."""

    def nationality_of(self, side: str) -> str | None:
        """Return the nationality of units that leave it out; None where the side has several."""


class Document(Model):
    """One file of a game's folder."""

    basis: Basis
    """What the values of this file rest on, except those that `provenance` names."""
    provenance: list[Provenance] = []
    """The exceptions to `basis`."""

    @classmethod
    def model_for(cls, data: object) -> type[Document]:  # noqa: ARG003 - for kinds that declare keys of their own
        """Return the model for one file's data, where a document itself says which keys others of its parts have."""
        return cls

    @property
    def is_incomplete(self) -> bool:
        """Whether the document leaves something out that follows from game.yaml."""
        return False

    def complete(self, about: Nationalities) -> Document:  # noqa: ARG002 - for kinds that leave something out
        """Return the document with what it leaves out and game.yaml decides."""
        return self


class Row(Model):
    """A row of a printed table whose columns the document itself names; cells are kept as printed."""

    model_config = ConfigDict(strict=True, extra="allow", frozen=True, defer_build=True)
    __pydantic_extra__: dict[str, str]

    @property
    def cells(self) -> dict[str, str]:
        """Printed cells by column id."""
        return self.__pydantic_extra__
