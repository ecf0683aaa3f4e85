"""SARIF 2.1.0, held against the parts of the specification that we use.

The schema below was written by hand from the text of the standard (section numbers beside it). It
allows no property we do not use, so that a misspelt one is found.
"""

from __future__ import annotations

import json
from urllib.parse import unquote

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.diagnostics import Code, Severity, Span, TextEdit, json_formats
from scenario_forge.diagnostics.model import Page
from scenario_forge.diagnostics.report import Report


def obj(required, **properties):
    names = [name for name in properties if name in required.split()]
    return {"type": "object", "additionalProperties": False, "required": names, "properties": properties}


def many(items, least=0):
    return {"type": "array", "items": items, "minItems": least}


TEXT = {"type": "string", "minLength": 1}
COUNT = {"type": "integer", "minimum": 1}
INDEX = {"type": "integer", "minimum": 0}
LEVEL = {"enum": ["none", "note", "warning", "error"]}  # 3.27.10
MESSAGE = obj("text", text=TEXT)  # 3.11
MULTIFORMAT = obj("text", text=TEXT, markdown=TEXT)  # 3.12
REGION = obj("startLine", startLine=COUNT, startColumn=COUNT, endLine=COUNT, endColumn=COUNT)  # 3.30
URI = {"type": "string", "pattern": r"^(?!/)[\x21-\x7e]+$"}  # RFC 3986: no spaces, nothing beyond ASCII
ARTIFACT = obj("uri", uri=URI, uriBaseId=TEXT)  # 3.4
LOCATION = obj(  # 3.28
    "physicalLocation",
    id=INDEX,
    physicalLocation=obj("artifactLocation", artifactLocation=ARTIFACT, region=REGION),  # 3.29
    logicalLocations=many(obj("fullyQualifiedName", fullyQualifiedName=TEXT), 1),  # 3.33
    message=MESSAGE,
)
REPLACEMENT = obj(  # 3.57
    "deletedRegion", deletedRegion=REGION, insertedContent=obj("text", text={"type": "string"})
)
FIX = obj(  # 3.55, 3.56
    "artifactChanges",
    description=MESSAGE,
    artifactChanges=many(
        obj("artifactLocation replacements", artifactLocation=ARTIFACT, replacements=many(REPLACEMENT, 1)), 1
    ),
)
RULE = obj(  # 3.49
    "id",
    id=TEXT,
    name={"type": "string", "pattern": "^[A-Za-z0-9]+$"},
    shortDescription=MULTIFORMAT,
    fullDescription=MULTIFORMAT,
    help=MULTIFORMAT,
    defaultConfiguration=obj("level", level=LEVEL),  # 3.50
)
RESULT = obj(  # 3.27
    "ruleId ruleIndex level message locations suppressions",
    ruleId=TEXT,
    ruleIndex=INDEX,
    level=LEVEL,
    message=MESSAGE,
    locations=many(LOCATION, 1),
    relatedLocations=many(LOCATION, 1),
    suppressions={"type": "array", "maxItems": 0},
    fixes=many(FIX, 1),
)
RUN = obj(  # 3.14
    "tool results columnKind",
    tool=obj("driver", driver=obj("name rules", name=TEXT, version=TEXT, rules=many(RULE))),  # 3.18, 3.19
    columnKind={"const": "unicodeCodePoints"},
    originalUriBaseIds={"type": "object", "additionalProperties": obj("", description=MESSAGE)},
    results=many(RESULT),
)
LOG = obj("$schema version runs", **{"$schema": TEXT}, version={"const": "2.1.0"}, runs=many(RUN, 1))


def run_of(report, **options):
    log = json.loads(json_formats.sarif(report, **options))
    jsonschema.Draft202012Validator.check_schema(LOG)
    jsonschema.Draft202012Validator(LOG).validate(log)
    run = log["runs"][0]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        for location in [*result["locations"], *result.get("relatedLocations", [])]:
            base = location["physicalLocation"]["artifactLocation"]["uriBaseId"]
            assert base in run["originalUriBaseIds"]
    return run


