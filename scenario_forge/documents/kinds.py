"""Kinds of documents by the files of a game's folder, kinds of JSON that comes in or goes out, and their schemas.

Schemas are made from the types that code reads or writes, so that both say the same. `forge schema` publishes them.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from scenario_forge.documents.aids import AidsDocument
from scenario_forge.documents.charts import ChartsDocument
from scenario_forge.documents.counters import CountersDocument
from scenario_forge.documents.errata import CopyDocument, ErrataDocument
from scenario_forge.documents.game import GameDocument
from scenario_forge.documents.map_ import MapDocument
from scenario_forge.documents.profiles import ProfileDocument
from scenario_forge.documents.rulebook import DiagramsDocument, ExamplesDocument, OptionsDocument, RulebookDocument
from scenario_forge.documents.scenario import DossierDocument, OrderOfBattleDocument, ScenarioDocument
from scenario_forge.documents.sightings import SightingsDocument
from scenario_forge.documents.time_track import ChronologyDocument, TimeTrackDocument
from scenario_forge.documents.victory import PlaytestDocument, VictoryDocument
from scenario_forge.documents.witnesses import WitnessesDocument
from scenario_forge.documents.words import WordsDocument

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError
    from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
    from pydantic_core.core_schema import ModelSchema, WithDefaultSchema

    from scenario_forge.documents.base import Document


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of document: which files of a game's folder it is, and their model."""

    name: str
    """File stem, or folder name where there are many: `map`, `scenarios`."""
    model: type[Document]
    many: bool = False
    """A folder of such files."""
    required: bool = False

    def matches(self, path: str) -> bool:
        """Return whether the file at ``path`` (relative, forward slashes) is of this kind."""
        if self.many:
            folder, _, rest = path.partition("/")
            return folder == self.name and rest.endswith(".yaml") and "/" not in rest
        return path == f"{self.name}.yaml"


KINDS: tuple[Kind, ...] = (
    Kind("game", GameDocument, required=True),
    Kind("rulebook", RulebookDocument),
    Kind("options", OptionsDocument),
    Kind("map", MapDocument, required=True),
    Kind("counters", CountersDocument, required=True),
    Kind("orders-of-battle", OrderOfBattleDocument, many=True),
    Kind("time-track", TimeTrackDocument, required=True),
    Kind("charts", ChartsDocument),
    Kind("victory", VictoryDocument),
    Kind("aids", AidsDocument),
    Kind("examples", ExamplesDocument),
    Kind("diagrams", DiagramsDocument),
    Kind("chronology", ChronologyDocument),
    Kind("sightings", SightingsDocument),
    Kind("playtest", PlaytestDocument),
    Kind("scenarios", ScenarioDocument, many=True),
    Kind("dossiers", DossierDocument, many=True),
    Kind("errata", ErrataDocument, many=True),
    Kind("copies", CopyDocument, many=True),
    Kind("witnesses", WitnessesDocument),
    Kind("words", WordsDocument, many=True),
    Kind("profiles", ProfileDocument, many=True),
)
"""The kinds of the core; a rule system adds its `rules` and others."""


def kind_of(path: str, kinds: Iterable[Kind] = KINDS) -> Kind | None:
    """Return the kind of the file at ``path``; None if it is not a file of a game."""
    return next((kind for kind in kinds if kind.matches(path)), None)


# -- JSON Schemas of the documents, for editors and for anyone who reads content without us ---------


DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ORDER = ("$schema", "$id", "title", "description", "type", "properties", "required", "additionalProperties", "$defs")


def schema_name(kind: Kind, system: str = "") -> str:
    """Return the name of a kind's schema: ``map.schema.json``; a system's own kinds carry its id in front."""
    return f"{system}.{kind.name}.schema.json" if system else f"{kind.name}.schema.json"


def schemas(kinds: Iterable[Kind], system: str = "") -> dict[str, str]:
    """Return schema texts (draft 2020-12) by file name; ``system`` is the id of the rule system with those kinds.

    ``forge schema`` writes them to `schemas/`; nobody edits them. They say what the models say, with one difference
    that JSON Schema cannot express: to it 3.0 is a whole number, to the models it is not.
    """
    return {schema_name(kind, system): _text(kind, schema_name(kind, system)) for kind in kinds}


@cache
def _text(kind: Kind, name: str) -> str:
    schema = kind.model.model_json_schema(schema_generator=schema_generator())
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


