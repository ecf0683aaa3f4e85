"""Findings as JSON, for editors and scripts. Files are relative to the game's folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

if TYPE_CHECKING:
    from scenario_forge.diagnostics.model import Diagnostic, Fix, Span
    from scenario_forge.diagnostics.render.report import Report


class Place(TypedDict):
    """Lines and columns count from 1, in code points; the end is exclusive."""

    file: str
    line: int
    column: int
    endLine: int
    endColumn: int


class EditAt(Place):
    """Text that takes the place of a span."""

    new: str


class FixFound(TypedDict):
    """A correction; a safe one is made by `forge check --fix`."""

    title: str
    safe: bool
    edits: list[EditAt]


class LabelAt(Place):
    """A second place that belongs to a finding."""

    text: str


class Finding(Place):
    """One finding; what it does not have is null or an empty list, never a missing key."""

    code: str
    severity: str
    message: str
    paper: str | None
    rule: str | None
    labels: list[LabelAt]
    notes: list[str]
    help: str | None
    fixes: list[FixFound]


class Counts(TypedDict):
    """How much was read, and how much was found in it."""

    files: int
    errors: int
    warnings: int
    infos: int
    basis: dict[str, int]


class CheckFile(TypedDict):
    """All findings, in order of file and position."""

    diagnostics: list[Finding]
    summary: Counts


def place(span: Span) -> Place:
    """Where a span stands, as plain data."""
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _fix(fix: Fix) -> FixFound:
    edits: list[EditAt] = [{**place(edit.span), "new": edit.new} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def as_data(finding: Diagnostic) -> Finding:
    """One finding as plain data."""
    return {
        "code": finding.code.id,
        "severity": finding.severity.word,
        "message": finding.message,
        **place(finding.span),
        "paper": finding.span.paper or None,
        "rule": finding.rule,
        "labels": [{**place(label.span), "text": label.text} for label in finding.labels],
        "notes": list(finding.notes),
        "help": finding.help,
        "fixes": [_fix(fix) for fix in finding.fixes],
    }


def render(report: Report) -> str:
    """The whole report as one JSON object, ASCII only so that no console can spoil it."""
    data: CheckFile = {
        "diagnostics": [as_data(finding) for finding in report.ordered()],
        "summary": {
            "files": report.files,
            "errors": report.errors,
            "warnings": report.warnings,
            "infos": report.infos,
            "basis": dict(report.basis),
        },
    }
    return json.dumps(data, indent=2) + "\n"
