"""Files held against the published JSON Schemas alone, as a tool in any language would hold them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from scenario_forge.project.codes import SCH004
from scenario_forge.project.system import all_schemas
from scenario_forge.source.read import Source

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from jsonschema.exceptions import ValidationError

    from scenario_forge.diagnostics.model import Diagnostic, Span
    from scenario_forge.source.nodes import Data

_NAMED = re.compile(r"\A# yaml-language-server: \$schema=\S*?([^/\s]+)\.schema\.json")
_SYSTEM = re.compile(r"^system:\s*([\w-]+)", re.MULTILINE)
_LONGEST = 160


class NoSchema(ValueError):  # noqa: N818 - says what is missing
    """Nothing tells which schema a file is to be held against."""


def schema_of(path: Path, text: str) -> str:
    """The name of the schema of a file: the one its first line names, else that of its place in a game.

    ``scenarios/crusader.yaml`` is held against ``scenarios``, ``map.yaml`` against ``map``, ``rules.yaml`` against
    ``SYSTEM.rules`` of the system that game.yaml beside it names.

    Raises:
        NoSchema: no published schema fits.
    """
    known = {name.removesuffix(".schema.json") for name in all_schemas()}
    line = _NAMED.match(text)
    wanted = [line[1]] if line else []
    about = path.with_name("game.yaml")
    if path.stem == "rules" and about.is_file():
        system = _SYSTEM.search(about.read_text(encoding="utf-8", errors="replace"))
        wanted += [f"{system[1]}.rules"] if system else []
    wanted += [path.stem, path.resolve().parent.name]
    found = next((name for name in wanted if name in known), None)
    if found is None:
        raise NoSchema(f"{path} is called like no file of a game")
    return found


def validate(path: Path) -> list[Diagnostic]:
    """What the schema of a file forbids in it, in the order of the text.

    Raises:
        NoSchema: nothing tells which schema is meant.
        OSError: the file cannot be read.
    """
    source = Source.read(path.name, path.read_bytes())
    if source.root is None:
        return list(source.problems)
    schema = json.loads(all_schemas()[f"{schema_of(path, source.text)}.schema.json"])
    return sorted(_found(source, source.root.data, schema), key=lambda each: each.sort_key)


def _found(source: Source, data: Data, schema: dict[str, Any]) -> Iterator[Diagnostic]:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - loads much, and only this verb needs it
    from jsonschema.exceptions import best_match  # noqa: PLC0415

    for error in Draft202012Validator(schema).iter_errors(data):
        deepest = best_match([error]) or error
        yield SCH004.at(_span(source, deepest), problem=_problem(deepest))


def _span(source: Source, error: ValidationError) -> Span:
    """Where an error stands; of a key that may not be there, the key."""
    path = list(error.absolute_path)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        allowed = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        strays = [key for key in error.instance if key not in allowed]
        if strays:
            return source.span([*path, strays[0]], "key")
    return source.span(path)


def _problem(error: ValidationError) -> str:
    message = error.message
    return message if len(message) <= _LONGEST else f"{message[: _LONGEST - 1]}…"
