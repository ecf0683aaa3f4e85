"""What a form asks for: the JSON Schema of a kind of document as shapes, small enough for a page to draw.

A shape is one of ``text``, ``number``, ``flag``, ``choice``, ``value`` (any scalar; with ``any``, anything), ``list``,
``map``, ``group``, and ``named``, which stands for a group of its own name, so that groups may hold themselves.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import (  # pydantic makes schemas of these alone before 3.12
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NotRequired,
    Protocol,
    Required,
    cast,
)

from pydantic import WithJsonSchema
from typing_extensions import TypedDict

from scenario_forge.documents.kinds import schemas
from scenario_forge.editor.answers import Plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scenario_forge.documents.kinds import Kind
    from scenario_forge.source.nodes import Step

Shape = TypedDict(
    "Shape",
    {
        "is": Required[Literal["text", "number", "flag", "choice", "value", "list", "map", "group", "named"]],
        "of": Annotated[Any, WithJsonSchema({"typescript": "Shape | (string | number)[]"})],
        "name": str,
        "names": str,
        "keys": str,
        "any": bool,
        "long": bool,
        "pattern": str,
        "least": int,
        "numbers": bool,
        "whole": bool,
        "low": float,
        "high": float,
        "above": float,
        "below": float,
        "fields": "list[FormField]",
        "one": bool,
        "others": "Shape",
        "title": str,
    },
    total=False,
)


FormField = TypedDict("FormField", {
    "key": str, "help": str, "required": bool, "default": NotRequired[Plain], "title": NotRequired[str],
    "shape": Shape,
})  # fmt: skip
"""A key of a group."""


ONE_KEY = frozenset({"Condition", "Region"})
"""Groups that have exactly one of their keys."""
LONG = frozenset({"text", "note", "why", "rights", "recognise"})
"""Keys whose text is of several lines."""


class Groups(Protocol):
    """Whatever knows the named groups of a kind of document."""

    def under(self, shape: Shape) -> Shape:
        """The group that a named shape stands for; any other shape itself."""


class Shapes:
    """The shapes of one kind of document: that of the whole, and the named groups within."""

    def __init__(self, kind: Kind) -> None:
        (text,) = schemas((kind,)).values()
        schema = json.loads(text)
        self._defs: dict[str, Any] = schema.get("$defs", {})
        self.named: dict[str, Shape] = {}
        self.root = self._group(schema, "")

    def _shape(self, schema: Mapping[str, Any]) -> Shape:
        if "$ref" in schema:
            return self._reference(str(schema["$ref"]).rpartition("/")[2])
        if "anyOf" in schema:
            known = [each for each in schema["anyOf"] if each.get("type") != "null"]
            return self._shape(known[0]) if len(known) == 1 else {"is": "value", "any": True}
        match schema.get("type"):
            case "array":
                of = self._shape(schema.get("items", {}))
                return _with_names({"is": "list", "of": of, "least": schema.get("minItems", 0)}, of.get("names", ""))
            case "object" if "properties" in schema:
                return self._group(schema, "")
            case "object":
                return self._map(schema)
            case _:
                return _with_names(_scalar(schema), schema.get("x-names", ""))

    def _reference(self, name: str) -> Shape:
        schema = self._defs.get(name, {})
        if "properties" not in schema:
            return self._shape(schema)
        if name not in self.named:
            self.named[name] = Shape({"is": "group"})  # it may hold itself
            self.named[name].update(self._group(schema, name))
        return {"is": "named", "name": name}

    def _group(self, schema: Mapping[str, Any], name: str) -> Shape:
        required = schema.get("required", [])
        fields: list[FormField] = []
        for key, below in schema["properties"].items():
            if below is False:  # a key that may not stand here
                continue
            shape = self._shape(below)
            if shape["is"] == "text" and key in LONG:
                shape["long"] = True
            field: FormField = {
                "key": key,
                "help": below.get("description", ""),
                "required": key in required,
                "shape": shape,
            }
            if below.get("default") not in (None, [], {}, ""):
                field["default"] = below["default"]
            fields.append(field)
        made: Shape = {"is": "group", "fields": fields, "title": schema.get("title", ""), "one": name in ONE_KEY}
        others = schema.get("additionalProperties")
        if isinstance(others, dict):
            made["others"] = self._shape(others)
        return made

    def _map(self, schema: Mapping[str, Any]) -> Shape:
        patterns = schema.get("patternProperties") or {"": schema.get("additionalProperties") or {}}
        (pattern, below), *_more = patterns.items()
        of = self._shape(below if isinstance(below, dict) else {})
        return _with_names({"is": "map", "of": of, "keys": pattern}, of.get("names", ""))

    def under(self, shape: Shape) -> Shape:
        """The group that a named shape stands for; any other shape itself."""
        return self.named[shape["name"]] if shape["is"] == "named" else shape


def _scalar(schema: Mapping[str, Any]) -> Shape:
    if "enum" in schema:
        return {"is": "choice", "of": schema["enum"]}
    match schema.get("type"):
        case "string":
            return _text(schema)
        case "boolean":
            return {"is": "flag"}
        case "integer" | "number" as number:
            return _number(schema, whole=number == "integer")
        case list() as types if "string" in types and "boolean" not in types:
            return {"is": "text", "least": schema.get("minLength", 0), "numbers": True}
        case _:
            return {"is": "value", "any": "type" not in schema}


def _text(schema: Mapping[str, Any]) -> Shape:
    return {"is": "text", "least": schema.get("minLength", 0), "pattern": schema.get("pattern", "")}


def _number(schema: Mapping[str, Any], *, whole: bool) -> Shape:
    bounds = {
        "low": schema.get("minimum"),
        "high": schema.get("maximum"),
        "above": schema.get("exclusiveMinimum"),
        "below": schema.get("exclusiveMaximum"),
    }
    given = {key: value for key, value in bounds.items() if value is not None}
    return cast("Shape", {"is": "number", "whole": whole, **given})


def _with_names(shape: Shape, names: str) -> Shape:
    return {**shape, "names": names} if names else shape


@lru_cache(maxsize=64)
def shapes_of(kind: Kind) -> Shapes:
    """The shapes of a kind of document. Nobody changes them."""
    return Shapes(kind)


# -- places of a document ---------------------------------------------------------------------------


def at(shapes: Groups, root: Shape, path: Sequence[Step]) -> Shape | None:
    """The shape of what stands at a path of a document; None where the document has no such key."""
    shape = root
    for step in path:
        shape = shapes.under(shape)
        below: Shape | None = None
        if (shape["is"] == "list" and isinstance(step, int)) or (shape["is"] == "map" and isinstance(step, str)):
            below = shape["of"]
        elif shape["is"] == "group" and isinstance(step, str):
            below = field_of(shape, step) or shape.get("others")
        elif shape["is"] == "value":
            below = shape
        if below is None:
            return None
        shape = below
    return shape


def field_of(group: Shape, key: str) -> Shape | None:
    """The shape of a key of a group; None where it is none of those that the group lists."""
    return next((field["shape"] for field in group["fields"] if field["key"] == key), None)
