"""The JSON Schemas are current, explain every key, and say the same as the models."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import ValidationError

from scenario_forge.api.schemas import JSON_KINDS
from scenario_forge.documents.kinds import KINDS, schema_name, schema_texts, schemas
from scenario_forge.game.reading.workspace import load_game
from scenario_forge.game.system import all_schemas, find_system

ROOT = Path(__file__).parents[2]
OURS = ("campaign", "desert-rats", "knights-of-the-desert", "rats-of-tobruk", "wargame", "western-desert")
GAMES = sorted(path.parent for path in ROOT.glob("content/*/game.yaml"))
FILES = sorted(path.relative_to(ROOT).as_posix() for game in GAMES for path in game.rglob("*.yaml"))


@cache
def texts():
    return all_schemas(OURS)


@cache
def validator(name):
    return Draft202012Validator(json.loads(texts()[name]))


@cache
def kinds():
    """(schema file, model) of every kind of document."""
    found = {schema_name(kind): kind.model for kind in KINDS}
    for system_id in OURS:
        found |= {schema_name(kind, system_id): kind.model for kind in find_system(system_id).kinds()}
    return found


@cache
def contents():
    """(path, schema file, plain data) of every document of every game."""
    found = []
    for folder in GAMES:
        game = load_game(folder, "none")
        for file in game.files.values():
            own = "" if file.kind in KINDS else game.system.id
            found.append((f"{folder.name}/{file.name}", schema_name(file.kind, own), file.data))
    return found


def model_takes(model, data):
    try:
        model.model_validate(data)
    except ValidationError:
        return False
    return True


# -- the files ---------------------------------------------------------------------------------


def test_the_files_in_schemas_are_current():
    written = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "schemas").glob("*.json")}
    assert written == texts() | schema_texts(JSON_KINDS), "write them anew: make schemas"


def test_each_is_a_schema_of_the_draft_it_names():
    for name, text in texts().items():
        schema = json.loads(text)
        Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert schema["$id"] == name
        assert text.endswith("}\n")
        assert not text.endswith("\n\n")


def test_a_system_gives_its_documents_under_its_own_id():
    assert "desert-rats.rules.schema.json" in texts()
    assert "rules.schema.json" not in texts()


def test_every_key_is_explained():
    unexplained = [
        f"{name}: {title}.{key}"
        for name, text in texts().items()
        for title, model in {"": json.loads(text), **json.loads(text).get("$defs", {})}.items()
        for key, value in model.get("properties", {}).items()
        if not value.get("description", "").strip() or value.get("title") != key
    ]
    assert unexplained == []


def test_keys_stand_in_the_order_of_the_model():
    for name, model in kinds().items():
        assert list(json.loads(texts()[name])["properties"]) == list(model.model_fields)


def test_making_them_twice_gives_the_same_text():
    assert schemas(KINDS) == schemas(KINDS)


@pytest.mark.parametrize("path", FILES)
def test_the_first_line_of_a_document_leads_to_its_schema(path):
    file = ROOT / path
    first = file.read_text(encoding="utf-8").splitlines()[0]
    match = re.fullmatch(r"# yaml-language-server: \$schema=(\S+)", first)
    assert match, first
    target = (file.parent / match[1]).resolve()
    assert target.parent == ROOT / "schemas"
    inside = "/".join(path.split("/")[1:])
    assert {name: schema for name, schema, _data in contents()}[inside] == target.name


# -- agreement with the models -----------------------------------------------------------------


@pytest.mark.parametrize("path", [name for name, _schema, _data in contents()])
def test_schema_and_model_both_take_the_content(path):
    schema, data = next((schema, data) for name, schema, data in contents() if name == path)
    assert [error.message for error in validator(schema).iter_errors(data)] == []
    assert model_takes(kinds()[schema], data)


START = {"id": "dec40", "label": "Dec 40", "turn": "12/40", "first": "allied"}
TRACK = {"basis": "printed", "calendar": {"unit": "month", "first": "12/40", "last": "12/42"}, "starts": [START]}
WORDS = {"basis": "proposed", "language": "en", "words": {"cut_here": "cut"}}
ERRATUM = {
    "id": "DR-001", "at": "charts.x", "printed": None, "corrected": 3, "why": "so", "source": "us", "by": "us",
    "status": "proposed",
}  # fmt: skip
ERRATA = {"basis": "proposed", "title": "Ours", "errata": [ERRATUM]}
CHARTS = {"basis": "printed", "charts": {"crt": {"title": "CRT", "columns": ["1"], "rows": {"1": ["-"]}}}}
OOB = {
    "basis": "printed", "side": "axis", "title": "AXIS", "columns": [{"id": "dec40", "start": "dec40"}],
    "units": [{"no": 1, "name": "1 Libyan", "dec40": "SS10(f)"}],
}  # fmt: skip
VICTORY = {
    "basis": "printed",
    "objectives": [{"id": "a", "stop": "b", "side": "c", "text": "d", "points": 1, "when": {"all": [{"hold": "x"}]}}],
}


def changed(document, *steps, to=...):
    """A copy with one value replaced; ``to=...`` takes the key out."""
    copy = json.loads(json.dumps(document))
    inner = copy
    for step in steps[:-1]:
        inner = inner[step]
    if to is ...:
        del inner[steps[-1]]
    else:
        inner[steps[-1]] = to
    return copy


GOOD = [
    ("time-track", TRACK),
    ("words", WORDS),
    ("errata", ERRATA),
    ("charts", CHARTS),
    ("orders-of-battle", OOB),
    ("victory", VICTORY),
    ("errata", changed(ERRATA, "errata", 0, "corrected", to=None)),
    ("errata", changed(ERRATA, "errata", 0, "corrected", to=2.5)),
    ("errata", changed(ERRATA, "errata", 0, "printed", to=True)),
    ("errata", changed(ERRATA, "errata", 0, "corrected", to=[{"hold": "Tobruk"}, 3])),
    ("time-track", {**TRACK, "boxes": [{"turn": "12/40", "allied": "W 1-3"}]}),
    ("orders-of-battle", changed(OOB, "columns", 0, "start", to=None)),
]
BAD = [
    ("time-track", changed(TRACK, "basis"), "missing key"),
    ("time-track", changed(TRACK, "starts", 0, "label"), "missing key, inside"),
    ("time-track", {**TRACK, "lable": "x"}, "unknown key"),
    ("time-track", changed(TRACK, "starts", 0, "lable", to="x"), "unknown key, inside"),
    ("time-track", changed(TRACK, "calendar", "first", to=1240), "number for text"),
    ("time-track", changed(TRACK, "calendar", "step", to="2"), "text for number"),
    ("time-track", changed(TRACK, "calendar", "step", to=True), "true for number"),
    ("time-track", changed(TRACK, "calendar", "step", to=1.5), "fraction for whole number"),
    ("time-track", changed(TRACK, "calendar", "step", to=0), "below its range"),
    ("time-track", changed(TRACK, "calendar", "unit", to="week"), "none of the words"),
    ("time-track", changed(TRACK, "basis", to="invented"), "none of the words"),
    ("time-track", changed(TRACK, "calendar", "first", to=""), "empty text"),
    ("time-track", changed(TRACK, "calendar", to=[]), "list for mapping"),
    ("time-track", changed(TRACK, "starts", to={}), "mapping for list"),
    ("time-track", changed(TRACK, "starts", to=None), "nothing"),
    ("time-track", {**TRACK, "boxes": [{"turn": "12/40", "allied": 3}]}, "number in a printed cell"),
    ("time-track", {**TRACK, "boxes": [{"turn": "12/40", "allied": None}]}, "nothing in a printed cell"),
    ("time-track", changed(TRACK, "starts", 0, "id", to="Dec 40"), "not of the form of a name"),
    ("words", changed(WORDS, "language", to="english"), "not of the form of a language"),
    ("words", changed(WORDS, "words", "cut_here", to=3), "number for a word"),
    ("errata", changed(ERRATA, "errata", 0, "id", to="dr-1"), "not of the form of an id"),
    ("errata", changed(ERRATA, "errata", 0, "printed"), "missing key that may be null"),
    ("charts", changed(CHARTS, "charts", to={"Combat Results": CHARTS["charts"]["crt"]}), "key not of its form"),
    ("charts", changed(CHARTS, "charts", "crt", "columns", to=[]), "empty list"),
    ("charts", changed(CHARTS, "charts", "crt", "rows", "1", to="-"), "text for list"),
    ("orders-of-battle", changed(OOB, "units", 0, "no", to="1"), "text for number"),
    ("orders-of-battle", changed(OOB, "units", 0, "dec40", to=10), "number in a printed cell"),
    ("victory", changed(VICTORY, "objectives", 0, "when", to={"holds": {}}), "unknown key, deep"),
    ("victory", changed(VICTORY, "objectives", 0, "when", "all", 0, "hold", to=1), "number for text, deep"),
    ("victory", [], "list for document"),
    ("victory", "x", "text for document"),
]


@pytest.mark.parametrize(("kind", "document"), GOOD)
def test_both_take_what_is_well_formed(kind, document):
    name = f"{kind}.schema.json"
    assert validator(name).is_valid(document)
    assert model_takes(kinds()[name], document)


@pytest.mark.parametrize(("kind", "document", "fault"), BAD, ids=[f"{kind}: {fault}" for kind, _d, fault in BAD])
def test_both_refuse_what_is_not(kind, document, fault):
    name = f"{kind}.schema.json"
    assert not validator(name).is_valid(document)
    assert not model_takes(kinds()[name], document)


def test_the_one_known_difference_is_a_whole_number_written_with_a_point():
    document = changed(TRACK, "calendar", "step", to=2.0)
    assert validator("time-track.schema.json").is_valid(document)
    assert not model_takes(kinds()["time-track.schema.json"], document)


def short(data, most=3):
    """The data with its lists cut, so that a mutation hits every kind of place in it."""
    if isinstance(data, dict):
        return {key: short(value) for key, value in list(data.items())[: most * 8]}
    return [short(item) for item in data[:most]] if isinstance(data, list) else data


@cache
def samples():
    """A short document of each kind that both take whole."""
    found = {}
    for _path, name, data in contents():
        cut = short(data)
        if name not in found and validator(name).is_valid(cut):
            found[name] = cut
    return sorted(found.items())


def paths(data, at=()):
    if at:
        yield at
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in items:
        yield from paths(value, (*at, step))


# Python's `$` lets a line end follow, that of JSON Schema does not; a text that ends in one is left out.
WORD = st.text(max_size=6).filter(lambda text: not text.endswith("\n"))
SCALARS = (
    st.none() | st.booleans() | st.integers(-3, 2000) | WORD | st.sampled_from(["dec40", "printed", "A1", "Ä", "٣"])
    | st.floats(-9, 9, allow_nan=False).filter(lambda number: not number.is_integer())
)  # fmt: skip
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORD, inner, max_size=2), max_leaves=4
)


def test_a_document_of_every_kind_is_mutated():
    assert len(samples()) >= len({name for _p, name, _d in contents()}) - 1


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_both_say_the_same_of_a_mutated_document(data):
    name, document = data.draw(st.sampled_from(samples()))
    path = data.draw(st.sampled_from(list(paths(document))))
    what = data.draw(st.sampled_from(["replace", "remove", "add"]))
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    if what == "replace":
        mutated = changed(document, *path, to=data.draw(VALUES))
    elif what == "remove":
        mutated = changed(document, *path)
    elif isinstance(inner, dict):
        mutated = changed(document, *path[:-1], data.draw(WORD), to=data.draw(VALUES))
    else:
        mutated = changed(document, *path, to=[inner[path[-1]]])
    valid, taken = validator(name).is_valid(mutated), model_takes(kinds()[name], mutated)
    if name in ("counters.schema.json", "examples.schema.json") and {"units", "counters", "values", "faces"} & set(
        path
    ):
        assert valid or not taken, "a schema cannot know which values a document declares for its own units"
    else:
        assert valid == taken
