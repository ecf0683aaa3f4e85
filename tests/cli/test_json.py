"""JSON that verbs write fits the published schemas, and JSON that they read is held against them first."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from scenario_forge.api.schemas import JSON_KINDS, published
from scenario_forge.documents.kinds import json_schema, kind_in
from tests.json_out import fits

ROOT = Path(__file__).parents[2]
GAMES = ("--games", 1, "--jobs", 1, "--player", "idle")
WRITTEN = {
    "check-report": ("check", "skirmish", "--format", "json"),
    "rules-report": ("rules", "skirmish", "--format", "json"),
    "diff-report": ("diff", "skirmish+none", "skirmish+all", "--format", "json"),
    "errata-report": ("errata", "check", "skirmish", "--format", "json"),
    "playtest-report": ("playtest", "skirmish", "-s", "siege", *GAMES, "--format", "json"),
    "tune-report": ("tune", "skirmish", "-s", "siege", *GAMES, "--format", "json"),
}


def test_the_schemas_are_published_and_are_schemas():
    for kind in JSON_KINDS:
        assert (ROOT / "schemas" / kind.file).read_text("utf-8") == published()[kind.file], "forge schema writes it"
        Draft202012Validator.check_schema(json_schema(kind))


@pytest.mark.parametrize("name", WRITTEN)
def test_what_a_verb_writes_fits_its_schema(forge, game, name):
    playtest = game / "playtest.yaml"
    if name == "tune-report":
        playtest.write_text("basis: proposed\ntargets:\n  - {scenario: siege, side: allied, low: 0.3, high: 0.7}\n")
    said = forge(*WRITTEN[name])
    fits(said.out, name)


def test_every_kind_is_recognised_by_its_own_keys_alone():
    for kind in JSON_KINDS:
        assert kind_in(dict.fromkeys(kind.marks), JSON_KINDS) is kind
        everything = dict.fromkeys(json_schema(kind)["properties"])
        assert kind_in(everything, JSON_KINDS) is kind
        assert kind.marks <= {*json_schema(kind)["required"]}


@pytest.fixture
def record(forge, here):
    forge("play", "skirmish", "-s", "siege", "--player", "idle", "-o", "r.json")
    return here / "r.json"


def test_a_record_fits_its_schema_and_the_verb_says_so(forge, record):
    fits(record.read_text(), "record")
    assert forge("schema", "--validate", record).out == f"{record} is valid\n"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data["actions"][0].__setitem__(1, 7), "actions[0][1]: expected text, found the number 7"),
        (lambda data: data["setting"].pop("content"), "setting: the key `content` is missing"),
        (lambda data: data["end"].update(ended="asleep"), "found the text `asleep`"),
        (lambda data: data.update(colour="red"), "there is no key `colour` here"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_with_the_place(forge, record, change, said):
    data = json.loads(record.read_text())
    change(data)
    record.write_text(json.dumps(data))
    refused = forge("replay", "r.json")
    assert refused.code == 1
    assert "r.json" in refused.out
    assert said in refused.out
    found = forge("schema", "--validate", record)
    assert (found.code, said in found.out) == (1, True)


def test_a_pack_that_does_not_fit_is_refused_with_the_place_and_nothing_is_written(forge, here, game):
    assert forge("pack", "skirmish", "siege", "-o", "p.zip").code == 0
    with zipfile.ZipFile("p.zip") as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    manifest = json.loads(files["manifest.json"])
    fits(files["manifest.json"], "pack")
    (here / "manifest.json").write_bytes(files["manifest.json"])
    assert forge("schema", "--validate", "manifest.json").out == "manifest.json is valid\n"
    manifest["options"] = [4]
    with zipfile.ZipFile("p.zip", "w") as packed:
        for name, data in (files | {"manifest.json": json.dumps(manifest).encode()}).items():
            packed.writestr(name, data)
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    refused = forge("open", "p.zip", "skirmish")
    assert "manifest.json: options[0]: expected text, found the number 4" in refused.out + refused.err
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before


def test_json_of_no_kind_and_no_json_at_all(forge, here):
    (here / "odd.json").write_text('{"a": 1}')
    (here / "cut.json").write_text('{"record": 1,')
    odd, cut = (forge("schema", "--validate", name) for name in ("odd.json", "cut.json"))
    assert (odd.code, "has the keys of no kind of JSON that is known" in odd.err) == (2, True)
    assert (cut.code, "it is not JSON" in cut.out) == (1, True)
