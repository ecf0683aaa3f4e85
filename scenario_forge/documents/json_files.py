"""JSON that comes in or goes out: records, packs, reports; a schema of each, and what in a value does not fit it.

The schema is made from the type that code reads or writes, so that both say the same. `forge schema` publishes it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from scenario_forge.documents.kinds import DIALECT, described

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError


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
    """The kind of a JSON value, by its top-level keys; None for a value of none."""
    return next((kind for kind in kinds if isinstance(data, dict) and kind.marks <= data.keys()), None)


@lru_cache(maxsize=32)
def json_schema(kind: JsonKind) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a kind. Nobody changes the value."""
    from pydantic import TypeAdapter  # noqa: PLC0415 - read by few commands

    made = TypeAdapter(kind.shape).json_schema(mode=kind.mode, schema_generator=described())
    _close(made)
    return {"$schema": DIALECT, "$id": kind.file, **made, "title": kind.title}


def schema_texts(kinds: Iterable[JsonKind]) -> dict[str, str]:
    """Schema texts by file name, for `schemas/`."""
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
    """A sentence for each part of a value that does not fit its schema: ``actions[3][1]: 7 is not of type 'string'``.

    >>> next(misfits(JsonKind("count", "A count", dict[str, int], frozenset()), {"a": "x"}))
    "a: 'x' is not of type 'integer'"
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
    """A path in JSON: ``actions[3].by``.

    >>> path_in_words(["actions", 3, "by"])
    'actions[3].by'
    """
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def problem_of(error: ValidationError) -> str:
    """What a schema forbids, in at most so many letters."""
    message = error.message
    return message if len(message) <= _LONGEST else f"{message[: _LONGEST - 1]}…"
