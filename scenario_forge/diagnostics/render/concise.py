"""One line a finding: ``file:line:column: error[OOB007] message (place on paper) [Rule 8]``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenario_forge.diagnostics.render.report import in_one_line, one_line, whereabouts

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


def render(report: Report, *, base: str = "") -> str:
    """All findings, one a line, and one line of summary. ``base`` is the game's folder for file names."""
    return "".join(f"{line(finding, base)}\n" for finding in report.ordered()) + in_one_line(report)
