"""``forge errata``: corrections proved, proposed, listed and printed."""

from __future__ import annotations

from scenario_forge.cli.errata_check import check
from scenario_forge.cli.errata_impact import impact
from scenario_forge.cli.errata_print import page, sheet
from scenario_forge.cli.errata_propose import propose

PARTS = {
    "check": (check, "Try each erratum: its place, what it resolves and causes, what must be printed again."),
    "propose": (propose, "Draft errata where exactly one reading resolves a finding."),
    "impact": (impact, "Play games in pairs, without errata and with them: what differs, and where they part."),
    "page": (page, "The list of errata as a page and a PDF, with what is new since a version."),
    "sheet": (sheet, "Print only what errata changed: counters, patches, pages, and a list for the box."),
}
"""Verb → its function and help."""
