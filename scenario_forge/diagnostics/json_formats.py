"""Findings as JSON for editors and scripts, and as SARIF for code scanning.

Our JSON names files relative to the game's folder. SARIF 2.1.0: OASIS, Static Analysis Results Interchange Format.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from typing_extensions import TypedDict  # pydantic makes schemas of these alone before Python 3.12

from scenario_forge.diagnostics import catalogue
from scenario_forge.diagnostics.model import Severity
from scenario_forge.diagnostics.report import shown_path

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scenario_forge.diagnostics.model import Candidate, Code, Diagnostic, Fix, Label, Span
    from scenario_forge.diagnostics.report import Report


class Place(TypedDict):
    """Place in a file. Lines and columns count from 1, in code points; the end is exclusive."""

    file: str
    line: int
    column: int
    endLine: int
    endColumn: int


class EditAt(Place):
    """Replacement text for a span."""

    new: str


class FixFound(TypedDict):
    """A correction; a safe one is made by `forge check --fix`."""

    title: str
    safe: bool
    edits: list[EditAt]


class ValueAt(TypedDict):
    """A value that may be right in place of the one there; the path has keys and numbers of items from 0."""

    file: str
    path: list[str | int]
    value: Any


class CandidateFound(TypedDict):
    """Values of one correction that would settle a finding, and what speaks for them."""

    values: list[ValueAt]
    why: str
    evidence: str


class LabelAt(Place):
    """A second place that belongs to a finding."""

    text: str


class Finding(Place):
    """One finding; absent parts are null or an empty list, never a missing key."""

    code: str
    severity: str
    message: str
    paper: str | None
    rule: str | None
    labels: list[LabelAt]
    notes: list[str]
    help: str | None
    fixes: list[FixFound]
    candidates: list[CandidateFound]


class Counts(TypedDict):
    """Counts of what was read, and of its findings."""

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
    """Return the place of a span, as plain data."""
    return {
        "file": span.file,
        "line": span.line,
        "column": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _fix_data(fix: Fix) -> FixFound:
    edits: list[EditAt] = [{**place(edit.span), "new": edit.new} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def _candidate(candidate: Candidate) -> CandidateFound:
    values: list[ValueAt] = [{"file": new.file, "path": list(new.path), "value": new.value} for new in candidate.values]
    return {"values": values, "why": candidate.why, "evidence": candidate.evidence}


def as_data(finding: Diagnostic) -> Finding:
    """Return one finding as plain data."""
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
        "fixes": [_fix_data(fix) for fix in finding.fixes],
        "candidates": [_candidate(candidate) for candidate in finding.candidates],
    }


def as_json(report: Report) -> str:
    """Return the whole report as one JSON object, ASCII only so that no console can spoil it."""
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


# -- SARIF -----------------------------------------------------------------------------------------


SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
ROOT = "%SRCROOT%"
_DRIVE = re.compile(r"[A-Za-z]:[/\\]")
"""Begins an absolute path on Windows."""


def _rule(code: Code) -> dict[str, Any]:
    return {
        "id": code.id,
        "name": "".join(word.capitalize() for word in code.name.split("-")),
        "shortDescription": {"text": code.page.what},
        "fullDescription": {"text": f"{code.page.what}\n\n{code.page.why}"},
        "help": {"text": catalogue.page_text(code), "markdown": catalogue.page_markdown(code)},
        "defaultConfiguration": {"level": LEVELS[code.severity]},
    }


def _region(span: Span) -> dict[str, int]:
    line, column = max(span.line, 1), max(span.column, 1)
    end_line = max(span.end_line, line)
    end_column = max(span.end_column, 1 if end_line > line else column)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _artifact(span: Span, base: str) -> dict[str, str]:
    """A file's address: from the root of the repository, or whole where the game lies elsewhere (3.4.3)."""
    if base.startswith("/") or _DRIVE.match(base):
        path = quote(shown_path(base, span.file), safe="/:", errors="surrogatepass")
        return {"uri": f"file://{'' if path.startswith('/') else '/'}{path}"}
    return {"uri": quote(shown_path(base, span.file), errors="surrogatepass"), "uriBaseId": ROOT}


def _location(span: Span, base: str) -> dict[str, Any]:
    where: dict[str, Any] = {"physicalLocation": {"artifactLocation": _artifact(span, base), "region": _region(span)}}
    if span.paper:
        where["logicalLocations"] = [{"fullyQualifiedName": span.paper}]
    return where


def _related(number: int, label: Label, base: str) -> dict[str, Any]:
    return {"id": number, **_location(label.span, base), "message": {"text": label.text}}


def _fix(fix: Fix, base: str) -> dict[str, Any]:
    changes: dict[str, dict[str, Any]] = {}
    for edit in fix.edits:
        change = {"artifactLocation": _artifact(edit.span, base), "replacements": []}
        replacement = {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.new}}
        changes.setdefault(edit.span.file, change)["replacements"].append(replacement)
    return {"description": {"text": fix.title}, "artifactChanges": list(changes.values())}


def _message(finding: Diagnostic) -> str:
    words = finding.message + (f" ({finding.span.paper})" if finding.span.paper else "")
    if finding.rule:
        words += f" [{finding.rule}]"
    return "\n".join(part for part in (words, *finding.notes, finding.help) if part)


def _result(finding: Diagnostic, rules: Sequence[Code], base: str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code.id,
        "ruleIndex": rules.index(finding.code),
        "level": LEVELS[finding.severity],
        "message": {"text": _message(finding)},
        "locations": [_location(finding.span, base)],
        "suppressions": [],  # present and empty: known not to be suppressed (3.27.23)
    }
    if finding.labels:
        result["relatedLocations"] = [_related(n, lb, base) for n, lb in enumerate(finding.labels, 1)]
    fixes = [_fix(fix, base) for fix in finding.fixes if fix.edits]
    if fixes:
        result["fixes"] = fixes
    return result


def sarif(report: Report, *, base: str = "", version: str = "") -> str:
    """Return the report as a SARIF log of one run, with a description of each code that occurs.

    ``base`` is the game's folder as seen from the root of the repository, ``version`` the tool's.
    """
    found = report.ordered()
    rules = sorted({d.code for d in found}, key=lambda code: code.id)
    driver: dict[str, Any] = {"name": "Scenario Forge", "rules": [_rule(code) for code in rules]}
    if version:
        driver["version"] = version
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {ROOT: {"description": {"text": "What file names are relative to."}}},
        "results": [_result(finding, rules, base) for finding in found],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"
