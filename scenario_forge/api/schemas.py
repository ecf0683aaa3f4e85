"""Published JSON Schemas, and validation of files against them alone, as a tool in any language would do it."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from scenario_forge.api.calls import RulesFile
from scenario_forge.api.diff import DiffFile
from scenario_forge.api.drafts.date_grid import DATES
from scenario_forge.api.errata import ErrataCheckFile
from scenario_forge.api.packs.archive import PACK
from scenario_forge.api.trials.tune_report import TUNED
from scenario_forge.diagnostics.json_formats import CheckFile
from scenario_forge.documents.kinds import JsonKind, kind_in, misfits, problem_of, schema_texts, unreadable_json
from scenario_forge.game.codes import SCH004
from scenario_forge.game.reading.folder import at_start
from scenario_forge.game.system import all_schemas
from scenario_forge.playtest.impact import IMPACT
from scenario_forge.playtest.report import REPORT
from scenario_forge.simulator.record import RECORD
from scenario_forge.source.read import Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from jsonschema.exceptions import ValidationError

    from scenario_forge.diagnostics.model import Diagnostic, Span
    from scenario_forge.source.nodes import Data

CHECK = JsonKind("check-report", "forge check --format json", CheckFile, frozenset({"diagnostics", "summary"}))
RULES = JsonKind("rules-report", "forge rules --format json", RulesFile, frozenset({"clauses"}))
DIFF = JsonKind("diff-report", "forge diff --format json", DiffFile, frozenset({"before", "after", "changes"}))
ERRATA = JsonKind(
    "errata-report", "forge errata check --format json", ErrataCheckFile, frozenset({"errata", "findings", "reprint"})
)
JSON_KINDS = (RECORD, PACK, CHECK, RULES, DIFF, ERRATA, IMPACT, REPORT, TUNED, DATES)


def published() -> dict[str, str]:
    """Return the texts of all published schemas by file name: documents, installed rule systems, JSON files."""
    return all_schemas() | schema_texts(JSON_KINDS)


def outdated_schemas(folder: Path) -> dict[str, str | None]:
    """Return the schemas that are missing or outdated in ``folder``, with their texts, by file name.

    A file that is the schema of no document has None; it is for a person to remove.
    """
    wanted = published()
    old: dict[str, str | None] = {name: text for name, text in wanted.items() if _text(folder / name) != text}
    strays = sorted(path.name for path in folder.glob("*.schema.json") if path.name not in wanted)
    return old | dict.fromkeys(strays)


def _text(path: Path) -> str | None:
    try:
        return path.read_bytes().decode()
    except (OSError, ValueError):
        return None


# -- holding a file against its schema -------------------------------------------------------------


_NAMED = re.compile(r"\A# yaml-language-server: \$schema=\S*?([^/\s]+)\.schema\.json")
_SYSTEM = re.compile(r"^system:\s*([\w-]+)", re.MULTILINE)


class NoSchema(ValueError):  # noqa: N818 - says what is missing
    """Raised when no schema can be found for a file."""


def schema_of(path: Path, text: str, published: Mapping[str, str]) -> str:
    """Return the name of a file's schema, one of those ``published``: that of its first line, or of its place.

    ``scenarios/crusader.yaml`` is held against ``scenarios``, ``map.yaml`` against ``map``, ``rules.yaml`` against
    ``SYSTEM.rules`` of the system that game.yaml beside it names.

    Raises:
        NoSchema: no published schema fits.
    """
    known = {name.removesuffix(".schema.json") for name in published}
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


def validate(path: Path, published: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """Return what the schema of a file forbids in it, in the order of the text.

    Args:
        path: the file.
        published: the schemas of documents by file name, for whoever asks for many files; made here if not given.

    Raises:
        NoSchema: nothing tells which schema is meant.
        OSError: the file cannot be read.
    """
    data = path.read_bytes()
    if path.suffix == ".json":
        return _of_json(path.name, data)
    source = Source.read(path.name, data)
    if source.root is None:
        return list(source.problems)
    published = all_schemas() if published is None else published
    schema = json.loads(published[f"{schema_of(path, source.text, published)}.schema.json"])
    return sorted(_found(source, source.root.data, schema), key=lambda each: each.sort_key)


def _of_json(name: str, data: bytes) -> list[Diagnostic]:
    """Return what the schema of its kind forbids in a JSON file, with the path in it."""
    place = at_start(name)
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError and JSONDecodeError are such
        return [SCH004.at(place, problem=unreadable_json(error))]
    kind = kind_in(value, JSON_KINDS)
    if kind is None:
        known = ", ".join(f"`{each.name}`" for each in JSON_KINDS)
        raise NoSchema(f"{name} has the keys of no kind of JSON that is known: {known}")
    return [SCH004.at(place, problem=problem) for problem in misfits(kind, value)]


def _found(source: Source, data: Data, schema: dict[str, Any]) -> Iterator[Diagnostic]:
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - loads much, and only this verb needs it
    from jsonschema.exceptions import best_match  # noqa: PLC0415

    for error in Draft202012Validator(schema).iter_errors(data):
        deepest = best_match([error]) or error
        yield SCH004.at(_span(source, deepest), problem=problem_of(deepest))


def _span(source: Source, error: ValidationError) -> Span:
    """Return where an error stands; of a key that may not be there, the key."""
    path = list(error.absolute_path)
    if error.validator == "additionalProperties" and isinstance(error.instance, dict):
        allowed = error.schema.get("properties", {}) if isinstance(error.schema, dict) else {}
        strays = [key for key in error.instance if key not in allowed]
        if strays:
            return source.span([*path, strays[0]], "key")
    return source.span(path)
