"""A letter of findings to a publisher: one page, offline, fit to print.

It speaks of components on paper, in the order of the rules, and never of the files of the transcription.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

from scenario_forge.diagnostics.model import Severity
from scenario_forge.diagnostics.report import FileLines, one_line, plural
from scenario_forge.diagnostics.report import values_line as basis_line
from scenario_forge.reports.html import page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scenario_forge.diagnostics.model import Diagnostic, Span
    from scenario_forge.diagnostics.report import Report


OURS = "Our own files"
"""Heading of the findings that have no place on a printed component."""

_RESTS = "rests on "
_FILE = re.compile(r"\S\.yaml\b")
_YAML = re.compile(r"[-{\[]|[\w.+-]+:(\s|$)")
"""How an excerpt begins that is a row of our files, not a value on paper."""
_JOINED = re.compile(r"(?<=[^\W_])_(?=[^\W_])")
"""Joins the words of names of ours; no print has it."""

WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "remark"}


def letter_page(report: Report, *, date: str = "", to: str = "the publisher") -> str:
    """Return the letter as a whole HTML page. ``date`` is printed as given, ``to`` is the salutation."""
    groups = by_component(sorted(report.ordered(), key=by_rule))
    numbers, lines = count(1), FileLines(report.texts)
    components = [
        {
            "name": name,
            "counts": _counts(findings),
            "findings": [_finding(finding, next(numbers), lines) for finding in findings],
        }
        for name, findings in groups.items()
    ]
    values = {
        "game": report.game,
        "facts": _facts(report, date),
        "to": to,
        "components": components,
        "basis": basis_line(report).partition(": ")[2],
    }
    return page("letter", f"Findings on {report.game}" if report.game else "Findings", values)


def by_component(findings: Iterable[Diagnostic]) -> dict[str, list[Diagnostic]]:
    """Return findings by the component they stand on (their place on paper up to the first comma).

    Components come in the order of their first finding, what has no place on paper last.
    """
    groups: dict[str, list[Diagnostic]] = {}
    for finding in findings:
        groups.setdefault(component_of(finding.span), []).append(finding)
    if OURS in groups:
        groups[OURS] = groups.pop(OURS)
    return groups


def by_rule(finding: Diagnostic) -> tuple[bool, list[int]]:
    """Return a key that puts findings in the order of the rules they cite, those that cite none last.

    ``Rule 8`` comes before ``8.12``, and that before ``Rule 10``.
    """
    numbers = [int(number) for number in re.findall(r"\d+", finding.rule or "")]
    return not numbers, numbers


def component_of(span: Span) -> str:
    """Return the printed component a span stands on."""
    return one_line(span.paper.partition(",")[0]) or OURS


def _counts(findings: Sequence[Diagnostic]) -> str:
    found = [(sum(d.severity is severity for d in findings), word) for severity, word in WORDS.items()]
    return ", ".join(plural(number, word) for number, word in found if number)


def _facts(report: Report, date: str) -> list[tuple[str, str]]:
    read = ", ".join((plural(report.files, "file"), *report.counted))
    aside = f"{plural(report.suppressed, 'finding')}, each with a reason" if report.suppressed else ""
    return [
        ("Game", report.game),
        ("Date", date),
        ("Errata applied", report.errata),
        ("Read", read),
        ("Found", _counts(report.diagnostics) or "no errors"),
        ("Set aside", aside),
    ]


def _ours(span: Span, doubts: Sequence[str]) -> str:
    """``fitted`` or ``proposed`` when the finding's notes say so of this place (``Diagnostic.rests_on``)."""
    named = {name for note in doubts for name in note.removeprefix(_RESTS).split("; ")}
    where = span.paper or span.file
    return next((basis for basis in ("fitted", "proposed") if f"{where} ({basis})" in named), "")


def _verb(span: Span, doubts: Sequence[str]) -> str:
    """Nothing of ours passes for the publisher's: only what is printed is called so."""
    return "Printed" if span.paper and not _ours(span, doubts) else "Entered"


def _finding(finding: Diagnostic, number: int, lines: FileLines) -> dict[str, Any]:
    """A finding: rows of a name and either words or a place."""
    doubts = [note for note in finding.notes if note.startswith(_RESTS)]
    # a label on the finding's own place says what is wrong there, not what it disagrees with
    own = [label.text for label in finding.labels if label.span == finding.span]
    others = [label for label in finding.labels if label.span != finding.span and label.span.paper]
    rows: list[tuple[str, str, dict[str, str] | None]] = [
        (_verb(finding.span, doubts), "", _place(finding.span, "", doubts, lines)),
        *(("There", said, None) for said in own),
        *(("Compared with", "", _place(label.span, label.text, doubts, lines)) for label in others),
        *([("Rule", finding.rule, None)] if finding.rule else []),
        *(("Note", note, None) for note in finding.notes if not _FILE.search(note)),
        *([("Suggestion", finding.help, None)] if finding.help and not _FILE.search(finding.help) else []),
    ]
    return {
        "number": number,
        "word": WORDS[finding.severity],
        "code": finding.code.id,
        "message": finding.message,
        "rows": rows,
    }


def _place(span: Span, said: str, doubts: Sequence[str], lines: FileLines) -> dict[str, str]:
    quoted = _quoted(span, lines)
    return {
        "quoted": "" if _YAML.match(quoted) else _JOINED.sub(" ", quoted),
        "paper": span.paper,
        "ours": _ours(span, doubts),
        "said": said,
    }


def _quoted(span: Span, lines: FileLines) -> str:
    """The text of a span; one that only points at the start of a block gives the rest of its line."""
    found = lines.excerpt(span)
    rest = lines.excerpt(replace(span, end_column=10**6))
    if len(found) <= 1 and span.line == span.end_line and (found == "-" or rest[1:2].isalnum()):
        return rest
    return found
