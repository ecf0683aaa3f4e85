"""Findings to plain data and back, so that a build that renders nothing still tells what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics import Diagnostic, Severity, Span
from scenario_forge.diagnostics.model import Label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scenario_forge.diagnostics import Code


def as_data(finding: Diagnostic) -> dict[str, Any]:
    """A finding as plain data. Fixes are left out: they are for text that may have changed since."""
    return {
        "code": finding.code.id,
        "severity": int(finding.severity),
        "message": finding.message,
        "span": _span(finding.span),
        "labels": [{"span": _span(label.span), "text": label.text} for label in finding.labels],
        "notes": list(finding.notes),
        "help": finding.help,
        "rule": finding.rule,
    }


def finding_of(data: Mapping[str, Any], codes: Mapping[str, Code]) -> Diagnostic:
    """The finding that was written.

    Raises:
        LookupError, TypeError, ValueError: the data are none, or the code is not known any more.
    """
    return Diagnostic(
        codes[data["code"]],
        Severity(data["severity"]),
        str(data["message"]),
        Span(*data["span"]),
        tuple(Label(Span(*label["span"]), str(label["text"])) for label in data["labels"]),
        tuple(map(str, data["notes"])),
        data["help"],
        data["rule"],
    )


def _span(span: Span) -> list[str | int]:
    return [span.file, span.line, span.column, span.end_line, span.end_column, span.paper]
