"""JSON Schemas (draft 2020-12) of the documents, for editors and for anyone who reads content without us.

Written to `schemas/` by ``forge schema`` and never edited. They say what the models say, with one
difference that JSON Schema cannot express: to it 3.0 is a whole number, to the models it is not.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
    from pydantic_core.core_schema import ModelSchema

    from scenario_forge.documents.kinds import Kind

DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ORDER = ("$schema", "$id", "title", "description", "type", "properties", "required", "additionalProperties", "$defs")


def schema_name(kind: Kind, system: str = "") -> str:
    """The file's name: ``map.schema.json``; a system's own kinds carry its id in front."""
    return f"{system}.{kind.name}.schema.json" if system else f"{kind.name}.schema.json"


def schemas(kinds: Iterable[Kind], system: str = "") -> dict[str, str]:
    """Schema texts by file name; ``system`` is the id of the rule system whose kinds they are."""
    return {schema_name(kind, system): _text(kind, schema_name(kind, system)) for kind in kinds}


def _text(kind: Kind, name: str) -> str:
    import json  # noqa: PLC0415

    schema = kind.model.model_json_schema(schema_generator=described())
    _tidy(schema)
    for key, model in schema.get("$defs", {}).items():
        _describe(model, schema["$defs"])
        model["title"] = _spaced(key)
    _describe(schema, schema.get("$defs", {}))
    schema |= {
        "$schema": DIALECT,
        "$id": name,
        "title": f"{kind.name}/*.yaml" if kind.many else f"{kind.name}.yaml",
    }
    ordered = {key: schema.pop(key) for key in _ORDER if key in schema} | schema
    return json.dumps(ordered, indent=2, ensure_ascii=False) + "\n"


def described() -> type[GenerateJsonSchema]:
    """Pydantic's generator, which takes what a key means from the text under it in the model's class."""
    from pydantic.json_schema import GenerateJsonSchema  # noqa: PLC0415 - only where schemas are written

    class Described(GenerateJsonSchema):
        def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
            made = super().model_schema(schema)
            for key, text in _texts_under_keys(schema["cls"]).items():
                if key in made.get("properties", {}):
                    made["properties"][key].setdefault("description", text)
            return made

    return Described


def _texts_under_keys(model: type) -> dict[str, str]:
    """The text that stands under each key of a model or of those it is made from."""
    import ast  # noqa: PLC0415 - only where schemas are written
    import inspect  # noqa: PLC0415
    import textwrap  # noqa: PLC0415

    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if base is object or base.__module__.partition(".")[0] == "pydantic":
            continue
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        lines = body.body if isinstance(body, ast.ClassDef) else []
        for key, text in pairwise(lines):
            match key, text:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                    found[name] = inspect.cleandoc(words)
    return found


def _tidy(node: Any) -> None:  # noqa: ANN401 - any part of a schema
    """Close what pydantic leaves open: keys of a mapping that do not fit the pattern of its keys.

    A reference to a part of a model, which pydantic does not follow, is written `x-ref` until here.
    """
    if isinstance(node, list):
        for item in node:
            _tidy(item)
    elif isinstance(node, dict):
        patterns = node.get("patternProperties")
        if isinstance(patterns, dict) and "properties" not in node:
            node.setdefault("additionalProperties", False)
        if "x-ref" in node:
            node["$ref"] = node.pop("x-ref")
        for value in node.values():
            _tidy(value)


def _describe(model: dict[str, Any], models: dict[str, Any]) -> None:
    """A key without words of its own takes those of the model it holds; titles are the keys themselves."""
    for key, value in model.get("properties", {}).items():
        value["title"] = key
        if "description" not in value and "$ref" in value:
            value["description"] = models[value["$ref"].rpartition("/")[2]]["description"]


def _spaced(name: str) -> str:
    """``TrackBox`` as ``track box``."""
    import re  # noqa: PLC0415

    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.rpartition("__")[2]).lower()
