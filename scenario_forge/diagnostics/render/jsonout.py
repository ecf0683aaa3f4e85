"""Findings as JSON, for editors and scripts. Files are relative to the game's folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scenario_forge.diagnostics.model import Diagnostic, Fix, Span
    from scenario_forge.diagnostics.render.report import Report


def place(span: Span) -> dict[str, Any]:
    """``file, line, column, endLine, endColumn``: 1-based, in code points, the end exclusive."""
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _fix(fix: Fix) -> dict[str, Any]:
    edits = [place(edit.span) | {"new": edit.new} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def as_data(finding: Diagnostic) -> dict[str, Any]:
    """One finding as plain data; what it does not have is None or an empty list, never a missing key."""
    return {
        "code": finding.code.id,
        "severity": finding.severity.word,
        "message": finding.message,
        **place(finding.span),
        "paper": finding.span.paper or None,
        "rule": finding.rule,
        "labels": [place(label.span) | {"text": label.text} for label in finding.labels],
        "notes": list(finding.notes),
        "help": finding.help,
        "fixes": [_fix(fix) for fix in finding.fixes],
    }


def render(report: Report) -> str:
    """The whole report as one JSON object, ASCII only so that no console can spoil it."""
    data = {
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
