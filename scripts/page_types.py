"""Print what the page asks of the server and is told by it as TypeScript, from the signatures of the server's routes.

    python scripts/page_types.py >frontend/generated/server.ts

`hatch_build.py --types` does this before it checks the page. The bundle needs no types.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema
from starlette.responses import Response

from scenario_forge.editor.endpoint import Endpoint
from scenario_forge.editor.errata.panel import AskedReason, ErrataTried
from scenario_forge.editor.play.table import About
from scenario_forge.editor.preview.preview import PreviewTold
from scenario_forge.editor.server.app import Editor
from scenario_forge.editor.server.changing import Changes
from scenario_forge.editor.server.questions import Questions
from scenario_forge.editor.session import Session

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

TOLD = (About, AskedReason, ErrataTried, PreviewTold)
"""What the server tells in events and refusals, and parts of answers that the page names."""
HEAD = """// Made by scripts/page_types.py of the server's routes: change those.
export type Plain = string | number | boolean | null | Plain[] | { [key: string]: Plain };
"""
_WORDS = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


class AsSent(GenerateJsonSchema):
    """Schemas in which what has a default is always there in an answer."""

    def field_is_required(self, field: Any, total: bool) -> bool:  # noqa: ANN401 - as above it
        """Whether a key is always there."""
        sent = self.mode == "serialization" and field["type"] != "typed-dict-field"
        return sent or super().field_is_required(field, total)


def endpoints() -> list[Endpoint]:
    """The routes of a server without a game."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SCENARIO_FORGE_CACHE"] = folder
        session = Session(folder)
        editor = Editor(session)
        parts = (
            editor.part(),
            Changes(session, editor.background).part(),
            Questions(session, editor.background, editor.show_findings_of).part(),
        )
        session.close()
    return [route for part in parts for route in part.routes if isinstance(route, Endpoint)]


def typescript(schema: dict[str, Any]) -> str:
    """The type of a JSON Schema."""
    match schema:
        case {"typescript": word}:
            return word
        case {"$ref": ref}:
            return name_of(ref)
        case {"const": value}:
            return json.dumps(value)
        case {"enum": values}:
            return " | ".join(json.dumps(each) for each in values)
        case {"anyOf": several} | {"oneOf": several}:
            return " | ".join(dict.fromkeys(typescript(each) for each in several))
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(map(typescript, items))}]"
        case {"type": "array"}:
            of = typescript(schema.get("items", {}))
            return f"({of})[]" if " | " in of else f"{of}[]"
        case {"type": "object"}:
            return object_of(schema)
        case {"type": word}:
            return _WORDS[word]
        case _:
            return "unknown"


def object_of(schema: dict[str, Any]) -> str:
    """The type of the JSON Schema of an object."""
    below, required = schema.get("additionalProperties", {}), schema.get("required", ())
    if "properties" not in schema and below is not False:
        return f"Record<string, {typescript(below) if below is not True else 'unknown'}>"
    fields = schema.get("properties", {}).items()
    return braces((key, key in required, typescript(each)) for key, each in fields)


def braces(fields: Any) -> str:  # noqa: ANN401 - names, whether they are needed, types
    """An object's type."""
    said = [f"{name}{'' if needed else '?'}: {of}" for name, needed, of in fields]
    return f"{{ {'; '.join(said)} }}" if said else "{}"


def name_of(ref: str) -> str:
    """The name of a shared type; what is asked may leave out what an answer has."""
    name = ref.rpartition("/")[2].replace("-Output", "").replace("-Input", "Asked")
    if "__" in name:
        raise SystemExit(f"two types that the page is told have the same name: {name}")
    return name


def main() -> None:
    """Print the types."""
    routes = [(route, route.inputs()) for route in endpoints() if route.answer is not Response]
    wanted: list[tuple[Any, Any, TypeAdapter[Any]]] = [(told, "serialization", TypeAdapter(told)) for told in TOLD]
    for route, inputs in routes:
        wanted.append((str(route), "serialization", TypeAdapter(route.answer)))
        for name, each in inputs.items():
            wanted.append(((str(route), name), "validation", TypeAdapter(each.rebuild_annotation())))
    schemas, shared = TypeAdapter.json_schemas(wanted, schema_generator=AsSent)
    print(HEAD)
    for ref, schema in sorted(shared["$defs"].items()):
        about = " ".join(schema.get("description", "").split("\n\n")[0].split())
        print(f"/** {about} */\n" if about else "", end="")
        print(f"export type {name_of(ref)} = {typescript(schema)};")
    for method in ("GET", "POST"):
        print(f"\nexport interface {method.title()}s {{")
        for route, inputs in routes:
            if route.method == method:
                types = {name: typescript(schemas[(str(route), name), "validation"]) for name in inputs}
                answers = typescript(schemas[str(route), "serialization"])
                print(f"  {key_of(route, types)}: {{ asks: {asks_of(route, inputs, types)}; answers: {answers} }};")
        print("}")


def key_of(route: Endpoint, types: dict[str, str]) -> str:
    """The key of a route: its path, or the pattern of it."""
    path = re.sub(r"\{(\w+)\}", lambda found: f"${{{types[found[1]]}}}", route.path)
    return f'"{path}"' if path == route.path else f"[path: `{path}`]"


def asks_of(route: Endpoint, inputs: dict[str, FieldInfo], types: dict[str, str]) -> str:
    """The type of what a request says beside its path."""
    named = {name: each for name, each in inputs.items() if name not in route.param_convertors}
    return types.get("body") or braces((name, each.is_required(), types[name]) for name, each in named.items())


if __name__ == "__main__":
    main()
