from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from scenario_forge.diagnostics import Code, Diagnostic, Fix, Label, Severity, Span, TextEdit, json_formats
from scenario_forge.diagnostics.model import Page
from scenario_forge.diagnostics.report import Report


def test_the_whole_report(report):
    assert json.loads(json_formats.as_json(report)) == {
        "diagnostics": [
            {
                "code": "OOB007",
                "severity": "error",
                "message": "unit 21 starts in AA30, 24 hexes from supply",
                "file": "orders-of-battle/axis.yaml",
                "line": 31,
                "column": 42,
                "endLine": 31,
                "endColumn": 46,
                "paper": "Axis order of battle, unit 21, column Nov 41",
                "rule": "Rule 8",
                "labels": [
                    {
                        "file": "orders-of-battle/axis.yaml",
                        "line": 31,
                        "column": 42,
                        "endLine": 31,
                        "endColumn": 46,
                        "text": "more than 10 hexes: unsupplied before its first move",
                    },
                    {
                        "file": "orders-of-battle/axis.yaml",
                        "line": 88,
                        "column": 25,
                        "endLine": 88,
                        "endColumn": 28,
                        "text": "nearest supply",
                    },
                ],
                "notes": ["AA30 is on the eastern sheet"],
                "help": "did you mean A30, on the western sheet?",
                "fixes": [
                    {
                        "title": "write A30(f)",
                        "safe": True,
                        "edits": [
                            {
                                "file": "orders-of-battle/axis.yaml",
                                "line": 31,
                                "column": 42,
                                "endLine": 31,
                                "endColumn": 46,
                                "new": "A30(f)",
                            }
                        ],
                    }
                ],
                "candidates": [],
            },
            {
                "code": "TIM003",
                "severity": "warning",
                "message": "an R in 10/41, but nothing arrives",
                "file": "time-track.yaml",
                "line": 2,
                "column": 26,
                "endLine": 2,
                "endColumn": 27,
                "paper": "Time record track, box Oct 41",
                "rule": None,
                "labels": [
                    {
                        "file": "time-track.yaml",
                        "line": 3,
                        "column": 26,
                        "endLine": 3,
                        "endColumn": 27,
                        "text": "the next R",
                    }
                ],
                "notes": [],
                "help": None,
                "fixes": [
                    {
                        "title": "remove the R",
                        "safe": False,
                        "edits": [
                            {
                                "file": "time-track.yaml",
                                "line": 2,
                                "column": 17,
                                "endLine": 2,
                                "endColumn": 27,
                                "new": "",
                            }
                        ],
                    }
                ],
                "candidates": [],
            },
        ],
        "summary": {
            "files": 14,
            "errors": 1,
            "warnings": 1,
            "infos": 0,
            "basis": {"printed": 812, "derived": 0, "proposed": 30},
        },
    }


def test_no_findings():
    assert json.loads(json_formats.as_json(Report([]))) == {
        "diagnostics": [],
        "summary": {"files": 0, "errors": 0, "warnings": 0, "infos": 0, "basis": {}},
    }


WORDS = st.text(st.characters())
SPANS = st.builds(Span, WORDS, *[st.integers(1, 9999)] * 4, WORDS)
CODE = Code("AAA001", "a-name", Severity.ERROR, "m", {"AAA001": Page("a name", "", "", "", "", "")})
FINDINGS = st.builds(
    Diagnostic,
    st.just(CODE),
    st.sampled_from(Severity),
    WORDS,
    SPANS,
    st.lists(st.builds(Label, SPANS, WORDS), max_size=2).map(tuple),
    st.lists(WORDS, max_size=2).map(tuple),
    st.none() | WORDS,
    st.none() | WORDS,
    st.lists(
        st.builds(Fix, WORDS, st.lists(st.builds(TextEdit, SPANS, WORDS), max_size=2).map(tuple), st.booleans()),
        max_size=2,
    ).map(tuple),
)


def read_span(data, paper=""):
    return Span(data["file"], data["line"], data["column"], data["endLine"], data["endColumn"], paper)


def read_back(data):
    """A finding from its JSON: all of it but the places on paper of its labels and edits."""
    fixes = [
        Fix(f["title"], tuple(TextEdit(read_span(e), e["new"]) for e in f["edits"]), f["safe"]) for f in data["fixes"]
    ]
    return Diagnostic(
        {"AAA001": CODE}[data["code"]],
        Severity[data["severity"].upper()],
        data["message"],
        read_span(data, data["paper"] or ""),
        tuple(Label(read_span(lb), lb["text"]) for lb in data["labels"]),
        tuple(data["notes"]),
        data["help"],
        data["rule"],
        tuple(fixes),
    )


def off_paper(span):
    return Span(span.file, span.line, span.column, span.end_line, span.end_column)


@given(FINDINGS)
def test_a_finding_comes_back_from_its_json_and_the_text_is_ascii(finding):
    text = json_formats.as_json(Report([finding]))
    assert text.isascii()
    expected = Diagnostic(
        finding.code,
        finding.severity,
        finding.message,
        finding.span,
        tuple(Label(off_paper(lb.span), lb.text) for lb in finding.labels),
        finding.notes,
        finding.help,
        finding.rule,
        tuple(Fix(f.title, tuple(TextEdit(off_paper(e.span), e.new) for e in f.edits), f.safe) for f in finding.fixes),
    )
    assert read_back(json.loads(text)["diagnostics"][0]) == expected
