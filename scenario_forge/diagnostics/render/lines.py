"""One line a finding: for people and editors, and as annotations for GitHub workflows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.model import Severity
from scenario_forge.diagnostics.render.report import in_one_line, one_line, under, whereabouts

if TYPE_CHECKING:
    from scenario_forge.diagnostics.model import Diagnostic
    from scenario_forge.diagnostics.render.report import Report


def line(finding: Diagnostic, base: str = "") -> str:
    """One finding on one line, without its end."""
    words = f"{whereabouts(finding.span, base)}: {finding.severity.word}[{finding.code.id}] "
    words += one_line(finding.message)
    if finding.span.paper:
        words += f" ({one_line(finding.span.paper)})"
    if finding.rule:
        words += f" [{one_line(finding.rule)}]"
    return words


def concise(report: Report, *, base: str = "") -> str:
    """All findings, one a line, and one line of summary. ``base`` is the game's folder for file names."""
    return "".join(f"{line(finding, base)}\n" for finding in report.ordered()) + in_one_line(report)


# -- GitHub: commands on standard output that mark lines in a pull request -------------------------


COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def escape_data(text: str) -> str:
    r"""A message as the runner reads it back.

    >>> escape_data("100 %\nof it: a, b")
    '100 %25%0Aof it: a, b'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """A property's value; a colon or comma would end it.

    >>> escape_property("a:b,c")
    'a%3Ab%2Cc'
    """
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def command(finding: Diagnostic, base: str = "") -> str:
    """One finding as one workflow command, without the end of the line."""
    span = finding.span
    title = f"{finding.code.id} {finding.rule}" if finding.rule else finding.code.id
    properties = {"file": under(base, span.file), "line": max(span.line, 1)}
    if span.line == span.end_line:  # the runner refuses columns for a span over several lines
        properties |= {"col": max(span.column, 1), "endLine": max(span.end_line, 1)}
        properties |= {"endColumn": max(span.end_column, span.column, 1)}
    else:
        properties |= {"endLine": max(span.end_line, span.line, 1)}
    properties |= {"title": one_line(title)}
    listed = ",".join(f"{key}={escape_property(str(value))}" for key, value in properties.items())
    return f"::{COMMANDS[finding.severity]} {listed}::{escape_data(_message(finding, base))}"


def _message(finding: Diagnostic, base: str) -> str:
    lines = [one_line(finding.message) + (f" ({one_line(span)})" if (span := finding.span.paper) else "")]
    for label in finding.labels:
        paper = f", {one_line(label.span.paper)}" if label.span.paper else ""
        where = "" if label.span == finding.span else f"{whereabouts(label.span, base)}{paper}: "
        lines.append(where + one_line(label.text))
    lines += map(one_line, finding.notes)
    if finding.help:
        lines.append(one_line(finding.help))
    return "\n".join(lines)


def github(report: Report, *, base: str = "") -> str:
    """One command a finding, and the summary as a plain line of the log.

    ``base`` is the game's folder as seen from the root of the repository.
    """
    return "".join(f"{command(d, base)}\n" for d in report.ordered()) + in_one_line(report)