def test_a_result_has_its_regions_related_places_and_fixes(report):
    run = run_of(report, base="content/desert-rats", version="0.1.0")
    first, second = run["results"]
    artifact = {"uri": "content/desert-rats/orders-of-battle/axis.yaml", "uriBaseId": "%SRCROOT%"}
    region = {"startLine": 31, "startColumn": 42, "endLine": 31, "endColumn": 46}
    paper = "Axis order of battle, unit 21, column Nov 41"
    assert first["locations"] == [
        {
            "physicalLocation": {"artifactLocation": artifact, "region": region},
            "logicalLocations": [{"fullyQualifiedName": paper}],
        }
    ]
    assert first["message"]["text"] == (
        f"unit 21 starts in AA30, 24 hexes from supply ({paper}) [Rule 8]\n"
        "AA30 is on the eastern sheet\ndid you mean A30, on the western sheet?"
    )
    assert [(r["id"], r["message"]["text"]) for r in first["relatedLocations"]] == [
        (1, "more than 10 hexes: unsupplied before its first move"),
        (2, "nearest supply"),
    ]
    assert first["fixes"] == [
        {
            "description": {"text": "write A30(f)"},
            "artifactChanges": [
                {
                    "artifactLocation": artifact,
                    "replacements": [{"deletedRegion": region, "insertedContent": {"text": "A30(f)"}}],
                }
            ],
        }
    ]
    assert (first["level"], second["level"]) == ("error", "warning")
    assert run["tool"]["driver"]["version"] == "0.1.0"


def test_each_code_that_occurs_is_described_once(report, far_unit):
    rules = run_of(Report([*report.diagnostics, far_unit]))["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["OOB007", "TIM003"]
    assert rules[0]["name"] == "UnsuppliedAtStart"
    assert rules[1]["defaultConfiguration"] == {"level": "warning"}
    assert rules[0]["help"]["markdown"].startswith("## OOB007 unsupplied at start\n")
    assert "```yaml\nnov41: A30\n```" in rules[0]["help"]["markdown"]


def test_edits_of_one_file_are_one_change(one_code):
    edits = [TextEdit(Span(f, 1, 1, 1, 1), "x") for f in ("a.yaml", "b.yaml", "a.yaml")]
    finding = one_code.at(Span("a.yaml", 1, 1, 1, 2), text="m").fix("fix", *edits)
    changes = run_of(Report([finding]))["results"][0]["fixes"][0]["artifactChanges"]
    assert [(c["artifactLocation"]["uri"], len(c["replacements"])) for c in changes] == [
        ("a.yaml", 2),
        ("b.yaml", 1),
    ]


def test_no_findings_is_a_run_without_results():
    run = run_of(Report([]))
    assert run["results"] == []
    assert run["tool"]["driver"]["rules"] == []


CODE = Code("AAA001", "a-name", Severity.ERROR, "m", {"AAA001": Page("a name", "w", "w", "b", "g", "m")})


@given(st.text(min_size=1).filter(lambda f: f[0] != "/"), *[st.integers(-2, 5)] * 4)
def test_any_file_name_and_any_span_give_a_valid_region(file, line, column, end_line, end_column):
    finding = CODE.at(Span(file, line, column, end_line, end_column))
    place = run_of(Report([finding]))["results"][0]["locations"][0]["physicalLocation"]
    region = place["region"]
    start = (region["startLine"], region["startColumn"])
    assert start <= (region["endLine"], region["endColumn"])
    assert unquote(place["artifactLocation"]["uri"]) == file


@pytest.mark.parametrize(
    ("base", "address"),
    [
        ("/home/me/my rats", "file:///home/me/my%20rats/orders-of-battle/axis.yaml"),
        ("C:\\games\\rats", "file:///C:/games/rats/orders-of-battle/axis.yaml"),
    ],
)
def test_a_file_outside_the_working_folder_has_its_whole_address(report, base, address):
    """An address from the root of the repository would lead nowhere (3.4.3, 3.14.14)."""
    results = json.loads(json_formats.sarif(report, base=base))["runs"][0]["results"]
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"] == {"uri": address}