def schema_generator() -> type[GenerateJsonSchema]:
    """Return a generator of schemas that takes what a key means from the text under it in the model's class."""
    from pydantic.json_schema import GenerateJsonSchema  # noqa: PLC0415 - only where schemas are written

    class Described(GenerateJsonSchema):
        def model_schema(self, schema: ModelSchema) -> JsonSchemaValue:
            made = super().model_schema(schema)
            for key, text in _texts_under_keys(schema["cls"]).items():
                if key in made.get("properties", {}):
                    made["properties"][key].setdefault("description", text)
            return made

        def get_default_value(self, schema: WithDefaultSchema) -> Any:  # noqa: ANN401 - any key's default
            factory: Any = schema.get("default_factory")
            return factory() if factory in (list, dict) else super().get_default_value(schema)

    return Described


def _texts_under_keys(model: type) -> dict[str, str]:
    """The text that stands under each key of a model or of those it is made from."""
    found: dict[str, str] = {}
    for base in reversed(model.__mro__):
        if base is not object and base.__module__.partition(".")[0] != "pydantic":
            found |= _texts_by_class(base.__module__).get(base.__qualname__, {})
    return found


@cache
def _texts_by_class(module: str) -> dict[str, dict[str, str]]:
    """The texts under keys in each class of a module, by the class's qualified name; a module is read once."""
    found: dict[str, dict[str, str]] = {}

    def look(body: list[ast.stmt], within: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                found[f"{within}{node.name}"] = _texts_in(node)
                look(node.body, f"{within}{node.name}.")
            elif isinstance(node, ast.FunctionDef):
                look(node.body, f"{within}{node.name}.<locals>.")

    look(ast.parse(inspect.getsource(sys.modules[module])).body, "")
    return found


def _texts_in(model: ast.ClassDef) -> dict[str, str]:
    found = {}
    for key, text in pairwise(model.body):
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
        refs = [each["$ref"] for each in (value, *value.get("anyOf", ())) if "$ref" in each]
        if "description" not in value and len(refs) == 1:
            value["description"] = models[refs[0].rpartition("/")[2]]["description"]


def _spaced(name: str) -> str:
    """The name of a model in words: ``TrackBox`` as ``track box``."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.rpartition("__")[2]).lower()


# -- JSON that comes in or goes out: records, packs, reports ---------------------------------------


@dataclass(frozen=True, slots=True)
class JsonKind:
    """One kind of JSON file."""

    name: str
    """Names its schema: `record` for ``record.schema.json``."""
    title: str
    """What it is and where it comes from."""
    shape: Any
    """The type of the whole file: a pydantic model, or a TypedDict."""
    marks: frozenset[str]
    """Top-level keys that together no other kind has: files are recognised by them."""
    mode: Literal["validation", "serialization"] = "serialization"

    @property
    def file(self) -> str:
        """The name of its schema's file."""
        return f"{self.name}.schema.json"


def kind_in(data: object, kinds: Iterable[JsonKind]) -> JsonKind | None:
    """Return the kind of a JSON value, by its top-level keys; None for a value of none."""
    return next((kind for kind in kinds if isinstance(data, dict) and kind.marks <= data.keys()), None)


@lru_cache(maxsize=32)
def json_schema(kind: JsonKind) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a kind. Nobody changes the value."""
    from pydantic import TypeAdapter  # noqa: PLC0415 - read by few commands

    made = TypeAdapter(kind.shape).json_schema(mode=kind.mode, schema_generator=schema_generator())
    _close(made)
    return {"$schema": DIALECT, "$id": kind.file, **made, "title": kind.title}


def schema_texts(kinds: Iterable[JsonKind]) -> dict[str, str]:
    """Return schema texts by file name, for `schemas/`."""
    return {kind.file: json.dumps(json_schema(kind), indent=2, ensure_ascii=False) + "\n" for kind in kinds}


def _close(node: Any) -> None:  # noqa: ANN401 - any part of a schema
    """Forbid keys that an object does not list."""
    if isinstance(node, dict):
        if "properties" in node:
            node.setdefault("additionalProperties", False)
        for value in node.values():
            _close(value)
    elif isinstance(node, list):
        for value in node:
            _close(value)


# -- what does not fit -----------------------------------------------------------------------------


_LONGEST = 160


def misfits(kind: JsonKind, data: object) -> Iterator[str]:
    """Yield a sentence for each part that does not fit its schema: ``actions[3]: expected text, found a list``.

    >>> next(misfits(JsonKind("count", "A count", dict[str, int], frozenset()), {"a": "x"}))
    'a: expected a whole number, found the text `x`'
    """
    from jsonschema.exceptions import best_match  # noqa: PLC0415 - loads much

    for error in _validator(kind).iter_errors(data):
        deepest = best_match([error]) or error
        place = path_in_words(deepest.absolute_path)
        yield f"{place}: {problem_of(deepest)}" if place else problem_of(deepest)


@lru_cache(maxsize=32)
def _validator(kind: JsonKind) -> Draft202012Validator:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - loads much

    return Draft202012Validator(json_schema(kind))


def path_in_words(path: Iterable[str | int]) -> str:
    """Return a path in JSON as text: ``actions[3].by``.

    >>> path_in_words(["actions", 3, "by"])
    'actions[3].by'
    """
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def problem_of(error: ValidationError) -> str:
    """Return what is wrong by an error of validation, in an author's words and in at most so many letters."""
    message = _in_words(error) or error.message
    return message if len(message) <= _LONGEST else f"{message[: _LONGEST - 1]}…"


_CALLED = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
"""The types of JSON Schema, for people."""
_LIMITS = {
    "minimum": "at least {}",
    "exclusiveMinimum": "more than {}",
    "maximum": "at most {}",
    "exclusiveMaximum": "less than {}",
}
_SIZES = {
    "minItems": "the list needs at least {} {item}",
    "maxItems": "the list may have at most {} {item}",
    "minLength": "the text needs at least {} {letter}",
    "maxLength": "the text may have at most {} {letter}",
    "minProperties": "the mapping needs at least {} {key}",
}


def _in_words(error: ValidationError) -> str:
    """A broken rule of JSON Schema in an author's words; empty for one that none of the schemas has."""
    rule, wanted, found = str(error.validator), error.validator_value, error.instance
    if rule in _LIMITS:
        return f"the number must be {_LIMITS[rule].format(wanted)}, not {found}"
    if rule in _SIZES:
        nouns = {noun: noun if wanted == 1 else f"{noun}s" for noun in ("item", "letter", "key")}
        return _SIZES[rule].format(wanted, **nouns)
    explained = _BROKEN.get(rule)
    return explained(error, wanted, found) if explained else ""


def _odd_key(error: ValidationError, _wanted: object, found: Any) -> str:  # noqa: ANN401 - any JSON
    allowed = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
    return f"there is no key `{next((key for key in found if key not in allowed), '')}` here"


def _types(_error: ValidationError, wanted: Any, found: object) -> str:  # noqa: ANN401 - a name or a list of them
    types = [wanted] if isinstance(wanted, str) else list(wanted)
    return f"expected {' or '.join(_CALLED.get(each, each) for each in types)}, found {kind_in_words(found)}"


_BROKEN: dict[str, Callable[[ValidationError, Any, Any], str]] = {
    "type": _types,
    "required": lambda _e, keys, found: f"the key `{next((key for key in keys if key not in found), '')}` is missing",
    "additionalProperties": _odd_key,
    "enum": lambda _e, words, found: f"expected {', '.join(f'`{w}`' for w in words)}; found {kind_in_words(found)}",
    "const": lambda _e, word, found: f"expected `{word}`, found {kind_in_words(found)}",
    "pattern": lambda _e, form, found: f"`{found}` is not written in the form {form}",
    "uniqueItems": lambda _e, _w, _f: "an item is in the list twice",
    "anyOf": lambda _e, _w, found: f"{kind_in_words(found)} fits none of the forms that may stand here",
}
"""By the rule of JSON Schema that is broken: what is said of it."""


def kind_in_words(value: object) -> str:
    """Return what kind of value something is, with a number or text itself.

    >>> kind_in_words(7), kind_in_words(["a"])
    ('the number 7', 'a list')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, dict):
        return "a mapping"
    return "a list" if isinstance(value, list) else f"the text `{value}`"


def unreadable_json(error: Exception) -> str:
    """Return why bytes are no JSON that can be read, in an author's words.

    >>> try: json.loads('{"a": }')
    ... except ValueError as error: unreadable_json(error)
    'it is not JSON: a value is missing or misspelled in line 1, column 7'
    """
    if isinstance(error, json.JSONDecodeError):
        why = next((words for start, words in _NOT_JSON.items() if error.msg.startswith(start)), "it is malformed")
        return f"it is not JSON: {why} in line {error.lineno}, column {error.colno}"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    if isinstance(error, RecursionError):
        return "its lists and mappings lie too deep in each other"
    return "it has a number of too many digits"


_NOT_JSON = {
    "Expecting value": "a value is missing or misspelled",
    "Expecting property name": "a key in double quotes is missing",
    "Expecting ',' delimiter": "a comma is missing",
    "Expecting ':' delimiter": "a colon is missing",
    "Illegal trailing comma": "a comma stands before the end",
    "Unterminated string": "a double quote is missing",
    "Invalid control character": "a text goes over the end of its line",
    "Invalid \\": "a backslash is followed by a wrong character",
    "Extra data": "more stands behind its end",
}
"""By the beginning of what the reader of JSON says: the same for people."""
